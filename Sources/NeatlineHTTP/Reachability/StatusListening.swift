internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

/// A listener: a closure that receives statuses in order, without repetitions, and none after the end.
final class StatusListening: Sendable {
    typealias Status = NetworkReachabilityManager.NetworkReachabilityStatus

    private struct State {
        var last: Status?
        var waiting: [Status] = []
        var isOver = false
    }

    private let state = Locked(State())
    /// Held while the closure runs, which may end this listener or start another.
    private let calls = NSRecursiveLock()
    private let queue: DispatchQueue
    private let owner: @Sendable () -> AnyObject?
    private let listener: NetworkReachabilityManager.Listener

    /// Creates a listener.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - owner: Returns the owner, which is retained while the closure runs; without one the closure is not called.
    ///   - listener: The closure.
    init(
        queue: DispatchQueue, owner: @escaping @Sendable () -> AnyObject?,
        listener: @escaping NetworkReachabilityManager.Listener
    ) {
        self.queue = queue
        self.owner = owner
        self.listener = listener
    }

    /// Schedules a call of the closure, if the status differs from the last one.
    func offer(_ status: Status) {
        let isNew = state.withLock { state in
            guard !state.isOver, state.last != status else { return false }
            state.last = status
            state.waiting.append(status)
            return true
        }
        if isNew { queue.async { self.tell() } }
    }

    /// Calls the closure with the oldest pending status.
    private func tell() {
        guard let owner = owner() else { return }
        calls.lock()
        let status = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        if let status { listener(status) }
        calls.unlock()
        withExtendedLifetime(owner) {}
    }

    /// Prevents further calls.
    func finish() {
        state.withLock { state in
            state.isOver = true
            state.waiting = []
        }
    }

    /// Prevents further calls, and waits for one that is running on another thread.
    func end() {
        finish()
        calls.lock()
        calls.unlock()
    }
}
