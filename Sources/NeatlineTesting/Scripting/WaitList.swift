internal import Foundation
internal import NeatlineFoundation

/// Tasks that wait until a value is as they want it.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class WaitList<Value: Sendable>: @unchecked Sendable {
    private struct Waiter {
        let isSatisfied: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let lock = Lock()
    private var waiters: [UInt64: Waiter] = [:]
    private var cancelled: Set<UInt64> = []
    private var nextIdentifier: UInt64 = 0

    /// Returns when `isSatisfied` is true of the value, or when the task is cancelled.
    ///
    /// - Parameter current: Reads the value. It is called when the waiter is in the list already, so that no change
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

    /// Lets those go on who want the value to be as it is now.
    func changed(to value: Value) {
        let satisfied = lock.withLock {
            let satisfied = waiters.filter { $0.value.isSatisfied(value) }
            for identifier in satisfied.keys { waiters[identifier] = nil }
            return satisfied.values.map(\.continuation)
        }
        for continuation in satisfied { continuation.resume() }
    }
}
