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
                let isPlain =
                    key.unicodeScalars.first.map { $0.properties.isAlphabetic || $0 == "_" } ?? false
                    && key.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == "_" || $0 == "-" || $0.properties.numericType != nil }
                path += isPlain ? ".\(key)" : "[\(quoted(key))]"
            }
        }
        return path
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
