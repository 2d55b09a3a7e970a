/// Scans the tokens of JSON5 that are not JSON, finds their ends and rewrites them as JSON.
///
/// They are rare, so the code is simple rather than fast: it reads byte by byte, never beyond `end`. The scanner and the
/// streaming formatter call it only for tokens that a kernel has rejected.
struct ExtendedToken {
    /// After the token; on failure the offending byte, or `end` where more bytes could have helped.
    var end: Cursor
    /// `TapeWord` flags of what is written in JSON.
    var flags: UInt64 = 0
    var failure = ScanFailure.none

    private static func failed(_ failure: ScanFailure, _ end: Cursor) -> ExtendedToken {
        ExtendedToken(end: end, failure: failure)
    }

    // MARK: Whitespace

    /// The length of the whitespace character of JSON5 at `p`; 0 if there is none, or the options do not allow it.
    static func spaceLength(_ p: Cursor, end: Cursor, options: JSONParsingOptions) -> Int {
        guard options.allowsExtendedWhitespace, p < end else { return 0 }
        if p[0] == 0x0B || p[0] == 0x0C { return 1 }
        guard p[0] >= 0x80, case .scalar(let value, let length) = UTF8Sequence(p, end: end) else { return 0 }
        switch value {
        case 0xA0, 0xFEFF, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return length
        default: return 0
        }
    }

    /// Whether a line separator or paragraph separator (U+2028, U+2029) is at `p`.
    static func isSeparator(_ p: Cursor, end: Cursor) -> Bool {
        end - p >= 3 && p[0] == 0xE2 && p[1] == 0x80 && p[2] & 0xFE == 0xA8
    }

    // MARK: Comments

    /// The end of the comment that begins at `p`: of a line comment the line end after it; nil if no comment begins there,
    /// or it does not end.
    ///
    /// - Parameters:
    ///   - endsAtSeparators: whether a line comment also ends at U+2028 and U+2029, as in JSON5.
    ///   - isSequence: whether U+001E ends the record, and with it a line comment; a block comment cannot contain it.
    static func commentEnd(
        _ p: Cursor, end: Cursor, endsAtSeparators: Bool, isSequence: Bool = false
    ) -> Cursor? {
        guard end - p >= 2, p[0] == Byte.slash else { return nil }
        var q = p + 2
        if p[1] == Byte.slash {
            while q < end, q[0] != Byte.lineFeed, q[0] != Byte.carriageReturn {
                if endsAtSeparators, isSeparator(q, end: end) { break }
                if isSequence, q[0] == Byte.recordSeparator { break }
                q += 1
            }
            return q
        }
        guard p[1] == UInt8(ascii: "*") else { return nil }
        while end - q >= 2 {
            if q[0] == UInt8(ascii: "*"), q[1] == Byte.slash { return q + 2 }
            if isSequence, q[0] == Byte.recordSeparator { return nil }
            q += 1
        }
        return nil
    }

    // MARK: Strings

    /// Reads the string whose quote is at `start`, and appends its content to `json`, in the form that it has between double
    /// quotes.
    static func string(
        _ start: Cursor, end: Cursor, options: JSONParsingOptions, into json: inout [UInt8]
    ) -> ExtendedToken {
        // SAFETY: here and in all other functions, each position is compared with `end` before its byte is read.
        assert(start < end)
        let quote = start[0]
        var flags: UInt64 = 0
        var p = start + 1
        while p < end {
            let byte = p[0]
            if byte == quote { return ExtendedToken(end: p + 1, flags: flags) }
            if byte == Byte.backslash {
                let escape = escape(p, inside: quote, end: end, options: options, into: &json)
                if escape.failure != .none { return escape }
                flags |= escape.flags
                p = escape.end
            } else if byte < 0x20 {
                if !options.allowsExtendedStrings || byte == Byte.lineFeed || byte == Byte.carriageReturn {
                    return failed(.controlCharacter, p)
                }
                flags |= append(UInt32(byte), to: &json)
                p += 1
            } else if byte < 0x80 {
                flags |= append(UInt32(byte), to: &json)
                p += 1
            } else {
                switch UTF8Sequence(p, end: end) {
                case .scalar(let value, let length):
                    flags |= append(value, to: &json)
                    p += length
                case .illFormed(let length):
                    if options.invalidUTF8 == .reject { return failed(.invalidUTF8, p) }
                    flags |= append(0xFFFD, to: &json)
                    p += length
                case .incomplete:
                    return options.invalidUTF8 == .reject ? failed(.invalidUTF8, p) : failed(.unexpectedEnd, end)
                }
            }
        }
        return failed(.unexpectedEnd, end)
    }

