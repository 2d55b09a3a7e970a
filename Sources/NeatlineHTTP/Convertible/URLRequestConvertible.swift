#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// What makes a request: a `URLRequest`, or a type that knows how each of an application's requests looks.
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
    /// The request.
    ///
    /// - Throws: Whatever makes it impossible; the response handlers get it as `AFError.createURLRequestFailed(error:)`.
    func asURLRequest() throws -> URLRequest
}

extension URLRequestConvertible {
    /// The request; nil if `asURLRequest()` throws.
    public var urlRequest: URLRequest? { try? asURLRequest() }
}

extension URLRequest: URLRequestConvertible {
    /// The request itself.
    public func asURLRequest() throws -> URLRequest { self }
}
