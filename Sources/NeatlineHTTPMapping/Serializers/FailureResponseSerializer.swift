internal import Foundation
public import NeatlineHTTP
internal import NeatlineHTTPJSON
internal import NeatlineJSON
public import NeatlineMapping

/// A serializer that reads responses with another serializer, and those with the status code of an error, 400 or
/// greater or rejected by validation, as an error that the server describes.
///
/// The other serializer's `dataPreprocessor` also changes the bodies of errors.
///
/// For the latter it throws a ``ResponseFailure``. If the body cannot be mapped, it throws the request's own error, or
/// `AFError.responseValidationFailed` with the status code.
public struct FailureResponseSerializer<Serializer: DataResponseSerializerProtocol, Failure: BaseMappable & Sendable>:
    ReceivedResponseSerializer
{
    private let serializer: Serializer
    private let keyPath: String?

    /// Creates a serializer from that for successful responses.
    ///
    /// - Parameters:
    ///   - serializer: Reads the other responses.
    ///   - failure: The type of the error that the server describes.
    ///   - keyPath: The key path of the error in its body; `nil` for the root.
    public init(_ serializer: Serializer, orFailure failure: Failure.Type, keyPath: String? = nil) {
        self.serializer = serializer
        self.keyPath = keyPath
    }

    /// Reads the response with the other serializer, or as an error.
    ///
    /// - Parameter received: The response.
    /// - Returns: The value of the other serializer.
    /// - Throws: ``ResponseFailure``, `AFError`, or the error of the other serializer.
    public func serialize(_ received: ReceivedResponse) throws -> Serializer.SerializedObject {
        guard let status = received.refusedStatus else { return try serializer.serialize(received) }
        if received.data?.isEmpty == false, let body = try? failure(in: received) {
            throw ResponseFailure<Failure>.server(body, statusCode: status)
        }
        throw received.error ?? AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: status))
    }

    private func failure(in received: ReceivedResponse) throws -> Failure {
        let reading = ModelReading<Failure>(keyPath: keyPath, context: nil, options: MappingOptions(), noting: nil)
        let shared = serializer as? any ResponseSerializer
        let json = try shared?.json(of: received.withoutError) ?? received.parsedBody()
        return try reading.object(in: json, into: nil) { $0.map(json: $1) }
    }
}

extension ReceivedResponse {
    /// The status code, if it is that of an error or was rejected by validation.
    fileprivate var refusedStatus: Int? {
        guard let error else { return statusCode.flatMap { $0 >= 400 ? $0 : nil } }
        guard let error = error as? AFError, case .responseValidationFailed = error else { return nil }
        return error.responseCode ?? statusCode.flatMap { $0 >= 400 ? $0 : nil }
    }
}

extension FailureResponseSerializer: ComputingSerializer where Serializer: ComputingSerializer {}