    /// Reads the escape at `p`; a line continuation adds nothing.
    private static func escape(
        _ p: Cursor, inside quote: UInt8, end: Cursor, options: JSONParsingOptions, into json: inout [UInt8]
    ) -> ExtendedToken {
        guard end - p >= 2 else { return failed(.unexpectedEnd, end) }
        let byte = p[1]
        if byte == Byte.lowerU { return unicodeEscape(p, end: end, options: options, into: &json) }
        if StringKernel.isSimpleEscape(byte) {
            json += [Byte.backslash, byte]
            return ExtendedToken(end: p + 2, flags: TapeWord.escapedFlag)
        }
        if byte == Byte.apostrophe, byte == quote || options.allowsExtendedStrings {
            return ExtendedToken(end: p + 2, flags: append(UInt32(byte), to: &json))
        }
        guard options.allowsExtendedStrings else { return failed(.invalidEscape, p) }
        switch byte {
        case Byte.lowerX:
            var value: UInt32 = 0
            for index in 2..<4 {
                guard end - p > index else { return failed(.unexpectedEnd, end) }
                guard let digit = Byte.hexValue(p[index]) else { return failed(.invalidHexEscape, p) }
                value = value << 4 | digit
            }
            return ExtendedToken(end: p + 4, flags: append(value, to: &json))
        case UInt8(ascii: "v"):
            return ExtendedToken(end: p + 2, flags: append(0x0B, to: &json))
        case Byte.zero:
            guard end - p > 2 else { return failed(.unexpectedEnd, end) }
            if Byte.isDigit(p[2]) { return failed(.invalidEscape, p) }
            return ExtendedToken(end: p + 2, flags: append(0, to: &json))
        case Byte.zero...Byte.nine:
            return failed(.invalidEscape, p)
        case Byte.carriageReturn:
            guard end - p > 2 else { return failed(.unexpectedEnd, end) }
            return ExtendedToken(end: p[2] == Byte.lineFeed ? p + 3 : p + 2)
        case Byte.lineFeed:
            return ExtendedToken(end: p + 2)
        case 0x80...:
            // The backslash is dropped and the character read as any other, unless it ends the line.
            return ExtendedToken(end: isSeparator(p + 1, end: end) ? p + 4 : p + 1)
        default:
            return ExtendedToken(end: p + 2, flags: append(UInt32(byte), to: &json))
        }
    }

    /// Copies the `\u` escape at `p`, and the one that forms a surrogate pair with it.
    ///
    /// JSON5 allows a line continuation between the two, because its strings are sequences of UTF-16 code units, to which a
    /// continuation adds nothing (ECMAScript 5.1, section 7.8.4).
    private static func unicodeEscape(
        _ p: Cursor, end: Cursor, options: JSONParsingOptions, into json: inout [UInt8]
    ) -> ExtendedToken {
        guard let unit = hexQuad(p, end: end) else {
            return isTruncated(p, end: end) ? failed(.unexpectedEnd, end) : failed(.invalidUnicodeEscape, p)
        }
        json += UnsafeBufferPointer(start: p, count: 6)
        var after = p + 6
        if unit & 0xF800 == 0xD800 {
            let next = options.allowsExtendedStrings ? skipLineContinuations(after, end: end) : after
            if unit < 0xDC00, let low = hexQuad(next, end: end), low & 0xFC00 == 0xDC00 {
                json += UnsafeBufferPointer(start: next, count: 6)
                after = next + 6
            } else if unit < 0xDC00, isTruncated(next, end: end) {
                return failed(.unexpectedEnd, end)
            } else if options.loneSurrogates == .reject {
                return failed(.loneSurrogate, p)
            }
        }
        return ExtendedToken(end: after, flags: TapeWord.escapedFlag)
    }

    /// The position after all line continuations from `start` on; `end` if the last one is truncated.
    private static func skipLineContinuations(_ start: Cursor, end: Cursor) -> Cursor {
        var p = start
        while end - p >= 2, p[0] == Byte.backslash {
            if p[1] == Byte.carriageReturn {
                p += end - p > 2 && p[2] == Byte.lineFeed ? 3 : 2
            } else if p[1] == Byte.lineFeed {
                p += 2
            } else if isSeparator(p + 1, end: end) {
                p += 4
            } else if p[1] == 0xE2, end - p == 2 || (end - p == 3 && p[2] == 0x80) {
                return end
            } else {
                break
            }
        }
        return p
    }

