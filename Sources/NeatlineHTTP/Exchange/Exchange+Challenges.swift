internal import Foundation

/// A type that answers the authentication challenges of servers and proxies.
///
/// Its methods are called one at a time, in this order for each hop:
/// ``authorize(_:for:urlCredentials:isWithinOrigin:)``, then ``received(_:)`` or ``answers(_:)``.
protocol ChallengeAnswering: Sendable {
    /// Adds the answer to the last challenge, or known credentials, to the request of a hop.
    ///
    /// - Parameters:
    ///   - request: The request of the transport.
    ///   - target: The original URL.
    ///   - urlCredentials: The credentials in the original URL, which were removed from the request's.
    ///   - isWithinOrigin: Whether all redirects have stayed at the origin of the first request, for which credentials
    ///     of servers are meant.
    /// - Throws: The error of credentials that cannot be sent.
    func authorize(
        _ request: inout TransportRequest, for target: RequestURL, urlCredentials: URLCredentials?, isWithinOrigin: Bool
    ) throws(TransportError)

    /// Returns whether the request is sent again with an answer to this challenge. Otherwise the response is final.
    func answers(_ challenge: Challenge) -> Bool

    /// Called when the response of a hop is not a challenge.
    func received(_ head: ResponseHead)
}

/// The challenges of a response: 401 of a server, or 407 of a proxy.
struct Challenge: Sendable {
    /// The status code, 401 or 407.
    let status: Int
    /// The values of the `WWW-Authenticate` or `Proxy-Authenticate` fields.
    let values: [String]
}

extension Exchange {
    /// The maximum number of challenges that are answered in one exchange.
    private static let challengeLimit = 5

    /// Returns whether a challenge is answered, so that the request is sent again.
    func answersChallenge(of head: ResponseHead) -> Bool {
        guard challengesAnswered < Self.challengeLimit else { return false }
        let values = head.lines.all(head.status == 401 ? "www-authenticate" : "proxy-authenticate")
        guard !values.isEmpty, let answerer = authentication ?? lateAuthenticator(),
            answerer.answers(Challenge(status: head.status, values: values))
        else { return false }
        authentication = answerer
        challengesAnswered += 1
        return true
    }

    /// Returns the object that answers challenges, if the session has credentials.
    private func lateAuthenticator() -> (any ChallengeAnswering)? {
        guard context.settings.authentication.canAnswer, let url = hop.request.url else { return nil }
        let field = "Authorization"
        let carried =
            hop.request.value(forHTTPHeaderField: field)
            ?? (hop.hasLeftOrigin ? nil : context.settings.additionalHeaders.value(for: field))
        return CredentialAuthentication(
            session: context.settings.authentication, url: url, body: hop.body, carried: carried,
            isWithinOrigin: !hop.hasLeftOrigin)
    }
}
