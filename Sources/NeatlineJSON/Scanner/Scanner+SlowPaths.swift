// The rare cases of the scanner's loop, in functions that are not inlined, so that the loop stays small enough for the optimizer.
extension Scanner {
    /// Switches to the tail: a copy of the input from `p` to the end, padded with zeros.
    ///
    /// Returns `p` if the scanner is in the tail already: the limit of the tail is its end, so a cursor beyond it has stopped
    /// at the zeros, which every caller reports as an error.
    @inline(never)
    mutating func switchToTail(_ p: Cursor) -> Cursor {
        if tail != nil { return p }
        assert(p <= end + readAhead)
        let count = Swift.max(end - p, 0)
        assert(count > Scanner.shortTail || scratch.count >= count + readAhead * 2)
        // SAFETY: `scratch` has room for a short tail and the zeroes; it is never empty.
        let copy =
            count <= Scanner.shortTail
            ? scratch.baseAddress! : Memory.allocate(UInt8.self, capacity: count + readAhead * 2)
        // SAFETY: `p` is at most `readAhead` beyond a position in the input, and `count` bytes remain from it.
        copy.update(from: p, count: count)
        (copy + count).initialize(repeating: 0, count: readAhead * 2)
        tail = copy
        origin += Int(bitPattern: UnsafePointer(copy)) - Int(bitPattern: p)
        end = UnsafePointer(copy) + count
        limit = end
        return UnsafePointer(copy)
    }

    @inline(__always)
    static func opensContainer(_ byte: UInt8) -> Bool { byte == Byte.openBrace || byte == Byte.openBracket }

    /// The first byte after a byte order mark, whitespace and comments at `start`, which should begin a value.
    @inline(never)
    mutating func findFirst<Whitespace: WhitespaceSkipping>(
        _ start: Cursor, _ whitespace: Whitespace.Type
    ) -> Cursor {
        var p = start > limit ? switchToTail(start) : start
        if p[0] == 0xEF, p[1] == 0xBB, p[2] == 0xBF { p += 3 }
        while true {
            p = Whitespace.skip(p, limit: limit)
            if p > limit {
                p = switchToTail(p)
            } else if let after = skipSpaceSlowPath(p) {
                p = after
                if p > limit { p = switchToTail(p) }
            } else {
                return p
            }
        }
    }

    func releaseTail() {
        if let tail, tail != scratch.baseAddress { Memory.free(tail) }
    }

    @inline(never)
    mutating func grow(_ next: UnsafeMutablePointer<UInt64>) -> UnsafeMutablePointer<UInt64> {
        let used = next - tape.words
        assert((0...tape.capacity).contains(used))
        tape.grow(to: used + 64, used: used)
        return tape.words + used
    }

    /// Appends a string or number whose length does not fit in its word.
    @inline(never)
    func appendLong(
        _ next: UnsafeMutablePointer<UInt64>, _ tag: UInt64, offset: Int, length: Int
    ) -> UnsafeMutablePointer<UInt64> {
        assert(hasRoom(at: next))
        next[0] = TapeWord.scalar(tag | TapeWord.extendedFlag, offset: offset, length: Int(TapeWord.lengthMask))
        next[1] = TapeWord.Kind.extension | UInt64(length) &<< 8
        return next + 2
    }

    /// Appends the extension of a container: its exact count and its slot.
    @inline(never)
    mutating func appendSlot(_ next: UnsafeMutablePointer<UInt64>, count: Int) -> UnsafeMutablePointer<UInt64> {
        assert(hasRoom(at: next))
        let slot = Swift.min(slots, TapeWord.noSlot)
        if slot < TapeWord.noSlot { slots += 1 }
        next[0] = TapeWord.slot(slot, count: count)
        return next + 1
    }

    /// The position after the comment, or the whitespace that the options add, at `p`; nil if there is none, or, with
    /// `failure` set, if a comment does not end.
    @inline(never)
    mutating func skipSpaceSlowPath(_ p: Cursor) -> Cursor? {
        isCompact = false
        if p[0] != Byte.slash {
            let length = ExtendedToken.spaceLength(p, end: end, options: options)
            return length > 0 ? p + length : nil
        }
        guard options.allowsComments, end - p >= 2, p[1] == Byte.slash || p[1] == UInt8(ascii: "*") else { return nil }
        let after = ExtendedToken.commentEnd(p, end: end, endsAtSeparators: options.allowsExtendedWhitespace)
        if after == nil { _ = fail(.unterminatedComment, p) }
        return after
    }