    /// The value of the escape `\uXXXX` at `p`, if there is one.
    private static func hexQuad(_ p: Cursor, end: Cursor) -> UInt32? {
        guard end - p >= 6, p[0] == Byte.backslash, p[1] == Byte.lowerU else { return nil }
        return StringKernel.hexQuad(p + 2)
    }

    /// Whether the truncated escape at `p` may be the beginning of `\uXXXX`.
    private static func isTruncated(_ p: Cursor, end: Cursor) -> Bool {
        let count = end - p
        guard count < 6 else { return false }
        return (0..<Swift.max(count, 0)).allSatisfy { index in
            switch index {
            case 0: p[0] == Byte.backslash
            case 1: p[1] == Byte.lowerU
            default: Byte.hexValue(p[index]) != nil
            }
        }
    }

    /// Appends a character in the form that it has in a JSON string.
    ///
    /// - Returns: its `TapeWord` flags.
    private static func append(_ value: UInt32, to json: inout [UInt8]) -> UInt64 {
        if value < 0x20 || value == UInt32(Byte.quote) || value == UInt32(Byte.backslash) {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8) { memory in
                let start = memory.baseAddress!
                // SAFETY: an escape has at most six bytes.
                let end = StringWriter.writeASCIIEscape(UInt8(truncatingIfNeeded: value), to: start)
                json += UnsafeBufferPointer(start: start, count: end - start)
            }
            return TapeWord.escapedFlag
        }
        if value < 0x80 {
            json.append(UInt8(truncatingIfNeeded: value))
            return 0
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { memory in
            let count = UTF8Bytes.encode(value, to: memory.baseAddress!)
            json += memory[..<count]
        }
        return TapeWord.nonASCIIFlag
    }

    // MARK: Names

    /// Reads the identifier at `start` (ECMAScript 5.1, section 7.6), and appends it to `json` with its escapes decoded.
    ///
    /// The failure is `expectedKey` at `start` if no identifier begins there.
    static func identifier(
        _ start: Cursor, end: Cursor, into json: inout [UInt8]
    ) -> ExtendedToken {
        assert(start <= end)
        var p = start
        var flags: UInt64 = 0
        while p < end {
            var value = UInt32(p[0])
            var length = 1
            if value == UInt32(Byte.backslash) {
                guard let unit = hexQuad(p, end: end) else {
                    return isTruncated(p, end: end) ? failed(.unexpectedEnd, end) : failed(.invalidIdentifierEscape, p)
                }
                if !isPart(unit, isFirst: p == start) { return failed(.invalidIdentifierEscape, p) }
                (value, length) = (unit, 6)
            } else if value >= 0x80 {
                switch UTF8Sequence(p, end: end) {
                case .scalar(let scalar, let count): (value, length) = (scalar, count)
                case .illFormed, .incomplete: return p == start ? failed(.expectedKey, p) : failed(.invalidUTF8, p)
                }
            }
            if !isPart(value, isFirst: p == start) { break }
            flags |= append(value, to: &json)
            p += length
        }
        return p == start ? failed(.expectedKey, p) : ExtendedToken(end: p, flags: flags)
    }

