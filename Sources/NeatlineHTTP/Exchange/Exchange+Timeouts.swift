internal import Foundation
internal import NeatlineSystem
internal import Synchronization

/// The timeouts of an exchange: without a byte in either direction, of all hops together, for discarding the rest of a
/// body, and for the end of a hop that was cancelled.
extension Exchange {
    /// The maximum time for discarding the rest of a body to keep a connection, in nanoseconds.
    private static let drainTime: UInt64 = 1_000_000_000

    /// The maximum time for the end of a hop that was cancelled, in nanoseconds. A transport that takes longer, or never
    /// reports it, does not hold up the exchange.
    private static let endTime: UInt64 = 1_000_000_000

    private var deadlines: Deadlines { context.settings.deadlines }

    /// Records the time at which a byte was transferred, which is checked when the deadline is reached.
    func stampActivity() {
        if idleTimeout != nil { lastActivity.store(deadlines.now, ordering: .relaxed) }
    }

    /// Starts the timeouts, unless the exchange was started before. Called with the state's lock.
    func startTimeouts(of state: inout State, now: UInt64) {
        guard state.machine.phase == .idle else { return }
        state.resourceDue = Deadlines.nanoseconds(context.settings.resourceTimeout).map { now + $0 }
        lastActivity.store(now, ordering: .relaxed)
        setDeadline(of: state, now: now)
    }

    /// Limits the time for discarding the rest of a body.
    func limitDraining() {
        let now = deadlines.now
        state.withLock { state in
            state.drainDue = now + Self.drainTime
            setDeadline(of: state, now: now)
        }
    }

    /// Limits the time for the end of a hop.
    func limitEnd() {
        let now = deadlines.now
        state.withLock { state in
            state.endDue = now + Self.endTime
            setDeadline(of: state, now: now)
        }
    }

    /// Checks the timeouts: bytes may have been transferred since the deadline was set.
    func checkTimeouts() {
        let now = deadlines.now
        var isEndOverdue = false
        let step = state.withLock { state -> Step? in
            if state.machine.phase == .done { return nil }
            if state.machine.ending != nil {
                isEndOverdue = state.machine.isEndLimited && now >= state.endDue
                if !isEndOverdue { setDeadline(of: state, now: now) }
                return nil
            }
            if let due = state.resourceDue, now >= due { return state.handle(.end(.resourceTimeout)) }
            if let due = idleDue(of: state, now: now), now >= due { return state.handle(.end(.idleTimeout)) }
            let isDrained = state.machine.isDrainLimited && now >= state.drainDue
            let step = isDrained ? state.handle(.drainTimeout) : nil
            setDeadline(of: state, now: now)
            return step
        }
        if let step { take(step) }
        if isEndOverdue, gate.close() { handle(.endTimeout) }
    }

    /// The time at which the idle timeout expires. It does not run while no bytes are expected: the receiver is paused,
    /// or decides about a redirect.
    private func idleDue(of state: State, now: UInt64) -> UInt64? {
        guard let idleTimeout, !state.isUpgraded else { return nil }
        // The time of a pause does not count as idle time afterwards.
        if !state.machine.expectsBytes { lastActivity.store(now, ordering: .relaxed) }
        return lastActivity.load(ordering: .relaxed) + idleTimeout
    }

    /// Called with the state's lock, so that no deadline is set after the completion has removed it.
    private func setDeadline(of state: State, now: UInt64) {
        if state.machine.phase == .done { return }
        if state.machine.ending != nil {
            if state.machine.isEndLimited, state.endDue != .max { deadlines.set(self, at: state.endDue, now: now) }
            return
        }
        var due = UInt64.max
        if let resourceDue = state.resourceDue { due = min(due, resourceDue) }
        if let idleDue = idleDue(of: state, now: now) { due = min(due, idleDue) }
        if state.machine.isDrainLimited { due = min(due, state.drainDue) }
        if due != .max { deadlines.set(self, at: due, now: now) }
    }

    /// A request's own timeout is used if it differs from the default of 60 seconds, or was set.
    static func requestTimeout(of request: URLRequest, else configured: TimeInterval) -> TimeInterval {
        let own = request.timeoutInterval
        return own.isNaN || own == 60 && !request.isTimeoutSet ? configured : own
    }
}

extension URLRequest {
    /// Whether `timeoutInterval` was set, to whatever value. False if that is not known: on Apple platforms, after a
    /// conversion to `NSURLRequest`, and for the value that an initializer received.
    var isTimeoutSet: Bool { Self.showsTimeoutFlag && timeoutFlag }

    /// Foundation's own flag on Linux, which `URLSession` uses there and which is not public: the last byte of the structure,
    /// behind a reference.
    private var timeoutFlag: Bool {
        // SAFETY: reads one byte of a value with at least as many, whose bytes are all initialized.
        withUnsafeBytes(of: self) { $0.last == 1 }
    }

    /// Whether the structure has this layout, which is tried once in each process.
    private static let showsTimeoutFlag: Bool = {
        #if os(Linux)
        guard MemoryLayout<URLRequest>.size == MemoryLayout<UnsafeRawPointer>.size + 1,
            let url = URL(string: "http://localhost/")
        else { return false }
        let untouched = URLRequest(url: url)
        var (set, other) = (untouched, untouched)
        set.timeoutInterval = 60
        other.httpMethod = "PUT"
        return !untouched.timeoutFlag && set.timeoutFlag && !other.timeoutFlag
        #else
        return false
        #endif
    }()
}
