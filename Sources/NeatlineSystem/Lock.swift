#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// A lock for short critical sections.
///
/// A thread that finds it held spins briefly before it sleeps, if the system's mutex supports that: sleeping and waking
/// take longer than most of these critical sections. Foundation's `NSLock` allocates an object around the same mutex,
/// which sleeps immediately; the thread sanitizer on Linux does not support `Synchronization.Mutex`.
///
/// Unchecked Sendable because a mutex is designed for use by several threads.
package struct Lock: ~Copyable, @unchecked Sendable {
    /// SAFETY: the address does not change from `init` to `deinit`.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline
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

    /// Acquires the lock, waiting until no other thread holds it. A thread that holds the lock must not acquire it again.
    @inlinable
    package func lock() { pthread_mutex_lock(mutex) }

    /// Releases the lock. Called by the thread that holds it.
    @inlinable
    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Calls `body` while the lock is held, and returns its result.
    ///
    /// - Throws: the error of `body`.
    @inlinable
    package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }
}

/// What threads wait for that look at a state behind a `Lock`.
///
/// Unchecked Sendable because a condition is designed for use by several threads.
package struct Condition: ~Copyable, @unchecked Sendable {
    /// SAFETY: the address does not change from `init` to `deinit`.
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        condition = .allocate(capacity: 1)
        let code = pthread_cond_init(condition, nil)
        precondition(code == 0, "no condition: \(code)")
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    /// Releases the lock, which the thread holds, until the condition is signalled, or for no reason at all.
    package func wait(_ lock: borrowing Lock) { pthread_cond_wait(condition, lock.mutex) }

    /// Wakes a thread that waits.
    package func signal() { pthread_cond_signal(condition) }

    /// Wakes all threads that wait.
    package func broadcast() { pthread_cond_broadcast(condition) }
}
