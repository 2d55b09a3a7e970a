import NeatlineJSON

// What JSON5 adds (spec.json5.org, version 1.0.0, and the sections of ECMAScript 5.1 that it refers to).
extension ReferenceParser {
    /// The character that stands here, if it is well-formed, and its length in bytes.
    private func scalarHere() -> (scalar: Unicode.Scalar, length: Int)? {
        guard position < bytes.count else { return nil }
        var copy = self
        guard let scalar = try? copy.scalar() else { return nil }
        return (scalar, copy.position - position)
    }

    /// The length of the whitespace character that stands here, if only JSON5 knows it.
    func extendedSpace() -> Int? {
        guard options.allowsExtendedWhitespace, let (scalar, length) = scalarHere() else { return nil }
        if ["\u{B}", "\u{C}", "\u{A0}", "\u{FEFF}", "\u{2028}", "\u{2029}"].contains(scalar) { return length }
        return scalar.properties.generalCategory == .spaceSeparator ? length : nil
    }

    /// Whether a character that ends a line only for JSON5 stands here.
    func endsExtendedLine() -> Bool {
        guard options.allowsExtendedWhitespace, let (scalar, _) = scalarHere() else { return false }
        return scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    mutating func key() throws(ReferenceError) -> String {
        if currentIs("\"") || (options.allowsSingleQuotes && currentIs("'")) { return try string() }
        guard options.allowsUnquotedKeys else { throw failure(.expectedKey) }
        var name = String.UnicodeScalarView()
        while position < bytes.count {
            if currentIs("\\") {
                guard let unit = codeUnit(0) else {
                    throw isTruncated(0)
                        ? ReferenceError(code: .unexpectedEnd, offset: bytes.count) : failure(.invalidEscape)
                }
                guard let scalar = Unicode.Scalar(unit), isIdentifier(scalar, isFirst: name.isEmpty) else {
                    throw failure(.invalidEscape)
                }
                name.append(scalar)
                position += 6
                continue
            }
            guard let (scalar, length) = scalarHere() else {
                if name.isEmpty { break }
                throw failure(.invalidUTF8)
            }
            if !isIdentifier(scalar, isFirst: name.isEmpty) { break }
            name.append(scalar)
            position += length
        }
        if name.isEmpty { throw failure(.expectedKey) }
        return String(name)
    }

    private func isIdentifier(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        let letters: [Unicode.GeneralCategory] = [
            .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
        ]
        let others: [Unicode.GeneralCategory] = [.nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation]
        let category = scalar.properties.generalCategory
        if letters.contains(category) || scalar == "$" || scalar == "_" { return true }
        return !isFirst && (others.contains(category) || scalar == "\u{200C}" || scalar == "\u{200D}")
    }

    /// What the escape here stands for, if it is none of JSON's.
    mutating func extendedEscape(inside quote: UInt8?) throws(ReferenceError) -> [Unicode.Scalar]? {
        guard let byte = peek(1) else { return nil }
        if byte == UInt8(ascii: "'"), byte == quote || options.allowsExtendedStrings {
            position += 2
            return ["'"]
        }
        guard options.allowsExtendedStrings, !"\"\\/bfnrtu".utf8.contains(byte) else { return nil }
        switch byte {
        case UInt8(ascii: "x"):
            var value: UInt32 = 0
            for index in 2..<4 {
                guard let letter = peek(index) else { throw ReferenceError(code: .unexpectedEnd, offset: bytes.count) }
                guard letter < 0x80, let digit = Character(Unicode.Scalar(letter)).hexDigitValue else {
                    throw failure(.invalidEscape)
                }
                value = value * 16 + UInt32(digit)
            }
            position += 4
            return Unicode.Scalar(value).map { [$0] } ?? []
        case UInt8(ascii: "v"):
            position += 2
            return ["\u{B}"]
        case UInt8(ascii: "0"):
            if let digit = peek(2), (0x30...0x39).contains(digit) { throw failure(.invalidEscape) }
            position += 2
            return ["\0"]
        case 0x31...0x39: throw failure(.invalidEscape)
        default:
            position += 1
            let scalar = try scalar()
            if scalar == "\r", currentIs("\n") { position += 1 }
            return ["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar) ? [] : [scalar]
        }
    }

    /// A finite number of JSON5, as JSON writes it.
    mutating func extendedNumber() throws(ReferenceError) -> String {
        var text = currentIs("-") ? "-" : ""
        if currentIs("-") || currentIs("+") { position += 1 }
        if !currentIs("-"), let name = nonFinite() { return name == "NaN" ? name : text + name }
        if options.allowsNonFiniteNumbers, currentIs("I") || currentIs("N") {
            throw ReferenceError(code: .invalidNumber, offset: nil)
        }
        if currentIs("0"), peek(1) == UInt8(ascii: "x") || peek(1) == UInt8(ascii: "X") {
            position += 2
            let start = position
            while currentIs("0") { position += 1 }
            let significant = position
            while let byte = current, byte < 0x80, Character(Unicode.Scalar(byte)).isHexDigit {
                if position - significant == 1024 { throw failure(.invalidNumber) }
                position += 1
            }
            if position == start { throw failure(.invalidNumber) }
            return text + ReferenceParser.decimal(bytes[start..<position])
        }
        let start = position
        if currentIs("0") {
            position += 1
            if isDigit { throw failure(.invalidNumber) }
        } else if !currentIs(".") {
            try digits()
        }
        text += position == start ? "0" : String(decoding: bytes[start..<position], as: UTF8.self)
        if currentIs(".") {
            let point = position
            position += 1
            if point == start || isDigit { try digits() }
            if position > point + 1 { text += String(decoding: bytes[point..<position], as: UTF8.self) }
        }
        if currentIs("e") || currentIs("E") {
            let exponent = position
            position += 1
            if currentIs("+") || currentIs("-") { position += 1 }
            try digits()
            text += String(decoding: bytes[exponent..<position], as: UTF8.self)
        }
        return text
    }

    /// The decimal digits of a hexadecimal number, one after another.
    static func decimal(_ digits: ArraySlice<UInt8>) -> String {
        var decimal: [Int] = [0]
        for digit in digits {
            var carry = Character(Unicode.Scalar(digit)).hexDigitValue ?? 0
            for index in decimal.indices {
                let value = decimal[index] * 16 + carry
                decimal[index] = value % 10
                carry = value / 10
            }
            while carry > 0 {
                decimal.append(carry % 10)
                carry /= 10
            }
        }
        return decimal.reversed().map(String.init).joined()
    }
}
