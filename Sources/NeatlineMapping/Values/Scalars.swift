import Foundation
import NeatlineFoundation
import NeatlineJSON

// How booleans, strings and numbers are read and written.

extension Bool: MappableValue {
    /// Returns a boolean; also of 1 or 0, unless `MappingOptions.readsNumbersAsBooleans` is unset.
    @inlinable
    @inline(__always)
    public static func value(from reader: ValueReader) -> Bool? { reader.reading.bool(reader.position) }

    /// Writes the JSON value `true` or `false`.
    @inlinable
    @inline(__always)
    public func write(to writer: ValueWriter) { writer.writing.append(self) }

    /// The text "a boolean", for messages about values that do not fit.
    public static var mappedName: String { "a boolean" }
}

extension String: MappableValue {
    /// Returns the text of a JSON string; nil for other types.
    @inlinable
    @inline(__always)
    public static func value(from reader: ValueReader) -> String? { reader.reading.string(reader.position) }

    /// Writes the text as a JSON string.
    @inlinable
    @inline(__always)
    public func write(to writer: ValueWriter) { writer.writing.append(self) }

    /// The text "a string", for messages about values that do not fit.
    public static var mappedName: String { "a string" }
}

extension Double: MappableValue {
    /// Returns the nearest double of a number in its range.
    @inlinable
    @inline(__always)
    public static func value(from reader: ValueReader) -> Double? { reader.reading.double(reader.position) }

    /// Reads an array in one loop, if all its elements are numbers in the range of `Double`.
    @inlinable
    @inline(__always)
    public static func _values(from reader: ValueReader) -> [Double]? { reader.reading.doubles(reader.position) }

    /// Writes the number with the fewest digits that read back as this double.
    @inlinable
    @inline(__always)
    public func write(to writer: ValueWriter) { writer.writing.append(self) }

    /// The text "a number", for messages about values that do not fit.
    public static var mappedName: String { "a number" }
}

extension Float: MappableValue {
    /// Returns the nearest float of a number in its range.
    @inlinable
    @inline(__always)
    public static func value(from reader: ValueReader) -> Float? { reader.reading.float(reader.position) }

    /// Writes the number with the fewest digits that reads back as this float.
    @inlinable
    @inline(__always)
    public func write(to writer: ValueWriter) { writer.writing.append(self) }

    /// The text "a number", for messages about values that do not fit.
    public static var mappedName: String { "a number" }
}

extension CGFloat: MappableValue {
    /// Returns the nearest `CGFloat` of a number in its range.
    public static func value(from reader: ValueReader) -> CGFloat? {
        CGFloat.NativeType.value(from: reader).map { CGFloat($0) }
    }

    /// Writes the number with the fewest digits that read back as this value.
    public func write(to writer: ValueWriter) { native.write(to: writer) }

    /// The value as a double, since `JSONSerialization` does not support `CGFloat`.
    public var mappedObject: Any { native }

    /// The text "a number", for messages about values that do not fit.
    public static var mappedName: String { "a number" }
}

extension MappableValue where Self: FixedWidthInteger {
    /// Returns an integer in the type's range; `1.0` and `1e2` are integers.
    @inlinable
    @inline(__always)
    public static func value(from reader: ValueReader) -> Self? {
        if let value = reader.reading.int64(reader.position), let result = Self(exactly: value) { return result }
        if let result: Self = reader.reading.integerSlowPath(reader.position) { return result }
        reader.reading.mismatch(at: reader.position, expected: Self.self)
        return nil
    }

    /// Writes the integer as a JSON number.
    @inlinable
    @inline(__always)
    public func write(to writer: ValueWriter) {
        if let value = Int64(exactly: self) {
            writer.writing.append(value)
        } else {
            writer.writing.append(UInt64(truncatingIfNeeded: self))
        }
    }

    /// "an integer from 0 to 255", or "a 64-bit integer".
    public static var mappedName: String { integerDescription }
}

extension Int: MappableValue {}
extension Int8: MappableValue {}
extension Int16: MappableValue {}
extension Int32: MappableValue {}
extension Int64: MappableValue {}
extension UInt: MappableValue {}
extension UInt8: MappableValue {}
extension UInt16: MappableValue {}
extension UInt32: MappableValue {}
extension UInt64: MappableValue {}

extension Decimal: MappableValue {
    /// Returns a number with all digits that `Decimal` can represent.
    public static func value(from reader: ValueReader) -> Decimal? { reader.reading.decimal(reader.position) }

    /// Writes the number with all its digits.
    public func write(to writer: ValueWriter) { writer.writing.append(self) }

    /// The text "a decimal number", for messages about values that do not fit.
    public static var mappedName: String { "a decimal number" }
}

extension JSON: MappableValue {
    /// Returns the value, which can have any type.
    public static func value(from reader: ValueReader) -> JSON? { reader.json }

    /// Writes the value with the order of its members and all digits.
    public func write(to writer: ValueWriter) { writer.writing.append(self) }

    /// The value as Foundation's objects.
    public var mappedObject: Any { object }

    /// The text "a value", for messages about values that do not fit.
    public static var mappedName: String { "a value" }
}

extension JSONNumber: MappableValue {
    /// Returns a number with all its digits.
    public static func value(from reader: ValueReader) -> JSONNumber? { reader.reading.number(reader.position) }

    /// Writes the number with all its digits.
    public func write(to writer: ValueWriter) { writer.writing.append(self) }

    /// The value as an `NSNumber`.
    public var mappedObject: Any { JSON.number(self).object }

    /// The text "a number", for messages about values that do not fit.
    public static var mappedName: String { "a number" }
}
