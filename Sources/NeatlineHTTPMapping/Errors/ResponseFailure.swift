internal import Foundation
public import NeatlineFoundation
public import NeatlineHTTP

/// Why there is no model: what the server said about it, or, where it said nothing, an `AFError`.
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
    /// The server answered with a status that is an error's, and the body says why.
    case server(Body, statusCode: Int)
    /// The request failed, was not valid, or was answered with what cannot be read.
    case request(AFError)

    /// What went wrong, in words.
    public var errorDescription: String? {
        switch self {
        case .server(let body, let statusCode): "The server answered with status \(statusCode): \(body)"
        case .request(let error): error.errorDescription
        }
    }

    /// What the server said, if it did.
    public var body: Body? {
        guard case .server(let body, _) = self else { return nil }
        return body
    }

    /// The status of the server's answer, if it said why, or if it was not valid.
    public var statusCode: Int? {
        switch self {
        case .server(_, let statusCode): statusCode
        case .request(let error): error.responseCode
        }
    }

    /// The failure behind an error of ``FailureResponseSerializer``; `.request` for any other.
    public init(_ error: AFError) {
        self = error.underlyingError as? ResponseFailure<Body> ?? .request(error)
    }
}

extension ResponseFailure: CustomStringConvertible {
    /// What went wrong, in words; of an `AFError` also what it knows of the request.
    public var description: String {
        switch self {
        case .server: errorDescription ?? ""
        case .request(let error): error.description
        }
    }
}

extension ResponseFailure: Equatable where Body: Equatable {
    /// Whether both are the same answer of a server. Other failures are equal to none.
    public static func == (left: ResponseFailure, right: ResponseFailure) -> Bool {
        guard case .server(let body, let status) = left, case .server(let other, status) = right else { return false }
        return body == other
    }
}
