public import Dispatch
public import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What all kinds of requests have in common: where they stand, how they are steered, what became of them.
///
/// Requests are made by a ``Session``. They are told what to do by a pure state machine (`RequestMachine`) behind one
/// lock; what it decides is done outside of the lock, steps one after the other, users' code never on a thread of the
/// transport.
///
/// Unchecked Sendable: what changes is only touched while `lock` is held, and subclasses keep to that.
open class Request: @unchecked Sendable {
    /// Where a request stands.
    public enum State: Sendable, Hashable {
        /// Nobody has asked it to start.
        case initialized
        /// It runs, or will as soon as it can.
        case resumed
        /// It waits for ``Request/resume()``.
        case suspended
        /// ``Request/cancel()`` was called. Final.
        case cancelled
        /// It is over and every handler was served. A handler that is added now resumes it until it is served, too.
        case finished
    }

    /// What a validation says: all is well, or why not.
    public typealias ValidationResult = Result<Void, any Error & Sendable>

    let core: SessionCore
    /// What adapts and retries this request, besides what the session has.
    public let interceptor: (any RequestInterceptor)?
    /// Whether the first handler starts the request; nil if that is as the session says.
    public let shouldAutomaticallyResume: Bool?

    let lock = Lock()

    // Exclusive access is not checked at run time for what changes: the lock sees to it.

    @exclusivity(unchecked) var machine: RequestMachine
    /// Steps that wait for those that another thread is at.
    @exclusivity(unchecked) var pendingSteps: [RequestActions.Steps] = []
    @exclusivity(unchecked) var isTakingSteps = false
    @exclusivity(unchecked) var handlers: [ResponseHandler] = []
    /// What only some requests need.
    @exclusivity(unchecked) var options: RequestOptions?
    /// The last `URLRequest` that was made, and those before it.
    @exclusivity(unchecked) var lastMade: URLRequest?
    @exclusivity(unchecked) var madeBefore: [URLRequest] = []
    /// What became of the last attempt to send it, and of those before.
    @exclusivity(unchecked) var attempt: RequestAttempt?
    @exclusivity(unchecked) var attemptsBefore: [RequestAttempt] = []
    @exclusivity(unchecked) var progress: RequestProgress?
    @exclusivity(unchecked) var failure: AFError?
    /// Seconds until the next attempt, as a retrier wants it.
    @exclusivity(unchecked) var delay: TimeInterval?
    /// Where its session has it, if it does. Only `ActiveRequests` looks at it, with the session's lock held.
    @exclusivity(unchecked) var activePlace: Int?
    private var identifier: UUID?

    init(core: SessionCore, interceptor: (any RequestInterceptor)?, shouldAutomaticallyResume: Bool?) {
        self.core = core
        self.interceptor = interceptor
        self.shouldAutomaticallyResume = shouldAutomaticallyResume
        machine = RequestMachine(startsAutomatically: shouldAutomaticallyResume ?? core.startsImmediately)
    }

    /// The `URLRequest` before it is adapted. May call users' code.
    func makeURLRequest() throws -> URLRequest { throw AFError.sessionDeinitialized }

    /// Whether ``makeURLRequest()`` and ``makeBody(of:for:)`` are quick and call no code of users, so that any thread may do
    /// it.
    var isQuicklyMade: Bool { false }

    /// The response's head is there. Called with the lock held.
    func prepareForBody(of head: ResponseHead) {}

    /// Bytes of the body are there. Called with the lock held.
    func receive(_ bytes: RawSpan) {}

    /// The bytes that came together were all received. Called with the lock held.
    func receivedBatch() {}

    /// Another attempt begins. Called with the lock held.
    func forgetBody() {}

    /// Runs ``cleanUp()`` where it belongs, before handlers are served; nil if there is nothing to clean up.
    var cleanUpRunner: ((@escaping WorkPool.Work) -> Void)? { nil }

    /// All handlers there are have read, and are about to be served. Called without the lock.
    func cleanUp() {}

    /// Whether something is left to do with a body when no more of it comes: ``settleBody(_:completion:)``.
    var settlesBody: Bool { false }

    /// Does what is left to do with the body, and then says, once, how the attempt has ended and why the request fails
    /// all the same. Called without the lock, on a thread of the transport: what takes long is done elsewhere.
    func settleBody(
        _ outcome: ExchangeOutcome, completion: @escaping @Sendable (ExchangeOutcome, AFError?) -> Void
    ) {}

