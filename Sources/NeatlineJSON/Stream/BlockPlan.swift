// Blocks of a text: where it is cut, which are read ahead by others, and which are left to the reader of the text.

/// A block of a text, which belongs to the plan, or to whom the plan gave it.
///
/// Unchecked Sendable, because no two threads use it at a time.
package final class TextBlock<Outcome>: @unchecked Sendable {
    fileprivate enum State {
        /// It is being filled, or used by the reader of the text.
        case taken
        /// It is left to the reader of the text.
        case left
        /// It may be read ahead.
        case waiting
        /// It is being read ahead.
        case working
        case finished
    }

    /// The text, and room for more. Zeros follow the text when it is complete, as kernels need them.
    // SAFETY: allocated here with `InputWindow.padding` bytes more than `capacity`; replaced by `grow`, freed by `deinit`.
    private(set) var memory: UnsafeMutablePointer<UInt8>
    fileprivate private(set) var capacity: Int
    /// The number of bytes of text.
    package fileprivate(set) var count = 0
    /// Where the reader of the text is supposed to be at its beginning.
    package fileprivate(set) var start = StreamPlace.inside
    /// What was found; nil if it is left to the reader of the text.
    package fileprivate(set) var outcome: Outcome?
    /// The extent of the text before it, in the plan of a text of lines.
    fileprivate(set) var before = SourcePosition.Consumed()
    fileprivate var state = State.taken

    fileprivate init(capacity: Int) {
        self.capacity = capacity
        memory = .allocate(capacity: capacity + InputWindow.padding)
        memory.initialize(repeating: 0, count: capacity + InputWindow.padding)
    }

    deinit { memory.deallocate() }

    /// The text; valid until the block is given back.
    package var text: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

    /// The memory after the text; valid until the block is given back.
    package var space: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: memory + count, count: capacity - count)
    }

    fileprivate func grow(to larger: Int) {
        if larger <= capacity { return }
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + InputWindow.padding)
        copy.initialize(from: memory, count: count)
        (copy + count).initialize(repeating: 0, count: larger - count + InputWindow.padding)
        memory.deallocate()
        memory = copy
        capacity = larger
    }

    fileprivate func append(_ text: UnsafeRawBufferPointer) {
        grow(to: count + text.count)
        space.copyMemory(from: text)
        count += text.count
    }

    /// Removes the first bytes of the text.
    fileprivate func removeFirst(_ removed: Int) {
        count -= removed
        memory.update(from: memory + removed, count: count)
    }

    /// Completes the text.
    fileprivate func end() { (memory + count).update(repeating: 0, count: InputWindow.padding) }

    /// Removes the text from `end` on.
    fileprivate func removeLast(from end: Int) { count = end }
}

