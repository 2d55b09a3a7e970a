public import Dispatch
internal import NeatlineSystem
#if canImport(FoundationNetworking)
internal import Foundation
#else
public import Foundation
#endif

// What is set on one request before it starts: credentials, redirects, interceptors, monitors, limits.

extension Request {
    /// The decision about a response whose head was received.
    public enum ResponseDisposition: Sendable, Hashable {
        /// The body of the response is received.
        case allow
        /// The request is cancelled, and its body is not received.
        case cancel
    }

    // MARK: - Authentication

    /// Authenticates the request with a user name and a password when the server asks for them with status 401.
    ///
    /// ```swift
    /// AF.request("https://example.org/account").authenticate(username: "ada", password: "secret")
    /// ```
    ///
    /// The credential is sent only to the origin of the request's own URL, never to the target of a redirect. The
    /// strongest scheme that the server offers is used: Digest with SHA-512-256, SHA-256 or MD5, then Basic. If the
    /// credential is wrong, the response is the 401. After a server has asked once, further requests of the session
    /// with the same credential send it immediately.
    ///
    /// - Parameters:
    ///   - username: The user name.
    ///   - password: The password.
    ///   - persistence: With `.none`, the credential is used for this request only. Otherwise it is stored in the
    ///     `urlCredentialStorage` of the session's configuration when the server has accepted it, and requests without
    ///     a credential use it too, including those of other sessions with the same storage. On Linux, where Foundation
    ///     stores nothing on disk, `.permanent` is the same as `.forSession`.
    @discardableResult
    public func authenticate(
        username: String, password: String, persistence: URLCredential.Persistence = .none
    ) -> Self {
        authenticate(with: URLCredential(user: username, password: password, persistence: persistence))
    }

    /// Authenticates the request with a credential when the server asks for one.
    ///
    /// See ``authenticate(username:password:persistence:)``. The credential's own persistence is used. A credential
    /// that is not a user name with a password is ignored.
    ///
    /// - Parameter credential: The credential.
    @discardableResult
    public func authenticate(with credential: URLCredential) -> Self {
        setOption(\.credential, to: credential)
        return self
    }

    /// The credential that was set for this request; `nil` if none was.
    public var credential: URLCredential? { mutableState.withLock { $0.options?.credential } }

    // MARK: - Redirects, caching

    /// The redirect handler that was set for this request; `nil` if none was.
    public var redirectHandler: (any RedirectHandler)? { mutableState.withLock { $0.options?.redirectHandler } }

    /// The handler of cached responses that was set for this request; `nil` if none was.
    public var cachedResponseHandler: (any CachedResponseHandler)? {
        mutableState.withLock { $0.options?.cachedResponseHandler }
    }

    /// The handler that decides about redirects: the request's own, or the session's.
    var redirectHandlerInUse: (any RedirectHandler)? { redirectHandler ?? core.redirectHandler }

    /// The handler that decides about cached responses: the request's own, or the session's.
    var cachedResponseHandlerInUse: (any CachedResponseHandler)? { cachedResponseHandler ?? core.cachedResponseHandler }

    /// Sets the redirect handler of this request, which is called instead of the session's. Only the first call has an
    /// effect.
    ///
    /// ```swift
    /// AF.request("https://example.org/old").redirect(using: .doNotFollow)
    /// ```
    ///
    /// - Parameter handler: The handler. It is called on the session's `rootQueue`.
    @discardableResult
    public func redirect(using handler: any RedirectHandler) -> Self {
        withOptions { if $0.redirectHandler == nil { $0.redirectHandler = handler } }
        return self
    }

    /// Sets the handler of cached responses for this request, which is used instead of the session's. Only the first
    /// call has an effect.
    ///
    /// ```swift
    /// AF.request("https://example.org/account").cacheResponse(using: .doNotCache)
    /// ```
    ///
    /// - Parameter handler: The handler. It is called on the session's `rootQueue`.
    @discardableResult
    public func cacheResponse(using handler: any CachedResponseHandler) -> Self {
        withOptions { if $0.cachedResponseHandler == nil { $0.cachedResponseHandler = handler } }
        return self
    }

    // MARK: - Limits

