public import Dispatch
public import Foundation
internal import NeatlineSystem

// Subclasses can override the functions that create requests, which Swift allows only for what the class itself
// declares: so all of them are in this file, in sections. What need not be overridden is in the files `Session+…`.

/// Creates requests and holds what they share: connections, cookies, default headers, interceptors, event monitors.
///
/// ```swift
/// let session = Session(interceptor: RetryPolicy(), eventMonitors: [Logger()])
/// let user = try await session.request("https://example.com/user/1").validate().serializingDecodable(User.self).value
/// ```
///
/// The functions that create requests do not throw. If a `URLRequest` cannot be created, for example because the URL is
/// invalid or the parameters cannot be encoded, the request fails and its handlers receive an ``AFError``. All
/// functions may be called on any thread.
///
/// By default, a request starts when its first response handler is added. Response handlers are called on the main
/// queue unless another queue is given.
///
/// The functions share these parameters:
///
/// - `convertible` or `url`: a `String`, a `URL`, a `URLComponents` or another ``URLConvertible``.
/// - `method`: the HTTP method.
/// - `headers`: the header fields, which take precedence over those of the session's configuration.
/// - `interceptor`: adapts and retries the request, after the session's interceptor.
/// - `shouldAutomaticallyResume`: whether the request's first handler starts it, or only ``Request/resume()``; `nil`
///   for the session's ``startRequestsImmediately``.
/// - `requestModifier`: changes the `URLRequest` before the parameters are encoded; called for each attempt, on the
///   queue that creates the request.
///
/// Keep a session while its requests run: when the session is deinitialized, they fail with
/// ``AFError/sessionDeinitialized``.
///
/// Unchecked Sendable because subclasses may add state; the class's own properties are constants, except the lazy
/// ``session``, which a lock protects.
open class Session: @unchecked Sendable {
    /// The shared session, which is also ``AF``.
    public static let `default` = Session()

    /// The default for the largest response body, in bytes, that a data request keeps in memory: 256 MiB.
    public static let defaultMaximumBodySize: Int64 = ExchangeSettings.defaultMaximumBodySize

    let core: SessionCore
    let ownsTransport: Bool
    private let lock = Lock()
    private var madeSession: URLSession?

    /// The configuration that the session was created with. Later changes of it have no effect.
    public let sessionConfiguration: URLSessionConfiguration
    /// Receives the events of the requests' tasks.
    public let delegate: SessionDelegate
    /// Determines when the `URLRequest` of a request is created.
    public let requestSetup: RequestSetup

    /// Creates a session that uses the configuration of a `URLSession`.
    ///
    /// The `URLSession` itself sends nothing. If `delegate` is its delegate, deinitializing this session invalidates
    /// it, and invalidating it ends this session's requests.
    ///
    /// Besides the parameters of the initializer with a configuration:
    ///
    /// - `session`: The `URLSession` whose configuration is used.
    /// - `delegate`: Receives the events of the requests' tasks.
    /// - `rootQueue`: The queue on which retriers and redirect handlers are called.
    public init(
        session: URLSession, delegate: SessionDelegate, rootQueue: DispatchQueue,
        startRequestsImmediately: Bool = true, requestSetup: RequestSetup = .lazy, requestQueue: DispatchQueue? = nil,
        serializationQueue: DispatchQueue? = nil, interceptor: (any RequestInterceptor)? = nil,
        serverTrustManager: ServerTrustManager? = nil, redirectHandler: (any RedirectHandler)? = nil,
        cachedResponseHandler: (any CachedResponseHandler)? = nil,
        eventMonitors: [any EventMonitor] = [AlamofireNotifications()], transport: (any Transport)? = nil,
        fallsBackToURLSession: Bool = true, maximumBodySize: Int64 = Session.defaultMaximumBodySize,
        sendsBasicUnencrypted: Bool = true, httpVersion: HTTPVersion? = nil, retryBudget: RetryBudget? = nil,
        transportSecurity: TransportSecurity? = nil
    ) {
        sessionConfiguration = session.configuration
        self.delegate = delegate
        self.requestSetup = requestSetup
        let path = TransportSelection(
            transport, serverTrustManager,
            orElse: Self.transport(for: session.configuration, fallback: fallsBackToURLSession))
        ownsTransport = path.isOwned
        core = SessionCore(
            transport: path.transport,
            settings: path.settings(session.configuration)
                .with(
                    maximumBodySize: maximumBodySize, sendsBasicUnencrypted: sendsBasicUnencrypted,
                    httpVersion: httpVersion, transportSecurity: transportSecurity),
            rootQueue: Self.serial(rootQueue), requestQueue: requestQueue, serializationQueue: serializationQueue,
            startsImmediately: startRequestsImmediately, interceptor: interceptor, redirectHandler: redirectHandler,
            cachedResponseHandler: cachedResponseHandler, eventMonitor: CompositeEventMonitor(monitors: eventMonitors),
            delegate: delegate, retryBudget: retryBudget)
        madeSession = session
        core.session = self
    }

