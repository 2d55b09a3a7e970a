/// A parser for the pieces of a field's value: tokens, quoted strings and parameters (RFC 9110, section 5.6).
///
/// Its texts stand for the octets of the field, as `String.octets` defines it.
struct FieldParser {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: String) { bytes = text.octets }

    /// The next byte; `nil` at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Returns the text from an earlier position to this one.
    func text(from start: Int) -> String { String(octets: bytes[start..<position]) }

    mutating func goBack(to start: Int) { position = start }

    mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    mutating func skipBlanks() { skip { $0.isBlank } }

    /// Skips a byte, if it is the next one.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func token() -> String? {
        let start = position
        skip(while: \.isTokenByte)
        return position > start ? text(from: start) : nil
    }

    /// Parses a quoted string; returns `nil` at the end of the field if it is not terminated.
    mutating func quotedString() -> String? {
        position += 1
        var content: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") { return String(octets: content) }
            if byte == UInt8(ascii: "\\"), let escaped = next {
                position += 1
                content.append(escaped)
            } else {
                content.append(byte)
            }
        }
        return nil
    }

    /// Skips to the next byte that ends an item, outside of quotes.
    mutating func skip(to end: UInt8) {
        while let byte = next, byte != end {
            if byte == UInt8(ascii: "\"") { _ = quotedString() } else { position += 1 }
        }
    }

    /// Returns the parameters of a value such as `text/html; charset=utf-8`, in their order.
    ///
    /// Names are in lower case. Spaces around the signs, empty parameters, and values without quotes that are no tokens are
    /// accepted; what has no name, no value, or quotes without an end is omitted.
    ///
    /// - Complexity: O(*n*)
    static func parameters(of value: String) -> [(name: String, value: String)] {
        var parser = FieldParser(value)
        var parameters: [(name: String, value: String)] = []
        parser.skip(to: UInt8(ascii: ";"))
        while parser.take(UInt8(ascii: ";")) {
            parser.skipBlanks()
            if let name = parser.token()?.lowercasedASCII, let value = parser.parameterValue(), !value.isEmpty {
                parameters.append((name, value))
            }
            parser.skip(to: UInt8(ascii: ";"))
        }
        return parameters
    }

    private mutating func parameterValue() -> String? {
        skipBlanks()
        guard take(UInt8(ascii: "=")) else { return nil }
        skipBlanks()
        if next == UInt8(ascii: "\"") { return quotedString() }
        let start = position
        skip { $0 != UInt8(ascii: ";") }
        return String(octets: bytes[start..<position].reversed().drop { $0.isBlank }.reversed())
    }
}

extension UInt8 {
    /// Whether the byte is a space or a tab.
    @inline(__always)
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
