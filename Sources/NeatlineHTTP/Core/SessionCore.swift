internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

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

    private let lock = Lock()
    private var active = ActiveRequests()
    private var end: AFError?
    private var lastTaskIdentifier = 0

    init(
        transport: any Transport, settings: ExchangeSettings, rootQueue: DispatchQueue, requestQueue: DispatchQueue?,
        serializationQueue: DispatchQueue?, startsImmediately: Bool, interceptor: (any RequestInterceptor)?,
        redirectHandler: (any RedirectHandler)?, cachedResponseHandler: (any CachedResponseHandler)?,
        eventMonitor: CompositeEventMonitor, delegate: SessionDelegate
    ) {
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
        tellDelegate { tell($0, $1, task) }
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
        rootQueue.async { [delegate] in tell(delegate, session) }
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

    /// Adds a request to the active ones until ``leave(_:)``; returns `false` if the session has ended.
    func enter(_ request: Request) -> Bool {
        lock.withLock {
            guard end == nil else { return false }
            active.insert(request)
            return true
        }
    }

    func leave(_ request: Request) {
        lock.withLock { active.remove(request) }
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
    var errorOfEnd: AFError { lock.withLock { end } ?? .sessionDeinitialized }

    /// Ends all active requests with an error, and refuses new ones.
    func end(with error: AFError) {
        let requests = lock.withLock {
            if end == nil { end = error }
            return active.all
        }
        for request in requests { request.process(.sessionEnded) }
    }
}

/// The active requests of a session: those that were set up and whose handlers were not all called.
///
/// Each request stores its own index, so that no search or hashing is needed.
struct ActiveRequests {
    private var requests: [Request] = []

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
