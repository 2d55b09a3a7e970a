public import Foundation
public import NeatlineHTTP
internal import NeatlineHTTPJSON
internal import NeatlineJSON
public import NeatlineMapping

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Reads responses as another serializer does, and those with an error's status, 400 and above or one that was not
/// accepted, as a model of errors.
///
/// The error that it throws for the latter is a ``ResponseFailure``. If the body makes no model, it is the request's own
/// error, or `AFError.responseValidationFailed` with the status.
public struct FailureResponseSerializer<Serializer: DataResponseSerializerProtocol, Failure: BaseMappable & Sendable>:
    DataResponseSerializerProtocol
{
    private let serializer: Serializer
    private let keyPath: String?

    /// A serializer.
    ///
    /// - Parameters:
    ///   - serializer: Reads the responses that are none of errors.
    ///   - failure: What describes an error.
    ///   - keyPath: Where in the body of an error it stands; nil for the root.
    public init(_ serializer: Serializer, orFailure failure: Failure.Type, keyPath: String? = nil) {
        self.serializer = serializer
        self.keyPath = keyPath
    }

    /// As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> Serializer.SerializedObject {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// The other serializer's value.
    ///
    /// - Throws: ``ResponseFailure``, `AFError`, or what the other serializer throws.
    public func serialize(_ received: ReceivedResponse) throws -> Serializer.SerializedObject {
        guard let status = received.refusedStatus else { return try serializer.serialize(received) }
        if received.data?.isEmpty == false, let body = try? failure(in: received) {
            throw ResponseFailure<Failure>.server(body, statusCode: status)
        }
        throw received.error ?? AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: status))
    }

    private func failure(in received: ReceivedResponse) throws -> Failure {
        let reading = ModelReading<Failure>(keyPath: keyPath, context: nil, options: MappingOptions(), noting: nil)
        return try reading.object(in: received.parsedBody(), into: nil) { $0.map(json: $1) }
    }
}

extension ReceivedResponse {
    /// The status, if it is an error's or was not accepted.
    fileprivate var refusedStatus: Int? {
        guard let error else { return statusCode.flatMap { $0 >= 400 ? $0 : nil } }
        guard let error = error as? AFError, case .responseValidationFailed = error else { return nil }
        return error.responseCode ?? statusCode.flatMap { $0 >= 400 ? $0 : nil }
    }
}

extension FailureResponseSerializer: ComputingSerializer where Serializer: ComputingSerializer {}
