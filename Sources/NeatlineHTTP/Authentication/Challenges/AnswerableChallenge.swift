internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A challenge of a scheme that is known here.
enum AnswerableChallenge: Sendable {
    case basic(realm: String)
    case digest(DigestChallenge)

    /// Nil if it is of another scheme, or lacks what an answer needs. Basic without a realm has the empty one.
    init?(_ challenge: AuthenticationChallenge) {
        if challenge.scheme == "basic" {
            self = .basic(realm: challenge["realm"] ?? "")
        } else if let challenge = DigestChallenge(challenge) {
            self = .digest(challenge)
        } else {
            return nil
        }
    }

    /// Those of a response's fields that a request with this body can answer, the strongest first; of equal ones, that
    /// which the server named first.
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

    /// As `URLProtectionSpace` names the scheme.
    var method: String {
        switch self {
        case .basic: NSURLAuthenticationMethodHTTPBasic
        case .digest: NSURLAuthenticationMethodHTTPDigest
        }
    }
}
