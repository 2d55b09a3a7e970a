extension AFError.ServerTrustFailureReason {
    var words: String {
        switch self {
        case .noRequiredEvaluator(let host):
            "Server was not trusted, because no evaluator is set for its host: \(host)"
        case .noCertificatesFound:
            "Server was not trusted, because there are no certificates to compare with."
        case .noPublicKeysFound:
            "Server was not trusted, because there are no public keys to compare with."
        case .trustEvaluationFailed(let error):
            error.map { "Server was not trusted because of error:\n\($0.words)" } ?? "Server was not trusted."
        case .defaultEvaluationFailed(let output):
            "Server \(output.host) was not trusted by the default evaluation: \(output.words)."
        case .hostValidationFailed(let output):
            "Server \(output.host) was not trusted, because its certificate is not for it: \(output.words)."
        case .revocationCheckFailed(let output, _):
            "Server \(output.host) was not trusted, because of its check for revocations: \(output.words)."
        case .customEvaluationFailed(let error):
            "Server was not trusted because of error:\n\(error.words)"
        case .evaluationUnavailable(let host, let reason):
            "Server \(host) was not asked, because it cannot be evaluated: \(reason)"
        #if canImport(Security)
        case .policyApplicationFailed(_, _, let status):
            "Server was not trusted, because a policy could not be set: status \(status)."
        case .settingAnchorCertificatesFailed(let status, let certificates):
            "Server was not trusted, because \(certificates.count) anchors could not be set: status \(status)."
        case .revocationPolicyCreationFailed:
            "Server was not trusted, because there is no policy for revocations."
        case .certificatePinningFailed(let host, _, let pinned, let server):
            "Server \(host) was not trusted: none of its \(server.count) certificates is among \(pinned.count) pinned ones."
        case .publicKeyPinningFailed(let host, _, let pinned, let server):
            "Server \(host) was not trusted: none of its \(server.count) keys is among \(pinned.count) pinned ones."
        #else
        case .revocationPolicyCreationFailed:
            "Server was not trusted, because revocations cannot be found out in the way that was asked for: only by an "
                + "OCSP response that the server staples to its certificate."
        case .certificatePinningFailed(let host, _, let pinned, let server):
            "Server \(host) was not trusted: none of its certificates is pinned.\n"
                + "Pinned: \(Self.list(pinned.map(\.description)))\nFound: \(Self.list(server.map(\.description)))"
        case .publicKeyPinningFailed(let host, _, let pinned, let server):
            "Server \(host) was not trusted: none of its keys is pinned.\n"
                + "Pinned: \(Self.list(pinned.map(\.pin)))\nFound: \(Self.list(server.map(\.pin)))"
        #endif
        }
    }

    #if !canImport(Security)
    /// Returns the first few items as a list.
    private static func list(_ items: [String]) -> String {
        let limit = 4
        let shown = items.prefix(limit).joined(separator: "; ")
        return items.count > limit ? "\(shown); and \(items.count - limit) more" : shown
    }
    #endif
}

extension AFError.ServerTrustFailureReason.Output {
    /// The system's message.
    fileprivate var words: String {
        #if canImport(Security)
        "status \(status)"
        #else
        verdict.message
        #endif
    }
}
