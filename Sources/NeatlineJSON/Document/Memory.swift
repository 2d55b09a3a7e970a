import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// Memory of the system, memory that is kept between calls, and a stack of trivial values.

/// The system's allocator, for trivial types.
///
/// `UnsafeMutablePointer.allocate` asks for an alignment, for which glibc takes several times as many instructions.
enum Memory {
    /// Uninitialised memory, aligned to 16 bytes.
    static func allocate<Element: BitwiseCopyable>(
        _ type: Element.Type = Element.self, capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        let bytes = Swift.max(capacity &* MemoryLayout<Element>.stride, 1)
        // SAFETY: `malloc` and `calloc` return memory of the size asked for, aligned for every plain type, or nil.
        assert(capacity >= 0 && MemoryLayout<Element>.alignment <= 16)
        let memory = malloc(bytes) ?? reportShortage(of: bytes)
        return memory.bindMemory(to: Element.self, capacity: capacity)
    }

    /// Memory filled with zeros, aligned to 16 bytes. The system provides the pages of large amounts when they are first used.
    static func allocateZeroed<Element: BitwiseCopyable>(
        _ type: Element.Type = Element.self, capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        let memory =
            calloc(Swift.max(capacity, 1), MemoryLayout<Element>.stride)
            ?? reportShortage(of: Swift.max(capacity &* MemoryLayout<Element>.stride, 1))
        return memory.bindMemory(to: Element.self, capacity: capacity)
    }

    /// Ends the process as the standard library does: its allocator says how many bytes there are not, also in a release
    /// build, in which a failed precondition says nothing.
    ///
    /// - Returns: memory filled with zeros, if another thread has freed some meanwhile.
    @inline(never)
    private static func reportShortage(of bytes: Int) -> UnsafeMutableRawPointer {
        // SAFETY: memory aligned to 16 bytes is from `malloc`, so `free` may free it.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        return memory
    }

    /// Frees memory of `allocate` or `allocateZeroed`.
    static func free<Element: BitwiseCopyable>(_ memory: UnsafeMutablePointer<Element>) {
        systemFree(memory)
    }
}

private func systemFree(_ memory: UnsafeMutableRawPointer) { free(memory) }

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

/// A stack of trivial values, without the reference counting and the bounds checks of an array.
struct PlainStack<Element: BitwiseCopyable>: ~Copyable {
    private var elements: UnsafeMutablePointer<Element>
    private(set) var capacity: Int
    private(set) var count = 0

    /// Creates an empty stack with room for `capacity` elements.
    init(capacity: Int) {
        assert(capacity > 0)
        elements = Memory.allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit { Memory.free(elements) }

    /// The element at `index`, which must be on the stack.
    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count)
            // SAFETY: required of the caller.
            return elements[index]
        }
        set {
            assert(index >= 0 && index < count)
            elements[index] = newValue
        }
    }

    /// The first element. Valid until the stack is changed.
    @inline(__always)
    var start: UnsafePointer<Element> { UnsafePointer(elements) }

    /// The last element; the stack must not be empty.
    @inline(__always)
    var last: Element {
        get { self[count &- 1] }
        set { self[count &- 1] = newValue }
    }

    /// A pointer to the last element, to change it in place; valid until the stack grows. The stack must not be empty.
    @inline(__always)
    var top: UnsafeMutablePointer<Element> {
        assert(count > 0)
        return elements + (count &- 1)
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        // SAFETY: there is room for one more.
        (elements + count).initialize(to: element)
        count &+= 1
    }

    /// Removes all elements but the first `count`.
    @inline(__always)
    mutating func removeLast(to count: Int) {
        assert(count >= 0 && count <= self.count)
        self.count = count
    }

    @inline(never)
    private mutating func grow() {
        let larger = Memory.allocate(Element.self, capacity: capacity * 2)
        // SAFETY: `count` elements are initialised, and fit in twice the room.
        larger.update(from: elements, count: count)
        Memory.free(elements)
        elements = larger
        capacity *= 2
    }
}
