/// The value of a `Content-Range` field (RFC 9110, section 14.4): `bytes 400-999/1000`.
struct ContentRange: Sendable, Hashable {
    let first: Int64
    let last: Int64
    /// The length of the complete body in bytes; `nil` if the server does not know it (`*`).
    let total: Int64?

    /// Parses a field; returns `nil` if it is not a valid range of bytes.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].utf8.count == 5, parts[0].lowercased() == "bytes" else { return nil }
        let range = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard range.count == 2 else { return nil }
        let ends = range[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            // The offset after the last byte must not overflow.
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

    /// Parses a number that consists of digits only; `Int64` would accept a sign.
    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ? Int64(text) : nil
    }
}
