#if os(Linux)
internal import CNeatlineCurl
internal import Foundation
internal import NeatlineSystem

/// The OpenSSL that a libcurl uses.
///
/// Unchecked Sendable because the table of functions is never changed after initialization, and never freed.
struct CurlOpenSSL: @unchecked Sendable {
    private let functions: OpaquePointer

    /// Looks up the functions; returns `nil` if libcurl uses another TLS library.
    init?(of curl: OpaquePointer) {
        guard let functions = neatline_openssl_open(curl) else { return nil }
        self.functions = functions
    }

    /// Sets the verifier of an `SSL_CTX`, which retains it. Returns `false` if memory cannot be allocated.
    func install(_ judge: ServerTrustVerifier, in sslContext: UnsafeMutableRawPointer) -> Bool {
        // SAFETY: the context is the verifier, which is retained until the `SSL_CTX` releases it once, when it is
        // freed.
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

    /// Returns whether the connection on which a handle is about to send a request has negotiated HTTP/2.
    func speaksHTTP2(_ easy: UnsafeMutableRawPointer, of curl: OpaquePointer) -> Bool {
        neatline_curl_easy_speaks_http2(curl, functions, easy) == 1
    }

    /// Returns whether bytes of the connection on which a handle is about to send a request are in its TLS session.
    func hasPending(_ easy: UnsafeMutableRawPointer, of curl: OpaquePointer) -> Bool {
        neatline_curl_easy_has_pending(curl, functions, easy) == 1
    }

    /// Evaluates certificates with the given anchors only; returns `nil` if that is not possible.
    func evaluate(_ sent: [ServerCertificate], anchors: [ServerCertificate]) -> ServerTrust.Evaluation? {
        var result: ServerTrust.Evaluation?
        Self.withCertificates(sent) { sent in
            Self.withCertificates(anchors) { anchors in
                withUnsafeMutablePointer(to: &result) { result in
                    // SAFETY: the context is the result, which is alive until the call returns.
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

    /// Returns `nil` if a certificate cannot be parsed.
    static func evaluation(_ facts: neatline_trust_facts) -> ServerTrust.Evaluation? {
        guard let chain = certificates(facts.chain, facts.chain_count) else { return nil }
        // SAFETY: the text is constant and ends with a zero byte.
        let message = facts.text.map { String(cString: $0) } ?? "error \(facts.error)"
        return ServerTrust.Evaluation(
            verdict: .init(isTrusted: facts.is_trusted == 1, code: Int(facts.error), message: message), chain: chain)
    }

    /// Returns `nil` if one cannot be parsed.
    static func certificates(
        _ start: UnsafePointer<neatline_certificate>?, _ count: Int
    ) -> [ServerCertificate]? {
        var certificates: [ServerCertificate] = []
        // SAFETY: the numbers of certificates and of their bytes are those that the call provides, during which they
        // are valid.
        for certificate in UnsafeBufferPointer(start: start, count: count) {
            let bytes = Data(UnsafeBufferPointer(start: certificate.bytes, count: certificate.count))
            guard let certificate = try? ServerCertificate(der: bytes) else { return nil }
            certificates.append(certificate)
        }
        return certificates
    }

    /// Calls a closure with the certificates' bytes in one contiguous buffer.
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
            // SAFETY: each start is within the buffer, which is valid during the call, because certificates are not
            // empty.
            let items = zip(certificates, starts).map { certificate, start in
                neatline_certificate(bytes: memory.baseAddress.map { $0 + start }, count: certificate.data.count)
            }
            items.withUnsafeBufferPointer(body)
        }
    }
}

/// The certificates that a server has shown, and OpenSSL's evaluation of them.
struct ServerTrustFacts: Hashable {
    let sent: [ServerCertificate]
    let evaluation: ServerTrust.Evaluation
}

/// Verifies the server of one connection with a request's check.
///
/// Unchecked Sendable because `accepted` is accessed only on the event loop's thread, and the rest is constant except for
/// the weak reference, which is thread-safe.
final class ServerTrustVerifier: @unchecked Sendable {
    private let check: ServerTrustCheck
    private let openSSL: CurlOpenSSL
    /// The transfer for which the connection is made.
    private weak var transfer: CurlTransfer?
    /// The certificates that were accepted: a server may show them again in a renegotiation, for which nobody is asked.
    private var accepted: ServerTrustFacts?

    init(_ check: ServerTrustCheck, transfer: CurlTransfer, openSSL: CurlOpenSSL) {
        self.check = check
        self.transfer = transfer
        self.openSSL = openSSL
    }

    /// Called in each handshake of the connection, on the event loop's thread.
    func decide(_ facts: neatline_trust_facts) -> Bool {
        guard let sent = CurlOpenSSL.certificates(facts.sent, facts.sent_count),
            let evaluation = CurlOpenSSL.evaluation(facts)
        else {
            fail("\(check.host) sent a certificate that cannot be read")
            return false
        }
        let facts = ServerTrustFacts(sent: sent, evaluation: evaluation)
        if let accepted { return accepted == facts }
        // A cancelled request needs no evaluation, and the evaluator's owner may be gone.
        guard let transfer, !transfer.isCancelled, decide(facts, for: transfer) else { return false }
        accepted = facts
        return true
    }

    private func decide(_ facts: ServerTrustFacts, for transfer: CurlTransfer) -> Bool {
        if check.isImmediate { return check.evaluate(trust(facts)) }
        switch transfer.trust.shown(facts) {
        case .trusted: return true
        case .untrusted: return false
        case .inconstant:
            fail("\(check.host) shows another certificate on each connection")
            return false
        case .evaluate:
            guard let evaluation = ServerTrustEvaluation(check, trust(facts), for: transfer) else {
                fail("the system has no thread for the evaluation of \(check.host)")
                transfer.trust.answered(isTrusted: false)
                return false
            }
            transfer.evaluation = evaluation
            transfer.loop.waitUntilNeeded(by: transfer)
            transfer.takeAnswer()
            return transfer.trust.shown(facts) == .trusted
        }
    }

    private func trust(_ facts: ServerTrustFacts) -> ServerTrust {
        let openSSL = openSSL
        return ServerTrust(sent: facts.sent, evaluation: facts.evaluation, checksStatus: check.checksStatus) {
            openSSL.evaluate($0, anchors: $1)
        }
    }

    private func fail(_ message: String) {
        check.fail(
            .serverTrustEvaluationFailed(reason: .trustEvaluationFailed(error: ServerCertificateError(message))))
    }
}

/// A call of a request's evaluator, on a thread of its own, because it may take any time.
final class ServerTrustEvaluation: Sendable {
    private let result = Locked<Bool?>(nil)

    /// Whether the server is trusted; `nil` before the evaluator has answered.
    var answer: Bool? { result.withLock { $0 } }

    /// Calls the evaluator, and wakes the transfer's event loop when it has answered. Returns `nil` if the system has no thread.
    init?(_ check: ServerTrustCheck, _ trust: ServerTrust, for transfer: CurlTransfer) {
        let thread = SystemThread { [self, weak transfer] in
            let isTrusted = check.evaluate(trust)
            result.withLock { $0 = isTrusted }
            if let transfer { transfer.loop.call(.evaluated(transfer)) }
        }
        guard let thread else { return nil }
        thread.detach()
    }
}
#endif
