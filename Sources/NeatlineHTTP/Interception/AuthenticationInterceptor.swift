public import Foundation
internal import NeatlineSystem

/// An interceptor that authenticates requests, and refreshes their credential when necessary, once for all requests
/// that need it.
///
/// ```swift
/// let interceptor = AuthenticationInterceptor(authenticator: OAuthAuthenticator(), credential: credential)
/// AF.request("https://example.org/me", interceptor: interceptor)
/// ```
///
/// Requests that start during a refresh, and requests that fail because they need it, wait for its result. If it
/// succeeds, all continue with the new credential, in the order of their arrival; otherwise all fail with its error. If
/// there are more refreshes than the ``RefreshWindow`` allows, requests fail with
/// ``AuthenticationError/excessiveRefresh``.
///
/// May be used from any thread and by several sessions.
public final class AuthenticationInterceptor<AuthenticatorType: Authenticator>: RequestInterceptor, Sendable {
    /// The type of the credential.
    public typealias Credential = AuthenticatorType.Credential

    /// The maximum number of refreshes in a period of time.
    public struct RefreshWindow: Sendable, Hashable {
        /// The length of the period, in seconds, that ends now.
        public let interval: TimeInterval
        /// The maximum number of refreshes in the period.
        public let maximumAttempts: Int

        /// Creates a limit for the number of refreshes.
        ///
        /// - Parameters:
        ///   - interval: The length of the period, in seconds.
        ///   - maximumAttempts: The maximum number of refreshes in the period.
        public init(interval: TimeInterval = 30.0, maximumAttempts: Int = 5) {
            self.interval = interval
            self.maximumAttempts = maximumAttempts
        }
    }

    private typealias AdaptCompletion = @Sendable (Result<URLRequest, any Error>) -> Void
    private typealias RetryCompletion = @Sendable (RetryResult) -> Void

    /// A request that waits to be adapted until the refresh has ended.
    private struct Adaptation: Sendable {
        let urlRequest: URLRequest
        let session: Session
        let completion: AdaptCompletion
    }

    private struct State: Sendable {
        var machine: RefreshMachine
        var credential: Credential?
        var adaptations: [Adaptation] = []
        var retries: [RetryCompletion] = []
    }

    private let authenticator: AuthenticatorType
    private let refreshTimeout: TimeInterval?
    /// The timer of the timeout; `nil` for that of the session.
    private let deadlines: Deadlines?
    private let state: Locked<State>
    /// The queue on which waiting requests continue, and refreshes that take too long end.
    private let queue = DispatchQueue(label: "neatline.authentication")

    /// The credential that requests are authenticated with. Setting it, for example after a login, does not end a
    /// running refresh.
    public var credential: Credential? {
        get { state.withLock { $0.credential } }
        set {
            state.withLock { state in
                state.credential = newValue
                state.machine.replaced(hasCredential: newValue != nil)
            }
        }
    }

    /// Creates an interceptor for one service.
    ///
    /// - Parameters:
    ///   - authenticator: Applies and refreshes credentials for a service.
    ///   - credential: The initial credential. Requests without a credential fail with
    ///     ``AuthenticationError/missingCredential``.
    ///   - refreshWindow: The maximum number of refreshes in a period of time; `nil` for no limit.
    ///   - refreshTimeout: The number of seconds after which an unfinished refresh fails the waiting requests with
    ///     `URLError.timedOut`; `nil` for no limit.
    public convenience init(
        authenticator: AuthenticatorType, credential: Credential? = nil,
        refreshWindow: RefreshWindow? = RefreshWindow(), refreshTimeout: TimeInterval? = nil
    ) {
        self.init(authenticator, credential, refreshWindow, refreshTimeout, deadlines: nil)
    }

    init(
        _ authenticator: AuthenticatorType, _ credential: Credential?, _ refreshWindow: RefreshWindow?,
        _ refreshTimeout: TimeInterval?, deadlines: Deadlines?
    ) {
        self.deadlines = deadlines
        self.authenticator = authenticator
        self.refreshTimeout = refreshTimeout
        let machine = RefreshMachine(
            hasCredential: credential != nil, window: refreshWindow.map { ($0.interval, $0.maximumAttempts) })
        state = Locked(State(machine: machine, credential: credential))
    }

    // MARK: Adapting

