internal import Foundation
internal import NeatlineFoundation
internal import NeatlineSystem
internal import NeatlineHTTP
internal import NeatlineJSON

// Login, logout, and the question whether the session is alive.

extension DrupalClient {
    /// Logs in, and uses the session from now on.
    ///
    /// Logins and logouts of a client run one after the other. An earlier session is not used during the login, and is used
    /// again if the login fails.
    ///
    /// ```swift
    /// do {
    ///     try await site.login(username: "alice", password: password)
    /// } catch let error as DrupalError where error.reason == .loginRefused {
    ///     print(error.message ?? "The name or the password is wrong.")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - username: The name of the account; a mail address is not accepted by core.
    ///   - password: The password. It is not stored.
    /// - Returns: The account; `nil` if the site does not describe it.
    /// - Throws: ``DrupalError`` with the reason `loginRefused` for a wrong password or a blocked account, `flood` after too
    ///   many failed logins, `maintenance`, `notDrupal` if the site has no such route, `cookieMissing` if the session stores
    ///   no cookies; `CancellationError`.
    @discardableResult
    public func login(username: String, password: String) async throws -> DrupalUser? {
        try await logins.run { [self] in
            let exchange = await loggedIn(username: username, password: password)
            _ = try exchange.result.get()
            return currentUser
        }
    }

    /// Ends the session, at the site and here: the cookie and the tokens are removed from memory and the store in any
    /// case, also if the site cannot be reached. With Basic authentication, only the credentials are removed.
    ///
    /// - Throws: ``DrupalError`` if the session may go on at the site: with the reason `logoutTokenMissing` if it was not
    ///   started by ``login(username:password:)``, or that of the request; `CancellationError`.
    public func logout() async throws {
        try await logins.run { [self] in _ = try await loggedOut().result.get() }
    }

    /// Asks the site whether the client's credentials are valid, and updates ``isLoggedIn``.
    ///
    /// With Basic authentication, JSON:API answers, because the route for the status does not accept it.
    ///
    /// - Returns: Whether the session is alive, or the name and password are right.
    /// - Throws: ``DrupalError`` with the reason `notDrupal` if the site has no such route, or another; `notFound` with Basic
    ///   authentication if the site has no JSON:API; `CancellationError`.
    public func loginStatus() async throws -> Bool {
        let (isBasic, generation) = state.withLock { ($0.basic != nil, $0.generation) }
        if isBasic {
            let entry = try await send(DrupalCall(.get, DrupalPath("jsonapi"), api: .jsonAPI))
            return entry.json["meta", "links", "me", "meta", "id"].string != nil
        }
        guard try await isSessionAlive() else {
            if isLoggedIn { endSession(generation: generation) }
            return false
        }
        let cookies = sessionCookies
        state.withLock { state in
            // Others may have put the cookie of a session into the jar.
            guard state.generation == generation, !state.isLoggedIn, !cookies.isEmpty else { return }
            state.isLoggedIn = true
            state.cookies = cookies
        }
        return true
    }

    // MARK: - Requests

    /// Logs in; called by one task at a time.
    func loggedIn(username: String, password: String) async -> DrupalExchange {
        let (old, generation) = state.withLock { state in
            defer {
                state.begin()
                state.basic = nil
            }
            return (state, state.generation + 1)
        }
        let oldCookies = old.isLoggedIn ? old.cookies : sessionCookies
        // The route refuses a request with the cookie of a live session.
        removeSessionCookies()
        let body: JSON = ["name": username, "pass": password]
        var call = DrupalCall(.post, DrupalPath("user/login"), body: (try? body.serialized()) ?? [])
        call.kind = .login
        call.isRepeatable = false
        var exchange = await exchange(call)
        do {
            let response = try exchange.result.get()
            guard response.json.type == .dictionary else { throw DrupalError(.notDrupal, in: response) }
            let cookies = sessionCookies(after: exchange.response)
            guard session.cookieJar != nil, !cookies.isEmpty else {
                throw DrupalError(.cookieMissing, in: response)
            }
            let json = response.json
            let user = DrupalUser(json["current_user"])
            let (csrfToken, logoutToken): (String?, String?) = (json["csrf_token"].string, json["logout_token"].string)
            // The late response to a request of an earlier session may have removed them.
            for cookie in cookies { session.cookieJar?.set(cookie) }
            state.withLock { state in
                guard state.generation == generation else { return }
                state.isLoggedIn = true
                state.refusal = nil
                state.cookies = cookies
                state.csrfToken = csrfToken
                state.logoutToken = logoutToken
                state.user = user
            }
            storeSession()
            hub.send(.didLogin(user))
        } catch {
            exchange.result = .failure(error)
            resume(old, cookies: oldCookies, after: generation)
        }
        return exchange
    }

    /// Uses the session before a failed login again.
    private func resume(_ old: SessionState, cookies: [Cookie], after generation: Int) {
        removeSessionCookies()
        let isResumed = state.withLock { state in
            guard state.generation == generation else { return false }
            let renewal = state.renewal
            state = old
            state.renewal = renewal
            state.tokenTask = nil
            state.generation = generation + 1
            return true
        }
        guard isResumed else { return }
        for cookie in cookies { session.cookieJar?.set(cookie) }
    }

    /// Logs out; called by one task at a time.
    func loggedOut() async -> DrupalExchange {
        let (isBasic, isLoggedIn, token) = state.withLock { ($0.basic != nil, $0.isLoggedIn, $0.logoutToken) }
        let nothing = DrupalResponse(status: 204, headers: HTTPHeaders(), data: Data(), json: .null)
        var exchange = DrupalExchange(response: nil, result: .success(nothing))
        if !isBasic, isLoggedIn || !sessionCookies.isEmpty {
            if let token {
                exchange = await self.exchange(logoutCall(token))
                // The site refuses the token of a session that is over, which is what the caller wants.
                if case .failure(let error as DrupalError) = exchange.result, error.status == 403,
                    (try? await isSessionAlive()) == false
                {
                    exchange.result = .success(nothing)
                }
            } else {
                let place = DrupalPlace(kind: .logout, method: .post, url: try? logoutCall("").url(of: site))
                exchange.result = .failure(DrupalError(.logoutTokenMissing, at: place))
            }
        }
        forgetCredentials()
        hub.send(.didLogout)
        return exchange
    }

    private func logoutCall(_ token: String) -> DrupalCall {
        var call = DrupalCall(.post, DrupalPath("user/logout"), query: [("token", token)])
        call.kind = .logout
        call.isRepeatable = false
        call.expected = .anything
        return call
    }
}
