public import Dispatch
public import Foundation
internal import NeatlineSystem

/// The base class of all requests: their state, their control and their history.
///
/// Requests are created by a ``Session`` and may be used on any thread. A pure state machine (`RequestMachine`) behind
/// one lock decides what a request does next. Its decisions are carried out outside of the lock, one step after the
/// other, and users' code is never called on a thread of the transport.
///
/// Unchecked Sendable because mutable state is accessed only while the lock of `mutableState` is held, also by
/// subclasses.
open class Request: @unchecked Sendable {
    /// The state of a request.
    public enum State: Sendable, Hashable {
        /// The request was created and has not been started.
        case initialized
        /// The request runs, or will run as soon as it can.
        case resumed
        /// The request was suspended with ``Request/suspend()`` and waits for ``Request/resume()``.
        case suspended
        /// The request was cancelled with ``Request/cancel()``. This state is final.
        case cancelled
        /// The request has finished and all its response handlers were called. Adding another handler makes it
        /// `resumed` until that handler was called.
        case finished
    }

    /// The result of a validation: success, or the error that the request fails with.
    public typealias ValidationResult = Result<Void, any Error & Sendable>

    let core: SessionCore
    /// Adapts and retries this request, in addition to the session's interceptor.
    public let interceptor: (any RequestInterceptor)?
    /// Whether the first response handler starts the request; `nil` for the session's
    /// ``Session/startRequestsImmediately``.
    public let shouldAutomaticallyResume: Bool?

    /// The mutable state. Functions of ``RequestState`` change it; ``update(_:)`` also takes the steps that follow.
    let mutableState: Locked<RequestState>
    /// The index of this request in its session's `ActiveRequests`, which alone accesses it, with the session's lock
    /// held.
    @exclusivity(unchecked) var activeIndex: Int?

    /// The task-local values at the creation of the request, if the session or the request has interceptors or monitors.
    let createdWith: TaskLocalContext?

    init(
        core: SessionCore, body: any ResponseBody, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?
    ) {
        self.core = core
        createdWith = interceptor != nil || core.callsUsersCode ? TaskLocalContext() : nil
        self.interceptor = interceptor
        self.shouldAutomaticallyResume = shouldAutomaticallyResume
        mutableState = Locked(
            RequestState(startsAutomatically: shouldAutomaticallyResume ?? core.startsImmediately, body: body))
        createdWith?.request = self
    }

    // MARK: - What kinds of requests differ in. All of this is called without the lock, unless it says otherwise.

    /// Returns the `URLRequest` before adaptation. May call users' code.
    func makeURLRequest() throws -> URLRequest { throw AFError.sessionDeinitialized }

    /// Whether ``makeURLRequest()`` and ``makeBody(of:for:)`` return quickly and call no users' code, so that they may
    /// run on any thread.
    var isQuicklyMade: Bool { false }

    /// Whether ``makeBody(of:for:)`` creates a body.
    var makesBody: Bool { false }

    /// Returns the body of an attempt, which is sent instead of the `URLRequest`'s own. May call users' code and wait
    /// for file I/O.
    func makeBody(of attempt: Int, for request: URLRequest) throws -> TransportBody? { nil }

    /// Called immediately before the body is sent.
    func willSendBody() {}

    /// Adds the body to a curl command.
    func setBody(of request: URLRequest, in command: inout CURLCommand) {
        if let body = request.httpBody { command.setBody(body) }
    }

    /// Completes the handling of the response's body, and then calls `completion` once with the outcome of the attempt
    /// and an additional error of the request, if any. Called, if ``ResponseBody/needsSettling``, on a thread of the
    /// transport, so work that takes long must move to another queue.
    func settleBody(
        _ outcome: ExchangeOutcome, completion: @escaping @Sendable (ExchangeOutcome, AFError?) -> Void
    ) {}

    /// Cleans up, after all handlers have read the response, and then calls its argument, which calls the handlers;
    /// `nil` if there is nothing to clean up.
    var cleanUp: ((_ completion: @escaping WorkPool.Work) -> Void)? { nil }

    /// Stops what the request waits for, because it was cancelled or its session was deinitialized.
    func abandonWaiting() { abandonInterception() }

    /// Returns a new task for an attempt, of the class that matches this kind of request. Called with the lock held.
    func makeTask(_ handle: AttemptHandle) -> URLSessionTask { RequestDataTask(handle) }

    // MARK: - What monitors are told. Called only if there are any.

    /// Tells monitors that ``makeBody(of:for:)`` has failed.
    func announceBodyFailure(_ error: AFError, to listener: CompositeEventMonitor) {}

    /// Tells monitors of the response's head.
    func announceResponse(_ head: ResponseHead) { announce(head) }

    /// Tells monitors of bytes of the response's body.
    func announceBody(_ bytes: RawSpan) { announce(bytes) }

    /// Tells monitors what a validator has found.
    func announceValidation(
        _ subject: ResponseValidator.Subject, _ response: HTTPURLResponse, _ result: Result<Void, any Error>,
        to listener: CompositeEventMonitor
    ) {}
}

