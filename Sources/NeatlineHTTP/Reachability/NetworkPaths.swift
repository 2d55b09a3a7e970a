internal import Dispatch

/// What there may be a way to.
enum NetworkTarget: Sendable, Equatable {
    /// Anything outside of the networks at hand.
    case internet
    /// One of these.
    case addresses([NetworkAddress])
    /// A host whose name was not looked up yet.
    case unresolvedHost
}

/// What looking up a name has brought.
enum NameLookup: Sendable, Equatable {
    /// At least one.
    case found([NetworkAddress])
    /// There is no such name.
    case noSuchName
    /// Nobody could be asked.
    case failed

    var addresses: [NetworkAddress] {
        if case .found(let addresses) = self { addresses } else { [] }
    }
}

/// Calls its closure until it is cancelled.
protocol NetworkWatch: Sendable {
    /// Ends the watch; may be called more than once.
    func cancel()
}

/// What a reachability manager asks: the system, or a test's script.
protocol NetworkPaths: Sendable {
    /// What is known of the way to one of the target's addresses; nil if nothing is. It does not wait for anybody.
    func flags(of target: NetworkTarget) -> NetworkReachabilityFlags?

    /// Looks up a name and calls a closure with the result, on any thread, later.
    func lookUp(_ name: String, completion: @escaping @Sendable (NameLookup) -> Void)

    /// Calls a closure whenever an interface, an address or a route may have changed.
    func watch(on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) -> any NetworkWatch

    /// Calls a closure later, once.
    func after(_ seconds: Double, on queue: DispatchQueue, perform work: @escaping @Sendable () -> Void)
}

extension NetworkPaths {
    /// Whether there is a way to one of the target's addresses.
    func status(of target: NetworkTarget) -> NetworkReachabilityManager.NetworkReachabilityStatus {
        .init(flags(of: target))
    }
}
