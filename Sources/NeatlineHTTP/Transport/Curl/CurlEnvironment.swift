#if os(Linux)
internal import CNeatlineCurl
internal import Foundation

/// The settings of all handles of an event loop, and the memory that libcurl does not copy.
///
/// Unchecked Sendable because it is constant after initialization, except `sockets`, through which the loop's thread
/// receives sockets.
final class CurlEnvironment: @unchecked Sendable {
    let configuration: CurlTransport.Configuration
    private let library: CurlLibrary
    let proxies: CurlProxies
    /// Evaluates servers for requests with a check; `nil` if there are none.
    let openSSL: CurlOpenSSL?
    private let resolveList: UnsafeMutablePointer<neatline_curl_list>?
    private let resolveCount: Int
    private let sockets: UnsafeMutablePointer<neatline_curl_socket_observer>

    init(configuration: CurlTransport.Configuration, library: CurlLibrary, openSSL: CurlOpenSSL? = nil) {
        self.openSSL = openSSL
        self.configuration = configuration
        self.library = library
        proxies = CurlProxies(configuration, variables: CurlLibrary.variables)
        sockets = .allocate(capacity: 1)
        sockets.initialize(to: neatline_curl_socket_observer())

        let entries = configuration.resolvedHosts.map { host in
            let addresses = host.addresses.map { $0.contains(":") ? "[\($0)]" : $0 }
            return "\(host.host):\(host.port):\(addresses.joined(separator: ","))"
        }
        resolveCount = entries.count
        guard !entries.isEmpty else {
            resolveList = nil
            return
        }
        // SAFETY: there is one node for each entry, and all are initialized here; the texts are copies, which are freed
        // with the nodes.
        let nodes = UnsafeMutablePointer<neatline_curl_list>.allocate(capacity: entries.count)
        for (index, entry) in entries.enumerated() {
            let next = index + 1 < entries.count ? nodes + index + 1 : nil
            (nodes + index).initialize(to: neatline_curl_list(text: strdup(entry), next: next))
        }
        resolveList = nodes
    }

    deinit {
        if let resolveList {
            for index in 0..<resolveCount { free(UnsafeMutablePointer(mutating: resolveList[index].text)) }
            resolveList.deallocate()
        }
        sockets.deallocate()
    }

    /// Sets the receiver of sockets, before there are any.
    func observeSockets(_ observer: neatline_curl_socket_observer) { sockets.pointee = observer }

    /// Applies the settings to a new handle.
    ///
    /// - Throws: `TransportError` if this libcurl does not support the configuration. Settings that only affect
    ///   performance may be missing.
    func apply(to handle: CurlHandle) throws(TransportError) {
        handle.setLong(.noSignal, 1)
        handle.setLong(.noProgress, 1)
        handle.setLong(.pathAsIs, 1)
        handle.setLong(.tcpKeepAlive, 1)
        // Since 7.87: cancelling while a name is resolved does not block the loop until the resolution ends.
        handle.setLong(.quickExit, 1)
        try require("protocols", handle.setLong(.protocols, CurlNumber.protocolsHTTPAndHTTPS))
        try require("HTTP/0.9 off", handle.setLong(.http09Allowed, 0))
        try require("proxies' heads left out", handle.setLong(.suppressConnectHeaders, 1))
        try require(
            "sockets",
            neatline_curl_easy_observe_sockets(library.functions, handle.easy, sockets, handle.socketOpener))

        handle.settings.standardReceiveBufferSize = min(max(configuration.receiveBufferSize, 1024), 524_288)
        try require(
            "the time for connecting",
            handle.setLong(.connectTimeoutMilliseconds, Self.milliseconds(configuration.connectTimeout)))
        try applyConnections(to: handle)
        try proxies.checkLogins()
        if let failure = proxies.apply(to: handle, isSecure: false) { try require(failure.what, failure.code) }
        try applyTLS(to: handle)
    }

    private func applyConnections(to handle: CurlHandle) throws(TransportError) {
        let lifetime = Self.milliseconds(configuration.idleConnectionLifetime)
        if configuration.idleConnectionLifetime <= 0 {
            handle.settings.alwaysForbidsReuse = true
        } else {
            handle.setLong(.maximumConnectionAge, (lifetime + 999) / 1000)
        }
        switch configuration.httpVersion {
        case .automatic: handle.settings.standardHTTPVersion = CurlNumber.httpVersion2OverTLS
        case .http1_1: handle.settings.standardHTTPVersion = CurlNumber.httpVersion1_1
        case .http2PriorKnowledge:
            handle.settings.standardHTTPVersion = CurlNumber.httpVersion2PriorKnowledge
            try require("HTTP/2", handle.setLong(.httpVersion, CurlNumber.httpVersion2PriorKnowledge))
        case .http3:
            handle.settings.standardHTTPVersion = CurlNumber.httpVersion3
            try require("HTTP/3", handle.setLong(.httpVersion, CurlNumber.httpVersion3))
        }
        switch configuration.addressFamily {
        case .any: break
        case .ipv4: try require("IPv4", handle.setLong(.ipResolve, CurlNumber.resolveIPv4))
        case .ipv6: try require("IPv6", handle.setLong(.ipResolve, CurlNumber.resolveIPv6))
        }
        if let path = configuration.unixSocketPath {
            try require("unix sockets", handle.setText(.unixSocketPath, path))
        }
        if let resolveList { try require("known hosts", handle.setPointer(.resolve, resolveList)) }
    }

