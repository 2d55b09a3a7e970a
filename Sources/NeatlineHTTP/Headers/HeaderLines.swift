internal import Foundation

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
            guard position < bytes.count, bytes[position].isBlank else { break }
            end = position
        }
        return end
    }

    private func field(in line: Range<Int>) -> Field? {
        guard !bytes[line.lowerBound].isBlank,
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
    /// Returns whether the byte is removed from the ends of a value, and replaced inside of it.
    fileprivate var isHeaderBlank: Bool {
        isBlank || self == UInt8(ascii: "\r") || self == UInt8(ascii: "\n") || self == 0
    }
}

extension HeaderLines {
    /// Returns a name or value as text that is sent as the same octets, as `String.octets` defines it.
    ///
    /// The line breaks of a field with several lines become a space (RFC 9112, section 5.2), and so do stray carriage
    /// returns and zero bytes (RFC 9110, section 5.5), so that no line break can get from a response into a request.
    func text(_ range: Range<Int>) -> String {
        let part = bytes[range]
        if part.allSatisfy({ $0 >= 0x20 }) { return String(octets: part) }
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
        return String(octets: clean)
    }
}

extension HeaderLines {
    /// Returns whether the field has a name.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the name.
    func has(_ field: Field, name: StaticString) -> Bool {
        guard field.name.count == name.utf8CodeUnitCount else { return false }
        return bytes.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[field.name]).isFieldName(name) }
    }

    /// Returns whether the field has a name.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the name.
    func has(_ field: Field, name: String) -> Bool {
        var name = name
        return bytes.withUnsafeBufferPointer { bytes in
            name.withUTF8 { UnsafeBufferPointer(rebasing: bytes[field.name]).isSameFieldName(as: $0) }
        }
    }

    /// Returns the value of the first field with a name, which is given in lower case, as bytes.
    ///
    /// - Complexity: O(*n*), where *n* is the length of all lines.
    func first(_ name: StaticString) -> ArraySlice<UInt8>? {
        guard let lines = beginning(with: name) else { return nil }
        for field in lines where has(field, name: name) { return bytes[field.value] }
        return nil
    }

    /// Returns the values of all fields with a name, which is given in lower case.
    ///
    /// - Complexity: O(*n*), where *n* is the length of all lines.
    func all(_ name: StaticString) -> [String] {
        guard let lines = beginning(with: name) else { return [] }
        var found: [String] = []
        for field in lines where has(field, name: name) { found.append(text(field.value)) }
        return found
    }

    /// Returns the lines from the first one on that begins with a name, which is given in lower case; `nil` if there is
    /// none. Most heads do not contain the name, and searching for it is much faster than parsing the lines.
    ///
    /// - Complexity: O(*n*), where *n* is the length of all lines.
    func beginning(with name: StaticString) -> HeaderLines? {
        let length = name.utf8CodeUnitCount
        return bytes.withUnsafeBytes { lines in
            guard let base = lines.baseAddress else { return nil }
            var start = 0
            while start + length <= lines.count {
                var same = 0
                // SAFETY: `name` has `length` bytes, and at least as many follow `start`.
                while same < length, lines[start + same].lowercasedASCII == name.utf8Start[same] { same += 1 }
                if same == length { return HeaderLines(bytes, from: start) }
                guard let end = memchr(base + start, 0x0A, lines.count - start) else { return nil }
                start = UnsafeRawPointer(end) - base + 1
            }
            return nil
        }
    }
}

extension TransportResponseHead {
    /// All header fields in their order. Several fields with the same name are joined by ", " at the position of the
    /// first; use ``values(for:)`` for `Set-Cookie`, which cannot be joined without loss.
    ///
    /// Values are UTF-8 or, if they are not valid as such, ISO 8859-1. ``lines`` has their octets.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the lines, for each access.
    public var headers: HTTPHeaders {
        let lines = HeaderLines(self.lines)
        var names: [String] = []
        var values: [String] = []
        // A linear search is fastest for few fields, but a server may send a hundred thousand.
        var indices: [String: Int] = [:]
        for field in lines {
            let name = lines.text(field.name)
            let value = lines.text(field.value).readable
            let index =
                names.count <= 24
                ? names.firstIndex { $0.isSameFieldName(as: name) } : indices[name.lowercasedASCII]
            if let index {
                values[index] += ", "
                values[index] += value
                continue
            }
            names.append(name)
            values.append(value)
            if names.count == 25 {
                for (index, name) in names.enumerated() { indices[name.lowercasedASCII] = index }
            } else if names.count > 25 {
                indices[name.lowercasedASCII] = names.count - 1
            }
        }
        return HTTPHeaders(distinct: zip(names, values).map { HTTPHeader(name: $0, value: $1) })
    }

    /// All header fields in their order. Those with the same name are separate.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the lines, for each access.
    var separateHeaders: [HTTPHeader] {
        let lines = HeaderLines(self.lines)
        return lines.map { HTTPHeader(name: lines.text($0.name), value: lines.text($0.value).readable) }
    }

    /// Returns the values of all fields with a name.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The values, in the order in which they were received.
    public func values(for name: String) -> [String] {
        let lines = HeaderLines(self.lines)
        return lines.filter { lines.has($0, name: name) }.map { lines.text($0.value).readable }
    }

    /// Returns the value of the field with a name; several values are joined by ", ".
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The value; `nil` if there is no such field.
    public func value(for name: String) -> String? {
        let values = values(for: name)
        return values.count > 1 ? values.joined(separator: ", ") : values.first
    }
}
