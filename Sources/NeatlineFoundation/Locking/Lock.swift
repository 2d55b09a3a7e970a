#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A lock for what is over in a moment.
///
/// A thread that finds it held looks again a few times before it sleeps, where the system's mutex knows how: sleeping and being
/// woken takes longer than what these locks guard. Foundation's `NSLock` is an object around the same mutex, which sleeps at
/// once; `Synchronization.Mutex` is not seen by the thread sanitizer on Linux.
///
/// Unchecked Sendable, because a mutex is made for several threads.
package struct Lock: ~Copyable, @unchecked Sendable {
    /// SAFETY: it stays where it is from `init` to `deinit`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
        mutex = .allocate(capacity: 1)
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        #if canImport(Glibc)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        #endif
        let code = pthread_mutex_init(mutex, &attributes)
        precondition(code == 0, "no mutex: \(code)")
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Waits until no thread holds it, and holds it. A thread that holds it must not ask again.
    package func lock() { pthread_mutex_lock(mutex) }

    /// Called by the thread that holds it.
    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Holds it while `body` runs.
    package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }
}
