internal import NeatlineSystem

#if canImport(FoundationNetworking)
internal import Foundation
#else
public import Foundation
#endif

// How a `URLSessionConfiguration` becomes a transport, and the default configurations.

extension URLSessionConfiguration: AlamofireExtended {}

extension AlamofireExtension where ExtendedType: URLSessionConfiguration {
    /// Foundation's default configuration, with the headers of ``HTTPHeaders/default``.
    public static var `default`: URLSessionConfiguration { withDefaultHeaders(URLSessionConfiguration.default) }

    /// Foundation's ephemeral configuration, whose cookies and credentials are stored in memory only, with the headers
    /// of ``HTTPHeaders/default``.
    public static var ephemeral: URLSessionConfiguration { withDefaultHeaders(URLSessionConfiguration.ephemeral) }

    private static func withDefaultHeaders(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        configuration.headers = .default
        return configuration
    }
}

extension Session {
    /// Returns the platform's transport: libcurl on Linux, `URLSession` elsewhere and for a configuration with custom
    /// protocol classes, which answer instead of the network.
    ///
    /// If libcurl cannot be used, returns a `URLSession` transport if `fallback` is `true`, else a transport that fails
    /// every request with the reason.
    static func transport(for configuration: URLSessionConfiguration, fallback: Bool) -> any Transport {
        let defaults = URLSessionConfiguration.default
        // Foundation's default limit is for `URLSession`; the transports have higher limits of their own.
        let connections: Int? =
            configuration.httpMaximumConnectionsPerHost == defaults.httpMaximumConnectionsPerHost
            ? nil : max(1, configuration.httpMaximumConnectionsPerHost)
        if hasOwnProtocols(configuration) { return urlSessionTransport(connections, configuration.protocolClasses) }
        #if os(Linux)
        var settings = CurlTransport.Configuration()
        if let connections { settings.maximumConnectionsPerHost = connections }
        if let proxies = configuration.connectionProxyDictionary { settings.setProxies(proxies) }
        return transport(orElse: fallback ? { urlSessionTransport(connections, nil) } : nil) {
            () throws(TransportError) in
            try CurlTransport(library: CurlLibrary.system.get(), configuration: settings)
        }
        #else
        return urlSessionTransport(connections, nil)
        #endif
    }

    /// Returns whether a configuration has protocol classes that are not Foundation's.
    static func hasOwnProtocols(_ configuration: URLSessionConfiguration) -> Bool {
        let known = Set((URLSessionConfiguration.default.protocolClasses ?? []).map { ObjectIdentifier($0) })
        return (configuration.protocolClasses ?? []).contains { !known.contains(ObjectIdentifier($0)) }
    }

    /// Returns the result of `make`; if that throws, the transport of `fallback`, or a transport that fails every
    /// request with the error.
    static func transport(
        orElse fallback: (() -> any Transport)?, _ make: () throws(TransportError) -> any Transport
    ) -> any Transport {
        do {
            return try make()
        } catch {
            guard let fallback else { return UnavailableTransport(error) }
            if fallbackNotice.take() {
                let notice = "neatline: \(error.message). Requests go through URLSession instead.\n"
                // `FileHandle` ends the process on Linux if standard error is closed, or its disk is full.
                try? Descriptor.standardError.writeAll(notice.utf8)
            }
            return fallback()
        }
    }

    /// Taken when the notice that requests go through `URLSession` has been written.
    private static let fallbackNotice = OnceFlag()

    private static func urlSessionTransport(_ connections: Int?, _ classes: [AnyClass]?) -> any Transport {
        var settings = URLSessionTransport.Configuration(protocolClasses: classes)
        if let connections { settings.maximumConnectionsPerHost = connections }
        return URLSessionTransport(configuration: settings)
    }
}

/// A transport that fails every request, because the platform's transport is not available.
final class UnavailableTransport: ServerTrustTransport {
    private let error: TransportError

    init(_ error: TransportError) { self.error = error }

    let capabilities: TransportCapabilities = []

    func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        receiver.transportDidComplete(TransportCompletion(error: error))
        return EndedTask()
    }

    func invalidate() {}

    /// Returns the transport itself: it needs no evaluation, because it sends nothing.
    func evaluatingServers() -> (any Transport)? { self }

    /// A task that has already failed.
    private final class EndedTask: TransportTask {
        func cancel() {}
        func pause() {}
        func resume() {}
    }
}
