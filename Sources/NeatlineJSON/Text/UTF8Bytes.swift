// UTF-8 as bytes: single scalars, sequences that may be ill-formed, names compared by their bytes, and strings in source form.

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

/// The sequence that begins at a byte beyond ASCII, in bytes that may not be UTF-8 (RFC 3629, section 4).
enum UTF8Sequence {
    /// A scalar of this number of bytes.
    case scalar(UInt32, length: Int)
    /// The beginning of a scalar that is incomplete: `String(decoding:as:)` replaces this number of bytes by one
    /// U+FFFD.
    case illFormed(length: Int)
    /// The text ends inside a possible scalar.
    case incomplete

    /// Decodes the sequence at `p`, which is before `end`.
    init(_ p: Cursor, end: Cursor) {
        // SAFETY: each further byte is read only before `end`.
        assert(p < end)
        let lead = p[0]
        let length: Int
        // The bounds of the second byte exclude overlong forms, surrogates and values beyond U+10FFFF.
        var bounds: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { bounds = 0xA0...0xBF }
            if lead == 0xED { bounds = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { bounds = 0x90...0xBF }
            if lead == 0xF4 { bounds = 0x80...0x8F }
        default:
            self = lead < 0x80 ? .scalar(UInt32(lead), length: 1) : .illFormed(length: 1)
            return
        }
        for index in 1..<length {
            guard end - p > index else {
                self = .incomplete
                return
            }
            guard bounds.contains(p[index]) else {
                self = .illFormed(length: index)
                return
            }
            bounds = 0x80...0xBF
        }
        self = .scalar(UTF8Bytes.decode(p).value, length: length)
    }
}

/// A name that is compared by its bytes; two `String`s are equal under canonical equivalence.
package struct UTF8Key: Hashable {
    let text: String

    package init(text: String) { self.text = text }

    package static func == (a: UTF8Key, b: UTF8Key) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    package func hash(into hasher: inout Hasher) {
        text.withName { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// Returns whether two runs of `count` bytes are equal.
///
/// Compares eight bytes at a time, the last eight overlapping those before; never reads outside the runs.
@inline(__always)
func equalBytes(_ a: Cursor?, _ b: Cursor?, _ count: Int) -> Bool {
    assert(count >= 0)
    guard let a, let b, count > 0 else { return true }
    // SAFETY: each load below lies within `count` bytes of both runs.
    if count >= 8 {
        var offset = 0
        while offset < count &- 8 {
            if (a + offset).load64() != (b + offset).load64() { return false }
            offset &+= 8
        }
        return (a + (count &- 8)).load64() == (b + (count &- 8)).load64()
    }
    if count >= 4 {
        return a.load32() == b.load32() && (a + (count &- 4)).load32() == (b + (count &- 4)).load32()
    }
    if count >= 2 {
        return a.load16() == b.load16() && a[count &- 1] == b[count &- 1]
    }
    return a[0] == b[0]
}

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

    /// Returns a `String` of bytes known to be UTF-8.
    static func validString(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard let start = bytes.baseAddress else { return "" }
        var tops = SIMD16<Int8>(repeating: 0)
        var offset = 0
        // SAFETY: whole vectors are within the bytes; the rest is read byte by byte.
        while bytes.count &- offset >= 16 {
            tops = tops | (start + offset).loadVector()
            offset &+= 16
        }
        var isASCII = LaneSet(tops .< SIMD16<Int8>(repeating: 0)).isEmpty
        while isASCII, offset < bytes.count {
            isASCII = start[offset] < 0x80
            offset &+= 1
        }
        return validString(bytes, isASCII: isASCII)
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
