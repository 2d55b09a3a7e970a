internal import Foundation

/// Answers the challenges of one exchange, Basic (RFC 7617) and Digest (RFC 7616), with the request's own credential,
/// that of its URL, or a stored one.
///
/// Unchecked Sendable because the state is accessed only in the events of the exchange's transport.
final class CredentialAuthentication: ChallengeAnswering, @unchecked Sendable {
    private let credential: URLCredential?
    private let session: SessionAuthentication?
    /// The request's own credential.
    private var login: Login?
    private var server: ChallengeState
    private var proxy: ChallengeState
    /// The parts of the running request that answers depend on.
    private var url: RequestURL?
    private var body = TransportBody.none
    private var carried: String?
    private var isWithinOrigin = true
    /// Whether the field was set explicitly.
    private var hasOwnField = false
    /// Whether the server's protection space was stored.
    private var isKept = false

    /// - Parameters:
    ///   - credential: The request's own credential.
    ///   - session: The authentication state of the session.
    init(credential: URLCredential? = nil, session: SessionAuthentication? = nil) {
        self.credential = credential
        self.session = session
        login = credential.flatMap(Login.init)
        server = ChallengeState(counts: session?.counts ?? NonceCounts())
        proxy = server
    }

    /// Creates the state of an exchange whose first request was sent without it.
    ///
    /// - Parameter carried: The explicit value of its `Authorization` field.
    convenience init(
        session: SessionAuthentication, url: URL, body: TransportBody, carried: String?, isWithinOrigin: Bool
    ) {
        self.init(session: session)
        self.url = try? RequestURL(url)
        self.body = body
        self.carried = carried
        self.isWithinOrigin = isWithinOrigin
        hasOwnField = carried != nil
    }

    // MARK: Requests

    func authorize(
        _ request: inout TransportRequest, for target: RequestURL, urlCredentials: URLCredentials?, isWithinOrigin: Bool
    ) throws(TransportError) {
        self.isWithinOrigin = isWithinOrigin
        url = target
        body = request.body
        let message = DigestAnswer.Message(
            method: request.method, target: target.pathAndQuery, body: request.body)
        try authorizeProxy(&request, for: target, message)
        if isWithinOrigin {
            if credential == nil, let urlCredentials { login = urlCredentials.login }
            try authorizeServer(&request, for: target, message)
        } else {
            server.reset()
        }
        if let urlCredentials, !request.headers.contains("authorization"),
            sendsBasic(isSecure: target.isSecure)
        {
            try urlCredentials.login.checkBasic()
            request.headers.add(name: "Authorization", value: urlCredentials.authorization)
        }
        carried = request.headers.value(for: "Authorization")
    }

    private func authorizeServer(
        _ request: inout TransportRequest, for target: RequestURL, _ message: DigestAnswer.Message
    ) throws(TransportError) {
        if !server.hasAnswered { hasOwnField = request.headers.contains("authorization") }
        // An answer takes precedence over an explicit field; a known authorization does not.
        guard server.hasAnswered || !hasOwnField else { return server.skip() }
        let known = server.hasAnswered ? nil : session?.space(of: target, login: login)
        if let value = try server.authorization(for: message, known: known) {
            request.headers.update(name: "Authorization", value: value)
        }
    }

    private func authorizeProxy(
        _ request: inout TransportRequest, for target: RequestURL, _ message: DigestAnswer.Message
    ) throws(TransportError) {
        guard let session, let login = session.proxy, !target.isSecure,
            proxy.hasAnswered || session.proxySpace != nil, login.isCertain(target.origin)
        else { return proxy.skip() }
        if !proxy.hasAnswered, request.headers.contains("proxy-authorization") { return proxy.skip() }
        if let value = try proxy.authorization(for: message, known: session.proxySpace) {
            request.headers.update(name: "Proxy-Authorization", value: value)
        }
    }

    // MARK: Challenges

    func answers(_ challenge: Challenge) -> Bool {
        challenge.status == 407 ? answersProxy(challenge) : answersServer(challenge)
    }

    private func answersServer(_ challenge: Challenge) -> Bool {
        guard isWithinOrigin, let url else { return false }
        let origin = url.origin
        let unasked = server.hasAnswered ? nil : server.sent?.space
        defer {
            // A stale nonce is replaced; all other refused authorizations are removed.
            if let unasked, unasked !== server.space || !server.hasAnswered { session?.forget(unasked, at: origin) }
        }
        for answerable in AnswerableChallenge.all(in: challenge.values, for: body) {
            if case .basic = answerable, !sendsBasic(isSecure: origin.isSecure) { continue }
            guard let login = login(for: answerable, at: origin) else { continue }
            isKept = false
            return server.answers(answerable, login: login, from: url, carried: carried)
        }
        return false
    }

