/// The bytes of a text that has been validated, read between its tokens: whitespace, line ends, comments and commas.
///
/// The tokens themselves are never read: their positions are on the tape.
struct TextSource {
    let bytes: [UInt8]
    /// Whether U+2028 and U+2029 end lines, as in JSON5.
    private let linesEndAtSeparators: Bool

    init(_ bytes: [UInt8], _ document: Document) {
        self.bytes = bytes
        linesEndAtSeparators = document.endsCommentsAtSeparators
    }

    /// What is between two tokens.
    struct Gap {
        /// The offset of the comma; nil if there is none.
        var comma: Int?
        /// The offset after the comma, or after the comments on the same line, which belong to the entry, or to the opening
        /// bracket, before the gap.
        var tailEnd: Int
        /// Whether the last comment before `tailEnd` is one that ends with its line.
        var tailEndsInLineComment = false
        /// Where the next token begins.
        let end: Int
        /// Whether there is a comment after `tailEnd`.
        var hasComments = false
        /// The offset of the last line end after `tailEnd`; nil if there is none.
        var lastBreak: Int?
        /// Whether there is a comment between `tailEnd` and `lastBreak`, thus on lines of its own.
        var hasOwnComments = false
        /// Whether the last comment before `lastBreak` is one that ends with its line.
        var ownEndsInLineComment = false

        /// The bytes before the next token that do not belong to the token before.
        var lead: Range<Int> { tailEnd..<end }
    }

    /// Reads a gap.
    ///
    /// - Parameters:
    ///   - range: the offsets from the end of a token to the start of the next one, with at most one comma.
    ///   - isBeforeEnd: whether the next token is the closing bracket, so that comments on the same line belong to the last
    ///     entry.
    /// - Complexity: O(length).
    func gap(_ range: Range<Int>, isBeforeEnd: Bool) -> Gap {
        var gap = Gap(tailEnd: range.lowerBound, end: range.upperBound)
        var comment: (end: Int, isLine: Bool)?
        var offset = range.lowerBound
        while offset < range.upperBound {
            if bytes[offset] == Byte.comma {
                gap = Gap(comma: offset, tailEnd: offset + 1, end: range.upperBound)
                comment = nil
            } else if bytes[offset] == Byte.slash {
                let end = commentEnd(offset)
                comment = (end, isLineComment(offset))
                gap.hasComments = true
                offset = end
                continue
            } else if let length = lineEndLength(offset) {
                if let comment {
                    if gap.lastBreak == nil {
                        gap.tailEnd = comment.end
                        gap.tailEndsInLineComment = comment.isLine
                        gap.hasComments = false
                    } else {
                        gap.hasOwnComments = true
                        gap.ownEndsInLineComment = comment.isLine
                    }
                }
                comment = nil
                gap.lastBreak = offset
                offset += length
                continue
            }
            offset += 1
        }
        if isBeforeEnd, gap.lastBreak == nil, let comment {
            gap.tailEnd = comment.end
            gap.tailEndsInLineComment = comment.isLine
            gap.hasComments = false
        }
        return gap
    }

    /// The offset of the first bracket from `offset` on, which is not in a string.
    func bracket(from offset: Int) -> Int {
        var offset = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case Byte.openBracket, Byte.closeBracket, Byte.openBrace, Byte.closeBrace: return offset
            case Byte.slash: offset = commentEnd(offset)
            default: offset += 1
            }
        }
        return offset
    }

    /// The length of the line end at `offset`; nil if there is none.
    func lineEndLength(_ offset: Int) -> Int? {
        switch bytes[offset] {
        case Byte.lineFeed: return 1
        case Byte.carriageReturn:
            return offset + 1 < bytes.count && bytes[offset + 1] == Byte.lineFeed ? 2 : 1
        case 0xE2 where linesEndAtSeparators && offset + 2 < bytes.count:
            return bytes[offset + 1] == 0x80 && bytes[offset + 2] & 0xFE == 0xA8 ? 3 : nil
        default: return nil
        }
    }

    private func isLineComment(_ offset: Int) -> Bool {
        offset + 1 < bytes.count && bytes[offset + 1] == Byte.slash
    }

    /// The offset after the comment at `offset`: of a line comment that of the line end.
    private func commentEnd(_ offset: Int) -> Int {
        let end = bytes.withUnsafeBufferPointer { text -> Int? in
            guard let start = text.baseAddress else { return nil }
            // SAFETY: `offset` is that of a byte of the text.
            return ExtendedToken.commentEnd(
                start + offset, end: start + text.count, endsAtSeparators: linesEndAtSeparators
            ).map { $0 - start }
        }
        return end ?? bytes.count
    }

    /// Whether there is a line end anywhere in the text.
    var hasLineEnds: Bool { bytes.contains { $0 == Byte.lineFeed || $0 == Byte.carriageReturn } }

    /// Whether the text begins with a line end from `offset` on, after spaces and tabs.
    static func beginsWithBreak(_ bytes: some Collection<UInt8>) -> Bool {
        let first = bytes.first { $0 != Byte.space && $0 != Byte.tab }
        return first == Byte.lineFeed || first == Byte.carriageReturn
    }

    /// The spaces and tabs from `offset` on.
    private func blanks(_ offset: Int) -> ArraySlice<UInt8> {
        bytes[offset...].prefix { $0 == Byte.space || $0 == Byte.tab }
    }

    /// The spaces and tabs at the beginning of the line that contains `offset`.
    ///
    /// - Complexity: O(length of the line).
    func margin(at offset: Int) -> [UInt8] {
        var start = offset
        while start > 0, bytes[start - 1] != Byte.lineFeed, bytes[start - 1] != Byte.carriageReturn { start -= 1 }
        return Array(blanks(start).prefix(offset - start))
    }

    /// The last line end in a gap, and the spaces and tabs after it.
    func lineStart(_ gap: Gap) -> (lineEnd: [UInt8], margin: [UInt8])? {
        guard let start = gap.lastBreak, let length = lineEndLength(start) else { return nil }
        return (Array(bytes[start..<start + length]), Array(blanks(start + length)))
    }
}

