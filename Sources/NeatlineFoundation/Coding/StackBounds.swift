internal import Foundation

/// The bounds of the stack of a thread, for calls that recurse as deep as values are nested.
package struct StackBounds {
    /// The lowest address of the stack, and the address after its end.
    private let lowest: UInt
    private let end: UInt
    /// The address that the stack should not reach.
    let limit: UInt

    /// Creates bounds that are determined by the first check.
    package init() { (lowest, end, limit) = (0, 0, 0) }

    private init(lowest: UInt, end: UInt, limit: UInt) { (self.lowest, self.end, self.limit) = (lowest, end, limit) }

    /// The number of nested values up to which the stack is not checked: the first check takes as long as decoding a small
    /// message. That many levels of a recursive enum take 72 KiB in a debug build with the address sanitizer, and much less
    /// without.
    @inlinable package static var uncheckedDepth: Int { 8 }

    /// Whether the stack of the current thread has room for more calls.
    ///
    /// The bounds are kept for the next call on the same thread: the system takes long to find them.
    package mutating func hasRoom() -> Bool {
        let position = StackBounds.position
        if position < lowest || position >= end { self = .current }
        return position > limit
    }

    /// The bounds of the current thread's stack.
    ///
    /// A quarter of the stack, 256 KiB at most, is reserved for the innermost calls. If the system does not know the end of the
    /// stack, 256 KiB from here on may be used.
    static var current: StackBounds {
        let usual: UInt = 256 << 10
        guard let (lowest, size) = bounds, size > 0 else {
            let limit = position > usual ? position - usual : 0
            return StackBounds(lowest: 0, end: .max, limit: limit)
        }
        return StackBounds(lowest: lowest, end: lowest + size, limit: lowest + min(size / 4, usual))
    }

    /// An address in a frame next to the caller's.
    @inline(never)
    static var position: UInt {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: byteCount) { UInt(bitPattern: $0.baseAddress) }
    }

    /// 1, computed at run time, because the address sanitizer moves allocations of constant size from the stack to the heap.
    private static let byteCount = CommandLine.argc == .max ? 2 : 1

    #if canImport(Darwin)
    /// The lowest address of the stack, and its size.
    private static var bounds: (lowest: UInt, size: UInt)? {
        let thread = pthread_self()
        let size = UInt(pthread_get_stacksize_np(thread))
        return (UInt(bitPattern: pthread_get_stackaddr_np(thread)) - size, size)
    }
    #else
    /// The lowest address of the stack, and its size.
    private static var bounds: (lowest: UInt, size: UInt)? {
        guard let getAttributes else { return nil }
        return withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
            guard let attributes = attributes.baseAddress, getAttributes(pthread_self(), attributes) == 0 else {
                return nil
            }
            defer { pthread_attr_destroy(attributes) }
            var address: UnsafeMutableRawPointer?
            var size = 0
            guard pthread_attr_getstack(attributes, &address, &size) == 0, let address else { return nil }
            return (UInt(bitPattern: address), UInt(size))
        }
    }

    private typealias AttributesGetter = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    // SAFETY: the type is that of the function's documented declaration, which Swift's module of the C library leaves out.
    private static let getAttributes = dlsym(nil, "pthread_getattr_np").map {
        unsafeBitCast($0, to: AttributesGetter.self)
    }
    #endif
}
