// Typed properties by SwiftyJSON's rules: for each type an optional, and a `…Value` with a default.
//
// Each can be set, regardless of the value's type; nil sets null. A change through an optional that is nil
// (`json.int? += 1` where `json` is not a number) changes nothing: without `_modify` it would store nil, hence null.

extension JSON {
    /// The boolean; nil for all other types, including numbers and strings. Setting nil stores null.
    public var bool: Bool? {
        @inlinable
        get {
            if case .bool(let value) = self { return value }
            return nil
        }
        set { replace(with: newValue) }
        _modify { yield &self[read: bool] }
    }

    /// The boolean; true also for a number other than 0 and for the strings `true`, `y`, `t`, `yes` and `1` in any
    /// case; otherwise false.
    public var boolValue: Bool {
        @inlinable
        get {
            if case .bool(let value) = self { return value }
            return boolOfOther
        }
        set { self = .bool(newValue) }
    }

    /// `boolValue` of a value that is not a boolean.
    @inline(never) @usableFromInline
    var boolOfOther: Bool {
        switch self {
        case .number(let number): number != 0
        case .string(let text): ["true", "y", "t", "yes", "1"].contains(text.lowercased())
        default: false
        }
    }

    /// The string, with its escapes decoded; nil for all other types. Setting nil stores null.
    public var string: String? {
        @inlinable
        get {
            if case .string(let value) = self { return value }
            return nil
        }
        set { replace(with: newValue) }
        _modify { yield &self[read: string] }
    }

    /// The string; a number's text; `true` or `false`; an empty string otherwise.
    public var stringValue: String {
        @inlinable
        get {
            if case .string(let text) = self { return text }
            return textOfOther
        }
        set { self = .string(newValue) }
    }

    /// `stringValue` of a value that is not a string.
    @inline(never) @usableFromInline
    var textOfOther: String {
        switch self {
        case .number(let number): number.shownText
        case .bool(let value): value ? "true" : "false"
        default: ""
        }
    }

    /// A value that was read, to be changed in place; it is stored only if it differs afterwards.
    subscript<Value: JSONRepresentable & Equatable>(read value: Value?) -> Value? {
        get { value }
        _modify {
            var changed = value
            defer {
                if changed != value {
                    replace(with: changed)
                } else if value == nil {
                    reportIgnoredChange(expected: "a value of the property's type")
                }
            }
            yield &changed
        }
    }

    /// Stores the value, or null for nil.
    mutating func replace(with value: (some JSONRepresentable)?) {
        if let value { self = value.json } else { self = .null }
    }
}
