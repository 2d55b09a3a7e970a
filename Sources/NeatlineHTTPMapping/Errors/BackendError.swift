internal import Foundation
public import NeatlineFoundation
public import NeatlineHTTP
internal import NeatlineHTTPJSON

/// Why there is no object, in the cases that Alamofire 4's documents wrote for it.
///
/// Handlers fail with an `AFError`; this sorts one:
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
    /// The request failed, or its response was not valid.
    case network(error: any Error)
    /// A body is missing.
    case dataSerialization(error: any Error)
    /// The body is no JSON.
    case jsonSerialization(error: any Error)
    /// The body is no XML: for serializers of your own.
    case xmlSerialization(error: any Error)
    /// The body is JSON that makes no object.
    case objectSerialization(reason: String)

    /// The case that an error is.
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
    /// What went wrong, in words.
    public var errorDescription: String? {
        switch self {
        case .network(let error): Self.words(error)
        case .dataSerialization(let error): Self.words(error)
        case .jsonSerialization(let error): Self.words(error)
        case .xmlSerialization(let error): Self.words(error)
        case .objectSerialization(let reason): reason
        }
    }

    private static func words(_ error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
