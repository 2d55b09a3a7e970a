// How the parser takes the tokens before, inside and after the value: each function returns where and why it stopped.

extension JSONPartialParser {
    // MARK: What is around the value

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The offset at which the value begins, unless there is prose around it.
    var valueOffset: Int {
        let mark = JSONPartialParser.byteOrderMark
        return skipSpace(before.bytes == 0 && memory.text.starts(with: mark) ? mark.count : 0).at
    }

    /// Finds the value, and opens it if it is a container.
    mutating func begin() -> Stop {
        let text = memory.text
        var offset = state.cursor
        if passesOverProse {
            offset = text[offset...].firstIndex(where: Scanner.opensContainer) ?? text.count
        }
        if offset == 0, before.bytes == 0 {
            let mark = JSONPartialParser.byteOrderMark
            if text.count < mark.count, !text.isEmpty, !isFinal, text.elementsEqual(mark.prefix(text.count)) {
                return Stop(reason: .needsMore, at: text.count)
            }
            if text.starts(with: mark) { offset = mark.count }
        }
        let space = skipSpace(offset)
        state.cursor = space.at
        if space.reason != .none { return space }
        // SAFETY: zeros follow the text.
        let start = UnsafePointer(memory.bytes.start)
        let p = start + space.at
        let end = start + text.count
        if p == end { return Stop(reason: .unexpectedEnd, at: text.count) }
        if Scanner.opensContainer(p[0]) {
            if options.maximumDepth == 0 { return Stop(reason: .tooDeep, at: space.at) }
            state.container = OpenContainer(at: 0, isObject: p[0] == Byte.openBrace)
            state.depth = 1
            state.wordCount = 1
            state.cursor = space.at + 1
            return Stop(reason: .none, at: space.at)
        }
        if !options.allowsTopLevelScalars { return Stop(reason: .topLevelScalar, at: space.at) }
        return takeScalar(p, start: start, end: end)
    }

    /// Takes a value that is no container, and is all of the text.
    private mutating func takeScalar(_ p: Cursor, start: Cursor, end: Cursor) -> Stop {
        let word = memory.words.start
        let after: Cursor
        switch p[0] {
        case Byte.quote:
            let string = StringKernel.scanValue(p + 1, limit: end, keepsLoneSurrogates: keepsLoneSurrogates)
            if string.failure != .none { return Stop(reason: string.failure, at: string.stop - start) }
            let content = p + 1 - start..<string.stop - start
            state.wordCount = TapeWord.store(TapeWord.Kind.string | string.flags, content, at: word) - word
            after = string.stop + 1
        case Byte.minus, Byte.zero...Byte.nine:
            var number = NumberKernel.scan(p, limit: end)
            if number.failure == .hexadecimal {
                number = NumberKernel.Result(number.end, flags: TapeWord.integerFlag)
            } else if number.failure != .none {
                return Stop(reason: number.failure, at: number.end - start)
            } else if number.end >= end, !isFinal {
                return Stop(reason: .needsMore, at: number.end - start)
            }
            let content = p - start..<number.end - start
            state.wordCount = TapeWord.store(TapeWord.Kind.number | number.flags, content, at: word) - word
            after = number.end
        default:
            let literal = Literal.scan(p)
            if literal.length == 0 { return failureOfValue(p - start) }
            word[0] = TapeWord.scalar(literal.kind, offset: p - start, length: literal.length)
            state.wordCount = 1
            after = p + literal.length
        }
        state.cursor = after - start
        return Stop(reason: .none, at: state.cursor)
    }

    mutating func skipRest() -> Stop {
        if passesOverProse { return Stop(reason: .none, at: state.cursor) }
        let space = skipSpace(state.cursor)
        state.cursor = space.at
        if space.reason != .none || space.at == memory.byteCount { return space }
        return Stop(reason: .trailingContent, at: space.at)
    }

    /// The first byte from `offset` on that is neither whitespace nor in a comment; with a reason if a comment there has no
    /// end.
    private func skipSpace(_ start: Int) -> Stop {
        var offset = start
        while true {
            while offset < memory.byteCount, Byte.isWhitespace(memory.text[offset]) { offset += 1 }
            let comment = skipComment(offset)
            if comment.reason == .expectedValue { return Stop(reason: .none, at: offset) }
            if comment.reason != .none { return Stop(reason: comment.reason, at: offset) }
            offset = comment.at
        }
    }

    // MARK: For the loop

    /// The position after the comment at `offset`; with the reason `expectedValue` if there is none, and another one if it has
    /// no end.
    @inline(never)
    func skipComment(_ offset: Int) -> Stop {
        let none = Stop(reason: .expectedValue, at: offset)
        guard options.allowsComments, offset < memory.byteCount, memory.text[offset] == Byte.slash else { return none }
        // SAFETY: zeros follow the text.
        let start = UnsafePointer(memory.bytes.start)
        let end = start + memory.byteCount
        let p = start + offset
        if end - p < 2 { return isFinal ? none : Stop(reason: .needsMore, at: offset) }
        let isLine = p[1] == Byte.slash
        guard isLine || p[1] == UInt8(ascii: "*") else { return none }
        let after = ExtendedToken.commentEnd(p, end: end, endsAtSeparators: false)
        if let after, !isLine || after < end || isFinal { return Stop(reason: .none, at: after - start) }
        return Stop(reason: isFinal ? .unterminatedComment : .needsMore, at: offset)
    }

    /// Why there is no value at `offset`.
    @inline(never)
    func failureOfValue(_ offset: Int) -> Stop {
        // SAFETY: zeros follow the text.
        let start = UnsafePointer(memory.bytes.start)
        if let mismatch = Literal.mismatch(start + offset, end: start + memory.byteCount) {
            return Stop(reason: .invalidLiteral, at: mismatch - start)
        }
        return Stop(reason: .expectedValue, at: offset)
    }

    /// A slot for the index of a container.
    @inline(never)
    mutating func takeSlot() -> Int {
        let slot = Swift.min(slotCount, TapeWord.noSlot)
        if slot < TapeWord.noSlot { slotCount += 1 }
        return slot
    }

    /// Stores the words of all tokens that are complete.
    @inline(never)
    mutating func runLoop() -> Stop {
        stringStops.withUnsafeBufferPointer { classes in
            withUnsafeMutablePointer(to: &self) { parser in
                // SAFETY: a table of 256 entries has an address.
                var sink = PartialSink(parser, classes: classes.baseAddress!)
                sink.runLoop()
                return sink.finish()
            }
        }
    }
}
