internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A type that receives the events of an exchange, in this order, one call at a time:
///
/// ```
/// (didSend*  (willFollow | didReceiveChallenge)?)*  didReceive(head)?  (didReceive(bytes)+  didReceiveBatch?)*
/// didComplete
/// ```
protocol ExchangeReceiver: AnyObject, Sendable {
    /// Bytes of the request's body were sent. The total starts again when a redirect sends the body again.
    func exchange(_ exchange: Exchange, didSend totalBytes: Int64)

    /// The server has sent a redirect. Call `decide` once, on any thread, with the request to follow (the proposed one
    /// or another), or with `nil` to make this response the final one.
    func exchange(
        _ exchange: Exchange, willFollow proposed: URLRequest, after head: ResponseHead,
        decide: @escaping @Sendable (URLRequest?) -> Void)

    /// A server or a proxy has sent a challenge (401, 407), whether or not the exchange answers it. `previousFailures`
    /// is the number of challenges that were answered before.
    func exchange(_ exchange: Exchange, didReceiveChallenge head: ResponseHead, previousFailures: Int)

    /// The response is a partial one (206), or its refusal (416). Returns the request to send instead, after which the
    /// response is discarded, or `nil` to keep it.
    func exchange(
        _ exchange: Exchange, replacementFor request: URLRequest, after head: ResponseHead
    ) -> URLRequest?

    /// The head of the final response was received.
    func exchange(_ exchange: Exchange, didReceive head: ResponseHead)

    /// Bytes of the final response's body were received.
    func exchange(_ exchange: Exchange, didReceive bytes: RawSpan)

    /// All bytes that arrived together were reported, if the transport reports this.
    func exchangeDidReceiveBatch(_ exchange: Exchange)

    /// The exchange has completed. Always called, once, as the last event.
    func exchange(_ exchange: Exchange, didComplete outcome: ExchangeOutcome)
}

extension ExchangeReceiver {
    func exchange(
        _ exchange: Exchange, replacementFor request: URLRequest, after head: ResponseHead
    ) -> URLRequest? { nil }
}

/// The outcome of an attempt.
struct ExchangeOutcome: Sendable {
    /// A `URLError` whose underlying error is the `TransportError` or that of reading the request's body; `nil` if
    /// there is none.
    var error: URLError?
    /// The error of the request, if it is more specific: the server was not trusted, or the body is too large.
    var reason: AFError?
    var metrics: HTTPMetrics
}

extension ExchangeOutcome {
    /// The outcome of an attempt that was cancelled before anything was sent.
    static func cancelledBeforeStart(_ request: URLRequest) -> ExchangeOutcome {
        let now = Int64(Date().timeIntervalSince1970 * 1_000_000_000)
        return ExchangeOutcome(
            error: URLError(TransportError(.cancelled, "The request was cancelled."), request: request),
            metrics: HTTPMetrics(ExchangeRecord(start: now, end: now, redirectCount: 0, hops: [])))
    }
}
