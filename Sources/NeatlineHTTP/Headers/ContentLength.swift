/// The length of a body, from the `Content-Length` fields of its head (RFC 9110, section 8.6).
///
/// There may be several fields, and several values separated by commas, if all are the same number from 0 to 2⁶³ - 1.
/// Choosing one of several different values would let an intermediary see another end of the response.
struct ContentLength {
    /// The length in bytes; `nil` if there is no field, or they contradict each other.
    var bytes: Int64? { isClear ? length : nil }
    /// Whether all fields contain the same number.
    private(set) var isClear = true
    private var length: Int64?

    /// Adds the value of a field, with or without white space around it.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the value.
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
    /// The length of the body, before content codings are decoded; `nil` if the fields do not contain one, or
    /// contradict each other.
    ///
    /// - Complexity: O(*n*), where *n* is the length of all lines.
    var contentLength: Int64? {
        guard let lines = beginning(with: "content-length") else { return nil }
        var length = ContentLength()
        for field in lines where has(field, name: "content-length") { length.add(bytes[field.value]) }
        return length.bytes
    }
}

extension TransportResponseHead {
    /// The length of the body in bytes, as announced by the server; `nil` unless all `Content-Length` fields are the
    /// same number from 0 to 2⁶³ - 1.
    ///
    /// A decoded body has another length.
    ///
    /// - Complexity: O(*n*), where *n* is the length of all lines.
    public var contentLength: Int64? { HeaderLines(lines).contentLength }
}
