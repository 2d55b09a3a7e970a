internal import Foundation
internal import NeatlineFoundation

/// The requests of a server, and its counts.
///
/// Unchecked Sendable because the state is accessed only while the lock is held.
final class LoopbackLog: @unchecked Sendable {
    struct Counts: Sendable {
        var requests = 0
        var accepted = 0
        var open = 0
    }

    private let lock = Lock()
    private let limit: Int
    /// The newest requests, as a ring buffer when the limit is reached: the oldest is at `oldest`.
    private var entries: [LoopbackRequest] = []
    private var oldest = 0
    private var current = Counts()
    private var waiterCount = 0
    private let waiters = WaitList<Counts>()

    init(limit: Int) { self.limit = max(0, limit) }

    var counts: Counts { lock.withLock { current } }

    var requests: [LoopbackRequest] {
        lock.withLock { Array(entries[oldest...] + entries[..<oldest]) }
    }

    func clear() {
        lock.withLock {
            entries = []
            oldest = 0
        }
    }

    func add(_ request: LoopbackRequest) {
        change {
            $0.requests += 1
            if entries.count < limit {
                entries.append(request)
            } else if limit > 0 {
                entries[oldest] = request
                oldest = (oldest + 1) % limit
            }
        }
    }

    func accepted() {
        change {
            $0.accepted += 1
            $0.open += 1
        }
    }

    func closed() { change { $0.open -= 1 } }

    func wait(until isSatisfied: @escaping @Sendable (Counts) -> Bool) async {
        lock.withLock { waiterCount += 1 }
        await waiters.wait(current: { self.counts }, until: isSatisfied)
        lock.withLock { waiterCount -= 1 }
    }

    private func change(_ body: (inout Counts) -> Void) {
        let (counts, isAwaited) = lock.withLock {
            body(&current)
            return (current, waiterCount > 0)
        }
        if isAwaited { waiters.changed(to: counts) }
    }
}
