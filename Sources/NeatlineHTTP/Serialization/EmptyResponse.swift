/// A type that has a value for responses without a body.
///
/// ```swift
/// extension Receipt: EmptyResponse {
///     static func emptyValue() -> Receipt { Receipt(items: []) }
/// }
/// ```
public protocol EmptyResponse {
    /// The value.
    static func emptyValue() -> Self
}

/// What to decode when a response is expected to have no body.
public struct Empty: Codable, Sendable, Hashable, EmptyResponse {
    /// The only value.
    public static let value = Empty()

    /// The only value.
    public static func emptyValue() -> Empty { value }
}
