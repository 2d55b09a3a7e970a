/// One step into a value: an element's number or a member's name.
public enum JSONKey: Sendable, Hashable {
    /// The element with this number, from 0.
    case index(Int)
    /// The member with this name.
    case key(String)
}

/// What can stand in a path: `Int` and `String`.
public protocol JSONSubscriptType: Sendable {
    /// The step it stands for.
    var jsonKey: JSONKey { get }
}

extension Int: JSONSubscriptType {
    /// The element with this number.
    public var jsonKey: JSONKey { .index(self) }
}

extension String: JSONSubscriptType {
    /// The member with this name.
    public var jsonKey: JSONKey { .key(self) }
}

extension JSONKey: JSONSubscriptType {
    /// The step itself.
    public var jsonKey: JSONKey { self }
}

extension JSONKey {
    /// How steps are shown: `$`, then `[3]`, `.name` or `["odd name"]`.
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

    /// Whether the key reads well without quotes: letters, digits, `_` and `-`, beginning with a letter or `_`.
    private static func isPlain(_ key: String) -> Bool {
        func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || scalar == "_" }
        guard let first = key.unicodeScalars.first, isLetter(first) else { return false }
        return key.unicodeScalars.allSatisfy { isLetter($0) || $0 == "-" || $0.properties.numericType != nil }
    }

    /// The key as a JSON string.
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
