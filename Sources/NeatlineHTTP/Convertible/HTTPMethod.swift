/// A request's method (RFC 9110, section 9): a name that is sent as it stands, capitals being others than small letters.
///
/// ```swift
/// AF.request("https://example.org/files", method: .post)
///
/// extension HTTPMethod { static let propfind = HTTPMethod(rawValue: "PROPFIND") }
/// ```
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// The method of that name.
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
    /// `QUERY`, which asks as `GET` does and has a body.
    public static let query = HTTPMethod(rawValue: "QUERY")
    /// `TRACE`.
    public static let trace = HTTPMethod(rawValue: "TRACE")
}
