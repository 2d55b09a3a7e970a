public import Dispatch
internal import NeatlineFoundation

/// Tells whether the network, or one host, can be reached, and when that changes.
///
/// ```swift
/// let manager = NetworkReachabilityManager(host: "www.apple.com")
///
/// manager?.startListening { status in
///     print("Network status changed: \(status)")
/// }
/// ```
///
/// Keep the manager: nothing is told after it is gone. Send requests whatever the status is, because it may be wrong a
/// moment later; a status that becomes reachable is a good moment to try again what has failed, and one that is not
/// explains to people why it failed.
///
/// No packet is sent to find out. Reachable means that the system has a route that leaves this machine by an interface
/// with a carrier; whether anybody answers at its other end is not known. A manager with a host looks up its name, which
/// may ask a server of names, in the background: when listening begins, after each change of the network, when the status
/// is read and no lookup has found an address, and every five seconds while the name cannot be found and somebody listens.
///
/// On Linux the kernel tells of changes (rtnetlink). Where a process may not ask for that, as in some sandboxes, the status
/// is looked at every five seconds instead.
///
/// All members may be used on any thread.
///
/// Unchecked Sendable for its subclasses' sake; its own properties are Sendable.
open class NetworkReachabilityManager: @unchecked Sendable {
    /// Whether something can be reached.
    public enum NetworkReachabilityStatus: Sendable, Hashable {
        /// It is not known: the name has not been looked up yet and may be in a network at hand that has no way to the
        /// internet, or the system could not be asked.
        case unknown
        /// There is no way to it, or no such name.
        case notReachable
        /// There is a way to it, which leaves this machine by an interface of this kind.
        case reachable(ConnectionType)

        /// What an interface connects to.
        public enum ConnectionType: Sendable, Hashable {
            /// A cable, Wi-Fi, or anything else that is not ``cellular``; also this machine itself.
            case ethernetOrWiFi
            /// A modem: interfaces that the system says are for a wide area, or that have the names of such ones
            /// (`wwan…`, `ppp…`, `rmnet…`, `ccmni…`).
            case cellular
        }
    }

    /// What is called with a status.
    public typealias Listener = @Sendable (_ status: NetworkReachabilityStatus) -> Void

    /// A manager of the way to the public internet; never nil on the platforms that there are now.
    public static let `default`: NetworkReachabilityManager? = NetworkReachabilityManager()

    /// The queue on which the status is looked at when something has changed.
    public let reachabilityQueue = DispatchQueue(label: "neatline.reachability")

    /// The name that has to be looked up, if there is one.
    let name: String?
    let paths: any NetworkPaths
    let state: Locked<ReachabilityState>

    /// A manager of the way to the public internet: whether there is a route to addresses outside of all networks that are
    /// somebody's (RFC 5737 and RFC 3849 keep them for documents).
    ///
    /// It is never nil on the platforms that there are now.
    public init?() {
        name = nil
        paths = SystemNetworkPaths()
        state = Locked(ReachabilityState(target: .internet))
    }

    /// A manager of the way to a host.
    ///
    /// An address needs no lookup, and neither does `localhost`. Until another name was looked up, its status is that of the
    /// internet; without a way there, it is ``NetworkReachabilityStatus/unknown`` if there is any network, because the host
    /// may be in it, and otherwise not reachable.
    ///
    /// - Parameter host: A name or an address without scheme, port and path; IPv6 with or without brackets. It is nil if
    ///   this is empty or has characters of which neither is made: white space, control characters, `/`, `?`, `#`, `@`, a port.
    public init?(host: String) {
        guard let host = NetworkHost(host) else { return nil }
        name = host.name
        paths = SystemNetworkPaths()
        state = Locked(ReachabilityState(target: host.target))
    }

    /// A manager that asks something else than the system.
    init(host: NetworkHost?, paths: any NetworkPaths) {
        name = host?.name
        self.paths = paths
        state = Locked(ReachabilityState(target: host?.target ?? .internet))
    }

    deinit {
        state.withLock { state in
            state.listening?.finish()
            state.watch?.cancel()
        }
    }

    // MARK: - The status

    /// What is known of the way as it is now, which takes some microseconds to find out; nil if nothing is.
    ///
    /// It never waits for a name: until the name was looked up, these are the flags of the way to the internet.
    open var flags: NetworkReachabilityFlags? {
        let target = state.withLock { $0.target }
        if target == .unresolvedHost || target == .addresses([]) { lookUp() }
        return paths.flags(of: target)
    }

    /// The status as it is now: what ``flags`` say.
    open var status: NetworkReachabilityStatus { NetworkReachabilityStatus(flags) }

    /// Whether the status is reachable, by any interface.
    open var isReachable: Bool {
        if case .reachable = status { true } else { false }
    }

    /// Whether the status is reachable by a modem.
    open var isReachableOnCellular: Bool { status == .reachable(.cellular) }

    /// Whether the status is reachable by anything but a modem.
    open var isReachableOnEthernetOrWiFi: Bool { status == .reachable(.ethernetOrWiFi) }

    // MARK: - Listening

    /// Calls a closure with the status, and again whenever it is another.
    ///
    /// The first call tells the status as it is when listening begins, also if it is
    /// ``NetworkReachabilityStatus/unknown``. Calls come one after the other, in the order of the changes, even if the
    /// queue is concurrent.
    ///
    /// A closure that was given before is not called any more: this waits for a call that runs on another thread.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - listener: The closure. It is kept until listening ends, so it should not keep the manager.
    /// - Returns: Whether listening has begun, which is always so on Linux.
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

    /// Ends what ``startListening(onQueue:onUpdatePerforming:)`` began. Streams of ``statuses(bufferingPolicy:)`` go on.
    ///
    /// The closure is not called after this has returned: this waits for a call that runs on another thread, and does not
    /// wait inside of the closure itself. So a closure must not wait for the thread that stops.
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
