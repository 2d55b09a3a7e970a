internal import Foundation

/// Answers servers that ask who is asking.
///
/// It is asked for the first request's origin only: what it knows is meant for no other.
protocol ChallengeAnswering: Sendable {
    /// What goes along with the first request already, or nil to wait until the server asks.
    func fields(before url: URL, method: String) -> [HTTPHeader]?

    /// The answer to a challenge, as header fields for the same request, or nil: the response then stands.
    func fields(answering challenge: Challenge) -> [HTTPHeader]?
}

/// What a server asks with a response 401, or a proxy with 407.
struct Challenge: Sendable {
    let url: URL
    let method: String
    /// 401 or 407.
    let status: Int
    /// The values of `WWW-Authenticate` or `Proxy-Authenticate`, one for each line.
    let values: [String]
    /// How many answers of this exchange came to nothing.
    let previousFailures: Int
}
