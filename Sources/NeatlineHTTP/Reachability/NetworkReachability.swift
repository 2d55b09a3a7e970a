public import Dispatch
internal import NeatlineSystem

/// Reports whether the network, or a host, is reachable, and when that changes.
///
/// ```swift
/// let manager = NetworkReachabilityManager(host: "www.apple.com")
///
/// manager?.startListening { status in
///     print("Network status changed: \(status)")
/// }
/// ```
///
/// Keep the manager: closures are not called after it was deinitialized. Do not use the status to decide whether to
/// send a request, because it may be outdated a moment later. Use it to retry failed requests when the network becomes
/// reachable, and to explain why requests have failed.
///
/// The status is determined without sending a packet to the host. Reachable means that the system has a route through
/// an interface with a carrier; whether the host answers is unknown. A manager with a host resolves its name in the
/// background, which may query a name server: when listening begins, after each change of the network, when the status
/// is read and no address is known, and every five seconds while the name cannot be resolved and somebody listens.
///
/// On Linux, the kernel reports changes (rtnetlink). Where a process may not use that, as in some sandboxes, the status
/// is polled every five seconds.
///
/// All members may be used on any thread. Unchecked Sendable because subclasses may add state; the class's own
/// properties are Sendable.
open class NetworkReachabilityManager: @unchecked Sendable {
    /// The reachability of the network or a host.
    public enum NetworkReachabilityStatus: Sendable, Hashable {
        /// Unknown: the host's name was not resolved yet and may be in a local network without internet access, or the
        /// system could not be queried.
        case unknown
        /// Not reachable: there is no route, or the host's name does not exist.
        case notReachable
        /// Reachable: there is a route through an interface of the given type.
        case reachable(ConnectionType)

        /// The type of a network interface.
        public enum ConnectionType: Sendable, Hashable {
            /// Ethernet, Wi-Fi, or any other interface that is not ``cellular``, including the loopback interface.
            case ethernetOrWiFi
            /// A cellular interface: one that the system reports as wide-area, or with the name of such an interface
            /// (`wwan…`, `ppp…`, `rmnet…`, `ccmni…`).
            case cellular
        }
    }

    /// A closure that receives the status.
    public typealias Listener = @Sendable (_ status: NetworkReachabilityStatus) -> Void

    /// The manager for the internet; never `nil` on the current platforms.
    public static let `default`: NetworkReachabilityManager? = NetworkReachabilityManager()

    /// The queue on which the status is determined after a change of the network.
    public let reachabilityQueue = DispatchQueue(label: "neatline.reachability")

    /// The host's name to resolve, if there is one.
    let name: String?
    let paths: any NetworkPaths
    let state: Locked<ReachabilityState>

    /// Creates a manager for the internet: it reports whether there is a route to addresses outside of all known
    /// networks (those reserved by RFC 5737 and RFC 3849).
    ///
    /// Never returns `nil` on the current platforms.
    public init?() {
        name = nil
        paths = SystemNetworkPaths()
        state = Locked(ReachabilityState(target: .internet))
    }

    /// Creates a manager for a host.
    ///
    /// Addresses and `localhost` need not be resolved, and the addresses of names in `/etc/hosts`, and of those that this
    /// process has resolved before, are known at once. Until another name was resolved, its status is that of the
    /// internet; without a route to the internet, it is ``NetworkReachabilityStatus/unknown`` if there is any network,
    /// because the host may be in it, and not reachable otherwise.
    ///
    /// - Parameter host: A host name or an address, without scheme, port and path; IPv6 addresses with or without
    ///   brackets. The initializer returns `nil` if it is empty or contains invalid characters: white space, control
    ///   characters, `/`, `?`, `#`, `@` or a port.
    public init?(host: String) {
        guard let host = NetworkHost(host) else { return nil }
        let paths = SystemNetworkPaths()
        name = host.name
        self.paths = paths
        state = Locked(ReachabilityState(target: host.target(in: paths)))
    }

    /// Creates a manager with a substitute for the system.
    init(host: NetworkHost?, paths: any NetworkPaths) {
        name = host?.name
        self.paths = paths
        state = Locked(ReachabilityState(target: host?.target(in: paths) ?? .internet))
    }

    deinit {
        state.withLock { state in
            state.listening?.finish()
            state.watch?.cancel()
        }
    }

    // MARK: - The status

    /// The current flags of the route; `nil` if they are unknown. Reading them takes some microseconds.
    ///
    /// This never waits for a name to be resolved: until then, these are the flags of the route to the internet.
    open var flags: NetworkReachabilityFlags? {
        let target = state.withLock { $0.target }
        if target == .unresolvedHost || target == .addresses([]) { lookUp() }
        return paths.flags(of: target)
    }

    /// The current status, which follows from ``flags``.
    open var status: NetworkReachabilityStatus { NetworkReachabilityStatus(flags) }

