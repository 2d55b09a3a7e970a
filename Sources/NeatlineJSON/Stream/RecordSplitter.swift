/// Finds the ends of the records of a stream: a state machine that reads each byte once, for any split of the stream.
///
/// It validates nothing: the end of an invalid record may not be where its author meant it to be, but it does not depend on
/// how the stream is split.
struct RecordSplitter {
    /// A record in the bytes that were read.
    struct Record {
        var range: Range<Int>
        var kind = Kind.value
        /// In lines, the number of lines before it.
        var ordinal = 0

        enum Kind {
            case value
            /// Text where U+001E should be.
            case unmarked
            /// A comment between two values.
            case comment
        }
    }

    /// The state inside a comment.
    private enum Comment {
        case none
        /// After the slash that may begin a comment.
        case begun
        case line
        /// In a line comment, after the first byte that U+2028 and U+2029 have in UTF-8.
        case lineAfterFirst
        /// In a line comment, after the first two bytes that U+2028 and U+2029 have in UTF-8.
        case lineAfterSecond
        case block
        case blockAfterAsterisk

        var isLine: Bool { self == .line || self == .lineAfterFirst || self == .lineAfterSecond }
    }

    private let framing: JSONStreamOptions.Framing
    private let parsing: JSONParsingOptions

    /// The offset of the first byte that has not been read.
    private(set) var position = 0
    /// The offset of the first byte that may belong to the next record.
    private(set) var start = 0
    /// Whether `start` is in a record.
    private var isInside = false
    private var isScalar = false
    /// In a sequence, whether the record has bytes that are not whitespace and does not begin with U+001E.
    private var isUnmarked = false
    /// In a sequence, whether U+001E was read and its value has not ended.
    private var isMarked = false
    private var depth = 0
    /// The quote that closes the open string; 0 outside strings.
    private var quote: UInt8 = 0
    private var isEscaped = false
    private var comment = Comment.none

    /// In lines, the number of lines that have ended.
    private(set) var lineCount = 0
    /// In lines, whether there was a carriage return, which may end a line in error positions.
    private(set) var hasReturns = false

    init(_ options: JSONStreamOptions) {
        framing = options.framing
        parsing = options.parsing
    }

    /// Adapts the offsets after the first `count` bytes have been removed.
    mutating func drop(_ count: Int) {
        assert(count <= start && start <= position)
        position -= count
        start -= count
    }

    /// Skips `count` bytes that do not belong to a record.
    mutating func skip(_ count: Int) {
        position += count
        start = position
    }

    /// Whether no record has begun before `position`.
    var isBetweenRecords: Bool { !isInside && position == start }

    /// The frame for a scan of many records from `position` on.
    func frame(maximumSize: Int) -> RecordFrame {
        RecordFrame(framing: framing, maximumSize: maximumSize, isMarked: isMarked)
    }

    /// Skips records that have been scanned.
    mutating func skip(_ records: Scanner.Records) {
        if records.end == 0 { return }
        skip(records.end)
        if records.hasReturns { hasReturns = true }
        if framing == .lines { lineCount += records.separatorCount }
        isMarked = false
    }

    /// Excludes the bytes read so far from the record that is open; its end will still be found.
    mutating func forget() { start = position }

    /// The number of bytes of the incomplete record.
    var openCount: Int { isInside || framing == .lines ? position - start : 0 }

    /// Returns the next record that is complete; nil if there is none.
    mutating func next(in bytes: UnsafeBufferPointer<UInt8>) -> Record? {
        // The buffer checks each index in debug builds.
        assert(0 <= start && start <= position && position <= bytes.count)
        return switch framing {
        case .lines: nextLine(in: bytes)
        case .concatenated: nextValue(in: bytes)
        case .sequence: nextMarked(in: bytes)
        }
    }

