import Synchronization

/// A run of tape words owned by one scanner or document, which gives it back with `release`.
///
/// Memory that a process has not touched yet costs more to fault in than the scanner needs to fill it, so the large buffers of
/// freed documents are kept for the next ones by `TapePool`. Smaller ones are the allocator's.
struct TapeBuffer {
    private(set) var words: UnsafeMutablePointer<UInt64>
    /// In words.
    private(set) var capacity: Int

    /// Whether the memory is to be given back; false for memory borrowed by a caller further up the stack.
    private var isOwned = true

    /// A buffer for about `words` words, recycled where one is at hand.
    init(estimatedWords: Int) {
        let recycled = estimatedWords >= TapePool.smallest ? TapePool.take(estimatedWords) : nil
        self = recycled ?? TapeBuffer(exactly: estimatedWords)
    }

    /// Memory that somebody else gives back, after the buffer's last use.
    @inline(__always)
    init(borrowed: UnsafeMutableBufferPointer<UInt64>) {
        // SAFETY: what is borrowed has an address, even where it has no room.
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

    /// The buffer that `recycle` has made an address of.
    init(recycled address: UnsafeMutableRawPointer) {
        // SAFETY: the memory was a buffer of words, and `recycle` has left its capacity in the first.
        words = address.assumingMemoryBound(to: UInt64.self)
        capacity = Int(truncatingIfNeeded: words[0])
        assert(capacity > 0)
    }

    /// The address of the memory, from which the buffer can be made again.
    func recycle() -> UnsafeMutableRawPointer {
        // SAFETY: the buffer has a word at least, which holds nothing any more.
        words[0] = UInt64(truncatingIfNeeded: capacity)
        return UnsafeMutableRawPointer(words)
    }

    /// Makes room for at least `needed` words; the first `used` are kept.
    mutating func grow(to needed: Int, used: Int) {
        assert((0...capacity).contains(used) && used <= needed)
        let larger = TapeBuffer(exactly: Swift.max(needed, capacity &* 2))
        // SAFETY: `used` words are initialised in the old buffer and fit in the new one.
        larger.words.update(from: words, count: used)
        if isOwned { deallocate() }
        self = larger
    }

    /// Ends the ownership of the memory.
    func release() {
        guard isOwned else { return }
        if (TapePool.smallest...TapePool.largest).contains(capacity) { TapePool.put(self) } else { deallocate() }
    }

    /// Whether a document of `count` words is to keep the buffer, because not much of it would lie idle.
    func isFilled(by count: Int) -> Bool { isOwned && capacity &- 32 <= count &* 2 }

    /// Frees the memory itself.
    func deallocate() { Memory.free(words) }
}

/// The tapes of freed documents, kept for the next ones: at most `capacity`, each between `smallest` and `largest`.
///
/// Each slot holds nil or the address of a buffer that nobody else owns, with its capacity in its first word. Whoever
/// exchanges the address for nil owns the buffer, so that there is no lock to wait for.
private enum TapePool {
    static let capacity = 4
    /// In words; smaller buffers are the allocator's.
    static let smallest = 1 << 11
    /// In words: 8 MiB. Larger buffers go back to the system.
    static let largest = 1 << 20

    /// Allocated once and never freed.
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>> = {
        let slots = UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>>.allocate(capacity: capacity)
        for slot in 0..<capacity { (slots + slot).initialize(to: Atomic(nil)) }
        return slots
    }()

    /// Counts the buffers that came to find every slot taken.
    private static let displacements = Atomic(0)

    /// A buffer that is not much smaller than `estimate` and not much larger.
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

    static func put(_ buffer: TapeBuffer) {
        let address = buffer.recycle()
        for slot in 0..<capacity {
            if slots[slot].compareExchange(expected: nil, desired: address, ordering: .releasing).exchanged { return }
        }
        // In turn, so that sizes no longer used do not stay for ever.
        let slot = displacements.wrappingAdd(1, ordering: .relaxed).oldValue & (capacity - 1)
        if let displaced = slots[slot].exchange(address, ordering: .acquiringAndReleasing) {
            TapeBuffer(recycled: displaced).deallocate()
        }
    }
}
