internal import Dispatch

/// The destination of a route.
enum NetworkTarget: Sendable, Equatable {
    /// The internet: anything outside of the local networks.
    case internet
    /// Any of these addresses.
    case addresses([NetworkAddress])
    /// A host whose name was not resolved yet.
    case unresolvedHost
}

/// The result of resolving a name.
enum NameLookup: Sendable, Equatable {
    /// At least one address was found.
    case found([NetworkAddress])
    /// The name does not exist.
    case noSuchName
    /// The name could not be resolved.
    case failed

    var addresses: [NetworkAddress] {
        if case .found(let addresses) = self { addresses } else { [] }
    }
}

/// A watch, which calls a closure until it is cancelled.
protocol NetworkWatch: Sendable {
    /// Cancels the watch; may be called more than once.
    func cancel()
}

/// The functions of the system that a reachability manager uses; tests replace them.
protocol NetworkPaths: Sendable {
    /// Returns the flags of the route to one of the target's addresses; `nil` if they are unknown. Does not block.
    func flags(of target: NetworkTarget) -> NetworkReachabilityFlags?

    /// Resolves a name and calls a closure with the result, on any thread, later.
    func lookUp(_ name: String, completion: @escaping @Sendable (NameLookup) -> Void)

    /// Calls a closure whenever an interface, an address or a route may have changed.
    func watch(on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) -> any NetworkWatch

    /// Calls a closure once, after a delay.
    func after(_ seconds: Double, on queue: DispatchQueue, perform work: @escaping @Sendable () -> Void)
}

extension NetworkPaths {
    /// Returns the status of the route to one of the target's addresses.
    func status(of target: NetworkTarget) -> NetworkReachabilityManager.NetworkReachabilityStatus {
        .init(flags(of: target))
    }
}
