internal import NeatlineFoundation
internal import Synchronization

/// The adapter and the retrier of a session that can be set at any time, as in Alamofire 4.
final class SettableInterception: Sendable {
    private struct Parts {
        var adapter: (any RequestAdapter)?
        var retrier: (any RequestRetrier)?
    }

    /// Whether there may be parts: requests of sessions without any look at this alone.
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

    /// What was there before goes when the lock is free again: its end may run anything.
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
