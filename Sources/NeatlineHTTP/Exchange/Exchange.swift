internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One attempt of a request: from the first hop through redirects to the last response.
final class Exchange: @unchecked Sendable {
    init(
        request: URLRequest, body: TransportBody, settings: ExchangeSettings, transport: any Transport,
        receiver: any ExchangeReceiver
    ) {}

    /// Called once.
    func start() {}
    /// Any thread, any time, any number.
    func cancel() {}
    func pause() {}
    func resume() {}
}

/// What a session sets for its exchanges.
struct ExchangeSettings: Sendable {
    /// Seconds without a byte in either direction.
    var requestTimeout: TimeInterval = 60
    /// Seconds for all hops together.
    var resourceTimeout: TimeInterval = 7 * 24 * 3600
}
