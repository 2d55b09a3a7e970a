/// The fields in the header lines of a response, as they come.
///
/// It takes what servers send, not only what RFC 9112 allows: a line feed may end a line, a colon may have no space
/// behind it or some before it, a field may go on in a line that begins with a space. Lines without a colon, and those
/// whose names are empty or have other characters than the visible ones of ASCII, are skipped. Nothing is copied until
/// somebody asks for a text.
struct HeaderLines: Sequence, IteratorProtocol {
    /// Where a field stands in the bytes.
    struct Field {
        var name: Range<Int>
        /// Without whitespace at the ends. With line breaks, if the field goes on in another line.
        var value: Range<Int>
    }

    let bytes: [UInt8]
    private var position: Int

    /// The fields from the line on that begins at a place.
    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    mutating func next() -> Field? {
        while position < bytes.count {
            let start = position
            if let field = field(in: start..<endOfField(from: start)) { return field }
        }
        return nil
    }

    /// The end of the line, and of those that continue it, without their last line break. Goes on behind it.
    private mutating func endOfField(from start: Int) -> Int {
        var end = start
        while end < bytes.count {
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
            position = Swift.min(end + 1, bytes.count)
            guard position < bytes.count, bytes[position].isHeaderSpace else { break }
            end = position
        }
        return end
    }

    private func field(in line: Range<Int>) -> Field? {
        guard !bytes[line.lowerBound].isHeaderSpace,
            let colon = bytes[line].firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let name = trimmed(line.lowerBound..<colon)
        guard !name.isEmpty, bytes[name].allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return Field(name: name, value: trimmed(colon + 1..<line.upperBound))
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start].isHeaderBlank { start += 1 }
        while start < end, bytes[end - 1].isHeaderBlank { end -= 1 }
        return start..<end
    }
}

extension UInt8 {
    /// A space or a tab.
    fileprivate var isHeaderSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// What may stand at the ends of a value without being part of it, and what must not stand inside.
    fileprivate var isHeaderBlank: Bool {
        isHeaderSpace || self == UInt8(ascii: "\r") || self == UInt8(ascii: "\n") || self == 0
    }
}

extension HeaderLines {
    /// A name or value as text: in UTF-8, or in ISO 8859-1 if it is not UTF-8.
    ///
    /// Where it goes on in another line there is one space (RFC 9112, section 5.2), and one in place of each stray
    /// carriage return or zero (RFC 9110, section 5.5), so that no line break can get from a response into a request.
    func text(_ range: Range<Int>) -> String {
        let part = bytes[range]
        if part.allSatisfy({ $0 >= 0x20 }) { return Self.decoded(part) }
        var clean: [UInt8] = []
        clean.reserveCapacity(part.count)
        var isFolding = false
        for byte in part {
            if byte == UInt8(ascii: "\n") {
                while let last = clean.last, last.isHeaderBlank { clean.removeLast() }
                clean.append(UInt8(ascii: " "))
                isFolding = true
            } else if !(isFolding && byte.isHeaderBlank) {
                isFolding = false
                clean.append(byte.isHeaderBlank && byte != UInt8(ascii: "\t") ? UInt8(ascii: " ") : byte)
            }
        }
        return Self.decoded(clean[...])
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }
}
