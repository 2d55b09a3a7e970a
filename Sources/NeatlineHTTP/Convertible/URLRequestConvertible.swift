#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A type that can be converted to a `URLRequest`, such as `URLRequest` itself, or a type for an application's
/// requests.
///
/// ```swift
/// enum Router: URLRequestConvertible {
///     case user(String)
///
///     func asURLRequest() throws -> URLRequest {
///         switch self {
///         case .user(let name): try URLRequest(url: "https://example.org/users/\(name)", method: .get)
///         }
///     }
/// }
///
/// AF.request(Router.user("ada"))
/// ```
public protocol URLRequestConvertible: Sendable {
    /// Returns the request. Called on the queue that creates the request, for each attempt.
    ///
    /// - Throws: Any error, with which the request fails, wrapped in `AFError.createURLRequestFailed(error:)` unless it
    ///   is an ``AFError``.
    func asURLRequest() throws -> URLRequest
}

extension URLRequestConvertible {
    /// The request; `nil` if `asURLRequest()` throws.
    public var urlRequest: URLRequest? { try? asURLRequest() }
}

extension URLRequest: URLRequestConvertible {
    /// Returns the request itself.
    public func asURLRequest() throws -> URLRequest { self }
}
