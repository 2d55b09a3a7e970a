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
        for field in self where has(field, name: name) { return bytes[field.value] }
        return nil
    }

    /// The values of all fields with this name, which is given in lower case. O(length of all lines)
    func all(_ name: StaticString) -> [String] {
        var found: [String] = []
        for field in self where has(field, name: name) { found.append(text(field.value)) }
        return found
    }
}

/// An ASCII letter in lower case; any other byte as it is.
@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
}