    /// Returns the record that the end of the stream completes; nil if there is none.
    mutating func last(in bytes: UnsafeBufferPointer<UInt8>) -> Record? {
        assert((0...bytes.count).contains(position))
        // An incomplete character at the end is not whitespace.
        if framing == .concatenated, position < bytes.count { begin() }
        position = bytes.count
        // Unlike a block comment, a line comment ends with the stream.
        let isComment = comment.isLine && depth == 0 && framing == .concatenated
        let isOpen = framing == .lines ? start < position : isInside
        let record = isComment ? endComment() : end()
        return isOpen ? record : nil
    }

    // MARK: Lines

    private mutating func nextLine(in bytes: UnsafeBufferPointer<UInt8>) -> Record? {
        guard let base = bytes.baseAddress else { return nil }
        let end = base + bytes.count
        var p = base + position
        var returns = SIMDMask<SIMD16<Int8>>(repeating: false)
        // SAFETY: vectors are loaded where as many bytes remain before `end`, single bytes before `end`.
        search: do {
            while end - p >= 32 {
                let low = p.loadVector()
                let high = (p + 16).loadVector()
                let lowHits = LaneSet(low .== SIMD16<Int8>(repeating: 0x0A))
                let highHits = LaneSet(high .== SIMD16<Int8>(repeating: 0x0A))
                returns = returns .| (low .== SIMD16<Int8>(repeating: 0x0D)) .| (high .== SIMD16<Int8>(repeating: 0x0D))
                if !lowHits.isEmpty {
                    p += lowHits.first
                    break search
                }
                if !highHits.isEmpty {
                    p += 16 + highHits.first
                    break search
                }
                p += 32
            }
            while p < end, p[0] != Byte.lineFeed {
                if p[0] == Byte.carriageReturn { hasReturns = true }
                p += 1
            }
        }
        if !LaneSet(returns).isEmpty { hasReturns = true }
        position = p - base
        if p == end { return nil }
        let record = Record(range: start..<position, ordinal: lineCount)
        position += 1
        start = position
        lineCount += 1
        return record
    }

    // MARK: Values without marks

    private mutating func nextValue(in bytes: UnsafeBufferPointer<UInt8>) -> Record? {
        while position < bytes.count {
            let byte = bytes[position]
            if quote != 0 {
                if skipString(in: bytes), depth == 0 { return end() }
                continue
            }
            if comment != .none {
                // Between values a comment belongs to none.
                if skipComment(in: bytes), depth == 0 { return endComment() }
                continue
            }
            switch byte {
            case Byte.quote, (parsing.allowsSingleQuotes ? Byte.apostrophe : Byte.quote):
                if isScalar { return end() }
                begin()
                quote = byte
                position += 1
            case Byte.openBrace, Byte.openBracket:
                if isScalar { return end() }
                begin()
                depth += 1
                position += 1
            case Byte.closeBrace, Byte.closeBracket:
                begin()
                if depth == 0 { isScalar = true }
                depth = Swift.max(depth - 1, 0)
                position += 1
                if depth == 0, !isScalar { return end() }
            case Byte.slash where parsing.allowsComments:
                if isScalar { return end() }
                begin()
                comment = .begun
                position += 1
            default:
                if depth > 0 {
                    position += 1
                } else if let length = spaceLength(in: bytes) {
                    if length == 0 { return nil }
                    if isScalar { return end() }
                    position += length
                    if !isInside { start = position }
                } else {
                    begin()
                    isScalar = true
                    position += 1
                }
            }
        }
        return nil
    }

    /// The length of the whitespace at `position`; nil if there is none, 0 if more bytes have to come first.
    private func spaceLength(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let byte = bytes[position]
        if Byte.isWhitespace(byte) { return 1 }
        guard parsing.allowsExtendedWhitespace, byte >= 0x80 || byte == 0x0B || byte == 0x0C,
            let base = bytes.baseAddress
        else { return nil }
        // SAFETY: `position` is the index of `byte`; nothing is read from the end on.
        let p = base + position
        if byte >= 0x80, case .incomplete = UTF8Sequence(p, end: base + bytes.count) { return 0 }
        let length = ExtendedToken.spaceLength(p, end: base + bytes.count, options: parsing)
        return length > 0 ? length : nil
    }

