// Paths and offsets in the text of positions on the tape, for errors.
extension Document {
    /// A value in a document.
    struct Location: Sendable {
        let document: Document
        /// The position of the value on the tape.
        let index: Int
    }

    /// The steps from its root to the value at `target`.
    ///
    /// - Complexity: O(*n*) in the size of the tape.
    func steps(to target: Int) -> [JSONKey] {
        if let partial { return closed.steps(to: partial.closedPosition(target)) }
        var walk = TapeWalk(self)
        while walk.next(), walk.value != target {
            if target < walk.end { walk.enter() }
        }
        return walk.path
    }
}

extension Document {
    /// The offset in the text of the value at `target`; see `ValueOffsets`.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    func offset(of target: Int) -> Int {
        var offsets = ValueOffsets(self)
        return offsets.offset(of: target)
    }
}

/// Finds the offsets in the text of values, in ascending order of their positions.
///
/// The word of a container has no offset: it is found by counting brackets in the text from the last entry before it that has
/// an offset, or from the container that was found last.
struct ValueOffsets {
    private let document: Document
    /// The container that was found last.
    private var container = (index: -1, offset: -1)

    init(_ document: Document) { self.document = document.closed }

    /// The offset of the value at `target`.
    ///
    /// - Complexity: O(*n*) in the size of the document, for all ascending targets together.
    mutating func offset(of target: Int) -> Int {
        let word = document[target]
        if !word.isContainer {
            return word.kind == TapeWord.Kind.string
                ? document.stringOffset(target) : document.source(target).lowerBound
        }
        if target < container.index { container = (-1, -1) }
        if target > container.index { container = (target, containerOffset(target)) }
        return container.offset
    }

    /// The offset of the container at `target`, which is after the one that was found last.
    private func containerOffset(_ target: Int) -> Int {
        var anchor = target
        repeat { anchor -= 1 } while anchor > container.index && document[anchor].isContainer
        var openers = 0
        for index in (anchor + 1)...target where document[index].kind != TapeWord.Kind.extension { openers += 1 }
        // The loop skips the closing quote of a string.
        var offset = anchor > container.index ? document.source(anchor).upperBound : container.offset + 1
        // Only punctuation, whitespace and comments are between the anchor and the container.
        let text = document.text
        guard let start = text.baseAddress else { return 0 }
        while offset < text.count {
            let byte = text[offset]
            if byte == Byte.openBrace || byte == Byte.openBracket {
                openers -= 1
                if openers == 0 { return offset }
            } else if byte == Byte.slash {
                let end = ExtendedToken.commentEnd(
                    start + offset, end: start + text.count, endsAtSeparators: document.endsCommentsAtSeparators)
                offset = end.map { $0 - start } ?? text.count
                continue
            }
            offset += 1
        }
        return text.count
    }
}
