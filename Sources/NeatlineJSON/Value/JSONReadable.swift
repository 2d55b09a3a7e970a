/// A type that `JSON.get(_:as:)` can give: booleans, strings, integers, floating-point numbers, `JSONNumber`, `JSON`, its
/// collections, and arrays, dictionaries and optionals of them.
///
/// The conversions are exact: a boolean is no number, a number no string, and an integer that does not fit is an error.
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
public protocol JSONReadable {
    /// The value that `json` holds.
    ///
    /// - Throws: what was expected and what was found. Errors of `json.get` are right as they are: `JSON.get` puts the path
    ///   to `json` in front of every `JSONError`, and throws other errors as they are.
    static func read(from json: JSON) throws -> Self
}

extension JSON: JSONReadable {
    /// Any value that exists.
    public static func read(from json: JSON) throws -> JSON {
        if case .error(let error) = json { throw error }
        return json
    }
}

extension Bool: JSONReadable {
    /// `true` or `false`.
    public static func read(from json: JSON) throws -> Bool {
        if case .bool(let value) = json { return value }
        throw JSONError.mismatch(expected: "a boolean", json)
    }
}

extension String: JSONReadable {
    /// A string.
    public static func read(from json: JSON) throws -> String {
        if case .string(let text) = json { return text }
        throw JSONError.mismatch(expected: "a string", json)
    }
}

extension JSONNumber: JSONReadable {
    /// A number, with all its digits.
    public static func read(from json: JSON) throws -> JSONNumber {
        if case .number(let number) = json { return number }
        throw JSONError.mismatch(expected: "a number", json)
    }
}

extension JSONArray: JSONReadable {
    /// An array.
    public static func read(from json: JSON) throws -> JSONArray {
        if case .array(let array) = json { return array }
        throw JSONError.mismatch(expected: "an array", json)
    }
}

extension JSONObject: JSONReadable {
    /// An object.
    public static func read(from json: JSON) throws -> JSONObject {
        if case .object(let object) = json { return object }
        throw JSONError.mismatch(expected: "an object", json)
    }
}

extension Double: JSONReadable {
    /// The nearest double of a number that is not beyond its range.
    public static func read(from json: JSON) throws -> Double {
        guard case .number(let number) = json else { throw JSONError.mismatch(expected: "a number", json) }
        let value = number.doubleValue
        if value.isFinite || !number.isFinite { return value }
        throw JSONError.mismatch(expected: "a number in the range of Double", json)
    }
}

extension Float: JSONReadable {
    /// The nearest float of a number that is not beyond its range.
    public static func read(from json: JSON) throws -> Float {
        guard case .number(let number) = json else { throw JSONError.mismatch(expected: "a number", json) }
        let value = number.floatValue
        if value.isFinite || !number.isFinite { return value }
        throw JSONError.mismatch(expected: "a number in the range of Float", json)
    }
}

extension JSONReadable where Self: FixedWidthInteger {
    /// A number that is an integer in the type's range; `1.0` and `1e2` are integers.
    @inlinable
    public static func read(from json: JSON) throws -> Self {
        if case .number(let number) = json, let value = number.exactly(Self.self) { return value }
        throw JSONError.mismatch(expected: "an integer from \(Self.min) to \(Self.max)", json)
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
    /// nil for null, otherwise the value.
    @inlinable
    public static func read(from json: JSON) throws -> Wrapped? {
        if case .null = json { return .none }
        return .some(try Wrapped.read(from: json))
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    /// The elements of an array, all of which have to be of the type.
    @inlinable
    public static func read(from json: JSON) throws -> [Element] {
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
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
    /// The members of an object, all of which have to be of the type; of several with one name the one that lookup
    /// finds.
    @inlinable
    public static func read(from json: JSON) throws -> [String: Value] {
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
}
