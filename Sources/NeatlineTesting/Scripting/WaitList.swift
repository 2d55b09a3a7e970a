internal import Foundation
internal import NeatlineFoundation

/// A list of tasks that wait until a value satisfies a condition.
///
/// Unchecked Sendable because the state is accessed only while the lock is held.
final class WaitList<Value: Sendable>: @unchecked Sendable {
    private struct Waiter {
        let isSatisfied: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let lock = Lock()
    private var waiters: [UInt64: Waiter] = [:]
    private var cancelled: Set<UInt64> = []
    private var nextIdentifier: UInt64 = 0

    /// Waits until `isSatisfied` returns `true` for the value, or the task is cancelled.
    ///
    /// - Parameter current: Returns the value. It is called after the waiter was added to the list, so that no change
    ///   is missed.
    func wait(
        current: @Sendable () -> Value, until isSatisfied: @escaping @Sendable (Value) -> Bool
    ) async {
        if isSatisfied(current()) { return }
        let identifier = lock.withLock {
            nextIdentifier += 1
            return nextIdentifier
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = lock.withLock {
                    if cancelled.remove(identifier) != nil { return true }
                    waiters[identifier] = Waiter(isSatisfied: isSatisfied, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume() } else { changed(to: current()) }
            }
        } onCancel: {
            let waiter = lock.withLock {
                let waiter = waiters.removeValue(forKey: identifier)
                if waiter == nil { cancelled.insert(identifier) }
                return waiter
            }
            waiter?.continuation.resume()
        }
        lock.withLock { _ = cancelled.remove(identifier) }
    }

    /// Resumes the tasks whose conditions the value satisfies.
    func changed(to value: Value) {
        let satisfied = lock.withLock {
            let satisfied = waiters.filter { $0.value.isSatisfied(value) }
            for identifier in satisfied.keys { waiters[identifier] = nil }
            return satisfied.values.map(\.continuation)
        }
        for continuation in satisfied { continuation.resume() }
    }
}
