internal import Foundation
internal import NeatlineFoundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension Exchange {
    /// Records the time at which a byte was transferred, which is checked when the deadline is reached.
    func stampActivity() {
        if requestTimeout != nil { lastActivity.store(context.settings.deadlines.now, ordering: .relaxed) }
    }

    /// Starts the timeouts. Called with the lock held.
    func watchTime() {
        let now = context.settings.deadlines.now
        requestTimeout = Self.nanoseconds(Self.requestTimeout(of: hop.request, else: context.settings.requestTimeout))
        if let limit = Self.nanoseconds(context.settings.resourceTimeout) { resourceDue = now + limit }
        lastActivity.store(now, ordering: .relaxed)
        setDeadline(now: now)
    }

    /// Limits the time for discarding the rest of a body. Called with the lock held.
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

    /// Checks the timeouts: bytes may have been transferred since the deadline was set.
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

    /// The time at which the idle timeout expires. It does not run while no bytes are expected: the receiver is paused,
    /// or decides about a redirect.
    private func idleDue(now: UInt64) -> UInt64? {
        guard let requestTimeout else { return nil }
        var isWaiting = state.isPausedByReceiver || state.isPausedForHolding
        if case .asking = state.phase { isWaiting = true }
        // The time of a pause does not count as idle time afterwards.
        if isWaiting { lastActivity.store(now, ordering: .relaxed) }
        return lastActivity.load(ordering: .relaxed) + requestTimeout
    }

    /// Called with the lock held, so that no deadline is set after the completion has removed it.
    private func setDeadline(now: UInt64) {
        var due = UInt64.max
        if let resourceDue { due = min(due, resourceDue) }
        if let idleDue = idleDue(now: now) { due = min(due, idleDue) }
        if let drainDue = state.drainDue { due = min(due, drainDue) }
        if due != .max { context.settings.deadlines.set(self, at: due, now: now) }
    }

    /// A request's own timeout is used if it differs from the default of 60 seconds.
    static func requestTimeout(of request: URLRequest, else configured: TimeInterval) -> TimeInterval {
        let own = request.timeoutInterval
        return own == 60 || own.isNaN ? configured : own
    }

    /// Converts seconds to nanoseconds: `nil` for no limit if they are NaN or more than a hundred years; 0 if they are
    /// negative.
    static func nanoseconds(_ seconds: TimeInterval) -> UInt64? {
        guard seconds < 100 * 365 * 86_400 else { return nil }
        return seconds > 0 ? UInt64(seconds * 1_000_000_000) : 0
    }

    private static func text(_ seconds: TimeInterval) -> String {
        seconds == 1 ? "1 second" : String(format: "%g seconds", seconds)
    }
}
