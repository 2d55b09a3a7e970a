// The layout of the formatter's output: the modes of its loop, separators, line breaks and colours.

/// A mode for which the formatter's loop is specialized, so that no mode costs the others anything.
protocol FormattingMode {
    /// Whether the loop writes tokens itself.
    static var writes: Bool { get }
    /// Whether the loop writes line breaks and margins.
    static var breaksLines: Bool { get }
    /// Whether the loop calls `writeColored` for each token.
    static var colors: Bool { get }
}

/// Writes nothing.
enum ValidatingMode: FormattingMode {
    @inline(__always) static var writes: Bool { false }
    @inline(__always) static var breaksLines: Bool { false }
    @inline(__always) static var colors: Bool { false }
}

/// Writes no whitespace.
enum CompactMode: FormattingMode {
    @inline(__always) static var writes: Bool { true }
    @inline(__always) static var breaksLines: Bool { false }
    @inline(__always) static var colors: Bool { false }
}

/// Writes each element or member on a line.
enum IndentedMode: FormattingMode {
    @inline(__always) static var writes: Bool { true }
    @inline(__always) static var breaksLines: Bool { true }
    @inline(__always) static var colors: Bool { false }
}

/// Writes each token in its colour, with or without line breaks.
enum ColoredMode: FormattingMode {
    @inline(__always) static var writes: Bool { false }
    @inline(__always) static var breaksLines: Bool { false }
    @inline(__always) static var colors: Bool { true }
}

extension JSONStreamFormatter {
    /// Writes what separates an element or member from the one before it, or from the opening bracket.
    ///
    /// - Parameters:
    ///   - commas: 1 if an element or member is before it, otherwise 0.
    ///   - isObject: whether the container is an object.
    ///   - indent: the width of the margin.
    mutating func writeSeparator(_ commas: Int, isObject: Bool, indent: Int) {
        if commas > 0 {
            beginColor(isObject ? .object : .array)
            output.append(Byte.comma)
        }
        margins.breakLine(&output, margin: indent)
        endColor()
    }

    /// Writes a number or literal as it is in the source.
    mutating func writeSource(_ source: UnsafeBufferPointer<UInt8>) {
        if layout == .colored {
            switch source.first {
            case UInt8(ascii: "n"): beginColor(.null)
            case UInt8(ascii: "f"): beginColor(.false)
            case UInt8(ascii: "t"): beginColor(.true)
            default: beginColor(.number)
            }
        }
        output.append(source)
        endColor()
    }

    // MARK: Colours, as `jq -C` sets them

    /// Begins the colour of `part`, if the formatter has a style.
    @inline(__always)
    mutating func beginColor(_ part: JSONStyle.Part) {
        if layout == .colored { setColor(part) }
    }

    @inline(never)
    private mutating func setColor(_ part: JSONStyle.Part) {
        colors[part.rawValue].withUnsafeBufferPointer { output.append($0) }
    }

    /// Ends the colour, if the formatter has a style.
    @inline(__always)
    mutating func endColor() {
        if layout == .colored { output.append("\u{1B}[0m" as StaticString) }
    }

    /// Writes the token from `p` to `end` in its colour.
    ///
    /// - Parameters:
    ///   - flags: the `TapeWord` flags of a string.
    ///   - separator: the number of commas before an element or key; nil for the value of a member.
    ///   - isKey: whether the token is a key.
    ///   - indent: the width of the margin.
    ///   - out: where the loop has written up to.
    /// - Returns: where the loop goes on writing.
    @inline(never)
    mutating func writeColored(
        _ p: Cursor, to end: Cursor, flags: UInt64 = 0, separator: Int?, isKey: Bool = false, indent: Int,
        at out: OutputCursor
    ) -> OutputCursor {
        // SAFETY: the token lies in the window.
        assert(window.cursor <= p && p < end && end <= window.end)
        output.cursor = out
        if let separator { writeSeparator(separator, isObject: isKey, indent: indent) }
        switch p[0] {
        case Byte.quote: return writeString(p, to: end - 1, flags: flags, isKey: isKey, at: output.cursor)
        case Byte.openBrace, Byte.openBracket:
            beginColor(p[0] == Byte.openBrace ? .object : .array)
            output.append(p[0])
        default: writeSource(UnsafeBufferPointer(start: p, count: end - p))
        }
        return output.cursor
    }

    /// Writes the colon after a key in its colour.
    @inline(never)
    mutating func writeColoredColon(at out: OutputCursor) -> OutputCursor {
        output.cursor = out
        beginColor(.object)
        output.append(Byte.colon)
        if !margins.isNone { output.append(Byte.space) }
        endColor()
        return output.cursor
    }

    /// Writes the closing bracket of a container in its colour, at a margin of `indent` bytes.
    @inline(never)
    mutating func writeColoredEnd(
        _ bracket: UInt8, isEmpty: Bool, indent: Int, at out: OutputCursor
    ) -> OutputCursor {
        output.cursor = out
        if !isEmpty {
            beginColor(bracket == Byte.closeBrace ? .object : .array)
            margins.breakLine(&output, margin: indent)
        }
        output.append(bracket)
        endColor()
        return output.cursor
    }
}
