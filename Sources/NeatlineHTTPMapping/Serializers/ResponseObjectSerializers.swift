internal import Foundation
internal import NeatlineHTTP
internal import NeatlineHTTPJSON
internal import NeatlineJSON

/// A serializer for a `ResponseObjectSerializable` type.
struct ResponseObjectSerializer<T: ResponseObjectSerializable>: ReceivedResponseSerializer {
    let keyPath: String?

    func serialize(_ received: ReceivedResponse) throws -> T {
        let json = try received.backendJSON(atKeyPath: keyPath)
        guard let response = received.response, let object = T(response: response, json: json) else {
            throw BackendError.objectSerialization(
                reason: "JSON could not be serialized: \(ExchangeSummary(received).beginning)")
        }
        return object
    }
}

/// A serializer for a `ResponseCollectionSerializable` type.
struct ResponseCollectionSerializer<T: ResponseCollectionSerializable>: ReceivedResponseSerializer {
    let keyPath: String?

    func serialize(_ received: ReceivedResponse) throws -> [T] {
        let json = try received.backendJSON(atKeyPath: keyPath)
        guard let response = received.response else {
            throw BackendError.objectSerialization(
                reason: "Response collection could not be serialized due to nil response.")
        }
        return T.collection(from: response, withJSON: json)
    }
}

extension ReceivedResponse {
    /// Returns the JSON at the key path of the body.
    ///
    /// - Throws: The error of the request; `BackendError`.
    fileprivate func backendJSON(atKeyPath keyPath: String?) throws -> JSON {
        if let error { throw error }
        let json: JSON
        do {
            json = try JSONValueResponseSerializer().serialize(self)
        } catch {
            throw BackendError.jsonSerialization(error: error)
        }
        do {
            return try json.value(atKeyPath: keyPath)
        } catch let error as JSONError {
            throw BackendError.objectSerialization(reason: ResponseBodyError(error, in: self).description)
        }
    }
}