// MARK: - Identity

extension Request: Equatable, Hashable {
    /// Returns whether both values are the same request, that is, the same object.
    public static func == (left: Request, right: Request) -> Bool { left === right }

    /// Hashes the identity of the request.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// A unique identifier of the request, created at the first access.
    public var id: UUID { mutableState.withLock { $0.requireIdentifier() } }
}

// MARK: - State

extension Request {
    /// The state of the request.
    public var state: State { mutableState.withLock { $0.machine.state } }
    /// Whether the request has not been started.
    public var isInitialized: Bool { state == .initialized }
    /// Whether the request runs, or will run as soon as it can.
    public var isResumed: Bool { state == .resumed }
    /// Whether the request is suspended.
    public var isSuspended: Bool { state == .suspended }
    /// Whether the request was cancelled.
    public var isCancelled: Bool { state == .cancelled }
    /// Whether the request has finished and all its response handlers were called.
    public var isFinished: Bool { state == .finished }
    /// The number of times that a retrier caused the request to be sent again.
    public var retryCount: Int { mutableState.withLock { $0.machine.retryCount } }
    /// The error that the request failed with; `nil` if it has not failed. Errors of response serializers are not
    /// included: only their handlers receive them.
    public var error: AFError? { mutableState.withLock { $0.failure } }

    /// The queue on which retriers are called.
    public var underlyingQueue: DispatchQueue { core.rootQueue }
    /// The session's queue for response serializers, as in ``Session/serializationQueue``.
    public var serializationQueue: DispatchQueue { core.serializationQueue }

    /// Cancels the request. Its response handlers, including those added later, receive
    /// ``AFError/explicitlyCancelled``.
    ///
    /// Does nothing if the request has finished or was cancelled.
    @discardableResult
    public func cancel() -> Self {
        process(.cancel)
        return self
    }

    /// Suspends the request: neither body is transferred, and a request that was not started is not started, until
    /// ``resume()``.
    ///
    /// Does nothing if the request has finished or was cancelled.
    @discardableResult
    public func suspend() -> Self {
        process(.suspend)
        return self
    }

    /// Starts the request, or resumes it after ``suspend()``.
    ///
    /// Does nothing if the request has finished or was cancelled.
    @discardableResult
    public func resume() -> Self {
        process(.resume)
        return self
    }
}

// MARK: - History

extension Request {
    /// The `URLRequest`s that were created for all attempts, each before and after adaptation; of a long history, the
    /// first and the last hundred.
    public var requests: [URLRequest] {
        mutableState.withLock { $0.earlierRequests + ($0.lastRequest.map { [$0] } ?? []) }
    }

    /// The first `URLRequest` that was created, before adaptation.
    public var firstRequest: URLRequest? { mutableState.withLock { $0.earlierRequests.first ?? $0.lastRequest } }

    /// The last `URLRequest` that was created, after adaptation.
    public var lastRequest: URLRequest? { mutableState.withLock { $0.lastRequest } }

    /// The last `URLRequest` that was created, after adaptation. The same as ``lastRequest``.
    public var request: URLRequest? { lastRequest }

    /// The `URLRequest` that each attempt sent last: the target of the last redirect, if redirects were followed. Of more
    /// than a hundred attempts, those of the first and the last hundred.
    public var performedRequests: [URLRequest] {
        mutableState.withLock { $0.attempts.map(\.current) }
    }

    /// The head of the last attempt's response; `nil` if no complete head has been received.
    public var response: HTTPURLResponse? { mutableState.withLock { $0.attempt?.head }?.response }

    /// The header fields of the last attempt's response, in the order in which they were received; fields with the same
    /// name are separate. Empty if no complete head has been received.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the head, for each access.
    public var responseHeaders: [HTTPHeader] {
        mutableState.withLock { $0.attempt?.head }?.head.separateHeaders ?? []
    }

    /// The metrics of all attempts that have ended; of more than a hundred, the first and the last hundred.
    public var allMetrics: [HTTPMetrics] {
        mutableState.withLock { $0.attempts.compactMap(\.metrics) }
    }

    /// The metrics of the first attempt; `nil` if none has ended.
    public var firstMetrics: HTTPMetrics? { allMetrics.first }

    /// The metrics of the last attempt that has ended. The same as ``metrics``.
    public var lastMetrics: HTTPMetrics? { metrics }

    /// The metrics of the last attempt that has ended; `nil` if none has.
    public var metrics: HTTPMetrics? {
        mutableState.withLock { $0.attempt?.metrics ?? $0.earlierAttempts.last?.metrics }
    }
}

extension Request: CustomStringConvertible {
    /// The method, the URL and the status code, if known: `GET https://httpbin.org/ip (200)`.
    public var description: String {
        let (request, head) = mutableState.withLock { ($0.attempt?.current ?? $0.lastRequest, $0.attempt?.head) }
        guard let request, let url = request.url, let method = request.httpMethod else {
            return "No request created yet."
        }
        let text = "\(method) \(url.absoluteString)"
        return head.map { "\(text) (\($0.status))" } ?? text
    }
}
