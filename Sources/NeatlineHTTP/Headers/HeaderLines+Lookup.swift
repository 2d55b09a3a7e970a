internal import Foundation

extension HeaderLines {
    /// Whether the field has this name. O(length of the name)
    func has(_ field: Field, name: StaticString) -> Bool {
        guard field.name.count == name.utf8CodeUnitCount else { return false }
        return bytes.withUnsafeBufferPointer { UnsafeBufferPointer(rebasing: $0[field.name]).isFieldName(name) }
    }

    /// Whether the field has this name. O(length of the name)
    func has(_ field: Field, name: String) -> Bool {
        var name = name
        return bytes.withUnsafeBufferPointer { bytes in
            name.withUTF8 { UnsafeBufferPointer(rebasing: bytes[field.name]).isSameFieldName(as: $0) }
        }
    }

    /// The bytes of the first field with this name, which is given in lower case. O(length of all lines)
    func first(_ name: StaticString) -> ArraySlice<UInt8>? {
        guard let lines = beginning(with: name) else { return nil }
        for field in lines where has(field, name: name) { return bytes[field.value] }
        return nil
    }

    /// The values of all fields with this name, which is given in lower case. O(length of all lines)
    func all(_ name: StaticString) -> [String] {
        guard let lines = beginning(with: name) else { return [] }
        var found: [String] = []
        for field in lines where has(field, name: name) { found.append(text(field.value)) }
        return found
    }

    /// The lines from the first one on that begins with this name, which is given in lower case; nil if none does. Most
    /// heads do not have what is asked for, and looking at the beginnings is much cheaper than reading the lines.
    /// O(length of all lines)
    func beginning(with name: StaticString) -> HeaderLines? {
        let length = name.utf8CodeUnitCount
        return bytes.withUnsafeBytes { lines in
            guard let base = lines.baseAddress else { return nil }
            var start = 0
            while start + length <= lines.count {
                var same = 0
                // SAFETY: `name` has `length` bytes, and as many lie behind `start`.
                while same < length, lines[start + same].lowercasedASCII == name.utf8Start[same] { same += 1 }
                if same == length { return HeaderLines(bytes, from: start) }
                guard let end = memchr(base + start, 0x0A, lines.count - start) else { return nil }
                start = UnsafeRawPointer(end) - base + 1
            }
            return nil
        }
    }
}
