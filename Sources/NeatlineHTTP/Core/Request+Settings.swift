public import Dispatch
#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Request {
    /// What to do with a response whose body has not come yet.
    public enum ResponseDisposition: Sendable, Hashable {
        /// Let it come.
        case allow
        /// Cancel the request.
        case cancel
    }

    // MARK: - Authentication

    /// Answers the server with a name and a password when it asks for them (401), by Digest or Basic.
    ///
    /// ```swift
    /// AF.request("https://example.org/account").authenticate(username: "ada", password: "secret")
    /// ```
    ///
    /// They go to the origin of the request's own URL, never to where it redirects. The strongest scheme that the server
    /// offers is used: Digest with SHA-512-256, SHA-256, MD5, then Basic. If they are wrong, the response is the 401.
    /// Once a server has asked, further requests of the session with the same credential bring it at once.
    ///
    /// - Parameters:
    ///   - username: The name.
    ///   - password: The password.
    ///   - persistence: With `.none` they serve this request. Otherwise they are put in the `urlCredentialStorage` of the
    ///     session's configuration when the server has taken them, and serve requests that bring none, too, also those of
    ///     other sessions with the same storage, which is the usual case; `.permanent` is no more than that on Linux, where
    ///     Foundation keeps nothing on disk.
    @discardableResult
    public func authenticate(
        username: String, password: String, persistence: URLCredential.Persistence = .none
    ) -> Self {
        authenticate(with: URLCredential(user: username, password: password, persistence: persistence))
    }

    /// Answers the server with a credential when it asks for one, as
    /// ``authenticate(username:password:persistence:)`` does, with the credential's own persistence. One that is not a name
    /// with a password answers nothing.
    @discardableResult
    public func authenticate(with credential: URLCredential) -> Self {
        withOptions { $0.credential = credential }
        return self
    }

    /// The credential that was set for this request alone.
    public var credential: URLCredential? { lock.withLock { options?.credential } }

    // MARK: - Redirects, caching

    /// Who was set to decide about redirects of this request alone.
    public var redirectHandler: (any RedirectHandler)? { lock.withLock { options?.redirectHandler } }

    /// Who was set to decide about what is cached of this request alone.
    public var cachedResponseHandler: (any CachedResponseHandler)? { lock.withLock { options?.cachedResponseHandler } }

    /// Who decides about redirects: the request's own handler, or the session's.
    var redirectHandlerInUse: (any RedirectHandler)? { redirectHandler ?? core.redirectHandler }

    /// Who decides about what is cached: the request's own handler, or the session's.
    var cachedResponseHandlerInUse: (any CachedResponseHandler)? { cachedResponseHandler ?? core.cachedResponseHandler }

    /// Lets a handler decide about redirects instead of the session's. The first one that is set stays.
    @discardableResult
    public func redirect(using handler: any RedirectHandler) -> Self {
        withOptions { if $0.redirectHandler == nil { $0.redirectHandler = handler } }
        return self
    }

    /// Lets a handler decide about what is cached instead of the session's. The first one that is set stays.
    @discardableResult
    public func cacheResponse(using handler: any CachedResponseHandler) -> Self {
        withOptions { if $0.cachedResponseHandler == nil { $0.cachedResponseHandler = handler } }
        return self
    }

    // MARK: - Limits

    /// Ends the request with `AFError.BodyTooLarge`, inside of `.responseValidationFailed`, when the response's body has more bytes
    /// than this, as they are after content codings were decoded; or at once when the server announces more.
    ///
    /// Without it, the session's `maximumBodySize` counts for data requests, and nothing for downloads and streams. It is
    /// looked at when an attempt begins. Bodies of redirects and of challenges that are answered do not count.
    ///
    /// - Parameter bytes: The number, `Int64.max` for no limit.
    @discardableResult
    public func maximumBodySize(_ bytes: Int64) -> Self {
        withOptions { $0.maximumBodySize = bytes }
        return self
    }

    // MARK: - Interceptors, monitors

    /// Adds an interceptor, which adapts and retries after the session's and those added before.
    ///
    /// Adapters count from the next attempt on.
    @discardableResult
    public func interceptor(_ interceptor: any RequestInterceptor) -> Self {
        withOptions {
            $0.adapters.append(interceptor)
            $0.retriers.append(interceptor)
        }
        return self
    }

    /// Adds an adapter, which comes after the session's and those added before.
    @discardableResult
    public func adapt(using adapter: any RequestAdapter) -> Self {
        withOptions { $0.adapters.append(adapter) }
        return self
    }

    /// Adds a closure that adapts, after the session's adapter and those added before.
    @discardableResult
    public func adapt(using closure: @escaping AdaptHandler) -> Self { adapt(using: Adapter(closure)) }

    /// Adds a retrier, which is asked after the session's and those added before.
    @discardableResult
    public func retry(using retrier: any RequestRetrier) -> Self {
        withOptions { $0.retriers.append(retrier) }
        return self
    }

    /// Adds a closure that is asked about retries, after the session's retrier and those added before.
    @discardableResult
    public func retry(using closure: @escaping RetryHandler) -> Self { retry(using: Retrier(closure)) }

    /// Who is told of the request's events: the session's monitors, and its own.
    public var eventMonitor: (any EventMonitor)? { lock.withLock { options?.listener ?? core.eventMonitor } }

    /// Adds a monitor, which is told what happens to this request from now on.
    ///
    /// It is not told the events of tasks, `urlSession(…)`, which are for the session's monitors.
    @discardableResult
    public func eventMonitor(_ monitor: any EventMonitor) -> Self {
        withOptions { options in
            options.monitors.append(monitor)
            options.listener = CompositeEventMonitor(monitors: core.eventMonitor.monitors + options.monitors)
        }
        return self
    }

    // MARK: - Hooks

    /// Calls a closure with each `URLRequest` that is to be sent; also with the last one if it was made before.
    ///
    /// The closure that is set last counts.
    @discardableResult
    public func onURLRequestCreation(
        on queue: DispatchQueue = .main, perform handler: @escaping @Sendable (_ request: URLRequest) -> Void
    ) -> Self {
        let hook: @Sendable (URLRequest) -> Void = { request in queue.async { handler(request) } }
        let made = withOptions { options in
            options.requestHook = hook
            return attempt?.original
        }
        if let made { hook(made) }
        return self
    }

    /// Calls a closure with the task of each attempt; also with the last one if it was made before.
    ///
    /// The closure that is set last counts.
    @discardableResult
    public func onURLSessionTaskCreation(
        on queue: DispatchQueue = .main, perform handler: @escaping @Sendable (_ task: URLSessionTask) -> Void
    ) -> Self {
        let hook: @Sendable (URLSessionTask) -> Void = { task in queue.async { handler(task) } }
        withOptions { $0.taskHook = hook }
        if let task { hook(task) }
        return self
    }
}

extension Request {
    /// Calls `decide` with the head of each response, and holds the body back until it has called its closure.
    func setResponseHook(
        on queue: DispatchQueue,
        _ decide: @escaping @Sendable (HTTPURLResponse, @escaping @Sendable (ResponseDisposition) -> Void) -> Void
    ) {
        withOptions { options in
            options.responseHook = { [weak self] head in
                guard let self, let response = head.response else { return }
                let claim = OnceFlag()
                queue.async {
                    decide(response) { disposition in
                        guard claim.take() else { return }
                        switch disposition {
                        case .allow: self.release()
                        case .cancel: self.cancelDiscardingBody()
                        }
                    }
                }
            }
        }
    }

    private func cancelDiscardingBody() {
        lock.withLock {
            guard attempt?.isHeld == true else { return }
            attempt?.isBodyRefused = true
            forgetBody()
        }
        cancel()
    }
}
