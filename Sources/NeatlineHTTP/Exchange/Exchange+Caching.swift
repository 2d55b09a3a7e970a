internal import Dispatch
internal import Foundation
internal import NeatlineSystem

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
        var sent = request
        if !request.isLocal, !isRevalidation, policy != .useProtocolCachePolicy {
            sent.headers.fields += CacheRules.fields(for: policy, in: request.headers)
        }
        guard request.webSocket == nil, settings.cache != nil || policy == .returnCacheDataDontLoad,
            let url = try? RequestURL(request.url)
        else {
            let task =
                request.isLocal
                ? LocalTransport.start(request, receiver: self) : context.transport.start(sent, receiver: self)
            return take(state.withLock { $0.started(task, hop: number) })
        }
        let asked = CacheRequest(
            method: request.method, key: url.cacheKey, headers: request.headers, isDecoded: request.decodesContent,
            hasBody: request.body.isPresent, policy: policy, isRevalidation: isRevalidation)
        let task = CachedHop(self, sent, asked)
        task.start()
        take(state.withLock { $0.started(task, hop: number) })
        task.begin()
    }

    /// Adds the metrics of a request that was sent before a stored response was delivered.
    func recordHop(head: ResponseHead?, _ timings: TransportTimings) {
        pastHops.append(ExchangeHop(request: hop.request, head: head, timings: timings, decodedBytes: 0))
    }

    /// Asks the receiver whether and how a response is stored.
    ///
    /// - Parameter decide: Called with what is stored, or with `nil`, on any thread.
    func ask(
        about head: ResponseHead, _ parts: StoredResponse.Parts, body: [UInt8], to request: CacheRequest,
        decide: @escaping @Sendable (StoredResponse?) -> Void
    ) {
        guard let response = head.response, let receiver else { return decide(StoredResponse(parts, body: body)) }
        let proposed = CachedURLResponse(response: response, data: Data(body), userInfo: nil, storagePolicy: .allowed)
        receiver.exchange(self, willCache: proposed) { decision in
            decide(decision.flatMap { StoredResponse($0, insteadOf: proposed, parts, body: body, request) })
        }
    }

    /// Asks the server whether a stored response of the hop's URL is still valid, in an exchange of its own, which the end
    /// of the session waits for.
    ///
    /// - Parameters:
    ///   - sent: The hop's request, whose credentials are those of the stored response.
    ///   - completion: Called once, on any thread.
    func revalidate(_ sent: TransportRequest, completion: @escaping @Sendable () -> Void) {
        var request = hop.request
        for name in ["Authorization", "Cookie"] {
            if let value = sent.headers.value(for: name) { request.setValue(value, forHTTPHeaderField: name) }
        }
        let exchange = Exchange(
            request: request, body: .none, in: context,
            receiver: RevalidationReceiver(receiver) { [context] exchange in
                completion()
                context.background.end(exchange)
            }, httpVersion: httpVersion, isRevalidation: true)
        exchange.hop.hasLeftOrigin = hop.hasLeftOrigin
        if context.background.begin(exchange) { exchange.start() } else { completion() }
    }
}

/// The exchanges of a session that belong to no request: those in which the cache asks about responses that are stale.
final class BackgroundExchanges: Sendable {
    private struct State {
        var running: [ObjectIdentifier: Exchange] = [:]
        var refusesNew = false
    }

    private let state = Locked(State())
    private let group = DispatchGroup()

    /// Adds an exchange until ``end(_:)``; returns `false` if there are to be no more.
    func begin(_ exchange: Exchange) -> Bool {
        state.withLock { state in
            if state.refusesNew { return false }
            state.running[ObjectIdentifier(exchange)] = exchange
            group.enter()
            return true
        }
    }

    func end(_ exchange: Exchange) {
        if state.withLock({ $0.running.removeValue(forKey: ObjectIdentifier(exchange)) }) != nil { group.leave() }
    }

    /// Refuses further exchanges.
    func refuseNew() { state.withLock { $0.refusesNew = true } }

    func cancelAll() { for exchange in state.withLock({ Array($0.running.values) }) { exchange.cancel() } }

    /// Calls a closure once, when no exchange runs.
    func whenIdle(_ handler: @escaping @Sendable () -> Void) { group.notify(queue: .global(), execute: handler) }
}

/// Receives the response to a request that only the cache has sent.
private final class RevalidationReceiver: ExchangeReceiver {
    /// The receiver of the request for which a stale response was used: it decides what is stored.
    private let original: (any ExchangeReceiver)?
    private let completion: @Sendable (Exchange) -> Void

    init(_ original: (any ExchangeReceiver)?, _ completion: @escaping @Sendable (Exchange) -> Void) {
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

    func exchange(_ exchange: Exchange, didSend newBytes: Int64, totalBytes: Int64) {}

    /// The redirect is the response that is stored.
    func exchange(
        _ exchange: Exchange, willFollow proposed: URLRequest, after head: ResponseHead,
        decide: @escaping @Sendable (URLRequest?) -> Void
    ) {
        decide(nil)
    }

    func exchange(_ exchange: Exchange, didReceiveHints head: TransportResponseHead) {}
    func exchange(_ exchange: Exchange, didReceiveChallenge head: ResponseHead, previousFailures: Int) {}
    func exchange(_ exchange: Exchange, didReceive head: ResponseHead) {}
    func exchange(_ exchange: Exchange, didReceive bytes: RawSpan) {}
    func exchangeDidReceiveBatch(_ exchange: Exchange) {}
    func exchange(_ exchange: Exchange, didComplete outcome: ExchangeOutcome) { completion(exchange) }
}
