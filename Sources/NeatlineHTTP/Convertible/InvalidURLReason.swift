internal import Foundation

extension AFError {
    /// The reason why the text of an ``invalidURL(url:)`` is not a URL, if it is known; `nil` for other errors.
    ///
    /// ```swift
    /// AFError.invalidURL(url: "http://host:port/").failureReason      // Its port is "port", which is no number.
    /// ```
    public var failureReason: String? {
        guard case .invalidURL(let url as String) = self else { return nil }
        return InvalidURLReason.reason(of: url)
    }
}

/// Determines why a text is not a URL (RFC 3986).
enum InvalidURLReason {
    /// Returns the reason as a sentence; `nil` if it is not known.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
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

    /// Returns whether a host can contain a character only if it is escaped.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F || "\"<>\\^`{|}[]".unicodeScalars.contains(scalar)
    }

    /// Returns the text in quotes, with control characters escaped, and shortened.
    private static func quoted(_ text: Substring) -> String { String(text.prefix(40)).debugDescription }
}
