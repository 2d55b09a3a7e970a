public import NeatlineJSON

/// SwiftyJSON's name of `JSONType`, the type of a value.
public typealias Type = JSONType

/// SwiftyJSON's name of the positions in a `JSON`.
public typealias JSONIndex = JSON.Index

/// SwiftyJSON's name of the positions in a `JSON`.
public typealias JSONRawIndex = JSON.Index

/// SwiftyJSON 2's name of `JSONSubscriptType`.
@available(*, deprecated, renamed: "JSONSubscriptType")
public typealias SubscriptType = JSONSubscriptType

extension JSON {
    /// Returns whether the value exists, as `exists()` does; SwiftyJSON 2's name.
    @available(*, deprecated, renamed: "exists()")
    public func isExists() -> Bool { exists() }

    /// SwiftyJSON 2's name of `null`.
    @available(*, unavailable, renamed: "null")
    public static var nullJSON: JSON { .null }
}
