/// A JSON Patch (RFC 6902): a sequence of changes of a value.
///
/// ```swift
/// let patch = try JSONPatch(JSON(parsing: #"[{"op": "replace", "path": "/user/name", "value": "Ada"}]"#))
/// try json.apply(patch)
/// let back = json.patch(to: original)
/// ```
public struct JSONPatch: Sendable, Hashable {
    /// A change or a test.
    public enum Operation: Sendable, Hashable {
        /// Inserts an element, or sets a member, whether it exists or not.
        case add(JSONPointer, JSON)
        /// Removes the value at the pointer; fails if there is none.
        case remove(JSONPointer)
        /// Replaces the existing value at the pointer; fails if there is none.
        case replace(JSONPointer, JSON)
        /// Removes the value at the first pointer and adds it at the second.
        case move(from: JSONPointer, to: JSONPointer)
        /// Copies the value at the first pointer to the second.
        case copy(from: JSONPointer, to: JSONPointer)
        /// Fails unless the value at the pointer equals this one.
        case test(JSONPointer, JSON)
    }

    /// The operations in their order.
    public var operations: [Operation]

    /// The default limit of the text size of all values that `copy` operations add: 16 MiB.
    ///
    /// A few operations that copy a value into itself double it each time, so that the sender of a patch could exhaust
    /// the memory. Usual patches copy far less. `JSON.apply(_:copyLimit:)` accepts another limit, or `.max` for none.
    public static let defaultCopyLimit = 1 << 24

    /// Creates a patch of the given operations.
    ///
    /// - Parameter operations: the operations, which are applied in this order.
    public init(_ operations: [Operation] = []) { self.operations = operations }

    /// Reads a patch from its JSON representation, an array of objects.
    ///
    /// Members that an operation does not need are ignored.
    ///
    /// - Parameter json: the array.
    /// - Throws: `JSONPatchError` for the first operation that is invalid or has two members of one name.
    public init(_ json: JSON) throws {
        guard case .array(let array) = json else {
            throw JSONPatchError(
                index: nil, operation: nil, pointer: nil, reason: .mismatch(expected: "an array of operations", json))
        }
        operations = []
        operations.reserveCapacity(array.count)
        for (index, operation) in array.enumerated() {
            do {
                operations.append(try Operation(operation))
            } catch let error as JSONError {
                throw JSONPatchError(
                    index: index, operation: operation["op"].string, pointer: operation["path"].string, reason: error)
            }
        }
    }

    /// Reads a patch from JSON text, an array of objects.
    ///
    /// - Parameter text: the patch as JSON text.
    /// - Throws: `JSONError` if the text is not JSON, `JSONPatchError` if it is not a patch.
    public init(parsing text: String) throws { try self.init(JSON(parsing: text)) }
}

extension JSONPatch.Operation {
    fileprivate init(_ json: JSON) throws {
        guard case .object(let object) = json else {
            throw JSONError.mismatch(expected: "an operation, an object", json)
        }
        var names: Set<UTF8Key> = []
        for (key, _) in object where !names.insert(UTF8Key(text: key)).inserted {
            throw JSONError.invalidPatch(expected: "each name once", found: "\(JSONKey.quoted(key)) again")
        }
        let name = try json.get("op", as: String.self)
        func pointer(_ key: String) throws -> JSONPointer {
            try JSONPointer(parsing: try json.get(key, as: String.self))
        }
        switch name {
        case "add": self = .add(try pointer("path"), try json.get("value"))
        case "remove": self = .remove(try pointer("path"))
        case "replace": self = .replace(try pointer("path"), try json.get("value"))
        case "move": self = .move(from: try pointer("from"), to: try pointer("path"))
        case "copy": self = .copy(from: try pointer("from"), to: try pointer("path"))
        case "test": self = .test(try pointer("path"), try json.get("value"))
        default:
            throw JSONError.invalidPatch(
                at: [.key("op")], expected: "add, remove, replace, move, copy or test", found: JSONKey.quoted(name))
        }
    }

    /// The operation's name in the JSON representation.
    public var name: String {
        switch self {
        case .add: "add"
        case .remove: "remove"
        case .replace: "replace"
        case .move: "move"
        case .copy: "copy"
        case .test: "test"
        }
    }

    /// The pointer to the value that is changed or tested.
    public var pointer: JSONPointer {
        switch self {
        case .add(let pointer, _), .remove(let pointer), .replace(let pointer, _), .move(_, let pointer),
            .copy(_, let pointer), .test(let pointer, _):
            pointer
        }
    }
}

extension JSONPatch.Operation: JSONRepresentable {
    /// The operation as an object, `op` first.
    public var json: JSON {
        var members: [(key: String, value: JSON)] = [("op", .string(name))]
        switch self {
        case .move(let from, _), .copy(let from, _): members.append(("from", .string(from.description)))
        default: break
        }
        members.append(("path", .string(pointer.description)))
        switch self {
        case .add(_, let value), .replace(_, let value), .test(_, let value): members.append(("value", value))
        default: break
        }
        return .object(JSONObject(members))
    }
}

extension JSONPatch: JSONRepresentable {
    /// The patch as an array of objects.
    public var json: JSON { .array(JSONArray(operations.map(\.json))) }
}

/// The error of a JSON Patch that cannot be read or applied.
public struct JSONPatchError: Error, Sendable, Hashable {
    /// The number of the operation, from 0; nil if the patch is not an array.
    public let index: Int?
    /// The operation's name, if it has one.
    public let operation: String?
    /// The operation's path, if it has one.
    public let pointer: String?
    /// The error. Its path begins at the value that the patch was applied to, or at the operation if that is invalid.
    public let reason: JSONError
}

extension JSONPatchError: CustomStringConvertible {
    /// The operation and the error as text.
    public var description: String {
        guard let index else { return "patch: \(reason.message)" }
        let what = [operation, pointer.map(JSONKey.quoted)].compactMap(\.self).joined(separator: " ")
        return "operation \(index)" + (what.isEmpty ? "" : " (\(what))") + ": \(reason)"
    }
}
