/// An HTTP method (RFC 9110, section 9). Methods are case-sensitive and sent as they are.
///
/// ```swift
/// AF.request("https://example.org/files", method: .post)
///
/// extension HTTPMethod { static let propfind = HTTPMethod(rawValue: "PROPFIND") }
/// ```
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The name of the method.
    public let rawValue: String

    /// Creates a method.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `CONNECT`.
    public static let connect = HTTPMethod(rawValue: "CONNECT")
    /// `DELETE`.
    public static let delete = HTTPMethod(rawValue: "DELETE")
    /// `GET`.
    public static let get = HTTPMethod(rawValue: "GET")
    /// `HEAD`.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// `OPTIONS`.
    public static let options = HTTPMethod(rawValue: "OPTIONS")
    /// `PATCH`.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// `POST`.
    public static let post = HTTPMethod(rawValue: "POST")
    /// `PUT`.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// `QUERY`, a safe method like `GET`, but with a body.
    public static let query = HTTPMethod(rawValue: "QUERY")
    /// `TRACE`.
    public static let trace = HTTPMethod(rawValue: "TRACE")
}
