// The values of a stream: what may be between them, and those that are strings, numbers or literals.
extension JSONStreamFormatter {
    /// Formats the scalars between arrays and objects.
    ///
    /// The window's cursor ends at an opening bracket, at the window's end, or, with a reason, at a token that is not
    /// complete.
    @inline(never)
    mutating func betweenValues(_ start: Cursor, end: Cursor) -> Stop {
        var p = start
        while true {
            let found = findValue(p)
            p = found.at
            if found.reason != .none || p >= end { return found }
            if notesValues { noteValue(at: p) }
            if Scanner.opensContainer(p[0]) { return Stop(reason: maximumDepth == 0 ? .tooDeep : .none, at: p) }
            if !parsing.allowsTopLevelScalars { return Stop(reason: .topLevelScalar, at: p) }
            let scalar = writeScalar(p, isTopLevel: true)
            if scalar.reason != .none { return scalar }
            p = scalar.at
            if layout != .none {
                output.append(Byte.lineFeed)
                output.complete(at: output.cursor)
            }
            valueCount += 1
        }
    }

    /// Finds the start of the next value of the stream, from `start` on, and moves the window's cursor to it.
    ///
    /// - Returns: without a reason the first byte of the value, or the window's end.
    @inline(__always)
    mutating func findValue(_ start: Cursor) -> Stop {
        var p = start
        let end = window.end
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
            while isSequence, p[0] == Byte.recordSeparator { p = WhitespaceKernel.skip(p + 1, limit: end) }
            window.advance(to: p)
            if p >= end || Scanner.opensContainer(p[0]) { return Stop(reason: .none, at: p) }
            let comment = skipSpaceSlowPath(p)
            if comment.isComment { return comment }
            if comment.reason != .none { return Stop(reason: .none, at: p) }
            p = comment.at
        }
    }

    /// Checks that a number or literal does not directly follow another one, and that a byte order mark is only at the start
    /// of the stream.
    private mutating func checkAdjacency(_ p: Cursor) -> Stop? {
        switch p[0] {
        case 0xEF where adjacency == .start:
            // SAFETY: zeroes follow the window's end.
            if p[1] != 0xBB || p[2] != 0xBF { return Stop(reason: .expectedValue, at: p) }
            adjacency = .byteOrderMark
            return nil
        case Byte.openBrace, Byte.openBracket, Byte.quote, Byte.slash: return nil
        case Byte.apostrophe where parsing.allowsSingleQuotes: return nil
        case Byte.recordSeparator where isSequence: return nil
        case let byte where adjacency == .start || Byte.isWhitespace(byte): return nil
        default:
            if ExtendedToken.spaceLength(p, end: window.end, options: parsing) > 0 { return nil }
            return Stop(reason: .trailingContent, at: p)
        }
    }

    /// Writes the string, number or literal at `p`.
    ///
    /// - Parameter isTopLevel: whether it is a value of the stream.
    /// - Returns: without a reason the position after it.
    mutating func writeScalar(_ p: Cursor, isTopLevel: Bool) -> Stop {
        switch p[0] {
        case Byte.quote:
            let string = StringKernel.scanValue(p + 1, limit: window.end, keepsLoneSurrogates: keepsLoneSurrogates)
            if string.failure != .none {
                return stringSlowPath(p, string, separator: nil, isTopLevel: isTopLevel, at: output.cursor)
            }
            writeStringValue(
                UnsafeBufferPointer(start: p + 1, count: string.stop - p - 1), flags: string.flags,
                isTopLevel: isTopLevel)
            return Stop(reason: .none, at: string.stop + 1)
        case Byte.minus, Byte.zero...Byte.nine:
            let number = NumberKernel.scan(p, limit: window.end)
            if number.failure != .none || number.end >= numberEnd {
                return numberSlowPath(p, number, separator: nil, isTopLevel: isTopLevel, at: output.cursor)
            }
            return writeScalarSource(p..<number.end, isTopLevel: isTopLevel)
        default:
            // SAFETY: zeroes follow the window's end.
            let length = Literal.scan(p).length
            if length > 0 { return writeScalarSource(p..<p + length, isTopLevel: isTopLevel) }
            return valueSlowPath(p, separator: nil, isTopLevel: isTopLevel, at: output.cursor)
        }
    }

    /// Writes the number or literal in `source`, unless it is a value of the stream that may be truncated.
    mutating func writeScalarSource(_ source: Range<Cursor>, isTopLevel: Bool) -> Stop {
        if isTopLevel, let stop = endScalar(at: source.upperBound) { return stop }
        if layout != .none { writeSource(UnsafeBufferPointer(start: source.lowerBound, count: source.count)) }
        return Stop(reason: .none, at: source.upperBound)
    }

    /// Notes that a number or literal, a value of the stream, ends at `p`.
    ///
    /// Callers ask before they write the scalar: the loop scans one that is not known to be complete again.
    ///
    /// - Returns: the error, or the need for more input, if it may be truncated there.
    mutating func endScalar(at p: Cursor) -> Stop? {
        if let stop = truncatedScalar(endingAt: p) { return stop }
        adjacency = .scalar
        return nil
    }

    /// Writes the content of a string that is a value: decoded and without quotes if it is one of the stream and raw
    /// strings are wanted.
    mutating func writeStringValue(_ source: UnsafeBufferPointer<UInt8>, flags: UInt64, isTopLevel: Bool) {
        if layout == .none { return }
        if isTopLevel, writesRawStrings {
            output.reserve(source.count + StringDecoder.slack)
            output.cursor += StringDecoder.decode(source, to: output.cursor)
        } else {
            // SAFETY: no byte is read beyond the source.
            writeContent(source, flags: flags, readableEnd: source.baseAddress.map { $0 + source.count })
        }
    }

    /// Returns the end of the window as a limit for numbers: one that reaches it may go on in the next window.
    var numberEnd: Cursor { isFinal ? window.end + 1 : window.end }
}

