internal import Foundation
internal import NeatlineFoundation

/// Whether responses to a receiver's request are stored.
enum ResponseCaching: Sendable, Hashable {
    /// They are not stored. Stored ones are used nevertheless.
    case never
    case always
    /// They are stored if the receiver agrees.
    case asks
}

/// The cache's side of an exchange.
extension Exchange {
    /// Starts the request of a hop: through the cache, if the session has one.
    func startTask(_ request: TransportRequest, hop number: Int) {
        let settings = context.settings
        let own = hop.request.cachePolicy
        let policy = own == .useProtocolCachePolicy ? settings.cachePolicy : own
        guard request.webSocket == nil, settings.cache != nil || policy == .returnCacheDataDontLoad,
            let url = try? RequestURL(request.url)
        else {
            let task =
                request.isLocal
                ? LocalTransport.start(request, receiver: self) : context.transport.start(request, receiver: self)
            return take(state.withLock { $0.started(task, hop: number) })
        }
        let task = CachedHop(self, request, key: url.cacheKey, policy)
        task.lookUp()
        take(state.withLock { $0.started(task, hop: number) })
        task.begin()
    }

    /// Adds the metrics of a request that was sent before a stored response was delivered.
    func recordHop(head: ResponseHead?, _ timings: TransportTimings) {
        pastHops.append(ExchangeHop(request: hop.request, head: head, timings: timings, decodedBytes: 0))
    }

    /// Asks the server whether a stored response of the hop's URL is still valid, in an exchange of its own.
    ///
    /// - Parameter completion: Called once, on any thread.
    func revalidate(completion: @escaping @Sendable () -> Void) {
        var request = hop.request
        request.cachePolicy = .reloadRevalidatingCacheData
        let exchange = Exchange(
            request: request, body: .none, in: context, receiver: RevalidationReceiver(receiver, completion),
            httpVersion: httpVersion)
        exchange.hop.hasLeftOrigin = hop.hasLeftOrigin
        exchange.start()
    }
}

/// Receives the response to a request that only the cache has sent.
private final class RevalidationReceiver: ExchangeReceiver {
    /// The receiver of the request for which a stale response was used: it decides what is stored.
    private let original: (any ExchangeReceiver)?
    private let completion: @Sendable () -> Void

    init(_ original: (any ExchangeReceiver)?, _ completion: @escaping @Sendable () -> Void) {
        self.original = original
        self.completion = completion
    }

    var caching: ResponseCaching { original?.caching ?? .always }

    func exchange(
        _ exchange: Exchange, willCache response: CachedURLResponse,
        decide: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        if let original {
            original.exchange(exchange, willCache: response, decide: decide)
        } else {
            decide(response)
        }
    }

    func exchange(_ exchange: Exchange, didSend totalBytes: Int64) {}

    /// The redirect is the response that is stored.
    func exchange(
        _ exchange: Exchange, willFollow proposed: URLRequest, after head: ResponseHead,
        decide: @escaping @Sendable (URLRequest?) -> Void
    ) {
        decide(nil)
    }

    func exchange(_ exchange: Exchange, didReceiveChallenge head: ResponseHead, previousFailures: Int) {}
    func exchange(_ exchange: Exchange, didReceive head: ResponseHead) {}
    func exchange(_ exchange: Exchange, didReceive bytes: RawSpan) {}
    func exchangeDidReceiveBatch(_ exchange: Exchange) {}
    func exchange(_ exchange: Exchange, didComplete outcome: ExchangeOutcome) { completion() }
}