    /// Creates a session, which is cheap; connections are opened when requests need them.
    ///
    /// - Parameters:
    ///   - configuration: The default headers, timeouts, cookies, cache and cache policy, stored credentials, proxies
    ///     and connections per host. `URLCache.shared` is not used with a custom transport.
    ///   - delegate: Receives the events of the requests' tasks.
    ///   - rootQueue: The queue on which retriers and redirect handlers are called. Work is serialized on it, even if
    ///     the queue is concurrent.
    ///   - startRequestsImmediately: Whether the first response handler starts a request; otherwise only `resume()`
    ///     does.
    ///   - requestSetup: Determines when the `URLRequest` of a request is created.
    ///   - requestQueue: The queue on which requests are created and adapted. If `nil`, a request without parameters,
    ///     modifier or adapters is created on the thread that adds its handler, any other on a queue of the session's
    ///     own.
    ///   - serializationQueue: The queue on which responses are validated and serialized. If `nil`, threads of a pool
    ///     are used, so that a slow serializer does not delay other requests.
    ///   - interceptor: Adapts and retries all requests, before their own interceptors.
    ///   - serverTrustManager: Decides which servers are trusted. A session with one has separate connections, even if
    ///     another session uses the same transport. If the transport cannot evaluate servers, requests to hosts that
    ///     have an evaluator fail before anything is sent.
    ///   - redirectHandler: Decides about redirects; without one they are followed.
    ///   - cachedResponseHandler: Decides which responses are cached.
    ///   - eventMonitors: Receive the events of all requests, each on its own queue.
    ///   - transport: Sends the requests. If `nil`, the platform's transport: libcurl on Linux, `URLSession` elsewhere.
    ///   - fallsBackToURLSession: Whether `URLSession` is used where libcurl is missing or too old; a notice is written
    ///     to the standard error output once. Otherwise each request fails with a `URLError` whose underlying error is
    ///     a `TransportError` with the code `.unavailable`.
    ///   - maximumBodySize: The largest response body, in bytes, that a data request keeps in memory, after content
    ///     codings were decoded; `Int64.max` for no limit. A data request with a larger body fails with
    ///     ``AFError/BodyTooLarge``. Downloads and streams have no limit. ``Request/maximumBodySize(_:)`` overrides the
    ///     limit for one request.
    ///   - sendsBasicUnencrypted: Whether credentials may be sent with the Basic scheme, which anybody on the network
    ///     can read, to `http` URLs. If `false`, Basic challenges of `http` URLs are not answered, but Digest
    ///     challenges are; an `Authorization` field that was set explicitly is sent, and credentials for proxies are
    ///     not affected.
    ///   - httpVersion: The HTTP version of all requests; `nil` for the transport's, by default
    ///     ``HTTPVersion/automatic``. ``Request/httpVersion(_:)`` overrides it for one request.
    ///   - retryBudget: The limit for the retries of all requests, in addition to the limits of retriers; `nil` for
    ///     none.
    ///   - transportSecurity: Remembers the hosts that demand TLS; `nil` for ``TransportSecurity/shared`` if the
    ///     configuration has Foundation's shared cookie storage, and otherwise one in memory.
    public init(
        configuration: URLSessionConfiguration = URLSessionConfiguration.af.default,
        delegate: SessionDelegate = SessionDelegate(),
        rootQueue: DispatchQueue = DispatchQueue(label: "org.alamofire.session.rootQueue"),
        startRequestsImmediately: Bool = true, requestSetup: RequestSetup = .lazy, requestQueue: DispatchQueue? = nil,
        serializationQueue: DispatchQueue? = nil, interceptor: (any RequestInterceptor)? = nil,
        serverTrustManager: ServerTrustManager? = nil, redirectHandler: (any RedirectHandler)? = nil,
        cachedResponseHandler: (any CachedResponseHandler)? = nil,
        eventMonitors: [any EventMonitor] = [AlamofireNotifications()], transport: (any Transport)? = nil,
        fallsBackToURLSession: Bool = true, maximumBodySize: Int64 = Session.defaultMaximumBodySize,
        sendsBasicUnencrypted: Bool = true, httpVersion: HTTPVersion? = nil, retryBudget: RetryBudget? = nil,
        transportSecurity: TransportSecurity? = nil
    ) {
        sessionConfiguration = configuration
        self.delegate = delegate
        self.requestSetup = requestSetup
        let path = TransportSelection(
            transport, serverTrustManager, orElse: Self.transport(for: configuration, fallback: fallsBackToURLSession))
        ownsTransport = path.isOwned
        core = SessionCore(
            transport: path.transport,
            settings: path.settings(configuration)
                .with(
                    maximumBodySize: maximumBodySize, sendsBasicUnencrypted: sendsBasicUnencrypted,
                    httpVersion: httpVersion, transportSecurity: transportSecurity),
            rootQueue: Self.serial(rootQueue),
            requestQueue: requestQueue,
            serializationQueue: serializationQueue, startsImmediately: startRequestsImmediately,
            interceptor: interceptor, redirectHandler: redirectHandler,
            cachedResponseHandler: cachedResponseHandler, eventMonitor: CompositeEventMonitor(monitors: eventMonitors),
            delegate: delegate, retryBudget: retryBudget)
        core.session = self
    }

