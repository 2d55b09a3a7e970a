internal import Foundation

/// The state of an exchange's authentication with the server, or with the proxy.
struct ChallengeState {
    /// The authorization that was added to the running request.
    private(set) var sent: CachedAuthorization.Authorization?
    /// The authorization that is added to further requests.
    private(set) var space: CachedAuthorization?
    /// Whether a challenge was answered, as opposed to sending a known authorization.
    private(set) var hasAnswered = false
    private var answeredRealms: [String] = []

    /// Returns the authorization for a request, and records it.
    ///
    /// - Parameter known: The authorization to send until a challenge was answered.
    mutating func authorization(for message: DigestAnswer.Message, known: CachedAuthorization?) -> String? {
        if !hasAnswered { space = known }
        sent = space?.authorization(for: message)
        return sent?.value
    }

    /// Removes all state.
    mutating func reset() { self = ChallengeState() }

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
        _ challenge: AnswerableChallenge, login: Login, from url: URL, carried: String?
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
        space = CachedAuthorization(challenge, login: login, url: url)
        hasAnswered = true
        note(challenge.realm)
        return true
    }

    private mutating func note(_ realm: String) {
        if !answeredRealms.contains(realm) { answeredRealms.append(realm) }
    }
}
