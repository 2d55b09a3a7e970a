public import Foundation

/// A type that can be converted to a URL, such as `String`, `URL` and `URLComponents`.
///
/// ```swift
/// extension User: URLConvertible {
///     func asURL() throws -> URL { try "https://example.org/users/\(name)".asURL() }
/// }
///
/// AF.request(user)
/// ```
public protocol URLConvertible: Sendable {
    /// Returns the URL. Called on the queue that creates the request, for each attempt.
    ///
    /// - Throws: `AFError.invalidURL(url:)`, or an error of the conforming type.
    func asURL() throws -> URL
}

extension String: URLConvertible {
    /// Parses the text as a URL.
    ///
    /// - Throws: `AFError.invalidURL(url:)` if it is not a URL.
    public func asURL() throws -> URL {
        guard let url = URL(string: self) else { throw AFError.invalidURL(url: self) }
        return url
    }
}

extension URL: URLConvertible {
    /// Returns the URL itself.
    public func asURL() throws -> URL { self }
}

extension URLComponents: URLConvertible {
    /// Returns the URL of the components.
    ///
    /// - Throws: `AFError.invalidURL(url:)` if they do not form a URL, for example because the path of a URL with a
    ///   host does not begin with a slash.
    public func asURL() throws -> URL {
        guard let url else { throw AFError.invalidURL(url: self) }
        return url
    }
}
