/// A value behind a lock.
///
/// Unchecked Sendable, because the value is only reached while the lock is held.
package final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let lock = Lock()
    // Exclusive access is not checked at run time, because the lock guarantees it.
    @usableFromInline @exclusivity(unchecked) var value: Value

    @inlinable
    package init(_ value: Value) { self.value = value }

    /// Calls `body` while no other thread can reach the value.
    ///
    /// `body` must not call users' code and must not release the last reference to an object of theirs: either may lock
    /// the value again. What has to happen after the change, `body` returns.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }

    /// Replaces a part of the value. The old part is released without the lock: it may belong to users, and lock the
    /// value while it dies.
    @inlinable
    package func set<Part>(_ path: WritableKeyPath<Value, Part>, to new: Part) {
        let old = withLock { value in
            let old = value[keyPath: path]
            value[keyPath: path] = new
            return old
        }
        withExtendedLifetime(old) {}
    }
}

/// A flag that only the first of several callers obtains.
package struct OnceFlag: Sendable {
    private let isTaken = Locked(false)

    package init() {}

    /// Returns `true` for the first call, and `false` for all others.
    package func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}