    /// Limits the size of the response body.
    ///
    /// If the body is larger, after content codings were decoded, or the server announces a larger one, the request
    /// fails with `AFError.responseValidationFailed`, whose underlying error is ``AFError/BodyTooLarge``. Bodies of
    /// redirects and of answered challenges do not count. The body of a download that is resumed begins with what was
    /// received before.
    ///
    /// Without this limit, the session's `maximumBodySize` applies to data requests; downloads and streams are not
    /// limited. The limit takes effect with the next attempt.
    ///
    /// - Parameter bytes: The largest number of bytes, or `Int64.max` for no limit.
    @discardableResult
    public func maximumBodySize(_ bytes: Int64) -> Self {
        withOptions { $0.maximumBodySize = bytes }
        return self
    }

    /// Sets the HTTP version of this request, instead of the session's.
    ///
    /// A request with a version that the transport does not have fails with a `URLError` whose underlying error is a
    /// `TransportError` with the code `.unsupportedVersion`. The setting takes effect with the next attempt.
    ///
    /// - Parameter version: The version.
    @discardableResult
    public func httpVersion(_ version: HTTPVersion) -> Self {
        withOptions { $0.httpVersion = version }
        return self
    }

    /// Sends fields behind the body (RFC 9110, section 6.5), such as a checksum of what a stream has produced.
    ///
    /// ```swift
    /// session.upload(stream, to: "https://example.com/logs").trailers { ["Digest": checksum.text] }
    /// ```
    ///
    /// The body is sent in chunks and with HTTP/1.1, the only version in which libcurl can send trailers. A request without
    /// a body has none. With a transport without the capability `.interimFields`, such as `URLSessionTransport`, and with
    /// fields that cannot be sent, the request fails. The setting takes effect with the next attempt.
    ///
    /// - Parameter fields: A closure that returns the fields. Called at the end of the body, each time that is sent, on the
    ///   transport's thread; it must return quickly.
    @discardableResult
    public func trailers(_ fields: @escaping @Sendable () -> HTTPHeaders) -> Self {
        setOption(\.trailers, to: fields)
        return self
    }

    // MARK: - Interceptors, monitors

    /// Adds an interceptor, which is called after the session's interceptor and those added before.
    ///
    /// - Parameter interceptor: The interceptor. It adapts from the next attempt on.
    @discardableResult
    public func interceptor(_ interceptor: any RequestInterceptor) -> Self {
        captureTaskLocals()
        withOptions {
            $0.adapters.append(interceptor)
            $0.retriers.append(interceptor)
        }
        return self
    }

    /// Adds an adapter, which is called after the session's interceptor and those added before.
    ///
    /// - Parameter adapter: The adapter. It adapts from the next attempt on.
    @discardableResult
    public func adapt(using adapter: any RequestAdapter) -> Self {
        captureTaskLocals()
        withOptions { $0.adapters.append(adapter) }
        return self
    }

    /// Adds a closure that adapts the request, after the session's interceptor and those added before.
    ///
    /// - Parameter closure: The closure, as in ``RequestAdapter``.
    @discardableResult
    public func adapt(using closure: @escaping AdaptHandler) -> Self { adapt(using: Adapter(closure)) }

    /// Adds a retrier, which is called after the session's interceptor and those added before.
    ///
    /// - Parameter retrier: The retrier. It is called on the session's `rootQueue`.
    @discardableResult
    public func retry(using retrier: any RequestRetrier) -> Self {
        captureTaskLocals()
        withOptions { $0.retriers.append(retrier) }
        return self
    }

    /// Adds a closure that decides about retries, after the session's interceptor and those added before.
    ///
    /// - Parameter closure: The closure, as in ``RequestRetrier``. It is called on the session's `rootQueue`.
    @discardableResult
    public func retry(using closure: @escaping RetryHandler) -> Self { retry(using: Retrier(closure)) }

    /// The monitor that receives the request's events: it forwards them to the session's monitors and the request's
    /// own.
    public var eventMonitor: (any EventMonitor)? { mutableState.withLock { $0.options?.listener } ?? core.eventMonitor }

    /// Adds a monitor that receives the events of this request from now on.
    ///
    /// It does not receive the events of tasks, `urlSession(…)`, which only the session's monitors receive.
    ///
    /// - Parameter monitor: The monitor. It is called on its own queue.
    @discardableResult
    public func eventMonitor(_ monitor: any EventMonitor) -> Self {
        captureTaskLocals()
        withOptions { options in
            options.monitors.append(monitor)
            options.listener = CompositeEventMonitor(monitors: core.eventMonitor.monitors + options.monitors)
        }
        return self
    }

    // MARK: - Hooks