    /// Appends the key at `p` if it is one of JSON5 that the options allow; nil, with `failure` set for an error in such a
    /// key, if it is not.
    @inline(never)
    mutating func appendNonStandardKey(_ p: Cursor, _ next: UnsafeMutablePointer<UInt64>) -> Cursor? {
        self.next = next
        if p >= end { return nil }
        if p[0] == Byte.quote || p[0] == Byte.apostrophe { return appendStringSlowPath(p) }
        guard options.allowsUnquotedKeys else { return nil }
        var json: [UInt8] = []
        let key = ExtendedToken.identifier(p, end: end, into: &json)
        if key.failure != .none {
            _ = fail(key.failure, key.end)
            return nil
        }
        append(json, TapeWord.Kind.string | key.flags, from: p, to: key.end)
        return readable(key.end)
    }

    /// Appends the value at `p` if it is one of JSON5 that the options allow; nil, with `failure` set for an error in such a
    /// value, if it is not.
    @inline(never)
    mutating func appendValueSlowPath(_ p: Cursor, _ next: UnsafeMutablePointer<UInt64>) -> Cursor? {
        self.next = next
        if p >= end { return nil }
        switch p[0] {
        case Byte.quote, Byte.apostrophe: return appendStringSlowPath(p)
        case Byte.plus, Byte.dot: return options.allowsExtendedNumbers ? appendExtendedNumber(p) : nil
        case UInt8(ascii: "N"), UInt8(ascii: "I"): return appendExtendedNumber(p)
        default: return nil
        }
    }

    /// Appends the number at `p`, which the kernel has rejected, if the options allow it; nil, with `failure` set for an error
    /// in such a number, if it is none.
    @inline(never)
    mutating func appendNumberSlowPath(
        _ p: Cursor, _ number: NumberKernel.Result, _ next: UnsafeMutablePointer<UInt64>
    ) -> Cursor? {
        self.next = next
        if number.failure == .hexadecimal, !options.allowsExtendedNumbers {
            // The zero is the number; the caller rejects what follows it.
            self.next = append(next, TapeWord.Kind.number | TapeWord.integerFlag, p, number.end, origin)
            return number.end
        }
        return appendExtendedNumber(p)
    }

    private mutating func appendExtendedNumber(_ p: Cursor) -> Cursor? {
        var json: [UInt8] = []
        let number = ExtendedToken.number(p, end: end, options: options, into: &json)
        if number.failure != .none {
            // A word that is not a number is not any other value, either; the caller reports it.
            let isWord = number.failure == .expectedValue || number.failure == .needsMore
            if !isWord { _ = fail(number.failure, number.end) }
            return nil
        }
        append(json, TapeWord.Kind.number | number.flags, from: p, to: number.end)
        return readable(number.end)
    }

    private mutating func appendStringSlowPath(_ p: Cursor) -> Cursor? {
        guard p[0] == Byte.quote ? options.allowsExtendedStrings : options.allowsSingleQuotes else { return nil }
        var json: [UInt8] = []
        // Ill-formed UTF-8 is a failure, also if it is to be replaced: `Document.repair` then scans the repaired text.
        var strict = options
        strict.invalidUTF8 = .reject
        let string = ExtendedToken.string(p, end: end, options: strict, into: &json)
        if string.failure != .none {
            _ = fail(string.failure, string.end)
            return nil
        }
        append(json, TapeWord.Kind.string | string.flags, from: p + 1, to: string.end - 1)
        return readable(string.end)
    }

    /// Appends the word of a token whose form in JSON is `json`: of the source itself if it is equal, otherwise of a copy,
    /// which the document stores after the text.
    private mutating func append(
        _ json: [UInt8], _ tag: UInt64, from start: Cursor, to stop: Cursor
    ) {
        let isSource = json.withUnsafeBufferPointer { json in
            json.count == stop - start && equalBytes(json.baseAddress, start, json.count)
        }
        if isSource {
            next = append(next, tag, start, stop, origin)
            return
        }
        let rewritten = rewritten?.takeUnretainedValue() ?? RewrittenText()
        if self.rewritten == nil { self.rewritten = .passRetained(rewritten) }
        if rewritten.bytes.isEmpty { rewritten.bytes.append(RewrittenText.separator) }
        let offset = Int(bitPattern: end) - origin + rewritten.bytes.count
        if !TapeWord.canHold(offset: offset + json.count) {
            _ = fail(.tooLarge, start)
            return
        }
        rewritten.tokens.append(
            RewrittenText.Token(offset: offset, source: Int(bitPattern: start) - origin, sourceLength: stop - start))
        rewritten.bytes += json
        rewritten.bytes.append(RewrittenText.separator)
        if json.count >= Int(TapeWord.lengthMask) {
            next = appendLong(next, tag, offset: offset, length: json.count)
        } else {
            next[0] = TapeWord.scalar(tag, offset: offset, length: json.count)
            next += 1
        }
    }

