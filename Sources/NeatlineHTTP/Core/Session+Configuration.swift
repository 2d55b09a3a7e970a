#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLSessionConfiguration: AlamofireExtended {}

extension AlamofireExtension where ExtendedType: URLSessionConfiguration {
    /// The default configuration, with the headers of `HTTPHeaders.default`.
    public static var `default`: URLSessionConfiguration { withDefaultHeaders(URLSessionConfiguration.default) }

    /// The ephemeral configuration, whose cookies and credentials die with it, with the headers of `HTTPHeaders.default`.
    public static var ephemeral: URLSessionConfiguration { withDefaultHeaders(URLSessionConfiguration.ephemeral) }

    private static func withDefaultHeaders(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        configuration.headers = .default
        return configuration
    }
}

extension Session {
    /// The platform's transport: libcurl on Linux, `URLSession` elsewhere; also `URLSession` for a configuration with
    /// protocol classes of its own, which answer in place of the network.
    ///
    /// Where libcurl cannot be used, it is one with which each request fails and says why; or `URLSession`, if `fallback`.
    static func transport(for configuration: URLSessionConfiguration, fallback: Bool) -> any Transport {
        let defaults = URLSessionConfiguration.default
        // Foundation's default bounds what `URLSession` can bear; the transports' own bear more.
        let connections: Int? =
            configuration.httpMaximumConnectionsPerHost == defaults.httpMaximumConnectionsPerHost
            ? nil : max(1, configuration.httpMaximumConnectionsPerHost)
        let known = Set((defaults.protocolClasses ?? []).map { ObjectIdentifier($0) })
        let classes = configuration.protocolClasses ?? []
        if classes.contains(where: { !known.contains(ObjectIdentifier($0)) }) {
            return urlSessionTransport(connections, classes)
        }
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

    /// The transport that `make` makes; if it cannot, that of `fallback`, or one with which each request fails with the reason.
    static func transport(
        orElse fallback: (() -> any Transport)?, _ make: () throws(TransportError) -> any Transport
    ) -> any Transport {
        do {
            return try make()
        } catch {
            guard let fallback else { return UnavailableTransport(error) }
            if fallbackNotice.take() {
                let notice = "neatline: \(error.message). Requests go through URLSession instead.\n"
                FileHandle.standardError.write(Data(notice.utf8))
            }
            return fallback()
        }
    }

    /// Taken when it was said that requests go through `URLSession`.
    private static let fallbackNotice = OnceFlag()

    private static func urlSessionTransport(_ connections: Int?, _ classes: [AnyClass]?) -> any Transport {
        var settings = URLSessionTransport.Configuration(protocolClasses: classes)
        if let connections { settings.maximumConnectionsPerHost = connections }
        return URLSessionTransport(configuration: settings)
    }
}
