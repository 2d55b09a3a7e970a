public import Dispatch

extension Session {
    /// Where retriers and redirect handlers are asked.
    public var rootQueue: DispatchQueue { core.rootQueue }
    /// Where requests are made that are not made at once.
    public var requestQueue: DispatchQueue { core.requestQueue }
    /// The queue that was given for serializers. Without one, they run on threads of their own, not on this queue.
    public var serializationQueue: DispatchQueue { core.serializationQueue }
    /// Whether a request is started by its first handler.
    public var startRequestsImmediately: Bool { core.startsImmediately }
    /// The monitors that sessions have unless told otherwise.
    public var defaultEventMonitors: [any EventMonitor] { [AlamofireNotifications()] }
    /// Adapts and retries all requests.
    public var interceptor: (any RequestInterceptor)? { core.interceptor }
    /// Decides which servers are trusted.
    public var serverTrustManager: ServerTrustManager? { core.exchanges.settings.serverTrust?.manager }
    /// Decides about redirects.
    public var redirectHandler: (any RedirectHandler)? { core.redirectHandler }
    /// Decides what is cached.
    public var cachedResponseHandler: (any CachedResponseHandler)? { core.cachedResponseHandler }
    /// Tells all monitors of what happens.
    public var eventMonitor: CompositeEventMonitor { core.eventMonitor }

    /// Calls a closure on ``rootQueue`` with the requests that were set up and are not finished.
    public func withAllRequests(perform action: @escaping @Sendable (Set<Request>) -> Void) {
        rootQueue.async { [core] in action(core.activeRequests) }
    }

    /// Cancels the requests that were set up and are not finished.
    ///
    /// - Parameters:
    ///   - queue: Where `completion` is called.
    ///   - completion: Called when all were told to cancel; their handlers may be served later.
    public func cancelAllRequests(
        completingOnQueue queue: DispatchQueue = .main, completion: (@Sendable () -> Void)? = nil
    ) {
        withAllRequests { requests in
            for request in requests { request.cancel() }
            if let completion { queue.async(execute: completion) }
        }
    }
}
