public import Dispatch

#if !canImport(FoundationNetworking)
public import Foundation
#endif

// The properties of a session, and what can be done with all its requests.

extension Session {
    /// Changes a request before it is adapted and sent; called again for each retry, on the queue that creates the
    /// request. An error that it throws fails the request with `AFError.createURLRequestFailed(error:)`.
    ///
    /// - Throws: any error, which fails the request.
    public typealias RequestModifier = @Sendable (inout URLRequest) throws -> Void

    /// Determines when a session creates the `URLRequest` of a request.
    public enum RequestSetup: Sendable, Hashable {
        /// When the first response handler is added, or with `resume()`.
        case lazy
        /// Immediately, when the request is created.
        case eager
    }

    /// The queue on which retriers and redirect handlers are called.
    public var rootQueue: DispatchQueue { core.rootQueue }
    /// The queue on which requests are created, unless that happens on the thread that adds the first handler.
    public var requestQueue: DispatchQueue { core.requestQueue }
    /// The queue for response serializers that was given to the session. If none was given, serializers run on the
    /// threads of a pool, not on this queue.
    public var serializationQueue: DispatchQueue { core.serializationQueue }
    /// Whether the first response handler starts a request.
    public var startRequestsImmediately: Bool { core.startsImmediately }
    /// The event monitors of a session that is created without any.
    public var defaultEventMonitors: [any EventMonitor] { [AlamofireNotifications()] }
    /// Adapts and retries all requests of the session.
    public var interceptor: (any RequestInterceptor)? { core.interceptor }
    /// Decides which servers are trusted.
    public var serverTrustManager: ServerTrustManager? { core.exchanges.settings.serverTrust?.manager }
    /// Decides about redirects of requests without a handler; `nil` to follow them.
    public var redirectHandler: (any RedirectHandler)? { core.redirectHandler }
    /// Decides which responses are cached.
    public var cachedResponseHandler: (any CachedResponseHandler)? { core.cachedResponseHandler }
    /// The cookies of the session; `nil` if its configuration has no storage for them.
    package var cookieJar: CookieJar? { core.exchanges.settings.cookies }
    /// Forwards events to all event monitors of the session.
    public var eventMonitor: CompositeEventMonitor { core.eventMonitor }

    /// Calls a closure with the active requests: those that were set up and have not finished.
    ///
    /// - Parameter action: A closure that receives the requests. It is called on ``rootQueue``.
    public func withAllRequests(perform action: @escaping @Sendable (Set<Request>) -> Void) {
        rootQueue.async { [core] in action(core.activeRequests) }
    }

    /// Cancels the active requests: those that were set up and have not finished.
    ///
    /// - Parameters:
    ///   - queue: The queue on which `completion` is called.
    ///   - completion: A closure that is called after `cancel()` was called on all requests. Their response handlers
    ///     may be called later.
    public func cancelAllRequests(
        completingOnQueue queue: DispatchQueue = .main, completion: (@Sendable () -> Void)? = nil
    ) {
        withAllRequests { requests in
            for request in requests { request.cancel() }
            if let completion { queue.async(execute: completion) }
        }
    }
}

/// Internal functions that the request-creating functions of ``Session`` share.
extension Session {
    func request(
        _ convertible: any URLRequestConvertible, isQuick: Bool, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?
    ) -> DataRequest {
        setUp(
            DataRequest(
                core: core, convertible: convertible, isQuick: isQuick, interceptor: interceptor,
                shouldAutomaticallyResume: shouldAutomaticallyResume))
    }

    func download(
        _ downloadable: DownloadRequest.Downloadable, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?, to destination: DownloadRequest.Destination?
    ) -> DownloadRequest {
        setUp(
            DownloadRequest(
                core: core, downloadable: downloadable, interceptor: interceptor,
                shouldAutomaticallyResume: shouldAutomaticallyResume, destination: destination))
    }

    /// Returns the parts of a request without parameters.
    func source(
        _ url: any URLConvertible, _ method: HTTPMethod, _ headers: HTTPHeaders?, _ modifier: RequestModifier?
    ) -> URLRequestSource {
        URLRequestSource(
            url: url, method: method, headers: headers, modifier: modifier, parameters: nil,
            encoding: URLEncoding.default)
    }

    /// Prepares a request immediately, if the session is eager.
    func setUp<Made: Request>(_ request: Made) -> Made {
        if requestSetup == .eager { request.process(.setUp) }
        return request
    }
}
