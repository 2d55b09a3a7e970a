public import Dispatch
public import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The base class of all requests: their state, their control and their history.
///
/// Requests are created by a ``Session`` and may be used on any thread. A pure state machine (`RequestMachine`) behind
/// one lock decides what a request does next. Its decisions are carried out outside of the lock, one step after the
/// other, and users' code is never called on a thread of the transport.
///
/// Unchecked Sendable because mutable state is accessed only while `lock` is held, also by subclasses.
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
    /// Adapts and retries this request, besides the session's interceptor.
    public let interceptor: (any RequestInterceptor)?
    /// Whether the first response handler starts the request; `nil` for the session's
    /// ``Session/startRequestsImmediately``.
    public let shouldAutomaticallyResume: Bool?

    let lock = Lock()

    // Exclusive access to the mutable state is not checked at run time, because the lock guarantees it.

    @exclusivity(unchecked) var machine: RequestMachine
    /// Steps that wait until another thread has finished the steps before them.
    @exclusivity(unchecked) var pendingSteps: [RequestActions.Steps] = []
    @exclusivity(unchecked) var isTakingSteps = false
    @exclusivity(unchecked) var handlers: [ResponseHandler] = []
    /// Settings that only few requests have.
    @exclusivity(unchecked) var options: RequestOptions?
    /// The last `URLRequest` that was created, and the earlier ones.
    @exclusivity(unchecked) var lastMade: URLRequest?
    @exclusivity(unchecked) var madeBefore: [URLRequest] = []
    /// The current attempt to send the request, and the earlier ones.
    @exclusivity(unchecked) var attempt: RequestAttempt?
    @exclusivity(unchecked) var attemptsBefore: [RequestAttempt] = []
    @exclusivity(unchecked) var progress: RequestProgress?
    @exclusivity(unchecked) var failure: AFError?
    /// The delay before the next attempt, in seconds, as decided by a retrier.
    @exclusivity(unchecked) var delay: TimeInterval?
    /// The index of this request in its session's `ActiveRequests`, which alone accesses it, with the session's lock
    /// held.
    @exclusivity(unchecked) var activePlace: Int?
    private var identifier: UUID?

    init(core: SessionCore, interceptor: (any RequestInterceptor)?, shouldAutomaticallyResume: Bool?) {
        self.core = core
        self.interceptor = interceptor
        self.shouldAutomaticallyResume = shouldAutomaticallyResume
        machine = RequestMachine(startsAutomatically: shouldAutomaticallyResume ?? core.startsImmediately)
    }

    /// Returns the `URLRequest` before adaptation. May call users' code.
    func makeURLRequest() throws -> URLRequest { throw AFError.sessionDeinitialized }

    /// Whether ``makeURLRequest()`` and ``makeBody(of:for:)`` return quickly and call no users' code, so that they may
    /// run on any thread.
    var isQuicklyMade: Bool { false }

    /// Prepares for the body of a response whose head was received. Called with the lock held.
    func prepareForBody(of head: ResponseHead) {}

    /// Receives bytes of the body. Called with the lock held.
    func receive(_ bytes: RawSpan) {}

    /// Called, with the lock held, after the last of several ``receive(_:)`` calls that belong together.
    func receivedBatch() {}

    /// Discards the body because another attempt begins. Called with the lock held.
    func forgetBody() {}

    /// Runs ``cleanUp()`` on the appropriate queue before handlers are called; `nil` if there is nothing to clean up.
    var cleanUpRunner: ((@escaping WorkPool.Work) -> Void)? { nil }

    /// Cleans up after all handlers have read the response and before they are called. Called without the lock.
    func cleanUp() {}

    /// Whether ``settleBody(_:completion:)`` must be called when the body has ended.
    var settlesBody: Bool { false }

    /// Completes the handling of the body, and then calls `completion` once with the outcome of the attempt and an
    /// additional error of the request, if any. Called without the lock on a thread of the transport, so work that
    /// takes long must move to another queue.
    func settleBody(
        _ outcome: ExchangeOutcome, completion: @escaping @Sendable (ExchangeOutcome, AFError?) -> Void
    ) {}

    /// Called when no more of the body will arrive and the request will not be retried, unless a handler's error causes
    /// a retry. Called with the lock held, before handlers read.
    func endBody() {}

    /// Returns the request to send instead if a partial response (206), or its refusal (416), cannot be used.
    func replacement(for request: URLRequest, after head: ResponseHead) -> URLRequest? { nil }

    /// Stops what the request waits for, because it was cancelled or its session was deinitialized. Called without the
    /// lock.
    func abandonWaiting() { abandonInterception() }

    /// Called, without the lock, after all handlers were called.
    func handlersWereServed() {}

    /// Whether a body has to be created for each attempt, besides the `URLRequest`.
    var makesBody: Bool { false }

    /// Creates the body of an attempt. May call users' code and wait for file I/O.
    func makeBody(of attempt: Int, for request: URLRequest) throws {}

    /// Tells monitors that ``makeBody(of:for:)`` has failed.
    func announceBodyFailure(_ error: AFError, to listener: CompositeEventMonitor) {}

    /// Returns a new task for an attempt, of the class that matches this kind of request. Called with the lock held.
    func makeTask(_ handle: AttemptHandle) -> URLSessionTask { RequestDataTask(handle) }

    /// Returns the body to send with a request. Called with the lock held.
    func body(of request: URLRequest) -> TransportBody { .of(request) }

    /// Returns the length of that body in bytes, or -1 if it is unknown. Called with the lock held.
    func bodyLength(of request: URLRequest) -> Int64 {
        if let body = request.httpBody { return Int64(body.count) }
        return request.httpBodyStream == nil ? 0 : -1
    }

    /// Adds the body to a curl command.
    func setBody(of request: URLRequest, in command: inout CURLCommand) {
        if let body = request.httpBody { command.setBody(body) }
    }

    /// Called, without the lock, immediately before the body is sent.
    func willSendBody() {}

    /// Whether large receive buffers are worth their memory.
    var expectsLargeBody: Bool { false }

    /// The limit for the response body, in bytes, if none was set for the request.
    var defaultMaximumBodySize: Int64 { .max }

    /// The body that validators receive, if it is kept, and whether the response has a body. Called with the lock held.
    var bodyToValidate: (data: Data?, isThere: Bool) { (nil, true) }

    /// The file of the body that validators receive, if there is one. Called with the lock held.
    var fileToValidate: URL? { nil }

    /// Tells monitors of the response's head. Called only if there are any.
    func announceResponse(_ head: ResponseHead) { announce(head) }

    /// Tells monitors of bytes of the response's body. Called only if there are any.
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
    public var id: UUID {
        lock.withLock {
            if let identifier { return identifier }
            let made = UUID()
            identifier = made
            return made
        }
    }
}

