internal import Dispatch
internal import NeatlineFoundation

/// What a manager remembers.
struct ReachabilityState {
    /// What to ask for, without addresses if the name has none.
    var target: NetworkTarget
    var isLookingUp = false
    /// Whether the network has changed since the lookup began that is under way.
    var looksUpAgain = false
    /// Whether the last lookup has found nothing.
    var lookupHasFailed = false
    var isRetryPlanned = false

    /// What `startListening` began.
    var listening: StatusListening?
    var streams: [ObjectIdentifier: StatusListening] = [:]
    /// There while somebody listens. Set on the manager's queue only.
    var watch: (any NetworkWatch)?
    /// Whether another look is planned, because the network has just changed.
    var isSettling = false
    var changedWhileSettling = false

    /// The listener that Alamofire 4 has as a property, and its queue.
    var settableListener: NetworkReachabilityManager.Listener?
    var settableQueue = DispatchQueue.main

    init(target: NetworkTarget) { self.target = target }

    var isListening: Bool { listening != nil || !streams.isEmpty }
}

/// How the manager finds out, and whom it tells. Looks are taken on the manager's queue, so each is told in its turn.
extension NetworkReachabilityManager {
    /// The kernel tells that an interface goes down before it has taken its routes away, and of some of them it does not
    /// tell at all. So there is a second look after this time, in seconds.
    static let settlingTime = 0.25
    /// After how many seconds a name is looked up again that was not found.
    static let retryTime = 5.0

    func beginListening() {
        onQueue { manager in
            // In this order no change is missed.
            manager.adjustWatch()
            manager.look()
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

    /// Watches the network if somebody listens.
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

    /// Looks at the status and tells those who listen.
    private func look() {
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
        // Many changes come at once, and then the look that is planned is for all of them.
        guard isFirst else { return }
        onQueue { $0.look() }
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
        onQueue { $0.look() }
        lookUp(hasChanged: true)
    }

    // MARK: - Names

    /// Begins to look up the name, if there is one and this is not being done.
    ///
    /// - Parameter hasChanged: Whether a lookup that is under way does not count.
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
            // Servers of names that do not answer leave the addresses that are known, and what failed while the network
            // was another says nothing.
            let isNews = !looksUpAgain && (lookup != .failed || state.target == .unresolvedHost)
            if isNews || !lookup.addresses.isEmpty { state.target = .addresses(lookup.addresses) }
            let plansRetry = state.lookupHasFailed && state.isListening && !state.isRetryPlanned && !looksUpAgain
            if plansRetry { state.isRetryPlanned = true }
            return (looksUpAgain, plansRetry)
        }
        onQueue { $0.look() }
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
