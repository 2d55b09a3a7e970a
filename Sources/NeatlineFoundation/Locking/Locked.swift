/// A value that is accessed only while a lock is held.
///
/// Unchecked Sendable because the lock protects the value.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = Lock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    /// Calls `body` with the value while the lock is held.
    ///
    /// - Throws: what `body` throws.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
