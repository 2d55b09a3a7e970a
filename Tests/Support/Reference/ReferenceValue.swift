/// A JSON value as the reference parser sees it: everything spelt out, nothing shared, nothing lazy.
public enum ReferenceValue: Sendable {
    case null
    case bool(Bool)
    /// The number as written.
    case number(String)
    /// The text with its escapes decoded.
    case string(String)
    case array([ReferenceValue])
    /// All members as written, duplicates included.
    case object([Member])

    /// A name and its value.
    public struct Member: Sendable {
        /// With its escapes decoded.
        public var key: String
        /// What stands after the colon.
        public var value: ReferenceValue

        /// A member of the two.
        public init(key: String, value: ReferenceValue) {
            self.key = key
            self.value = value
        }
    }
}

/// Why and where the reference parser stopped.
public struct ReferenceError: Error, Equatable {
    /// As `JSONError.Code`, name by name.
    public enum Code: String, Sendable {
        case unexpectedEnd, expectedValue, expectedKey, expectedColon, expectedComma, trailingComma, trailingContent
        case invalidLiteral, invalidNumber, controlCharacter, invalidEscape, loneSurrogate, invalidUTF8
        case unterminatedComment, tooDeep, duplicateKey, topLevelScalar
    }

    /// What is wrong.
    public var code: Code
    /// In bytes from 0; nil where the reference parser does not say.
    public var offset: Int?
}

extension ReferenceValue {
    /// The value as compact JSON text: what the serializer must write.
    public var compactText: [UInt8] {
        var text: [UInt8] = []
        write(to: &text)
        return text
    }

    private func write(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .number(let digits): text += digits.utf8
        case .string(let string): ReferenceValue.write(string, to: &text)
        case .array(let elements):
            text += "[".utf8
            for (ordinal, element) in elements.enumerated() {
                if ordinal > 0 { text += ",".utf8 }
                element.write(to: &text)
            }
            text += "]".utf8
        case .object(let members):
            text += "{".utf8
            for (ordinal, member) in members.enumerated() {
                if ordinal > 0 { text += ",".utf8 }
                ReferenceValue.write(member.key, to: &text)
                text += ":".utf8
                member.value.write(to: &text)
            }
            text += "}".utf8
        }
    }

    private static func write(_ string: String, to text: inout [UInt8]) {
        text += "\"".utf8
        for byte in string.utf8 {
            switch byte {
            case 0x08: text += "\\b".utf8
            case 0x09: text += "\\t".utf8
            case 0x0A: text += "\\n".utf8
            case 0x0C: text += "\\f".utf8
            case 0x0D: text += "\\r".utf8
            case 0x22: text += "\\\"".utf8
            case 0x5C: text += "\\\\".utf8
            case 0x00..<0x20, 0x7F:
                let hex = String(byte, radix: 16)
                text += "\\u00\(byte < 0x10 ? "0" : "")\(hex)".utf8
            default: text.append(byte)
            }
        }
        text += "\"".utf8
    }
}
