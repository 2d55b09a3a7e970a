internal import Foundation
internal import NeatlineSystem
internal import NeatlineHTTP
internal import NeatlineJSON

/// The reaction to a response that may be due to an outdated session or token.
enum SessionRemedy: Sendable {
    /// Nothing: the response is the result.
    case none
    /// There is another CSRF token: repeat the request with it.
    case newToken
    /// There is another session: repeat the request in it.
    case newSession
    /// The result is an error.
    case failure(any Error)
}

extension DrupalClient {
    /// Whether the current task is that of the closure for credentials, which must not wait for itself.
    @TaskLocal private static var isAskingForCredentials = false

    /// Returns how a request is authenticated, after fetching the CSRF token if it needs one.
    func access(for call: DrupalCall) async throws -> SessionAccess {
        guard call.usesSession else { return .none }
        // During a new login there is no session, so other requests wait for it.
        if call.isRepeatable { try await waitForRenewal() }
        var (basic, sent) = state.withLock { state in
            (state.basic, SentSession(generation: state.generation, cookies: state.isLoggedIn ? state.cookies : []))
        }
        if let basic { return .basic(basic) }
        if call.needsToken, hasCookies(sent) { sent.token = try await csrfToken(of: sent.generation, refused: nil) }
        return .cookies(sent)
    }

    /// Returns what is to be done after a response: 403 may mean that the token is wrong, or that the session has
    /// expired. Only questions to the site tell them from a missing permission; the texts of the messages differ.
    func remedy(for exchange: DrupalExchange, of call: DrupalCall, with access: SessionAccess) async -> SessionRemedy {
        guard call.isRepeatable, case .cookies(let sent) = access else { return .none }
        // If the cookie was that of an earlier session, another request has noticed its end.
        if noteCookies(of: exchange.response, sent) { endSession(generation: sent.generation) }
        do {
            switch exchange.result {
            case .success:
                // A response that removes the cookie is that for a visitor.
                guard isRemoved(sent, by: exchange.response) else { return .none }
                // The site has been changed; a repetition would change it once more.
                if call.changesSomething, call.kind == .content {
                    return .failure(Self.writtenAsVisitor(call, exchange.response))
                }
                if call.changesSomething { return .none }
                if try await hasAnotherSession(than: sent) { return .newSession }
                guard state.withLock(\.isExpired) else { return .none }
                return try await renewed(after: sent.generation) ? .newSession : .none
            case .failure(let error as DrupalError):
                // Maintenance ends sessions, too, and a login would not help.
                guard error.status == 401 || error.status == 403 else { return .none }
                return try await remedy(for: error, of: call, sent)
            case .failure: return .none
            }
        } catch {
            return .failure(error)
        }
    }

    private func remedy(
        for error: DrupalError, of call: DrupalCall, _ sent: SentSession
    ) async throws -> SessionRemedy {
        if try await hasAnotherSession(than: sent) { return .newSession }
        // This request, or another one before, has noticed that the session has expired.
        let (isExpired, current) = state.withLock { ($0.isExpired, $0.generation) }
        if isExpired, current == sent.generation + 1 || credentials != nil {
            return try await renewedOrExpired(sent.generation, error)
        }
        switch error.status {
        case 401:
            // Without a session: the request needs one. With one: it has expired.
            if hasCookies(sent) { return try await checked(sent, error) }
            if credentials == nil { return .none }
            return try await renewSession(after: sent.generation) ? .newSession : .none
        case 403 where hasCookies(sent) && (call.changesSomething || error.message == nil):
            return try await checked(sent, error)
        default: return .none
        }
    }

    /// Waits for a new login that is under way, whatever its result. The closure for credentials must not wait for itself.
    private func waitForRenewal() async throws {
        guard !Self.isAskingForCredentials, let renewal = state.withLock(\.renewal) else { return }
        try await renewal.endUnlessCancelled()
    }

    /// Returns whether there was a login, or the cookie has changed, after a request was sent; waits for a login that is
    /// under way.
    private func hasAnotherSession(than sent: SentSession) async throws -> Bool {
        try await waitForRenewal()
        return state.withLock { state in
            state.isLoggedIn && (state.generation != sent.generation || state.cookies != sent.cookies)
        }
    }

    /// Whether a request was sent with a session cookie: that of the client, or one that others have put into the jar.
    private func hasCookies(_ sent: SentSession) -> Bool { !sent.cookies.isEmpty || !sessionCookies.isEmpty }

    /// Asks the site whether the session is alive, and then for the token.
    private func checked(_ sent: SentSession, _ error: DrupalError) async throws -> SessionRemedy {
        do {
            if try await isSessionAlive() {
                guard let token = sent.token else { return .none }
                return try await csrfToken(of: sent.generation, refused: token) == token ? .none : .newToken
            }
        } catch is DrupalError {
            // The question has failed, so the first error remains.
            return .none
        }
        endSession(generation: sent.generation)
        return try await renewedOrExpired(sent.generation, error)
    }

