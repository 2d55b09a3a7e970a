internal import Foundation

/// The credentials in a URL: `https://name:password@host/`.
struct URLCredentials {
    /// The URL without them.
    var url: URL
    /// The value of an `Authorization` field with the Basic scheme.
    var authorization: String
    var login: Login

    /// `userinfo` is their range in the bytes of `url`.
    ///
    /// - Complexity: O(*n*)
    init?(_ url: URL, userinfo: Range<Int>) {
        let bytes = Array(url.absoluteString.utf8)
        let rest = bytes[..<userinfo.lowerBound] + bytes[(userinfo.upperBound + 1)...]
        guard let stripped = URL(string: String(decoding: rest, as: UTF8.self)) else { return nil }
        self.url = stripped
        var text = bytes[userinfo]
        if !text.contains(UInt8(ascii: ":")) { text.append(UInt8(ascii: ":")) }
        let pair = Self.decoded(text)
        authorization = "Basic " + Data(pair).base64EncodedString()
        let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: Self.decoded($0), as: UTF8.self) }
        login = Login(user: parts[0], password: parts[1])
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex,
                let high = hexadecimalValue(text[index + 1]), let low = hexadecimalValue(text[index + 2])
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
