#if os(Linux)
internal import CNeatlineCurl
internal import Foundation

/// The OpenSSL that a libcurl makes its connections with.
///
/// Unchecked Sendable, because the table of functions is never changed once it is filled, and never freed.
struct CurlOpenSSL: @unchecked Sendable {
    private let functions: OpaquePointer

    /// Nil if the libcurl uses another library for TLS.
    init?(of curl: OpaquePointer) {
        guard let functions = neatline_openssl_open(curl) else { return nil }
        self.functions = functions
    }

    /// Lets a judge decide about the servers of an `SSL_CTX`, which keeps it. False without memory.
    func install(_ judge: ServerTrustVerifier, in sslContext: UnsafeMutableRawPointer) -> Bool {
        // SAFETY: the context is the judge, which is retained until the `SSL_CTX` releases it, once, when it is freed.
        neatline_trust_install(
            functions, sslContext,
            { context, facts in
                guard let context, let facts else { return 0 }
                return Unmanaged<ServerTrustVerifier>.fromOpaque(context).takeUnretainedValue().decide(facts.pointee)
                    ? 1 : 0
            },
            { context in
                if let context { Unmanaged<ServerTrustVerifier>.fromOpaque(context).release() }
            },
            Unmanaged.passRetained(judge).toOpaque()) == 1
    }

    /// Whether the connection that a handle is about to send a request on has agreed on HTTP/2.
    func speaksHTTP2(_ easy: UnsafeMutableRawPointer, of curl: OpaquePointer) -> Bool {
        neatline_curl_easy_speaks_http2(curl, functions, easy) == 1
    }

    /// What OpenSSL says of certificates where only the anchors are trusted; nil if it cannot be done.
    func evaluate(_ sent: [ServerCertificate], anchors: [ServerCertificate]) -> ServerTrust.Evaluation? {
        var result: ServerTrust.Evaluation?
        Self.withCertificates(sent) { sent in
            Self.withCertificates(anchors) { anchors in
                withUnsafeMutablePointer(to: &result) { result in
                    // SAFETY: the context is the result, and the call returns before that goes.
                    _ = neatline_trust_verify(
                        functions, sent.baseAddress, sent.count, anchors.baseAddress, anchors.count,
                        { context, facts in
                            guard let context, let facts else { return 0 }
                            context.assumingMemoryBound(to: ServerTrust.Evaluation?.self).pointee =
                                CurlOpenSSL.evaluation(facts.pointee)
                            return 1
                        },
                        result)
                }
            }
        }
        return result
    }

    /// Nil if a certificate cannot be read.
    static func evaluation(_ facts: neatline_trust_facts) -> ServerTrust.Evaluation? {
        guard let chain = certificates(facts.chain, facts.chain_count) else { return nil }
        // SAFETY: a constant text that ends with a zero.
        let message = facts.text.map { String(cString: $0) } ?? "error \(facts.error)"
        return ServerTrust.Evaluation(
            verdict: .init(isTrusted: facts.is_trusted == 1, code: Int(facts.error), message: message), chain: chain)
    }

    /// Nil if one cannot be read.
    static func certificates(
        _ start: UnsafePointer<neatline_certificate>?, _ count: Int
    ) -> [ServerCertificate]? {
        var certificates: [ServerCertificate] = []
        // SAFETY: there are so many certificates of so many bytes, for the length of the call that brings them.
        for certificate in UnsafeBufferPointer(start: start, count: count) {
            let bytes = Data(UnsafeBufferPointer(start: certificate.bytes, count: certificate.count))
            guard let certificate = try? ServerCertificate(der: bytes) else { return nil }
            certificates.append(certificate)
        }
        return certificates
    }

    /// Lends the certificates' bytes, all in one piece of memory.
    private static func withCertificates(
        _ certificates: [ServerCertificate], _ body: (UnsafeBufferPointer<neatline_certificate>) -> Void
    ) {
        var bytes: [UInt8] = []
        var starts: [Int] = []
        for certificate in certificates {
            starts.append(bytes.count)
            bytes += certificate.data
        }
        bytes.withUnsafeBufferPointer { memory in
            // SAFETY: each start is within the memory, which lives for the length of the call; certificates have bytes.
            let items = zip(certificates, starts).map { certificate, start in
                neatline_certificate(bytes: memory.baseAddress.map { $0 + start }, count: certificate.data.count)
            }
            items.withUnsafeBufferPointer(body)
        }
    }
}

/// Decides about the server of one connection, by a request's check.
///
/// Unchecked Sendable, because nothing of it changes but the weak reference, which the language keeps in order.
final class ServerTrustVerifier: @unchecked Sendable {
    private let check: ServerTrustCheck
    private let openSSL: CurlOpenSSL
    /// What the connection is made for.
    private weak var transfer: CurlTransfer?

    init(_ check: ServerTrustCheck, transfer: CurlTransfer, openSSL: CurlOpenSSL) {
        self.check = check
        self.transfer = transfer
        self.openSSL = openSSL
    }

    func decide(_ facts: neatline_trust_facts) -> Bool {
        // Nobody waits for an answer, and who would be asked may be gone.
        if transfer?.isCancelled == true { return false }
        guard let sent = CurlOpenSSL.certificates(facts.sent, facts.sent_count),
            let evaluation = CurlOpenSSL.evaluation(facts)
        else {
            check.fail(
                .serverTrustEvaluationFailed(
                    reason: .trustEvaluationFailed(
                        error: ServerCertificateError("\(check.host) sent a certificate that cannot be read"))))
            return false
        }
        let openSSL = openSSL
        return check.evaluate(
            ServerTrust(sent: sent, evaluation: evaluation, checksStatus: check.checksStatus) { sent, anchors in
                openSSL.evaluate(sent, anchors: anchors)
            })
    }
}
#endif
