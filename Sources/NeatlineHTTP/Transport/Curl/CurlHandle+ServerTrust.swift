#if os(Linux)
internal import CNeatlineCurl

/// Who looks at a server's certificate.
///
/// libcurl never uses a connection for a transfer that is set otherwise in this, so those that were evaluated and those
/// that were not are kept apart.
enum CurlTrustMode {
    /// libcurl: certificate and name, as the configuration says.
    case library
    /// A check, for the name, too.
    case check
    /// The same, and libcurl looks whether the server has stapled a good OCSP response.
    case checkAndStatus
}

extension CurlHandle {
    /// Lets OpenSSL ask the transfers' checks. Returns libcurl's code.
    func evaluateServers(by openSSL: CurlOpenSSL) -> Int32 {
        // SAFETY: the context is this handle, which is alive while its transfer runs; libcurl calls then only.
        let code = setPointer(.sslContextData, Unmanaged.passUnretained(self).toOpaque())
        guard code == CurlCode.ok else { return code }
        return neatline_curl_easy_set_ssl_context_callback(library.functions, easy) { _, sslContext, context in
            CurlHandle.at(context).evaluate(sslContext)
        }
    }

    /// A connection is about to be made for the transfer.
    private func evaluate(_ sslContext: UnsafeMutableRawPointer?) -> Int32 {
        guard let transfer, let check = transfer.serverTrust else { return CurlCode.ok }
        guard let openSSL, let sslContext,
            openSSL.install(ServerTrustVerifier(check, transfer: transfer, openSSL: openSSL), in: sslContext)
        else {
            fail(TransportError(.secureConnectionFailed, "the server's evaluation could not be set up"))
            return CurlCode.abortedByCallback
        }
        return CurlCode.ok
    }

    /// Sets who looks at the server's certificate. Returns libcurl's code.
    func apply(_ check: ServerTrustCheck?) -> Int32 {
        guard openSSL != nil else { return CurlCode.ok }
        let mode = check.map { $0.checksStatus ? CurlTrustMode.checkAndStatus : .check } ?? .library
        guard settings.trust != mode else { return CurlCode.ok }
        settings.trust = nil
        let evaluates = mode != .library
        // The handshake heeds the check's answer only where libcurl verifies. The name is the check's own business.
        var code = setLong(.sslVerifyPeer, evaluates || verifiesCertificates ? 1 : 0)
        if code == CurlCode.ok { code = setLong(.sslVerifyHost, !evaluates && verifiesCertificates ? 2 : 0) }
        if code == CurlCode.ok { code = setLong(.sslVerifyStatus, mode == .checkAndStatus ? 1 : 0) }
        if code != CurlCode.ok, mode == .checkAndStatus {
            check?.fail(.serverTrustEvaluationFailed(reason: .revocationPolicyCreationFailed))
        }
        if code == CurlCode.ok { settings.trust = mode }
        return code
    }
}
#endif
