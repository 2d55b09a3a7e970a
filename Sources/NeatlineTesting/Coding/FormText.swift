internal import Foundation

/// `application/x-www-form-urlencoded`.
enum FormText {
    static func decode(_ text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let end = pair.firstIndex(of: "=") ?? pair.endIndex
            return (decodePart(pair[..<end]), decodePart(pair[end...].dropFirst()))
        }
    }

    /// What is not a percent sign with two hexadecimal digits stays as it is.
    private static func decodePart(_ part: some StringProtocol) -> String {
        percentDecoded(part.replacingOccurrences(of: "+", with: " "))
    }

    static func percentDecoded(_ text: some StringProtocol) -> String {
        if !text.utf8.contains(0x25) { return String(text) }
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count,
                let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
                let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
            {
                decoded.append(UInt8(high * 16 + low))
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
