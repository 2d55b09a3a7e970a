internal import Foundation

extension HeaderLines {
    /// Whether the field has this name, which is given in lower case. O(length of the name)
    func has(_ field: Field, name: StaticString) -> Bool {
        guard field.name.count == name.utf8CodeUnitCount else { return false }
        // SAFETY: the text of a static string with an ASCII pointer has `utf8CodeUnitCount` bytes.
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        for (offset, index) in field.name.enumerated() where lowercased(bytes[index]) != wanted[offset] {
            return false
        }
        return true
    }

    /// The bytes of the first field with this name, which is given in lower case. O(length of all lines)
    func first(_ name: StaticString) -> ArraySlice<UInt8>? {
        guard beginsLine(with: name) else { return nil }
        for field in self where has(field, name: name) { return bytes[field.value] }
        return nil
    }

    /// The values of all fields with this name, which is given in lower case. O(length of all lines)
    func all(_ name: StaticString) -> [String] {
        guard beginsLine(with: name) else { return [] }
        var found: [String] = []
        for field in self where has(field, name: name) { found.append(text(field.value)) }
        return found
    }

    /// Whether any line begins with this name, which is given in lower case: a quick look before the lines are read, for
    /// what most heads do not have. O(length of all lines)
    private func beginsLine(with name: StaticString) -> Bool {
        let length = name.utf8CodeUnitCount
        return bytes.withUnsafeBytes { lines in
            guard let base = lines.baseAddress else { return false }
            var start = 0
            while start + length <= lines.count {
                var same = 0
                // SAFETY: `name` has `length` bytes, and as many lie behind `start`.
                while same < length, lowercased(lines[start + same]) == name.utf8Start[same] { same += 1 }
                if same == length { return true }
                guard let end = memchr(base + start, 0x0A, lines.count - start) else { return false }
                start = UnsafeRawPointer(end) - base + 1
            }
            return false
        }
    }
}

/// An ASCII letter in lower case; any other byte as it is.
@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
}
