import NeatlineJSON

/// A parser of RFC 8259 that is meant to be read, not to be fast: one byte after another, recursive, no tricks.
///
/// The tests' oracle. An error stands at the first byte that cannot continue a valid text, or at the end of the text,
/// with these exceptions: a bad escape sequence stands at its backslash (one that the text ends in: at the end),
/// ill-formed UTF-8 at the first byte of the ill-formed sequence, a comment that does not end at its beginning.
///
/// It recurses: give it a limit of depth.
public struct ReferenceParser {
    let bytes: [UInt8]
    let options: JSONParsingOptions
    var position = 0
    private var depth = 0

    /// The value of a whole text.
    public static func parse(
        _ bytes: [UInt8], options: JSONParsingOptions = JSONParsingOptions()
    ) throws(ReferenceError) -> ReferenceValue {
        var text = bytes
        if options.invalidUTF8 == .replace { text = Array(String(decoding: bytes, as: UTF8.self).utf8) }
        var parser = ReferenceParser(bytes: text, options: options)
        let value = try parser.wholeText()
        if options.duplicateKeys == .reject, hasDuplicateKeys(value) {
            throw ReferenceError(code: .duplicateKey, offset: nil)
        }
        return value
    }

    private init(bytes: [UInt8], options: JSONParsingOptions) {
        self.bytes = bytes
        self.options = options
    }

    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    func peek(_ distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    func currentIs(_ character: Unicode.Scalar) -> Bool { current == UInt8(ascii: character) }

    /// The error at the current byte; at the end of the text that is what is wrong.
    func failure(_ code: ReferenceError.Code) -> ReferenceError {
        ReferenceError(code: position < bytes.count ? code : .unexpectedEnd, offset: position)
    }

    private mutating func wholeText() throws(ReferenceError) -> ReferenceValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try skipSpace()
        if !options.allowsTopLevelScalars, !currentIs("["), !currentIs("{") { throw failure(.topLevelScalar) }
        let value = try value()
        try skipSpace()
        if position < bytes.count { throw failure(.trailingContent) }
        return value
    }

    private mutating func skipSpace() throws(ReferenceError) {
        while let byte = current {
            if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
                position += 1
            } else if let length = extendedSpace() {
                position += length
            } else if options.allowsComments, byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
                while let byte = current, byte != 0x0A, byte != 0x0D, !endsExtendedLine() { position += 1 }
            } else if options.allowsComments, byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                let start = position
                position += 2
                while !(currentIs("*") && peek(1) == UInt8(ascii: "/")) {
                    if position >= bytes.count { throw ReferenceError(code: .unterminatedComment, offset: start) }
                    position += 1
                }
                position += 2
            } else {
                return
            }
        }
    }

    private mutating func value() throws(ReferenceError) -> ReferenceValue {
        guard let byte = current else { throw failure(.expectedValue) }
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            if depth >= max(options.maximumDepth, 0) { throw failure(.tooDeep) }
            depth += 1
            defer { depth -= 1 }
            return byte == UInt8(ascii: "[") ? try array() : try object()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "'") where options.allowsSingleQuotes: return .string(try string())
        case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
        case UInt8(ascii: "+") where options.allowsExtendedNumbers,
            UInt8(ascii: ".") where options.allowsExtendedNumbers:
            return .number(try number())
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        default:
            if let name = nonFinite() { return .number(name) }
            if options.allowsNonFiniteNumbers, byte == UInt8(ascii: "N") || byte == UInt8(ascii: "I") {
                throw ReferenceError(code: .expectedValue, offset: nil)
            }
            throw failure(.expectedValue)
        }
    }

    private mutating func array() throws(ReferenceError) -> ReferenceValue {
        position += 1
        var elements: [ReferenceValue] = []
        try skipSpace()
        if currentIs("]") {
            position += 1
            return .array([])
        }
        while true {
            try skipSpace()
            if currentIs("]"), !elements.isEmpty {
                if !options.allowsTrailingCommas { throw failure(.trailingComma) }
                break
            }
            elements.append(try value())
            try skipSpace()
            if currentIs("]") { break }
            if !currentIs(",") { throw failure(.expectedComma) }
            position += 1
        }
        position += 1
        return .array(elements)
    }

    private mutating func object() throws(ReferenceError) -> ReferenceValue {
        position += 1
        var members: [ReferenceValue.Member] = []
        try skipSpace()
        if currentIs("}") {
            position += 1
            return .object([])
        }
        while true {
            try skipSpace()
            if currentIs("}"), !members.isEmpty {
                if !options.allowsTrailingCommas { throw failure(.trailingComma) }
                break
            }
            let key = try key()
            try skipSpace()
            if !currentIs(":") { throw failure(.expectedColon) }
            position += 1
            try skipSpace()
            members.append(ReferenceValue.Member(key: key, value: try value()))
            try skipSpace()
            if currentIs("}") { break }
            if !currentIs(",") { throw failure(.expectedComma) }
            position += 1
        }
        position += 1
        return .object(members)
    }

    private mutating func literal(_ name: String, _ value: ReferenceValue) throws(ReferenceError) -> ReferenceValue {
        for letter in name.utf8 {
            if current != letter { throw failure(.invalidLiteral) }
            position += 1
        }
        return value
    }

    /// `NaN`, `Infinity` or `-Infinity`, if it stands here and is allowed.
    mutating func nonFinite() -> String? {
        guard options.allowsNonFiniteNumbers else { return nil }
        for name in ["NaN", "Infinity", "-Infinity"] where bytes[position...].starts(with: name.utf8) {
            position += name.utf8.count
            return name
        }
        return nil
    }

    private mutating func number() throws(ReferenceError) -> String {
        if let name = nonFinite() { return name }
        if options.allowsExtendedNumbers { return try extendedNumber() }
        let start = position
        if currentIs("-") { position += 1 }
        if options.allowsNonFiniteNumbers, currentIs("I") { throw ReferenceError(code: .invalidNumber, offset: nil) }
        if currentIs("0") {
            position += 1
            if isDigit { throw failure(.invalidNumber) }
        } else {
            try digits()
        }
        if currentIs(".") {
            position += 1
            try digits()
        }
        if currentIs("e") || currentIs("E") {
            position += 1
            if currentIs("+") || currentIs("-") { position += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    var isDigit: Bool { current.map { (0x30...0x39).contains($0) } ?? false }

    mutating func digits() throws(ReferenceError) {
        if !isDigit { throw failure(.invalidNumber) }
        while isDigit { position += 1 }
    }

    private static func hasDuplicateKeys(_ value: ReferenceValue) -> Bool {
        switch value {
        case .array(let elements): return elements.contains(where: hasDuplicateKeys)
        case .object(let members):
            // Names are compared by their bytes; `String` compares canonically.
            let names = Set(members.map { Array($0.key.utf8) })
            return names.count < members.count || members.contains { hasDuplicateKeys($0.value) }
        default: return false
        }
    }
}