    deinit {
        core.end(with: .sessionDeinitialized)
        if ownsTransport { core.exchanges.transport.invalidate() }
        // Invalidating the session informs the delegate and releases it.
        let session = core.hasTransferListener ? self.session : madeSession
        if let session, session.delegate === delegate { session.invalidateAndCancel() }
    }

    /// Returns a serial queue that runs its work on the given queue.
    private static func serial(_ queue: DispatchQueue) -> DispatchQueue {
        DispatchQueue(label: queue.label, target: queue)
    }

    /// A `URLSession` with this session's configuration and delegate, for code that needs one and for monitors. It is
    /// created at the first access; requests do not use it.
    ///
    /// Invalidating it ends this session's requests with `AFError.sessionInvalidated(error:)`.
    public var session: URLSession {
        lock.withLock {
            let session = madeSession ?? makeSession()
            madeSession = session
            return session
        }
    }

    /// The `urlCache` of its configuration shows what this session has stored.
    private func makeSession() -> URLSession {
        let configuration = sessionConfiguration.copy() as? URLSessionConfiguration ?? sessionConfiguration
        if let storage = core.exchanges.settings.cache, !(configuration.urlCache is HTTPCache) {
            configuration.urlCache = HTTPCache(storage)
        }
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    // MARK: - Requests

    /// Creates a data request with parameters from a dictionary.
    ///
    /// ```swift
    /// AF.request("https://httpbin.org/get", parameters: ["page": 1])
    ///     .validate()
    ///     .responseDecodable(of: Page.self) { response in print(response.result) }
    /// ```
    ///
    /// - Parameters:
    ///   - convertible: The URL: a `String`, a `URL`, a `URLComponents` or another ``URLConvertible``.
    ///   - method: The HTTP method.
    ///   - parameters: The parameters; `nil` for none.
    ///   - encoding: Encodes the parameters into the URL or the body.
    ///   - headers: The header fields. They take precedence over those of the session's configuration.
    ///   - interceptor: Adapts and retries this request, after the session's interceptor.
    ///   - shouldAutomaticallyResume: Whether the first response handler starts the request; `nil` for the session's
    ///     ``startRequestsImmediately``.
    ///   - requestModifier: Changes the `URLRequest` before the parameters are encoded. Called for each attempt, on the
    ///     queue that creates the request.
    /// - Returns: The request. Its first response handler or ``Request/resume()`` starts it.
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

    /// Creates a data request with an `Encodable` value as its parameters.
    ///
    /// ```swift
    /// session.request("https://example.com/login", method: .post, parameters: login, encoder: .json)
    /// ```
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `parameters`: The parameters; `nil` for none.
    /// - `encoder`: Encodes the parameters into the URL or the body.
    open func request<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        request(
            EncodingURLRequestSource(
                source: source(convertible, method, headers, requestModifier), parameters: parameters, encoder: encoder),
            isQuick: false, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a data request from a `URLRequest` or a value that can be converted to one.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `convertible`: The request: a `URLRequest` or another ``URLRequestConvertible``.
    open func request(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil
    ) -> DataRequest {
        request(
            convertible, isQuick: convertible is URLRequest, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    // MARK: - Streams

    /// Creates a request that delivers the response body in chunks, with an `Encodable` value as its parameters.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `parameters`: The parameters; `nil` for none.
    /// - `encoder`: Encodes the parameters into the URL or the body.
    /// - `automaticallyCancelOnStreamError`: Whether the request is cancelled when a chunk cannot be serialized.
    open func streamRequest<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        automaticallyCancelOnStreamError: Bool = false, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> DataStreamRequest {
        streamRequest(
            EncodingURLRequestSource(
                source: source(convertible, method, headers, requestModifier), parameters: parameters, encoder: encoder),
            automaticallyCancelOnStreamError: automaticallyCancelOnStreamError, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a request that delivers the response body in chunks, as they arrive.
    ///
    /// ```swift
    /// session.streamRequest("https://httpbin.org/stream/3").responseStreamString { stream in
    ///     if case .stream(.success(let text)) = stream.event { print(text) }
    /// }
    /// ```
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `automaticallyCancelOnStreamError`: Whether the request is cancelled when a chunk cannot be
    ///   serialized.
    open func streamRequest(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders? = nil,
        automaticallyCancelOnStreamError: Bool = false, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> DataStreamRequest {
        streamRequest(
            source(convertible, method, headers, requestModifier),
            automaticallyCancelOnStreamError: automaticallyCancelOnStreamError, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a request that delivers the response body in chunks, from a `URLRequest` or a value that can be
    /// converted to one.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `convertible`: The request: a `URLRequest` or another ``URLRequestConvertible``.
    /// - `automaticallyCancelOnStreamError`: Whether the request is cancelled when a chunk cannot be serialized.
    open func streamRequest(
        _ convertible: any URLRequestConvertible, automaticallyCancelOnStreamError: Bool = false,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil
    ) -> DataStreamRequest {
        setUp(
            DataStreamRequest(
                core: core, convertible: convertible,
                automaticallyCancelOnStreamError: automaticallyCancelOnStreamError, interceptor: interceptor,
                shouldAutomaticallyResume: shouldAutomaticallyResume))
    }

    // MARK: - WebSockets

    /// Creates a request that opens a WebSocket.
    ///
    /// ```swift
    /// session.webSocketRequest(to: "wss://example.com/chat").streamMessages { message in
    ///     print(message)
    /// }
    /// ```
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `url`: The URL, with the scheme `ws` or `wss`.
    /// - `configuration`: The settings of the connection.
    /// - `headers`: The header fields of the opening handshake. They take precedence over those of the session's
    ///   configuration.
    open func webSocketRequest(
        to url: any URLConvertible, configuration: WebSocketRequest.Configuration = .default,
        headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        requestModifier: RequestModifier? = nil
    ) -> WebSocketRequest {
        webSocketRequest(
            performing: source(url, .get, headers, requestModifier), configuration: configuration,
            interceptor: interceptor)
    }

    /// Creates a request that opens a WebSocket, with an `Encodable` value as its parameters.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `url`: The URL, with the scheme `ws` or `wss`.
    /// - `configuration`: The settings of the connection.
    /// - `parameters`: The parameters; `nil` for none.
    /// - `encoder`: Encodes the parameters into the URL or the header fields. A WebSocket's request has no body.
    open func webSocketRequest<Parameters: Encodable & Sendable>(
        to url: any URLConvertible, configuration: WebSocketRequest.Configuration = .default,
        parameters: Parameters? = nil, encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default,
        headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        requestModifier: RequestModifier? = nil
    ) -> WebSocketRequest {
        webSocketRequest(
            performing: EncodingURLRequestSource(
                source: source(url, .get, headers, requestModifier), parameters: parameters, encoder: encoder),
            configuration: configuration, interceptor: interceptor)
    }

    /// Creates a request that opens a WebSocket, from a `URLRequest` or a value that can be converted to one.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `urlRequest`: The request of the opening handshake, a `GET`.
    /// - `configuration`: The settings of the connection.
    open func webSocketRequest(
        performing urlRequest: any URLRequestConvertible, configuration: WebSocketRequest.Configuration = .default,
        interceptor: (any RequestInterceptor)? = nil
    ) -> WebSocketRequest {
        setUp(
            WebSocketRequest(
                core: core, convertible: urlRequest, configuration: configuration, interceptor: interceptor))
    }

    // MARK: - Downloads

    /// Creates a request that downloads the response body to a file, with an `Encodable` value as its parameters.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `parameters`: The parameters; `nil` for none.
    /// - `encoder`: Encodes the parameters into the URL or the body.
    /// - `destination`: Returns the URL that the file is moved to; `nil` to leave it in the temporary directory.
    open func download<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil, to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        download(
            EncodingURLRequestSource(
                source: source(convertible, method, headers, requestModifier), parameters: parameters, encoder: encoder),
            interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume, to: destination)
    }

    /// Creates a request that downloads the response body to a file, with parameters from a dictionary.
    ///
    /// ```swift
    /// let fileURL = try await session.download("https://example.com/large.zip", to: destination)
    ///     .validate().serializingDownloadedFileURL().value
    /// ```
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `parameters`: The parameters; `nil` for none.
    /// - `encoding`: Encodes the parameters into the URL or the body.
    /// - `destination`: Returns the URL that the file is moved to; `nil` to leave it in the temporary directory.
    open func download(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil, to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        download(
            URLRequestSource(
                url: convertible, method: method, headers: headers, modifier: requestModifier, parameters: parameters,
                encoding: encoding),
            interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume, to: destination)
    }

    /// Creates a request that downloads the response body to a file, from a `URLRequest` or a value that can be
    /// converted to one.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `convertible`: The request: a `URLRequest` or another ``URLRequestConvertible``.
    /// - `destination`: Returns the URL that the file is moved to; `nil` to leave it in the temporary directory.
    open func download(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        download(
            .request(convertible), interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume,
            to: destination)
    }

    /// Creates a request that resumes a download that was interrupted or cancelled.
    ///
    /// The original request is adapted again and asks for the missing range. The whole file is downloaded instead if
    /// the file on the server has changed, the server does not support ranges, or the partial file no longer exists or
    /// is in use. Progress counts from the first byte of the whole file.
    ///
    /// If `data` is not resume data, the request fails with `AFError.createURLRequestFailed(error:)`, whose error is
    /// ``InvalidResumeData``.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `data`: The ``DownloadRequest/resumeData`` of the earlier request.
    /// - `destination`: Returns the URL that the file is moved to; `nil` to leave it in the temporary directory.
    open func download(
        resumingWith data: Data, interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        download(
            .resumeData(data), interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume,
            to: destination)
    }

    // MARK: - Uploads

    /// Creates a request that uploads data.
    ///
    /// ```swift
    /// AF.upload(Data("hello".utf8), to: "https://httpbin.org/post").response { response in print(response) }
    /// ```
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `data`: The body.
    /// - `headers`: The header fields. A `Content-Type` is sent only if they contain one.
    /// - `fileManager`: Only stored: there is no temporary file to remove.
    open func upload(
        _ data: Data, to convertible: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            data, with: source(convertible, method, headers, requestModifier), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a request that uploads data, from a `URLRequest` or a value that can be converted to one.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `data`: The body.
    /// - `convertible`: The request: a `URLRequest` or another ``URLRequestConvertible``. Its own body is not sent.
    /// - `fileManager`: Only stored: there is no temporary file to remove.
    open func upload(
        _ data: Data, with convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        upload(
            Upload(request: convertible, uploadable: UploadRequest.Uploadable.data(data)), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a request that uploads a file. The file is read while it is sent and is never in memory as a whole.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `fileURL`: The URL of the file. The file must not change until the request has finished.
    /// - `headers`: The header fields. A `Content-Type` is sent only if they contain one.
    /// - `fileManager`: Only stored: the file is not removed.
    open func upload(
        _ fileURL: URL, to convertible: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            fileURL, with: source(convertible, method, headers, requestModifier), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a request that uploads a file, from a `URLRequest` or a value that can be converted to one.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `fileURL`: The URL of the file. The file must not change until the request has finished.
    /// - `convertible`: The request: a `URLRequest` or another ``URLRequestConvertible``. Its own body is not sent.
    /// - `fileManager`: Only stored: the file is not removed.
    open func upload(
        _ fileURL: URL, with convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        upload(
            Upload(request: convertible, uploadable: UploadRequest.Uploadable.file(fileURL, shouldRemove: false)),
            interceptor: interceptor, fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a request that uploads a stream, which is read while it is sent.
    ///
    /// A stream can be sent only once. If the request has to be sent again after bytes were read, it fails with
    /// ``UploadBodyError/streamAlreadyRead``. To support retries, use an ``UploadConvertible`` that creates a new
    /// stream for each attempt.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `stream`: The body. It is sent with chunked coding, unless `headers` contain a `Content-Length`.
    /// - `headers`: The header fields. A `Content-Type` is sent only if they contain one.
    /// - `fileManager`: Only stored: there is no temporary file to remove.
    open func upload(
        _ stream: InputStream, to convertible: any URLConvertible, method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            stream, with: source(convertible, method, headers, requestModifier), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a request that uploads a stream, from a `URLRequest` or a value that can be converted to one.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `stream`: The body, which can be sent only once. It is sent with chunked coding, unless the request contains a
    ///   `Content-Length`.
    /// - `convertible`: The request: a `URLRequest` or another ``URLRequestConvertible``. Its own body is not sent.
    /// - `fileManager`: Only stored: there is no temporary file to remove.
    open func upload(
        _ stream: InputStream, with convertible: any URLRequestConvertible,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        upload(
            Upload(request: convertible, uploadable: UploadRequest.Uploadable.stream(stream)),
            interceptor: interceptor, fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates a request that uploads the body that a value creates, again for each attempt.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `upload`: Creates the request and its body.
    /// - `fileManager`: Removes the body's file when the request has finished, if the body requires it.
    open func upload(
        _ upload: any UploadConvertible, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        setUp(
            UploadRequest(
                core: core, upload: upload, interceptor: interceptor,
                shouldAutomaticallyResume: shouldAutomaticallyResume, fileManager: fileManager))
    }

    // MARK: - Forms

    /// Creates a request that uploads a `multipart/form-data` form.
    ///
    /// ```swift
    /// session.upload(multipartFormData: { form in
    ///     form.append(Data("Ada".utf8), withName: "name")
    ///     form.append(photo, withName: "photo")
    /// }, to: "https://httpbin.org/post")
    /// ```
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `multipartFormData`: Appends the parts to the form. Called before this function returns, on the calling
    ///   thread.
    /// - `encodingMemoryThreshold`: The number of bytes of contents from which the form is encoded to a temporary file,
    ///   not in memory. The file is removed when the request has finished.
    /// - `headers`: The header fields. `Content-Type` is set to that of the form.
    /// - `fileManager`: Stored in the form; also removes the temporary file.
    open func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void, to url: any URLConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        method: HTTPMethod = .post, headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, fileManager: FileManager = .default,
        requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            multipartFormData: multipartFormData, with: source(url, method, headers, requestModifier),
            usingThreshold: encodingMemoryThreshold, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume, fileManager: fileManager)
    }

    /// Creates a request that uploads a form, from a `URLRequest` or a value that can be converted to one.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `multipartFormData`: Appends the parts to the form, as for an upload to a URL.
    /// - `request`: The request. Its `Content-Type` is set to that of the form; its own body is not sent.
    /// - `encodingMemoryThreshold`: The number of bytes from which the form is encoded to a temporary file.
    /// - `fileManager`: Stored in the form; also removes the temporary file.
    open func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void, with request: any URLRequestConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        fileManager: FileManager = .default
    ) -> UploadRequest {
        let form = MultipartFormData(fileManager: fileManager)
        multipartFormData(form)
        return upload(
            multipartFormData: form, with: request, usingThreshold: encodingMemoryThreshold, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume, fileManager: fileManager)
    }

    /// Creates a request that uploads an existing form.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `multipartFormData`: The form. It is encoded when the request is prepared, on the queue that creates bodies.
    /// - `encodingMemoryThreshold`: The number of bytes from which the form is encoded to a temporary file.
    /// - `headers`: The header fields. `Content-Type` is set to that of the form.
    /// - `fileManager`: Removes the temporary file.
    open func upload(
        multipartFormData: MultipartFormData, to url: any URLConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        method: HTTPMethod = .post, headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, fileManager: FileManager = .default,
        requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            multipartFormData: multipartFormData, with: source(url, method, headers, requestModifier),
            usingThreshold: encodingMemoryThreshold, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume, fileManager: fileManager)
    }

    /// Creates a request that uploads an existing form, from a `URLRequest` or a value that can be converted to one.
    ///
    /// Besides the parameters described at ``Session``:
    ///
    /// - `multipartFormData`: The form. It is encoded when the request is prepared, on the queue that creates bodies.
    /// - `request`: The request. Its `Content-Type` is set to that of the form; its own body is not sent.
    /// - `encodingMemoryThreshold`: The number of bytes from which the form is encoded to a temporary file.
    /// - `fileManager`: Removes the temporary file.
    open func upload(
        multipartFormData: MultipartFormData, with request: any URLRequestConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = MultipartFormData.encodingMemoryThreshold,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        fileManager: FileManager = .default
    ) -> UploadRequest {
        upload(
            MultipartUpload(
                request: request, form: multipartFormData, threshold: encodingMemoryThreshold,
                fileManager: fileManager),
            interceptor: interceptor, fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }
}
