internal import NeatlineSystem
import Foundation

// The text encodings of `DataTransform`: Base64, Base64 for URLs, and hexadecimal digits.

extension DataTransform {
    /// The text encodings of bytes.
    public enum Encoding: Sendable, Hashable {
        /// Base64 with padding (RFC 4648, section 4).
        case base64
        /// Base64 with `-` and `_`, written without padding and read with or without (RFC 4648, section 5).
        case base64URL
        /// Two hexadecimal digits a byte, written in lower case and read in either case.
        case hexadecimal

        /// Returns the bytes of a text; nil if the text is invalid.
        func data(_ text: String) -> Data? {
            switch self {
            case .base64:
                return Data(base64Encoded: text)
            case .base64URL:
                guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
                    return nil
                }
                let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
                // Padding that is there has to be whole, which Foundation does not check.
                let content = standard.prefix { $0 != "=" }
                let padding = String(repeating: "=", count: (4 - content.utf8.count % 4) % 4)
                let found = standard[content.endIndex...]
                return found.isEmpty || found == padding ? Data(base64Encoded: content + padding) : nil
            case .hexadecimal:
                let digits = Array(text.utf8)
                guard digits.count % 2 == 0 else { return nil }
                var data = Data(capacity: digits.count / 2)
                for index in stride(from: 0, to: digits.count, by: 2) {
                    guard let high = HexadecimalDigits.value(digits[index]),
                        let low = HexadecimalDigits.value(digits[index + 1])
                    else { return nil }
                    data.append(high * 16 + low)
                }
                return data
            }
        }

        /// Returns the text of bytes.
        func text(_ data: Data) -> String {
            switch self {
            case .base64:
                return data.base64EncodedString()
            case .base64URL:
                let standard = data.base64EncodedString().replacingOccurrences(of: "=", with: "")
                return standard.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            case .hexadecimal:
                return HexadecimalDigits.text(data)
            }
        }
    }
}
