/// A type that `JSON.get(_:as:)` can return: booleans, strings, integers, floating-point numbers, `JSONNumber`, `JSON`,
/// its collections, and arrays, dictionaries and optionals of these.
///
/// Conversions are exact: a boolean is not a number, a number is not a string, and an integer out of range is an error.
///
/// Conform your own types to read them the same way:
///
/// ```swift
/// extension Point: JSONReadable {
///     static func read(from json: JSON) throws -> Point {
///         Point(x: try json.get("x"), y: try json.get("y"))
///     }
/// }
/// let points = try json.get("points", as: [Point].self)
/// ```
public protocol JSONReadable: SendableMetatype {
    /// Returns the value of `json` as this type.
    ///
    /// - Parameter json: the value to read.
    /// - Throws: an error that states what was expected and what was found. `JSON.get` adds the path of `json` to every
    ///   `JSONError`, and throws other errors unchanged.
    static func read(from json: JSON) throws -> Self

    /// Reads a value from the tape; nil, if this type or value has to be read by `read(from:)`. Not for conforming.
    static func _read(_ value: TapeValue) -> Self?
}

extension JSONReadable {
    /// nil: values are read by `read(from:)`.
    @inlinable
    @inline(__always)
    public static func _read(_ value: TapeValue) -> Self? { nil }
}

extension JSON: JSONReadable {
    /// Returns any value that exists.
    ///
    /// - Parameter json: the value, or the error of a step that failed.
    /// - Throws: the error of the step that failed.
    public static func read(from json: JSON) throws -> JSON {
        if case .error(let error) = json { throw error }
        return json
    }
}

extension Bool: JSONReadable {
    /// Returns the value of a JSON boolean; the numbers 1 and 0 are not booleans.
    ///
    /// - Parameter json: `true` or `false`.
    /// - Throws: `JSONError` for other types.
    public static func read(from json: JSON) throws -> Bool {
        if case .bool(let value) = json { return value }
        throw JSONError.mismatch(expected: "a boolean", json)
    }

    /// Reads a value from the tape.
    @inlinable
    @inline(__always)
    public static func _read(_ value: TapeValue) -> Bool? { value.view.bool(value.position) }
}

extension String: JSONReadable {
    /// Returns the text of a JSON string.
    ///
    /// - Parameter json: a string.
    /// - Throws: `JSONError` for other types.
    public static func read(from json: JSON) throws -> String {
        if case .string(let text) = json { return text }
        throw JSONError.mismatch(expected: "a string", json)
    }

    /// Reads a value from the tape.
    @inlinable
    @inline(__always)
    public static func _read(_ value: TapeValue) -> String? { value.string }
}

extension JSONNumber: JSONReadable {
    /// Returns a number with all its digits.
    ///
    /// - Parameter json: a number.
    /// - Throws: `JSONError` for other types.
    public static func read(from json: JSON) throws -> JSONNumber {
        if case .number(let number) = json { return number }
        throw JSONError.mismatch(expected: "a number", json)
    }
}

extension JSONArray: JSONReadable {
    /// Returns the elements of a JSON array.
    ///
    /// - Parameter json: an array.
    /// - Throws: `JSONError` for other types.
    public static func read(from json: JSON) throws -> JSONArray {
        if case .array(let array) = json { return array }
        throw JSONError.mismatch(expected: "an array", json)
    }
}

extension JSONObject: JSONReadable {
    /// Returns the members of a JSON object.
    ///
    /// - Parameter json: an object.
    /// - Throws: `JSONError` for other types.
    public static func read(from json: JSON) throws -> JSONObject {
        if case .object(let object) = json { return object }
        throw JSONError.mismatch(expected: "an object", json)
    }
}

extension Double: JSONReadable {
    /// Returns the double that is nearest to the number.
    ///
    /// - Parameter json: a number.
    /// - Throws: `JSONError` for other types, and for a number beyond the range of `Double`.
    public static func read(from json: JSON) throws -> Double {
        guard case .number(let number) = json else { throw JSONError.mismatch(expected: "a number", json) }
        let value = number.doubleValue
        if value.isFinite || !number.isFinite { return value }
        throw JSONError.mismatch(expected: "a number in the range of Double", json)
    }

