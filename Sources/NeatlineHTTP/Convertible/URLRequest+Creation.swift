#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLRequest {
    /// A request with a method and headers.
    ///
    /// ```swift
    /// let request = try URLRequest(url: "https://example.org", method: .put, headers: ["Accept": "application/json"])
    /// ```
    ///
    /// - Throws: What `url` throws: `AFError.invalidURL(url:)`.
    public init(url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders? = nil) throws {
        self.init(url: try url.asURL())
        // It is `GET` already, and setting it costs as much as all else here.
        if method != .get { httpMethod = method.rawValue }
        if let headers { allHTTPHeaderFields = headers.dictionary }
    }

    /// `httpMethod`, as a value of its own type.
    public var method: HTTPMethod? {
        get { httpMethod.map(HTTPMethod.init(rawValue:)) }
        set { httpMethod = newValue?.rawValue }
    }

    /// Checks that the request can be sent.
    ///
    /// - Throws: `AFError.urlRequestValidationFailed(reason: .bodyDataInGETRequest(_:))` for a `GET` with a body, which
    ///   servers and caches may drop or refuse (RFC 9110, section 9.3.1).
    public func validate() throws {
        if let body = httpBody, httpMethod == "GET" {
            throw AFError.urlRequestValidationFailed(reason: .bodyDataInGETRequest(body))
        }
    }
}
