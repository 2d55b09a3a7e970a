internal import Foundation
internal import NeatlineFoundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One attempt of a request: from the first hop through redirects to the last response.
///
/// Hops follow one another: the next one starts when the one before is complete, so the transport's events are serial
/// over all of them. What a redirect carries as its body is thrown away if little is left of it, which keeps the
/// connection; else the hop is cancelled.
///
/// An exchange keeps itself and its receiver alive from ``start()`` until it has told of its completion; an attempt
/// that is not wanted any more is cancelled.
///
/// Unchecked Sendable, because of what changes, one part is only reached while the lock is held, and the other
/// (``Hop`` and what is kept of hops that are over) only between the transport's events, which come one at a time.
final class Exchange: DeadlineNode, @unchecked Sendable {
    /// Bytes of a body that nobody wants which are read for the sake of the connection.
    static let drainLimit = 65_536
    /// Nanoseconds that reading them may take.
    static let drainTime: UInt64 = 1_000_000_000
    /// Challenges that are answered in one exchange.
    static let challengeLimit = 5

    let context: ExchangeContext
    let expectsLargeBody: Bool
    /// Bytes that a response's body may have, decoded.
    let maximumBodySize: Int64

    // Exclusive access is not checked at run time for what changes: the lock, or the order of events, sees to it, and the
    // checks would take a sixth of an exchange's time.

    let lock = Lock()
    @exclusivity(unchecked) var state = State()
    /// Let go of at completion, when no event can come any more.
    @exclusivity(unchecked) var receiver: (any ExchangeReceiver)?

    /// When a byte last moved.
    let lastActivity = Atomic<UInt64>(0)
    /// Nanoseconds without a byte, or nil for any time.
    @exclusivity(unchecked) var requestTimeout: UInt64?
    /// When all must be over, or nil.
    @exclusivity(unchecked) var resourceDue: UInt64?

    /// Between events.
    @exclusivity(unchecked) var hop: Hop
    @exclusivity(unchecked) var pastHops: [ExchangeHop] = []
    @exclusivity(unchecked) var redirectCount = 0
    @exclusivity(unchecked) var challengesAnswered = 0
    /// Whether a response has set cookies that Foundation's storage is to have before the completion is told.
    @exclusivity(unchecked) var storesCookies = false
    /// Once true, what is meant for the first origin is not sent any more.
    @exclusivity(unchecked) var hasLeftOrigin = false
    /// Who answers challenges; made when it is needed, if none was given.
    @exclusivity(unchecked) var authentication: (any ChallengeAnswering)?

    /// - Parameters:
    ///   - body: What the request carries; `TransportBody.of(_:)` says it for one that carries its body itself.
    ///   - expectsLargeBody: Whether large buffers pay.
    ///   - maximumBodySize: Bytes that the response's body may have, decoded; more end the exchange.
    ///   - authentication: Who answers challenges; without, it is what the session knows.
    init(
        request: URLRequest, body: TransportBody, in context: ExchangeContext, receiver: any ExchangeReceiver,
        expectsLargeBody: Bool = false, maximumBodySize: Int64 = .max,
        authentication: (any ChallengeAnswering)? = nil
    ) {
        self.context = context
        self.authentication = authentication
        self.expectsLargeBody = expectsLargeBody
        self.maximumBodySize = maximumBodySize
        self.receiver = receiver
        hop = Hop(request: request, body: body)
        // Here, not where the first hop ends: what the transport's thread allocates and another one frees costs both.
        pastHops.reserveCapacity(1)
    }

    /// Called once. The receiver may be called before this returns.
    func start() {
        lock.lock()
        guard case .idle = state.phase else { return lock.unlock() }
        state.phase = .moving
        watchTime()
        lock.unlock()
        startHop()
    }

    /// Any thread, any time, any number. Completion comes with `URLError.cancelled` unless the response was whole before.
    func cancel() { end(.cancelled) }

    /// Asks that no bytes come until ``resume()``; some may still come. Time without bytes is not counted meanwhile.
    func pause() {
        lock.withLock { state.isPausedByReceiver = true }
        settlePause()
    }

    /// Takes ``pause()`` back.
    func resume() {
        lock.withLock {
            // Under the lock, because another thread may be at `start()`.
            stampActivity()
            state.isPausedByReceiver = false
        }
        settlePause()
    }

    override func deadlineReached() { checkTime() }
}

extension Exchange {
    /// What is only reached while the lock is held.
    struct State {
        var phase = Phase.idle
        /// Why the exchange ends before the server is done.
        var ending: Ending?
        /// The hop that runs, from the return of `Transport.start` to its completion.
        var task: (any TransportTask)?
        /// Whether a hop runs.
        var isMoving = false
        /// Counts hops, so that a decision that comes late is not taken for one of another hop.
        var hopNumber = 0
        /// Whether the hop that runs is to be cancelled, though the exchange goes on.
        var isHopCancelled = false
        var held = Held()
        var isPausedByReceiver = false
        var isPausedForHolding = false
        /// Whether the task was told to pause.
        var isPaused = false
        /// Whether some thread tells the task just now.
        var isSettlingPause = false
        /// When a body that nobody wants must be over.
        var drainDue: UInt64?
    }

    enum Phase {
        /// Not started.
        case idle
        /// A hop runs, and nothing else is to be waited for.
        case moving
        /// The receiver was asked whether a redirect is to be followed.
        case asking
        /// It said no: what came meanwhile is being handed over.
        case handingOver
        /// The rest of the body is thrown away, then this hop starts.
        case leaving(Hop)
        case done
    }

    /// What came while the receiver was asked.
    struct Held {
        var head: ResponseHead?
        var bytes: [UInt8] = []
        var completion: TransportCompletion?
    }

    /// Why an exchange ends before the server is done.
    enum Ending {
        case cancelled
        case timedOut(String)
        case tooManyRedirects
        case bodyTooLarge
    }

    /// One request over the wire. Only reached between the transport's events.
    struct Hop {
        /// What happens to the bytes of the response.
        enum Route {
            /// They go to the receiver.
            case through
            /// They are kept until it has decided.
            case held
            /// They are thrown away.
            case dropped
        }

        var request: URLRequest
        var body: TransportBody
        /// Whether the body is sent again.
        var isRepeated = false
        var route = Route.through
        var head: ResponseHead?
        var receivedBytes: Int64 = 0
        /// What decides whether its server is trusted.
        var serverTrust: ServerTrustCheck?
        /// Why its server is not even asked.
        var serverTrustFailure: AFError?

        init(request: URLRequest, body: TransportBody) {
            self.request = request
            self.body = body
        }
    }
}
