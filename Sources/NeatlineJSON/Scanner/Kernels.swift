// The kernels that skip whitespace, and find the ends of numbers and literals; `StringKernel` is in another file.

/// A kernel that skips whitespace; the scanner's loop is specialized for each.
protocol WhitespaceSkipping {
    /// Skips like `skip`, from a position where more than a single space may follow.
    static func skipRun(_ start: Cursor, limit: Cursor) -> Cursor
}

extension WhitespaceSkipping {
    /// The first byte from `p` on that is not whitespace, or, if that lies beyond `limit`, a position beyond `limit`.
    ///
    /// Tuned for the two usual layouts: one space, or a line feed and an indentation.
    @inline(__always)
    static func skip(_ start: Cursor, limit: Cursor) -> Cursor {
        // SAFETY: two bytes are read; `skipRun` checks `limit` before it reads more.
        assert(start <= limit + (readAhead - 2))
        let first = start[0]
        if first > Byte.space { return start }
        if first == Byte.space, start[1] > Byte.space { return start + 1 }
        return skipRun(start, limit: limit)
    }
}

/// Skips whitespace (RFC 8259, section 2).
enum WhitespaceKernel: WhitespaceSkipping {
    @inline(__always)
    static func skipRun(_ start: Cursor, limit: Cursor) -> Cursor {
        var p = start
        while p <= limit {
            let byte = p[0]
            if byte == Byte.lineFeed || byte == Byte.space {
                p += 1
                while true {
                    // SAFETY: `p` is at most one byte beyond `limit`.
                    let others = LaneSet(p.loadVector() .!= SIMD16<Int8>(repeating: 0x20))
                    if !others.isEmpty {
                        p += others.first
                        break
                    }
                    p += 16
                    if p > limit { return p }
                }
                if p[0] > Byte.space { return p }
            } else if byte == Byte.carriageReturn || byte == Byte.tab {
                p += 1
            } else {
                return p
            }
        }
        return p
    }
}

/// Skips spaces and tabs, the whitespace inside a line.
enum InlineWhitespaceKernel: WhitespaceSkipping {
    @inline(never)
    static func skipRun(_ start: Cursor, limit: Cursor) -> Cursor {
        var p = start
        while p <= limit, p[0] == Byte.space || p[0] == Byte.tab { p += 1 }
        return p
    }
}

/// Validates numbers by the grammar of RFC 8259, section 6, and finds their ends.
///
/// It converts nothing: a number is converted when it is read, so that a document keeps every digit, and a number that is
/// not read costs no more than its length.
enum NumberKernel {
    /// The position after the number and its `TapeWord` flags; on failure the offending byte.
    struct Result {
        var end: Cursor
        var flags: UInt64
        var failure: ScanFailure

        @inline(__always)
        init(_ end: Cursor, flags: UInt64 = 0, failure: ScanFailure = .none) {
            self.end = end
            self.flags = flags
            self.failure = failure
        }
    }

    /// The end of a short integer that a comma follows, or nil.
    ///
    /// It is found without branches on the sign and the number of digits, which nobody can predict in arrays of such
    /// numbers. Elsewhere they are predicted, and the next token need not wait for the end.
    ///
    /// `start` may lie up to 48 bytes beyond `limit`.
    @inline(__always)
    static func endOfShortInteger(_ start: Cursor) -> Cursor? {
        let word = start.load64()
        let sign: UInt64 = word & 0xFF == UInt64(Byte.minus) ? 1 : 0
        let bytes = word &>> (sign &<< 3)
        let others = otherThanDigits(bytes)
        let count = UInt64(truncatingIfNeeded: others.trailingZeroBitCount) & 0x38
        // The byte after the digits is a comma, and they do not begin with a zero, unless it is the only one.
        guard bytes &>> count & 0xFF == UInt64(Byte.comma), bytes & 0xFF != UInt64(Byte.zero) || count == 8, count != 0
        else { return nil }
        return start + Int(truncatingIfNeeded: sign &+ count &>> 3)
    }

