import Foundation
import NeatlineHTTP
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request that is never sent.
func madeRequest(_ method: HTTPMethod = .get) throws -> URLRequest {
    try URLRequest(url: "http://example.org/a", method: method)
}

/// A response that never came.
func madeResponse(_ status: Int = 200, headers: HTTPHeaders = []) throws -> HTTPURLResponse {
    let url = try #require(URL(string: "http://example.org/a"))
    return try #require(
        HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers.dictionary))
}

extension DataResponseSerializerProtocol {
    /// What the serializer makes of a body, or the error it throws.
    func made(
        of body: String?, method: HTTPMethod = .get, status: Int = 200, headers: HTTPHeaders = [],
        error: (any Error)? = nil
    ) throws -> Result<SerializedObject, any Error> {
        serializeResponse(
            try madeRequest(method), try madeResponse(status, headers: headers), body.map { Data($0.utf8) }, error)
    }
}

extension Result {
    /// Why serialization failed, if it did with an `AFError`.
    var serializationFailure: AFError.ResponseSerializationFailureReason? {
        if case .responseSerializationFailed(let reason) = error as? AFError { return reason }
        return nil
    }

    var isMissingBody: Bool {
        if case .inputDataNilOrZeroLength = serializationFailure { return true }
        return false
    }
}
