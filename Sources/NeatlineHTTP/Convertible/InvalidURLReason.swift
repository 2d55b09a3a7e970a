internal import Foundation

extension AFError {
    /// What is wrong with the text of an ``invalidURL(url:)``, as far as that can be told; nil for other errors.
    ///
    /// ```swift
    /// AFError.invalidURL(url: "http://host:port/").failureReason      // Its port is "port", which is no number.
    /// ```
    public var failureReason: String? {
        guard case .invalidURL(let url as String) = self else { return nil }
        return InvalidURLReason.reason(of: url)
    }
}

/// Finds what keeps a text from being a URL (RFC 3986).
enum InvalidURLReason {
    /// What is wrong, as a sentence; nil if that is not known.
    ///
    /// - Complexity: O(*n*).
    static func reason(of text: String) -> String? {
        if text.isEmpty { return "It is empty." }
        guard let start = text.firstRange(of: "//") else { return nil }
        let scheme = text[..<start.lowerBound].dropLast()
        if !isScheme(scheme) {
            return "Its scheme is \(quoted(scheme)), which is not a letter and letters, digits, +, - or . behind it."
        }
        let authority = text[start.upperBound...].prefix { !"/?#".contains($0) }
        let address = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        var host = address
        if address.first == "[" {
            guard let end = address.firstIndex(of: "]") else { return "The bracket before its host is not closed." }
            host = address[...end]
        } else if let colon = address.lastIndex(of: ":") {
            host = address[..<colon]
        }
        let port = address[host.endIndex...].dropFirst()
        if !port.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            return "Its port is \(quoted(port)), which is no number."
        }
        if let scalar = host.unicodeScalars.first(where: isForbidden) {
            let number = String(scalar.value, radix: 16, uppercase: true)
            return "Its host has the character U+\(String(repeating: "0", count: 4 - min(number.count, 4)))\(number)."
        }
        return nil
    }

    private static func isScheme(_ text: Substring) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
        guard let first = text.utf8.first else { return true }
        return isLetter(first)
            && text.utf8.allSatisfy { byte in
                isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
            }
    }

    /// Whether no host has it, unless it is escaped.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F || "\"<>\\^`{|}[]".unicodeScalars.contains(scalar)
    }

    /// With line breaks and other control characters visible, and not without end.
    private static func quoted(_ text: Substring) -> String { String(text.prefix(40)).debugDescription }
}
