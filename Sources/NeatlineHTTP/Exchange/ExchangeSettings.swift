internal import Foundation

/// The context that all exchanges of a session share.
///
/// One object, because exchanges are created and freed on different threads, and each of their own references must be
/// counted on both.
final class ExchangeContext: Sendable {
    let transport: any Transport
    let settings: ExchangeSettings
    let background = BackgroundExchanges()

    init(_ transport: any Transport, _ settings: ExchangeSettings = ExchangeSettings()) {
        self.transport = transport
        self.settings = settings
    }
}

/// The settings of a session for all its exchanges.
struct ExchangeSettings: Sendable {
    static let defaultMaximumBodySize: Int64 = 256 << 20

    /// The default idle timeout in seconds, without a byte in either direction.
    var requestTimeout: TimeInterval = 60
    /// The timeout for all hops together, in seconds.
    var resourceTimeout: TimeInterval = 7 * 24 * 3600
    /// The default header fields.
    var additionalHeaders = HTTPHeaders()
    /// The cookie jar; `nil` for no cookies.
    var cookies: CookieJar?
    /// Whether requests contain cookies of the jar.
    var sendsCookies = true
    /// The policy for storing cookies of responses.
    var cookiePolicy: HTTPCookie.AcceptPolicy = .always
    /// The credentials and cached authorizations.
    var authentication = SessionAuthentication()
    /// The maximum number of redirects. The next one fails the exchange with `URLError.httpTooManyRedirects`.
    var redirectLimit = 20
    /// The maximum size of a body in memory, in bytes.
    var maximumBodySize = Self.defaultMaximumBodySize
    /// The HTTP version; `nil` for the transport's.
    var httpVersion: HTTPVersion?
    /// The trust evaluation of servers.
    var serverTrust: ServerTrustPlan?
    /// Whether the transport verifies servers for which there is no trust evaluation.
    var verifiesServers = true
    /// The hosts that have demanded TLS; `nil` to ignore such demands.
    var transportSecurity: TransportSecurity?
    /// The stored responses; `nil` for no cache.
    var cache: CacheStorage?
    /// The cache policy of requests that have the default one.
    var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    /// The timer for all timeouts.
    var deadlines = Deadlines.shared

    init() {}
}

extension ExchangeSettings {
    /// Creates the settings of a session's configuration.
    init(_ configuration: URLSessionConfiguration) {
        requestTimeout = configuration.timeoutIntervalForRequest
        resourceTimeout = configuration.timeoutIntervalForResource
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
            guard let name = name as? String else { continue }
            additionalHeaders.fields.append(HTTPHeader(name: name, value: (value as? String) ?? "\(value)"))
        }
        cookies = configuration.httpCookieStorage.map { CookieJar(storage: $0) }
        sendsCookies = configuration.httpShouldSetCookies
        cookiePolicy = configuration.httpCookieAcceptPolicy
        let sharesStorage = configuration.httpCookieStorage === HTTPCookieStorage.shared
        transportSecurity = sharesStorage ? .shared : TransportSecurity()
        cache = configuration.urlCache.map(CacheStorage.of)
        cachePolicy = configuration.requestCachePolicy
        authentication = SessionAuthentication(
            storage: configuration.urlCredentialStorage.map(CredentialStorage.init))
    }

    /// Returns these settings with those that a session has besides its configuration.
    func with(
        maximumBodySize: Int64, sendsBasicUnencrypted: Bool, httpVersion: HTTPVersion?,
        transportSecurity: TransportSecurity?
    ) -> ExchangeSettings {
        var settings = self
        if let transportSecurity { settings.transportSecurity = transportSecurity }
        settings.httpVersion = httpVersion
        settings.maximumBodySize = maximumBodySize
        settings.authentication = SessionAuthentication(
            storage: authentication.storage, proxy: authentication.proxy, sendsBasicUnencrypted: sendsBasicUnencrypted)
        return settings
    }

    /// Returns these settings with the credentials for the transport's proxy.
    func withProxyCredentials(of transport: any Transport) -> ExchangeSettings {
        #if os(Linux)
        guard let proxy = (transport as? CurlTransport)?.proxyLogin else { return self }
        var settings = self
        settings.authentication = SessionAuthentication(
            storage: authentication.storage, proxy: proxy, sendsBasicUnencrypted: authentication.sendsBasicUnencrypted)
        return settings
        #else
        return self
        #endif
    }
}
