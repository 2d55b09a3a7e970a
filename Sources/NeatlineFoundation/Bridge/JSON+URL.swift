internal import NeatlineSystem
public import Foundation
public import NeatlineJSON

// Strings as URLs.

extension JSON {
    /// The string as a URL; nil for all other types. Setting it stores the URL's text; nil stores null.
    ///
    /// A string without percent escapes is escaped first as a URL's query requires, so that `http://example.org/a b` is
    /// a URL too.
    public var url: URL? {
        get {
            guard case .string(let text) = self else { return nil }
            if JSON.hasPercentEscape(text) { return URL(string: text) }
            return text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed).flatMap { URL(string: $0) }
        }
        set { self = newValue.map { .string($0.absoluteString) } ?? .null }
        _modify { yield &self[read: url, { $0.url = $1 }] }
    }

    /// Returns whether the text contains `%` and two hexadecimal digits.
    private static func hasPercentEscape(_ text: String) -> Bool {
        func isHexDigit(_ byte: UInt8?) -> Bool { byte.flatMap(HexadecimalDigits.value) != nil }
        let bytes = Array(text.utf8)
        return bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "%") && isHexDigit(index + 1 < bytes.count ? bytes[index + 1] : nil)
                && isHexDigit(index + 2 < bytes.count ? bytes[index + 2] : nil)
        }
    }
}
