#if os(Linux)
/// Checks that the length of a body is unambiguous in its head (RFC 9112, section 6.3).
///
/// libcurl uses the leading digits of a `Content-Length`, and the last of several fields. Before version 8 it ignores lines
/// that continue a field, and a `Transfer-Encoding` with a space before its colon. If an intermediary interprets them
/// differently, one response could end inside of another.
struct CurlFraming {
    private var length = ContentLength()
    private var isTransferEncoded = false
    /// Whether libcurl may not see a part of what determines the length.
    private var isObscured = false
    /// Whether the last field determines the length.
    private var isInFraming = false
    /// Whether the body has content codings.
    private(set) var hasContentCoding = false

    /// `false` if lengths are invalid, too large, or contradict each other, unless there is a transfer coding, which
    /// takes precedence, or if libcurl may not see all of them.
    var isClear: Bool { !isObscured && (length.isClear || isTransferEncoded) }

    /// The length of the body before content codings are decoded; `nil` if it is not announced.
    var contentLength: Int64? { isTransferEncoded ? nil : length.bytes }

    /// Checks a header line with its line break.
    mutating func add(_ line: UnsafeRawBufferPointer) {
        guard let first = line.first else { return }
        if first.isBlank {
            if isInFraming, line.contains(where: { $0 > 0x20 }) { isObscured = true }
            return
        }
        isInFraming = false
        switch first | 0x20 {
        case UInt8(ascii: "c"):
            if let value = Self.value(of: "content-length:", in: line) {
                length.add(value)
                isInFraming = true
            } else if Self.value(of: "content-encoding:", in: line) != nil {
                hasContentCoding = true
            }
        case UInt8(ascii: "t"):
            guard let rest = Self.value(of: "transfer-encoding", in: line),
                let next = rest.first(where: { !$0.isBlank }), next == UInt8(ascii: ":")
            else { break }
            isTransferEncoded = true
            isInFraming = true
            if rest.first != next { isObscured = true }
        default: break
        }
    }

    /// Returns the text after a name, which is given in lower case.
    private static func value(
        of name: StaticString, in line: UnsafeRawBufferPointer
    ) -> Slice<UnsafeRawBufferPointer>? {
        let count = name.utf8CodeUnitCount
        guard line.count >= count else { return nil }
        // SAFETY: the pointer of a static string has `utf8CodeUnitCount` bytes.
        for index in 0..<count where line[index] | 0x20 != name.utf8Start[index] | 0x20 { return nil }
        return line[count...]
    }
}
#endif
