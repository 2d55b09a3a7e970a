internal import Foundation
internal import NeatlineSystem
internal import NeatlineHTTP

// The state of a client's session, its cookies, and its stored form.

extension DrupalClient {
    /// Whether the client has credentials: the cookie of a session whose end the client has not noticed, or those of
    /// Basic authentication. ``loginStatus()`` asks the site.
    public var isLoggedIn: Bool { state.withLock { $0.basic != nil || $0.isLoggedIn } }

    /// The account of the session; `nil` without a session, and with Basic authentication.
    public var currentUser: DrupalUser? { state.withLock { $0.isLoggedIn ? $0.user : nil } }

    /// Uses Basic authentication from now on, instead of a session. Nothing is sent.
    ///
    /// Drupal does not report a wrong password: the request is then that of a visitor. ``loginStatus()`` verifies it.
    ///
    /// - Parameters:
    ///   - username: The name of the account.
    ///   - password: The password.
    ///   - storesPassword: Whether the client's store keeps the password, so that the next run has it, too.
    public func useBasicAuthentication(username: String, password: String, storesPassword: Bool = false) {
        removeSessionCookies()
        let stored = state.withLock { state in
            state.begin()
            state.basic = DrupalCredentials(username: username, password: password)
            return state.stored(withPassword: storesPassword)
        }
        store?.store(stored)
    }

    /// Removes the credentials of Basic authentication, the session's cookie and its tokens, also from the store.
    /// Nothing is sent, so the session continues at the site; ``logout()`` ends it.
    public func forgetCredentials() {
        removeSessionCookies()
        state.withLock { state in
            state.begin()
            state.basic = nil
        }
        store?.store(nil)
    }

    // MARK: - Cookies

    /// The session cookies for the site: `SESS…`, or `SSESS…` over TLS.
    var sessionCookies: [Cookie] {
        (session.cookieJar?.cookies(for: baseURL) ?? []).filter { $0.isDrupalSession }
    }

    func removeSessionCookies() {
        for cookie in sessionCookies { session.cookieJar?.remove(cookie) }
    }

    /// Reads the session of an earlier run, or that of a shared cookie storage.
    func restoreSession() {
        let stored = store?.session
        if let basic = stored?.basic { return state.withLock { $0.basic = basic } }
        let now = Date()
        let restored = (stored?.cookies ?? []).map(\.cookie)
            .filter { $0.isDrupalSession && ($0.expires.map { $0 > now } ?? true) }
        for cookie in restored { session.cookieJar?.set(cookie) }
        let cookies = sessionCookies
        guard !cookies.isEmpty else { return }
        state.withLock { state in
            state.isLoggedIn = true
            state.cookies = cookies
            guard !restored.isEmpty else { return }
            state.csrfToken = stored?.csrfToken
            state.logoutToken = stored?.logoutToken
            state.user = stored?.user
        }
    }

    /// Stores the session, if there is one and the client has a store. The password of Basic authentication is not
    /// changed in the store.
    func storeSession() {
        guard let store else { return }
        let (isBasic, stored) = state.withLock { ($0.basic != nil, $0.stored(withPassword: false)) }
        if !isBasic { store.store(stored) }
    }

    /// Returns the session cookies after a response to a request that was sent with some.
    func sessionCookies(after response: AFDataResponse<Data>?, _ sent: [Cookie] = []) -> [Cookie] {
        let jar = CookieJar()
        for cookie in sent { jar.set(cookie) }
        if let response { jar.set(response.setCookieLines, from: response.response?.url ?? baseURL) }
        return jar.cookies(for: baseURL).filter(\.isDrupalSession)
    }

    /// Returns whether a response removes the session cookie with which its request was sent.
    func isRemoved(_ sent: SentSession, by response: AFDataResponse<Data>?) -> Bool {
        !sent.cookies.isEmpty && sessionCookies(after: response, sent.cookies).isEmpty
    }

    /// Records the session cookies of a response.
    ///
    /// - Returns: Whether the response has removed the cookie of the current session: it is over.
    func noteCookies(of response: AFDataResponse<Data>?, _ sent: SentSession) -> Bool {
        let received = sessionCookies(after: response, sent.cookies)
        let inJar = sessionCookies
        let (isLost, lost, isChanged) = state.withLock { state -> (Bool, [Cookie], Bool) in
            guard state.isLoggedIn else { return (false, [], false) }
            var isChanged = false
            if state.generation == sent.generation, state.cookies == sent.cookies {
                if received.isEmpty { return (true, [], false) }
                isChanged = state.cookies != received
                state.cookies = received
            }
            // The late response of an earlier session has removed the cookie of this one from the jar.
            return (false, inJar.isEmpty ? state.cookies : [], isChanged)
        }
        for cookie in lost { session.cookieJar?.set(cookie) }
        if isChanged { storeSession() }
        return isLost
    }

    /// Records that the site has ended the session with a number.
    func endSession(generation: Int) {
        let isEnded = state.withLock { state in
            guard state.generation == generation, state.basic == nil else { return false }
            state.expire()
            return true
        }
        guard isEnded else { return }
        removeSessionCookies()
        store?.store(nil)
        hub.send(.sessionExpired)
    }
}

extension Cookie {
    /// Whether this is the cookie of a Drupal session: `SESS` or `SSESS`, and 32 hexadecimal digits or more.
    var isDrupalSession: Bool {
        let digits = name.hasPrefix("SSESS") ? name.dropFirst(5) : name.hasPrefix("SESS") ? name.dropFirst(4) : ""
        return digits.utf8.count >= 32 && digits.allSatisfy(\.isHexDigit)
    }
}
