internal import NeatlineFoundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A section that one thread is in at a time, and that this thread can enter again.
///
/// The changes of a store run in one, and so does users' code that computes a new value. `Lock` is for sections without
/// such code.
final class ExclusiveSection: Sendable {
    private let lock = Lock()
    /// The thread in the section.
    private let owner = Locked<UInt?>(nil)

    /// Whether the calling thread is in the section.
    var isEntered: Bool { owner.withLock { $0 } == ExclusiveSection.currentThread }

    /// Calls `body` while no other thread is in the section.
    func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
        if isEntered { return try body() }
        lock.lock()
        owner.withLock { $0 = ExclusiveSection.currentThread }
        defer {
            owner.withLock { $0 = nil }
            lock.unlock()
        }
        return try body()
    }

    private static var currentThread: UInt {
        #if canImport(Glibc)
        pthread_self()
        #else
        UInt(bitPattern: pthread_self())
        #endif
    }
}
