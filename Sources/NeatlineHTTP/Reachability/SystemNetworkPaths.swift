internal import Dispatch

/// What the system says of the ways to addresses.
struct SystemNetworkPaths: NetworkPaths {
    typealias Status = NetworkReachabilityManager.NetworkReachabilityStatus

    /// How often to look where nobody tells of changes, in seconds.
    static let tick = 5.0
    /// Of RFC 5737 and RFC 3849: nobody has them, so only a route to everywhere leads to them.
    private static let internet = ["192.0.2.1", "2001:db8::1"].compactMap(NetworkAddress.init(numeric:))
    /// Looking up a name blocks a thread.
    private static let lookups = DispatchQueue(label: "neatline.reachability.names", attributes: .concurrent)

    /// What tells of changes; nil where there is nothing that does.
    var notice: @Sendable (DispatchQueue, @escaping @Sendable () -> Void) -> (any NetworkWatch)? = { queue, changed in
        Self.notice(on: queue, changed: changed)
    }
    /// What calls again and again.
    var ticking: @Sendable (DispatchQueue, @escaping @Sendable () -> Void) -> any NetworkWatch = { queue, tick in
        TickingWatch(seconds: Self.tick, on: queue, tick: tick)
    }
    var route: @Sendable (NetworkAddress) -> NetworkRoute = { NetworkRoute(to: $0) }
    var interfaces: @Sendable () -> [NetworkInterface] = { NetworkInterface.all() }

    func status(of target: NetworkTarget) -> Status {
        switch target {
        case .addresses(let addresses): status(of: addresses) { _ in true }
        // A route that ends on this machine is somebody's way to forbid the internet.
        case .internet: status(of: Self.internet) { !$0.isLoopback }
        }
    }

    private func status(of addresses: [NetworkAddress], where counts: (NetworkAddress) -> Bool) -> Status {
        var isKnown = true
        for address in addresses {
            switch route(address) {
            case .none: continue
            case .unknown: isKnown = false
            case .from(let local):
                guard counts(local) else { continue }
                let interfaces = interfaces().filter { $0.address.host == local.host }
                // A cable that is pulled out leaves its routes for a while.
                if !interfaces.isEmpty, !interfaces.contains(where: \.isRunning) { continue }
                let isCellular = interfaces.contains { NetworkInterface.isCellular($0.name) }
                return .reachable(isCellular ? .cellular : .ethernetOrWiFi)
            }
        }
        return isKnown ? .notReachable : .unknown
    }

    func lookUp(_ name: String, completion: @escaping @Sendable (NameLookup) -> Void) {
        Self.lookups.async { completion(NetworkAddress.lookUp(name)) }
    }

    func watch(on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) -> any NetworkWatch {
        notice(queue, changed) ?? ticking(queue, changed)
    }

    func after(_ seconds: Double, on queue: DispatchQueue, perform work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + seconds, execute: work)
    }

    private static func notice(
        on queue: DispatchQueue, changed: @escaping @Sendable () -> Void
    ) -> (any NetworkWatch)? {
        #if os(Linux)
        NetlinkSocket.open().map { descriptor in
            NetlinkWatch(descriptor: descriptor, on: queue, changed: changed) {
                TickingWatch(seconds: tick, on: queue, tick: changed)
            }
        }
        #elseif canImport(Network)
        PathMonitorWatch(on: queue, changed: changed)
        #else
        nil
        #endif
    }
}