    /// Returns `p` if kernels can read ahead from there, otherwise the position of the same bytes in the tail, to which the
    /// scanner then switches; nil after a failure.
    private mutating func readable(_ p: Cursor) -> Cursor? {
        if failure.reason != .none { return nil }
        return p > limit ? switchToTail(p) : p
    }

    /// Scans a text that is a single string, number or literal.
    @inline(never)
    mutating func runScalar(_ first: Cursor, classes: Cursor) -> Int? {
        if first == end { return fail(.unexpectedEnd, first) }
        let p = switchToTail(first)
        if !options.allowsTopLevelScalars { return fail(.topLevelScalar, p) }
        guard let after = appendScalar(p, tape.words) else { return nil }
        stop = after
        return next - tape.words
    }

    /// Appends the string, number or literal at `first`; nil, with `failure` set, if there is none.
    mutating func appendScalar(_ first: Cursor, _ next: UnsafeMutablePointer<UInt64>) -> Cursor? {
        var p = first
        while true {
            switch p[0] {
            case Byte.quote:
                let string = StringKernel.scanValue(p + 1, limit: limit, keepsLoneSurrogates: keepsLoneSurrogates)
                if string.failure == .none {
                    self.next = append(next, TapeWord.Kind.string | string.flags, p + 1, string.stop, origin)
                    return string.stop + 1
                }
                if string.failure == .needsMore, tail == nil {
                    p = switchToTail(p)
                    continue
                }
                if let after = appendValueSlowPath(p, next) { return after }
                _ = fail(string.failure, string.stop)
            case Byte.minus, Byte.zero...Byte.nine:
                let number = NumberKernel.scan(p, limit: limit)
                if number.failure == .none {
                    self.next = append(next, TapeWord.Kind.number | number.flags, p, number.end, origin)
                    return number.end
                }
                if number.failure == .needsMore, tail == nil {
                    p = switchToTail(p)
                    continue
                }
                if let after = appendNumberSlowPath(p, number, next) { return after }
                _ = fail(number.failure, number.end)
            default:
                let literal = Literal.scan(p)
                if literal.length != 0 {
                    next[0] = TapeWord.scalar(
                        literal.kind, offset: Int(bitPattern: p) &- origin, length: literal.length)
                    self.next = next + 1
                    return p + literal.length
                }
                if let after = appendValueSlowPath(p, next) { return after }
                _ = failLiteral(p)
            }
            return nil
        }
    }

    /// Checks that only whitespace, and comments where they are allowed, follow the value that ended before `first`.
    @inline(never)
    mutating func finish(_ first: Cursor) -> Bool {
        var p = first
        while p < end {
            if Byte.isWhitespace(p[0]) {
                p += 1
            } else if let after = skipSpaceSlowPath(p) {
                p = after
            } else {
                _ = fail(.trailingContent, p)
                return false
            }
        }
        return true
    }

    /// Sets `failure` to the first failure. At the end of the input it is `unexpectedEnd`, whatever was expected there.
    @inline(never)
    mutating func fail(_ reason: ScanFailure, _ p: Cursor) -> Int? {
        if failure.reason != .none { return nil }
        let offset = Int(bitPattern: p) - origin
        let inputCount = Int(bitPattern: end) - origin
        if offset >= inputCount, reason != .unterminatedComment {
            failure = Failure(reason: .unexpectedEnd, offset: inputCount)
        } else {
            failure = Failure(reason: reason, offset: offset)
        }
        return nil
    }

    /// Sets `failure` for something that is not a value: to `invalidLiteral` if it begins like a literal.
    @inline(never)
    mutating func failLiteral(_ p: Cursor) -> Int? {
        if let mismatch = Literal.mismatch(p, end: end) { return fail(.invalidLiteral, mismatch) }
        return fail(.expectedValue, p)
    }

    /// Whether a text contains only whitespace, and comments where the options allow them.
    static func isBlank(_ text: [UInt8], options: JSONParsingOptions) -> Bool {
        text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress else { return true }
            return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16) { words in
                // `finish` reads bytes before the end only, and no tape.
                var scanner = Scanner(
                    text, options: options, tape: TapeBuffer(borrowed: words),
                    scratch: UnsafeMutableBufferPointer(start: nil, count: 0))
                return scanner.finish(start)
            }
        }
    }
}
