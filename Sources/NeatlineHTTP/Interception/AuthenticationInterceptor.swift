public import Foundation
internal import NeatlineFoundation

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
        var credential: Credential? {
            didSet { version += 1 }
        }
        /// The number of times that the credential was replaced.
        private(set) var version = 0
        /// The number of the refresh that is running, if one is.
        var refresh: Int?
        var refreshCount = 0
        /// The times at which the last refreshes began, in seconds of the system's uptime.
        var refreshTimes: [TimeInterval] = []
        var adaptations: [Adaptation] = []
        var retries: [RetryCompletion] = []
    }

    /// The operation that follows when the lock was released.
    private enum Action: Sendable {
        case none
        case apply(Credential)
        case refresh(Credential, number: Int)
        case fail(any Error)
        /// The credential was replaced meanwhile.
        case again
    }

    private let authenticator: AuthenticatorType
    private let refreshWindow: RefreshWindow?
    private let refreshTimeout: TimeInterval?
    private let state: Locked<State>
    /// The queue on which refreshes begin and waiting requests continue, so that no completion is called from within
    /// the call that requested it.
    private let queue = DispatchQueue(label: "neatline.authentication")

    /// The credential that requests are authenticated with. Setting it, for example after a login, does not end a
    /// running refresh.
    public var credential: Credential? {
        get { state.withLock { $0.credential } }
        set { state.withLock { $0.credential = newValue } }
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
    public init(
        authenticator: AuthenticatorType, credential: Credential? = nil,
        refreshWindow: RefreshWindow? = RefreshWindow(), refreshTimeout: TimeInterval? = nil
    ) {
        self.authenticator = authenticator
        self.refreshWindow = refreshWindow
        self.refreshTimeout = refreshTimeout
        state = Locked(State(credential: credential))
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
        var action = Action.again
        while case .again = action {
            let (current, version) = state.withLock { ($0.credential, $0.version) }
            // The property is read before the lock is acquired, because it is users' code, which may call the
            // interceptor.
            let isDue = current?.requiresRefresh == true
            action = state.withLock { state in
                let adaptation = Adaptation(urlRequest: urlRequest, session: session, completion: completion)
                if state.refresh != nil {
                    state.adaptations.append(adaptation)
                    return .none
                }
                guard state.version == version else { return .again }
                guard let credential = state.credential else { return .fail(AuthenticationError.missingCredential) }
                guard isDue else { return .apply(credential) }
                let action = beginRefresh(credential, &state)
                if case .refresh = action { state.adaptations.append(adaptation) }
                return action
            }
        }
        switch action {
        case .none, .again: break
        case .apply(let credential):
            var authenticated = urlRequest
            authenticator.apply(credential, to: &authenticated)
            completion(.success(authenticated))
        case .refresh(let credential, let number): refresh(credential, number: number, for: session)
        case .fail(let error): completion(.failure(error))
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
        let (current, version) = state.withLock { ($0.credential, $0.version) }
        guard let credential = current else {
            return completion(.doNotRetryWithError(AuthenticationError.missingCredential))
        }
        guard authenticator.isRequest(urlRequest, authenticatedWith: credential) else { return completion(.retry) }
        let action: Action = state.withLock { state in
            if state.refresh != nil {
                state.retries.append(completion)
                return .none
            }
            // The credential may have been refreshed while the authenticator was called; then no other refresh is
            // necessary.
            guard state.version == version, let credential = state.credential else { return .again }
            let action = beginRefresh(credential, &state)
            if case .refresh = action { state.retries.append(completion) }
            return action
        }
        switch action {
        case .none, .apply: break
        case .again: completion(.retry)
        case .refresh(let credential, let number): refresh(credential, number: number, for: session)
        case .fail(let error): completion(.doNotRetryWithError(error))
        }
    }

    // MARK: Refreshing

    /// Begins a refresh if the window allows it.
    private func beginRefresh(_ credential: Credential, _ state: inout State) -> Action {
        if let refreshWindow {
            let now = ProcessInfo.processInfo.systemUptime
            state.refreshTimes.removeAll { $0 < now - refreshWindow.interval }
            guard state.refreshTimes.count < refreshWindow.maximumAttempts else {
                return .fail(AuthenticationError.excessiveRefresh)
            }
            state.refreshTimes.append(now)
        }
        state.refreshCount += 1
        state.refresh = state.refreshCount
        return .refresh(credential, number: state.refreshCount)
    }

    private func refresh(_ credential: Credential, number: Int, for session: Session) {
        queue.async {
            self.authenticator.refresh(credential, for: session) { self.endRefresh(number, $0) }
        }
        guard let refreshTimeout else { return }
        let delay = min(max(refreshTimeout, 0), RetryPacing.longestDelay)
        session.core.exchanges.settings.deadlines.call(after: delay, on: queue) {
            self.endRefresh(number, .failure(URLError(.timedOut)))
        }
    }

    /// Continues all requests that wait for this refresh. A second result of the same refresh is ignored.
    private func endRefresh(_ number: Int, _ result: Result<Credential, any Error>) {
        let waiting: (adaptations: [Adaptation], retries: [RetryCompletion])? = state.withLock { state in
            guard state.refresh == number else { return nil }
            state.refresh = nil
            if case .success(let credential) = result { state.credential = credential }
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