// MARK: Sequences and recovery (RFC 7464)

extension JSONStreamFormatter {
    /// Continues after a `JSONError`: skips the invalid value up to the end of the line of the error, or in a sequence up to
    /// the next record separator.
    ///
    /// The part of the value that was written stays in the output, without a line feed after it.
    package mutating func recover() {
        state = State()
        nestingWords = []
        adjacency = .none
        refusal = nil
        isRecovering = true
    }

    /// Skips the rest of an invalid line or record; false if its end is not in the window.
    mutating func skipLine() -> Bool {
        isRecovering = !window.advance(toNext: isSequence ? Byte.recordSeparator : Byte.lineFeed)
        return !isRecovering
    }

    /// The error of a number or literal of a sequence that is not followed by whitespace or a comment: it may be truncated
    /// (RFC 7464, section 2.4).
    private func truncatedScalar(endingAt p: Cursor) -> Stop? {
        guard isSequence else { return nil }
        if p < window.end {
            let isWhole =
                Byte.isWhitespace(p[0]) || (p[0] == Byte.slash && parsing.allowsComments)
                || ExtendedToken.spaceLength(p, end: window.end, options: parsing) > 0
            return isWhole ? nil : Stop(reason: .trailingContent, at: p)
        }
        return Stop(reason: isFinal ? .unexpectedEnd : .needsMore, at: p)
    }

    /// The position of the first record separator, which ends a record in any state.
    func separator(in text: Range<Cursor>) -> Stop? {
        guard isSequence else { return nil }
        var p = text.lowerBound
        // SAFETY: the caller's range lies in the window.
        while p < text.upperBound {
            if p[0] == Byte.recordSeparator { return Stop(reason: .controlCharacter, at: p) }
            p += 1
        }
        return nil
    }
}
