internal import Foundation
internal import NeatlineSystem

/// A protection space (RFC 9110, section 11.5) with the authorization that its server has accepted.
final class CachedAuthorization: Sendable {
    /// The authorization of one request.
    struct Authorization: Sendable {
        let space: CachedAuthorization
        /// The field's value.
        var value: String
        /// The nonce of a Digest answer.
        var nonce: String?
        var confirmation: String?
    }

    private struct State: Sendable {
        /// The Digest challenge; `nil` for Basic.
        var digest: DigestChallenge?
        var clientNonce = CachedAuthorization.freshNonce()
        /// The prefixes of the paths in the space.
        var paths: [String]
    }

    /// The maximum number of stored paths of a space.
    private static let pathLimit = 32

    let realm: String
    let login: Login
    let isDigest: Bool
    private let state: Locked<State>
    private let counts: NonceCounts

    /// Creates the space of a challenge that was received for a URL.
    init(_ scheme: AnswerableChallenge, login: Login, url: RequestURL, counts: NonceCounts) {
        realm = scheme.realm
        self.counts = counts
        self.login = login
        switch scheme {
        case .basic:
            isDigest = false
            state = Locked(State(paths: [Self.folder(of: url.path)]))
        case .digest(let challenge):
            isDigest = true
            state = Locked(State(digest: challenge, paths: Self.paths(of: challenge.domain, url)))
        }
    }

    /// Returns the authorization for a request, or `nil` if it cannot be hashed.
    ///
    /// - Throws: The error of a user name that the scheme cannot send.
    func authorization(for message: DigestAnswer.Message) throws(TransportError) -> Authorization? {
        guard isDigest else {
            try login.checkBasic()
            return Authorization(space: self, value: login.basic)
        }
        let (challenge, clientNonce) = state.withLock { ($0.digest, $0.clientNonce) }
        guard let challenge,
            let answer = DigestAnswer(
                to: challenge, login: login, message: message, nonceCount: counts.next(of: challenge),
                clientNonce: clientNonce)
        else { return nil }
        return Authorization(
            space: self, value: answer.value, nonce: challenge.nonce, confirmation: answer.confirmation)
    }

    /// Replaces the challenge by one with a newer nonce.
    func renew(with challenge: DigestChallenge) {
        state.withLock { state in
            guard state.digest?.nonce != challenge.nonce else { return }
            state.digest = challenge
            state.clientNonce = Self.freshNonce()
        }
    }

    /// Handles the server's information about an answer that it has accepted (RFC 7616, section 3.5).
    ///
    /// - Returns: `false` if the server has proved not to know the password.
    func take(_ field: String, about sent: Authorization) -> Bool {
        // The field consists of a challenge's parameters without a scheme.
        guard let parameters = ChallengeParser.challenges(in: ["Digest " + field]).first else { return true }
        if let confirmation = sent.confirmation, let given = parameters["rspauth"],
            !given.isSameFieldName(as: confirmation)
        {
            return false
        }
        guard let nonce = parameters["nextnonce"], !nonce.isEmpty, nonce.isFieldText else { return true }
        state.withLock { state in
            // Another request may have received a newer one meanwhile.
            guard state.digest?.nonce == sent.nonce, nonce != sent.nonce else { return }
            state.digest?.nonce = nonce
        }
        return true
    }

    // MARK: Paths

    /// Returns the length of the prefix by which a path is in the space; `nil` if it is not.
    ///
    /// - Complexity: O(*n*), where *n* is the number of paths.
    func coverage(of path: String) -> Int? {
        state.withLock { state in
            state.paths.filter { Self.contains($0, path) }.map(\.utf8.count).max()
        }
    }

    /// Adds the paths of another authorization for the same space.
    func widen(by other: CachedAuthorization) {
        let paths = other.state.withLock { $0.paths }
        state.withLock { state in
            for path in paths where state.paths.count < Self.pathLimit && !state.paths.contains(path) {
                state.paths.append(path)
            }
        }
    }

    private static func contains(_ prefix: String, _ path: String) -> Bool {
        guard path.hasPrefix(prefix) else { return false }
        return prefix.hasSuffix("/") || path.utf8.count == prefix.utf8.count
            || path.utf8.dropFirst(prefix.utf8.count).first == UInt8(ascii: "/")
    }

    /// Returns the path up to its last slash: for Basic, all paths below it are in the space (RFC 7617, section 2.2).
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    }

    /// Returns the paths in `domain` that have the same origin.
    private static func paths(of domain: String?, _ url: RequestURL) -> [String] {
        let references = (domain ?? "").split(separator: " ")
        guard !references.isEmpty else { return ["/"] }
        let origin = url.origin
        var paths: [String] = []
        for reference in references where paths.count < pathLimit {
            guard let target = url.resolve(reference.utf8), target.origin == origin else { continue }
            paths.append(target.path)
        }
        return paths.isEmpty ? [url.path] : paths
    }

    // MARK: Values

    /// Returns 128 random bits.
    private static func freshNonce() -> String {
        HexadecimalDigits.text((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    }
}

/// The number of requests with each nonce (`nc`), which all authorizations of a session share: a server may give several
/// requests the same nonce, and refuses a count that it has seen.
final class NonceCounts: Sendable {
    private struct Nonce: Hashable {
        var realm: String
        var value: String
    }

    private struct State: Sendable {
        var counts: [Nonce: UInt32] = [:]
        /// The nonces in the order in which they were first used, a ring of at most ``limit``.
        var order: [Nonce] = []
        var oldest = 0
    }

    /// The maximum number of nonces; the next one replaces the oldest.
    static let limit = 256

    private let state = Locked(State())

    /// Returns the number of requests with the challenge's nonce, including one more.
    func next(of challenge: DigestChallenge) -> UInt32 {
        let nonce = Nonce(realm: challenge.realm, value: challenge.nonce)
        return state.withLock { state in
            let count = (state.counts[nonce] ?? 0) &+ 1
            if count == 1, state.order.count < Self.limit {
                state.order.append(nonce)
            } else if count == 1 {
                state.counts[state.order[state.oldest]] = nil
                state.order[state.oldest] = nonce
                state.oldest = (state.oldest + 1) % Self.limit
            }
            state.counts[nonce] = count
            return count
        }
    }
}
