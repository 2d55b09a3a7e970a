// Names of header fields, and many tokens in their values, are the same whatever the case of their ASCII letters
// (RFC 9110, section 5.1).

extension UInt8 {
    /// The lowercase letter of an uppercase ASCII letter; other bytes are unchanged.
    @inline(__always)
    var lowercasedASCII: UInt8 {
        self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
    }
}

extension UInt8 {
    /// Whether the byte may occur in a token, such as the name of a field, method, scheme or parameter (RFC 9110,
    /// section 5.6.2).
    @inline(__always)
    var isTokenByte: Bool {
        // One bit for each ASCII character: digits, letters and !#$%&'*+-.^_`|~
        let low: UInt64 = 0x03FF_6CFA_0000_0000
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        let word = self < 64 ? low : self < 128 ? high : 0
        return word >> UInt64(self & 63) & 1 != 0
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether two names are equal, ignoring case. Compares from the end, because many names have common
    /// prefixes.
    ///
    /// - Complexity: O(*n*)
    func isSameFieldName(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var index = count
        while index > 0 {
            index -= 1
            guard self[index].lowercasedASCII == other[index].lowercasedASCII else { return false }
        }
        return true
    }

    /// Returns whether this is a given name, ignoring case.
    ///
    /// - Complexity: O(*n*)
    func isFieldName(_ name: StaticString) -> Bool {
        // SAFETY: a static string with an ASCII pointer has `utf8CodeUnitCount` bytes.
        isSameFieldName(as: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }
}

extension String {
    /// Returns whether two names are equal, ignoring case.
    ///
    /// - Complexity: O(*n*)
    func isSameFieldName(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var (ours, theirs) = (self, other)
        return ours.withUTF8 { ours in theirs.withUTF8 { theirs in ours.isSameFieldName(as: theirs) } }
    }

    /// Returns whether this is a given name, ignoring case.
    ///
    /// - Complexity: O(*n*)
    func isFieldName(_ name: StaticString) -> Bool {
        guard utf8.count == name.utf8CodeUnitCount else { return false }
        var text = self
        return text.withUTF8 { $0.isFieldName(name) }
    }

    /// The text with lowercase ASCII letters, which is the same for all spellings of a name.
    ///
    /// - Complexity: O(*n*)
    var lowercasedASCII: String {
        String(decoding: utf8.lazy.map(\.lowercasedASCII), as: UTF8.self)
    }
}

extension HTTPHeaders {
    /// Returns whether there is a field with this name.
    ///
    /// - Complexity: O(*n*), where *n* is the number of fields.
    func contains(_ name: StaticString) -> Bool {
        fields.contains { $0.name.isFieldName(name) }
    }
}