/// The plan by which a text is read in blocks, by several readers at a time: a state machine without threads.
///
/// There is one *reader of the text*, whose result counts. Blocks are read ahead by others, each from the place at which the
/// reader of the text is supposed to be then: between two values, or between two elements of an array. When the reader of
/// the text comes to a block, and is at that place, and the block was read without an error, it takes over what was found;
/// otherwise it reads the block itself. So the result does not depend on where the text is cut: only the time does.
///
/// Text is cut after line ends as long as these are between values, and otherwise after commas before what looks like the
/// first element of the array that the text is. After a wrong guess some blocks are not read ahead, more after each.
///
/// In a text of lines each line is a record, whatever is in it: all blocks can be read ahead, and none has to be read again.
///
/// The driver calls `space()` and `fill(_:count:)` while `wantsInput`, gives blocks from `work()` to others and what they
/// found to `finish(_:_:)`, and lets the reader of the text do what `next(at:)` says.
package struct BlockPlan<Outcome> {
    package typealias Block = TextBlock<Outcome>

    /// What the reader of the text does.
    package enum Step {
        /// It takes over the outcome of the block.
        case adopt(Block)
        /// It reads the block.
        case read(Block)
        /// It waits until a block is finished.
        case wait
        /// It waits for input, if this has not ended.
        case none
    }

    private let blockSize: Int
    /// The maximum number of blocks that are in memory.
    private let limit: Int
    /// The number of bytes that are not read ahead, because others are not worth starting for them.
    private let headCount: Int
    /// The largest multiple of `blockSize` that a block may have because no cut was found.
    private static var longestBlock: Int { 4 }
    /// The maximum number of blocks that are not read ahead after a wrong guess, as a power of two.
    private static var mostMisses: Int { 6 }

    /// In a text of lines, the maximum size of one; nil in other texts.
    private let maximumLine: Int?
    /// In a text of lines, the extent before the block that is filled.
    private var consumed = SourcePosition.Consumed()
    /// Whether the rest of a line is skipped that is too long.
    private var isSkipping = false

    /// The blocks that the reader of the text has not come to, in order.
    private var blocks: [Block] = []
    /// The block that is filled; its first bytes are those after the last cut.
    private var filling: Block?
    /// Memory that is used again.
    private var spare: [Block] = []
    private(set) package var isAtEnd = false
    /// The number of bytes that were filled in.
    private var total = 0

    /// Where the reader of the text is supposed to be at cuts; nil if that is not known.
    private var guess: StreamPlace?
    /// Whether the block that is filled begins at a cut.
    private var beginsAtCut = false
    /// Whether cuts are between elements, not after line ends.
    private var cutsElements = false
    /// What the elements of the array that the text is begin with; nil if it is none, or not known yet.
    private var elementStart: [UInt8]?
    /// Whether there was a block.
    private var hasBegun = false
    /// Whether the reader of the text is reading the block that it got last.
    private var isReading = false
    /// The number of wrong guesses since the last right one.
    private var misses = 0
    /// The number of blocks that are not read ahead.
    private var pause = 0

    /// Creates the plan of a new text.
    ///
    /// - Parameters:
    ///   - blockSize: the size of a block, unless its text has no place to cut.
    ///   - limit: the maximum number of blocks between those that the reader of the text has come to and the input.
    ///   - headCount: the number of bytes at the beginning that only the reader of the text reads.
    package init(blockSize: Int, limit: Int, headCount: Int = 0) {
        assert(blockSize > 0 && limit > 0)
        self.blockSize = blockSize
        self.limit = limit
        self.headCount = headCount
        maximumLine = nil
    }

    /// Creates the plan of a new text of lines, each of which is a record.
    ///
    /// - Parameters:
    ///   - blockSize: the size of a block, unless a line is longer.
    ///   - limit: the maximum number of blocks in memory.
    ///   - maximumLine: the maximum size of a line. Of a longer one the beginning is a block, and the rest is skipped.
    package init(linesOf blockSize: Int, limit: Int, maximumLine: Int) {
        assert(blockSize > 0 && limit > 0)
        self.blockSize = blockSize
        self.limit = limit
        self.maximumLine = maximumLine
        headCount = 0
        guess = .values
        beginsAtCut = true
    }

    // MARK: Input

    /// Whether more input should be read now.
    package var wantsInput: Bool { !isAtEnd && blocks.count < limit && (guess != nil || blocks.isEmpty) }

    /// Whether a block is better filled than handed over, because others can read it ahead then.
    package var readsAhead: Bool { guess != nil && total > headCount }

    /// Whether all text is with the reader of the text.
    package var isIdle: Bool { blocks.isEmpty && (filling?.count ?? 0) == 0 }

    /// Returns the block that input is to be read into.
    package mutating func space() -> Block {
        let block = filling ?? makeBlock()
        filling = block
        return block
    }

    private mutating func makeBlock() -> Block {
        let block = spare.popLast() ?? Block(capacity: blockSize)
        block.count = 0
        block.state = .taken
        block.outcome = nil
        return block
    }

    /// Takes the input that was written to the space of the block from `space()`: 0 bytes at the end.
    package mutating func fill(_ block: Block, count: Int) {
        assert(block === filling && !isAtEnd)
        block.count += count
        total += count
        if isSkipping, count > 0 { skipLine(in: block) }
        if count == 0 {
            isAtEnd = true
            if block.count > 0 { close(block) }
            filling = nil
        } else if block.count == block.capacity {
            cut(block)
        }
    }

    /// Skips the rest of a line that is too long.
    private mutating func skipLine(in block: Block) {
        let end = block.text.firstIndex(of: Byte.lineFeed).map { $0 + 1 }
        isSkipping = end == nil
        consumed.add(block.text[..<(end ?? block.count)])
        block.removeFirst(end ?? block.count)
    }

    /// Ends the text of lines with the last line that is complete.
    package mutating func dropIncompleteLine() {
        guard let block = filling else { return }
        block.removeLast(from: BlockPlan.lastLineEnd(in: block.text) ?? 0)
    }

    /// Gives the text so far to its reader, although there is no place to cut it: more will come later, perhaps never.
    package mutating func handOver() {
        guard let block = filling, block.count > 0 else { return }
        filling = nil
        close(block, isLeft: true)
        beginsAtCut = block.text.last == Byte.lineFeed
    }

    /// Cuts the text of a block that is full.
    private mutating func cut(_ block: Block) {
        let found =
            cutsElements
            ? elementStart.flatMap { BlockPlan.lastElement($0, in: block.text) } : BlockPlan.lastLineEnd(in: block.text)
        // A byte order mark before the first line does not count.
        let length = consumed.bytes == 0 ? block.count - 3 : block.count
        let mayGrow = maximumLine.map { length <= $0 } ?? (block.capacity < blockSize * BlockPlan.longestBlock)
        if found == nil, mayGrow {
            block.grow(to: block.capacity * 2)
            return
        }
        let end = found ?? block.count
        let next = makeBlock()
        next.append(UnsafeRawBufferPointer(rebasing: block.text[end...]))
        if next.count >= next.capacity { next.grow(to: next.count + blockSize) }
        block.removeLast(from: end)
        close(block)
        beginsAtCut = found != nil || maximumLine != nil
        isSkipping = found == nil && maximumLine != nil
        filling = next
    }

    /// Adds a block behind the others.
    private mutating func close(_ block: Block, isLeft: Bool = false) {
        if !hasBegun { elementStart = BlockPlan.firstElement(in: block.text) }
        hasBegun = true
        if !isLeft, beginsAtCut, let guess, total > headCount {
            block.start = guess
            block.state = .waiting
        } else {
            block.state = .left
        }
        block.end()
        if maximumLine != nil {
            block.before = consumed
            consumed.add(block.text[...])
        }
        blocks.append(block)
    }

    // MARK: Reading ahead

    /// Whether a block is to be read ahead.
    package var hasWork: Bool { blocks.contains { $0.state == .waiting } }

    /// Whether the first block need not be waited for.
    package var hasFinishedFirst: Bool { blocks.first.map { $0.state == .finished || $0.state == .left } ?? true }

    /// Returns a block that is to be read ahead; nil if there is none.
    package mutating func work() -> Block? {
        guard let block = blocks.first(where: { $0.state == .waiting }) else { return nil }
        block.state = .working
        return block
    }

    /// Takes what was found in a block from `work()`; nil if it is left to the reader of the text.
    package mutating func finish(_ block: Block, _ outcome: Outcome?) {
        assert(block.state == .working)
        block.outcome = outcome
        block.state = .finished
    }

    // MARK: The reader of the text

    /// Returns what the reader of the text does next, when it has read or taken over what it got before.
    ///
    /// - Parameter place: where it is.
    package mutating func next(at place: StreamPlace) -> Step {
        if isReading { learn(place) }
        isReading = false
        guard let block = blocks.first else { return .none }
        if block.state == .working || (block.state == .waiting && block.start == place) { return .wait }
        blocks.removeFirst()
        let isFound = block.state == .finished && block.outcome != nil && block.start == place
        block.state = .taken
        if isFound {
            misses = 0
            return .adopt(block)
        }
        isReading = true
        return .read(block)
    }

    /// Takes back the memory of a block from `next(at:)`.
    package mutating func recycle(_ block: Block) {
        block.outcome = nil
        if block.capacity == blockSize { spare.append(block) }
    }

    /// Learns from where the reader of the text is after a block that it has read itself.
    private mutating func learn(_ place: StreamPlace) {
        let isPlace = place == .values || place == .elements
        // What is filled continues the block directly.
        if blocks.isEmpty { beginsAtCut = isPlace }
        cutsElements = place != .values && place != .inside && elementStart != nil
        if isPlace, guess == nil, pause > 0 {
            pause -= 1
        } else if isPlace {
            guess = place
        } else if guess != nil {
            guess = nil
            misses = Swift.min(misses + 1, BlockPlan.mostMisses)
            pause = 1 << misses - 1
        }
    }
}

