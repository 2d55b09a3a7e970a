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
