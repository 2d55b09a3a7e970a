/// Writes strings: the one definition of which bytes are escaped, and how.
///
/// There are two kinds of input: plain text, the UTF-8 of a `String`; and the *source form*, the bytes of a validated text,
/// whose escapes are normalized as in `jq` (`StringWriter+Source`). The output has the shortest form of both:
/// `\b \f \n \r \t \" \\`, `\u00xx` for other control characters and DEL, and all other characters unchanged, unless the
/// arguments of the initializer ask for more escapes, or for none of DEL.
struct StringWriter: Sendable {
    let escapesNonASCII: Bool
    let escapesSlashes: Bool
    /// Whether an unpaired surrogate is written as U+FFFD; otherwise its escape is copied.
    let replacesLoneSurrogates: Bool
    /// Whether a source without escapes and without DEL can be copied.
    let copiesPlainSource: Bool
    private let knowsSmallStrings = SmallString.isKnown

    // Which bytes are escaped, besides quotes and backslashes, for 16 bytes at a time. As signed numbers, bytes are below
    // `limit` after exclusive or with `flip`: control characters, or also all beyond ASCII, which are negative.
    private let flip: SIMD16<Int8>
    private let limit: SIMD16<Int8>
    // Slash and DEL, or a quote where these are not escaped.
    private let slash: SIMD16<Int8>
    let delete: SIMD16<Int8>

    init(
        escapesNonASCII: Bool = false, escapesSlashes: Bool = false, style: TextStyle = .neatline,
        loneSurrogates: JSONParsingOptions.LoneSurrogates = .keep
    ) {
        self.escapesNonASCII = escapesNonASCII
        self.escapesSlashes = escapesSlashes
        replacesLoneSurrogates = loneSurrogates == .replace
        copiesPlainSource = !escapesNonASCII && !escapesSlashes
        // Constants in both cases: repeating a variable takes many instructions.
        flip = escapesNonASCII ? SIMD16(repeating: 0) : SIMD16(repeating: -128)
        limit = escapesNonASCII ? SIMD16(repeating: 0x20) : SIMD16(repeating: -96)
        slash = escapesSlashes ? SIMD16(repeating: 0x2F) : SIMD16(repeating: 0x22)
        delete = style == .neatline ? SIMD16(repeating: 0x7F) : SIMD16(repeating: 0x22)
    }

    init(
        _ options: JSONWritingOptions, style: TextStyle = .neatline,
        loneSurrogates: JSONParsingOptions.LoneSurrogates = .keep
    ) {
        self.init(
            escapesNonASCII: options.escapesNonASCII, escapesSlashes: options.escapesSlashes, style: style,
            loneSurrogates: loneSurrogates)
    }

    // MARK: What is escaped

    /// The bytes that cannot be copied.
    @inline(__always)
    func stops(in bytes: SIMD16<Int8>) -> LaneSet {
        LaneSet(
            ((bytes ^ flip) .< limit) .| (bytes .== SIMD16<Int8>(repeating: 0x22))
                .| (bytes .== SIMD16<Int8>(repeating: 0x5C)) .| (bytes .== slash) .| (bytes .== delete))
    }

    /// Whether a byte cannot be copied.
    @inline(__always)
    func isStop(_ byte: UInt8) -> Bool {
        let byte = Int8(bitPattern: byte)
        return (byte ^ flip[0]) < limit[0] || byte == 0x22 || byte == 0x5C || byte == slash[0] || byte == delete[0]
    }

    // MARK: Plain text

    /// Writes a string with its quotes.
    @inline(__always)
    func writeQuoted(_ text: String, into buffer: inout OutputBuffer) {
        if knowsSmallStrings, let short = ShortName(text),
            stops(in: StringWriter.padded(short.low, short.high, count: short.length)).isEmpty
        {
            buffer.reserve(24)
            let out = buffer.cursor
            // SAFETY: two quotes and 16 bytes have room.
            out[0] = Byte.quote
            (out + 1).store(short.low)
            (out + 9).store(short.high)
            out[short.length &+ 1] = Byte.quote
            buffer.cursor = out + (short.length &+ 2)
        } else {
            writeQuotedSlowPath(text, into: &buffer)
        }
    }

    @inline(never)
    private func writeQuotedSlowPath(_ text: String, into buffer: inout OutputBuffer) {
        text.withName { text in
            buffer.append(Byte.quote)
            writeText(text, into: &buffer)
            buffer.append(Byte.quote)
        }
    }