    /// Nothing more will come, nor will the request be retried, unless for a handler's sake. Called with the lock held,
    /// before handlers read.
    func endBody() {}

    /// What is to be asked instead, if a partial response (206), or the refusal of one (416), is of no use.
    func replacement(for request: URLRequest, after head: ResponseHead) -> URLRequest? { nil }

    /// The request was cancelled, or its session is gone: stops what it waits for. Called without the lock.
    func abandonWaiting() { abandonInterception() }

    /// All handlers there are have read and were served. Called without the lock.
    func handlersWereServed() {}

    /// Whether a body has to be made for each attempt, besides the `URLRequest`.
    var makesBody: Bool { false }

    /// Makes the body of an attempt. May call users' code, and wait for a disk.
    func makeBody(of attempt: Int, for request: URLRequest) throws {}

    /// Tells monitors that ``makeBody(of:for:)`` has failed.
    func announceBodyFailure(_ error: AFError, to listener: CompositeEventMonitor) {}

    /// Makes the task of an attempt, of the class that requests of this kind have. Called with the lock held.
    func makeTask(_ handle: AttemptHandle) -> URLSessionTask { RequestDataTask(handle) }

    /// The body to send with a request. Called with the lock held.
    func body(of request: URLRequest) -> TransportBody { .of(request) }

    /// How many bytes that body has; -1 where nobody knows. Called with the lock held.
    func bodyLength(of request: URLRequest) -> Int64 {
        if let body = request.httpBody { return Int64(body.count) }
        return request.httpBodyStream == nil ? 0 : -1
    }

    /// Says in a command for curl what the body is.
    func setBody(of request: URLRequest, in command: inout CURLCommand) {
        if let body = request.httpBody { command.setBody(body) }
    }

    /// The body is about to be sent. Called without the lock.
    func willSendBody() {}

    /// Whether large buffers pay for the response.
    var expectsLargeBody: Bool { false }

    /// Bytes that the response's body may have where nothing is set for the request.
    var defaultMaximumBodySize: Int64 { .max }

    /// What validators look at: the body if it is kept, and whether there may be one. Called with the lock held.
    var bodyToValidate: (data: Data?, isThere: Bool) { (nil, true) }

    /// Where the body is that validators look at, if it is in a file. Called with the lock held.
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
    /// Whether both are the same request.
    public static func == (left: Request, right: Request) -> Bool { left === right }

    /// Hashes what makes a request the same.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Tells this request from all others. It is made when somebody first asks for it.
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
    /// Where the request stands.
    public var state: State { lock.withLock { machine.state } }
    /// Whether nobody has asked it to start.
    public var isInitialized: Bool { state == .initialized }
    /// Whether it runs, or will as soon as it can.
    public var isResumed: Bool { state == .resumed }
    /// Whether it waits for ``resume()``.
    public var isSuspended: Bool { state == .suspended }
    /// Whether ``cancel()`` was called.
    public var isCancelled: Bool { state == .cancelled }
    /// Whether it is over and every handler was served.
    public var isFinished: Bool { state == .finished }
    /// How often it was sent again because a retrier wanted it.
    public var retryCount: Int { lock.withLock { machine.retryCount } }
    /// Why it failed; nil if it did not, or not yet. Serializers' errors are their handlers' own.
    public var error: AFError? { lock.withLock { failure } }

    /// The queue that retriers are asked on.
    public var underlyingQueue: DispatchQueue { core.rootQueue }
    /// The queue that the session was given for its response serializers. Without one, they run on threads of their own,
    /// not on this queue.
    public var serializationQueue: DispatchQueue { core.serializationQueue }

    /// Ends the request: its handlers, also those that are added later, get `AFError.explicitlyCancelled`.
    ///
    /// Does nothing to a request that is finished or cancelled.
    @discardableResult
    public func cancel() -> Self {
        process(.cancel)
        return self
    }

    /// Stops the flow of both bodies until ``resume()``; a request that was not started is not started until then.
    ///
    /// Does nothing to a request that is finished or cancelled.
    @discardableResult
    public func suspend() -> Self {
        process(.suspend)
        return self
    }

    /// Starts the request, or lets it go on.
    ///
    /// Does nothing to a request that is finished or cancelled.
    @discardableResult
    public func resume() -> Self {
        process(.resume)
        return self
    }
}