    /// Whether the network or host is reachable through any interface.
    open var isReachable: Bool {
        if case .reachable = status { true } else { false }
    }

    /// Whether the network or host is reachable through a cellular interface.
    open var isReachableOnCellular: Bool { status == .reachable(.cellular) }

    /// Whether the network or host is reachable through an interface that is not cellular.
    open var isReachableOnEthernetOrWiFi: Bool { status == .reachable(.ethernetOrWiFi) }

    // MARK: - Listening

    /// Calls a closure with the current status, and again after each change of it.
    ///
    /// The first call reports the current status, even if it is ``NetworkReachabilityStatus/unknown``. Calls are made
    /// one after the other, in the order of the changes, even if the queue is concurrent.
    ///
    /// The closure of an earlier call is no longer called: this function waits for a call of it that is running on
    /// another thread.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - listener: A closure that receives the status. The manager retains it until listening ends, so it should not
    ///     retain the manager.
    /// - Returns: Whether listening has begun; always `true` on Linux.
    @discardableResult
    open func startListening(
        onQueue queue: DispatchQueue = .main, onUpdatePerforming listener: @escaping Listener
    ) -> Bool {
        let listening = StatusListening(queue: queue, owner: { [weak self] in self }, listener: listener)
        let earlier = state.withLock { state in
            defer { state.listening = listening }
            return state.listening
        }
        earlier?.end()
        beginListening()
        return true
    }

    /// Ends listening that ``startListening(onQueue:onUpdatePerforming:)`` has begun. Streams of
    /// ``statuses(bufferingPolicy:)`` continue.
    ///
    /// The closure is not called after this function has returned: it waits for a call that is running on another
    /// thread, but not when it is called by the closure itself. So the closure must not wait for the thread that calls
    /// this function.
    open func stopListening() {
        let earlier = state.withLock { state in
            defer { state.listening = nil }
            return state.listening
        }
        guard let earlier else { return }
        earlier.end()
        endListening()
    }
}

extension NetworkReachabilityManager {
    /// Returns an asynchronous sequence of the current status and each change of it.
    ///
    /// ```swift
    /// for await status in manager.statuses() where status != .notReachable {
    ///     await sendQueuedRequests()
    /// }
    /// ```
    ///
    /// The first element is the status when the iteration begins; consecutive elements differ. Each iteration is
    /// independent of the others and of the closure of ``startListening(onQueue:onUpdatePerforming:)``. An iteration
    /// retains the manager, and ends when its task is cancelled.
    ///
    /// - Parameter bufferingPolicy: What happens to statuses that arrive faster than they are read.
    /// - Returns: The sequence.
    public func statuses(
        bufferingPolicy: StreamOf<NetworkReachabilityStatus>.BufferingPolicy = .unbounded
    ) -> StreamOf<NetworkReachabilityStatus> {
        StreamOf(bufferingPolicy: bufferingPolicy) { [self] continuation in
            let listening = StatusListening(queue: reachabilityQueue, owner: { self }) { continuation.yield($0) }
            let key = ObjectIdentifier(listening)
            continuation.onTermination = { _ in
                self.state.withLock { $0.streams[key] = nil }
                listening.finish()
                self.endListening()
            }
            state.withLock { $0.streams[key] = listening }
            beginListening()
        }
    }
}

/// The flags of the route to a host or the internet, with the values of Apple's `SCNetworkReachabilityFlags`.
///
/// Apple's other flags, which concern connections that must be dialled first, are never set.
public struct NetworkReachabilityFlags: OptionSet, Sendable, Hashable, CustomStringConvertible {
    /// The bits of the set.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is a route to the destination.
    public static let reachable = NetworkReachabilityFlags(rawValue: 1 << 1)
    /// The destination is this machine.
    public static let isLocalAddress = NetworkReachabilityFlags(rawValue: 1 << 16)
    /// The route leads through a cellular interface.
    public static let isWWAN = NetworkReachabilityFlags(rawValue: 1 << 18)

    /// The names of the flags, such as `[reachable, isWWAN]`.
    public var description: String {
        let names: [(NetworkReachabilityFlags, String)] = [
            (.reachable, "reachable"), (.isLocalAddress, "isLocalAddress"), (.isWWAN, "isWWAN"),
        ]
        return "[\(names.filter { contains($0.0) }.map(\.1).joined(separator: ", "))]"
    }
}

extension NetworkReachabilityManager.NetworkReachabilityStatus {
    /// Creates the status for flags; unknown if they are `nil`.
    init(_ flags: NetworkReachabilityFlags?) {
        guard let flags else {
            self = .unknown
            return
        }
        guard flags.contains(.reachable) else {
            self = .notReachable
            return
        }
        self = .reachable(flags.contains(.isWWAN) ? .cellular : .ethernetOrWiFi)
    }
}
