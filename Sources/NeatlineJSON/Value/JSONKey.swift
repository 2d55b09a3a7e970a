/// One step of a path: an element's number or a member's name.
///
/// Names are equal if their Unicode scalars are, not by canonical equivalence as `String`s are.
public enum JSONKey: Sendable, Hashable {
    /// The element with this number, from 0.
    case index(Int)
    /// The member with this name.
    case key(String)

    /// Returns whether both are the same element's number, or names of the same bytes.
    public static func == (a: JSONKey, b: JSONKey) -> Bool {
        switch (a, b) {
        case (.index(let a), .index(let b)): a == b
        case (.key(let a), .key(let b)): UTF8Key(text: a) == UTF8Key(text: b)
        default: false
        }
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .index(let index): hasher.combine(index)
        case .key(let name): hasher.combine(UTF8Key(text: name))
        }
    }
}

/// A type that can be a step of a path: `Int`, `String` and `JSONKey`.
public protocol JSONSubscriptType: Sendable {
    /// The value as a step.
    var jsonKey: JSONKey { get }
}

extension Int: JSONSubscriptType {
    /// The step to the element with this number.
    public var jsonKey: JSONKey { .index(self) }
}

extension String: JSONSubscriptType {
    /// The step to the member with this name.
    public var jsonKey: JSONKey { .key(self) }
}

extension JSONKey: JSONSubscriptType {
    /// The step itself, without a conversion.
    public var jsonKey: JSONKey { self }
}

extension JSONKey {
    /// Returns a path as text: `$`, then `[3]`, `.name` or `["odd name"]` for each step.
    static func describe(_ steps: [JSONKey]) -> String {
        var path = "$"
        for step in steps {
            switch step {
            case .index(let index):
                path += "[\(index)]"
            case .key(let key):
                path += isPlain(key) ? ".\(key)" : "[\(quoted(key))]"
            }
        }
        return path
    }

    /// Returns whether the key needs no quotes: letters, digits, `_` and `-`, beginning with a letter or `_`.
    private static func isPlain(_ key: String) -> Bool {
        func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || scalar == "_" }
        guard let first = key.unicodeScalars.first, isLetter(first) else { return false }
        return key.unicodeScalars.allSatisfy { isLetter($0) || $0 == "-" || $0.properties.numericType != nil }
    }

    /// Returns the key as a JSON string.
    static func quoted(_ key: String) -> String {
        var text = "\""
        for scalar in key.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                text += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
