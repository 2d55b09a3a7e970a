internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension Exchange {
    /// A byte moved. Only the time is kept: the deadline looks at it when it is reached.
    func stampActivity() {
        if requestTimeout != nil { lastActivity.store(context.settings.deadlines.now, ordering: .relaxed) }
    }

    /// Begins to watch the time. Called with the lock held.
    func watchTime() {
        let now = context.settings.deadlines.now
        requestTimeout = Self.nanoseconds(Self.requestTimeout(of: hop.request, else: context.settings.requestTimeout))
        if let limit = Self.nanoseconds(context.settings.resourceTimeout) { resourceDue = now + limit }
        lastActivity.store(now, ordering: .relaxed)
        setDeadline(now: now)
    }

    /// Bounds the time for what is left of a body that nobody wants. Called with the lock held.
    func watchDrain() {
        let now = context.settings.deadlines.now
        state.drainDue = now + Self.drainTime
        setDeadline(now: now)
    }

    /// Called with the lock held.
    func stopWatchingTime() {
        if requestTimeout != nil || resourceDue != nil || state.drainDue != nil {
            context.settings.deadlines.remove(self)
        }
    }

    /// The deadline was reached, which was set by what was known then: whether it is over is looked at now.
    func checkTime() {
        lock.lock()
        if case .done = state.phase { return lock.unlock() }
        let now = context.settings.deadlines.now
        if let resourceDue, now >= resourceDue {
            lock.unlock()
            return end(.timedOut("The request took longer than \(Self.text(context.settings.resourceTimeout))."))
        }
        if let idleDue = idleDue(now: now), now >= idleDue {
            lock.unlock()
            let limit = Double(requestTimeout ?? 0) / 1_000_000_000
            return end(.timedOut("No byte came or went for \(Self.text(limit))."))
        }
        let isDrained = state.drainDue.map { now >= $0 } ?? false
        if isDrained { state.drainDue = nil }
        setDeadline(now: now)
        lock.unlock()
        if isDrained { cancelHop() }
    }

    /// When the time without a byte is over. It is not counted while nobody expects one: the receiver wants none, or is
    /// asked whether to follow a redirect.
    private func idleDue(now: UInt64) -> UInt64? {
        guard let requestTimeout else { return nil }
        var isWaiting = state.isPausedByReceiver || state.isPausedForHolding
        if case .asking = state.phase { isWaiting = true }
        // The time of a pause is not taken for one without bytes after it, either.
        if isWaiting { lastActivity.store(now, ordering: .relaxed) }
        return lastActivity.load(ordering: .relaxed) + requestTimeout
    }

    /// Called with the lock held, so that no deadline is set after the completion removed it.
    private func setDeadline(now: UInt64) {
        var due = UInt64.max
        if let resourceDue { due = min(due, resourceDue) }
        if let idleDue = idleDue(now: now) { due = min(due, idleDue) }
        if let drainDue = state.drainDue { due = min(due, drainDue) }
        if due != .max { context.settings.deadlines.set(self, at: due, now: now) }
    }

    /// A request's own timeout counts if it is another than the 60 seconds that every request begins with.
    static func requestTimeout(of request: URLRequest, else configured: TimeInterval) -> TimeInterval {
        let own = request.timeoutInterval
        return own == 60 || own.isNaN ? configured : own
    }

    /// Seconds as nanoseconds: nil, for any time, if they are NaN or more than a hundred years; 0 if they are negative.
    static func nanoseconds(_ seconds: TimeInterval) -> UInt64? {
        guard seconds < 100 * 365 * 86_400 else { return nil }
        return seconds > 0 ? UInt64(seconds * 1_000_000_000) : 0
    }

    private static func text(_ seconds: TimeInterval) -> String {
        seconds == 1 ? "1 second" : String(format: "%g seconds", seconds)
    }
}
