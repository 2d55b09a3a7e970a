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
    func authorize(
        _ request: inout TransportRequest, for target: RequestURL, urlCredentials: URLCredentials?, isWithinOrigin: Bool
    )

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
