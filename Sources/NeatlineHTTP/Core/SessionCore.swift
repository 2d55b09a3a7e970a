internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What requests need of their session. It outlives the session while requests do, and then refuses new ones.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held; `session` is set once, before there
/// is any request.
final class SessionCore: @unchecked Sendable {
    let exchanges: ExchangeContext
    let rootQueue: DispatchQueue
    let requestQueue: DispatchQueue
    /// Whether requests must be made on `requestQueue`, because somebody asked for it.
    let hasRequestQueue: Bool
    let serializationQueue: DispatchQueue
    /// Whether serializers must run on `serializationQueue`, because somebody asked for it.
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

    /// Who is told of requests' events; nil if nobody listens.
    var listener: CompositeEventMonitor? { eventMonitor.isListening ? eventMonitor : nil }

    /// Whether anybody is told of the events of tasks.
    var hasTransferListener: Bool { eventMonitor.hasTransferListeners || hasOverridingDelegate }

    /// This core if anybody is told of the events of tasks; nil if not, so that no closures are created for them.
    var transferListener: SessionCore? { hasTransferListener ? self : nil }

    /// Tells the delegate of an event of a request's task, if the task is of the class that the event is for.
    func tellDelegate<TaskClass: URLSessionTask>(
        of request: Request, _ tell: @escaping @Sendable (SessionDelegate, URLSession, TaskClass) -> Void
    ) {
        guard let task = request.task as? TaskClass else { return }
        tellDelegate { tell($0, $1, task) }
    }

    /// Calls the delegate, which tells the monitors: on the root queue if it is a subclass, because it may be any code; here and
    /// now if all it does is to tell the monitors, each of which is called on its own queue.
    ///
    /// - Parameter onRootQueue: Whether it also calls code of users, such as a redirect handler.
    func tellDelegate(
        onRootQueue: Bool = false, _ tell: @escaping @Sendable (SessionDelegate, URLSession) -> Void
    ) {
        guard let session = session?.session else { return }
        guard onRootQueue || hasOverridingDelegate else { return tell(delegate, session) }
        rootQueue.async { [delegate] in tell(delegate, session) }
    }

    // MARK: - Slow work

    /// Runs serializers or validators: on the queue that the session was given for them, or in the pool.
    func serialize(_ work: @escaping WorkPool.Work) {
        if hasSerializationQueue { serializationQueue.async(execute: work) } else { WorkPool.shared.run(work) }
    }

    /// Makes bodies that may take long: on the queue that the session was given for requests, or in the pool.
    func makeBody(_ work: @escaping WorkPool.Work) {
        if hasRequestQueue { requestQueue.async(execute: work) } else { WorkPool.shared.run(work) }
    }

    /// A queue that runs one serializer after the other, and keeps no other request waiting.
    func makeSerializationQueue(label: String) -> DispatchQueue {
        DispatchQueue(label: label, target: hasSerializationQueue ? serializationQueue : nil)
    }

    // MARK: - Requests

    /// Keeps a request until it leaves; false if the session is gone.
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

    /// The requests that were set up and have not served all their handlers.
    var activeRequests: Set<Request> { lock.withLock { active.all } }

    func nextTaskIdentifier() -> Int {
        lock.withLock {
            lastTaskIdentifier += 1
            return lastTaskIdentifier
        }
    }

    // MARK: - End

    /// What requests fail with that the session cannot serve any more.
    var errorOfEnd: AFError { lock.withLock { end } ?? .sessionDeinitialized }

    /// Refuses new requests, and ends those there are with this error.
    func end(with error: AFError) {
        let requests = lock.withLock {
            if end == nil { end = error }
            return active.all
        }
        for request in requests { request.process(.sessionEnded) }
    }
}
