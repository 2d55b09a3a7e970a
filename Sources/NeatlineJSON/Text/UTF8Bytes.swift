/// Reads and writes single scalars in well-formed UTF-8.
enum UTF8Bytes {
    /// Returns the scalar that begins at `p`, and its length in bytes.
    @inline(__always)
    static func decode(_ p: Cursor) -> (value: UInt32, length: Int) {
        // SAFETY: the bytes are well-formed, so a lead byte is followed by its continuation bytes.
        let lead = UInt32(p[0])
        if lead < 0x80 { return (lead, 1) }
        let second = UInt32(p[1]) & 0x3F
        if lead < 0xE0 { return ((lead & 0x1F) &<< 6 | second, 2) }
        let third = UInt32(p[2]) & 0x3F
        if lead < 0xF0 { return ((lead & 0x0F) &<< 12 | second &<< 6 | third, 3) }
        return ((lead & 0x07) &<< 18 | second &<< 12 | third &<< 6 | UInt32(p[3]) & 0x3F, 4)
    }

    /// Writes a scalar; the caller has room for four bytes.
    ///
    /// - Returns: its length in bytes.
    @inline(__always)
    static func encode(_ value: UInt32, to out: OutputCursor) -> Int {
        // SAFETY: required of the caller.
        assert(value <= 0x10FFFF)
        if value < 0x80 {
            out[0] = UInt8(truncatingIfNeeded: value)
            return 1
        }
        let last = UInt8(truncatingIfNeeded: value & 0x3F | 0x80)
        if value < 0x800 {
            out[0] = UInt8(truncatingIfNeeded: value &>> 6 | 0xC0)
            out[1] = last
            return 2
        }
        let middle = UInt8(truncatingIfNeeded: value &>> 6 & 0x3F | 0x80)
        if value < 0x10000 {
            out[0] = UInt8(truncatingIfNeeded: value &>> 12 | 0xE0)
            out[1] = middle
            out[2] = last
            return 3
        }
        out[0] = UInt8(truncatingIfNeeded: value &>> 18 | 0xF0)
        out[1] = UInt8(truncatingIfNeeded: value &>> 12 & 0x3F | 0x80)
        out[2] = middle
        out[3] = last
        return 4
    }
}

/// A `\uXXXX` escape, or two that form a surrogate pair (RFC 8259, section 7).
struct UnicodeEscape {
    /// The scalar, or a lone surrogate.
    var value: UInt32
    /// The number of bytes, 6 or 12.
    var length: Int
    var isLoneSurrogate: Bool { value & 0xFFFF_F800 == 0xD800 }

    /// The scalar for text: U+FFFD for a lone surrogate.
    var scalar: UInt32 { isLoneSurrogate ? 0xFFFD : value }

    /// Reads the escape at `p`, which the scanner has validated and which begins with a backslash.
    @inline(__always)
    static func decode(_ p: Cursor, end: Cursor) -> UnicodeEscape {
        assert(end - p >= 6)
        // SAFETY: the scanner has validated four digits after `\u`; a second escape is read only before `end`.
        let unit = StringKernel.hexQuad(p + 2) ?? 0xFFFD
        if unit & 0xFC00 == 0xD800, end - p >= 12, p[6] == Byte.backslash, p[7] == Byte.lowerU,
            let low = StringKernel.hexQuad(p + 8), low & 0xFC00 == 0xDC00
        {
            return UnicodeEscape(value: 0x10000 &+ ((unit & 0x3FF) &<< 10 | low & 0x3FF), length: 12)
        }
        return UnicodeEscape(value: unit, length: 6)
    }
}
