/// A parser for the header lines of a response.
///
/// It accepts more than RFC 9112 allows, as servers require: a line feed ends a line; a colon may have no space after
/// it, or spaces before it; a line that begins with a space continues a field. Lines without a colon, and those whose
/// names are empty or not visible ASCII, are skipped. Texts are created only when they are accessed.
struct HeaderLines: Sequence, IteratorProtocol {
    /// The ranges of a field in the bytes.
    struct Field {
        var name: Range<Int>
        /// The value without white space around it. It contains line breaks if the field has several lines.
        var value: Range<Int>
    }

    let bytes: [UInt8]
    private var position: Int

    /// Creates a parser for the lines from an offset on.
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

    /// Returns the end of a line and those that continue it, without the last line break, and advances beyond it.
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
    /// Returns whether the byte is a space or a tab.
    fileprivate var isHeaderSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// Returns whether the byte is removed from the ends of a value, and replaced inside of it.
    fileprivate var isHeaderBlank: Bool {
        isHeaderSpace || self == UInt8(ascii: "\r") || self == UInt8(ascii: "\n") || self == 0
    }
}

extension HeaderLines {
    /// Returns a name or value as text, from UTF-8 or, if it is invalid, from ISO 8859-1.
    ///
    /// The line breaks of a field with several lines become a space (RFC 9112, section 5.2), and so do stray carriage
    /// returns and zero bytes (RFC 9110, section 5.5), so that no line break can get from a response into a request.
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
