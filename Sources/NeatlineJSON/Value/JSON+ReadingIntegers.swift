// Typed properties for integers; see `JSON+Reading.swift`.

extension JSON {
    /// Returns the number without its fraction, modulo the range of `Integer`.
    @inline(__always)
    private func truncated<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        if case .number(let number) = self, case .int(let value) = number.storage {
            return Integer(truncatingIfNeeded: value)
        }
        return truncatedOther()
    }

    @inline(never)
    private func truncatedOther<Integer: FixedWidthInteger>() -> Integer? {
        numberOrBool.map { $0.truncated() }
    }

    @inline(__always)
    private func truncatedOrZero<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer {
        if case .number(let number) = self, case .int(let value) = number.storage {
            return Integer(truncatingIfNeeded: value)
        }
        return truncatedOtherOrZero()
    }

    @inline(never)
    private func truncatedOtherOrZero<Integer: FixedWidthInteger>() -> Integer {
        if case .number(let number) = self { return number.truncated() }
        return numberOrZero.truncated()
    }

    /// The number without its fraction; true and false are 1 and 0; nil for all other types.
    ///
    /// A number out of the type's range wraps around, as in `NSNumber`; one beyond 64 bits is the nearest limit of the
    /// type. `JSONNumber.exactly(_:)` returns nil instead.
    public var int: Int? {
        @inlinable
        get {
            if case .number(let number) = self, case .int(let value) = number.storage {
                return Int(truncatingIfNeeded: value)
            }
            return intOfOther
        }
        set { replace(with: newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// The number as by `int`, also the number that a string begins with; otherwise 0.
    public var intValue: Int {
        @inlinable
        get {
            if case .number(let number) = self, case .int(let value) = number.storage {
                return Int(truncatingIfNeeded: value)
            }
            return intOrZeroOfOther
        }
        set { replace(with: newValue) }
    }

    /// `int` of a value that is not an integer of 64 bits.
    @inline(never) @usableFromInline
    var intOfOther: Int? { truncatedOther() }

    /// `intValue` of a value that is not an integer of 64 bits.
    @inline(never) @usableFromInline
    var intOrZeroOfOther: Int { truncatedOtherOrZero() }

    /// The number as `UInt`, converted by the rules of `int`.
    public var uInt: UInt? {
        get { truncated() }
        set { replace(with: newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// The number as `UInt`, converted by the rules of `intValue`.
    public var uIntValue: UInt {
        get { truncatedOrZero() }
        set { replace(with: newValue) }
    }

    /// The number as `Int8`, converted by the rules of `int`.
    public var int8: Int8? {
        get { truncated() }
        set { replace(with: newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// The number as `Int8`, converted by the rules of `intValue`.
    public var int8Value: Int8 {
        get { truncatedOrZero() }
        set { replace(with: newValue) }
    }

    /// The number as `UInt8`, converted by the rules of `int`.
    public var uInt8: UInt8? {
        get { truncated() }
        set { replace(with: newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// The number as `UInt8`, converted by the rules of `intValue`.
    public var uInt8Value: UInt8 {
        get { truncatedOrZero() }
        set { replace(with: newValue) }
    }

    /// The number as `Int16`, converted by the rules of `int`.
    public var int16: Int16? {
        get { truncated() }
        set { replace(with: newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// The number as `Int16`, converted by the rules of `intValue`.
    public var int16Value: Int16 {
        get { truncatedOrZero() }
        set { replace(with: newValue) }
    }

    /// The number as `UInt16`, converted by the rules of `int`.
    public var uInt16: UInt16? {
        get { truncated() }
        set { replace(with: newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// The number as `UInt16`, converted by the rules of `intValue`.
    public var uInt16Value: UInt16 {
        get { truncatedOrZero() }
        set { replace(with: newValue) }
    }

    /// The number as `Int32`, converted by the rules of `int`.
    public var int32: Int32? {
        get { truncated() }
        set { replace(with: newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// The number as `Int32`, converted by the rules of `intValue`.
    public var int32Value: Int32 {
        get { truncatedOrZero() }
        set { replace(with: newValue) }
    }

    /// The number as `UInt32`, converted by the rules of `int`.
    public var uInt32: UInt32? {
        get { truncated() }
        set { replace(with: newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// The number as `UInt32`, converted by the rules of `intValue`.
    public var uInt32Value: UInt32 {
        get { truncatedOrZero() }
        set { replace(with: newValue) }
    }

    /// The number as `Int64`, converted by the rules of `int`.
    public var int64: Int64? {
        get { truncated() }
        set { replace(with: newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// The number as `Int64`, converted by the rules of `intValue`.
    public var int64Value: Int64 {
        get { truncatedOrZero() }
        set { replace(with: newValue) }
    }

    /// The number as `UInt64`, converted by the rules of `int`.
    public var uInt64: UInt64? {
        get { truncated() }
        set { replace(with: newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// The number as `UInt64`, converted by the rules of `intValue`.
    public var uInt64Value: UInt64 {
        get { truncatedOrZero() }
        set { replace(with: newValue) }
    }
}
