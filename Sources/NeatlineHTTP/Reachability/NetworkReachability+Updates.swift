internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// The state of a manager.
struct ReachabilityState {
    /// The destination of the route; without addresses if the name has none.
    var target: NetworkTarget
    var isLookingUp = false
    /// Whether the network has changed since the running lookup began.
    var looksUpAgain = false
    /// Whether the last lookup has found no address.
    var lookupHasFailed = false
    var isRetryPlanned = false

    /// The listener of `startListening`.
    var listening: StatusListening?
    var streams: [ObjectIdentifier: StatusListening] = [:]
    /// Watches the network while there are listeners. Set on the manager's queue only.
    var watch: (any NetworkWatch)?
    /// Whether the status will be determined again shortly, after a change of the network.
    var isSettling = false
    var changedWhileSettling = false

    /// The listener of Alamofire 4's property, and its queue.
    var settableListener: NetworkReachabilityManager.Listener?
    var settableQueue = DispatchQueue.main

    init(target: NetworkTarget) { self.target = target }

    var isListening: Bool { listening != nil || !streams.isEmpty }
}

/// How the status is determined and reported. This happens on the manager's queue, so statuses are reported in order.
extension NetworkReachabilityManager {
    /// The time, in seconds, after which the status is determined again: the kernel reports an interface as down before
    /// it removes its routes, and does not report the removal of some of them.
    static let settlingTime = 0.25
    /// The time, in seconds, after which a failed lookup is repeated.
    static let retryTime = 5.0

    func beginListening() {
        onQueue { manager in
            // The watch begins before the status is determined, so that no change is missed.
            manager.adjustWatch()
            manager.updateStatus()
            manager.lookUp()
        }
    }

    func endListening() {
        onQueue { $0.adjustWatch() }
    }

    private func onQueue(_ work: @escaping @Sendable (NetworkReachabilityManager) -> Void) {
        reachabilityQueue.async { [weak self] in
            if let self { work(self) }
        }
    }

    /// Starts or stops watching the network, depending on whether there are listeners.
    private func adjustWatch() {
        let (isWanted, watch) = state.withLock { ($0.isListening, $0.watch) }
        if isWanted, watch == nil {
            let watch = paths.watch(on: reachabilityQueue) { [weak self] in self?.networkHasChanged() }
            state.withLock { $0.watch = watch }
        } else if !isWanted, let watch {
            state.withLock { $0.watch = nil }
            watch.cancel()
        }
    }

    /// Determines the status and informs the listeners.
    private func updateStatus() {
        let (target, listenings) = state.withLock { state in
            (state.target, Array(state.streams.values) + (state.listening.map { [$0] } ?? []))
        }
        if listenings.isEmpty { return }
        let status = paths.status(of: target)
        for listening in listenings { listening.offer(status) }
    }

    // MARK: - Changes

    private func networkHasChanged() {
        let isFirst = state.withLock { state in
            defer { state.isSettling = true }
            if state.isSettling { state.changedWhileSettling = true }
            return !state.isSettling
        }
        // Changes often come in bursts, which are handled together.
        guard isFirst else { return }
        onQueue { $0.updateStatus() }
        planSettling()
    }

    private func planSettling() {
        paths.after(Self.settlingTime, on: reachabilityQueue) { [weak self] in self?.networkHasSettled() }
    }

    private func networkHasSettled() {
        let (isListening, hasChanged) = state.withLock { state in
            let hasChanged = state.changedWhileSettling && state.isListening
            state.changedWhileSettling = false
            state.isSettling = hasChanged
            return (state.isListening, hasChanged)
        }
        if hasChanged { planSettling() }
        guard isListening else { return }
        onQueue { $0.updateStatus() }
        lookUp(hasChanged: true)
    }

    // MARK: - Names

    /// Starts resolving the name, if there is one and no lookup is running.
    ///
    /// - Parameter hasChanged: Whether the result of a running lookup must be ignored.
    func lookUp(hasChanged: Bool = false) {
        guard let name else { return }
        let begins = state.withLock { state in
            defer { state.isLookingUp = true }
            if state.isLookingUp, hasChanged { state.looksUpAgain = true }
            return !state.isLookingUp
        }
        guard begins else { return }
        paths.lookUp(name) { [weak self] lookup in self?.didLookUp(lookup) }
    }

    private func didLookUp(_ lookup: NameLookup) {
        let (looksUpAgain, plansRetry) = state.withLock { state in
            state.isLookingUp = false
            state.lookupHasFailed = lookup.addresses.isEmpty
            let looksUpAgain = state.looksUpAgain
            state.looksUpAgain = false
            // If the name servers do not answer, the known addresses are kept. A failure while the network was changing
            // says nothing.
            let isNews = !looksUpAgain && (lookup != .failed || state.target == .unresolvedHost)
            if isNews || !lookup.addresses.isEmpty { state.target = .addresses(lookup.addresses) }
            let plansRetry = state.lookupHasFailed && state.isListening && !state.isRetryPlanned && !looksUpAgain
            if plansRetry { state.isRetryPlanned = true }
            return (looksUpAgain, plansRetry)
        }
        onQueue { $0.updateStatus() }
        if looksUpAgain { lookUp() }
        if plansRetry {
            paths.after(Self.retryTime, on: reachabilityQueue) { [weak self] in self?.retryLookup() }
        }
    }

    private func retryLookup() {
        let isWanted = state.withLock { state in
            state.isRetryPlanned = false
            return state.lookupHasFailed && state.isListening
        }
        if isWanted { lookUp() }
    }
}

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
