/// How the records of a stream are separated.
struct RecordFrame {
    var framing: JSONStreamOptions.Framing
    /// The maximum size of a record in bytes.
    var maximumSize: Int
    /// In a sequence, whether U+001E is before the first byte.
    var isMarked = false
}

/// Scanning a stream's records, one root after another on one tape.
///
/// The run ends before the first record that is incomplete or invalid. `JSONStreamParser` then scans that record alone, for
/// its error.
extension Scanner {
    /// The records of a run.
    struct Records {
        /// The number of words on the tape.
        var wordCount = 0
        /// The offset after the bytes of the records.
        var end = 0
        /// The offset up to which the bytes were scanned; another run would not find more records up to there.
        var stop = 0
        /// The number of separators before `end`: line feeds in lines, U+001E in a sequence.
        var separatorCount = 0
        /// In lines, whether they contain a carriage return.
        var hasReturns = false
    }

    /// Scans the records that `input` begins with.
    ///
    /// - Complexity: O(*n*).
    mutating func runRecords(_ input: UnsafeBufferPointer<UInt8>, in frame: RecordFrame) -> Records {
        guard let start = input.baseAddress else { return Records() }
        var records = stringStops.withUnsafeBufferPointer { classes in
            // SAFETY: a table of 256 entries has an address.
            switch frame.framing {
            case .lines: runLines(start, frame, classes: classes.baseAddress!)
            case .concatenated, .sequence: runValues(start, frame, classes: classes.baseAddress!)
            }
        }
        records.stop = Swift.max(records.end, records.stop, failure.reason == .none ? 0 : failure.offset)
        // Such a failure is noted at the start of the comment.
        if failure.reason == .unterminatedComment { records.stop = input.count }
        // A separator also ends a record inside a comment or a string of JSON5, where no kernel stops at it.
        let separator = frame.framing == .lines ? Byte.lineFeed : Byte.recordSeparator
        guard options.allowsComments || options.allowsExtendedStrings, frame.framing != .concatenated else {
            return records
        }
        let taken = UnsafeBufferPointer(rebasing: input[..<records.end])
        if taken.count(where: { $0 == separator }) != records.separatorCount { return Records(stop: records.stop) }
        records.hasReturns = taken.contains(Byte.carriageReturn)
        return records
    }

    /// Scans lines, each with a value or blank.
    private mutating func runLines(_ start: Cursor, _ frame: RecordFrame, classes: Cursor) -> Records {
        // SAFETY: every tape has room for 16 words, and a root's first words are appended only up to `room`.
        assert(tape.capacity >= 16)
        var next = tape.words
        var room = next + (tape.capacity - 16)
        var p = start
        var hasValue = false
        var hasReturns = false
        // Of what is complete.
        var end = 0
        var wordCount = 0
        var lineCount = 0
        while true {
            if p > limit { p = switchToTail(p) }
            if Byte.isDigit(p[0]), !hasValue, next <= room, options.allowsTopLevelScalars {
                let number = NumberKernel.scan(p, limit: limit)
                if number.failure == .none {
                    next = append(next, TapeWord.Kind.number | number.flags, p, number.end, origin)
                    p = number.end
                    hasValue = true
                }
            }
            let byte = p[0]
            if byte == Byte.lineFeed {
                p += 1
                let offset = Int(bitPattern: p) &- origin
                if offset &- end &- 1 > frame.maximumSize { break }
                end = offset
                wordCount = next - tape.words
                lineCount &+= 1
                hasValue = false
                continue
            }
            if Scanner.opensContainer(byte), !hasValue, next <= room {
                self.next = next
                guard let count = run(p, classes: classes, InlineWhitespaceKernel.self) else { break }
                next = tape.words + count
                room = tape.words + (tape.capacity - 16)
                p = stop
                hasValue = true
                continue
            }
            if Byte.isWhitespace(byte) {
                if byte == Byte.carriageReturn { hasReturns = true }
                p += 1
                continue
            }
            if let after = skipBetweenRecords(p) {
                p = after
                continue
            }
            guard !hasValue, let after = appendRoot(p, &next, &room, classes: classes, InlineWhitespaceKernel.self)
            else { break }
            p = after
            hasValue = true
        }
        return Records(
            wordCount: wordCount, end: end, stop: Int(bitPattern: p) - origin, separatorCount: lineCount,
            hasReturns: hasReturns)
    }