    /// Calls a closure with each `URLRequest` that is about to be sent, and with the current one if it was already
    /// created.
    ///
    /// A second call of this function replaces the closure.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - handler: A closure that receives the request, after adaptation.
    @discardableResult
    public func onURLRequestCreation(
        on queue: DispatchQueue = .main, perform handler: @escaping @Sendable (_ request: URLRequest) -> Void
    ) -> Self {
        let hook: @Sendable (URLRequest) -> Void = { request in queue.async { handler(request) } }
        // The earlier closure is released after the lock.
        var earlier: (@Sendable (URLRequest) -> Void)? = hook
        let made = mutableState.withLock { state in
            swap(&state.requireOptions().requestHook, &earlier)
            return state.attempt?.original
        }
        if let made { hook(made) }
        return self
    }

    /// Calls a closure with the task of each attempt, and with the current one if it was already created.
    ///
    /// A second call of this function replaces the closure.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - handler: A closure that receives the task.
    @discardableResult
    public func onURLSessionTaskCreation(
        on queue: DispatchQueue = .main, perform handler: @escaping @Sendable (_ task: URLSessionTask) -> Void
    ) -> Self {
        let hook: @Sendable (URLSessionTask) -> Void = { task in queue.async { handler(task) } }
        // The earlier closure is released after the lock.
        var earlier: (@Sendable (URLSessionTask) -> Void)? = hook
        let made = mutableState.withLock { state in
            swap(&state.requireOptions().taskHook, &earlier)
            return lastTask(in: state)
        }
        if let made { hook(made) }
        return self
    }

    // MARK: - Heads of responses
    /// Calls a closure with the head of each response; the closure decides whether the body is received.
    ///
    /// ```swift
    /// AF.request("https://httpbin.org/image/png").onHTTPResponse { response, completionHandler in
    ///     completionHandler(response.statusCode == 200 ? .allow : .cancel)
    /// }
    /// ```
    ///
    /// The body is not delivered until `completionHandler` is called or, which allows it, released without a call. A
    /// failure of the transfer and `cancel()` end the request in any case. A second call of this function replaces the
    /// closure.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - handler: A closure that receives the head and a completion handler, which may be called on any thread. Only
    ///     its first call has an effect.
    @preconcurrency @discardableResult
    public func onHTTPResponse(
        on queue: DispatchQueue = .main,
        perform handler:
            @escaping @Sendable (
                _ response: HTTPURLResponse, _ completionHandler: @escaping @Sendable (ResponseDisposition) -> Void
            ) -> Void
    ) -> Self {
        setResponseHook(on: queue, handler)
        return self
    }

    /// Calls a closure with the head of each response, before the body is delivered. A second call of this function
    /// replaces the closure.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - handler: A closure that receives the head.
    @preconcurrency @discardableResult
    public func onHTTPResponse(
        on queue: DispatchQueue = .main, perform handler: @escaping @Sendable (HTTPURLResponse) -> Void
    ) -> Self {
        setResponseHook(on: queue) { response, decide in
            handler(response)
            decide(.allow)
        }
        return self
    }
}

extension Request {
    /// Calls `decide` with the head of each response, and holds the body back until `decide` has called its completion
    /// handler.
    private func setResponseHook(
        on queue: DispatchQueue,
        _ decide: @escaping @Sendable (HTTPURLResponse, @escaping @Sendable (ResponseDisposition) -> Void) -> Void
    ) {
        setOption(
            \.responseHook,
            to: { [weak self] head in
                guard let self else { return }
                let decision = HeldBody(self, mutableState.withLock { $0.attempt })
                // Without a response, the decision is released here.
                guard let response = head.response else { return }
                queue.async { decide(response) { decision.take($0) } }
            })
    }

    /// The body that waits for the decision of a hook; allowed if the decision is released without a call.
    private final class HeldBody: Sendable {
        private let request: Request
        private let attempt: RequestAttempt?
        private let flag = OnceFlag()

        init(_ request: Request, _ attempt: RequestAttempt?) {
            self.request = request
            self.attempt = attempt
        }

        deinit { take(.allow) }

        func take(_ disposition: ResponseDisposition) {
            guard flag.take() else { return }
            switch disposition {
            case .allow: request.releaseBody(of: attempt)
            case .cancel: request.cancelDiscardingBody()
            }
        }
    }

    private func cancelDiscardingBody() {
        mutableState.withLock { state in
            guard let attempt = state.attempt, attempt.isHeld else { return }
            attempt.isBodyRefused = true
            state.body.reset()
        }
        cancel()
    }
}
