public import NeatlineJSON

/// SwiftyJSON's name of `JSONType`, the type of a value.
public typealias Type = JSONType

/// SwiftyJSON's name of the positions in a `JSON`.
public typealias JSONIndex = JSON.Index

/// SwiftyJSON's name of the positions in a `JSON`.
public typealias JSONRawIndex = JSON.Index

/// The domain of the errors of SwiftyJSON 3, which were of type `NSError`.
///
/// Those of Neatline have `SwiftyJSONError.errorDomain`.
@available(*, deprecated, message: "Use SwiftyJSONError.errorDomain, which has another value")
public let ErrorDomain = "SwiftyJSONErrorDomain"

/// SwiftyJSON 3's name of the code of `SwiftyJSONError.unsupportedType`.
@available(*, deprecated, renamed: "SwiftyJSONError.unsupportedType.errorCode")
public let ErrorUnsupportedType = 999

/// SwiftyJSON 3's name of the code of `SwiftyJSONError.indexOutOfBounds`.
@available(*, deprecated, renamed: "SwiftyJSONError.indexOutOfBounds.errorCode")
public let ErrorIndexOutOfBounds = 900

/// SwiftyJSON 3's name of the code of `SwiftyJSONError.wrongType`.
@available(*, deprecated, renamed: "SwiftyJSONError.wrongType.errorCode")
public let ErrorWrongType = 901

/// SwiftyJSON 3's name of the code of `SwiftyJSONError.notExist`.
@available(*, deprecated, renamed: "SwiftyJSONError.notExist.errorCode")
public let ErrorNotExist = 500

/// SwiftyJSON 3's name of the code of `SwiftyJSONError.invalidJSON`.
@available(*, deprecated, renamed: "SwiftyJSONError.invalidJSON.errorCode")
public let ErrorInvalidJSON = 490

/// SwiftyJSON 2's name of `JSONSubscriptType`.
@available(*, deprecated, renamed: "JSONSubscriptType")
public typealias SubscriptType = JSONSubscriptType

extension JSON {
    /// Returns whether the value exists, as `exists()` does; SwiftyJSON 2's name.
    @available(*, deprecated, renamed: "exists()")
    public func isExists() -> Bool { exists() }

    /// Parses a text, as `init(parseJSON:)` does; the name in SwiftyJSON 3 to 5.
    ///
    /// - Parameter json: The text of a JSON value.
    /// - Returns: The value, or one that reads as null and whose `error` has the position, if the text is not JSON.
    @available(*, deprecated, renamed: "init(parseJSON:)")
    public static func parse(_ json: String) -> JSON { JSON(parseJSON: json) }

    /// SwiftyJSON 2's name of `null`.
    @available(*, unavailable, renamed: "null")
    public static var nullJSON: JSON { .null }
}
