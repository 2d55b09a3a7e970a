/// Writes the line breaks and margins of indented output.
struct Indentation {
    /// The number of bytes for each level.
    let width: Int
    /// The byte that margins consist of: a space or a tab.
    private let fill: UInt8
    /// Whether the output has no line breaks.
    let isNone: Bool

    init(_ style: JSONWritingOptions.Indentation) {
        (fill, width) = style.unit
        isNone = !style.breaksLines
    }

    /// Writes a line feed and a margin of `margin` bytes, for which the caller has reserved room.
    @inline(__always)
    func breakLine(_ out: OutputCursor, _ margin: Int) -> OutputCursor {
        assert(margin >= 0)
        out[0] = Byte.lineFeed
        let start = out + 1
        let fills = SIMD16<Int8>(repeating: Int8(bitPattern: fill))
        // SAFETY: stores may overrun the room by `OutputBuffer.slack` bytes.
        start.store(fills)
        var offset = 16
        while offset < margin {
            (start + offset).store(fills)
            offset &+= 16
        }
        return start + margin
    }

    /// Writes a line feed and the margin of `level`, unless the output has no line breaks.
    func breakLine(_ buffer: inout OutputBuffer, level: Int) {
        breakLine(&buffer, margin: level * width)
    }

    /// Writes a line feed and a margin of `margin` bytes, unless the output has no line breaks.
    func breakLine(_ buffer: inout OutputBuffer, margin: Int) {
        if isNone { return }
        buffer.reserve(margin + 1)
        buffer.cursor = breakLine(buffer.cursor, margin)
    }
}
