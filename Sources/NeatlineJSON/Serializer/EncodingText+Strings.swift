extension EncodingText {
    /// How many bytes of a string are written between two looks at the room; each becomes six at most.
    private static let pieceSize = 1024

    /// Writes a string with its quotes.
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { appendQuoted($0) }
    }

    private mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
        buffer.reserve(text.count &+ 2)
        var out = buffer.cursor
        out[0] = Byte.quote
        out += 1
        guard let source = text.baseAddress, text.count > 0 else {
            out[0] = Byte.quote
            buffer.cursor = out + 1
            return
        }
        let count = text.count
        if count < 16 {
            // SAFETY: 15 bytes at most, in the room or the slack behind it.
            let (low, high) = SmallString.words(text)
            out.store(low)
            (out + 8).store(high)
            if !mustEscape(low, high, count: count) {
                out[count] = Byte.quote
                buffer.cursor = out + (count &+ 1)
                return
            }
        }
        buffer.cursor = out
        appendEscaping(source, end: source + count)
        buffer.append(Byte.quote)
    }

    /// Writes text, escaping what has to be.
    private mutating func appendEscaping(_ source: Cursor, end: Cursor) {
        // SAFETY: vectors are loaded only where 16 bytes are left before `end`, and stored into the room or the slack
        // behind it: a piece and what becomes of it has room for six bytes for each of its own.
        var p = source
        while p < end {
            let pieceEnd = end - p > EncodingText.pieceSize ? p + EncodingText.pieceSize : end
            buffer.reserve((pieceEnd - p) &* 6)
            var out = buffer.cursor
            while p < pieceEnd {
                let count = Swift.min(end - p, 16)
                let bytes = count == 16 ? p.loadVector() : EncodingText.lastBytes(p, count: count)
                out.store(bytes)
                let stops = LaneSet(stopMask(bytes))
                if stops.isEmpty {
                    p += count
                    out += count
                    continue
                }
                p += stops.first
                out += stops.first
                if p[0] == Byte.slash {
                    out[0] = Byte.backslash
                    out[1] = Byte.slash
                    out += 2
                } else {
                    out = StringWriter.writeASCIIEscape(p[0], to: out)
                }
                p += 1
            }
            buffer.cursor = out
        }
    }

    /// Whether something in a text of up to 15 bytes, given as two words, must be escaped.
    @inline(__always)
    private func mustEscape(_ low: UInt64, _ high: UInt64, count: Int) -> Bool {
        !LaneSet(stopMask(EncodingText.filled(low, high, count: count))).isEmpty
    }

    /// The last bytes of a text, at most 15, and spaces.
    @inline(__always)
    private static func lastBytes(_ source: Cursor, count: Int) -> SIMD16<Int8> {
        let (low, high) = SmallString.words(UnsafeBufferPointer(start: source, count: count))
        return filled(low, high, count: count)
    }

    /// A text of up to 15 bytes, given as two words, with spaces instead of the zeroes behind it, which are no characters
    /// of it.
    @inline(__always)
    private static func filled(_ low: UInt64, _ high: UInt64, count: Int) -> SIMD16<Int8> {
        let spaces: UInt64 = 0x2020_2020_2020_2020
        let bits = UInt64(truncatingIfNeeded: count &* 8)
        let words = SIMD2<UInt64>(
            low | (count < 8 ? spaces &<< bits : 0), high | (count < 8 ? spaces : spaces &<< (bits &- 64)))
        return unsafeBitCast(words, to: SIMD16<Int8>.self)
    }

    /// Which bytes cannot stand in a string as they are.
    @inline(__always)
    private func stopMask(_ bytes: SIMD16<Int8>) -> SIMDMask<SIMD16<Int8>> {
        // A slash that need not be escaped is looked for as a quote once more.
        let slash = SIMD16<Int8>(repeating: escapesSlashes ? 0x2F : 0x22)
        return ((bytes ^ SIMD16<Int8>(repeating: -128)) .< SIMD16<Int8>(repeating: -96))
            .| (bytes .== SIMD16<Int8>(repeating: 0x22)) .| (bytes .== SIMD16<Int8>(repeating: 0x5C))
            .| (bytes .== slash)
    }
}