    private static func isPart(_ value: UInt32, isFirst: Bool) -> Bool {
        if value == 0x24 || value == 0x5F { return true }
        if value < 0x80 {
            let byte = UInt8(truncatingIfNeeded: value)
            return (0x61...0x7A).contains(byte | 0x20) || (!isFirst && Byte.isDigit(byte))
        }
        guard let scalar = Unicode.Scalar(value) else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            return true
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
        // Zero width non-joiner and joiner.
        default: return !isFirst && (value == 0x200C || value == 0x200D)
        }
    }

    // MARK: Numbers

    /// Reads the number at `start`, and appends it to `json` as JSON writes it; `NaN` and `Infinity` as they are.
    ///
    /// The failure is `expectedValue` if no number begins there, or a word that is not a number; `needsMore` if the number may
    /// continue beyond `end`.
    ///
    /// - Parameter mayGoOn: whether more text may follow `end`; a hexadecimal number that ends there is then not converted.
    static func number(
        _ start: Cursor, end: Cursor, options: JSONParsingOptions, mayGoOn: Bool = false, into json: inout [UInt8]
    ) -> ExtendedToken {
        assert(start < end)
        var p = start
        let isNegative = p[0] == Byte.minus
        if isNegative || (p[0] == Byte.plus && options.allowsExtendedNumbers) { p += 1 }
        guard p < end else { return failed(.missingDigits, end) }
        if p[0] == UInt8(ascii: "N") || p[0] == UInt8(ascii: "I") {
            return nonFinite(p, isNegative: isNegative, hasSign: p > start, end: end, options: options, into: &json)
        }
        guard options.allowsExtendedNumbers else { return failed(.expectedValue, start) }
        if isNegative { json.append(Byte.minus) }
        if p[0] == Byte.zero, end - p > 1, p[1] | 0x20 == Byte.lowerX {
            let digits = p + 2
            p = digits
            while p < end, p[0] == Byte.zero { p += 1 }
            let significant = p
            while p < end, Byte.hexValue(p[0]) != nil {
                if p - significant == maximumHexadecimalDigits { return failed(.longHexadecimal, p) }
                p += 1
            }
            if p == digits { return failed(.missingHexDigits, p) }
            if mayGoOn, p == end { return failed(.needsMore, start) }
            appendDecimal(UnsafeBufferPointer(start: significant, count: p - significant), to: &json)
            return ExtendedToken(end: p, flags: TapeWord.integerFlag)
        }
        return decimal(p, end: end, into: &json)
    }

    /// The largest number of digits of a hexadecimal number, without zeros before it: the time to convert one grows with
    /// the square.
    static let maximumHexadecimalDigits = 1024

    /// Appends the decimal digits of the number with the hexadecimal `digits`; `0` for none.
    private static func appendDecimal(_ digits: UnsafeBufferPointer<UInt8>, to json: inout [UInt8]) {
        // 18 decimal digits each, the lowest first. 16 times one of them fits in 64 bits.
        let base: UInt64 = 1_000_000_000_000_000_000
        var limbs: [UInt64] = [0]
        for digit in digits {
            var carry = UInt64(Byte.hexValue(digit) ?? 0)
            for index in limbs.indices {
                let sum = limbs[index] &* 16 &+ carry
                limbs[index] = sum % base
                carry = sum / base
            }
            if carry > 0 { limbs.append(carry) }
        }
        json += String(limbs.removeLast()).utf8
        for limb in limbs.reversed() {
            let text = String(limb).utf8
            json += repeatElement(Byte.zero, count: 18 - text.count)
            json += text
        }
    }

    private static func decimal(_ start: Cursor, end: Cursor, into json: inout [UInt8]) -> ExtendedToken {
        var flags = TapeWord.integerFlag
        var p = skipDigits(start, end: end)
        if p - start > 1, start[0] == Byte.zero { return failed(.leadingZero, start + 1) }
        if p == start { json.append(Byte.zero) }
        json += UnsafeBufferPointer(start: start, count: p - start)
        if p < end, p[0] == Byte.dot {
            let fraction = p + 1
            let hasInteger = p > start
            p = skipDigits(fraction, end: end)
            if p == fraction, !hasInteger { return failed(.missingDigits, p) }
            if p > fraction {
                json.append(Byte.dot)
                json += UnsafeBufferPointer(start: fraction, count: p - fraction)
                flags = 0
            }
        } else if p == start {
            return failed(.missingDigits, p)
        }
        if p < end, p[0] | 0x20 == Byte.lowerE {
            let exponent = p
            p += 1
            if p < end, p[0] == Byte.plus || p[0] == Byte.minus { p += 1 }
            let digits = p
            p = skipDigits(digits, end: end)
            if p == digits { return failed(.missingDigits, p) }
            json += UnsafeBufferPointer(start: exponent, count: p - exponent)
            flags = 0
        }
        return ExtendedToken(end: p, flags: flags)
    }

    private static func nonFinite(
        _ p: Cursor, isNegative: Bool, hasSign: Bool, end: Cursor, options: JSONParsingOptions, into json: inout [UInt8]
    ) -> ExtendedToken {
        guard options.allowsNonFiniteNumbers else { return failed(hasSign ? .missingDigits : .expectedValue, p) }
        let isNaN = p[0] == UInt8(ascii: "N")
        if hasSign, !options.allowsExtendedNumbers, isNaN || !isNegative { return failed(.missingDigits, p) }
        let name: StaticString = isNaN ? "NaN" : "Infinity"
        var index = 0
        // SAFETY: a static string of ASCII has a pointer.
        while index < name.utf8CodeUnitCount {
            if p + index >= end { return failed(.needsMore, p) }
            if p[index] != name.utf8Start[index] { return failed(hasSign ? .missingDigits : .expectedValue, p) }
            index += 1
        }
        if isNegative, !isNaN { json.append(Byte.minus) }
        json += UnsafeBufferPointer(start: name.utf8Start, count: index)
        return ExtendedToken(end: p + index, flags: TapeWord.nonFiniteFlag)
    }

    private static func skipDigits(_ start: Cursor, end: Cursor) -> Cursor {
        var p = start
        while p < end, Byte.isDigit(p[0]) { p += 1 }
        return p
    }
}
