import Synchronization

/// A buffer of tape words, owned by one scanner or document, which ends its ownership with `release`.
///
/// Page faults of new memory cost more than the scanner takes to fill it, so `TapePool` keeps the large buffers of freed
/// documents for the next ones. Small buffers are left to the allocator.
struct TapeBuffer {
    private(set) var words: UnsafeMutablePointer<UInt64>
    /// The number of words.
    private(set) var capacity: Int

    /// Whether `release` frees the memory; false for memory that the caller lends.
    private var isOwned = true

    /// Creates a buffer for about `estimatedWords` words, from the pool if it has one.
    init(estimatedWords: Int) {
        let recycled = estimatedWords >= TapePool.smallest ? TapePool.take(estimatedWords) : nil
        self = recycled ?? TapeBuffer(exactly: estimatedWords)
    }

    /// Creates a buffer in memory that the caller owns, and frees after the buffer's last use.
    @inline(__always)
    init(borrowed: UnsafeMutableBufferPointer<UInt64>) {
        // SAFETY: callers lend memory that has an address, even if its capacity is 0.
        assert(borrowed.baseAddress != nil)
        words = borrowed.baseAddress!
        capacity = borrowed.count
        isOwned = false
    }

    private init(exactly capacity: Int) {
        assert(capacity > 0)
        words = Memory.allocate(capacity: capacity)
        self.capacity = capacity
    }

    /// Creates a buffer from an address that `recycle` has returned.
    init(recycled address: UnsafeMutableRawPointer) {
        // SAFETY: the memory was a buffer of words, and `recycle` has stored its capacity in the first.
        words = address.assumingMemoryBound(to: UInt64.self)
        capacity = Int(truncatingIfNeeded: words[0])
        assert(capacity > 0)
    }

    /// Ends the use of the buffer and returns the address of its memory, for `init(recycled:)`.
    func recycle() -> UnsafeMutableRawPointer {
        // SAFETY: the buffer has at least one word, whose contents are not used any more.
        words[0] = UInt64(truncatingIfNeeded: capacity)
        return UnsafeMutableRawPointer(words)
    }

    /// Replaces the memory by a larger one for at least `needed` words, with a copy of the first `used` words.
    mutating func grow(to needed: Int, used: Int) {
        assert((0...capacity).contains(used) && used <= needed)
        let larger = TapeBuffer(exactly: Swift.max(needed, capacity &* 2))
        // SAFETY: `used` words are initialised in the old buffer and fit in the new one.
        larger.words.update(from: words, count: used)
        if isOwned { deallocate() }
        self = larger
    }

    /// Ends the ownership of the memory: it goes to the pool or is freed, unless it is borrowed.
    func release() {
        guard isOwned else { return }
        if (TapePool.smallest...TapePool.largest).contains(capacity) { TapePool.put(self) } else { deallocate() }
    }

    /// Whether a document of `count` words uses enough of the buffer to keep it.
    func isFilled(by count: Int) -> Bool { isOwned && capacity &- 32 <= count &* 2 }

    /// Frees the memory.
    func deallocate() { Memory.free(words) }
}

/// The pool of the process that keeps at most `capacity` buffers of freed documents, each between `smallest` and `largest`.
///
/// A slot contains nil or the address of a buffer, whose first word is its capacity. The thread that exchanges the address for
/// nil becomes the owner of the buffer, so no lock is needed.
private enum TapePool {
    static let capacity = 4
    /// The capacity in words from which on buffers are kept.
    static let smallest = 1 << 11
    /// The largest capacity in words of a buffer that is kept (8 MiB).
    static let largest = 1 << 20

    /// Allocated once and never freed.
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>> = {
        let slots = UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>>.allocate(capacity: capacity)
        for slot in 0..<capacity { (slots + slot).initialize(to: Atomic(nil)) }
        return slots
    }()

    /// The number of buffers that were put when every slot was occupied.
    private static let displacements = Atomic(0)

    /// Takes a buffer whose capacity is between half of `estimate` and 16 times `estimate`; nil if there is none.
    static func take(_ estimate: Int) -> TapeBuffer? {
        for slot in 0..<capacity where slots[slot].load(ordering: .relaxed) != nil {
            guard let address = slots[slot].exchange(nil, ordering: .acquiring) else { continue }
            let buffer = TapeBuffer(recycled: address)
            if buffer.capacity >= estimate / 2, buffer.capacity / 16 <= estimate { return buffer }
            let isBack = slots[slot].compareExchange(expected: nil, desired: address, ordering: .releasing).exchanged
            if !isBack { buffer.deallocate() }
        }
        return nil
    }

    /// Puts a buffer into an empty slot, or in the place of another one, which is freed.
    static func put(_ buffer: TapeBuffer) {
        let address = buffer.recycle()
        for slot in 0..<capacity {
            if slots[slot].compareExchange(expected: nil, desired: address, ordering: .releasing).exchanged { return }
        }
        // Slots are replaced in turn, so that buffers of sizes that are not asked for do not stay forever.
        let slot = displacements.wrappingAdd(1, ordering: .relaxed).oldValue & (capacity - 1)
        if let displaced = slots[slot].exchange(address, ordering: .acquiringAndReleasing) {
            TapeBuffer(recycled: displaced).deallocate()
        }
    }
}
