internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// The part of a session that requests refer to. It outlives the session while requests exist, and then refuses new
/// ones.
///
/// Unchecked Sendable because the state is accessed only while the lock is held; `session` is set once, before the
/// session has requests.
final class SessionCore: @unchecked Sendable {
    let exchanges: ExchangeContext
    let rootQueue: DispatchQueue
    let requestQueue: DispatchQueue
    /// Whether requests must be created on `requestQueue`, because the session was given one.
    let hasRequestQueue: Bool
    let serializationQueue: DispatchQueue
    /// Whether serializers must run on `serializationQueue`, because the session was given one.
    private let hasSerializationQueue: Bool
    let startsImmediately: Bool
    let interceptor: (any RequestInterceptor)?
    let settable = SettableInterception()
    let redirectHandler: (any RedirectHandler)?
    let cachedResponseHandler: (any CachedResponseHandler)?
    let eventMonitor: CompositeEventMonitor
    let delegate: SessionDelegate
    private let hasOverridingDelegate: Bool
    weak var session: Session?

    /// Counts requests and retries; `nil` if the session has no budget for retries.
    let retryAccount: RetryAccount?

    private let lock = Lock()
    private var active = ActiveRequests()
    /// Whether requests that are not active are refused.
    private var refusesNew = false
    /// Called when there are no active requests.
    private var idleHandlers: [@Sendable () -> Void] = []
    private var end: AFError?
    private var lastTaskIdentifier = 0

    init(
        transport: any Transport, settings: ExchangeSettings, rootQueue: DispatchQueue, requestQueue: DispatchQueue?,
        serializationQueue: DispatchQueue?, startsImmediately: Bool, interceptor: (any RequestInterceptor)?,
        redirectHandler: (any RedirectHandler)?, cachedResponseHandler: (any CachedResponseHandler)?,
        eventMonitor: CompositeEventMonitor, delegate: SessionDelegate, retryBudget: RetryBudget? = nil
    ) {
        retryAccount = retryBudget.map { RetryAccount($0, deadlines: settings.deadlines) }
        exchanges = ExchangeContext(transport, settings.withProxyCredentials(of: transport))
        self.rootQueue = rootQueue
        self.requestQueue = requestQueue ?? DispatchQueue(label: rootQueue.label + ".requestQueue")
        hasRequestQueue = requestQueue != nil
        self.serializationQueue =
            serializationQueue
            ?? DispatchQueue(label: rootQueue.label + ".serializationQueue", attributes: .concurrent)
        hasSerializationQueue = serializationQueue != nil
        self.startsImmediately = startsImmediately
        self.interceptor = interceptor
        self.redirectHandler = redirectHandler
        self.cachedResponseHandler = cachedResponseHandler
        self.eventMonitor = eventMonitor
        self.delegate = delegate
        hasOverridingDelegate = delegate.isSubclass
        delegate.serve(self)
    }

    // MARK: - Events

    /// Whether the session has interceptors or monitors, which are called with the task-local values of requests.
    var callsUsersCode: Bool {
        interceptor != nil || settable.adapter != nil || settable.retrier != nil || hasTransferListener
    }

    /// The receiver of requests' events; `nil` if there is none.
    var listener: CompositeEventMonitor? { eventMonitor.isListening ? eventMonitor : nil }

    /// Whether the events of tasks have a receiver.
    var hasTransferListener: Bool { eventMonitor.hasTransferListeners || hasOverridingDelegate }

    /// This core if anybody is told of the events of tasks; nil if not, so that no closures are created for them.
    var transferListener: SessionCore? { hasTransferListener ? self : nil }

    /// Informs the delegate of an event of a request's task, if the task is of the class that the event is for.
    func tellDelegate<TaskClass: URLSessionTask>(
        of request: Request, _ tell: @escaping @Sendable (SessionDelegate, URLSession, TaskClass) -> Void
    ) {
        guard let task = request.task as? TaskClass else { return }
        request.withTaskLocals { self.tellDelegate { tell($0, $1, task) } }
    }

    /// Calls the delegate, which informs the monitors: on the root queue if it is a subclass, because that may run any
    /// code; on the calling thread if it only informs the monitors, each of which is called on its own queue.
    ///
    /// - Parameter onRootQueue: Whether the call also runs users' code, such as a redirect handler.
    func tellDelegate(
        onRootQueue: Bool = false, _ tell: @escaping @Sendable (SessionDelegate, URLSession) -> Void
    ) {
        guard let session = session?.session else { return }
        guard onRootQueue || hasOverridingDelegate else { return tell(delegate, session) }
        let taskLocals = TaskLocalContext.current
        rootQueue.async { [delegate] in
            if let taskLocals { taskLocals.run { tell(delegate, session) } } else { tell(delegate, session) }
        }
    }

