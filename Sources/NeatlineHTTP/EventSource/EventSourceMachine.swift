/// Decides when an event source connects, how long it waits before, and how it ends (WHATWG HTML, section 9.2.3),
/// without I/O and without a clock: it takes events and returns actions.
///
/// ```
///  idle ──> connecting ──> open ──┐
///   │           ^  └──────────────┼──> waiting ──> due      over
///   v           └─────────────────┴──────┴──────────┘
///  due (suspended)
/// ```
///
/// While the source is suspended it does not connect: a wait goes on, and ends in `due`. Events of earlier connections
/// and waits are ignored.
struct EventSourceMachine: Sendable, Hashable {
    enum Phase: Sendable, Hashable, CaseIterable {
        case idle
        /// There is a connection without a response.
        case connecting
        /// The response is an event stream.
        case open
        case waiting
        /// The source connects when it is resumed.
        case due
        case over
    }

    /// How a connection has ended.
    enum Ending: Sendable, Hashable, CaseIterable {
        /// The stream is complete.
        case regular
        /// The server asks not to connect again, with status 204.
        case noContent
        /// An error that another connection may not have.
        case broken
        /// Every other error.
        case final
    }

    enum Event: Sendable, Hashable {
        /// A reader wants events.
        case start
        /// The response of a connection is an event stream.
        case opened(Int)
        /// A connection has delivered an event.
        case delivered(Int)
        /// The server has set the time before the next connection, in seconds.
        case retrySet(Double)
        /// A connection has ended; `isSafe` if the method of its request only reads (RFC 9110, section 9.2.1).
        case ended(Int, Ending, isSafe: Bool)
        /// The wait after a connection is over.
        case waitEnded(Int)
        case suspend
        case resume
        case cancel
    }

    enum Action: Sendable, Hashable {
        case connect(Int)
        /// Reading goes on.
        case read
        /// Waits after a connection, for a number of seconds.
        case wait(after: Int, seconds: Double)
        /// A connection has failed, and the next one follows after some seconds.
        case report(seconds: Double)
        /// Pauses or resumes the connection.
        case settleFlow
        case finish(Outcome)
    }

    enum Outcome: Sendable, Hashable {
        case ended
        /// The error is that of the last connection.
        case failed
        case cancelled
    }

    private(set) var phase = Phase.idle
    private(set) var isSuspended = false
    /// The number of connections.
    private(set) var connection = 0
    /// The numbers of connections in a row that have failed, and that have delivered no event.
    private var failures = 0
    private var fruitless = 0
    /// The time before the next connection in seconds.
    private var pause: Double
    /// Whether the source connects again; `nil` if only requests with safe methods do.
    private let reconnects: Bool?
    private let maximumFailures: Int?

    init(_ settings: EventSourceSettings) {
        pause = settings.reconnectionTime.inSeconds
        reconnects = settings.reconnects
        maximumFailures = settings.maximumFailures
    }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .start: return phase == .idle ? connect() : []
        case .opened(connection) where phase == .connecting:
            phase = .open
            failures = 0
        case .delivered(connection) where hasConnection: (failures, fruitless) = (0, 0)
        case .retrySet(let seconds) where phase != .over: pause = seconds
        case .ended(connection, let ending, let isSafe) where phase == .connecting || phase == .open:
            return ended(ending, isSafe)
        case .waitEnded(connection) where phase == .waiting: return connect()
        case .suspend where !isSuspended && phase != .over:
            isSuspended = true
            return hasConnection ? [.settleFlow] : []
        case .resume where isSuspended && phase != .over:
            isSuspended = false
            return phase == .due ? connect() : hasConnection ? [.settleFlow, .read] : []
        case .cancel where phase != .over: return finish(.cancelled)
        case .opened, .delivered, .retrySet, .ended, .waitEnded, .suspend, .resume, .cancel: break
        }
        return []
    }

    /// Whether the source is read.
    var isReading: Bool { hasConnection && !isSuspended }
    private var hasConnection: Bool { phase == .connecting || phase == .open }

    private mutating func connect() -> [Action] {
        phase = .due
        if isSuspended { return [] }
        phase = .connecting
        connection += 1
        fruitless += 1
        return [.connect(connection)]
    }

    private mutating func finish(_ outcome: Outcome) -> [Action] {
        phase = .over
        return [.finish(outcome)]
    }

    private mutating func ended(_ ending: Ending, _ isSafe: Bool) -> [Action] {
        switch ending {
        case .noContent: return finish(.ended)
        case .final: return finish(.failed)
        case .regular:
            // What a request with another method has asked for was answered.
            if !isSafe || reconnects == false { return finish(.ended) }
            return wait()
        case .broken:
            if phase == .connecting { failures += 1 }
            if !(reconnects ?? isSafe) { return finish(.failed) }
            if let maximumFailures, failures > maximumFailures { return finish(.failed) }
            return wait() + [.report(seconds: delay)]
        }
    }

    private mutating func wait() -> [Action] {
        phase = .waiting
        return [.wait(after: connection, seconds: delay)]
    }

    /// The time before the next connection, in seconds: longer after connections without an event.
    private var delay: Double {
        let base = min(max(pause, 0), EventSourceSettings.longestReconnectionTime.inSeconds)
        guard fruitless > 1 else { return base }
        let backoff = max(base, 0.1) * Double(1 << min(fruitless - 1, 20))
        return max(base, min(backoff, EventSourceSettings.longestBackoff.inSeconds))
    }
}

extension Duration {
    /// The number of seconds.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
