/// A type with a value for responses whose body is empty.
///
/// ```swift
/// extension Receipt: EmptyResponse {
///     static func emptyValue() -> Receipt { Receipt(items: []) }
/// }
/// ```
public protocol EmptyResponse {
    /// Returns the value for an empty body.
    static func emptyValue() -> Self
}

/// The type to decode when a response is expected to have no body.
///
/// ```swift
/// AF.request(url, method: .delete)
///     .responseDecodable(of: Empty.self, emptyResponseCodes: [200, 204]) { response in print(response.result) }
/// ```
public struct Empty: Codable, Sendable, Hashable, EmptyResponse {
    /// The only value of the type.
    public static let value = Empty()

    /// Returns the only value of the type.
    public static func emptyValue() -> Empty { value }
}
