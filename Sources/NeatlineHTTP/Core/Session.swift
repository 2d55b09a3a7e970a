public import Dispatch
#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Makes requests, and holds what they share: connections, cookies, default headers, interceptors, monitors.
///
/// ```swift
/// let session = Session(interceptor: RetryPolicy(), eventMonitors: [Logger()])
/// let user = try await session.request("https://example.com/user/1").validate().serializingDecodable(User.self).value
/// ```
///
/// A session must be kept while its requests run: with it they end, with `AFError.sessionDeinitialized`.
///
/// Unchecked Sendable for its subclasses' sake; its own properties are constants, but for the lazy ``session``.
open class Session: @unchecked Sendable {
    /// The session behind ``AF``.
    public static let `default` = Session()

    /// Changes a request before it is adapted and sent; also before each retry.
    public typealias RequestModifier = @Sendable (inout URLRequest) throws -> Void

    /// When requests are made ready to be sent.
    public enum RequestSetup: Sendable, Hashable {
        /// When the first handler is added, or with `resume()`.
        case lazy
        /// At once.
        case eager
    }

    let core: SessionCore
    private let ownsTransport: Bool
    private let lock = Lock()
    private var madeSession: URLSession?

    /// What the session was made with. Changes of it have no effect.
    public let sessionConfiguration: URLSessionConfiguration
    /// What the session was made with.
    public let delegate: SessionDelegate
    /// When requests are made ready to be sent.
    public let requestSetup: RequestSetup

    /// A session that does what a `URLSession` is configured to do.
    ///
    /// The `URLSession` itself is not used; see ``init(configuration:delegate:rootQueue:startRequestsImmediately:requestSetup:requestQueue:serializationQueue:interceptor:serverTrustManager:redirectHandler:cachedResponseHandler:eventMonitors:transport:fallsBackToURLSession:)``
    /// for the parameters.
    public init(
        session: URLSession, delegate: SessionDelegate, rootQueue: DispatchQueue,
        startRequestsImmediately: Bool = true, requestSetup: RequestSetup = .lazy, requestQueue: DispatchQueue? = nil,
        serializationQueue: DispatchQueue? = nil, interceptor: (any RequestInterceptor)? = nil,
        serverTrustManager: ServerTrustManager? = nil, redirectHandler: (any RedirectHandler)? = nil,
        cachedResponseHandler: (any CachedResponseHandler)? = nil,
        eventMonitors: [any EventMonitor] = [AlamofireNotifications()], transport: (any Transport)? = nil,
        fallsBackToURLSession: Bool = false
    ) {
        sessionConfiguration = session.configuration
        self.delegate = delegate
        self.requestSetup = requestSetup
        let path = SessionPath(
            transport, serverTrustManager,
            orElse: Self.transport(for: session.configuration, fallback: fallsBackToURLSession))
        ownsTransport = path.isOwned
        core = SessionCore(
            transport: path.transport, settings: path.settings(session.configuration),
            rootQueue: Self.serial(rootQueue), requestQueue: requestQueue, serializationQueue: serializationQueue,
            startsImmediately: startRequestsImmediately, interceptor: interceptor, redirectHandler: redirectHandler,
            cachedResponseHandler: cachedResponseHandler, eventMonitor: CompositeEventMonitor(monitors: eventMonitors))
        madeSession = session
        core.session = self
    }