    /// Logs in again if there are credentials; otherwise the error is that the session has expired.
    private func renewedOrExpired(_ generation: Int, _ error: DrupalError) async throws -> SessionRemedy {
        if try await renewed(after: generation, error) { return .newSession }
        return .failure(Self.expired(error, because: nil))
    }

    /// Logs in again if there are credentials.
    ///
    /// - Throws: `DrupalError` with the reason `sessionExpired` if the login fails.
    private func renewed(after generation: Int, _ error: DrupalError? = nil) async throws -> Bool {
        do {
            return try await renewSession(after: generation)
        } catch is CancellationError {
            throw CancellationError()
        } catch let reason {
            throw Self.expired(error, because: reason)
        }
    }

    private static func expired(_ error: DrupalError?, because reason: (any Error)?) -> DrupalError {
        DrupalError(
            .sessionExpired, status: error?.status, request: error?.request, message: error?.message,
            body: error?.body ?? Data(), underlyingError: reason)
    }

    private static func writtenAsVisitor(_ call: DrupalCall, _ response: AFDataResponse<Data>?) -> DrupalError {
        let url = response?.request?.url
        let place = DrupalPlace(kind: call.kind, method: call.method, url: url)
        return DrupalError(
            .writtenAsVisitor, at: place, status: response?.response?.statusCode, body: response?.data ?? Data())
    }

    /// Logs in with the credentials of the program, unless another request has done that since the session with a number.
    ///
    /// - Returns: Whether there is another session.
    private func renewSession(after generation: Int) async throws -> Bool {
        guard let credentials, !Self.isAskingForCredentials else {
            return state.withLock { $0.isLoggedIn && $0.generation > generation }
        }
        let task = state.withLock { state -> Task<Bool, any Error>? in
            if state.isLoggedIn, state.generation > generation { return nil }
            if let task = state.renewal { return task }
            let task = Task { [weak self] in
                defer { self?.state.withLock { $0.renewal = nil } }
                let found = try await DrupalClient.$isAskingForCredentials.withValue(true, operation: credentials)
                guard let self else { return false }
                // The closure may have logged in by itself.
                guard let found else { return self.isLoggedIn }
                try await self.renew(with: found)
                return true
            }
            state.renewal = task
            return task
        }
        return try await task?.valueUnlessCancelled() ?? true
    }

    /// Logs in with the credentials of the program. Those that the site has refused are not sent again, because Drupal
    /// blocks an account after some failed logins.
    private func renew(with found: DrupalCredentials) async throws {
        let refusal = state.withLock(\.refusal)
        if let refusal, refusal.credentials == found { throw refusal.error }
        do {
            try await login(username: found.username, password: found.password)
        } catch let error as DrupalError where error.reason == .loginRefused {
            state.set(\.refusal, to: (found, error))
            throw error
        }
    }

    /// Returns the CSRF token of the session with a number. Requests that need it at the same time share one request.
    ///
    /// - Parameter refused: A token that the site has refused, so that it is fetched again.
    private func csrfToken(of generation: Int, refused: String?) async throws -> String {
        enum Source {
            case known(String)
            case task(Task<String, any Error>)
        }
        let source = state.withLock { state -> Source in
            if let token = state.csrfToken, token != refused { return .known(token) }
            if let task = state.tokenTask { return .task(task) }
            let task = Task { [weak self] in
                defer { self?.state.withLock { if $0.generation == generation { $0.tokenTask = nil } } }
                guard let self else { throw CancellationError() }
                return try await self.fetchToken(of: generation)
            }
            state.tokenTask = task
            return .task(task)
        }
        switch source {
        case .known(let token): return token
        case .task(let task): return try await task.valueUnlessCancelled()
        }
    }

    private func fetchToken(of generation: Int) async throws -> String {
        var response: DrupalResponse
        do {
            response = try await sessionRoute(.csrfToken, "session/token")
        } catch let error as DrupalError where error.status == 404 {
            // The path before Drupal 8.3.
            response = try await sessionRoute(.csrfToken, "rest/session/token")
        }
        let token = response.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty, token.utf8.count <= 256, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw DrupalError(.notDrupal, in: response)
        }
        let isCurrent = state.withLock { state in
            guard state.generation == generation else { return false }
            state.csrfToken = token
            return true
        }
        if isCurrent { storeSession() }
        return token
    }

    /// Asks the site whether the session cookie is that of a live session.
    func isSessionAlive() async throws -> Bool {
        let response = try await sessionRoute(.loginStatus, "user/login_status")
        switch response.text.trimmingCharacters(in: .whitespacesAndNewlines) {
        case "1": return true
        case "0": return false
        default: throw DrupalError(.notDrupal, in: response)
        }
    }

    /// Sends a request about the session, which is sent with its cookie and is not repeated.
    private func sessionRoute(_ kind: DrupalRequestKind, _ path: String) async throws -> DrupalResponse {
        var call = DrupalCall(.get, DrupalPath(path), api: kind == .csrfToken ? .other : .coreREST)
        call.kind = kind
        call.expected = .text
        call.isRepeatable = false
        return try await send(call)
    }
}
