internal import NeatlineSystem

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
    /// The thread in the section, and how often it has entered it.
    private let owner = Locked<(thread: UInt?, depth: Int)>((nil, 0))

    /// Whether the calling thread is in the section.
    var isEntered: Bool { owner.withLock { $0.thread } == ExclusiveSection.currentThread }

    /// How often the thread in the section has entered it.
    var depth: Int { owner.withLock { $0.depth } }

    /// Calls `body` while no other thread is in the section.
    func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
        begin()
        defer { end() }
        return try body()
    }

    /// Waits until no other thread is in the section, and enters it.
    func begin() {
        if !isEntered { lock.lock() }
        owner.withLock { $0 = (ExclusiveSection.currentThread, $0.depth + 1) }
    }

    /// Leaves the section as often as it was entered.
    func end() {
        let isLeft = owner.withLock { owner in
            owner.depth -= 1
            if owner.depth == 0 { owner.thread = nil }
            return owner.depth == 0
        }
        if isLeft { lock.unlock() }
    }

    /// The identity of the calling thread.
    static var currentThread: UInt {
        #if canImport(Glibc)
        pthread_self()
        #else
        UInt(bitPattern: pthread_self())
        #endif
    }
}
