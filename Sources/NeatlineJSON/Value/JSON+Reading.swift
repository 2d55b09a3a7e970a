// Typed reads: an optional, and a `…Value` with a default, for each type. The rules are SwiftyJSON's.

extension JSON {
    // MARK: Booleans and strings

    /// The boolean; nil for everything else, numbers and strings included.
    public var bool: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    /// The boolean; true for a number other than 0 and for the strings `true`, `y`, `t`, `yes` and `1` in any case; false
    /// otherwise.
    public var boolValue: Bool {
        switch self {
        case .bool(let value): value
        case .number(let number): number != 0
        case .string(let text): ["true", "y", "t", "yes", "1"].contains(text.lowercased())
        default: false
        }
    }

    /// The string, with its escapes decoded; nil for everything else.
    public var string: String? {
        if case .string(let value) = self { return value }
        return nil
    }

    /// The string; a number's text; `true` or `false`; an empty string otherwise.
    public var stringValue: String {
        switch self {
        case .string(let text): text
        case .number(let number): number.shownText
        case .bool(let value): value ? "true" : "false"
        default: ""
        }
    }

    // MARK: Numbers

    /// The number or, as 1 and 0, the boolean.
    var numberOrBool: JSONNumber? {
        switch self {
        case .number(let number): number
        case .bool(let value): JSONNumber(value ? 1 : 0)
        default: nil
        }
    }

    /// The number, the boolean as 1 or 0, the number that a string begins with; 0 otherwise.
    var numberOrZero: JSONNumber {
        if case .string(let text) = self { return JSONNumber(prefixOf: text) ?? 0 }
        return numberOrBool ?? 0
    }

    /// The nearest double; true and false are 1 and 0; nil for everything else, and for a number beyond `Double`'s range.
    public var double: Double? {
        guard let number = numberOrBool else { return nil }
        let value = number.doubleValue
        return value.isFinite || !number.isFinite ? value : nil
    }

    /// The nearest double, also of the number that a string begins with; infinite beyond `Double`'s range; 0 otherwise.
    public var doubleValue: Double {
        if case .number(let number) = self { return number.doubleValue }
        return numberOrZero.doubleValue
    }

    /// The nearest float; nil where `double` is.
    public var float: Float? { double.map { Float($0) } }

    /// The nearest float, also of the number that a string begins with; 0 otherwise.
    public var floatValue: Float { Float(doubleValue) }

    /// The number without its fraction, modulo the range of `Integer`.
    @inline(__always)
    private func truncated<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        numberOrBool.map { $0.truncated() }
    }

    @inline(__always)
    private func truncatedOrZero<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer {
        if case .number(let number) = self { return number.truncated() }
        return numberOrZero.truncated()
    }

    /// The number without its fraction; true and false are 1 and 0; nil for everything else.
    ///
    /// A number beyond the type's range wraps around as `NSNumber` does it, one beyond 64 bits is the nearest limit of
    /// the type; `JSONNumber.exactly(_:)` gives nil instead.
    public var int: Int? { truncated() }
    /// As `int`, also of the number that a string begins with; 0 otherwise.
    public var intValue: Int { truncatedOrZero() }
    /// As `int`.
    public var uInt: UInt? { truncated() }
    /// As `intValue`.
    public var uIntValue: UInt { truncatedOrZero() }
    /// As `int`.
    public var int8: Int8? { truncated() }
    /// As `intValue`.
    public var int8Value: Int8 { truncatedOrZero() }
    /// As `int`.
    public var uInt8: UInt8? { truncated() }
    /// As `intValue`.
    public var uInt8Value: UInt8 { truncatedOrZero() }
    /// As `int`.
    public var int16: Int16? { truncated() }
    /// As `intValue`.
    public var int16Value: Int16 { truncatedOrZero() }
    /// As `int`.
    public var uInt16: UInt16? { truncated() }
    /// As `intValue`.
    public var uInt16Value: UInt16 { truncatedOrZero() }
    /// As `int`.
    public var int32: Int32? { truncated() }
    /// As `intValue`.
    public var int32Value: Int32 { truncatedOrZero() }
    /// As `int`.
    public var uInt32: UInt32? { truncated() }
    /// As `intValue`.
    public var uInt32Value: UInt32 { truncatedOrZero() }
    /// As `int`.
    public var int64: Int64? { truncated() }
    /// As `intValue`.
    public var int64Value: Int64 { truncatedOrZero() }
    /// As `int`.
    public var uInt64: UInt64? { truncated() }
    /// As `intValue`.
    public var uInt64Value: UInt64 { truncatedOrZero() }

    // MARK: Containers

    /// The elements as a Swift array; nil for everything else.
    ///
    /// - Complexity: O(*n*): each element is made. `elements` is the view that makes none.
    public var array: [JSON]? { elements.map(Array.init) }

    /// The elements as a Swift array; empty for everything else.
    ///
    /// - Complexity: O(*n*).
    public var arrayValue: [JSON] { array ?? [] }

    /// The members as a Swift dictionary, which forgets their order; nil for everything else.
    ///
    /// - Complexity: O(*n*): each member is made. `members` is the view that makes none and keeps the order.
    public var dictionary: [String: JSON]? {
        guard let members else { return nil }
        var dictionary: [String: JSON] = [:]
        dictionary.reserveCapacity(members.count)
        for (key, value) in members where !members.firstMemberWins || dictionary[key] == nil {
            dictionary[key] = value
        }
        return dictionary
    }

    /// The members as a Swift dictionary, which forgets their order; empty for everything else.
    ///
    /// - Complexity: O(*n*).
    public var dictionaryValue: [String: JSON] { dictionary ?? [:] }

    /// The array's elements, made as they are read; nil for everything else.
    public var elements: JSONArray? {
        if case .array(let array) = self { return array }
        return nil
    }

    /// The object's members in their order, made as they are read; nil for everything else.
    public var members: JSONObject? {
        if case .object(let object) = self { return object }
        return nil
    }
}

extension JSONObject {
    /// Whether the first of several members with one name counts, instead of the last.
    var firstMemberWins: Bool {
        if case .view(let document, _) = storage { return document.firstMemberWins }
        return false
    }
}
