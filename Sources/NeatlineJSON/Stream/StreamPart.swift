// Parts of a stream that are read apart, and put together again.

/// Where a reader of a stream is, as far as another reader could begin there.
package enum StreamPlace: Sendable, Hashable {
    /// Between two values of the stream; all bytes so far have been read.
    case values
    /// After a comma between two elements of an array that is a value of the stream; all bytes so far have been read.
    case elements
    /// Elsewhere in an array that is a value of the stream.
    case array
    /// Elsewhere.
    case inside
}

/// What a reader has found in a part of a stream, for the reader of the stream, which does not have to read it again.
package struct StreamPart: Sendable {
    /// The lines and columns of a part.
    struct Extent: Sendable {
        /// The extent of the part without `tail`.
        var beforeTail: SourcePosition.Consumed
        /// The last bytes, which an error after them shows.
        var tail: [UInt8]
    }

    /// Where the reader was at the end.
    package let end: StreamPlace
    /// The number of values of the stream that were completed.
    package let valueCount: Int
    let extent: Extent

    /// Whether a reader that begins at `start`, and has come to the end without an error, may have read it for the stream's.
    ///
    /// An array that begins in the part does not end the part: how much of its text waits is known to one reader only.
    package func isWhole(from start: StreamPlace) -> Bool {
        end == .values || (end == .elements && start == .elements && valueCount == 0)
    }
}

/// A reader of streams that can begin in the middle, and leave out parts that others have read.
///
/// The result of a stream is that of one reader that reads all of it. It may leave out a part that another reader has read
/// without an error, if that one began where it is itself: see `BlockPlan`.
package protocol StreamReader: ~Copyable {
    /// Where the reader is.
    var place: StreamPlace { get }
    /// Reads a block from the place at which it begins, in whatever state the reader is.
    ///
    /// - Throws: the error of the text, or of what it is passed to.
    mutating func read<Outcome>(_ block: TextBlock<Outcome>) throws -> StreamPart
    /// Goes on after a part that begins where the reader is.
    mutating func skip(_ part: StreamPart)
}

extension JSONStreamFormatter: StreamReader {
    package var place: StreamPlace {
        if isRecovering || isSequence { return .inside }
        let isAtEnd = window.remainingCount == 0
        if state.depth == 0 { return isAtEnd && adjacency == .none ? .values : .inside }
        let outermost = nestingWords.first.map { $0 >> 63 } ?? state.nesting >> UInt64(state.depth - 1)
        if outermost & 1 != 0 { return .inside }
        let isBetween = isAtEnd && state.depth == 1 && state.entry == .item && state.notFirst == 1
        // What is held back of an array depends on all of its text so far.
        return isBetween && (layout == .none || !output.holdsIncomplete) ? .elements : .array
    }

    package mutating func read<Outcome>(_ block: TextBlock<Outcome>) throws -> StreamPart {
        restart(over: block)
        try process()
        try flush()
        return StreamPart(end: place, valueCount: valueCount, extent: window.readExtent())
    }

    /// Begins with a block.
    mutating func restart<Outcome>(over block: TextBlock<Outcome>) {
        window.restart(over: block.memory, count: block.count)
        output.restart(isInside: block.start == .elements)
        go(to: block.start)
        refusal = nil
        isRecovering = false
        isFinal = false
        valueCount = 0
    }

    /// Goes on after a part that begins where the reader is; all output so far has been flushed.
    package mutating func skip(_ part: StreamPart) {
        window.skip(part.extent)
        valueCount += part.valueCount
        go(to: part.end)
        if part.end == .values { output.complete(at: output.cursor) }
    }

    private mutating func go(to place: StreamPlace) {
        state = place == .elements ? State(depth: 1, nesting: 0, entry: .item, notFirst: 1) : State()
        nestingWords = []
        adjacency = .none
    }
}
