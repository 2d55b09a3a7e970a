// What the formatter's loop does seldom; out of line, so that the loop stays small enough for the optimiser.
extension JSONStreamFormatter {
    /// Formats what stands between arrays and objects: scalars that are values of their own.
    ///
    /// The window's cursor ends at an opening bracket, at the window's end, or, with a reason, at a token that was not
    /// finished.
    @inline(never)
    mutating func betweenValues(_ start: Cursor, end: Cursor, numberEnd: Cursor) -> Stop {
        var p = start
        while true {
            if adjacency != .none, p < end {
                if let stop = checkAdjacency(p) {
                    window.advance(to: p)
                    return stop
                }
                if adjacency == .byteOrderMark {
                    p += 3
                    adjacency = .none
                    continue
                }
                adjacency = .none
            }
            p = WhitespaceKernel.skip(p, limit: end)
            window.advance(to: p)
            if p >= end { return Stop(reason: .none, at: p) }
            if p[0] == Byte.openBrace || p[0] == Byte.openBracket {
                return Stop(reason: maximumDepth == 0 ? .tooDeep : .none, at: p)
            }
            let comment = skipComment(p)
            if comment.reason == .none {
                p = comment.at
                continue
            }
            if !parsing.allowsTopLevelScalars { return Stop(reason: .topLevelScalar, at: p) }
            let scalar = writeScalar(p, comment, numberEnd: numberEnd)
            if scalar.reason != .none { return scalar }
            p = scalar.at
            if layout != .none { output.append(Byte.lineFeed) }
            valueCount += 1
        }
    }

    /// A number or literal must be kept apart from another one; and a byte order mark may stand at the very start.
    private mutating func checkAdjacency(_ p: Cursor) -> Stop? {
        switch p[0] {
        case 0xEF where adjacency == .start:
            // SAFETY: zeroes follow the window's end.
            if p[1] != 0xBB || p[2] != 0xBF { return Stop(reason: .expectedValue, at: p) }
            adjacency = .byteOrderMark
            return nil
        case Byte.openBrace, Byte.openBracket, Byte.quote, Byte.slash: return nil
        case let byte where adjacency == .start || Byte.isWhitespace(byte): return nil
        default: return Stop(reason: .trailingContent, at: p)
        }
    }

    /// Writes the string, number or literal at `p`, a value of its own.
    private mutating func writeScalar(_ p: Cursor, _ comment: Stop, numberEnd: Cursor) -> Stop {
        switch p[0] {
        case Byte.quote:
            let string = StringKernel.scanValue(p + 1, limit: window.end, keepsLoneSurrogates: keepsLoneSurrogates)
            if string.failure != .none { return Stop(reason: string.failure, at: string.stop) }
            writeTopLevelString(p, to: string.stop, flags: string.flags)
            return Stop(reason: .none, at: string.stop + 1)
        case Byte.minus, Byte.zero...Byte.nine:
            let number = NumberKernel.scan(p, limit: window.end)
            var after = Stop(reason: .none, at: number.end)
            if number.failure != .none || number.end >= numberEnd {
                after = rareNumber(p, number, separator: nil, indent: 0, at: output.cursor)
            } else if layout != .none {
                output.append(UnsafeBufferPointer(start: p, count: number.end - p))
            }
            if after.reason == .none { adjacency = .scalar }
            return after
        default:
            // SAFETY: zeroes follow the window's end.
            let length = Literal.length(p, p.load32())
            if length > 0 {
                if layout != .none { output.append(UnsafeBufferPointer(start: p, count: length)) }
                adjacency = .scalar
                return Stop(reason: .none, at: p + length)
            }
            let after = rareValue(p, comment, separator: nil, indent: 0, at: output.cursor)
            if after.reason == .none { adjacency = .scalar }
            return after
        }
    }

    /// Writes the string from the quote at `p` to the quote at `stop`, a value of its own.
    mutating func writeTopLevelString(_ p: Cursor, to stop: Cursor, flags: UInt64) {
        if layout == .none { return }
        if !writesRawStrings {
            output.cursor = writeString(p, to: stop, flags: flags, at: output.cursor)
            return
        }
        if let painter {
            output.flush()
            painter.isPaused = true
        }
        let source = UnsafeBufferPointer(start: p + 1, count: stop - p - 1)
        output.reserve(source.count + StringDecoder.slack)
        output.cursor += StringDecoder.decode(source, to: output.cursor)
        if let painter {
            output.flush()
            painter.isPaused = false
        }
    }

    /// Writes the string from the quote at `p` to the quote at `stop`, normalising what is in it.
    @inline(never)
    mutating func writeString(_ p: Cursor, to stop: Cursor, flags: UInt64, at out: OutputCursor) -> OutputCursor {
        output.cursor = out
        output.append(Byte.quote)
        // SAFETY: `readAhead` zeroes follow the window's end.
        writer.writeSource(
            p + 1, count: stop - p - 1, flags: flags, readableEnd: window.end + readAhead, into: &output)
        output.append(Byte.quote)
        return output.cursor
    }