    private func applyTLS(to handle: CurlHandle) throws(TransportError) {
        guard library.features & CurlNumber.featureSSL != 0 else { return }
        let tls = configuration.tls
        let version: (name: String, number: Int) =
            switch tls.minimumVersion {
            case .v1_2: ("TLS 1.2", CurlNumber.tlsVersion1_2)
            case .v1_3: ("TLS 1.3", CurlNumber.tlsVersion1_3)
            }
        try require(version.name, handle.setLong(.sslVersion, version.number))
        // Without it, a libcurl has no HTTPS proxies.
        let code = handle.setLong(.proxySSLVersion, version.number)
        if proxies.mayTunnelThroughTLS { try require("\(version.name) to proxies", code) }
        try applyAuthorities(tls.authorities, to: handle)
        if !tls.verifiesCertificates {
            try require("no verification", handle.setLong(.sslVerifyPeer, 0))
            try require("no verification", handle.setLong(.sslVerifyHost, 0))
        }
        if !tls.pinnedKeys.isEmpty {
            let keys = tls.pinnedKeys.map { "sha256//\($0)" }.joined(separator: ";")
            try require("pinned keys", handle.setText(.pinnedPublicKey, keys))
        }
        if let identity = tls.identity { try applyIdentity(identity, to: handle) }
        if let openSSL { try applyServerTrust(openSSL, to: handle) }
    }

    /// Sets the certificate authorities of servers and HTTPS proxies. A configuration's own are the only ones: those that
    /// libcurl was built with are a file, a directory, or the system's store, and each would count besides.
    private func applyAuthorities(
        _ authorities: CurlTransport.TLS.Authorities, to handle: CurlHandle
    ) throws(TransportError) {
        if authorities == .system { return }
        // A libcurl that lacks one of these has no such store.
        for option in [CurlOption.caInfo, .caPath, .proxyCAInfo, .proxyCAPath] { handle.setPointer(option, nil) }
        for option in [CurlOption.sslOptions, .proxySSLOptions] { handle.setLong(option, 0) }
        let (code, proxyCode) =
            switch authorities {
            case .system: (CurlCode.ok, CurlCode.ok)
            case .file(let path): (handle.setText(.caInfo, path), handle.setText(.proxyCAInfo, path))
            case .pem(let text):
                (setBlob(.caInfoBlob, text, on: handle), setBlob(.proxyCAInfoBlob, text, on: handle))
            }
        try require("certificate authorities", code)
        if proxies.mayTunnelThroughTLS { try require("certificate authorities of proxies", proxyCode) }
    }

    private func applyServerTrust(_ openSSL: CurlOpenSSL, to handle: CurlHandle) throws(TransportError) {
        // A resumed TLS session has no certificate, and could not be evaluated.
        try require("no TLS sessions", handle.setLong(.sslSessionCache, 0))
        try require("own evaluation of servers", handle.evaluateServers(by: openSSL))
    }

    /// Returns the error of a request whose server could not be evaluated.
    func checkServerTrust(of request: TransportRequest) throws(TransportError) {
        guard let check = request.serverTrust else { return }
        let reason: String
        if openSSL == nil {
            reason = "this transport is not the one of its session"
        } else if proxies.mayTunnelThroughTLS {
            reason = "requests go through an HTTPS proxy, whose certificate could not be told from the server's"
        } else {
            return
        }
        check.fail(.serverTrustEvaluationFailed(reason: .evaluationUnavailable(host: check.host, reason: reason)))
        throw TransportError(.certificateUntrusted, reason)
    }

    private func applyIdentity(
        _ identity: CurlTransport.TLS.Identity, to handle: CurlHandle
    ) throws(TransportError) {
        let keyPassword: String?
        switch identity {
        case .files(let certificate, let key, let password):
            try require("client certificates", handle.setText(.sslCertificate, certificate))
            if let key { try require("keys of client certificates", handle.setText(.sslKey, key)) }
            keyPassword = password
        case .pem(let certificate, let key, let password):
            try require("client certificates in memory", setBlob(.sslCertificateBlob, certificate, on: handle))
            try require(
                "keys of client certificates in memory", setBlob(.sslKeyBlob, key ?? certificate, on: handle))
            keyPassword = password
        case .pkcs12(let archive, let password):
            try require("client certificates in memory", setBlob(.sslCertificateBlob, archive, on: handle))
            try require("PKCS #12", handle.setText(.sslCertificateType, "P12"))
            keyPassword = password
        }
        // Without a password, OpenSSL would ask for that of an encrypted key on the terminal, and block the event loop.
        try require("passwords of client certificates", handle.setText(.keyPassword, keyPassword ?? ""))
    }

    private func setBlob(_ option: CurlOption, _ data: Data, on handle: CurlHandle) -> Int32 {
        data.withUnsafeBytes { bytes in
            // SAFETY: libcurl copies the bytes.
            neatline_curl_easy_set_blob(
                library.functions, handle.easy, option.rawValue, bytes.baseAddress, bytes.count)
        }
    }

    private func require(_ what: String, _ code: Int32) throws(TransportError) {
        guard code != CurlCode.ok else { return }
        throw TransportError(
            .unavailable, "libcurl \(library.version) cannot be set to \(what): \(library.text(of: code))",
            nativeCode: Int(code))
    }

    /// Clamps a time to at least 1 and at most about 24 days, libcurl's limit. NaN becomes 5 minutes, libcurl's
    /// default.
    static func milliseconds(_ seconds: TimeInterval) -> Int {
        guard !seconds.isNaN else { return 300_000 }
        return Int(min(max(seconds * 1000, 1), 2_000_000_000).rounded(.up))
    }
}
#endif
