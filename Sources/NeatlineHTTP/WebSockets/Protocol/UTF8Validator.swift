/// Validates UTF-8 in chunks of any size, and finds the first byte that cannot be part of it (RFC 3629, section 4).
struct UTF8Validator: Sendable, Hashable {
    /// The number of bytes that are missing of the last character, and the range of the next one of them.
    private var missing = 0
    private var range: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether the bytes so far end with a complete character.
    var isComplete: Bool { missing == 0 }

    /// Adds bytes.
    ///
    /// - Returns: Whether all bytes so far are the beginning of valid UTF-8.
    /// - Complexity: O(*n*), with eight bytes of ASCII at a time.
    mutating func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            if missing == 0 {
                // SAFETY: the index leaves room for eight bytes.
                while index + 8 <= bytes.count,
                    bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    index += 8
                }
                while index < bytes.count, bytes[index] < 0x80 { index += 1 }
                if index == bytes.count { return true }
                guard begin(bytes[index]) else { return false }
            } else {
                guard range.contains(bytes[index]) else { return false }
                missing -= 1
                range = 0x80...0xBF
            }
            index += 1
        }
        return true
    }

    /// Begins a character of several bytes. The second byte's range excludes overlong forms, surrogates and characters
    /// beyond U+10FFFF.
    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, range) = (2, 0xA0...0xBF)
        case 0xED: (missing, range) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, range) = (3, 0x90...0xBF)
        case 0xF4: (missing, range) = (3, 0x80...0x8F)
        case 0xF1...0xF3: missing = 3
        default: return false
        }
        return true
    }
}