    /// A session.
    ///
    /// - Parameters:
    ///   - configuration: Default headers, timeouts, cookies, stored credentials, proxies, connections per host.
    ///   - delegate: Is kept, and has no effect.
    ///   - rootQueue: Where retriers and redirect handlers are asked.
    ///   - startRequestsImmediately: Whether a request is started by its first handler, or by `resume()` alone.
    ///   - requestSetup: When requests are made ready to be sent.
    ///   - requestQueue: Where requests are made and adapted. Without one, a plain request is made where its handler is
    ///     added, any other on a queue of the session's own.
    ///   - serializationQueue: Where responses are serialized. Without one, each request's where no other waits for it.
    ///   - interceptor: Adapts and retries all requests, before their own interceptors.
    ///   - serverTrustManager: Decides which servers are trusted. With one, the session has connections of its own, even
    ///     if another session has the same transport. If the transport cannot have servers evaluated, requests to hosts
    ///     that have an evaluator fail before anything is sent.
    ///   - redirectHandler: Decides about redirects; without one they are followed.
    ///   - cachedResponseHandler: Decides what is cached.
    ///   - eventMonitors: Are told of everything.
    ///   - transport: Moves the requests. Without one, the platform's own is made: libcurl on Linux, `URLSession`
    ///     elsewhere.
    ///   - fallsBackToURLSession: Whether `URLSession` is used where libcurl is not there, or too old. Otherwise each
    ///     request then fails with a `URLError` around `TransportError.Code.unavailable`.
    public init(
        configuration: URLSessionConfiguration = URLSessionConfiguration.af.default,
        delegate: SessionDelegate = SessionDelegate(),
        rootQueue: DispatchQueue = DispatchQueue(label: "org.alamofire.session.rootQueue"),
        startRequestsImmediately: Bool = true, requestSetup: RequestSetup = .lazy, requestQueue: DispatchQueue? = nil,
        serializationQueue: DispatchQueue? = nil, interceptor: (any RequestInterceptor)? = nil,
        serverTrustManager: ServerTrustManager? = nil, redirectHandler: (any RedirectHandler)? = nil,
        cachedResponseHandler: (any CachedResponseHandler)? = nil,
        eventMonitors: [any EventMonitor] = [AlamofireNotifications()], transport: (any Transport)? = nil,
        fallsBackToURLSession: Bool = false
    ) {
        sessionConfiguration = configuration
        self.delegate = delegate
        self.requestSetup = requestSetup
        let path = SessionPath(
            transport, serverTrustManager, orElse: Self.transport(for: configuration, fallback: fallsBackToURLSession))
        ownsTransport = path.isOwned
        core = SessionCore(
            transport: path.transport, settings: path.settings(configuration), rootQueue: Self.serial(rootQueue),
            requestQueue: requestQueue,
            serializationQueue: serializationQueue, startsImmediately: startRequestsImmediately,
            interceptor: interceptor, redirectHandler: redirectHandler,
            cachedResponseHandler: cachedResponseHandler, eventMonitor: CompositeEventMonitor(monitors: eventMonitors))
        core.session = self
    }

    deinit {
        core.end(with: .sessionDeinitialized)
        if ownsTransport { core.exchanges.transport.invalidate() }
    }

    /// A queue that does one thing at a time, whether the given one does or not.
    private static func serial(_ queue: DispatchQueue) -> DispatchQueue {
        DispatchQueue(label: queue.label, target: queue)
    }

    /// A `URLSession` with the configuration, for code that asks for one. It is made when it is first asked for; requests
    /// do not use it.
    public var session: URLSession {
        lock.withLock {
            let session = madeSession ?? URLSession(configuration: sessionConfiguration)
            madeSession = session
            return session
        }
    }

    // MARK: - Requests

    /// Makes a request with parameters from a dictionary.
    ///
    /// What cannot be made into a request is told to the handlers, as an `AFError`.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - parameters: What `encoding` puts into the request.
    ///   - encoding: Where and how it puts them.
    ///   - headers: Header fields, which take precedence over the session's.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before its parameters are encoded.
    open func request(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = URLRequestSource(
            url: convertible, method: method, headers: headers, modifier: requestModifier, parameters: parameters,
            encoding: encoding)
        return request(
            source, isQuick: source.isQuick, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request with an `Encodable` value as its parameters.
    ///
    /// ```swift
    /// session.request("https://example.com/login", method: .post, parameters: login, encoder: JSONParameterEncoder.default)
    /// ```
    ///
    /// What cannot be made into a request is told to the handlers, as an `AFError`.
    ///
    /// - Parameters:
    ///   - convertible: The URL.
    ///   - method: The method.
    ///   - parameters: What `encoder` puts into the request.
    ///   - encoder: Where and how it puts it.
    ///   - headers: Header fields, which take precedence over the session's.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    ///   - requestModifier: Changes the request before its parameters are encoded.
    open func request<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        let source = EncodingURLRequestSource(
            url: convertible, method: method, headers: headers, modifier: requestModifier, parameters: parameters,
            encoder: encoder)
        return request(
            source, isQuick: false, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request of a `URLRequest`, or of what can be made into one.
    ///
    /// - Parameters:
    ///   - convertible: The request.
    ///   - interceptor: Adapts and retries this request, after the session's.
    ///   - shouldAutomaticallyResume: Whether the first handler starts the request; as the session says if nil.
    open func request(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil
    ) -> DataRequest {
        request(
            convertible, isQuick: convertible is URLRequest, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    private func request(
        _ convertible: any URLRequestConvertible, isQuick: Bool, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?
    ) -> DataRequest {
        let request = DataRequest(
            core: core, convertible: convertible, isQuick: isQuick, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
        if requestSetup == .eager { request.process(.setUp) }
        return request
    }
}
