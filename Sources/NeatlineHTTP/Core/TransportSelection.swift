internal import Foundation

/// The transport of a session, and the trust settings of its exchanges.
struct TransportSelection {
    let transport: any Transport
    /// Whether the session owns the transport exclusively.
    let isOwned: Bool
    private let serverTrust: ServerTrustPlan?
    /// Whether the transport is the user's. What it answers, as what a `URLProtocol` answers, is not mixed with the
    /// responses in `URLCache.shared`, which all sessions have by default.
    private let isGiven: Bool

    /// Selects the transport.
    ///
    /// - Parameters:
    ///   - given: The user's transport. With a manager, it is replaced by one with the same settings, so that no
    ///     connection is reused that was accepted under other rules.
    ///   - made: Creates a transport if none was given.
    init(_ given: (any Transport)?, _ manager: ServerTrustManager?, orElse made: @autoclosure () -> any Transport) {
        let first = given ?? made()
        isGiven = given != nil
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
        if isGiven || Session.hasOwnProtocols(configuration) {
            if configuration.urlCache === URLCache.shared { settings.cache = nil }
            settings.transportSecurity = TransportSecurity()
        }
        #if os(Linux)
        settings.verifiesServers = (transport as? CurlTransport)?.configuration.tls.verifiesCertificates ?? true
        #endif
        return settings
    }
}
