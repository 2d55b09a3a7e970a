public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Makes requests, and holds what they share: connections, cookies, default headers, interceptors, monitors.
///
/// ```swift
/// let session = Session(interceptor: RetryPolicy(), eventMonitors: [Logger()])
/// let user = try await session.request("https://example.com/user/1").validate().serializingDecodable(User.self).value
/// ```
///
/// What cannot be made into a request is told to the handlers, as an `AFError`. The functions that make requests have these
/// parameters in common, besides their own:
///
/// - `method`, `headers`: of the request; headers take precedence over the session's.
/// - `parameters`: what `encoding` or `encoder` puts into the request.
/// - `interceptor`: adapts and retries this request, after the session's.
/// - `shouldAutomaticallyResume`: whether the first handler starts the request; as the session says if nil.
/// - `requestModifier`: changes the request before its parameters are encoded.
///
/// A session must be kept while its requests run: with it they end, with `AFError.sessionDeinitialized`.
///
/// Unchecked Sendable for its subclasses' sake; its own properties are constants, but for the lazy ``session``.
open class Session: @unchecked Sendable {
    /// The session behind ``AF``.
    public static let `default` = Session()

    /// Bytes of the largest body of a response that a data request keeps, unless a session or a request says otherwise:
    /// 256 MiB.
    public static let defaultMaximumBodySize: Int64 = 256 << 20

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
    /// Is told what happens to the requests' tasks.
    public let delegate: SessionDelegate
    /// When requests are made ready to be sent.
    public let requestSetup: RequestSetup

    /// A session that does what a `URLSession` is configured to do.
    ///
    /// The `URLSession` itself sends nothing. If `delegate` is its delegate, it is invalidated with this session, and ends this
    /// session's requests when it is invalidated before. See ``init(configuration:delegate:rootQueue:startRequestsImmediately:requestSetup:requestQueue:serializationQueue:interceptor:serverTrustManager:redirectHandler:cachedResponseHandler:eventMonitors:transport:fallsBackToURLSession:maximumBodySize:sendsBasicUnencrypted:)``
    /// for the parameters.
    public init(
        session: URLSession, delegate: SessionDelegate, rootQueue: DispatchQueue,
        startRequestsImmediately: Bool = true, requestSetup: RequestSetup = .lazy, requestQueue: DispatchQueue? = nil,
        serializationQueue: DispatchQueue? = nil, interceptor: (any RequestInterceptor)? = nil,
        serverTrustManager: ServerTrustManager? = nil, redirectHandler: (any RedirectHandler)? = nil,
        cachedResponseHandler: (any CachedResponseHandler)? = nil,
        eventMonitors: [any EventMonitor] = [AlamofireNotifications()], transport: (any Transport)? = nil,
        fallsBackToURLSession: Bool = true, maximumBodySize: Int64 = Session.defaultMaximumBodySize,
        sendsBasicUnencrypted: Bool = true
    ) {
        sessionConfiguration = session.configuration
        self.delegate = delegate
        self.requestSetup = requestSetup
        let path = SessionPath(
            transport, serverTrustManager,
            orElse: Self.transport(for: session.configuration, fallback: fallsBackToURLSession))
        ownsTransport = path.isOwned
        core = SessionCore(
            transport: path.transport,
            settings: path.settings(session.configuration)
                .with(maximumBodySize: maximumBodySize, sendsBasicUnencrypted: sendsBasicUnencrypted),
            rootQueue: Self.serial(rootQueue), requestQueue: requestQueue, serializationQueue: serializationQueue,
            startsImmediately: startRequestsImmediately, interceptor: interceptor, redirectHandler: redirectHandler,
            cachedResponseHandler: cachedResponseHandler, eventMonitor: CompositeEventMonitor(monitors: eventMonitors),
            delegate: delegate)
        madeSession = session
        core.session = self
    }