    /// Reads a value from the tape.
    @inlinable
    @inline(__always)
    public static func _read(_ value: TapeValue) -> Double? {
        value.view.double(value.position).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension Float: JSONReadable {
    /// Returns the float that is nearest to the number.
    ///
    /// - Parameter json: a number.
    /// - Throws: `JSONError` for other types, and for a number beyond the range of `Float`.
    public static func read(from json: JSON) throws -> Float {
        guard case .number(let number) = json else { throw JSONError.mismatch(expected: "a number", json) }
        let value = number.floatValue
        if value.isFinite || !number.isFinite { return value }
        throw JSONError.mismatch(expected: "a number in the range of Float", json)
    }

    /// Reads a value from the tape.
    @inlinable
    @inline(__always)
    public static func _read(_ value: TapeValue) -> Float? {
        guard let double = value.view.double(value.position) else { return nil }
        // Rounding twice is wrong only near the middle between two floats.
        let float = Float(double)
        return float.isFinite && Float(double.nextUp) == Float(double.nextDown) ? float : nil
    }
}

extension JSONReadable where Self: FixedWidthInteger {
    /// Returns an integer; `1.0` and `1e2` are integers.
    ///
    /// - Parameter json: a number.
    /// - Throws: `JSONError` for other types, and for a number that is not an integer in the type's range.
    @inlinable
    public static func read(from json: JSON) throws -> Self {
        if case .number(let number) = json, let value = number.exactly(Self.self) { return value }
        throw JSONError.mismatch(expected: integerDescription, json)
    }

    /// Reads a value from the tape.
    @inlinable
    @inline(__always)
    public static func _read(_ value: TapeValue) -> Self? {
        value.view.int64(value.position).flatMap { Self(exactly: $0) }
    }
}

extension FixedWidthInteger {
    /// The type in messages: `an integer from 0 to 255`, or `a 64-bit integer` where the limits are too long to read.
    @usableFromInline
    package static var integerDescription: String {
        if bitWidth <= 16 { return "an integer from \(min) to \(max)" }
        return isSigned ? "a \(bitWidth)-bit integer" : "an unsigned \(bitWidth)-bit integer"
    }
}

extension Int: JSONReadable {}
extension Int8: JSONReadable {}
extension Int16: JSONReadable {}
extension Int32: JSONReadable {}
extension Int64: JSONReadable {}
extension UInt: JSONReadable {}
extension UInt8: JSONReadable {}
extension UInt16: JSONReadable {}
extension UInt32: JSONReadable {}
extension UInt64: JSONReadable {}

extension Optional: JSONReadable where Wrapped: JSONReadable {
    /// Returns nil for null, otherwise the value.
    ///
    /// - Parameter json: null, or a value that `Wrapped` reads.
    /// - Throws: the error of `Wrapped`.
    @inlinable
    public static func read(from json: JSON) throws -> Wrapped? {
        if case .null = json { return .none }
        return .some(try Wrapped.read(from: json))
    }

    /// Reads a value from the tape.
    @inlinable
    @inline(__always)
    public static func _read(_ value: TapeValue) -> Wrapped?? {
        value.view.isNull(value.position) ? .some(nil) : Wrapped._read(value).map { .some($0) }
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    /// Returns the elements of an array.
    ///
    /// - Parameter json: an array, whose elements `Element` reads.
    /// - Throws: `JSONError` for other types; the error of `Element`, with the element's path.
    @inlinable
    public static func read(from json: JSON) throws -> [Element] {
        if let elements = json.readFromTape([Element].self) { return elements }
        guard case .array(let array) = json else { throw JSONError.mismatch(expected: "an array", json) }
        var elements: [Element] = []
        elements.reserveCapacity(array.count)
        for element in array {
            do {
                elements.append(try Element.read(from: element))
            } catch let error as JSONError {
                throw error.inside(element, .index(elements.count), of: json)
            }
        }
        return elements
    }

    /// Reads an array from the tape.
    @inlinable
    public static func _read(_ value: TapeValue) -> [Element]? { value.elements { Element._read($0) } }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
    /// Returns the members of an object; of several with one name the effective one.
    ///
    /// - Parameter json: an object, whose values `Value` reads.
    /// - Throws: `JSONError` for other types; the error of `Value`, with the member's path.
    @inlinable
    public static func read(from json: JSON) throws -> [String: Value] {
        if let members = json.readFromTape([String: Value].self) { return members }
        guard case .object(let object) = json else { throw JSONError.mismatch(expected: "an object", json) }
        var members: [String: Value] = [:]
        for (key, value) in object.effectiveMemberList {
            do {
                members[key] = try Value.read(from: value)
            } catch let error as JSONError {
                throw error.inside(value, .key(key), of: json)
            }
        }
        return members
    }

    /// Reads an object from the tape.
    @inlinable
    public static func _read(_ value: TapeValue) -> [String: Value]? { value.members { Value._read($0) } }
}
