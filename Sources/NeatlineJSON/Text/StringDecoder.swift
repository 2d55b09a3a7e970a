/// Decodes the source form of a string, the raw bytes between its quotes, to text.
///
/// The scanner has validated the source. A lone surrogate becomes U+FFFD.
enum StringDecoder {
    /// Returns the text as a `String`.
    ///
    /// - Parameter flags: the `TapeWord` flags of the string.
    static func string(_ source: UnsafeBufferPointer<UInt8>, flags: UInt64) -> String {
        if flags & TapeWord.escapedFlag == 0 {
            let isShort = source.count <= SmallString.capacity && flags & TapeWord.nonASCIIFlag == 0
            if isShort, SmallString.isKnown { return SmallString.make(source) }
            return validString(source, isASCII: flags & TapeWord.nonASCIIFlag == 0)
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: source.count + slack) { memory in
            // SAFETY: text is never longer than its source form; `slack` allows for whole vectors.
            let count = decode(source, to: memory.baseAddress!)
            return validString(UnsafeBufferPointer(start: memory.baseAddress, count: count), isASCII: false)
        }
    }

    /// The number of bytes after the text that `decode` may write.
    static let slack = 16

    /// Returns a `String` of bytes known to be UTF-8, and possibly known to be ASCII.
    @inline(__always)
    static func validString(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            // SAFETY: the scanner has validated the bytes, and decoding escapes writes whole scalars.
            return String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the text to `output`, which has room for the source's length and `slack` more bytes.
    ///
    /// - Returns: the length of the text in bytes.
    @inline(never)
    static func decode(_ source: UnsafeBufferPointer<UInt8>, to output: OutputCursor) -> Int {
        guard var p = source.baseAddress else { return 0 }
        let end = p + source.count
        var out = output
        // SAFETY: vectors are read up to `end` only. `out` is never further along than `p`, so a vector stored there
        // ends at most `slack` bytes after the source's length. Escapes are complete before `end`.
        while p < end {
            while end - p >= 16 {
                let bytes = p.loadVector()
                out.store(bytes)
                let escapes = LaneSet(bytes .== SIMD16<Int8>(repeating: 0x5C))
                if !escapes.isEmpty {
                    p += escapes.first
                    out += escapes.first
                    break
                }
                p += 16
                out += 16
            }
            while p < end, p[0] != Byte.backslash {
                out[0] = p[0]
                out += 1
                p += 1
                if end - p >= 16 { break }
            }
            while p < end, p[0] == Byte.backslash {
                let escape = decodeEscape(p, end: end)
                assert(out - output <= p - (end - source.count))
                out += UTF8Bytes.encode(escape.value, to: out)
                p += escape.length
            }
        }
        return out - output
    }

    /// Returns the scalar of the escape at `p`, and the length of the escape.
    @inline(__always)
    static func decodeEscape(_ p: Cursor, end: Cursor) -> (value: UInt32, length: Int) {
        // SAFETY: the source was validated, so an escape in it is complete.
        assert(end - p >= 2 && p[0] == Byte.backslash)
        switch p[1] {
        case Byte.lowerU:
            let escape = UnicodeEscape.decode(p, end: end)
            return (escape.scalar, escape.length)
        case Byte.lowerB: return (0x08, 2)
        case Byte.lowerF: return (0x0C, 2)
        case Byte.lowerN: return (0x0A, 2)
        case Byte.lowerR: return (0x0D, 2)
        case Byte.lowerT: return (0x09, 2)
        default: return (UInt32(p[1]), 2)
        }
    }

    /// Returns whether the text of a source form equals `text`, without decoding it into memory.
    @inline(__always)
    static func equals(
        _ source: UnsafeBufferPointer<UInt8>, flags: UInt64, utf8 text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if flags & TapeWord.escapedFlag == 0 {
            return source.count == text.count && equalBytes(source.baseAddress, text.baseAddress, source.count)
        }
        return equalsDecoding(source, text)
    }

    @inline(never)
    private static func equalsDecoding(
        _ source: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard var p = source.baseAddress else { return text.isEmpty }
        guard var q = text.baseAddress else { return source.isEmpty }
        let end = p + source.count
        let textEnd = q + text.count
        // SAFETY: both positions are compared with their ends before a byte is read.
        while p < end {
            if p[0] != Byte.backslash {
                guard q < textEnd, p[0] == q[0] else { return false }
                p += 1
                q += 1
                continue
            }
            let escape = decodeEscape(p, end: end)
            p += escape.length
            let lead = q < textEnd ? q[0] : 0xC0
            let length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            guard length > 0, textEnd - q >= length, UTF8Bytes.decode(q).value == escape.value else { return false }
            q += length
        }
        return q == textEnd
    }
}
