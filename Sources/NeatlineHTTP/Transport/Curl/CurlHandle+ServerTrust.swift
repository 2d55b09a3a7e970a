#if os(Linux)
internal import CNeatlineCurl

/// How a server's certificate is evaluated.
///
/// libcurl does not share connections between transfers with different settings of this, so evaluated connections are
/// separate from others.
enum CurlTrustMode {
    /// libcurl evaluates the certificate and the name, as configured.
    case library
    /// A check evaluates the certificate and the name.
    case check
    /// A check evaluates them, and libcurl verifies the server's stapled OCSP response.
    case checkAndStatus
}

extension CurlHandle {
    /// Makes OpenSSL call the transfers' checks. Returns libcurl's code.
    func evaluateServers(by openSSL: CurlOpenSSL) -> Int32 {
        // SAFETY: the context is this handle, which is alive while its transfer runs; libcurl calls back only then.
        let code = setPointer(.sslContextData, Unmanaged.passUnretained(self).toOpaque())
        guard code == CurlCode.ok else { return code }
        return neatline_curl_easy_set_ssl_context_callback(library.functions, easy) { _, sslContext, context in
            CurlHandle.at(context).evaluate(sslContext)
        }
    }

    /// Called when a connection is about to be made for the transfer.
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

    /// Sets how the server's certificate is evaluated. Returns libcurl's code.
    func apply(_ check: ServerTrustCheck?) -> Int32 {
        guard openSSL != nil else { return CurlCode.ok }
        let mode = check.map { $0.checksStatus ? CurlTrustMode.checkAndStatus : .check } ?? .library
        guard settings.trust != mode else { return CurlCode.ok }
        settings.trust = nil
        let evaluates = mode != .library
        // The handshake uses the check's result only if libcurl verifies certificates. The name is verified by the
        // check.
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