/// The extents in the text of all values and keys of a document.
struct ValueSpans {
    struct Span {
        /// The offset of the first byte, which may be a quote or a bracket.
        var start = 0
        /// The offset after the last byte.
        var end = 0
        /// The position on the tape of the container; 0 for the root.
        var container = 0
    }

    /// A span for each word on the tape.
    private var spans: [Span]

    subscript(position: Int) -> Span { spans[position] }

    /// - Complexity: O(*n*).
    init(_ document: Document, _ source: TextSource) {
        spans = Array(repeating: Span(), count: document.tapeCount)
        var open: [Int] = []
        var position = 0
        // The offset after the last token.
        var end = 0
        while true {
            while let container = open.last, position == document.contentEnd(container) {
                end = source.bracket(from: end) + 1
                spans[container].end = end
                open.removeLast()
                position = document.next(container)
            }
            if position >= document.tapeCount { return }
            let container = open.last ?? 0
            if document[position].isContainer {
                let start = source.bracket(from: end)
                spans[position] = Span(start: start, end: start, container: container)
                end = start + 1
                open.append(position)
                position += 1
            } else {
                let scalar = document.scalarSpan(position)
                spans[position] = Span(start: scalar.lowerBound, end: scalar.upperBound, container: container)
                end = scalar.upperBound
                position = document.next(position)
            }
        }
    }
}

extension Document {
    /// The offsets in the text of the key, or of the value that is no container, at a position: with its quotes, if it has any.
    func scalarSpan(_ position: Int) -> Range<Int> {
        let content = source(position)
        guard self[position].kind == TapeWord.Kind.string else { return content }
        let start = stringOffset(position)
        return start..<(start < content.lowerBound ? content.upperBound + 1 : content.upperBound)
    }
}

/// An array or object in a text, with the offsets of its entries.
struct ContainerText {
    struct Entry {
        /// The position of the value on the tape.
        let value: Int
        /// The offset of the first byte: of a member that of its key.
        let start: Int
        /// The offset after the last byte.
        let end: Int
        /// The offsets from the end of the key to the value; nil for an element.
        let colon: Range<Int>?
    }

    /// The position on the tape.
    let position: Int
    let isObject: Bool
    /// The offset of the opening bracket.
    let open: Int
    /// The offset of the closing bracket.
    let close: Int
    private(set) var entries: [Entry] = []

    /// - Complexity: O(count).
    init(_ document: Document, _ position: Int, _ spans: ValueSpans) {
        self.position = position
        isObject = document[position].kind == TapeWord.Kind.object
        open = spans[position].start
        close = spans[position].end - 1
        entries.reserveCapacity(document.count(position))
        var cursor = JSONCursor(document, entriesOf: position)
        while let first = cursor.next() {
            guard isObject else {
                let span = spans[first]
                entries.append(Entry(value: first, start: span.start, end: span.end, colon: nil))
                continue
            }
            guard let value = cursor.next() else { return }
            let (key, span) = (spans[first], spans[value])
            entries.append(Entry(value: value, start: key.start, end: span.end, colon: key.end..<span.start))
        }
    }

    /// The offsets from the end of an entry, or from the opening bracket for -1, to the next entry or the closing bracket.
    func gapRange(after entry: Int) -> Range<Int> {
        let start = entry < 0 ? open + 1 : entries[entry].end
        return start..<(entry + 1 < entries.count ? entries[entry + 1].start : close)
    }
}