    /// Scans values that follow one another, in a sequence with U+001E before each.
    private mutating func runValues(_ start: Cursor, _ frame: RecordFrame, classes: Cursor) -> Records {
        // SAFETY: as for lines.
        assert(tape.capacity >= 16)
        let isSequence = frame.framing == .sequence
        var records = Records()
        var next = tape.words
        var room = next + (tape.capacity - 16)
        var p = start
        // Whether a value may begin.
        var isMarked = frame.isMarked || !isSequence
        var separatorCount = 0
        while true {
            if p > limit { p = switchToTail(p) }
            let byte = p[0]
            if Byte.isWhitespace(byte) {
                p += 1
                continue
            }
            if isSequence {
                if byte == Byte.recordSeparator {
                    p += 1
                    isMarked = true
                    separatorCount += 1
                    continue
                }
            } else if let after = skipBetweenRecords(p) {
                // A comment that may be too long, with the three bytes that may end its line, is not judged here.
                if byte == Byte.slash, after - p > frame.maximumSize - 3 { break }
                p = after
                continue
            }
            let first = Int(bitPattern: p) - origin
            guard isMarked, let after = appendRoot(p, &next, &room, classes: classes, WhitespaceKernel.self) else {
                break
            }
            let isClosed = byte == Byte.quote || Scanner.opensContainer(byte)
            let isComplete: Bool
            (p, isComplete) =
                isSequence ? endOfRecord(after, isClosed: isClosed) : (after, isClosed || endsScalar(after))
            let offset = Int(bitPattern: p) - origin
            guard isComplete, offset - first <= frame.maximumSize else { break }
            records.end = offset
            records.wordCount = next - tape.words
            records.separatorCount = separatorCount
            isMarked = !isSequence
        }
        records.stop = Int(bitPattern: p) - origin
        return records
    }

    /// Finds the end of a sequence's record whose value ends before `start`: after a line feed, or at the next U+001E.
    ///
    /// - Parameter isClosed: whether the value ends with a bracket or quote; whitespace has to follow any other.
    /// - Returns: the end and true, or how far the bytes were looked at and false.
    private mutating func endOfRecord(_ start: Cursor, isClosed: Bool) -> (Cursor, isComplete: Bool) {
        var p = start
        var isComplete = isClosed
        while true {
            if p > limit { p = switchToTail(p) }
            if p[0] == Byte.recordSeparator { return (p, isComplete) }
            if p[0] == Byte.lineFeed { return (p + 1, true) }
            guard Byte.isWhitespace(p[0]) else { return (p, false) }
            isComplete = true
            p += 1
        }
    }

    /// The position after a comment, or whitespace beyond the usual, at `p` between records.
    @inline(__always)
    private mutating func skipBetweenRecords(_ p: Cursor) -> Cursor? {
        // None begins like a value in JSON.
        let byte = p[0]
        if byte > Byte.slash, byte < 0x80 { return nil }
        return byte == Byte.quote || byte == Byte.minus ? nil : skipSpaceSlowPath(p)
    }

    /// Appends the value at `p`; nil if there is none.
    @inline(__always)
    private mutating func appendRoot<Whitespace: WhitespaceSkipping>(
        _ p: Cursor, _ next: inout UnsafeMutablePointer<UInt64>, _ room: inout UnsafeMutablePointer<UInt64>,
        classes: Cursor, _ whitespace: Whitespace.Type
    ) -> Cursor? {
        if p >= end { return nil }
        // A root's first words are not checked for room while it is scanned.
        if next > room {
            next = grow(next)
            room = tape.words + (tape.capacity - 16)
        }
        if !Scanner.opensContainer(p[0]) {
            if !options.allowsTopLevelScalars { return nil }
            if Byte.isDigit(p[0]) {
                let number = NumberKernel.scan(p, limit: limit)
                if number.failure == .none {
                    next = append(next, TapeWord.Kind.number | number.flags, p, number.end, origin)
                    return number.end
                }
            }
            guard let after = appendScalar(p, next) else { return nil }
            next = self.next
            return after
        }
        self.next = next
        guard let count = run(p, classes: classes, whitespace) else { return nil }
        next = tape.words + count
        room = tape.words + (tape.capacity - 16)
        return stop
    }

    /// Whether a number or literal may end before the byte at `p`; otherwise it is invalid or incomplete.
    private func endsScalar(_ p: Cursor) -> Bool {
        if p >= end { return false }
        switch p[0] {
        case Byte.quote, Byte.openBrace, Byte.openBracket: return true
        case Byte.apostrophe where options.allowsSingleQuotes: return true
        case Byte.slash where options.allowsComments: return true
        default:
            return Byte.isWhitespace(p[0]) || ExtendedToken.spaceLength(p, end: end, options: options) > 0
        }
    }
}
