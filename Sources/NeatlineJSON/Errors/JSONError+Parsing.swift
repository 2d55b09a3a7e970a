// The errors of texts: what was expected where a scan stopped, and what is there.

extension JSONError {
    /// The contents of an error; created once, shared by its copies.
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

    /// Creates the error of a scan that stopped at `offset` in `text`, which may be the last part of a longer input.
    init(
        _ reason: ScanFailure, at offset: Int, in text: UnsafeBufferPointer<UInt8>,
        after before: SourcePosition.Consumed = .init(), options: JSONParsingOptions
    ) {
        let isTruncated = JSONError.isTruncatedEscape(reason, at: offset, in: text)
        let reason = isTruncated ? .unexpectedEnd : reason
        let offset = isTruncated ? text.count : offset
        let position = SourcePosition(at: offset, in: text, after: before)
        let character = JSONError.describe(text, at: offset)
        func expecting(_ code: Code, _ expected: String, found: String? = nil) -> Details {
            Details(code, expected: expected, found: found ?? character, position: position)
        }
        details =
            switch reason {
            case .none, .needsMore, .unexpectedEnd:
                before.bytes == 0 && JSONError.isBlank(text[..<Swift.min(offset, text.count)])
                    ? expecting(.unexpectedEnd, "a value")
                    : Details(
                        .unexpectedEnd, expected: nil, found: character, position: position,
                        message: "unexpected end of the text")
            case .expectedValue, .unexpectedCharacter: expecting(.expectedValue, "a value")
            case .expectedKey: expecting(.expectedKey, JSONError.expectedKey(options))
            case .expectedColon: expecting(.expectedColon, "':' after a key")
            case .expectedCommaOrBrace: expecting(.expectedComma, "',' or '}' after a member")
            case .expectedCommaOrBracket: expecting(.expectedComma, "',' or ']' after an element")
            case .trailingComma:
                expecting(
                    .trailingComma,
                    offset < text.count && text[offset] == Byte.closeBrace
                        ? "another member after ','" : "another element after ','")
            case .trailingContent: expecting(.trailingContent, "nothing after the value")
            case .invalidLiteral: expecting(.invalidLiteral, "null, true or false")
            case .leadingZero: expecting(.invalidNumber, "no digit after a leading zero")
            case .missingDigits: expecting(.invalidNumber, "a digit")
            case .hexadecimal, .missingHexDigits: expecting(.invalidNumber, "a hexadecimal digit after 0x")
            case .longHexadecimal:
                expecting(.invalidNumber, "at most \(ExtendedToken.maximumHexadecimalDigits) hexadecimal digits")
            case .controlCharacter: expecting(.controlCharacter, "control characters to be escaped")
            case .invalidEscape:
                expecting(
                    .invalidEscape, "an escape sequence",
                    found: "a backslash before \(JSONError.describe(text, at: offset + 1))")
            case .invalidUnicodeEscape:
                expecting(
                    .invalidEscape, "four hexadecimal digits after \\u",
                    found: JSONError.describe(text, at: JSONError.firstNoHexDigit(text, from: offset + 2)))
            case .invalidHexEscape:
                expecting(
                    .invalidEscape, "two hexadecimal digits after \\x",
                    found: JSONError.describe(text, at: JSONError.firstNoHexDigit(text, from: offset + 2)))
            case .invalidIdentifierEscape:
                expecting(.invalidEscape, "\\u and four digits of a letter in a key", found: character)
            case .missingSeparator: expecting(.expectedValue, "U+001E before a value")
            case .missingLineFeed: expecting(.unexpectedEnd, "a line feed after the value")
            case .loneSurrogate: expecting(.loneSurrogate, "a surrogate pair", found: "half of one")
            case .invalidUTF8: expecting(.invalidUTF8, "UTF-8")
            case .unterminatedComment:
                expecting(.unterminatedComment, "'*/' after a comment", found: JSONError.endOfText)
            case .tooDeep:
                expecting(
                    .tooDeep, "at most \(JSONError.count(Swift.max(options.maximumDepth, 0), "level")) of nesting")
            case .duplicateKey:
                expecting(
                    .duplicateKey, "a name not used before", found: "\(JSONError.key(text, at: offset)) again")
            case .topLevelScalar: expecting(.topLevelScalar, "an array or an object")
            case .tooLarge:
                expecting(.tooLarge, "less than 4 GiB of text", found: "\(text.count) bytes")
            }
    }

