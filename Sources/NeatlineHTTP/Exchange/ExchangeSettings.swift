internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What a session sets for all its exchanges.
struct ExchangeSettings: Sendable {
    /// Seconds without a byte in either direction, for requests that say nothing else.
    var requestTimeout: TimeInterval = 60
    /// Seconds for all hops together.
    var resourceTimeout: TimeInterval = 7 * 24 * 3600
    /// Sent with each request that does not say otherwise.
    var additionalHeaders = HTTPHeaders()
    /// Where cookies are kept, or nil for none at all.
    var cookies: CookieJar?
    /// Whether cookies of the jar are sent.
    var sendsCookies = true
    /// Which cookies of responses are kept.
    var cookiePolicy: HTTPCookie.AcceptPolicy = .always
    /// What is known about those who ask for credentials.
    var authentication = SessionAuthentication()
    /// How many redirects are followed. The next one ends the exchange with `URLError.httpTooManyRedirects`.
    var redirectLimit = 20
    /// Bytes of a body that is kept in memory.
    var maximumBodySize = Session.defaultMaximumBodySize
    /// Which servers are trusted.
    var serverTrust: ServerTrustPlan?
    /// Who watches the time.
    var deadlines = Deadlines.shared

    init() {}
}

extension ExchangeSettings {
    /// What a session's configuration says.
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
        authentication = SessionAuthentication(
            storage: configuration.urlCredentialStorage.map(CredentialStorage.init))
    }

    /// The same, with what a session was made with besides its configuration.
    func with(maximumBodySize: Int64, sendsBasicUnencrypted: Bool) -> ExchangeSettings {
        var settings = self
        settings.maximumBodySize = maximumBodySize
        settings.authentication = SessionAuthentication(
            storage: authentication.storage, proxy: authentication.proxy, sendsBasicUnencrypted: sendsBasicUnencrypted)
        return settings
    }

    /// The same, with the name and password for the proxy that a transport goes through.
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
