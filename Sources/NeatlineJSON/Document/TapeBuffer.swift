import Synchronization

/// A run of tape words owned by one scanner or document, which gives it back with `release`.
///
/// Memory that a process has not touched yet costs more to fault in than the scanner needs to fill it, so the buffers
/// of freed documents are kept for the next ones.
struct TapeBuffer {
    private(set) var words: UnsafeMutablePointer<UInt64>
    /// In words.
    private(set) var capacity: Int

    /// Whether the memory is to be given back; false for memory lent by a caller further up the stack.
    private var isOwned = true

    /// A buffer for about `words` words, recycled where one is at hand.
    init(estimatedWords: Int) {
        if estimatedWords >= TapePool.smallest, let recycled = TapePool.take(estimatedWords) {
            self = recycled
        } else {
            self.init(exactly: estimatedWords)
        }
    }

    /// Memory that somebody else gives back, after the buffer's last use.
    @inline(__always)
    init(lent: UnsafeMutableBufferPointer<UInt64>) {
        // SAFETY: what is lent is not empty.
        words = lent.baseAddress!
        capacity = lent.count
        isOwned = false
    }

    private init(exactly capacity: Int) {
        words = Memory.allocate(capacity: capacity)
        self.capacity = capacity
    }

    /// Makes room for at least `needed` words; the first `used` are kept.
    mutating func grow(to needed: Int, used: Int) {
        let larger = TapeBuffer(exactly: Swift.max(needed, capacity &* 2))
        // SAFETY: `used` words are initialised in the old buffer and fit in the new one.
        larger.words.update(from: words, count: used)
        if isOwned { deallocate() }
        self = larger
    }

    /// Ends the ownership of the memory.
    func release() {
        guard isOwned else { return }
        if capacity >= TapePool.smallest, capacity <= TapePool.largest {
            TapePool.put(self)
        } else {
            deallocate()
        }
    }

    /// Frees the memory itself.
    fileprivate func deallocate() { Memory.free(words) }
}

/// The tapes of freed documents, kept for the next ones: at most `capacity`, each between `smallest` and `largest`.
private enum TapePool {
    static let capacity = 4
    /// In words; below, the system's allocator is as good.
    static let smallest = 1 << 11
    /// In words: 8 MiB. Larger buffers go back to the system.
    static let largest = 1 << 20

    private struct Buffers: @unchecked Sendable {
        // Unchecked because of the pointers inside: a buffer is owned by the list, which the lock guards, or by whoever
        // took it out.
        var list: [TapeBuffer] = []
    }

    private static let buffers = Mutex(Buffers())

    /// A buffer that is not much smaller than `estimate` and not much larger.
    static func take(_ estimate: Int) -> TapeBuffer? {
        buffers.withLock { buffers in
            let fits = buffers.list.lastIndex { $0.capacity >= estimate / 2 && $0.capacity / 16 <= estimate }
            return fits.map { buffers.list.remove(at: $0) }
        }
    }

    static func put(_ buffer: TapeBuffer) {
        let displaced: TapeBuffer? = buffers.withLock { buffers in
            buffers.list.append(buffer)
            // The oldest goes, so that sizes no longer used do not stay for ever.
            return buffers.list.count > capacity ? buffers.list.removeFirst() : nil
        }
        displaced?.deallocate()
    }
}
