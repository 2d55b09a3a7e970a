internal import Foundation

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
