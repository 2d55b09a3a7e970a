import Dispatch
import Foundation

@testable import NeatlineHTTP

typealias Status = NetworkReachabilityManager.NetworkReachabilityStatus

/// A network that is as a test says.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class ScriptedPaths: NetworkPaths, @unchecked Sendable {
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var status: Status
        /// That of a host whose name was not looked up, if it is another.
        var unresolvedStatus: Status?
        /// The addresses that the machine knows.
        var known: [String: [NetworkAddress]] = [:]
        var lookups: [(name: String, completion: @Sendable (NameLookup) -> Void)] = []
        var planned: [(seconds: Double, work: @Sendable () -> Void)] = []
        var watches: [ScriptedWatch] = []
        var lookCount = 0

        init(status: Status = .reachable(.ethernetOrWiFi)) { self.status = status }
    }

    init(
        _ status: Status = .reachable(.ethernetOrWiFi), unresolved: Status? = nil,
        known: [String: [NetworkAddress]] = [:]
    ) {
        state = State(status: status)
        state.known = known
        state.unresolvedStatus = unresolved
    }

    private func with<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }

    // MARK: - What the manager asks

    func flags(of target: NetworkTarget) -> NetworkReachabilityFlags? {
        with { state in
            state.lookCount += 1
            if target == .addresses([]) { return [] }
            if target == .unresolvedHost, let status = state.unresolvedStatus { return status.flags }
            return state.status.flags
        }
    }

    func knownAddresses(of name: String) -> [NetworkAddress] { with { $0.known[name] ?? [] } }

    func lookUp(_ name: String, completion: @escaping @Sendable (NameLookup) -> Void) {
        with { $0.lookups.append((name, completion)) }
    }

    func watch(on queue: DispatchQueue, changed: @escaping @Sendable () -> Void) -> any NetworkWatch {
        let watch = ScriptedWatch(changed: changed)
        with { $0.watches.append(watch) }
        return watch
    }

    func after(_ seconds: Double, on queue: DispatchQueue, perform work: @escaping @Sendable () -> Void) {
        with { $0.planned.append((seconds, work)) }
    }

    // MARK: - What the test does

    /// Lets the status be another one.
    func become(_ status: Status) { with { $0.status = status } }

    /// Tells of a change to whoever watches.
    func notify() {
        for watch in with({ $0.watches }) where !watch.isCancelled { watch.changed() }
    }

    /// Lets the status be another one and tells of it; the look that comes a little later is taken at once.
    func change(to status: Status) {
        become(status)
        notify()
        fire(NetworkReachabilityManager.settlingTime)
    }

    /// Does what was planned for after that time, once.
    func fire(_ seconds: Double) {
        let due = with { state in
            let due = state.planned.filter { $0.seconds == seconds }
            state.planned.removeAll { $0.seconds == seconds }
            return due
        }
        for item in due { item.work() }
    }

    /// Ends the lookup that waits longest.
    func answer(_ lookup: NameLookup) {
        with { $0.lookups.isEmpty ? nil : $0.lookups.removeFirst() }?.completion(lookup)
    }

    // MARK: - What the test sees

    var lookedUp: [String] { with { $0.lookups.map(\.name) } }
    var planned: [Double] { with { $0.planned.map(\.seconds) } }
    var watches: [ScriptedWatch] { with { $0.watches } }
    var openWatchCount: Int { watches.count { !$0.isCancelled } }
    var lookCount: Int { with { $0.lookCount } }
}

/// A watch that knows whether it was cancelled.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class ScriptedWatch: NetworkWatch, @unchecked Sendable {
    private let lock = NSLock()
    private var cancelled = false
    let changed: @Sendable () -> Void

    init(changed: @escaping @Sendable () -> Void) { self.changed = changed }

    var isCancelled: Bool { lock.withLock { cancelled } }

    func cancel() { lock.withLock { cancelled = true } }
}

/// The statuses that a listener was called with.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class StatusLog: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: [Status] = []

    var statuses: [Status] { lock.withLock { kept } }

    func add(_ status: Status) { lock.withLock { kept.append(status) } }
}

extension NetworkReachabilityManager {
    /// A manager whose host a test made up.
    convenience init(_ host: String? = nil, paths: ScriptedPaths) {
        self.init(host: host.flatMap { NetworkHost($0) }, paths: paths)
    }

    /// Returns when everything was told that there is to tell.
    func settle(_ queue: DispatchQueue) {
        reachabilityQueue.sync {}
        queue.sync {}
    }
}

extension Status {
    /// Flags that say this.
    fileprivate var flags: NetworkReachabilityFlags? {
        switch self {
        case .unknown: nil
        case .notReachable: []
        case .reachable(.ethernetOrWiFi): .reachable
        case .reachable(.cellular): [.reachable, .isWWAN]
        }
    }
}
