internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One attempt of a request: from the first hop through redirects to the last response.
///
/// An exchange keeps itself and its receiver alive from `start()` until it has told of its completion; an attempt that
/// is not wanted any more is cancelled.
final class Exchange: @unchecked Sendable {
    /// - Parameters:
    ///   - body: What the request carries; `TransportBody.of(_:)` says it for one that carries its body itself.
    ///   - authentication: Who answers a server's challenges; without anyone the response 401 stands.
    init(
        request: URLRequest, body: TransportBody, settings: ExchangeSettings, transport: any Transport,
        receiver: any ExchangeReceiver, authentication: (any ChallengeAnswering)? = nil
    ) {}

    /// Called once. The receiver may be called before this returns.
    func start() {}
    /// Any thread, any time, any number. Completion comes with `URLError.cancelled` unless the response was whole before.
    func cancel() {}
    func pause() {}
    func resume() {}
}
