/// Writes the content of strings, between the quotes.
///
/// Two kinds of source are read: the *source form*, raw bytes of a validated text that may hold escapes, which are
/// normalised as `jq` does; and plain text, the UTF-8 of a `String`. Both give the shortest form: `\b \f \n \r \t \"
/// \\`, other control characters and DEL as `\u00xx`, everything else as it is, unless the options ask for more.
struct StringWriter: Sendable {
    let escapesNonASCII: Bool
    let escapesSlashes: Bool
    /// Whether half a surrogate pair becomes U+FFFD; otherwise its escape is written as it stands.
    let replacesLoneSurrogates: Bool
    /// Whether a source without escapes and without DEL can be copied.
    let copiesPlainSource: Bool

    init(
        escapesNonASCII: Bool = false, escapesSlashes: Bool = false,
        loneSurrogates: JSONParsingOptions.LoneSurrogates = .keep
    ) {
        self.escapesNonASCII = escapesNonASCII
        self.escapesSlashes = escapesSlashes
        replacesLoneSurrogates = loneSurrogates == .replace
        copiesPlainSource = !escapesNonASCII && !escapesSlashes
    }

    init(_ options: JSONWritingOptions, loneSurrogates: JSONParsingOptions.LoneSurrogates = .keep) {
        self.init(
            escapesNonASCII: options.escapesNonASCII, escapesSlashes: options.escapesSlashes,
            loneSurrogates: loneSurrogates)
    }

    /// Writes `count` bytes of source form.
    ///
    /// - Parameters:
    ///   - flags: the `TapeWord` flags of the string.
    ///   - readableEnd: the end of the memory around the source; nothing is read from there on.
    @inline(__always)
    func writeSource(
        _ source: Cursor, count: Int, flags: UInt64, readableEnd: Cursor, into buffer: inout OutputBuffer
    ) {
        if canCopy(flags) {
            buffer.reserve(count)
            if let out = copyPlain(source, count: count, readableEnd: readableEnd, to: buffer.cursor) {
                buffer.cursor = out
                return
            }
        }
        writeEscaping(source, end: source + count, readableEnd: readableEnd, hasEscapes: true, into: &buffer)
    }

    /// Writes the text of a `String`.
    func writeText(_ text: String, into buffer: inout OutputBuffer) {
        var text = text
        text.withUTF8 { writeText($0, into: &buffer) }
    }

    /// Writes well-formed UTF-8 without escapes.
    func writeText(_ text: UnsafeBufferPointer<UInt8>, into buffer: inout OutputBuffer) {
        guard let source = text.baseAddress else { return }
        let end = source + text.count
        writeEscaping(source, end: end, readableEnd: end, hasEscapes: false, into: &buffer)
    }

    /// Whether a string with these flags may go through `copyPlain`.
    @inline(__always)
    func canCopy(_ flags: UInt64) -> Bool {
        copiesPlainSource && flags & TapeWord.escapedFlag == 0
    }

    /// Copies `count` bytes; nil if DEL, which must be escaped, is among them.
    ///
    /// The caller has reserved `count` bytes; at most 16 more are touched.
    @inline(__always)
    func copyPlain(_ source: Cursor, count: Int, readableEnd: Cursor, to out: OutputCursor) -> OutputCursor? {
        // SAFETY: at most 16 bytes from a position before `source + count` are read, so none from `readableEnd` on.
        assert(count >= 0 && readableEnd - source >= count)
        guard readableEnd - source >= count + 16 else { return copyExactly(source, count: count, to: out) }
        let deletes = SIMD16<Int8>(repeating: 0x7F)
        var found = SIMDMask<SIMD16<Int8>>(repeating: false)
        var offset = 0
        while true {
            let bytes = (source + offset).loadVector()
            (out + offset).store(bytes)
            let hits = bytes .== deletes
            offset &+= 16
            if offset >= count {
                if !LaneSet(found .| hits).isEmpty, hasDelete(source, count: count) { return nil }
                return out + count
            }
            found = found .| hits
        }
    }

