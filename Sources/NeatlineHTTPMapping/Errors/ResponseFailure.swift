internal import Foundation
public import NeatlineFoundation
public import NeatlineHTTP

/// The error of a request for a model: the description that the server sends, or an `AFError`.
///
/// ```swift
/// AF.request(url).responseObject(of: User.self, orFailure: Problem.self) { response in
///     switch response.result {
///     case .success(let user): print(user.name)
///     case .failure(.server(let problem, let status)): print(status, problem.message)
///     case .failure(.request(let error)): print(error)
///     }
/// }
/// ```
public enum ResponseFailure<Body: Sendable>: NSErrorBridgeable {
    /// The server has responded with the status code of an error, and described it in the body.
    case server(Body, statusCode: Int)
    /// The request has failed, was not accepted by validation, or its response cannot be read.
    case request(AFError)

    /// A description of the error, in English.
    public var errorDescription: String? {
        switch self {
        case .server(let body, let statusCode): "The server answered with status \(statusCode): \(body)"
        case .request(let error): error.errorDescription
        }
    }

    /// The server's description of the error, if there is one.
    public var body: Body? {
        guard case .server(let body, _) = self else { return nil }
        return body
    }

    /// The status code, if the server has described the error, or validation has rejected it.
    public var statusCode: Int? {
        switch self {
        case .server(_, let statusCode): statusCode
        case .request(let error): error.responseCode
        }
    }

    /// Converts an error of ``FailureResponseSerializer``; `.request` for any other error.
    ///
    /// - Parameter error: The error of a response.
    public init(_ error: AFError) {
        self = error.underlyingError as? ResponseFailure<Body> ?? .request(error)
    }
}

extension ResponseFailure: CustomStringConvertible {
    /// A description of the error, in English; for an `AFError` with the request.
    public var description: String {
        switch self {
        case .server: errorDescription ?? ""
        case .request(let error): error.description
        }
    }
}

extension ResponseFailure: Equatable where Body: Equatable {
    /// Returns whether both are the same response of a server. Other failures are not equal.
    public static func == (left: ResponseFailure, right: ResponseFailure) -> Bool {
        guard case .server(let body, let status) = left, case .server(let other, status) = right else { return false }
        return body == other
    }
}
