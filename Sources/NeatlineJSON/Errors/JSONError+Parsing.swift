extension JSONError {
    /// What an error says; built once, shared by the copies.
    class Details: @unchecked Sendable {
        // Unchecked because the class is open to a subclass in this module; both have constant properties only.
        let code: Code
        let expected: String?
        let found: String?
        let position: SourcePosition?
        private let text: String?

        init(_ code: Code, expected: String?, found: String?, position: SourcePosition?, message: String? = nil) {
            self.code = code
            self.expected = expected
            self.found = found
            self.position = position
            text = message
        }

        var path: String? { nil }

        var message: String {
            if let text { return text }
            switch (expected, found) {
            case (let expected?, let found?): return "expected \(expected), found \(found)"
            case (let expected?, nil): return "expected \(expected)"
            default: return code.rawValue
            }
        }
    }

    /// The error of a scan that stopped at `offset` in `text`, which may be the last part of a longer input.
    init(
        _ reason: ScanFailure, at offset: Int, in text: UnsafeBufferPointer<UInt8>,
        after before: SourcePosition.Consumed = .init(), options: JSONParsingOptions
    ) {
        let position = SourcePosition(at: offset, in: text, after: before)
        let found = JSONError.describe(text, at: offset)
        func expecting(_ code: Code, _ expected: String) -> Details {
            Details(code, expected: expected, found: found, position: position)
        }
        func saying(_ code: Code, _ message: String) -> Details {
            Details(code, expected: nil, found: found, position: position, message: message)
        }
        details =
            switch reason {
            case .none, .needsMore, .unexpectedEnd:
                text.count == 0 || before.bytes + offset == 0
                    ? expecting(.unexpectedEnd, "a value") : saying(.unexpectedEnd, "unexpected end of the text")
            case .expectedValue, .unexpectedCharacter: expecting(.expectedValue, "a value")
            case .expectedKey: expecting(.expectedKey, "a key in double quotes")
            case .expectedColon: expecting(.expectedColon, "':' after a key")
            case .expectedCommaOrBrace: expecting(.expectedComma, "',' or '}' after a member")
            case .expectedCommaOrBracket: expecting(.expectedComma, "',' or ']' after an element")
            case .trailingComma: saying(.trailingComma, "a comma before \(found) is not allowed")
            case .trailingContent: expecting(.trailingContent, "nothing after the value")
            case .invalidLiteral: expecting(.invalidLiteral, "null, true or false")
            case .leadingZero: saying(.invalidNumber, "a number must not have a leading zero")
            case .missingDigits: expecting(.invalidNumber, "a digit")
            case .controlCharacter:
                saying(.controlCharacter, "a control character in a string must be escaped, found \(found)")
            case .invalidEscape: saying(.invalidEscape, "there is no such escape sequence")
            case .invalidUnicodeEscape: saying(.invalidEscape, "\\u must be followed by four hexadecimal digits")
            case .loneSurrogate: saying(.loneSurrogate, "half a surrogate pair")
            case .invalidUTF8: saying(.invalidUTF8, "invalid UTF-8, found \(found)")
            case .unterminatedComment: saying(.unterminatedComment, "the comment does not end")
            case .tooDeep:
                saying(.tooDeep, "more than \(Swift.max(options.maximumDepth, 0)) levels of arrays and objects")
            case .duplicateKey: saying(.duplicateKey, "the object already has a member of this name")
            case .topLevelScalar: expecting(.topLevelScalar, "an array or an object")
            case .tooLarge: saying(.tooLarge, "a text of 4 GiB or more cannot be one document")
            }
    }

    /// The character at `offset`, in quotes, or what else stands there.
    private static func describe(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
        guard offset < text.count else { return "the end of the text" }
        let byte = text[offset]
        let hex = String(byte, radix: 16, uppercase: true)
        if byte < 0x20 || byte == 0x7F { return "U+00\(byte < 0x10 ? "0" : "")\(hex)" }
        if byte < 0x80 { return "'\(Character(Unicode.Scalar(byte)))'" }
        let end = Swift.min(offset + 4, text.count)
        let scalar = String(decoding: text[offset..<end], as: UTF8.self).unicodeScalars.first
        if let scalar, scalar != "\u{FFFD}" || byte == 0xEF { return "'\(scalar)'" }
        return "byte 0x\(hex)"
    }
}