// MARK: - State

extension Request {
    /// The state of the request.
    public var state: State { lock.withLock { machine.state } }
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
    public var retryCount: Int { lock.withLock { machine.retryCount } }
    /// The error that the request failed with; `nil` if it has not failed. Errors of response serializers are not
    /// included: only their handlers receive them.
    public var error: AFError? { lock.withLock { failure } }

    /// The queue on which retriers are called.
    public var underlyingQueue: DispatchQueue { core.rootQueue }
    /// The session's queue for response serializers, as in ``Session/serializationQueue``.
    public var serializationQueue: DispatchQueue { core.serializationQueue }

    /// Cancels the request. Its response handlers, including those added later, receive
    /// ``AFError/explicitlyCancelled``.
    ///
    /// Does nothing if the request has finished or was cancelled.
    ///
    /// - Returns: The request.
    @discardableResult
    public func cancel() -> Self {
        process(.cancel)
        return self
    }

    /// Suspends the request: neither body is transferred, and a request that was not started is not started, until
    /// ``resume()``.
    ///
    /// Does nothing if the request has finished or was cancelled.
    ///
    /// - Returns: The request.
    @discardableResult
    public func suspend() -> Self {
        process(.suspend)
        return self
    }

    /// Starts the request, or resumes it after ``suspend()``.
    ///
    /// Does nothing if the request has finished or was cancelled.
    ///
    /// - Returns: The request.
    @discardableResult
    public func resume() -> Self {
        process(.resume)
        return self
    }
}
