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
