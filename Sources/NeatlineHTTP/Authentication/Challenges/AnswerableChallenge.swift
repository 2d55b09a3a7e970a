internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A challenge with a supported scheme.
enum AnswerableChallenge: Sendable {
    case basic(realm: String)
    case digest(DigestChallenge)

    /// Creates a challenge; returns `nil` if its scheme is not supported, or a parameter is missing. Basic without a
    /// realm has an empty one.
    init?(_ challenge: AuthenticationChallenge) {
        if challenge.scheme == "basic" {
            self = .basic(realm: challenge["realm"] ?? "")
        } else if let challenge = DigestChallenge(challenge) {
            self = .digest(challenge)
        } else {
            return nil
        }
    }

    /// Returns the challenges of a response that a request with this body can answer, the strongest first, and equal
    /// ones in the server's order.
    static func all(in fields: [String], for body: TransportBody) -> [AnswerableChallenge] {
        let found = ChallengeParser.challenges(in: fields).compactMap(AnswerableChallenge.init).filter { challenge in
            if case .digest(let challenge) = challenge { return challenge.isAnswerable(with: body) }
            return true
        }
        return found.enumerated().sorted { ($1.element.strength, $0.offset) < ($0.element.strength, $1.offset) }
            .map(\.element)
    }

    private var strength: Int {
        switch self {
        case .basic: -1
        case .digest(let challenge): challenge.algorithm.function.rawValue
        }
    }

    var realm: String {
        switch self {
        case .basic(let realm): realm
        case .digest(let challenge): challenge.realm
        }
    }

    /// The name of the scheme in `URLProtectionSpace`.
    var method: String {
        switch self {
        case .basic: NSURLAuthenticationMethodHTTPBasic
        case .digest: NSURLAuthenticationMethodHTTPDigest
        }
    }
}
