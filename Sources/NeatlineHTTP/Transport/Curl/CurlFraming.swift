#if os(Linux)
/// Whether a head says in one voice how long its body is (RFC 9112, section 6.3).
///
/// libcurl takes the digits that a `Content-Length` begins with, and the last of several. Where others on the way read
/// them differently, one response ends inside of another.
struct CurlFraming {
    private var length = ContentLength()
    private var isTransferEncoded = false
    /// Whether the body has content codings.
    private(set) var hasContentCoding = false

    /// False where lengths are no numbers, too large, or differ, unless the body has a transfer coding, which counts
    /// alone.
    var isClear: Bool { length.isClear || isTransferEncoded }

    /// How long the body is, before content codings are decoded; nil if that is not said.
    var contentLength: Int64? { isTransferEncoded ? nil : length.bytes }

    /// Looks at a header line with its line break.
    mutating func add(_ line: UnsafeRawBufferPointer) {
        guard let first = line.first else { return }
        switch first | 0x20 {
        case UInt8(ascii: "c"):
            if let value = Self.value(of: "content-length:", in: line) {
                length.add(value)
            } else if Self.value(of: "content-encoding:", in: line) != nil {
                hasContentCoding = true
            }
        case UInt8(ascii: "t"):
            if Self.value(of: "transfer-encoding:", in: line) != nil { isTransferEncoded = true }
        default: break
        }
    }

    /// What stands behind a name, which is in lower case and ends with its colon.
    private static func value(
        of name: StaticString, in line: UnsafeRawBufferPointer
    ) -> Slice<UnsafeRawBufferPointer>? {
        let count = name.utf8CodeUnitCount
        guard line.count >= count else { return nil }
        // SAFETY: the pointer of a static string has as many bytes as it says.
        for index in 0..<count where line[index] | 0x20 != name.utf8Start[index] | 0x20 { return nil }
        return line[count...]
    }
}
#endif
