import Synchronization

// The memory of a text that is parsed while it arrives. The parser appends to it, and snapshots read what was there when
// they were taken, also on other threads: nothing that a snapshot reads is written again.

/// Memory of a fixed size for plain values; freed with the last reference.
///
/// Unchecked Sendable, because of its users one appends, and the others read only what was there when they got the reference.
final class SharedBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
    let start: UnsafeMutablePointer<Element>
    let capacity: Int

    init(capacity: Int) {
        start = Memory.allocate(capacity: capacity)
        self.capacity = capacity
    }

    /// Creates larger memory that begins with a copy of the first `count` values of `other`.
    init(capacity: Int, copying count: Int, of other: SharedBuffer<Element>) {
        start = Memory.allocate(capacity: capacity)
        self.capacity = capacity
        // SAFETY: `count` values of `other` are initialised, and there is room for them.
        assert(count <= other.capacity && count <= capacity)
        start.update(from: other.start, count: count)
    }

    deinit { Memory.free(start) }
}

/// The indexes of the containers of a tape: one table for the documents of all snapshots.
///
/// Unchecked Sendable because the slots are atomic.
final class SharedSlots: @unchecked Sendable {
    let start: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>
    private let capacity: Int

    init(capacity: Int) {
        start = .allocate(capacity: capacity)
        self.capacity = capacity
        for slot in 0..<capacity { (start + slot).initialize(to: Atomic(nil)) }
    }

    deinit {
        for slot in 0..<capacity {
            // SAFETY: a slot contains nothing, or a retained index.
            if let index = start[slot].load(ordering: .acquiring) {
                Unmanaged<ContainerIndex>.fromOpaque(index).release()
            }
        }
        start.deinitialize(count: capacity)
        start.deallocate()
    }
}

/// The text so far and its tape.
///
/// ```
/// bytes   | text                 | zeros, and free space                                  |
/// words   | tape                 | free space | words of open strings | free space        |
///         0               wordCount   wordCapacity          draftCount      2 * wordCapacity
/// ```
///
/// A string that has not ended has a word for each snapshot, after the room for the tape, since the tape will go on at
/// `wordCount`. When one of the two is full, both get larger memory, and the snapshots before keep the old one.
struct PartialMemory: Sendable {
    private(set) var bytes = SharedBuffer<UInt8>(capacity: 256 + PartialMemory.padding)
    private(set) var byteCount = 0
    private(set) var words = SharedBuffer<UInt64>(capacity: 2 * 32)
    private(set) var wordCapacity = 32
    private(set) var slots = SharedSlots(capacity: 1)
    private var draftCount = 0

    private static let padding = readAhead * 2

    init() {
        // SAFETY: the memory has room for more than the padding.
        bytes.start.initialize(repeating: 0, count: PartialMemory.padding)
    }

    /// The text so far.
    var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes.start, count: byteCount) }

    /// Appends to the text. Zeros follow it, which stop every kernel.
    mutating func append(_ more: UnsafeRawBufferPointer) {
        let needed = byteCount + more.count + PartialMemory.padding
        if needed > bytes.capacity {
            bytes = SharedBuffer(capacity: Swift.max(needed, bytes.capacity * 2), copying: byteCount, of: bytes)
        }
        // SAFETY: there is room. Snapshots read no byte from `byteCount` on.
        let end = bytes.start + byteCount
        if let source = more.baseAddress {
            UnsafeMutableRawPointer(end).copyMemory(from: source, byteCount: more.count)
        }
        byteCount += more.count
        (bytes.start + byteCount).update(repeating: 0, count: PartialMemory.padding)
    }

    /// Gives it memory that nothing else appends to.
    mutating func separate(wordCount: Int) {
        bytes = SharedBuffer(capacity: bytes.capacity, copying: byteCount + PartialMemory.padding, of: bytes)
        renewWords(capacity: wordCapacity, copying: wordCount)
    }

    /// Makes room for more words after the first `count`.
    mutating func growTape(after count: Int) {
        // A container with an index has 64 entries, which are as many words at least.
        renewWords(capacity: wordCapacity * 2, copying: count)
    }

    private mutating func renewWords(capacity: Int, copying count: Int) {
        words = SharedBuffer(capacity: capacity * 2, copying: count, of: words)
        slots = SharedSlots(capacity: capacity / Int(TapeWord.slotThreshold) + 1)
        wordCapacity = capacity
        draftCount = 0
    }

    /// Whether both have the same memory.
    func isShared(with other: borrowing PartialMemory) -> Bool { bytes === other.bytes && words === other.words }

    /// Frees the words of the last string that was added, at `position`.
    mutating func removeDraft(_ position: Int) {
        assert(position >= wordCapacity && position < wordCapacity + draftCount)
        draftCount = position - wordCapacity
    }

    /// Stores a word for the string in `content` that has not ended, and returns its position.
    mutating func addDraft(_ content: Range<Int>, flags: UInt64, wordCount: Int) -> Int {
        // The copy of the tape is no longer than what is now full.
        if wordCapacity - draftCount < 2 { renewWords(capacity: wordCapacity, copying: wordCount) }
        let position = wordCapacity + draftCount
        replaceDraft(position, content, flags: flags)
        return position
    }

    /// Stores another word for the last string that was added, at `position`.
    mutating func replaceDraft(_ position: Int, _ content: Range<Int>, flags: UInt64) {
        // SAFETY: there was room for two words when it was added.
        assert(position >= wordCapacity && position + 2 <= 2 * wordCapacity)
        let end = TapeWord.store(TapeWord.Kind.string | flags, content, at: words.start + position)
        draftCount = end - words.start - wordCapacity
    }
}

extension TapeWord {
    /// Stores the word of a string or number, and its extension if it needs one, and returns the position after it.
    @inline(__always)
    static func store(
        _ tag: UInt64, _ content: Range<Int>, at next: UnsafeMutablePointer<UInt64>
    ) -> UnsafeMutablePointer<UInt64> {
        // SAFETY: the callers have room for two words.
        if content.count < Int(lengthMask) {
            next[0] = scalar(tag, offset: content.lowerBound, length: content.count)
            return next + 1
        }
        next[0] = scalar(tag | extendedFlag, offset: content.lowerBound, length: Int(lengthMask))
        next[1] = Kind.extension | UInt64(content.count) &<< 8
        return next + 2
    }
}
