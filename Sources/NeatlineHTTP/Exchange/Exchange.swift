internal import Foundation
internal import NeatlineFoundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One attempt of a request, from the first hop through redirects to the final response.
///
/// A hop starts when the one before has completed, so the transport's events are serial over all hops. The body of a
/// redirect is discarded if it is short, which keeps the connection; otherwise the hop is cancelled.
///
/// An exchange retains itself and its receiver from ``start()`` until it has reported its completion; an attempt that
/// is no longer needed is cancelled.
///
/// Unchecked Sendable because one part of the mutable state is accessed only while the lock is held, and the other
/// (``Hop`` and the records of earlier hops) only in the transport's events, which are serial.
final class Exchange: DeadlineNode, @unchecked Sendable {
    /// The maximum number of bytes that are discarded to keep a connection.
    static let drainLimit = 65_536
    /// The maximum time for discarding them, in nanoseconds.
    static let drainTime: UInt64 = 1_000_000_000
    /// The maximum number of challenges that are answered in one exchange.
    static let challengeLimit = 5

    let context: ExchangeContext
    let expectsLargeBody: Bool
    /// The maximum size of the decoded response body, in bytes.
    let maximumBodySize: Int64

    // Exclusive access is not checked at run time, because the lock or the order of events guarantees it, and the
    // checks would take a sixth of an exchange's time.

    let lock = Lock()
    @exclusivity(unchecked) var state = State()
    /// The receiver, released at completion, after which there are no events.
    @exclusivity(unchecked) var receiver: (any ExchangeReceiver)?

    /// The time at which a byte was last transferred.
    let lastActivity = Atomic<UInt64>(0)
    /// The idle timeout in nanoseconds; `nil` for none.
    @exclusivity(unchecked) var requestTimeout: UInt64?
    /// The deadline of the whole exchange; `nil` for none.
    @exclusivity(unchecked) var resourceDue: UInt64?

    /// State that is accessed only in the transport's events.
    @exclusivity(unchecked) var hop: Hop
    @exclusivity(unchecked) var pastHops: [ExchangeHop] = []
    @exclusivity(unchecked) var redirectCount = 0
    @exclusivity(unchecked) var challengesAnswered = 0
    /// Whether a response has set cookies, which must be in Foundation's storage before the completion is reported.
    @exclusivity(unchecked) var storesCookies = false
    /// Whether a redirect has left the first origin: then credentials for it are no longer sent.
    @exclusivity(unchecked) var hasLeftOrigin = false
    /// Answers challenges; created when it is needed, unless it was given.
    @exclusivity(unchecked) var authentication: (any ChallengeAnswering)?

    /// - Parameters:
    ///   - body: The body of the request; `TransportBody.of(_:)` returns that of a `URLRequest`.
    ///   - expectsLargeBody: Whether large buffers are used for the response.
    ///   - maximumBodySize: The maximum size of the decoded response body, in bytes; a larger one ends the exchange.
    ///   - authentication: Answers challenges; `nil` to use the session's credentials.
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
        // Allocated here, not when the first hop ends: memory that the transport's thread allocates and another one
        // frees is slow for both.
        pastHops.reserveCapacity(1)
    }

    /// Starts the exchange. Called once. The receiver may be called before this returns.
    func start() {
        lock.lock()
        guard case .idle = state.phase else { return lock.unlock() }
        state.phase = .moving
        watchTime()
        lock.unlock()
        startHop()
    }

    /// Cancels the exchange. May be called on any thread, any number of times. The exchange completes with
    /// `URLError.cancelled`, unless the response was already complete.
    func cancel() { end(.cancelled) }

    /// Pauses the transfer until ``resume()``; bytes in transit may still arrive. The idle timeout does not run
    /// meanwhile.
    func pause() {
        lock.withLock { state.isPausedByReceiver = true }
        settlePause()
    }

    /// Resumes the transfer after ``pause()``.
    func resume() {
        lock.withLock {
            // Accessed with the lock, because another thread may be in `start()`.
            stampActivity()
            state.isPausedByReceiver = false
        }
        settlePause()
    }

    override func deadlineReached() { checkTime() }
}

extension Exchange {
    /// State that is accessed only while the lock is held.
    struct State {
        var phase = Phase.idle
        /// The reason why the exchange ends before the response is complete.
        var ending: Ending?
        /// The running hop, from the return of `Transport.start` to its completion.
        var task: (any TransportTask)?
        /// Whether a hop runs.
        var isMoving = false
        /// The number of hops, by which late decisions for an earlier hop are recognized.
        var hopNumber = 0
        /// Whether the running hop is cancelled while the exchange continues.
        var isHopCancelled = false
        var held = Held()
        var isPausedByReceiver = false
        var isPausedForHolding = false
        /// Whether the task was paused.
        var isPaused = false
        /// Whether a thread is pausing or resuming the task.
        var isSettlingPause = false
        /// The deadline for discarding a body.
        var drainDue: UInt64?
    }

    enum Phase {
        /// The exchange was not started.
        case idle
        /// A hop is running.
        case moving
        /// The receiver is deciding about a redirect.
        case asking
        /// It has refused: the bytes that were stored meanwhile are being delivered.
        case handingOver
        /// The rest of the body is discarded, then this hop starts.
        case leaving(Hop)
        case done
    }

    /// The bytes that were received during the decision.
    struct Held {
        var head: ResponseHead?
        var bytes: [UInt8] = []
        var completion: TransportCompletion?
    }

    /// The reason why an exchange ends before the response is complete.
    enum Ending {
        case cancelled
        case timedOut(String)
        case tooManyRedirects
        case bodyTooLarge
    }

    /// One request to a server. Accessed only in the transport's events.
    struct Hop {
        /// How the bytes of the response are handled.
        enum Route {
            /// They are delivered to the receiver.
            case through
            /// They are stored until the receiver has decided.
            case held
            /// They are discarded.
            case dropped
        }

        var request: URLRequest
        var body: TransportBody
        /// Whether the body was sent before.
        var isRepeated = false
        var route = Route.through
        var head: ResponseHead?
        var receivedBytes: Int64 = 0
        /// The evaluation of the hop's server.
        var serverTrust: ServerTrustCheck?
        /// The error because of which the hop is not sent.
        var serverTrustFailure: AFError?

        init(request: URLRequest, body: TransportBody) {
            self.request = request
            self.body = body
        }
    }
}
