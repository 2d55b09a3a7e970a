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
    /// The platform's transport: libcurl on Linux, `URLSession` elsewhere.
    ///
    /// Where libcurl cannot be used, it is one with which each request fails and says why; or `URLSession`, if `fallback`.
    static func transport(for configuration: URLSessionConfiguration, fallback: Bool) -> any Transport {
        #if os(Linux)
        var settings = CurlTransport.Configuration()
        // Foundation's default bounds what `URLSession` can bear; libcurl bears more.
        if configuration.httpMaximumConnectionsPerHost != URLSessionConfiguration.default.httpMaximumConnectionsPerHost
        {
            settings.maximumConnectionsPerHost = max(1, configuration.httpMaximumConnectionsPerHost)
        }
        do {
            return try CurlTransport(configuration: settings)
        } catch {
            return UnavailableTransport(error)
        }
        #endif
    }
}
