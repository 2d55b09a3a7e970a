public import Foundation
internal import NeatlineFoundation
internal import NeatlineJSON

/// Converts strings, which are stored unchanged.
public struct DefaultsStringBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}
    /// Returns the string as a value.
    ///
    /// - Parameter value: The string.
    public func encode(_ value: String) -> DefaultsValue? { .json(.string(value)) }
    /// Returns the string, or the text of a number.
    ///
    /// - Parameter stored: A stored string or number.
    public func decode(_ stored: DefaultsValue) -> String? {
        if case .json(.number(let number)) = stored { return number.text }
        return stored.string
    }
}

/// Converts booleans; also reads numbers and strings such as `YES`.
public struct DefaultsBoolBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}
    /// Returns the boolean as a value.
    ///
    /// - Parameter value: The boolean.
    public func encode(_ value: Bool) -> DefaultsValue? { .json(.bool(value)) }
    /// Returns the boolean; nil for a value that is none.
    ///
    /// - Parameter stored: A stored boolean, number or string.
    public func decode(_ stored: DefaultsValue) -> Bool? { stored.bool }
}

/// Converts integers of the other types; also reads other numbers, and strings that contain an integer.
public struct DefaultsIntegerBridge<Integer: FixedWidthInteger>: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}
    /// Returns the integer as a value.
    ///
    /// - Parameter value: The integer.
    public func encode(_ value: Integer) -> DefaultsValue? { .json(.number(JSONNumber(value))) }
    /// Returns the integer, or nil if the stored number is out of its range.
    ///
    /// - Parameter stored: A stored number, or a string that contains one.
    public func decode(_ stored: DefaultsValue) -> Integer? { stored.integer() }
}

/// Converts `Int`; also reads other numbers, and strings that contain an integer.
///
/// It is not a `DefaultsIntegerBridge<Int>`, whose functions are called without knowing the type.
public struct DefaultsIntBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}
    /// Returns the integer as a value.
    ///
    /// - Parameter value: The integer.
    public func encode(_ value: Int) -> DefaultsValue? { .json(.number(JSONNumber(value))) }
    /// Returns the integer, or nil if the stored number is out of its range.
    ///
    /// - Parameter stored: A stored number, or a string that contains one.
    public func decode(_ stored: DefaultsValue) -> Int? { stored.integer(Int.self) }
}

/// Converts `Double`; also reads strings that contain a number.
public struct DefaultsDoubleBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}
    /// Returns the number as a value; NaN and the infinities, which JSON does not have, as strings.
    ///
    /// - Parameter value: The number.
    public func encode(_ value: Double) -> DefaultsValue? { DefaultsValue(number: JSONNumber(value)) }
    /// Returns the double; nil for a value that is not a number.
    ///
    /// - Parameter stored: A stored number, or a string that contains one.
    public func decode(_ stored: DefaultsValue) -> Double? { stored.double }
}

/// Converts `Float`; also reads strings that contain a number.
public struct DefaultsFloatBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}
    /// Returns the number as a value; NaN and the infinities, which JSON does not have, as strings.
    ///
    /// - Parameter value: The number.
    public func encode(_ value: Float) -> DefaultsValue? { DefaultsValue(number: JSONNumber(value)) }
    /// Returns the nearest float; nil for a value that is not a number.
    ///
    /// - Parameter stored: A stored number, or a string that contains one.
    public func decode(_ stored: DefaultsValue) -> Float? { stored.double.map { Float($0) } }
}

/// Converts `Decimal`, as a string, because property lists have no decimal numbers.
public struct DefaultsDecimalBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}
    /// Returns the number's digits as a value.
    ///
    /// - Parameter value: The number.
    public func encode(_ value: Decimal) -> DefaultsValue? { .json(.string(value.description)) }
    /// Returns the decimal; nil for a value that is not a number.
    ///
    /// - Parameter stored: A stored string or number.
    public func decode(_ stored: DefaultsValue) -> Decimal? {
        switch stored {
        case .json(.string(let text)): text == "NaN" ? .nan : JSONNumber(text: text)?.decimal
        case .json(.number(let number)): number.decimal ?? Decimal(string: number.text)
        default: nil
        }
    }
}

/// Converts bytes, the values of type `Data`.
public struct DefaultsDataBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}
    /// Returns the bytes as a value.
    ///
    /// - Parameter value: The bytes.
    public func encode(_ value: Data) -> DefaultsValue? { .data(value) }
    /// Returns the bytes; nil for a value of another type.
    ///
    /// - Parameter stored: Stored bytes.
    public func decode(_ stored: DefaultsValue) -> Data? { stored.data }
}

/// Converts points in time, the values of type `Date`.
public struct DefaultsDateBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}
    /// Returns the point in time as a value.
    ///
    /// - Parameter value: The point in time.
    public func encode(_ value: Date) -> DefaultsValue? { .date(value) }
    /// Returns the point in time.
    ///
    /// - Parameter stored: A stored point in time.
    public func decode(_ stored: DefaultsValue) -> Date? { stored.date }
}

/// Converts URLs, as strings; also reads archived URLs and paths of files, as `UserDefaults` keeps them. A relative URL that
/// looks like a path, such as `/a?b`, is stored as an archive.
public struct DefaultsUrlBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}
    /// Returns the whole URL as a value.
    ///
    /// - Parameter value: The URL.
    public func encode(_ value: URL) -> DefaultsValue? {
        let text = value.absoluteString
        if isPath(text), let archive = try? DefaultsKeyedArchiverBridge().encode(value as NSURL) { return archive }
        return .json(.string(text))
    }
    /// Returns the URL; nil for a value that contains none.
    ///
    /// - Parameter stored: A stored string or archive.
    public func decode(_ stored: DefaultsValue) -> URL? {
        if let data = stored.data { return DefaultsKeyedArchiverBridge<NSURL>().unarchive(data) as URL? }
        guard let text = stored.string else { return nil }
        if isPath(text) { return URL(fileURLWithPath: (text as NSString).expandingTildeInPath) }
        return URL(string: text)
    }

    /// Whether a stored string is the path of a file, as `UserDefaults` keeps the URL of one.
    private func isPath(_ text: String) -> Bool { text.hasPrefix("/") || text.hasPrefix("~") }
}

/// Converts UUIDs, which are stored as strings.
public struct DefaultsUUIDBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}
    /// Returns the UUID's text as a value.
    ///
    /// - Parameter value: The UUID.
    public func encode(_ value: UUID) -> DefaultsValue? { .json(.string(value.uuidString)) }
    /// Returns the UUID; nil for a string that is none.
    ///
    /// - Parameter stored: A stored string.
    public func decode(_ stored: DefaultsValue) -> UUID? { stored.string.flatMap { UUID(uuidString: $0) } }
}
