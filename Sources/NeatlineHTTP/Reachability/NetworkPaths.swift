internal import Dispatch
internal import Foundation
internal import NeatlineSystem

#if canImport(Network)
internal import Network
#endif

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

    /// Returns the addresses of a name as far as they are known on this machine. Does not ask a name server.
    func knownAddresses(of name: String) -> [NetworkAddress]

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

/// The routes as the system reports them.
struct SystemNetworkPaths: NetworkPaths {
    /// The polling interval, in seconds, where nothing reports changes.
    static let pollingInterval = 5.0
    /// Addresses of RFC 5737 and RFC 3849, which nobody uses: only a default route leads to them.
    private static let internet = ["192.0.2.1", "2001:db8::1"].compactMap(NetworkAddress.init(numeric:))
    /// The queue for resolving names, which blocks a thread.
    private static let lookups = DispatchQueue(label: "neatline.reachability.names", attributes: .concurrent)

    /// A watch for changes; `nil` where nothing reports them.
    var makeChangeWatch: @Sendable (DispatchQueue, @escaping @Sendable () -> Void) -> (any NetworkWatch)? = {
        Self.changeWatch(on: $0, changed: $1)
    }
    /// A watch that polls.
    var makePollingWatch: @Sendable (DispatchQueue, @escaping @Sendable () -> Void) -> any NetworkWatch = {
        PollingMonitor(seconds: Self.pollingInterval, on: $0, changed: $1)
    }
    var route: @Sendable (NetworkAddress) -> NetworkRoute = { NetworkRoute(to: $0) }
    var interfaces: @Sendable () -> [NetworkInterface] = { NetworkInterface.all() }

    func flags(of target: NetworkTarget) -> NetworkReachabilityFlags? {
        switch target {
        case .addresses(let addresses): return flags(of: addresses) { _ in true }
        // A route that ends on this machine usually blocks internet access.
        case .internet: return flags(of: Self.internet) { !$0.isLoopback }
        case .unresolvedHost:
            guard let flags = flags(of: .internet) else { return nil }
            // Without a route to the internet, the host may be in a local network.
            return flags.isEmpty && interfaces().contains { $0.isOfNetwork } ? nil : flags
        }
    }

    private func flags(
        of addresses: [NetworkAddress], where counts: (NetworkAddress) -> Bool
    ) -> NetworkReachabilityFlags? {
        var isKnown = true
        for address in addresses {
            switch route(address) {
            case .none: continue
            case .unknown: isKnown = false
            case .from(let local):
                guard counts(local) else { continue }
                let interfaces = interfaces().filter { $0.address.host == local.host }
                // The routes of an unplugged cable remain for a while.
                if !interfaces.isEmpty, !interfaces.contains(where: \.isRunning) { continue }
                let isCellular = interfaces.contains { NetworkInterface.isCellular($0.name) }
                var flags = NetworkReachabilityFlags.reachable
                if isCellular { flags.insert(.isWWAN) }
                if local.host == address.host || address.isLoopback { flags.insert(.isLocalAddress) }
                return flags
            }
        }
        return isKnown ? [] : nil
    }

    /// The file with the names that the system knows.
    var hostsFile = "/etc/hosts"
    /// The addresses that names had last, so that the next manager knows them.
    private static let resolved = Locked<[String: [NetworkAddress]]>([:])
    private static let resolvedLimit = 100

    func knownAddresses(of name: String) -> [NetworkAddress] {
        let name = name.lowercased()
        if let addresses = Self.resolved.withLock({ $0[name] }) { return addresses }
        guard let file = FileHandle(forReadingAtPath: hostsFile), let bytes = try? file.read(upToCount: 1 << 20) else {
            return []
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            let fields = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard fields.dropFirst().contains(where: { $0.lowercased() == name }) else { return nil }
            return NetworkAddress(numeric: String(fields[0]))
        }
    }

    func lookUp(_ name: String, completion: @escaping @Sendable (NameLookup) -> Void) {
        Self.lookups.async {
            let lookup = NetworkAddress.lookUp(name)
            if lookup != .failed {
                Self.resolved.withLock { resolved in
                    if resolved.count >= Self.resolvedLimit { resolved.removeAll() }
                    resolved[name.lowercased()] = lookup.addresses.isEmpty ? nil : lookup.addresses
                }
            }
            completion(lookup)
        }
    }

    func watch(on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) -> any NetworkWatch {
        makeChangeWatch(queue, changed) ?? makePollingWatch(queue, changed)
    }

    func after(_ seconds: Double, on queue: DispatchQueue, perform work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + seconds, execute: work)
    }

    private static func changeWatch(
        on queue: DispatchQueue, changed: @escaping @Sendable () -> Void
    ) -> (any NetworkWatch)? {
        #if os(Linux)
        NetlinkSocket.open().map { descriptor in
            NetlinkWatch(descriptor: descriptor, on: queue, changed: changed) {
                PollingMonitor(seconds: pollingInterval, on: queue, changed: changed)
            }
        }
        #elseif canImport(Network)
        PathMonitorWatch(on: queue, changed: changed)
        #else
        nil
        #endif
    }
}

/// A watch that calls its closure at an interval, where nothing reports changes.
///
/// Unchecked Sendable because the only use of the Dispatch timer is to cancel it, which is allowed on any thread.
final class PollingMonitor: NetworkWatch, @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    init(seconds: Double, on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        // The leeway saves energy; the exact time does not matter.
        timer.schedule(
            deadline: .now() + seconds, repeating: seconds, leeway: .milliseconds(Int(seconds * 1000) / 10))
        timer.setEventHandler(handler: changed)
        timer.activate()
    }

    deinit { timer.cancel() }

    func cancel() { timer.cancel() }
}

#if canImport(Network)
/// A watch that calls its closure when Apple's systems report a change.
///
/// Unchecked Sendable because, once started, the monitor is only cancelled, which is allowed on any thread.
final class PathMonitorWatch: NetworkWatch, @unchecked Sendable {
    private let monitor = NWPathMonitor()

    init(on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) {
        monitor.pathUpdateHandler = { _ in changed() }
        monitor.start(queue: queue)
    }

    deinit { monitor.cancel() }

    func cancel() { monitor.cancel() }
}
#endif
