/// Cuts a stream of UTF-8 between characters: keeps the beginning of one until its rest arrives.
///
/// Invalid bytes pass, and decoding the pieces gives the same text as decoding the whole.
struct TextCutter {
    /// The beginning of a character, at most three bytes.
    private var rest: [UInt8] = []

    /// Returns the bytes without the beginning of a character at the end, behind the one of the bytes before.
    mutating func cut(_ bytes: RawSpan) -> [UInt8] {
        var whole = rest
        whole.reserveCapacity(rest.count + bytes.byteCount)
        bytes.withUnsafeBytes { whole.append(contentsOf: $0) }
        let count = Self.unfinishedCount(whole)
        rest = Array(whole.suffix(count))
        whole.removeLast(count)
        return whole
    }

    mutating func takeRest() -> [UInt8] {
        defer { rest = [] }
        return rest
    }

    /// The number of bytes at the end whose first byte announces more.
    private static func unfinishedCount(_ bytes: [UInt8]) -> Int {
        for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            return length > index + 1 ? index + 1 : 0
        }
        return 0
    }
}
