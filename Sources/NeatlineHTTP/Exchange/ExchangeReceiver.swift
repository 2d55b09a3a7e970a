internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What an exchange tells of one attempt of a request, in this order, one call at a time:
///
/// ```
/// (didSend*  (willFollow | didReceiveChallenge)?)*  didReceive(head)?  (didReceive(bytes)+  didReceiveBatch?)*
/// didComplete
/// ```
protocol ExchangeReceiver: AnyObject, Sendable {
    /// So many bytes of the body are out; begins anew when a redirect sends it again.
    func exchange(_ exchange: Exchange, didSend totalBytes: Int64)

    /// The server names another place. `decide` is called once, on any thread: with the request to follow (the proposed
    /// one or another), or with nil, and the response stands as the last one.
    func exchange(
        _ exchange: Exchange, willFollow proposed: URLRequest, after head: ResponseHead,
        decide: @escaping @Sendable (URLRequest?) -> Void)

    /// A server, or a proxy, asks for credentials (401, 407), whether the exchange answers or not. `previousFailures` says how
    /// many challenges it has answered before.
    func exchange(_ exchange: Exchange, didReceiveChallenge head: ResponseHead, previousFailures: Int)

    /// Part of what was asked for comes (206), or cannot come (416): what is to be asked instead, or nil, and the response
    /// stands. Nobody gets a response that was replaced.
    func exchange(
        _ exchange: Exchange, replacementFor request: URLRequest, after head: ResponseHead
    ) -> URLRequest?

    /// The last response's head.
    func exchange(_ exchange: Exchange, didReceive head: ResponseHead)

    /// Bytes of the last response's body.
    func exchange(_ exchange: Exchange, didReceive bytes: RawSpan)

    /// The bytes that came together were all told, if the transport says so at all.
    func exchangeDidReceiveBatch(_ exchange: Exchange)

    /// All is over. Comes once, always, and last.
    func exchange(_ exchange: Exchange, didComplete outcome: ExchangeOutcome)
}

extension ExchangeReceiver {
    func exchange(
        _ exchange: Exchange, replacementFor request: URLRequest, after head: ResponseHead
    ) -> URLRequest? { nil }
}

/// How an attempt ended.
struct ExchangeOutcome: Sendable {
    /// A `URLError` whose underlying error is the `TransportError`, or why the request's body could not be read; or nil.
    var error: URLError?
    /// What the request fails with, if that is more than the error says: why the server was not trusted, or that the body is
    /// too large.
    var reason: AFError?
    var metrics: HTTPMetrics
}

extension ExchangeOutcome {
    /// How an attempt ends that was cancelled before anything of it was sent.
    static func cancelledBeforeStart(_ request: URLRequest) -> ExchangeOutcome {
        let now = Int64(Date().timeIntervalSince1970 * 1_000_000_000)
        return ExchangeOutcome(
            error: URLError(TransportError(.cancelled, "The request was cancelled."), request: request),
            metrics: HTTPMetrics(ExchangeRecord(start: now, end: now, redirectCount: 0, hops: [])))
    }
}
