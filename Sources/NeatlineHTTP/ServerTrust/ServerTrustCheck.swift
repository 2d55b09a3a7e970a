internal import NeatlineFoundation

#if canImport(Security)
internal import Security
#endif

/// An evaluator for which the transport must verify the server's stapled OCSP response.
protocol ChecksServerStatus: ServerTrustEvaluating {
    /// How revocation is checked; `nil` if the response is not needed.
    var statusOptions: RevocationTrustEvaluator.Options? { get }
}

/// The evaluation of the server that a request sends with it to its transport. It stores the reason why a server was
/// not trusted.
final class ServerTrustCheck: Sendable {
    let host: String
    private let statusOptions: RevocationTrustEvaluator.Options?
    private let evaluator: any ServerTrustEvaluating
    private let found = Locked(Found())

    private struct Found {
        var failure: AFError?
        #if !canImport(Security)
        /// The trust that was evaluated last, until its OCSP response is verified.
        var trust: ServerTrust?
        #endif
    }

    init(host: String, evaluator: any ServerTrustEvaluating) {
        self.host = host
        self.evaluator = evaluator
        statusOptions = (evaluator as? any ChecksServerStatus)?.statusOptions
    }

    /// Whether the transport must verify the server's stapled OCSP response.
    var checksStatus: Bool { statusOptions != nil }

    /// The error of the evaluation, if the server was not trusted.
    var failure: AFError? { found.withLock { $0.failure } }

    /// Evaluates the server and returns whether it is trusted.
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

    /// Stores the reason why the server cannot be trusted.
    func fail(_ error: AFError) { found.withLock { $0 = Found(failure: error) } }

    #if !canImport(Security)
    /// Stores that the server's OCSP response is missing or invalid.
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

/// A transport that supports trust evaluators.
protocol ServerTrustTransport: Transport {
    /// Returns a transport with the same settings and its own connections, which calls the ``ServerTrustCheck`` of a
    /// request for each new connection; `nil` if this is not supported.
    func evaluatingServers() -> (any Transport)?
}
