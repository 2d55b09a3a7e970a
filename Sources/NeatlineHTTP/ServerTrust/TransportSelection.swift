internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The transport that a session uses, and what its exchanges know of trust.
struct TransportSelection {
    let transport: any Transport
    /// Whether nobody else has the transport.
    let isOwned: Bool
    private let serverTrust: ServerTrustPlan?

    /// - Parameters:
    ///   - given: The user's transport. With a manager, another one takes its place that has the same settings, so that no
    ///     connection is used that was made under other rules.
    ///   - made: Makes a transport where none was given.
    init(_ given: (any Transport)?, _ manager: ServerTrustManager?, orElse made: @autoclosure () -> any Transport) {
        let first = given ?? made()
        guard let manager else {
            transport = first
            isOwned = given == nil
            serverTrust = nil
            return
        }
        let evaluating = (first as? any ServerTrustTransport)?.evaluatingServers()
        transport = evaluating ?? first
        isOwned = given == nil || evaluating != nil
        serverTrust = ServerTrustPlan(manager: manager, isSupported: evaluating != nil)
    }

    func settings(_ configuration: URLSessionConfiguration) -> ExchangeSettings {
        var settings = ExchangeSettings(configuration)
        settings.serverTrust = serverTrust
        return settings
    }
}