    /// A session.
    ///
    /// - Parameters:
    ///   - configuration: Default headers, timeouts, cookies, stored credentials, proxies, connections per host.
    ///   - delegate: Is told what happens to the requests' tasks.
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
    ///   - fallsBackToURLSession: Whether `URLSession` is used where libcurl is not there, or too old, which is said once to
    ///     the standard error output. Otherwise each request then fails with a `URLError` around
    ///     `TransportError.Code.unavailable`.
    ///   - maximumBodySize: Bytes that the body of a response may have that is kept in memory, after content codings were
    ///     decoded; `Int64.max` for no limit. A data request with more fails with
    ///     `AFError.BodyTooLarge`. Downloads and streams have no limit, unless
    ///     `Request.maximumBodySize(_:)` sets one, which also takes the place of this one.
    ///   - sendsBasicUnencrypted: Whether a name and a password may be sent by Basic, which anybody on the way can read, to
    ///     `http` URLs. If not, challenges of Basic are not answered there, and those of Digest are; an `Authorization` that
    ///     is set by hand is sent as it is, and what proxies are told is not affected.
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
        sendsBasicUnencrypted: Bool = true
    ) {
        sessionConfiguration = configuration
        self.delegate = delegate
        self.requestSetup = requestSetup
        let path = SessionPath(
            transport, serverTrustManager, orElse: Self.transport(for: configuration, fallback: fallsBackToURLSession))
        ownsTransport = path.isOwned
        core = SessionCore(
            transport: path.transport,
            settings: path.settings(configuration)
                .with(maximumBodySize: maximumBodySize, sendsBasicUnencrypted: sendsBasicUnencrypted),
            rootQueue: Self.serial(rootQueue),
            requestQueue: requestQueue,
            serializationQueue: serializationQueue, startsImmediately: startRequestsImmediately,
            interceptor: interceptor, redirectHandler: redirectHandler,
            cachedResponseHandler: cachedResponseHandler, eventMonitor: CompositeEventMonitor(monitors: eventMonitors),
            delegate: delegate)
        core.session = self
    }

    deinit {
        core.end(with: .sessionDeinitialized)
        if ownsTransport { core.exchanges.transport.invalidate() }
        // It tells the delegate, and lets go of it.
        let session = core.hasTransferListener ? self.session : madeSession
        if let session, session.delegate === delegate { session.invalidateAndCancel() }
    }

    /// A queue that does one thing at a time, whether the given one does or not.
    private static func serial(_ queue: DispatchQueue) -> DispatchQueue {
        DispatchQueue(label: queue.label, target: queue)
    }

    /// A `URLSession` with the session's configuration and delegate, for code that asks for one, and for monitors. It is created
    /// when it is first asked for; requests do not use it.
    ///
    /// When it is invalidated, the session's requests end with `AFError.sessionInvalidated(error:)`.
    public var session: URLSession {
        lock.withLock {
            let session =
                madeSession ?? URLSession(configuration: sessionConfiguration, delegate: delegate, delegateQueue: nil)
            madeSession = session
            return session
        }
    }

    // MARK: - Requests

    /// Makes a request with parameters from a dictionary.
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
    open func request(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil
    ) -> DataRequest {
        request(
            convertible, isQuick: convertible is URLRequest, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    // MARK: - Streams

    /// Makes a request whose response's body is handed on piece by piece, with an `Encodable` value as its parameters.
    ///
    /// - Parameter automaticallyCancelOnStreamError: Whether a piece that cannot be serialized ends the request.
    open func streamRequest<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        automaticallyCancelOnStreamError: Bool = false, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> DataStreamRequest {
        streamRequest(
            EncodingURLRequestSource(
                url: convertible, method: method, headers: headers, modifier: requestModifier, parameters: parameters,
                encoder: encoder),
            automaticallyCancelOnStreamError: automaticallyCancelOnStreamError, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request whose response's body is handed on piece by piece.
    ///
    /// - Parameter automaticallyCancelOnStreamError: Whether a piece that cannot be serialized ends the request.
    open func streamRequest(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders? = nil,
        automaticallyCancelOnStreamError: Bool = false, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> DataStreamRequest {
        streamRequest(
            URLRequestSource(
                url: convertible, method: method, headers: headers, modifier: requestModifier, parameters: nil,
                encoding: URLEncoding.default),
            automaticallyCancelOnStreamError: automaticallyCancelOnStreamError, interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request whose response's body is handed on piece by piece, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameter automaticallyCancelOnStreamError: Whether a piece that cannot be serialized ends the request.
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

    // MARK: - Downloads

    /// Makes a request whose response's body goes to a file, with an `Encodable` value as its parameters.
    ///
    /// - Parameter destination: Says where the file is to go; without, it stays in the temporary directory.
    open func download<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        requestModifier: RequestModifier? = nil, to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        download(
            EncodingURLRequestSource(
                url: convertible, method: method, headers: headers, modifier: requestModifier, parameters: parameters,
                encoder: encoder),
            interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume, to: destination)
    }

    /// Makes a request whose response's body goes to a file, with parameters from a dictionary.
    ///
    /// ```swift
    /// let fileURL = try await session.download("https://example.com/large.zip", to: destination)
    ///     .validate().serializingDownloadedFileURL().value
    /// ```
    ///
    /// - Parameter destination: Says where the file is to go; without, it stays in the temporary directory.
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

    /// Makes a request whose response's body goes to a file, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameter destination: Says where the file is to go; without, it stays in the temporary directory.
    open func download(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        download(
            .request(convertible), interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume,
            to: destination)
    }

    /// Goes on with a download that was cut off or cancelled.
    ///
    /// The request is the one that was made first, adapted anew. Its server is asked for the rest, if what it has is still
    /// the same, and for all of it where that cannot be: the server has changed the file or does not know ranges, or the
    /// partial file is gone or in use. Progress counts from the first byte of the whole.
    ///
    /// Data that is no resume data fails the request with `AFError.createURLRequestFailed(error:)` around
    /// ``InvalidResumeData``.
    ///
    /// - Parameters:
    ///   - data: What ``DownloadRequest/resumeData`` was.
    ///   - destination: Says where the file is to go; without, it stays in the temporary directory.
    open func download(
        resumingWith data: Data, interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
        to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        download(
            .resumeData(data), interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume,
            to: destination)
    }

    // MARK: - Uploads

    /// Makes a request that sends bytes.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - headers: A `Content-Type` is sent only if it is among them.
    ///   - fileManager: Is kept; there is no file to remove.
    open func upload(
        _ data: Data, to convertible: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            data, with: source(convertible, method, headers, requestModifier), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends bytes, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - convertible: The request. A body that it has is not sent.
    ///   - fileManager: Is kept; there is no file to remove.
    open func upload(
        _ data: Data, with convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        upload(
            Upload(request: convertible, uploadable: UploadRequest.Uploadable.data(data)), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends a file, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - fileURL: The file. It must stay as it is until the request is over.
    ///   - headers: A `Content-Type` is sent only if it is among them.
    ///   - fileManager: Is kept; the file is not removed.
    open func upload(
        _ fileURL: URL, to convertible: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            fileURL, with: source(convertible, method, headers, requestModifier), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends a file, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - fileURL: The file. It must stay as it is until the request is over.
    ///   - convertible: The request. A body that it has is not sent.
    ///   - fileManager: Is kept; the file is not removed.
    open func upload(
        _ fileURL: URL, with convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        upload(
            Upload(request: convertible, uploadable: UploadRequest.Uploadable.file(fileURL, shouldRemove: false)),
            interceptor: interceptor, fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends what a stream gives, while it is read.
    ///
    /// A stream can be sent once. If the request has to be sent again when something was read, it fails with an error that
    /// says so (``UploadBodyError/streamAlreadyRead``); an ``UploadConvertible`` that makes another stream each time can.
    ///
    /// - Parameters:
    ///   - stream: The body. It is sent in chunks, unless `headers` say its `Content-Length`.
    ///   - headers: A `Content-Type` is sent only if it is among them.
    ///   - fileManager: Is kept; there is no file to remove.
    open func upload(
        _ stream: InputStream, to convertible: any URLConvertible, method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            stream, with: source(convertible, method, headers, requestModifier), interceptor: interceptor,
            fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends what a stream gives, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - stream: The body, which can be sent once. It is sent in chunks, unless the request says its `Content-Length`.
    ///   - convertible: The request. A body that it has is not sent.
    ///   - fileManager: Is kept; there is no file to remove.
    open func upload(
        _ stream: InputStream, with convertible: any URLRequestConvertible,
        interceptor: (any RequestInterceptor)? = nil, fileManager: FileManager = .default,
        shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        upload(
            Upload(request: convertible, uploadable: UploadRequest.Uploadable.stream(stream)),
            interceptor: interceptor, fileManager: fileManager, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Makes a request that sends what a type of your own makes, for each attempt anew.
    ///
    /// - Parameters:
    ///   - upload: Makes the request and its body.
    ///   - fileManager: Removes a file that should be removed, when the request is over.
    open func upload(
        _ upload: any UploadConvertible, interceptor: (any RequestInterceptor)? = nil,
        fileManager: FileManager = .default, shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        setUp(
            UploadRequest(
                core: core, upload: upload, fileManager: fileManager, interceptor: interceptor,
                shouldAutomaticallyResume: shouldAutomaticallyResume))
    }

    // MARK: - Forms

    /// Makes a request that sends a form (`multipart/form-data`).
    ///
    /// ```swift
    /// session.upload(multipartFormData: { form in
    ///     form.append(Data("Ada".utf8), withName: "name")
    ///     form.append(photo, withName: "photo")
    /// }, to: "https://httpbin.org/post")
    /// ```
    ///
    /// - Parameters:
    ///   - multipartFormData: Fills the form; called at once.
    ///   - encodingMemoryThreshold: Bytes of contents from which on the form is put together in a temporary file, which is
    ///     removed when the request is over.
    ///   - headers: `Content-Type` is the form's own.
    ///   - fileManager: The form's, which also removes the temporary file.
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

    /// Makes a request that sends a form, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - multipartFormData: Fills the form; called at once.
    ///   - request: The request. Its `Content-Type` becomes the form's, and a body that it has is not sent.
    ///   - encodingMemoryThreshold: Bytes of contents from which on the form is put together in a temporary file, which is
    ///     removed when the request is over.
    ///   - fileManager: The form's, which also removes the temporary file.
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

    /// Makes a request that sends a form that is there already.
    ///
    /// - Parameters:
    ///   - multipartFormData: The form. It is put together when the request is made ready.
    ///   - encodingMemoryThreshold: Bytes of contents from which on the form is put together in a temporary file, which is
    ///     removed when the request is over.
    ///   - headers: `Content-Type` is the form's own.
    ///   - fileManager: Removes the temporary file.
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

    /// Makes a request that sends a form that is there already, of a `URLRequest` or what can be made into one.
    ///
    /// - Parameters:
    ///   - multipartFormData: The form. It is put together when the request is made ready.
    ///   - request: The request. Its `Content-Type` becomes the form's, and a body that it has is not sent.
    ///   - encodingMemoryThreshold: Bytes of contents from which on the form is put together in a temporary file, which is
    ///     removed when the request is over.
    ///   - fileManager: Removes the temporary file.
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
