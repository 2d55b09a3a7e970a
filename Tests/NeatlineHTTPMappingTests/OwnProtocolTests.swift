import Foundation
import NeatlineHTTPMapping
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The chapter once more, as somebody's own code: the same names, declared by the reader beside the module's. What differs
// from Alamofire 4 is what a migration names: `ClosureResponseSerializer`, `AFDataResponse`, queues that are no optionals.

private enum BackendError: Error {
    case network(error: any Error)
    case dataSerialization(error: any Error)
    case jsonSerialization(error: any Error)
    case xmlSerialization(error: any Error)
    case objectSerialization(reason: String)
}

private protocol ResponseObjectSerializable: SendableMetatype {
    init?(response: HTTPURLResponse, representation: Any)
}

private protocol ResponseCollectionSerializable: SendableMetatype {
    static func collection(from response: HTTPURLResponse, withRepresentation representation: Any) -> [Self]
}

extension ResponseCollectionSerializable where Self: ResponseObjectSerializable {
    static func collection(from response: HTTPURLResponse, withRepresentation representation: Any) -> [Self] {
        var collection: [Self] = []
        if let representation = representation as? [[String: Any]] {
            for itemRepresentation in representation {
                if let item = Self(response: response, representation: itemRepresentation) { collection.append(item) }
            }
        }
        return collection
    }
}

/// Stands for a document of XML.
private struct Element: Sendable {
    let name: String

    init(data: Data) throws {
        let text = String(decoding: data, as: UTF8.self)
        guard text.hasPrefix("<"), let end = text.firstIndex(of: ">") else {
            throw CocoaError(.propertyListReadCorrupt)
        }
        name = String(text[..<end].dropFirst())
    }
}

extension DataRequest {
    fileprivate static func xmlResponseSerializer() -> ClosureResponseSerializer<Element> {
        return ClosureResponseSerializer { request, response, data, error in
            guard error == nil else { return .failure(BackendError.network(error: error!)) }

            let result = Request.serializeResponseData(response: response, data: data, error: nil)

            guard case let .success(validData) = result else {
                return .failure(BackendError.dataSerialization(error: result.error! as! AFError))
            }

            do {
                let xml = try Element(data: validData)
                return .success(xml)
            } catch {
                return .failure(BackendError.xmlSerialization(error: error))
            }
        }
    }

    @discardableResult
    fileprivate func responseXMLDocument(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<Element>) -> Void
    ) -> Self {
        return response(
            queue: queue,
            responseSerializer: DataRequest.xmlResponseSerializer(),
            completionHandler: completionHandler
        )
    }

    @discardableResult
    fileprivate func responseObject<T: ResponseObjectSerializable>(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<T>) -> Void
    ) -> Self {
        let responseSerializer = ClosureResponseSerializer<T> { request, response, data, error in
            guard error == nil else { return .failure(BackendError.network(error: error!)) }

            let jsonResponseSerializer = DataRequest.jsonResponseSerializer(options: .allowFragments)
            let result = jsonResponseSerializer.serializeResponse(request, response, data, nil)

            guard case let .success(jsonObject) = result else {
                return .failure(BackendError.jsonSerialization(error: result.error!))
            }

            guard let response = response, let responseObject = T(response: response, representation: jsonObject) else {
                return .failure(BackendError.objectSerialization(reason: "JSON could not be serialized: \(jsonObject)"))
            }

            return .success(responseObject)
        }

        return response(queue: queue, responseSerializer: responseSerializer, completionHandler: completionHandler)
    }

    @discardableResult
    fileprivate func responseCollection<T: ResponseCollectionSerializable>(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<[T]>) -> Void
    ) -> Self {
        let responseSerializer = ClosureResponseSerializer<[T]> { request, response, data, error in
            guard error == nil else { return .failure(BackendError.network(error: error!)) }

            let jsonSerializer = DataRequest.jsonResponseSerializer(options: .allowFragments)
            let result = jsonSerializer.serializeResponse(request, response, data, nil)

            guard case let .success(jsonObject) = result else {
                return .failure(BackendError.jsonSerialization(error: result.error!))
            }

            guard let response = response else {
                let reason = "Response collection could not be serialized due to nil response."
                return .failure(BackendError.objectSerialization(reason: reason))
            }

            return .success(T.collection(from: response, withRepresentation: jsonObject))
        }

        return response(responseSerializer: responseSerializer, completionHandler: completionHandler)
    }
}

private struct User: ResponseObjectSerializable, ResponseCollectionSerializable {
    let username: String
    let name: String

    init?(response: HTTPURLResponse, representation: Any) {
        guard
            let username = response.url?.lastPathComponent,
            let representation = representation as? [String: Any],
            let name = representation["name"] as? String
        else { return nil }
        self.username = username
        self.name = name
    }
}

@Suite("The chapter on serializers, with protocols of one's own", .ownThreads, .hangLimit)
struct OwnProtocolTests {
    private func server() throws -> LoopbackServer {
        let server = try LoopbackServer()
        server.on(.get, "/users/mattt") { _ in .json(#"{"name": "Mattt"}"#) }
        server.on(.get, "/users") { _ in .json(#"[{"name": "Ada"}, {}]"#) }
        server.on(.get, "/xml") { _ in LoopbackResponse(text: "<note>x</note>") }
        return server
    }

    @Test("XML")
    func xml() async throws {
        let server = try server()
        let name = await awaited { done in
            AF.request(server.url("/xml")).responseXMLDocument { response in done(response.value?.name) }
        }
        expectEqual(name, "note")
        let errors = await awaited { done in
            AF.request(server.url("/users")).responseXMLDocument { response in
                done(response.error?.underlyingError.map { "\($0)" } ?? "none")
            }
        }
        expect(errors.hasPrefix("xmlSerialization"))
        let missing = await awaited { done in
            AF.request(server.url("/no")).validate().responseXMLDocument { response in
                done(response.error?.underlyingError.map { "\($0)" } ?? "none")
            }
        }
        expect(missing.hasPrefix("network"))
    }

    @Test("An object and a collection")
    func models() async throws {
        let server = try server()
        let user = await awaited { done in
            AF.request(server.url("/users/mattt")).responseObject { (response: AFDataResponse<User>) in
                done(response.result.value.map { "User: { username: \($0.username), name: \($0.name) }" })
            }
        }
        expectEqual(user, "User: { username: mattt, name: Mattt }")
        let names = await awaited { done in
            AF.request(server.url("/users")).responseCollection { (response: AFDataResponse<[User]>) in
                done(response.result.value?.map(\.name))
            }
        }
        expectEqual(names, ["Ada"])
    }
}