    // MARK: - Slow work

    /// Runs a serializer or a validator: on the serialization queue that the session was given, or in the pool.
    func serialize(_ work: @escaping WorkPool.Work) {
        if hasSerializationQueue { serializationQueue.async(execute: work) } else { WorkPool.shared.run(work) }
    }

    /// Runs a closure that creates a body: on the request queue that the session was given, or in the pool.
    func makeBody(_ work: @escaping WorkPool.Work) {
        if hasRequestQueue { requestQueue.async(execute: work) } else { WorkPool.shared.run(work) }
    }

    /// Returns a serial queue for serializers that does not delay other requests.
    func makeSerializationQueue(label: String) -> DispatchQueue {
        DispatchQueue(label: label, target: hasSerializationQueue ? serializationQueue : nil)
    }

    // MARK: - Requests

    /// Adds a request to the active ones until ``leave(_:)``; returns `false` if the session takes no requests.
    func enter(_ request: Request) -> Bool {
        let isNew: Bool? = lock.withLock {
            let isNew = request.activeIndex == nil
            guard end == nil, !isNew || !refusesNew else { return nil }
            active.insert(request)
            return isNew
        }
        if isNew == true { retryAccount?.addRequest() }
        return isNew != nil
    }

    func leave(_ request: Request) {
        let handlers = lock.withLock {
            active.remove(request)
            return takeIdleHandlers()
        }
        for handler in handlers { handler() }
    }

    /// Whether new requests are refused because the session was told to finish.
    var isFinishing: Bool { lock.withLock { refusesNew } }

    /// Refuses all requests that are not active.
    func refuseNewRequests() {
        lock.withLock { refusesNew = true }
        exchanges.background.refuseNew()
    }

    /// Calls a closure once, when there are no active requests: immediately, or on the thread on which the last of them
    /// ends.
    func whenIdle(_ handler: @escaping @Sendable () -> Void) {
        let handlers = lock.withLock {
            idleHandlers.append(handler)
            return takeIdleHandlers()
        }
        for handler in handlers { handler() }
    }

    private func takeIdleHandlers() -> [@Sendable () -> Void] {
        guard active.isEmpty, !idleHandlers.isEmpty else { return [] }
        defer { idleHandlers = [] }
        return idleHandlers
    }

    /// The active requests: those that were set up and whose handlers were not all called.
    var activeRequests: Set<Request> { lock.withLock { active.all } }

    func nextTaskIdentifier() -> Int {
        lock.withLock {
            lastTaskIdentifier += 1
            return lastTaskIdentifier
        }
    }

    // MARK: - End

    /// The error of requests that the session no longer serves.
    var errorOfEnd: AFError {
        let (end, isFinishing) = lock.withLock { (self.end, self.refusesNew) }
        return end ?? (isFinishing ? .sessionInvalidated(error: SessionFinished()) : .sessionDeinitialized)
    }

    /// Ends all active requests with an error, and refuses new ones.
    func end(with error: AFError) {
        let requests = lock.withLock {
            if end == nil { end = error }
            return active.all
        }
        for request in requests { request.process(.sessionEnded) }
        exchanges.background.cancelAll()
    }
}

/// The active requests of a session: those that were set up and whose handlers were not all called.
///
/// Each request stores its own index, so that no search or hashing is needed.
struct ActiveRequests {
    private var requests: [Request] = []

    var isEmpty: Bool { requests.isEmpty }

    /// All active requests.
    ///
    /// - Complexity: O(*n*)
    var all: Set<Request> { Set(requests) }

    /// Inserts a request, unless it is present.
    ///
    /// - Complexity: amortized O(1)
    mutating func insert(_ request: Request) {
        guard request.activeIndex == nil else { return }
        request.activeIndex = requests.count
        requests.append(request)
    }

    /// Removes a request, if it is present, by moving the last one to its index.
    ///
    /// - Complexity: O(1)
    mutating func remove(_ request: Request) {
        guard let index = request.activeIndex else { return }
        request.activeIndex = nil
        let last = requests.removeLast()
        if last === request { return }
        requests[index] = last
        last.activeIndex = index
    }
}