    /// Copies the UTF-8 of a `String` of `count` bytes; nil if something in it must be escaped.
    ///
    /// The caller has reserved `count` bytes; at most 16 more are written, none read.
    @inline(__always)
    func copyUnescaped(_ source: Cursor, count: Int, to out: OutputCursor) -> OutputCursor? {
        assert(count >= 0)
        // SAFETY: what is loaded lies within `count` bytes: the last word or vector overlaps what came before.
        if count >= 16 {
            var stops = SIMDMask<SIMD16<Int8>>(repeating: false)
            var offset = 0
            while true {
                let bytes = (source + offset).loadVector()
                (out + offset).store(bytes)
                stops = stops .| StringWriter.mustEscape(bytes)
                if offset == count &- 16 { break }
                offset = Swift.min(offset &+ 16, count &- 16)
            }
            return LaneSet(stops).isEmpty ? out + count : nil
        }
        let (low, high) = SmallString.words(UnsafeBufferPointer(start: source, count: count))
        out.store(low)
        (out + 8).store(high)
        return StringWriter.mustEscape(low, high, count: count) ? nil : out + count
    }

    /// Whether something in a text of up to 15 bytes, given as two words, must be escaped.
    @inline(__always)
    static func mustEscape(_ low: UInt64, _ high: UInt64, count: Int) -> Bool {
        assert((0...SmallString.capacity).contains(count))
        let spaces: UInt64 = 0x2020_2020_2020_2020
        let bits = UInt64(truncatingIfNeeded: count &* 8)
        // The zeroes behind the text are no characters of it.
        let filled = SIMD2<UInt64>(
            low | (count < 8 ? spaces &<< bits : 0), high | (count < 8 ? spaces : spaces &<< (bits &- 64)))
        return !LaneSet(mustEscape(unsafeBitCast(filled, to: SIMD16<Int8>.self))).isEmpty
    }

    /// Which bytes are quotes, backslashes, control characters or DEL.
    @inline(__always)
    private static func mustEscape(_ bytes: SIMD16<Int8>) -> SIMDMask<SIMD16<Int8>> {
        let isLow = bytes .< SIMD16<Int8>(repeating: 0x20) .& (bytes .>= SIMD16<Int8>(repeating: 0))
        return isLow .| (bytes .== SIMD16<Int8>(repeating: 0x22)) .| (bytes .== SIMD16<Int8>(repeating: 0x5C))
            .| (bytes .== SIMD16<Int8>(repeating: 0x7F))
    }

    /// As `copyPlain`, for a source at the very end of its memory.
    @inline(never)
    private func copyExactly(_ source: Cursor, count: Int, to out: OutputCursor) -> OutputCursor? {
        if hasDelete(source, count: count) { return nil }
        out.update(from: source, count: count)
        return out + count
    }

    /// The vectors looked at may reach beyond the source, so a hit is looked at again.
    @inline(never)
    private func hasDelete(_ source: Cursor, count: Int) -> Bool {
        UnsafeBufferPointer(start: source, count: count).contains(Byte.delete)
    }
}

extension Byte {
    static let delete: UInt8 = 0x7F
    static let lowerB: UInt8 = 0x62
    static let lowerF: UInt8 = 0x66
    static let lowerN: UInt8 = 0x6E
    static let lowerR: UInt8 = 0x72
    static let lowerT: UInt8 = 0x74
}

extension OutputCursor {
    // SAFETY (all stores): the caller has reserved the bytes, or they lie in the buffer's slack.
    @inline(__always)
    func store(_ bytes: SIMD16<Int8>) {
        UnsafeMutableRawPointer(self).storeBytes(of: bytes, as: SIMD16<Int8>.self)
    }

    @inline(__always)
    func store(_ bytes: UInt64) {
        UnsafeMutableRawPointer(self).storeBytes(of: bytes.littleEndian, as: UInt64.self)
    }

    @inline(__always)
    func store(_ bytes: UInt32) {
        UnsafeMutableRawPointer(self).storeBytes(of: bytes.littleEndian, as: UInt32.self)
    }

    @inline(__always)
    func store(_ bytes: UInt16) {
        UnsafeMutableRawPointer(self).storeBytes(of: bytes.littleEndian, as: UInt16.self)
    }
}
