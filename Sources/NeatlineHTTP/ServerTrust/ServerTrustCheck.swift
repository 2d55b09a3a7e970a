internal import NeatlineFoundation

#if canImport(Security)
internal import Security
#endif

/// An evaluator that needs the transport to check the OCSP response that the server staples to its certificate.
protocol ChecksServerStatus: ServerTrustEvaluating {
    /// How revocations are to be found out; nil if the response is not needed.
    var statusOptions: RevocationTrustEvaluator.Options? { get }
}

/// The evaluation that a request asks of its transport for its connection: goes along with the request and brings back why
/// the server was not trusted.
final class ServerTrustCheck: Sendable {
    let host: String
    private let statusOptions: RevocationTrustEvaluator.Options?
    private let evaluator: any ServerTrustEvaluating
    private let found = Locked(Found())

    private struct Found {
        var failure: AFError?
        #if !canImport(Security)
        /// What was evaluated last, as long as its status is not checked.
        var trust: ServerTrust?
        #endif
    }

    init(host: String, evaluator: any ServerTrustEvaluating) {
        self.host = host
        self.evaluator = evaluator
        statusOptions = (evaluator as? any ChecksServerStatus)?.statusOptions
    }

    /// Whether the transport is to check the OCSP response that the server staples to its certificate.
    var checksStatus: Bool { statusOptions != nil }

    /// Why the server was not trusted, if so.
    var failure: AFError? { found.withLock { $0.failure } }

    /// Whether the server is trusted.
    func evaluate(_ trust: SecTrust) -> Bool {
        do {
            try evaluator.evaluate(trust, forHost: host)
            found.withLock { found in
                found.failure = nil
                #if !canImport(Security)
                found.trust = checksStatus ? trust : nil
                #endif
            }
            return true
        } catch {
            fail(error.asAFError(or: .serverTrustEvaluationFailed(reason: .customEvaluationFailed(error: error))))
            return false
        }
    }

    /// Keeps why the server cannot be trusted.
    func fail(_ error: AFError) { found.withLock { $0 = Found(failure: error) } }

    #if !canImport(Security)
    /// The server's OCSP response is not there, or not good.
    func failStatus(_ message: String) {
        guard let statusOptions, let trust = found.withLock({ $0.trust }) else { return }
        let verdict = ServerTrust.Verdict(isTrusted: false, message: message)
        fail(
            .serverTrustEvaluationFailed(
                reason: .revocationCheckFailed(
                    output: .init(host: host, trust: trust, verdict: verdict), options: statusOptions)))
    }
    #endif
}

/// A transport that can have servers evaluated.
protocol ServerTrustTransport: Transport {
    /// A transport with the same settings and connections of its own, which has each new connection evaluated by the check
    /// that goes along with its request; nil if that cannot be had here.
    func evaluatingServers() -> (any Transport)?
}
