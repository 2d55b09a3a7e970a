/// What a `Content-Range` field says (RFC 9110, section 14.4): `bytes 400-999/1000`.
struct ContentRange: Sendable, Hashable {
    let first: Int64
    let last: Int64
    /// Bytes of the whole; nil where the server does not know (`*`).
    let total: Int64?

    /// Nil if it is no range of bytes, or none that can be.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].utf8.count == 5, parts[0].lowercased() == "bytes" else { return nil }
        let range = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard range.count == 2 else { return nil }
        let ends = range[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            // There is a number for the byte behind it.
            last < .max
        else { return nil }
        if range[1] == "*" {
            total = nil
        } else {
            guard let length = Self.number(range[1]), last < length else { return nil }
            total = length
        }
        self.first = first
        self.last = last
    }

    /// Digits alone; `Int64` would take a sign, too.
    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ? Int64(text) : nil
    }
}
