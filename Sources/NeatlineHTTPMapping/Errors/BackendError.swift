internal import Foundation
public import NeatlineFoundation
public import NeatlineHTTP
internal import NeatlineHTTPJSON

/// An error of a response, with the cases in the documentation of Alamofire 4.
///
/// Handlers receive an `AFError`, which can be converted:
///
/// ```swift
/// request.responseObject { (response: AFDataResponse<User>) in
///     switch response.mapError(BackendError.init).result {
///     case .success(let user): print(user)
///     case .failure(.network(let error)): print("not reached: \(error)")
///     case .failure(let error): print(error.localizedDescription)
///     }
/// }
/// ```
public enum BackendError: Error, Sendable {
    /// The request has failed, or its response is not valid.
    case network(error: any Error)
    /// The body is missing or empty.
    case dataSerialization(error: any Error)
    /// The body is not JSON.
    case jsonSerialization(error: any Error)
    /// The body is not XML: for custom serializers.
    case xmlSerialization(error: any Error)
    /// The body is JSON from which no object can be created.
    case objectSerialization(reason: String)

    /// Creates the error that corresponds to an error of a response.
    ///
    /// - Parameter error: The error of a response.
    public init(_ error: AFError) {
        guard case .responseSerializationFailed(let reason) = error else {
            self = .network(error: error)
            return
        }
        switch reason {
        case .customSerializationFailed(let inner as BackendError): self = inner
        case .decodingFailed(let inner as ResponseBodyError):
            self =
                inner.path == nil ? .jsonSerialization(error: inner) : .objectSerialization(reason: inner.description)
        case .jsonSerializationFailed(let inner): self = .jsonSerialization(error: inner)
        case .decodingFailed(let inner): self = .objectSerialization(reason: "\(inner)")
        case .customSerializationFailed(let inner): self = .objectSerialization(reason: "\(inner)")
        case .inputDataNilOrZeroLength, .inputFileNil, .inputFileReadFailed, .stringSerializationFailed,
            .invalidEmptyResponse:
            self = .dataSerialization(error: error)
        }
    }
}

extension BackendError: NSErrorBridgeable {
    /// A description of the error, in English.
    public var errorDescription: String? {
        switch self {
        case .network(let error): Self.fullDescription(error)
        case .dataSerialization(let error): Self.fullDescription(error)
        case .jsonSerialization(let error): Self.fullDescription(error)
        case .xmlSerialization(let error): Self.fullDescription(error)
        case .objectSerialization(let reason): reason
        }
    }

    private static func fullDescription(_ error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