    private func sendsBasic(isSecure: Bool) -> Bool { isSecure || session?.sendsBasicUnencrypted != false }

    /// Returns the credentials for a challenge: the request's own, or else stored ones unless the field was set
    /// explicitly.
    private func login(for challenge: AnswerableChallenge, at origin: Origin) -> Login? {
        if let login { return login }
        guard !hasOwnField else { return nil }
        let scope = CredentialStorage.Scope(origin: origin, realm: challenge.realm, method: challenge.method)
        return session?.storage?.credential(for: scope).flatMap(Login.init)
    }

    private func answersProxy(_ challenge: Challenge) -> Bool {
        guard let url, let session, let known = session.proxy, !url.isSecure, known.isCertain(url.origin),
            let answerable = AnswerableChallenge.all(in: challenge.values, for: body).first
        else { return false }
        if proxy.sent != nil, !proxy.hasAnswered { session.proxySpace = nil }
        return proxy.answers(answerable, login: known.login, from: url, carried: nil)
    }

    // MARK: Responses

    func received(_ head: ResponseHead) {
        guard head.status != 407 else { return }
        if let sent = proxy.sent {
            let isHonest = take(head, "proxy-authentication-info", of: sent)
            session?.proxySpace = isHonest ? sent.space : nil
        }
        guard head.status != 401, let sent = server.sent, let url else { return }
        guard take(head, "authentication-info", of: sent) else {
            session?.forget(sent.space, at: url.origin)
            return
        }
        if server.hasAnswered, !isKept {
            isKept = true
            keep(sent.space, at: url.origin)
        }
    }

    /// Handles the information about an answer. Returns `false` if the server does not know the password.
    private func take(_ head: ResponseHead, _ name: StaticString, of sent: CachedAuthorization.Authorization) -> Bool {
        guard sent.space.isDigest, let field = head.value(of: name) else { return true }
        return sent.space.take(field, about: sent)
    }

    private func keep(_ space: CachedAuthorization, at origin: Origin) {
        guard let session, credential?.persistence != URLCredential.Persistence.none else { return }
        session.remember(space, at: origin)
        if let credential, Login(credential) == space.login {
            session.storage?.store(credential, for: space.scope(at: origin))
        }
    }
}

/// The state of an exchange's authentication with the server, or with the proxy.
struct ChallengeState {
    /// The authorization that was added to the running request.
    private(set) var sent: CachedAuthorization.Authorization?
    /// The authorization that is added to further requests.
    private(set) var space: CachedAuthorization?
    /// Whether a challenge was answered, as opposed to sending a known authorization.
    private(set) var hasAnswered = false
    private var answeredRealms: [String] = []
    private let counts: NonceCounts

    init(counts: NonceCounts) { self.counts = counts }

    /// Returns the authorization for a request, and records it.
    ///
    /// - Parameter known: The authorization to send until a challenge was answered.
    mutating func authorization(
        for message: DigestAnswer.Message, known: CachedAuthorization?
    ) throws(TransportError) -> String? {
        if !hasAnswered { space = known }
        sent = try space?.authorization(for: message)
        return sent?.value
    }

    /// Removes all state.
    mutating func reset() { self = ChallengeState(counts: counts) }

    /// Records that the request has no authorization of ours.
    mutating func skip() { sent = nil }

    /// Selects the answer to a challenge, which ``authorization(for:known:)`` returns for the next request. Returns
    /// whether there is one.
    ///
    /// A realm is answered once, not counting an authorization that was sent without a challenge, a nonce that was only
    /// stale, and answers to other realms.
    ///
    /// - Parameter carried: The value of the field in the request.
    mutating func answers(
        _ challenge: AnswerableChallenge, login: Login, from url: RequestURL, carried: String?
    ) -> Bool {
        if case .digest(let digest) = challenge, let sent, digest.isStale, sent.nonce != digest.nonce,
            sent.space.login == login, sent.space.realm == digest.realm
        {
            sent.space.renew(with: digest)
            hasAnswered = true
            note(digest.realm)
            return true
        }
        guard !answeredRealms.contains(challenge.realm) else { return false }
        if case .basic = challenge, carried == login.basic { return false }
        space = CachedAuthorization(challenge, login: login, url: url, counts: counts)
        hasAnswered = true
        note(challenge.realm)
        return true
    }

    private mutating func note(_ realm: String) {
        if !answeredRealms.contains(realm) { answeredRealms.append(realm) }
    }
}
