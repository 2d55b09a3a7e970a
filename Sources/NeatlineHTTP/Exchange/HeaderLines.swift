/// The header lines of a response, as bytes, read where they lie.
///
/// What servers send is read as leniently as curl reads it: lines may end with LF alone, a colon needs no space after
/// it, a line that begins with a space or tab goes on with the one before it, and lines without a colon are passed over.
struct HeaderLines: Sequence {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    struct Field {
        /// Where its name lies. Never empty.
        var name: Range<Int>
        /// Where its value lies, without spaces around; with the line breaks of lines that go on.
        var value: Range<Int>
    }

    struct Iterator: IteratorProtocol {
        let bytes: [UInt8]
        var position = 0

        /// O(length of the line)
        mutating func next() -> Field? {
            bytes.withUnsafeBufferPointer { bytes in
                while position < bytes.count {
                    let start = position
                    var end = start
                    // A line ends where no space or tab follows its LF.
                    repeat {
                        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
                        end += 1
                    } while end < bytes.count && (bytes[end] == 0x20 || bytes[end] == 0x09)
                    end = Swift.min(end, bytes.count)
                    position = end
                    guard let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")) else { continue }
                    let name = trimmed(start..<colon, bytes)
                    guard !name.isEmpty else { continue }
                    return Field(name: name, value: trimmed(colon + 1..<end, bytes))
                }
                return nil
            }
        }

        private func trimmed(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
            var start = range.lowerBound
            var end = range.upperBound
            while start < end, isSpace(bytes[start]) { start += 1 }
            while end > start, isSpace(bytes[end - 1]) { end -= 1 }
            return start..<end
        }

        private func isSpace(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
        }
    }

    func makeIterator() -> Iterator { Iterator(bytes: bytes) }

    /// Whether the field has this name, which is given in lower case. O(length)
    func has(_ field: Field, name: StaticString) -> Bool {
        guard field.name.count == name.utf8CodeUnitCount else { return false }
        // SAFETY: `name` is as long as `field.name`, which lies within `bytes`.
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        for (offset, index) in field.name.enumerated() where lowercased(bytes[index]) != wanted[offset] {
            return false
        }
        return true
    }

    /// The bytes of the first field with this name, which is given in lower case. O(length of all lines)
    func first(_ name: StaticString) -> ArraySlice<UInt8>? {
        for field in self where has(field, name: name) { return bytes[field.value] }
        return nil
    }

    /// The values of all fields with this name, which is given in lower case. O(length of all lines)
    func all(_ name: StaticString) -> [String] {
        var found: [String] = []
        for field in self where has(field, name: name) { found.append(text(field.value)) }
        return found
    }

    /// Bytes as text: UTF-8, or Latin-1 if they are not that, with a space for each line break within.
    func text(_ range: Range<Int>) -> String {
        var part = bytes[range]
        if part.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            part = unfolded(part)[...]
        }
        if let text = String(validating: part, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(part.map { Unicode.Scalar($0) }))
    }

    private func unfolded(_ part: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var inBreak = false
        for byte in part {
            if byte == 0x0A || byte == 0x0D {
                inBreak = true
                while result.last == 0x20 || result.last == 0x09 { result.removeLast() }
            } else if inBreak, byte == 0x20 || byte == 0x09 {
                continue
            } else {
                if inBreak { result.append(0x20) }
                inBreak = false
                result.append(byte)
            }
        }
        return result
    }
}

/// An ASCII letter in lower case; any other byte as it is.
@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
}