    /// Applies the credential to a request, after a refresh if one is necessary or running.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to authenticate.
    ///   - session: The session that will send it.
    ///   - completion: Receives the authenticated request, or the error: ``AuthenticationError`` or that of the
    ///     refresh. Called once, on the calling thread or, after a refresh, on a queue of the interceptor.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        while true {
            let (current, seen) = state.withLock { ($0.credential, $0.machine.version) }
            // The property is read before the lock is acquired, because it is users' code, which may call the
            // interceptor.
            let isDue = current?.requiresRefresh == true
            let answer = state.withLock { state in
                let answer = state.machine.begins(seen: seen, isDue: isDue, now: ProcessInfo.processInfo.systemUptime)
                switch answer {
                case .wait, .refresh:
                    state.adaptations.append(
                        Adaptation(urlRequest: urlRequest, session: session, completion: completion))
                case .apply, .missing, .excessive, .again: break
                }
                return answer
            }
            switch (answer, current) {
            case (.again, _): continue
            case (.wait, _): return
            case (.refresh(let number), let credential?): return refresh(credential, number: number, for: session)
            case (.apply, let credential?):
                var authenticated = urlRequest
                authenticator.apply(credential, to: &authenticated)
                return completion(.success(authenticated))
            case (.excessive, _): return completion(.failure(AuthenticationError.excessiveRefresh))
            case (.missing, _), (.refresh, nil), (.apply, nil):
                return completion(.failure(AuthenticationError.missingCredential))
            }
        }
    }

    // MARK: Retrying

    /// Retries a request that failed because of its credential: immediately if the credential has been replaced
    /// meanwhile, otherwise after a refresh.
    ///
    /// - Parameters:
    ///   - request: The failed request.
    ///   - session: The session that would send it again.
    ///   - error: The error of the request.
    ///   - completion: Receives the decision: `.doNotRetry` if the authenticator finds another cause. Called once, on
    ///     the calling thread or, after a refresh, on a queue of the interceptor.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        retry(request.request, request.response, for: session, dueTo: error, completion: completion)
    }

    /// Decides about a retry, given the request and the response.
    func retry(
        _ urlRequest: URLRequest?, _ response: HTTPURLResponse?, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        guard let urlRequest, let response,
            authenticator.didRequest(urlRequest, with: response, failDueToAuthenticationError: error)
        else { return completion(.doNotRetry) }
        let (current, seen) = state.withLock { ($0.credential, $0.machine.version) }
        guard let credential = current else {
            return completion(.doNotRetryWithError(AuthenticationError.missingCredential))
        }
        guard authenticator.isRequest(urlRequest, authenticatedWith: credential) else { return completion(.retry) }
        let answer = state.withLock { state in
            let answer = state.machine.failed(seen: seen, now: ProcessInfo.processInfo.systemUptime)
            switch answer {
            case .wait, .refresh: state.retries.append(completion)
            case .apply, .missing, .excessive, .again: break
            }
            return answer
        }
        switch answer {
        case .wait: break
        case .again, .apply: completion(.retry)
        case .refresh(let number): refresh(credential, number: number, for: session)
        case .excessive: completion(.doNotRetryWithError(AuthenticationError.excessiveRefresh))
        case .missing: completion(.doNotRetryWithError(AuthenticationError.missingCredential))
        }
    }

    // MARK: Refreshing

    private func refresh(_ credential: Credential, number: Int, for session: Session) {
        // Not on the queue, which a refresh that blocks would hold up, together with its timeout.
        WorkPool.shared.run {
            self.authenticator.refresh(credential, for: session) { self.endRefresh(number, $0) }
        }
        guard let refreshTimeout else { return }
        let delay = min(max(refreshTimeout, 0), RetryPacing.longestDelay)
        (deadlines ?? session.core.exchanges.settings.deadlines).call(after: delay, on: queue) {
            self.endRefresh(number, .failure(URLError(.timedOut)))
        }
    }

    /// Continues all requests that wait for this refresh. A second result of the same refresh is ignored.
    private func endRefresh(_ number: Int, _ result: Result<Credential, any Error>) {
        let waiting: (adaptations: [Adaptation], retries: [RetryCompletion])? = state.withLock { state in
            let refreshed = try? result.get()
            guard state.machine.ended(number, isSuccess: refreshed != nil) else { return nil }
            if let refreshed { state.credential = refreshed }
            defer {
                state.adaptations = []
                state.retries = []
            }
            return (state.adaptations, state.retries)
        }
        guard let waiting else { return }
        queue.async {
            switch result {
            case .success:
                for adaptation in waiting.adaptations {
                    self.adapt(adaptation.urlRequest, for: adaptation.session, completion: adaptation.completion)
                }
                for retry in waiting.retries { retry(.retry) }
            case .failure(let error):
                for adaptation in waiting.adaptations { adaptation.completion(.failure(error)) }
                for retry in waiting.retries { retry(.doNotRetryWithError(error)) }
            }
        }
    }
}