extension SourcePosition.Consumed {
    fileprivate mutating func add(_ text: Slice<UnsafeRawBufferPointer>) {
        UnsafeRawBufferPointer(rebasing: text).withMemoryRebound(to: UInt8.self) { add($0) }
    }
}

// MARK: Cuts

extension BlockPlan {
    private static func lastLineEnd(in text: UnsafeRawBufferPointer) -> Int? {
        text.lastIndex(of: Byte.lineFeed).map { $0 + 1 }
    }

    /// Returns what the first element of a text that is an array begins with: an object with the name of its first member,
    /// or an array. Elements of other types cannot be told from what is in them.
    private static func firstElement(in text: UnsafeRawBufferPointer) -> [UInt8]? {
        var rest = text[...].drop(while: { $0 >= 0x80 || Byte.isWhitespace($0) })
        guard rest.popFirst() == Byte.openBracket else { return nil }
        rest = rest.drop(while: Byte.isWhitespace)
        if rest.first == Byte.openBracket { return [Byte.openBracket] }
        guard rest.first == Byte.openBrace, let colon = rest.prefix(256).firstIndex(of: Byte.colon) else { return nil }
        return Array(rest[...colon])
    }

    /// Returns the offset after the last comma that is before such an element and after another one.
    private static func lastElement(_ start: [UInt8], in text: UnsafeRawBufferPointer) -> Int? {
        let end = start[0] == Byte.openBrace ? Byte.closeBrace : Byte.closeBracket
        var offset = text.count - start.count
        while offset > 1 {
            if text[offset] == start[0], text[offset...].starts(with: start) {
                let comma = lastToken(in: text, before: offset)
                if text[comma] == Byte.comma, text[lastToken(in: text, before: comma)] == end { return comma + 1 }
            }
            offset -= 1
        }
        return nil
    }

    /// Returns the offset of the last byte before an offset that is not whitespace, or 0.
    private static func lastToken(in text: UnsafeRawBufferPointer, before offset: Int) -> Int {
        var offset = Swift.max(offset - 1, 0)
        while offset > 0, Byte.isWhitespace(text[offset]) { offset -= 1 }
        return offset
    }
}
