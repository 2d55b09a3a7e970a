internal import NeatlineSystem
internal import Synchronization

/// The adapter and the retrier of a session, which can be set at any time, as in Alamofire 4.
final class SettableInterception: Sendable {
    private struct Parts {
        var adapter: (any RequestAdapter)?
        var retrier: (any RequestRetrier)?
    }

    /// Whether there may be an adapter or a retrier. Requests of other sessions check only this.
    private let isUsed = Atomic(false)
    private let parts = Locked(Parts())

    var adapter: (any RequestAdapter)? {
        get { isUsed.load(ordering: .acquiring) ? parts.withLock { $0.adapter } : nil }
        set { change { $0.adapter = newValue } }
    }

    var retrier: (any RequestRetrier)? {
        get { isUsed.load(ordering: .acquiring) ? parts.withLock { $0.retrier } : nil }
        set { change { $0.retrier = newValue } }
    }

    /// The earlier value is released after the lock, because releasing it may run any code.
    private func change(_ body: (inout Parts) -> Void) {
        let earlier = parts.withLock { parts in
            let earlier = parts
            body(&parts)
            return earlier
        }
        isUsed.store(true, ordering: .releasing)
        withExtendedLifetime(earlier) {}
    }
}
