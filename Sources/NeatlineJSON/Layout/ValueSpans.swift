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
