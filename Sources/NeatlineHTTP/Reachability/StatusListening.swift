internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

/// One closure that is told of statuses: in their order, equal ones once, none after the end.
final class StatusListening: Sendable {
    typealias Status = NetworkReachabilityManager.NetworkReachabilityStatus

    private struct State {
        var last: Status?
        var waiting: [Status] = []
        var isOver = false
    }

    private let state = Locked(State())
    /// Held while the closure runs, which may end this listening or begin another.
    private let calls = NSRecursiveLock()
    private let queue: DispatchQueue
    private let owner: @Sendable () -> AnyObject?
    private let listener: NetworkReachabilityManager.Listener

    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - owner: Without whom nothing is told; he lives on while the closure runs.
    ///   - listener: The closure.
    init(
        queue: DispatchQueue, owner: @escaping @Sendable () -> AnyObject?,
        listener: @escaping NetworkReachabilityManager.Listener
    ) {
        self.queue = queue
        self.owner = owner
        self.listener = listener
    }

    /// Has the closure called, if the status is another than the last one.
    func offer(_ status: Status) {
        let isNew = state.withLock { state in
            guard !state.isOver, state.last != status else { return false }
            state.last = status
            state.waiting.append(status)
            return true
        }
        if isNew { queue.async { self.tell() } }
    }

    /// Calls the closure with the status that waits longest.
    private func tell() {
        guard let owner = owner() else { return }
        calls.lock()
        let status = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        if let status { listener(status) }
        calls.unlock()
        withExtendedLifetime(owner) {}
    }

    /// Lets no call begin any more.
    func finish() {
        state.withLock { state in
            state.isOver = true
            state.waiting = []
        }
    }

    /// Lets no call begin any more, and waits for one that runs on another thread.
    func end() {
        finish()
        calls.lock()
        calls.unlock()
    }
}
