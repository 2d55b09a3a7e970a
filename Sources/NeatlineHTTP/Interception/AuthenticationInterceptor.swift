public import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Authenticates requests, and refreshes the credential when that is due: once, however many requests need it.
///
/// ```swift
/// let interceptor = AuthenticationInterceptor(authenticator: OAuthAuthenticator(), credential: credential)
/// AF.request("https://example.org/me", interceptor: interceptor)
/// ```
///
/// Requests that begin while a refresh is under way wait for it, and so do those that fail for want of it. All go on with
/// the new credential, in the order in which they came, or all fail with the refresh's error. After more refreshes in a
/// window of time than are allowed, requests fail with ``AuthenticationError/excessiveRefresh``.
public final class AuthenticationInterceptor<AuthenticatorType: Authenticator>: RequestInterceptor, Sendable {
    /// The kind of credential.
    public typealias Credential = AuthenticatorType.Credential

    /// How many refreshes may begin in how much time.
    public struct RefreshWindow: Sendable, Hashable {
        /// In seconds, back from now.
        public let interval: TimeInterval
        /// How many refreshes may begin in the interval.
        public let maximumAttempts: Int

        /// A window; five refreshes in 30 seconds, unless something else is given.
        public init(interval: TimeInterval = 30.0, maximumAttempts: Int = 5) {
            self.interval = interval
            self.maximumAttempts = maximumAttempts
        }
    }

    private typealias AdaptCompletion = @Sendable (Result<URLRequest, any Error>) -> Void
    private typealias RetryCompletion = @Sendable (RetryResult) -> Void

    /// A request that waits to be adapted.
    private struct Adaptation: Sendable {
        let urlRequest: URLRequest
        let session: Session
        let completion: AdaptCompletion
    }

    private struct State: Sendable {
        var credential: Credential? {
            didSet { version += 1 }
        }
        /// How often the credential was replaced.
        private(set) var version = 0
        /// The number of the refresh that is under way, if one is.
        var refresh: Int?
        var refreshCount = 0
        /// When the last refreshes began, in seconds of the system's uptime.
        var refreshTimes: [TimeInterval] = []
        var adaptations: [Adaptation] = []
        var retries: [RetryCompletion] = []
    }

    /// What is to be done when the lock is free again.
    private enum Action: Sendable {
        case none
        case apply(Credential)
        case refresh(Credential, number: Int)
        case fail(any Error)
        /// There is another credential by now.
        case again
    }

    private let authenticator: AuthenticatorType
    private let refreshWindow: RefreshWindow?
    private let refreshTimeout: TimeInterval?
    private let state: Locked<State>
    /// Where refreshes begin and those who waited go on, so that nobody who asks does so from inside himself.
    private let queue = DispatchQueue(label: "neatline.authentication")

    /// The credential that requests get. Setting it, for example after a login, does not end a refresh that is under way.
    public var credential: Credential? {
        get { state.withLock { $0.credential } }
        set { state.withLock { $0.credential = newValue } }
    }

    /// An interceptor.
    ///
    /// - Parameters:
    ///   - authenticator: Knows the service.
    ///   - credential: The first credential; requests fail without one.
    ///   - refreshWindow: How many refreshes may begin in how much time; nil for any number.
    ///   - refreshTimeout: After how many seconds a refresh without an answer fails for those who wait, with `URLError` and
    ///     `.timedOut`; nil if it may take for ever.
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

    /// Applies the credential, after a refresh if that is due or under way.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        var action = Action.again
        while case .again = action {
            let (current, version) = state.withLock { ($0.credential, $0.version) }
            // Asked before the lock is taken, because the credential is not ours and may ask for things itself.
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

    /// Retries a request that failed for its credential: at once if there is another one by now, after a refresh otherwise.
    public func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        retry(request.request, request.response, for: session, dueTo: error, completion: completion)
    }

    /// Decides about a retry by what was sent and what came.
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
            // A refresh may have ended since, while the authenticator was asked: then there is no need for another.
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

    /// Notes that a refresh begins, if the window allows another.
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

    /// Lets all go on who waited for this refresh. What is told of it later is not heard.
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
