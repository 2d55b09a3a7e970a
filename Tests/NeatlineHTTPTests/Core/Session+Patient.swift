import Foundation

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Session {
    /// A session without a limit of time, for a machine that has much to do.
    static func patient(
        transport: (any Transport)? = nil, interceptor: (any RequestInterceptor)? = nil,
        eventMonitors: [any EventMonitor] = []
    ) -> Session {
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.timeoutIntervalForRequest = .infinity
        return Session(
            configuration: configuration, interceptor: interceptor, eventMonitors: eventMonitors, transport: transport)
    }
}
