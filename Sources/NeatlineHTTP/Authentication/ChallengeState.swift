internal import Foundation

/// What an exchange and one of those who may ask it say to each other: the server, or the proxy before it.
struct ChallengeState {
    /// What the request that runs carries of ours.
    private(set) var sent: CachedAuthorization.Authorization?
    /// What goes along from now on.
    private(set) var space: CachedAuthorization?
    /// Whether a challenge was answered, and not only said what was known before.
    private(set) var hasAnswered = false
    private var answeredRealms: [String] = []

    /// What a request is to carry; also notes that it does.
    ///
    /// - Parameter known: What to say as long as no challenge was answered.
    mutating func authorization(for message: DigestAnswer.Message, known: CachedAuthorization?) -> String? {
        if !hasAnswered { space = known }
        sent = space?.authorization(for: message)
        return sent?.value
    }

    /// Says nothing any more.
    mutating func reset() { self = ChallengeState() }

    /// Nothing of ours goes along this time.
    mutating func skip() { sent = nil }

    /// Chooses the answer to a challenge, which ``authorization(for:known:)`` gives with the next request.
    ///
    /// A realm is answered once. Three things do not count: what was said before anybody asked, a nonce that is only too
    /// old, and answers to other realms.
    ///
    /// - Parameter carried: What the field said, whoever put it there.
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
