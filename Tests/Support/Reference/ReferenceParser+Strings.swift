import NeatlineJSON

// Strings: escapes (RFC 8259, section 7) and UTF-8 (RFC 3629, section 4).
extension ReferenceParser {
    mutating func string() throws(ReferenceError) -> String {
        let quote = current
        position += 1
        var text = String.UnicodeScalarView()
        while let byte = current {
            if byte == quote {
                position += 1
                return String(text)
            }
            switch byte {
            case 0x0A, 0x0D: throw failure(.controlCharacter)
            case 0x00..<0x20:
                if !options.allowsExtendedStrings { throw failure(.controlCharacter) }
                text.append(Unicode.Scalar(byte))
                position += 1
            case UInt8(ascii: "\\"):
                if let added = try extendedEscape(inside: quote) {
                    text.append(contentsOf: added)
                } else {
                    text.append(try escape())
                }
            default: text.append(try scalar())
            }
        }
        throw failure(.unexpectedEnd)
    }

    private mutating func escape() throws(ReferenceError) -> Unicode.Scalar {
        let simple: [UInt8: Unicode.Scalar] = [
            UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
            UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
        ]
        if let letter = peek(1), let scalar = simple[letter] {
            position += 2
            return scalar
        }
        guard let unit = codeUnit(0) else {
            throw isTruncated(0) ? ReferenceError(code: .unexpectedEnd, offset: bytes.count) : failure(.invalidEscape)
        }
        if let scalar = Unicode.Scalar(unit) {
            position += 6
            return scalar
        }
        let next = 6 + continuedLines(6)
        if unit < 0xDC00, let low = codeUnit(next), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) * 0x400 + (low - 0xDC00))
        {
            position += next + 6
            return scalar
        }
        if unit < 0xDC00, isTruncated(next) { throw ReferenceError(code: .unexpectedEnd, offset: bytes.count) }
        if options.loneSurrogates == .reject { throw failure(.loneSurrogate) }
        position += 6
        return "\u{FFFD}"
    }

    /// The length of the lines that go on, one behind the other, at `distance` from here; with one that is cut off, all that
    /// is left.
    private func continuedLines(_ distance: Int) -> Int {
        guard options.allowsExtendedStrings else { return 0 }
        let ends = ["\r\n", "\r", "\n", "\u{2028}", "\u{2029}"].map { Array("\\\($0)".utf8) }
        let rest = bytes[Swift.min(position + distance, bytes.count)...]
        var left = rest
        while let end = ends.first(where: { left.starts(with: $0) }) { left = left.dropFirst(end.count) }
        let isCut = left.count > 1 && ends.contains { $0.starts(with: left) }
        return isCut ? rest.count : rest.count - left.count
    }

    /// Whether the text ends within what may become an escape at `distance` from here.
    func isTruncated(_ distance: Int) -> Bool {
        let rest = bytes[Swift.min(position + distance, bytes.count)...]
        guard rest.count < 6 else { return false }
        for (index, byte) in rest.enumerated() {
            switch index {
            case 0: guard byte == UInt8(ascii: "\\") else { return false }
            case 1: guard byte == UInt8(ascii: "u") else { return false }
            default: guard byte < 0x80, Character(Unicode.Scalar(byte)).isHexDigit else { return false }
            }
        }
        return true
    }

    /// The value of the `\uXXXX` at `distance` from here.
    func codeUnit(_ distance: Int) -> UInt32? {
        guard peek(distance) == UInt8(ascii: "\\"), peek(distance + 1) == UInt8(ascii: "u") else { return nil }
        var value: UInt32 = 0
        for index in 2..<6 {
            guard let byte = peek(distance + index), let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
                byte < 0x80
            else { return nil }
            value = value * 16 + UInt32(digit)
        }
        return value
    }

    mutating func scalar() throws(ReferenceError) -> Unicode.Scalar {
        let lead = bytes[position]
        if lead < 0x80 {
            position += 1
            return Unicode.Scalar(lead)
        }
        let (length, smallest, bits): (Int, UInt32, UInt32)
        switch lead {
        case 0xC0..<0xE0: (length, smallest, bits) = (2, 0x80, UInt32(lead & 0x1F))
        case 0xE0..<0xF0: (length, smallest, bits) = (3, 0x800, UInt32(lead & 0x0F))
        case 0xF0..<0xF8: (length, smallest, bits) = (4, 0x10000, UInt32(lead & 0x07))
        default: throw failure(.invalidUTF8)
        }
        var value = bits
        for distance in 1..<length {
            guard let byte = peek(distance), byte & 0xC0 == 0x80 else { throw failure(.invalidUTF8) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        // Refuses overlong forms here, surrogates and values beyond U+10FFFF in `Unicode.Scalar`.
        guard value >= smallest, let scalar = Unicode.Scalar(value) else { throw failure(.invalidUTF8) }
        position += length
        return scalar
    }
}