    private mutating func begin() {
        if isInside { return }
        isInside = true
        start = position
    }

    /// Ends the record at `position`.
    private mutating func end() -> Record {
        let record = Record(range: start..<position, kind: isUnmarked ? .unmarked : .value)
        isInside = false
        isScalar = false
        isUnmarked = false
        depth = 0
        quote = 0
        isEscaped = false
        comment = .none
        start = position
        return record
    }

    /// Ends a comment between two values at `position`.
    private mutating func endComment() -> Record {
        var record = end()
        record.kind = .comment
        return record
    }

    /// Goes on in a string; true if it ends.
    private mutating func skipString(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        while position < bytes.count {
            let byte = bytes[position]
            if framing == .sequence, byte == Byte.recordSeparator { return false }
            position += 1
            if isEscaped {
                isEscaped = false
            } else if byte == Byte.backslash {
                isEscaped = true
            } else if byte == quote {
                quote = 0
                return true
            }
        }
        return false
    }

    /// Goes on in a comment by a byte; true if the comment ends.
    ///
    /// The bytes before may have been removed, so `comment` alone tells what they were.
    private mutating func skipComment(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let byte = bytes[position]
        switch comment {
        case .none: return false
        case .begun:
            if byte == Byte.slash || byte == UInt8(ascii: "*") {
                comment = byte == Byte.slash ? .line : .block
                position += 1
            } else {
                comment = .none
                if depth == 0 { isScalar = true }
            }
            return false
        case .line, .lineAfterFirst, .lineAfterSecond:
            if byte == Byte.lineFeed || byte == Byte.carriageReturn {
                comment = .none
                // The line feed may end a record.
                if byte == Byte.carriageReturn { position += 1 }
                return true
            }
            position += 1
            if comment == .lineAfterSecond, byte & 0xFE == 0xA8 {
                comment = .none
                return true
            }
            if byte == 0xE2, parsing.allowsExtendedWhitespace {
                comment = .lineAfterFirst
            } else {
                comment = comment == .lineAfterFirst && byte == 0x80 ? .lineAfterSecond : .line
            }
            return false
        case .block, .blockAfterAsterisk:
            position += 1
            if comment == .blockAfterAsterisk, byte == Byte.slash {
                comment = .none
                return true
            }
            comment = byte == UInt8(ascii: "*") ? .blockAfterAsterisk : .block
            return false
        }
    }

    // MARK: Sequences

    private mutating func nextMarked(in bytes: UnsafeBufferPointer<UInt8>) -> Record? {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == Byte.recordSeparator {
                let record = isInside ? end() : nil
                position += 1
                start = position
                isMarked = true
                if let record { return record }
            } else if isUnmarked {
                position += 1
            } else if quote != 0 {
                _ = skipString(in: bytes)
            } else if comment != .none {
                _ = skipComment(in: bytes)
            } else if Byte.isWhitespace(byte) {
                position += 1
                if byte == Byte.lineFeed, depth == 0, isInside {
                    isMarked = false
                    return end()
                }
                if !isInside { start = position }
            } else {
                begin()
                if !isMarked {
                    isUnmarked = true
                } else if byte == Byte.quote || (byte == Byte.apostrophe && parsing.allowsSingleQuotes) {
                    quote = byte
                } else if byte == Byte.openBrace || byte == Byte.openBracket {
                    depth += 1
                } else if byte == Byte.closeBrace || byte == Byte.closeBracket {
                    depth = Swift.max(depth - 1, 0)
                } else if byte == Byte.slash, parsing.allowsComments {
                    comment = .begun
                }
                position += 1
            }
        }
        return nil
    }
}
