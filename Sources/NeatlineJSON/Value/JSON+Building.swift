// JSON from Swift's values and from collections of `Any`, in a loop, not by recursion.

extension JSON {
    /// Creates the JSON value of a Swift value.
    ///
    /// Supported are `JSON`, strings, booleans, numbers, arrays and dictionaries with string keys of such values,
    /// optionals (nil is null), and all types that are `JSONRepresentable`. Any other value becomes `.error` with the
    /// code `unsupportedType`, also inside an array or dictionary. A mutable array or dictionary that contains itself
    /// becomes `.error` with the code `tooDeep`.
    ///
    /// A string becomes a JSON string; `init(parsing:options:)` parses one. Members of dictionaries are sorted by their
    /// names, so that equal dictionaries are written the same.
    ///
    /// - Parameter object: the value.
    /// - Complexity: O(*n*).
    public init(_ object: Any) {
        self = JSON.scalar(object) ?? JSON.build(object)
    }

    /// Creates a JSON string from a `String`.
    ///
    /// - Parameter text: the text of the string.
    public init(_ text: String) { self = .string(text) }

    /// Creates a JSON boolean from a `Bool`.
    ///
    /// - Parameter value: the boolean.
    public init(_ value: Bool) { self = .bool(value) }

    /// Creates a JSON number from an `Int`.
    ///
    /// - Parameter value: the number.
    public init(_ value: Int) { self = .number(JSONNumber(value)) }

    /// Creates a JSON number from a `Double`, with the shortest digits that read back as this double.
    ///
    /// - Parameter value: the number.
    public init(_ value: Double) { self = .number(JSONNumber(value)) }

    /// Creates a JSON array of the given elements.
    ///
    /// - Parameter elements: the elements.
    public init(_ elements: [JSON]) { self = .array(JSONArray(elements)) }

    /// Creates a JSON object with the members sorted by their names.
    ///
    /// - Parameter members: the members.
    public init(_ members: [String: JSON]) {
        self = .object(JSONObject(members.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }))
    }

    /// A step of `build`: a value to build, or a container whose children are built.
    private enum Step {
        case build(Any)
        case closeArray(Int)
        case closeObject([String])
        /// Ends an object reference: the container is no longer being built. It is retained until then, so that no
        /// other object gets its identity.
        case leave(any JSONContainer)
    }

    /// Builds nested arrays and dictionaries without recursion: values are pushed on `done`; a container removes its
    /// children from there when the last one is built.
    private static func build(_ root: Any) -> JSON {
        var pending: [Step] = [.build(root)]
        var done: [JSON] = []
        var open: Set<ObjectIdentifier> = []
        while let step = pending.popLast() {
            switch step {
            case .build(let object):
                if let scalar = scalar(object) {
                    done.append(scalar)
                    continue
                }
                var parts: JSONParts?
                if Swift.type(of: object) is AnyClass, let container = object as? any JSONContainer {
                    guard open.insert(ObjectIdentifier(container)).inserted else {
                        return .error(.reference(to: object))
                    }
                    pending.append(.leave(container))
                    parts = container.parts
                } else if let elements = object as? [Any] {
                    parts = .elements(elements)
                } else if let members = object as? [String: Any] {
                    parts = .members(members.map { (key: $0.key, value: $0.value) })
                } else if let optional = object as? any OptionalValue {
                    pending.append(.build(optional.wrapped ?? JSON.null))
                    continue
                }
                switch parts {
                case .elements(let elements):
                    pending.append(.closeArray(elements.count))
                    // Pushed in reverse, so that the first is built first.
                    for element in elements.reversed() { pending.append(.build(element)) }
                case .members(var members):
                    members.sort { $0.key < $1.key }
                    pending.append(.closeObject(members.map(\.key)))
                    for member in members.reversed() { pending.append(.build(member.value)) }
                case nil:
                    done.append(.error(.unsupported(object)))
                }
            case .closeArray(let count):
                let array = JSONArray(done.suffix(count))
                done.removeLast(count)
                done.append(.array(array))
            case .closeObject(let keys):
                let object = JSONObject(zip(keys, done.suffix(keys.count)).map { (key: $0, value: $1) })
                done.removeLast(keys.count)
                done.append(.object(object))
            case .leave(let container):
                open.remove(ObjectIdentifier(container))
            }
        }
        return done.removeLast()
    }

    /// Returns the value of a scalar; nil for arrays, dictionaries, optionals and unsupported types.
    private static func scalar(_ object: Any) -> JSON? {
        // Exact types are tested first: a cast to a protocol takes several times as long, and a cast from `Any` may
        // bridge a number to a boolean.
        let type = Swift.type(of: object)
        if type == String.self, let value = object as? String { return .string(value) }
        if type == Int.self, let value = object as? Int { return .number(JSONNumber(value)) }
        if type == Double.self, let value = object as? Double { return .number(JSONNumber(value)) }
        if type == Bool.self, let value = object as? Bool { return .bool(value) }
        if type == JSON.self, let value = object as? JSON { return value }
        if type == [Any].self || type == [String: Any].self { return nil }
        return (object as? any JSONRepresentable)?.json
    }
}

/// A container class of another framework. It returns its parts without converting them, so that nothing recurses; its
/// identity lets `JSON(_:)` detect that it contains itself.
package protocol JSONContainer: AnyObject {
    /// The elements or members; nil if JSON cannot represent them.
    var parts: JSONParts? { get }
}

/// The parts of a container of another framework.
package enum JSONParts {
    /// The elements of an array.
    case elements([Any])
    /// The members of a dictionary.
    case members([(key: String, value: Any)])
}

/// An optional of unknown type.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}

extension String: JSONRepresentable {
    /// A JSON string with this text.
    public var json: JSON { .string(self) }
}

extension Substring: JSONRepresentable {
    /// A JSON string with this text.
    public var json: JSON { .string(String(self)) }
}

extension Character: JSONRepresentable {
    /// A JSON string that consists of this character.
    public var json: JSON { .string(String(self)) }
}

extension Bool: JSONRepresentable {
    /// A JSON boolean, `true` or `false`.
    public var json: JSON { .bool(self) }
}

extension JSONNumber: JSONRepresentable {
    /// A JSON value with this number and its digits.
    public var json: JSON { .number(self) }
}

extension JSONArray: JSONRepresentable {
    /// A JSON value that contains this array.
    public var json: JSON { .array(self) }
}

extension JSONObject: JSONRepresentable {
    /// A JSON value that contains this object.
    public var json: JSON { .object(self) }
}

extension JSONRepresentable where Self: BinaryInteger {
    /// A JSON number with this exact integer.
    public var json: JSON { .number(JSONNumber(self)) }
}

extension Int: JSONRepresentable {}
extension Int8: JSONRepresentable {}
extension Int16: JSONRepresentable {}
extension Int32: JSONRepresentable {}
extension Int64: JSONRepresentable {}
extension UInt: JSONRepresentable {}
extension UInt8: JSONRepresentable {}
extension UInt16: JSONRepresentable {}
extension UInt32: JSONRepresentable {}
extension UInt64: JSONRepresentable {}

extension Double: JSONRepresentable {
    /// A JSON number with the shortest digits that read back as this double.
    public var json: JSON { .number(JSONNumber(self)) }
}

extension Float: JSONRepresentable {
    /// A JSON number with the shortest digits that read back as this float.
    public var json: JSON { .number(JSONNumber(self)) }
}
