/// Scans the content of strings: finds the closing quote, validates escapes and UTF-8.
///
/// The bytes are never changed; escapes are decoded when a value is read. The scanner, the streaming formatter and the
/// selector read strings with this kernel only; what ends a run of plain ASCII is defined by `stringStops`, `stopMask` for
/// vectors and `endOfLatin` for words, all in this file.
enum StringKernel {
    /// The result of a scan: three words, which are returned in registers.
    struct Result {
        /// The closing quote, or the offending byte.
        var stop: Cursor
        /// `TapeWord` string flags.
        var flags: UInt64
        var failure: ScanFailure

        @inline(__always)
        init(_ stop: Cursor, flags: UInt64 = 0, failure: ScanFailure = .none) {
            self.stop = stop
            self.flags = flags
            self.failure = failure
        }
    }

    /// Scans a string value from its first content byte, in wide steps, because values are long and their lengths vary.
    ///
    /// `start` may lie up to 32 bytes beyond `limit`.
    @inline(__always)
    static func scanValue(_ start: Cursor, limit: Cursor, keepsLoneSurrogates: @autoclosure () -> Bool) -> Result {
        // SAFETY: a vector is loaded at most 32 bytes beyond `limit`.
        assert(start <= limit + 32)
        var p = start
        repeat {
            let stops = LaneSet(stopMask(p.loadVector()))
            if !stops.isEmpty {
                p += stops.first
                if _fastPath(p[0] == Byte.quote) { return Result(p) }
                return scanRest(p, limit: limit, keepsLoneSurrogates: keepsLoneSurrogates())
            }
            p += 16
        } while p <= limit
        return Result(p, failure: .needsMore)
    }

    /// Scans a key from its first content byte, byte by byte: keys are short and repeat, so the processor predicts their
    /// lengths and starts the next token early.
    ///
    /// `start` may lie up to 32 bytes beyond `limit`.
    @inline(__always)
    static func scanKey(_ start: Cursor, limit: Cursor, classes: Cursor, keepsLoneSurrogates: @autoclosure () -> Bool)
        -> Result
    {
        // SAFETY: 16 bytes are read at most 32 bytes beyond `limit`; a byte is an index of the 256 classes.
        assert(start <= limit + 32)
        var p = start
        chain: repeat {
            if classes[Int(p[0])] != 0 { break chain }
            if classes[Int(p[1])] != 0 { p += 1; break chain }
            if classes[Int(p[2])] != 0 { p += 2; break chain }
            if classes[Int(p[3])] != 0 { p += 3; break chain }
            if classes[Int(p[4])] != 0 { p += 4; break chain }
            if classes[Int(p[5])] != 0 { p += 5; break chain }
            if classes[Int(p[6])] != 0 { p += 6; break chain }
            if classes[Int(p[7])] != 0 { p += 7; break chain }
            if classes[Int(p[8])] != 0 { p += 8; break chain }
            if classes[Int(p[9])] != 0 { p += 9; break chain }
            if classes[Int(p[10])] != 0 { p += 10; break chain }
            if classes[Int(p[11])] != 0 { p += 11; break chain }
            if classes[Int(p[12])] != 0 { p += 12; break chain }
            if classes[Int(p[13])] != 0 { p += 13; break chain }
            if classes[Int(p[14])] != 0 { p += 14; break chain }
            if classes[Int(p[15])] != 0 { p += 15; break chain }
            p += 16
            if p > limit { return Result(p, failure: .needsMore) }
        } while true
        if _fastPath(p[0] == Byte.quote) { return Result(p) }
        return scanRest(p, limit: limit, keepsLoneSurrogates: keepsLoneSurrogates())
    }

