/// A position in JSON text, and an excerpt of the line around it.
struct SourcePosition: Sendable, Hashable {
    /// The number of bytes from the start of the input.
    var byteOffset: Int
    /// The line, from 1; a line ends at a line feed, a carriage return, or both.
    var line: Int
    /// The column, from 1, in Unicode scalars; a byte order mark does not count.
    var column: Int
    /// At most 76 characters of the line; control characters are replaced by U+FFFD.
    var excerpt: String
    /// The number of characters of `excerpt` before the position.
    var caret: Int

    /// The maximum numbers of characters in the excerpt before and after the position.
    private static let shownBefore = 50
    private static let shownAfter = 25

    /// Computes the position at `offset` in `text`.
    ///
    /// `text` may be the last part of a longer input: `before` then describes the parts before it.
    ///
    /// - Complexity: O(`offset`).
    init(at offset: Int, in text: UnsafeBufferPointer<UInt8>, after before: Consumed = Consumed()) {
        let offset = Swift.min(offset, text.count)
        var consumed = before
        consumed.add(UnsafeBufferPointer(rebasing: text[..<offset]))
        byteOffset = consumed.bytes
        line = consumed.lines + 1
        column = consumed.columns + 1
        (excerpt, caret) = SourcePosition.excerpt(at: offset, in: text, isWhole: before.bytes == 0)
    }

    /// Returns the excerpt of the line that contains `offset`, and the number of its characters before the position.
    ///
    /// - Parameters:
    ///   - offset: the position in bytes.
    ///   - text: the text, or the last part of it.
    ///   - isWhole: whether `text` begins where the input begins.
    /// - Complexity: O(1).
    static func excerpt(
        at offset: Int, in text: UnsafeBufferPointer<UInt8>, isWhole: Bool
    ) -> (text: String, caret: Int) {
        let start = isWhole && offset >= 3 && SourcePosition.startsWithMark(text) ? 3 : 0
        // Continuation bytes without a lead byte are shown one by one but begin no scalar: bytes are limited as well.
        let first = Swift.max(offset - SourcePosition.shownBefore * 4, start)
        let last = offset + SourcePosition.shownAfter * 4
        var from = offset
        var shown = 0
        while from > first, !SourcePosition.endsLine(text[from - 1]), shown < SourcePosition.shownBefore {
            from -= 1
            if SourcePosition.startsScalar(text[from]) { shown += 1 }
        }
        var to = offset
        shown = 0
        let end = Swift.min(last + 4, text.count)
        while to < end, !SourcePosition.endsLine(text[to]), shown <= SourcePosition.shownAfter {
            to += 1
            if to == text.count || SourcePosition.startsScalar(text[to]) { shown += 1 }
        }
        let head = SourcePosition.printable(text[from..<offset]).suffix(SourcePosition.shownBefore)
        let rest = SourcePosition.printable(text[offset..<to]).prefix(SourcePosition.shownAfter + 1)
        return (String(head) + String(rest), head.count)
    }

    private static func endsLine(_ byte: UInt8) -> Bool { byte == Byte.lineFeed || byte == Byte.carriageReturn }
    private static func startsScalar(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

    /// Whether `text` begins with a byte order mark.
    fileprivate static func startsWithMark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.starts(with: [0xEF, 0xBB, 0xBF])
    }

    private static func printable(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String.UnicodeScalarView {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            text.append(scalar == "\t" ? " " : isControl ? "\u{FFFD}" : scalar)
        }
        return text
    }

    /// The extent of an input that was read: what a stream keeps of parts that it has released.
    struct Consumed: Sendable, Hashable {
        var bytes = 0
        /// The number of complete lines.
        var lines = 0
        /// The number of Unicode scalars in the incomplete line.
        var columns = 0
        private var endsInCarriageReturn = false

        /// Adds complete lines that end at line feeds.
        mutating func addLines(_ count: Int, bytes: Int) {
            self.bytes += bytes
            lines += count
            columns = 0
            endsInCarriageReturn = false
        }

        /// - Complexity: O(*n*); a few instructions for 64 bytes, since a stream adds all of its input.
        mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
            guard let first = text.first, let last = text.last else { return }
            if bytes == 0, SourcePosition.startsWithMark(text) { columns = -1 }
            bytes += text.count
            let startsInsideLineEnd = endsInCarriageReturn && first == Byte.lineFeed
            endsInCarriageReturn = last == Byte.carriageReturn
            let ended = LineKernel.countLineEnds(text)
            lines += startsInsideLineEnd ? ended - 1 : ended
            if ended == 0 {
                columns += LineKernel.countScalars(text)
            } else {
                columns = LineKernel.countScalars(LineKernel.lastLine(text))
            }
        }
    }
}
