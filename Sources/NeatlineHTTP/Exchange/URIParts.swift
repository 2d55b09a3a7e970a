/// The ranges of the five components of a URI reference, as in appendix B of RFC 3986.
///
/// Every sequence of bytes can be split; the components are not validated.
struct URIParts {
    var scheme: Range<Int>?
    var authority: Range<Int>?
    var path: Range<Int>
    var query: Range<Int>?
    var fragment: Range<Int>?

    /// - Complexity: O(*n*)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var position = 0
        var end = 0
        while end < bytes.count, !Self.endsScheme(bytes[end]) { end += 1 }
        if end < bytes.count, bytes[end] == UInt8(ascii: ":"), Self.isScheme(bytes, end) {
            scheme = 0..<end
            position = end + 1
        }
        if position + 1 < bytes.count, bytes[position] == UInt8(ascii: "/"), bytes[position + 1] == UInt8(ascii: "/") {
            let start = position + 2
            position = start
            while position < bytes.count, !Self.endsAuthority(bytes[position]) { position += 1 }
            authority = start..<position
        }
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "?"), bytes[position] != UInt8(ascii: "#") {
            position += 1
        }
        path = start..<position
        if position < bytes.count, bytes[position] == UInt8(ascii: "?") {
            let start = position + 1
            while position < bytes.count, bytes[position] != UInt8(ascii: "#") { position += 1 }
            query = start..<position
        }
        if position < bytes.count { fragment = position + 1..<bytes.count }
    }

    private static func endsScheme(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || endsAuthority(byte)
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func isScheme(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
        guard end > 0, isLetter(bytes[0]) else { return false }
        for byte in bytes[..<end] {
            let isRest = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            guard isLetter(byte) || isDigit(byte) || isRest else { return false }
        }
        return true
    }
}

/// The ranges of the components of an authority: `user:password@host:port`.
struct URIAuthority {
    var userinfo: Range<Int>?
    var host: Range<Int>
    /// The port; `nil` if there is none, or it is empty.
    var port: Int?

    /// Parses an authority; returns `nil` if the text after the host is not a port from 0 to 65535.
    ///
    /// - Complexity: O(*n*)
    init?(_ bytes: UnsafeBufferPointer<UInt8>, in authority: Range<Int>) {
        var start = authority.lowerBound
        if let at = bytes[authority].lastIndex(of: UInt8(ascii: "@")) {
            userinfo = start..<at
            start = at + 1
        }
        var end = start
        if end < authority.upperBound, bytes[end] == UInt8(ascii: "[") {
            while end < authority.upperBound, bytes[end] != UInt8(ascii: "]") { end += 1 }
            guard end < authority.upperBound else { return nil }
            end += 1
        } else {
            while end < authority.upperBound, bytes[end] != UInt8(ascii: ":") { end += 1 }
        }
        host = start..<end
        guard end < authority.upperBound else { return }
        guard bytes[end] == UInt8(ascii: ":") else { return nil }
        var value = 0
        for byte in bytes[(end + 1)..<authority.upperBound] {
            guard isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            guard value <= 65535 else { return nil }
        }
        if end + 1 < authority.upperBound { port = value }
    }
}

@inline(__always)
func isLetter(_ byte: UInt8) -> Bool { byte.lowercasedASCII &- UInt8(ascii: "a") < 26 }

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

/// Returns the value of a hexadecimal digit.
func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte - UInt8(ascii: "0") }
    let letter = byte.lowercasedASCII &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
}