    /// The number of bytes that are written between two checks of the room.
    static let pieceSize = 4096

    /// Writes well-formed UTF-8 without escapes.
    func writeText(_ text: UnsafeBufferPointer<UInt8>, into buffer: inout OutputBuffer) {
        guard var p = text.baseAddress else { return }
        let end = p + text.count
        while p < end {
            // SAFETY: vectors are loaded only where 16 bytes are left before `end`. At each step there is room for the rest of
            // the piece; its last vector and an escape after it use at most 32 bytes of the slack.
            let pieceEnd = end - p > StringWriter.pieceSize ? p + StringWriter.pieceSize : end
            buffer.reserve(pieceEnd - p)
            var out = buffer.cursor
            while p < pieceEnd {
                let count = Swift.min(end - p, 16)
                let bytes = count == 16 ? p.loadVector() : StringWriter.lastBytes(p, count: count)
                out.store(bytes)
                let stops = stops(in: bytes)
                if stops.isEmpty {
                    p += count
                    out += count
                    continue
                }
                p += stops.first
                out += stops.first
                if p[0] < 0x80 {
                    out = StringWriter.writeASCIIEscape(p[0], to: out)
                    p += 1
                } else {
                    let scalar = UTF8Bytes.decode(p)
                    out = StringWriter.writeUnicodeEscape(scalar.value, to: out)
                    p += scalar.length
                }
                if buffer.end - out < pieceEnd - p { out = buffer.makeRoom(Swift.max(pieceEnd - p, 0), at: out) }
            }
            buffer.cursor = out
            assert(p <= end && buffer.isInside(out))
        }
    }

    /// The last bytes of a text, at most 15, padded with spaces.
    @inline(__always)
    static func lastBytes(_ source: Cursor, count: Int) -> SIMD16<Int8> {
        let (low, high) = SmallString.words(UnsafeBufferPointer(start: source, count: count))
        return padded(low, high, count: count)
    }

    /// A text of up to 15 bytes, as two words padded with zeros, padded with spaces instead, which need no escapes.
    @inline(__always)
    private static func padded(_ low: UInt64, _ high: UInt64, count: Int) -> SIMD16<Int8> {
        assert((0...SmallString.capacity).contains(count))
        let spaces: UInt64 = 0x2020_2020_2020_2020
        let bits = UInt64(truncatingIfNeeded: count &* 8)
        let words = SIMD2<UInt64>(
            low | (count < 8 ? spaces &<< bits : 0), high | (count < 8 ? spaces : spaces &<< (bits &- 64)))
        return unsafeBitCast(words, to: SIMD16<Int8>.self)
    }

    // MARK: Escapes

    /// Writes the short escape of an ASCII character, or `\u00xx`.
    @inline(__always)
    static func writeASCIIEscape(_ byte: UInt8, to out: OutputCursor) -> OutputCursor {
        let short: UInt8 =
            switch byte {
            case 0x08: Byte.lowerB
            case 0x09: Byte.lowerT
            case 0x0A: Byte.lowerN
            case 0x0C: Byte.lowerF
            case 0x0D: Byte.lowerR
            case Byte.quote, Byte.backslash, Byte.slash: byte
            default: 0
            }
        if short == 0 { return writeUnicodeEscape(UInt32(byte), to: out) }
        out[0] = Byte.backslash
        out[1] = short
        return out + 2
    }

    /// Writes `\uXXXX`, or a pair of them beyond U+FFFF.
    @inline(__always)
    static func writeUnicodeEscape(_ value: UInt32, to out: OutputCursor) -> OutputCursor {
        if value < 0x10000 { return writeUnit(value, to: out) }
        let offset = value &- 0x10000
        return writeUnit(0xDC00 | offset & 0x3FF, to: writeUnit(0xD800 | offset &>> 10, to: out))
    }

    @inline(__always)
    private static func writeUnit(_ unit: UInt32, to out: OutputCursor) -> OutputCursor {
        out[0] = Byte.backslash
        out[1] = Byte.lowerU
        out[2] = hexDigit(unit &>> 12)
        out[3] = hexDigit(unit &>> 8)
        out[4] = hexDigit(unit &>> 4)
        out[5] = hexDigit(unit)
        return out + 6
    }

    @inline(__always)
    private static func hexDigit(_ value: UInt32) -> UInt8 {
        let digit = UInt8(truncatingIfNeeded: value & 0x0F)
        return digit < 10 ? digit &+ 0x30 : digit &+ 0x57
    }
}
