#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLRequest {
    /// Creates a request with a URL, a method and header fields.
    ///
    /// ```swift
    /// let request = try URLRequest(url: "https://example.org", method: .put, headers: ["Accept": "application/json"])
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - method: The HTTP method.
    ///   - headers: The header fields; `nil` for none.
    /// - Throws: The error of `url`, usually `AFError.invalidURL(url:)`.
    public init(url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders? = nil) throws {
        self.init(url: try url.asURL())
        // The method is `GET` already, and setting it costs as much as the rest of this initializer.
        if method != .get { httpMethod = method.rawValue }
        if let headers { allHTTPHeaderFields = headers.dictionary }
    }

    /// The `httpMethod` as an ``HTTPMethod``.
    public var method: HTTPMethod? {
        get { httpMethod.map(HTTPMethod.init(rawValue:)) }
        set { httpMethod = newValue?.rawValue }
    }

    /// Checks that the request can be sent.
    ///
    /// - Throws: `AFError.urlRequestValidationFailed(reason: .bodyDataInGETRequest(_:))` for a `GET` request with a
    ///   body, which servers and caches may drop or refuse (RFC 9110, section 9.3.1).
    public func validate() throws {
        if let body = httpBody, httpMethod == "GET" {
            throw AFError.urlRequestValidationFailed(reason: .bodyDataInGETRequest(body))
        }
    }
}