    /// Scans the rest of a string from a byte on that is not plain ASCII: an escape, non-ASCII text, a control character.
    @inline(never)
    static func scanRest(_ start: Cursor, limit: Cursor, keepsLoneSurrogates: Bool) -> Result {
        if start[0] & 0xE0 == 0xC0, let end = endOfLatin(start, limit: limit) {
            return Result(end, flags: TapeWord.nonASCIIFlag)
        }
        var p = start
        var flags: UInt64 = 0
        // SAFETY: `p <= limit` holds at the head, or `p` is in the first 48 bytes after a checked position; at most 12
        // bytes are read before the next check.
        while true {
            assert(p <= limit + (readAhead - 12))
            let byte = p[0]
            if byte >= 0x80 {
                flags |= TapeWord.nonASCIIFlag
                let before = p
                p = skipMultibyte(p, limit: limit)
                if p > limit { return Result(p, failure: .needsMore) }
                if p == before { return Result(p, failure: .invalidUTF8) }
            } else if byte == Byte.backslash {
                flags |= TapeWord.escapedFlag
                let escape = scanEscape(p, keepsLoneSurrogates: keepsLoneSurrogates)
                if escape.failure != .none { return Result(escape.stop, failure: escape.failure) }
                p = escape.stop
                if p > limit { return Result(p, failure: .needsMore) }
            } else if byte == Byte.quote {
                return Result(p, flags: flags)
            } else if byte < 0x20 {
                return Result(p, failure: .controlCharacter)
            }
            // Runs of plain ASCII between other characters are usually short: a few single steps come before wide ones.
            if isStop(p[0]) { continue }
            if isStop(p[1]) { p += 1; continue }
            if isStop(p[2]) { p += 2; continue }
            if isStop(p[3]) { p += 3; continue }
            p += 4
            while true {
                if p > limit { return Result(p, failure: .needsMore) }
                let stops = LaneSet(stopMask(p.loadVector()))
                if !stops.isEmpty {
                    p += stops.first
                    break
                }
                p += 16
            }
        }
    }

