import Synchronization

/// The memory that the process keeps after a call, because the next one takes it again: page faults and lookups of new
/// memory cost more than many calls take.
///
/// - The memory of the tapes of freed documents, and of large texts that were written: 4 pieces of 16 KB to 8 MiB.
/// - The state of decoders between calls, which is containers and tables of names: that of 4 calls.
/// - The state of encoders between calls, which is tables of types and names, and memory for up to 64 KB of text: that
///   of 4 calls for each spelling of names, of which there are 6.
/// - The tables of a `Mapper`, and its memory for up to 64 KB of text: that of 1 call, as long as the mapper lives.
///
/// It is kept until another call uses it or something else takes its place, or until ``purge()``. It contains no values
/// of users that a call has ended with. A document keeps its tape as long as there is a value of it: memory for at most
/// four times the words that it has. Its text is the array that was parsed.
public enum IdleMemory {
    /// Frees what is kept for later calls, but for what belongs to a `Mapper`: for servers whose memory is low, and
    /// after a peak.
    ///
    /// What calls use at the moment is not affected. Any thread may call it.
    public static func purge() {
        TapePool.shared.purge()
        var next = pools.load(ordering: .acquiring)
        while let address = next {
            // SAFETY: pools that were added are never freed.
            let entry = Unmanaged<Entry>.fromOpaque(address).takeUnretainedValue()
            entry.pool.purge()
            next = entry.next
        }
    }

    /// Makes `purge` empty a pool, which exists as long as the process.
    fileprivate static func add(_ pool: any Purgeable) {
        var next = pools.load(ordering: .acquiring)
        while true {
            let entry = Unmanaged.passRetained(Entry(pool, next))
            let (isAdded, found) = pools.compareExchange(
                expected: next, desired: UnsafeRawPointer(entry.toOpaque()), ordering: .acquiringAndReleasing)
            if isAdded { return }
            entry.release()
            next = found
        }
    }

    /// The entry that was added last.
    ///
    /// SAFETY: it is atomic, and not `Sendable` only because pointers are not.
    nonisolated(unsafe) private static let pools = Atomic<UnsafeRawPointer?>(nil)

    private final class Entry {
        let pool: any Purgeable
        let next: UnsafeRawPointer?

        init(_ pool: any Purgeable, _ next: UnsafeRawPointer?) {
            self.pool = pool
            self.next = next
        }
    }
}

private protocol Purgeable: AnyObject, Sendable {
    /// Frees what is kept.
    func purge()
}

/// A lock-free pool of four addresses of unused memory. The thread that exchanges an address for nil owns that memory.
///
/// Unchecked Sendable, because the address of the slots is constant, and they are atomic.
struct IdleSlots: ~Copyable, @unchecked Sendable {
    static let count = 4

    /// SAFETY: allocated in `init`, and freed in `deinit`.
    private let slots: UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>>
    /// The number of addresses for which another one gave way.
    private let displacements = Atomic(0)

    init() {
        slots = .allocate(capacity: IdleSlots.count)
        for slot in 0..<IdleSlots.count { (slots + slot).initialize(to: Atomic(nil)) }
    }

    deinit {
        slots.deinitialize(count: IdleSlots.count)
        slots.deallocate()
    }

    /// Takes the address out of a slot.
    func take(_ slot: Int) -> UnsafeMutableRawPointer? {
        if slots[slot].load(ordering: .relaxed) == nil { return nil }
        return slots[slot].exchange(nil, ordering: .acquiring)
    }

    /// Stores an address in a slot; false if there is another.
    func fill(_ slot: Int, _ address: UnsafeMutableRawPointer) -> Bool {
        slots[slot].compareExchange(expected: nil, desired: address, ordering: .releasing).exchanged
    }

    /// Stores an address in an empty slot; false if there is none.
    func fill(_ address: UnsafeMutableRawPointer) -> Bool {
        for slot in 0..<IdleSlots.count where fill(slot, address) { return true }
        return false
    }

    /// Stores an address in the place of another, which is returned. They are replaced in turn, so that memory of sizes
    /// that are not asked for does not stay.
    func replaceNext(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        let slot = displacements.wrappingAdd(1, ordering: .relaxed).oldValue & (IdleSlots.count - 1)
        return slots[slot].exchange(address, ordering: .acquiringAndReleasing)
    }
}

/// Objects that no call uses, kept for later calls until ``IdleMemory/purge()``. A pool exists as long as the process.
package final class IdlePool<Object: AnyObject>: Purgeable {
    private let slots = IdleSlots()
    private let discard: @Sendable (Object) -> Void

    /// - Parameter discard: called for an object before it is released by `purge`.
    package init(discard: @escaping @Sendable (Object) -> Void = { _ in }) {
        self.discard = discard
        IdleMemory.add(self)
    }

    /// Removes an object, which then belongs to the caller alone; nil if there is none.
    package func take() -> Object? {
        for slot in 0..<IdleSlots.count {
            // SAFETY: an address was stored with a reference to its object.
            if let address = slots.take(slot) { return Unmanaged<Object>.fromOpaque(address).takeRetainedValue() }
        }
        return nil
    }

    /// Adds an object, which must be uniquely referenced.
    ///
    /// - Returns: false, having done nothing, if there is no room.
    package func put(_ idle: Object) -> Bool {
        let reference = Unmanaged.passRetained(idle)
        if slots.fill(reference.toOpaque()) { return true }
        reference.release()
        return false
    }

    /// Releases all objects.
    func purge() {
        while let object = take() { discard(object) }
    }
}
