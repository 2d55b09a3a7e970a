/// How long a body is, as the `Content-Length` fields of its head say (RFC 9110, section 8.6).
///
/// They may come several times, and have several values with commas between, if all are the same number from 0 to
/// 2⁶³ - 1. Whoever took one of several that differ would see a response end where others on the way do not.
struct ContentLength {
    /// Nil before a field was added, and if the fields do not say it in one voice.
    var bytes: Int64? { isClear ? length : nil }
    /// Whether no field says anything but the one number.
    private(set) var isClear = true
    private var length: Int64?

    /// Adds the value of a field, with or without whitespace at its ends. O(n)
    mutating func add(_ value: some RandomAccessCollection<UInt8>) {
        var rest = value[...]
        while isClear {
            let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            add(number: rest[..<end])
            if end == rest.endIndex { break }
            rest = rest[rest.index(after: end)...]
        }
    }

    private mutating func add(number text: some RandomAccessCollection<UInt8>) {
        var number: Int64 = 0
        let digits = text.drop(while: Self.isSpace).prefix { !Self.isSpace($0) }
        isClear = !digits.isEmpty && text[digits.endIndex...].allSatisfy(Self.isSpace)
        for byte in digits where isClear {
            let digit = byte &- UInt8(ascii: "0")
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeAfterAll) = tens.addingReportingOverflow(Int64(digit))
            isClear = digit < 10 && !isTooLarge && !isTooLargeAfterAll
            number = sum
        }
        isClear = isClear && (length ?? number) == number
        length = number
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }
}

extension HeaderLines {
    /// How long the body is before content codings are decoded: nil if the fields do not say it, or not in one voice.
    /// O(length of all lines)
    var contentLength: Int64? {
        guard let lines = beginning(with: "content-length") else { return nil }
        var length = ContentLength()
        for field in lines where has(field, name: "content-length") { length.add(bytes[field.value]) }
        return length.bytes
    }
}

extension TransportResponseHead {
    /// How many bytes the body has, as the server says: nil unless there is one `Content-Length`, or several that say
    /// the same, and it is a number from 0 to 2⁶³ - 1.
    ///
    /// A body that was decoded has another length.
    public var contentLength: Int64? { HeaderLines(lines).contentLength }
}