    /// The closing quote of a string whose rest is ASCII and well-formed sequences of two bytes; nil if it contains anything
    /// else or extends beyond the limit.
    ///
    /// It checks eight bytes at a time, without a branch for each character: positions of letters such as ä are unpredictable.
    @inline(__always)
    private static func endOfLatin(_ start: Cursor, limit: Cursor) -> Cursor? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = ones &* 0x80
        var p = start
        // The top bit of each byte that has to continue a sequence; here of the first one, for a sequence that began before.
        var continuing: UInt64 = 0
        while p <= limit {
            // SAFETY: `p` is not beyond `limit`.
            let eight = p.load64()
            let beyond = eight & tops
            let leads = beyond & (eight &<< 1) & ~(eight &<< 2)
            let continuations = beyond & ~(eight &<< 1)
            // 0xC0 and 0xC1 lead overlong forms.
            let overlong = leads & ~((eight & (ones &* 0x1E)) &+ (ones &* 0x7E))
            let wrong = (continuations ^ (leads &<< 8 | continuing)) | overlong | (beyond ^ (leads | continuations))
            // A byte less one has its top bit set, and itself not, if it is zero; less 0x20, if it is below. Where such a byte
            // borrows from the next one, that may look so too, but it is after a stop.
            let quotes = eight ^ (ones &* 0x22)
            let backslashes = eight ^ (ones &* 0x5C)
            let isQuote = (quotes &- ones) & ~quotes
            let isBackslash = (backslashes &- ones) & ~backslashes
            let isControl = (eight &- (ones &* 0x20)) & ~eight
            let stops = (isQuote | isBackslash | isControl) & tops
            if stops != 0 {
                // The first one is a stop, and up to it nothing may be wrong.
                if wrong & (stops ^ (stops &- 1)) != 0 { return nil }
                p += stops.trailingZeroBitCount &>> 3
                return p[0] == Byte.quote ? p : nil
            }
            if wrong != 0 { return nil }
            continuing = leads &>> 56
            p += 8
        }
        return nil
    }

    /// Skips well-formed multi-byte sequences (RFC 3629), up to the first byte that does not begin one.
    ///
    /// Each test compares four bytes at once under a mask: lead and continuation bits, then the bits that rule out
    /// overlong forms, surrogates and code points beyond U+10FFFF.
    @inline(__always)
    private static func skipMultibyte(_ start: Cursor, limit: Cursor) -> Cursor {
        // SAFETY: four bytes are loaded at `start`, and then at positions up to `limit`.
        assert(start <= limit + (readAhead - 4))
        var p = start
        var four = p.load32()
        while true {
            while four & 0x00C0_C0F0 == 0x0080_80E0 {
                let bits = four & 0x0000_200F
                if bits == 0 || bits == 0x0000_200D { return p }
                p += 3
                if p > limit { return p }
                four = p.load32()
            }
            if p[0] < 0x80 { return p }
            if four & 0x0000_C0E0 == 0x0000_80C0 {
                if four & 0x0000_001E == 0 { return p }
                p += 2
            } else if four & 0xC0C0_C0F8 == 0x8080_80F0 {
                let bits = four & 0x0000_3007
                if bits == 0 || (bits & 0x04 != 0 && bits & 0x3003 != 0) { return p }
                p += 4
            } else {
                return p
            }
            if p > limit { return p }
            four = p.load32()
        }
    }

    /// Checks one escape sequence, or a pair of `\u` escapes that form a surrogate pair (RFC 8259, section 7).
    ///
    /// - Returns: the position after it; on failure the position of the backslash.
    @inline(__always)
    private static func scanEscape(_ p: Cursor, keepsLoneSurrogates: Bool) -> Result {
        // SAFETY: `scanRest`, which alone calls this, is at most `readAhead - 12` bytes beyond its limit, and no more than
        // twelve bytes are read.
        assert(p[0] == Byte.backslash)
        let byte = p[1]
        if byte != Byte.lowerU {
            return isSimpleEscape(byte) ? Result(p + 2) : Result(p, failure: .invalidEscape)
        }
        guard let unit = hexQuad(p + 2) else { return Result(p, failure: .invalidUnicodeEscape) }
        if unit & 0xF800 != 0xD800 { return Result(p + 6) }
        if unit < 0xDC00, p[6] == Byte.backslash, p[7] == Byte.lowerU, let low = hexQuad(p + 8),
            low & 0xFC00 == 0xDC00
        {
            return Result(p + 12)
        }
        return keepsLoneSurrogates ? Result(p + 6) : Result(p, failure: .loneSurrogate)
    }

    /// The value of four hexadecimal digits.
    @inline(__always)
    static func hexQuad(_ p: Cursor) -> UInt32? {
        hexDigits.withUnsafeBufferPointer { table in
            // SAFETY: a byte is an index of the table's 256 entries.
            let digits = table.baseAddress!
            let a = digits[Int(p[0])]
            let b = digits[Int(p[1])]
            let c = digits[Int(p[2])]
            let d = digits[Int(p[3])]
            if (a | b | c | d) & 0xF0 != 0 { return nil }
            return UInt32(a) &<< 12 | UInt32(b) &<< 8 | UInt32(c) &<< 4 | UInt32(d)
        }
    }

    /// The lanes that end a run of plain ASCII: quotes, backslashes, control characters and non-ASCII bytes, which are negative.
    @inline(__always)
    static func stopMask(_ v: SIMD16<Int8>) -> SIMDMask<SIMD16<Int8>> {
        // The concrete vector-vector operators compile to one instruction each; those taking a scalar do not.
        (v .< SIMD16<Int8>(repeating: 0x20)) .| (v .== SIMD16<Int8>(repeating: 0x22))
            .| (v .== SIMD16<Int8>(repeating: 0x5C))
    }

    /// Whether `byte` ends a run of plain ASCII.
    @inline(__always)
    private static func isStop(_ byte: UInt8) -> Bool {
        // SAFETY: a byte is an index of the table's 256 entries.
        stringStops.withUnsafeBufferPointer { $0.baseAddress![Int(byte)] != 0 }
    }

    /// Whether `byte` follows a backslash in an escape of two characters: `b f n r t " \ /`.
    @inline(__always)
    static func isSimpleEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x2F, 0x5C, 0x62, 0x66, 0x6E, 0x72, 0x74: true
        default: false
        }
    }
}

/// 1 for the bytes that end a run of plain ASCII in a string: below 0x20, quote, backslash, from 0x80 on.
let stringStops: [UInt8] = [
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
]

/// The value of each hexadecimal digit; 0xFF for every other byte.
private let hexDigits: [UInt8] = [
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 255, 255, 255, 255, 255, 255,
    255, 10, 11, 12, 13, 14, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 10, 11, 12, 13, 14, 15, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
]
