public import Foundation

/// What a request can be addressed with.
///
/// ```swift
/// extension User: URLConvertible {
///     func asURL() throws -> URL { try "https://example.org/users/\(name)".asURL() }
/// }
/// ```
public protocol URLConvertible: Sendable {
    /// The URL.
    ///
    /// - Throws: `AFError.invalidURL(url:)`, or an error of the type's own, if there is none.
    func asURL() throws -> URL
}

extension String: URLConvertible {
    /// The URL that the text is.
    ///
    /// - Throws: `AFError.invalidURL(url:)` if it is none.
    public func asURL() throws -> URL {
        guard let url = URL(string: self) else { throw AFError.invalidURL(url: self) }
        return url
    }
}

extension URL: URLConvertible {
    /// The URL itself.
    public func asURL() throws -> URL { self }
}

extension URLComponents: URLConvertible {
    /// The URL that the components make.
    ///
    /// - Throws: `AFError.invalidURL(url:)` if they make none, as a path without a slash behind a host does.
    public func asURL() throws -> URL {
        guard let url else { throw AFError.invalidURL(url: self) }
        return url
    }
}