    /// Goes on with a string, from the quote at `p`, whose bytes before `q` are plain ASCII, and writes it as a whole.
    ///
    /// When it does not end in the window, nothing is written.
    @inline(never)
    mutating func writeRest(_ p: Cursor, from q: Cursor, at out: OutputCursor) -> StringKernel.Result {
        let string = StringKernel.scanRest(q, limit: window.end, keepsLoneSurrogates: keepsLoneSurrogates)
        if string.failure == .none {
            _ = writeString(p, to: string.stop, flags: string.flags, at: out)
        } else {
            output.cursor = out
        }
        return string
    }

    /// A number that the kernel rejects or that reaches the window's end.
    @inline(never)
    mutating func rareNumber(
        _ p: Cursor, _ number: NumberKernel.Result, separator: Int?, indent: Int, at out: OutputCursor
    ) -> Stop {
        output.cursor = out
        if number.failure == .none || number.failure == .needsMore { return Stop(reason: .needsMore, at: number.end) }
        return writeNonFinite(p, separator: separator, indent: indent)
            ?? Stop(reason: number.failure, at: number.end)
    }

    /// Something that is no JSON value: a non-finite number, a comment that goes on beyond the window, or an error.
    @inline(never)
    mutating func rareValue(
        _ p: Cursor, _ comment: Stop, separator: Int?, indent: Int, at out: OutputCursor
    ) -> Stop {
        output.cursor = out
        if comment.isComment { return comment }
        if let written = writeNonFinite(p, separator: separator, indent: indent) { return written }
        let names: [StaticString] = ["null", "true", "false"]
        for name in names where name.utf8Start[0] == p[0] {
            var index = 0
            // SAFETY: a static string of ASCII has a pointer; zeroes after the window's end differ from all letters.
            while index < name.utf8CodeUnitCount, p[index] == name.utf8Start[index] { index += 1 }
            return Stop(reason: .invalidLiteral, at: p + index)
        }
        return Stop(reason: .expectedValue, at: p)
    }

    /// Writes `NaN`, `Infinity` or `-Infinity`, or what the options want in their place; nil if none stands at `p`.
    ///
    /// - Parameter separator: nil in a member, otherwise how many commas stand before the element.
    private mutating func writeNonFinite(_ p: Cursor, separator: Int?, indent: Int) -> Stop? {
        guard parsing.allowsNonFiniteNumbers else { return nil }
        for name in NonFinite.names where name.utf8Start[0] == p[0] {
            var index = 0
            // SAFETY: as above.
            while index < name.utf8CodeUnitCount, p[index] == name.utf8Start[index] { index += 1 }
            if index < name.utf8CodeUnitCount {
                // Cut off by the window's end, it counts as an error there, which waits for more.
                if p + index >= window.end { return Stop(reason: .invalidLiteral, at: p + index) }
                continue
            }
            let after = Stop(reason: .none, at: p + index)
            if layout == .none { return after }
            if nonFiniteNumbers == .reject {
                refusal = refuse(name, at: p)
                return Stop(reason: .unexpectedCharacter, at: p)
            }
            if let separator { writeSeparator(separator, indent: indent) }
            output.append(nonFiniteNumbers == .null ? "null" : name)
            return after
        }
        return nil
    }

    private func refuse(_ name: StaticString, at p: Cursor) -> JSONError {
        let position = SourcePosition(at: window.offset(of: p), in: window.text, after: window.consumed)
        return JSONError(
            details: JSONError.Details(
                .nonFiniteNumber, expected: "a finite number", found: "\(name)", position: position))
    }

    mutating func writeSeparator(_ commas: Int, indent: Int) {
        if commas > 0 { output.append(Byte.comma) }
        if layout == .indented {
            output.reserve(indent + 1)
            output.cursor = margins.breakLine(output.cursor, indent)
        }
    }

    /// The position after the comment at `p`; with a reason if there is none, or if it does not end in the window.
    @inline(never)
    mutating func skipComment(_ p: Cursor) -> Stop {
        let none = Stop(reason: .expectedValue, at: p)
        guard p[0] == Byte.slash, parsing.allowsComments else { return none }
        let end = window.end
        let unfinished = Stop(reason: isFinal ? .unterminatedComment : .needsMore, at: p)
        var q = p + 1
        if q >= end { return isFinal ? none : unfinished }
        if q[0] == Byte.slash {
            while q < end, q[0] != Byte.lineFeed, q[0] != Byte.carriageReturn { q += 1 }
            return q < end || isFinal ? Stop(reason: .none, at: q) : unfinished
        }
        guard q[0] == UInt8(ascii: "*") else { return none }
        q += 1
        while q + 1 < end {
            if q[0] == UInt8(ascii: "*"), q[1] == Byte.slash { return Stop(reason: .none, at: q + 2) }
            q += 1
        }
        return unfinished
    }

    mutating func pushNesting(_ nesting: UInt64) {
        nestingWords.append(nesting)
    }

    mutating func popNesting() -> UInt64 {
        nestingWords.removeLast()
    }
}
