internal import Foundation

/// Answers servers and proxies that ask who is asking.
///
/// Its methods are called one at a time, in this order for each hop: ``authorize(_:urlCredentials:isWithinOrigin:)``, then
/// ``received(_:)`` or ``answers(_:)``.
protocol ChallengeAnswering: Sendable {
    /// Puts along with a hop's request what answers the last challenge, or what is known before anybody asks.
    ///
    /// - Parameters:
    ///   - urlCredentials: The name and the password of the request's URL, which has lost them already.
    ///   - isWithinOrigin: Whether no redirect has left the origin of the first request, for which all is meant that is
    ///     known of servers.
    func authorize(_ request: inout TransportRequest, urlCredentials: URLCredentials?, isWithinOrigin: Bool)

    /// Whether the request goes again, with an answer to this challenge. Else the response stands.
    func answers(_ challenge: Challenge) -> Bool

    /// The hop has a response that is no challenge.
    func received(_ head: ResponseHead)
}

/// What a server asks with a response 401, or a proxy with 407.
struct Challenge: Sendable {
    /// 401 or 407.
    let status: Int
    /// The values of `WWW-Authenticate` or `Proxy-Authenticate`, one for each line.
    let values: [String]
}
