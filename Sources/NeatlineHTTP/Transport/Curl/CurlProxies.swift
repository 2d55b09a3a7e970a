#if os(Linux)
internal import CNeatlineCurl
internal import Foundation

/// The proxies of a transport, and their credentials.
///
/// libcurl authenticates with proxies by itself: with Basic for each request to an `http` URL, and with the scheme that
/// the proxy requires when it opens a tunnel for an `https` URL. Digest for an `http` URL is handled by the exchange,
/// because libcurl would send such a request twice without reporting it.
struct CurlProxies: Sendable {
    private let plain: CurlTransport.Proxy
    private let secure: CurlTransport.Proxy
    /// Whether an environment variable sets a proxy. Read once, because handles are created often and reading the
    /// environment is slow.
    private let environmentNamesProxy: Bool
    /// The hosts without a proxy, unless a proxy names its own. libcurl would read the variables by itself.
    private let exceptions: String
    private let tunnelsNeedLogin: Bool
    /// Whether requests to `https` URLs may use a proxy with TLS.
    let mayTunnelThroughTLS: Bool
    /// The ports of the configured proxies.
    let ports: Set<Int>
    /// The credentials with which an exchange answers the proxy for `http` URLs.
    let login: ProxyLogin?
    private let logins: [Login]

    init(_ configuration: CurlTransport.Configuration, variables: [String: String]) {
        plain = configuration.proxy
        secure = configuration.secureProxy ?? configuration.proxy
        environmentNamesProxy = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
            .contains { variables[$0] != nil }
        exceptions = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
        ports = Set(
            [plain, secure].compactMap { proxy in
                if case .url(let text, _, _, _) = proxy { return Self.port(of: text) }
                return nil
            })
        let tunnelLogin = Self.login(of: secure, ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"], variables)
        tunnelsNeedLogin = tunnelLogin != nil
        let plainLogin = Self.login(of: plain, ["http_proxy", "all_proxy", "ALL_PROXY"], variables)
        logins = configuration.unixSocketPath == nil ? [tunnelLogin, plainLogin].compactMap(\.self) : []

        let tunnels: [String]
        switch secure {
        case .environment:
            tunnels = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].compactMap { variables[$0] }
        case .direct: tunnels = []
        case .url(let text, _, _, _): tunnels = [text]
        }
        mayTunnelThroughTLS =
            configuration.unixSocketPath == nil
            && tunnels.contains { Self.url(of: $0)?.scheme.map { $0.isFieldName("https") } ?? true }

        let exceptions = Self.exceptions(of: plain, variables)
        login =
            configuration.unixSocketPath != nil
            ? nil
            : plainLogin.map { login in
                ProxyLogin(login: login) { origin in exceptions.allSatisfy { !$0.mightMatch(origin) } }
            }
    }

    /// Checks the user names of the proxies, to which libcurl sends them with Basic.
    ///
    /// - Throws: The error of a user name with a colon.
    func checkLogins() throws(TransportError) {
        for login in logins { try login.checkBasic() }
    }

    /// Whether a handle is used for only one of `http` and `https`: libcurl's state of a proxy's challenges must not be
    /// shared between them.
    var keepsSchemesApart: Bool { tunnelsNeedLogin || plain != secure }

    /// Sets the proxy of a handle for URLs of one scheme.
    ///
    /// - Returns: The setting that failed, and libcurl's code.
    func apply(to handle: CurlHandle, isSecure: Bool) -> (what: String, code: Int32)? {
        var failure: (what: String, code: Int32)?
        func check(_ what: String, _ code: Int32) {
            if code != CurlCode.ok, failure == nil { failure = (what, code) }
        }
        switch isSecure ? secure : plain {
        case .environment:
            // libcurl reads all environment variables for each request, unless it is told that there is no proxy.
            check("no proxy", handle.setText(.proxy, environmentNamesProxy ? nil : ""))
        case .direct:
            check("no proxy", handle.setText(.proxy, ""))
        case .url(let url, let user, let password, let except):
            check("the proxy", handle.setText(.proxy, url))
            check("the proxy's user", handle.setText(.proxyUserName, user))
            check("the proxy's password", handle.setText(.proxyPassword, password))
            check(
                "hosts without proxy",
                handle.setText(.noProxy, except.isEmpty ? exceptions : except.joined(separator: ",")))
        }
        if isSecure, tunnelsNeedLogin {
            check("answers to proxies", handle.setLong(.proxyAuthentication, CurlNumber.authenticationBasicAndDigest))
        }
        // The request for a tunnel must not contain fields for the server; without a tunnel the proxy reads all fields,
        // and its own are among them.
        check("headers for proxies", handle.setLong(.headerOption, isSecure ? 1 : 0))
        return failure
    }

    // MARK: Reading

    private static func url(of text: String) -> URL? { URL(string: text.contains("://") ? text : "http://" + text) }

    private static func port(of text: String) -> Int {
        let url = url(of: text)
        // libcurl's own default for all but HTTPS.
        return url?.port ?? (url?.scheme == "https" ? 443 : 1080)
    }

    /// The credentials for an HTTP proxy.
    private static func login(
        of proxy: CurlTransport.Proxy, _ names: [String], _ variables: [String: String]
    ) -> Login? {
        let text: String
        switch proxy {
        case .direct: return nil
        case .environment:
            guard let value = names.lazy.compactMap({ variables[$0] }).first else { return nil }
            text = value
        case .url(let value, let user, let password, _):
            if let user { return isHTTP(value) ? Login(user: user, password: password ?? "") : nil }
            text = value
        }
        guard isHTTP(text), let url = url(of: text) else { return nil }
        var address = url.absoluteString
        let userinfo = address.withUTF8 { bytes in
            URIParts(bytes).authority.flatMap { URIAuthority(bytes, in: $0)?.userinfo }
        }
        return userinfo.flatMap { URLCredentials(url, userinfo: $0)?.login }
    }

    private static func isHTTP(_ text: String) -> Bool {
        guard let scheme = url(of: text)?.scheme else { return false }
        return scheme.isFieldName("http") || scheme.isFieldName("https")
    }

    private static func exceptions(
        of proxy: CurlTransport.Proxy, _ variables: [String: String]
    ) -> [ProxyException] {
        var entries: [String] = []
        if case .url(_, _, _, let except) = proxy { entries = except }
        if entries.isEmpty { entries = [variables["no_proxy"], variables["NO_PROXY"]].compactMap(\.self) }
        return entries.flatMap { $0.split { $0 == "," || $0.isWhitespace } }.map { ProxyException(String($0)) }
    }
}

/// An entry of `no_proxy`.
private struct ProxyException: Sendable {
    let entry: String

    init(_ entry: String) { self.entry = Self.normalized(String(entry.drop { $0 == "." })) }

    /// Returns a host or an entry as libcurl compares it: without a trailing dot and a zone, an address in one of its forms.
    private static func normalized(_ text: String) -> String {
        let text = text.lowercasedASCII.trimmingCharacters(in: ["[", "]"]).prefix { $0 != "%" }
        return HostName(text)?.text ?? String(text)
    }

    /// Returns whether requests to a host may bypass the proxy. In doubt they may, so that credentials for the proxy
    /// are not sent.
    func mightMatch(_ origin: Origin) -> Bool {
        let host = Self.normalized(origin.host)
        if entry == "*" || host == entry || host.hasSuffix("." + entry) { return true }
        let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
        return isAddress && entry.contains("/")
    }
}
#endif
