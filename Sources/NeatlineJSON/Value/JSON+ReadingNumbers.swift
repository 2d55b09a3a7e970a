// Typed properties for numbers; see `JSON+Reading.swift`.

extension JSON {
    /// The number, or the boolean as 1 or 0.
    var numberOrBool: JSONNumber? {
        switch self {
        case .number(let number): number
        case .bool(let value): JSONNumber(value ? 1 : 0)
        default: nil
        }
    }

    /// The number, the boolean as 1 or 0, or the number that a string begins with; otherwise 0.
    var numberOrZero: JSONNumber {
        if case .string(let text) = self { return JSONNumber(prefixOf: text) ?? 0 }
        return numberOrBool ?? 0
    }

    /// The nearest double; true and false are 1 and 0; nil for all other types, and for a number beyond `Double`'s
    /// range.
    public var double: Double? {
        @inlinable
        get {
            if case .number(let number) = self {
                switch number.storage {
                case .short(let text):
                    let value = text.nearestDouble
                    if value.isFinite { return value }
                case .decimal(let decimal): return decimal.nearestDouble
                case .int(let value): return Double(value)
                default: break
                }
            }
            return doubleOfOther
        }
        set { replace(with: newValue) }
        _modify { yield &self[read: double] }
    }

    /// The nearest double, also of the number that a string begins with; infinite beyond `Double`'s range; otherwise 0.
    public var doubleValue: Double {
        @inlinable
        get {
            if case .number(let number) = self {
                switch number.storage {
                case .short(let text): return text.nearestDouble
                case .decimal(let decimal): return decimal.nearestDouble
                case .int(let value): return Double(value)
                default: break
                }
            }
            return doubleOrZeroOfOther
        }
        set { replace(with: newValue) }
    }

    /// `double` of a value that is not stored as an integer, double or short decimal.
    @inline(never) @usableFromInline
    var doubleOfOther: Double? {
        guard let number = numberOrBool else { return nil }
        let value = number.doubleValue
        return value.isFinite || !number.isFinite ? value : nil
    }

    /// `doubleValue` of a value that is not stored as an integer, double or short decimal.
    @inline(never) @usableFromInline
    var doubleOrZeroOfOther: Double {
        switch self {
        case .number(let number): number.doubleValue
        default: numberOrZero.doubleValue
        }
    }

    /// The nearest float; nil where `double` is. Setting stores the shortest digits that read back as the same float.
    public var float: Float? {
        get {
            guard double != nil else { return nil }
            return numberOrBool?.floatValue
        }
        set { replace(with: newValue) }
        _modify { yield &self[read: float] }
    }

    /// The nearest float, also of the number that a string begins with; otherwise 0.
    public var floatValue: Float {
        get { numberOrZero.floatValue }
        set { replace(with: newValue) }
    }
}
