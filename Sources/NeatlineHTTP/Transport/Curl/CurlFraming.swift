#if os(Linux)
/// Whether a head says in one voice how long its body is (RFC 9112, section 6.3).
///
/// libcurl takes the digits that a `Content-Length` begins with, and the last of several. Where others on the way read
/// them differently, one response ends inside of another.
struct CurlFraming {
    private var length: Int64?
    private var hasBadLength = false
    private var isTransferEncoded = false

    /// False where lengths are no numbers, too large, or differ, unless the body has a transfer coding, which counts
    /// alone.
    var isClear: Bool { !hasBadLength || isTransferEncoded }

    /// Looks at a header line with its line break.
    mutating func add(_ line: UnsafeRawBufferPointer) {
        guard let first = line.first else { return }
        switch first | 0x20 {
        case UInt8(ascii: "c"): if let value = Self.value(of: "content-length:", in: line) { addLengths(value) }
        case UInt8(ascii: "t"):
            if Self.value(of: "transfer-encoding:", in: line) != nil { isTransferEncoded = true }
        default: break
        }
    }

    private mutating func addLengths(_ value: Slice<UnsafeRawBufferPointer>) {
        for part in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            var number: Int64 = 0
            let digits = part.drop(while: Self.isSpace).prefix { !Self.isSpace($0) }
            hasBadLength = hasBadLength || digits.isEmpty || !part[digits.endIndex...].allSatisfy(Self.isSpace)
            for digit in digits {
                let (tens, overflowed) = number.multipliedReportingOverflow(by: 10)
                let (sum, exceeded) = tens.addingReportingOverflow(Int64(digit) - 0x30)
                hasBadLength = hasBadLength || digit < 0x30 || digit > 0x39 || overflowed || exceeded
                if hasBadLength { return }
                number = sum
            }
            if let length, length != number { hasBadLength = true }
            length = number
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
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
