internal import NeatlineSystem
public import Foundation

/// Percent-encoding of all bytes except some ASCII characters (RFC 3986, section 2.1).
struct PercentEscaping: Sendable {
    /// The ASCII characters that are not escaped, one bit each.
    private var kept: (UInt64, UInt64)
    /// Whether a space is written as `+`.
    private let writesPlus: Bool

    /// Creates an escaping that keeps the ASCII characters of a set.
    init(keeping characters: CharacterSet, writesPlus: Bool = false) {
        self.init(writesPlus: writesPlus) { characters.contains(Unicode.Scalar($0)) }
    }

    private init(writesPlus: Bool, _ isKept: (UInt8) -> Bool) {
        self.writesPlus = writesPlus
        kept = (0, 0)
        for byte in 0..<64 as Range<UInt8> where isKept(byte) { kept.0 |= 1 << UInt64(byte) }
        for byte in 64..<128 as Range<UInt8> where isKept(byte) { kept.1 |= 1 << UInt64(byte - 64) }
    }

    /// The escaping for names and values in queries.
    static let component = PercentEscaping(keeping: .afURLQueryAllowed)

    /// The escaping for whole queries, parts of which are already escaped.
    static let query = PercentEscaping(writesPlus: false) { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "@")...UInt8(ascii: "Z"),
            // & ' ( ) * + , - . / 0 ... 9 : ;
            UInt8(ascii: "&")...UInt8(ascii: ";"):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "="), UInt8(ascii: "?"),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Returns the escaped text; the text itself if nothing has to be escaped.
    func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy(keeps) { return text }
        var escaped: [UInt8] = []
        append(text, to: &escaped)
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Appends the escaped text.
    func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + text.utf8.count)
        for byte in text.utf8 {
            if keeps(byte) {
                bytes.append(byte)
            } else if byte == UInt8(ascii: " "), writesPlus {
                bytes.append(UInt8(ascii: "+"))
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(HexadecimalDigits.digit(byte >> 4, isUppercase: true))
                bytes.append(HexadecimalDigits.digit(byte & 15, isUppercase: true))
            }
        }
    }

    private func keeps(_ byte: UInt8) -> Bool {
        byte < 64 ? kept.0 >> UInt64(byte) & 1 == 1 : byte < 128 && kept.1 >> UInt64(byte - 64) & 1 == 1
    }
}

extension CharacterSet {
    /// The characters that are not escaped in names and values of a query: ASCII letters, digits and `-._~?/`.
    ///
    /// These are the characters that RFC 3986, section 3.4, allows in a query, without the delimiters of section 2.2
    /// except `?` and `/`.
    public static let afURLQueryAllowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~?/")
}

extension PercentEscaping {
    /// Returns the bytes with percent-encoded ones decoded. A `%` without two digits remains.
    ///
    /// - Complexity: O(*n*)
    static func decoded(_ text: some Collection<UInt8>) -> [UInt8] {
        let text = Array(text)
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
                let high = HexadecimalDigits.value(text[index + 1]), let low = HexadecimalDigits.value(text[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }
}
