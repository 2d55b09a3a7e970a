/// An HTTP method (RFC 9110, section 9). Methods are case-sensitive and sent unchanged.
///
/// ```swift
/// AF.request("https://example.org/files", method: .post)
///
/// extension HTTPMethod { static let propfind = HTTPMethod(rawValue: "PROPFIND") }
/// ```
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The name of the method.
    public let rawValue: String

    /// Creates a method with any name.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The method `CONNECT`, which opens a tunnel.
    public static let connect = HTTPMethod(rawValue: "CONNECT")
    /// The method `DELETE`, which is idempotent.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// The method `GET`, which is safe and idempotent.
    public static let get = HTTPMethod(rawValue: "GET")
    /// The method `HEAD`: `GET` without the response's body.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// The method `OPTIONS`, which is safe and idempotent.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// The method `PATCH`, which is not idempotent.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// The method `POST`, which is not idempotent.
    public static let post = HTTPMethod(rawValue: "POST")
    /// The method `PUT`, which is idempotent.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// `QUERY`, a safe method like `GET`, but with a body.
    public static let query = HTTPMethod(rawValue: "QUERY")
    /// The method `TRACE`, which is safe and idempotent.
    public static let trace = HTTPMethod(rawValue: "TRACE")
}
