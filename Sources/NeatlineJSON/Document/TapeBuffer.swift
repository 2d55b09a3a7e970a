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
        let recycled = estimatedWords >= TapePool.smallest ? TapePool.shared.take(estimatedWords) : nil
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
        if (TapePool.smallest...TapePool.largest).contains(capacity) { TapePool.shared.put(self) } else { deallocate() }
    }

    /// Whether the buffer is owned, and has at most `times` as many words as the `count` of a document that is to keep
    /// it.
    func isFilled(by count: Int, times: Int) -> Bool { isOwned && capacity &- 32 <= count &* times }

    /// A buffer for as many words as the first `count`, with a copy of them; this one is released.
    func copied(_ count: Int) -> TapeBuffer {
        let copy = TapeBuffer(exactly: count)
        // SAFETY: `count` words are initialised.
        copy.words.update(from: words, count: count)
        release()
        return copy
    }

    /// Frees the memory.
    func deallocate() { Memory.free(words) }
}

/// The buffers of freed documents; see ``IdleMemory``. The first word of a buffer in the pool is its capacity.
final class TapePool: Sendable {
    /// The pool of the process.
    static let shared = TapePool()

    /// The capacity in words from which on buffers are kept.
    static let smallest = 1 << 11
    /// The largest capacity in words of a buffer that is kept (8 MiB).
    static let largest = 1 << 20

    private let slots = IdleSlots()

    init() {}

    deinit { purge() }

    /// Takes a buffer whose capacity is between half of `estimate` and 16 times `estimate`; nil if there is none.
    func take(_ estimate: Int) -> TapeBuffer? {
        for slot in 0..<IdleSlots.count {
            guard let address = slots.take(slot) else { continue }
            let buffer = TapeBuffer(recycled: address)
            if buffer.capacity >= estimate / 2, buffer.capacity / 16 <= estimate { return buffer }
            if !slots.fill(slot, address) { buffer.deallocate() }
        }
        return nil
    }

    /// Puts a buffer into an empty slot, or in the place of another one, which is freed.
    func put(_ buffer: TapeBuffer) {
        let address = buffer.recycle()
        if slots.fill(address) { return }
        if let displaced = slots.replaceNext(address) { TapeBuffer(recycled: displaced).deallocate() }
    }

    /// Frees all buffers.
    func purge() {
        for slot in 0..<IdleSlots.count {
            if let address = slots.take(slot) { TapeBuffer(recycled: address).deallocate() }
        }
    }
}
