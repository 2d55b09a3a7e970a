public import NeatlineJSON

/// SwiftyJSON's name of `JSONType`.
public typealias Type = JSONType

/// SwiftyJSON's name of the positions in a `JSON`.
public typealias JSONIndex = JSON.Index

/// SwiftyJSON's name of the positions in a `JSON`.
public typealias JSONRawIndex = JSON.Index

/// The name of `JSONSubscriptType` in SwiftyJSON 2.
@available(*, deprecated, renamed: "JSONSubscriptType")
public typealias SubscriptType = JSONSubscriptType

extension JSON {
    /// The name of `exists()` in SwiftyJSON 2.
    @available(*, deprecated, renamed: "exists()")
    public func isExists() -> Bool { exists() }

    /// The name of `null` in SwiftyJSON 2.
    @available(*, unavailable, renamed: "null")
    public static var nullJSON: JSON { .null }
}