    /// Scans the number that starts at `start`, a digit or a minus sign.
    ///
    /// `start` may lie up to 48 bytes beyond `limit`.
    @inline(__always)
    static func scan(_ start: Cursor, limit: Cursor) -> Result {
        // SAFETY: four bytes are read before `limit` is checked again.
        assert(start <= limit + 48)
        var p = start
        if _slowPath(p[0] == Byte.minus) { p += 1 }
        if p[0] == Byte.zero {
            p += 1
            if Byte.isDigit(p[0]) { return Result(p, failure: .leadingZero) }
            if p[0] | 0x20 == Byte.lowerX { return Result(p, failure: .hexadecimal) }
        } else {
            guard Byte.isDigit(p[0]) else { return Result(p, failure: .missingDigits) }
            p += 1
            if Byte.isDigit(p[0]) {
                p += 1
                if Byte.isDigit(p[0]) {
                    p += 1
                    if Byte.isDigit(p[0]) { p = skipDigits(p, limit: limit) }
                }
            }
        }
        let byte = p[0]
        if byte != Byte.dot, byte | 0x20 != Byte.lowerE {
            return p > limit + 32 ? Result(p, failure: .needsMore) : Result(p, flags: TapeWord.integerFlag)
        }
        return scanRest(p, limit: limit)
    }

    /// Scans the rest of a number from its point or the letter of its exponent on.
    @inline(__always)
    private static func scanRest(_ start: Cursor, limit: Cursor) -> Result {
        var p = start
        // SAFETY: a run of digits is scanned up to 40 bytes beyond `limit`, and 3 bytes are read between two runs.
        assert(start <= limit + 52)
        if p[0] == Byte.dot {
            p += 1
            let digits = p
            p = skipDigits(p, limit: limit)
            if p > limit + 32 { return Result(p, failure: .needsMore) }
            if p == digits { return Result(p, failure: .missingDigits) }
        }
        if p[0] | 0x20 == Byte.lowerE {
            p += 1
            if p[0] == Byte.plus || p[0] == Byte.minus { p += 1 }
            let digits = p
            p = skipDigits(p, limit: limit)
            if p > limit + 32 { return Result(p, failure: .needsMore) }
            if p == digits { return Result(p, failure: .missingDigits) }
        }
        return Result(p)
    }

    /// The top bits of the bytes that are no digits.
    ///
    /// A digit xor 0x30 is at most 9, so adding 0x76 leaves its top bit clear; every other byte sets it, or has it set.
    @inline(__always)
    private static func otherThanDigits(_ bytes: UInt64) -> UInt64 {
        let eight = bytes ^ 0x3030_3030_3030_3030
        return ((eight &+ 0x7676_7676_7676_7676) | eight) & 0x8080_8080_8080_8080
    }

    /// Skips digits, eight bytes at a time.
    @inline(__always)
    private static func skipDigits(_ start: Cursor, limit: Cursor) -> Cursor {
        var p = start
        while p <= limit + 32 {
            // SAFETY: `p` is at most 32 bytes beyond `limit`.
            let others = otherThanDigits(p.load64())
            if others != 0 { return p + (others.trailingZeroBitCount &>> 3) }
            p += 8
        }
        return p
    }
}

/// Recognizes `null`, `true` and `false`.
enum Literal {
    /// The kind of the literal at `p` and its length; length 0 if there is none.
    ///
    /// The caller checks that punctuation or whitespace follows.
    @inline(__always)
    static func scan(_ p: Cursor) -> (kind: UInt64, length: Int) {
        // SAFETY: callers are at most `readAhead - 16` bytes beyond their limit.
        let four = p.load32()
        if four == 0x6C6C_756E { return (TapeWord.Kind.null, 4) }
        if four == 0x6575_7274 { return (TapeWord.Kind.true, 4) }
        if four == 0x736C_6166, p[4] == Byte.lowerE { return (TapeWord.Kind.false, 5) }
        return (0, 0)
    }

    /// The first byte from `p` on that does not belong to the literal that begins there, or `end`; nil if none begins.
    static func mismatch(_ p: Cursor, end: Cursor) -> Cursor? {
        let names: [StaticString] = ["null", "true", "false"]
        // SAFETY: a static string of several ASCII characters has a pointer; the text is read before `end`.
        guard p < end, let name = names.first(where: { $0.utf8Start[0] == p[0] }) else { return nil }
        var index = 1
        while index < name.utf8CodeUnitCount, p + index < end, p[index] == name.utf8Start[index] { index += 1 }
        return p + index
    }
}
