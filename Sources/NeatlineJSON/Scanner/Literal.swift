/// Recognizes `null`, `true` and `false`.
enum Literal {
    /// The length of the literal at `p`, whose first four bytes are `four`; 0 if there is none.
    @inline(__always)
    static func length(_ p: Cursor, _ four: UInt32) -> Int {
        // SAFETY: the fifth byte is read where four others are letters, which zeroes follow.
        if four == 0x6C6C_756E || four == 0x6575_7274 { return 4 }
        return four == 0x736C_6166 && p[4] == Byte.lowerE ? 5 : 0
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