    private static let endOfText = "the end of the text"

    private static func expectedKey(_ options: JSONParsingOptions) -> String {
        switch (options.allowsUnquotedKeys, options.allowsSingleQuotes) {
        case (false, false): "a key in double quotes"
        case (false, true): "a key in quotes"
        case (true, _): "a key"
        }
    }

    /// Returns whether the escape at `offset` is only invalid because the text ends inside it.
    static func isTruncatedEscape(
        _ reason: ScanFailure, at offset: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let rest = text[Swift.min(offset, text.count)...]
        func isStart(_ escape: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
            escape.count < 6 && escape.prefix(2).elementsEqual([Byte.backslash, Byte.lowerU].prefix(escape.count))
                && escape.dropFirst(2).allSatisfy { Byte.hexValue($0) != nil }
        }
        switch reason {
        case .invalidEscape: return rest.count < 2
        case .invalidUnicodeEscape: return isStart(rest)
        // After the first half of a pair, U+D800 to U+DBFF, the second may have begun.
        case .loneSurrogate:
            let isFirstHalf = rest.dropFirst(3).first.flatMap(Byte.hexValue).map { $0 < 0xC } ?? false
            return isFirstHalf && isStart(rest.dropFirst(6))
        default: return false
        }
    }

    /// Returns whether the text consists of whitespace after an optional byte order mark.
    private static func isBlank(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        text.drop { $0 >= 0x80 }.allSatisfy(Byte.isWhitespace)
    }

    /// Returns the position of the first byte from `offset` on that is not a hexadecimal digit.
    private static func firstNoHexDigit(_ text: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int {
        var offset = offset
        while offset < text.count, Byte.hexValue(text[offset]) != nil { offset += 1 }
        return offset
    }

    /// Returns the key whose opening quote is at `offset`, with its quotes and as written; a long one is truncated.
    private static func key(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
        var end = offset + 1
        let quote = text[offset]
        if quote == Byte.quote || quote == Byte.apostrophe {
            while end < text.count, text[end] != quote { end += text[end] == Byte.backslash ? 2 : 1 }
            end += 1
        } else {
            while end < text.count, text[end] > Byte.space, text[end] != Byte.colon, text[end] != Byte.slash {
                end += 1
            }
        }
        let key = text[Swift.min(offset, text.count)..<Swift.min(end, text.count)]
        let scalars = String(decoding: key, as: UTF8.self).unicodeScalars
        return scalars.count > 42 ? "\(String(scalars.prefix(40)))…\"" : String(scalars)
    }

    /// `1 element`, `2 elements`.
    static func count(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }

    /// Returns the character at `offset`, in quotes, or a description of the byte there.
    private static func describe(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
        guard offset < text.count else { return endOfText }
        let end = Swift.min(offset + 4, text.count)
        let scalar = String(decoding: text[offset..<end], as: UTF8.self).unicodeScalars.first
        guard let scalar, text[offset..<end].starts(with: String(scalar).utf8) else {
            // Not UTF-8: the decoded character is a replacement character.
            return "byte 0x\(String(text[offset], radix: 16, uppercase: true))"
        }
        if scalar == "'" { return "\"'\"" }
        if scalar == " " || isVisible(scalar) { return "'\(scalar)'" }
        let hex = String(scalar.value, radix: 16, uppercase: true)
        return "U+\(String(repeating: "0", count: Swift.max(0, 4 - hex.count)))\(hex)"
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
            .nonspacingMark, .enclosingMark, .spacingMark, .surrogate:
            false
        default: true
        }
    }
}
