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
        /// The offset after the token, or the comment, before the comma: that of the whitespace before the comma.
        var commaLead = 0
        /// Whether a comment that ends with its line is the last one before the comma.
        var commaFollowsLineComment = false
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
        /// The comment on the line, and the last token or comment.
        var comment: (end: Int, isLine: Bool)?
        var last = (end: range.lowerBound, isLine: false)
        var offset = range.lowerBound
        while offset < range.upperBound {
            if bytes[offset] == Byte.comma {
                gap = Gap(
                    comma: offset, commaLead: last.end, commaFollowsLineComment: last.isLine, tailEnd: offset + 1,
                    end: range.upperBound)
                comment = nil
            } else if bytes[offset] == Byte.slash {
                let end = commentEnd(offset)
                last = (end, isLineComment(offset))
                comment = last
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
