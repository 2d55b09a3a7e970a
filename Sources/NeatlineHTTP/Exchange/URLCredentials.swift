internal import Foundation

/// The name and the password that a URL carries, `https://name:password@host/`.
struct URLCredentials {
    /// The URL without them.
    var url: URL
    /// As `Authorization` carries them for Basic.
    var authorization: String
    var login: Login

    /// `userinfo` is where they lie in the bytes of `url`. O(n)
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
