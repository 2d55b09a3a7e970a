#if canImport(Security)
public import Foundation
@preconcurrency public import Security

// The reasons why a server was not trusted: those of the Security framework, and those of platforms without it.

extension AFError {
    /// The reason why a server was not trusted.
    public enum ServerTrustFailureReason: Sendable {
        /// The system's evaluation of a trust.
        public struct Output: Sendable {
            /// The host.
            public let host: String
            /// The evaluated trust.
            public let trust: SecTrust
            /// The system's status code.
            public let status: OSStatus
            /// The system's verdict.
            public let result: SecTrustResultType

            init(_ host: String, _ trust: SecTrust, _ status: OSStatus, _ result: SecTrustResultType) {
                self.host = host
                self.trust = trust
                self.status = status
                self.result = result
            }
        }

        /// There is no evaluator for the host.
        case noRequiredEvaluator(host: String)
        /// There are no pinned certificates.
        case noCertificatesFound
        /// There are no pinned keys.
        case noPublicKeysFound
        /// A policy could not be applied.
        case policyApplicationFailed(trust: SecTrust, policy: SecPolicy, status: OSStatus)
        /// The anchors could not be set.
        case settingAnchorCertificatesFailed(status: OSStatus, certificates: [SecCertificate])
        /// The policy for revocation could not be created.
        case revocationPolicyCreationFailed
        /// The system does not trust the certificates.
        case trustEvaluationFailed(error: (any Error)?)
        /// The default evaluation has failed.
        case defaultEvaluationFailed(output: Output)
        /// The certificate is not valid for the host.
        case hostValidationFailed(output: Output)
        /// A certificate has been revoked, or this could not be checked.
        case revocationCheckFailed(output: Output, options: RevocationTrustEvaluator.Options)
        /// The server's chain contains no pinned certificate.
        case certificatePinningFailed(
            host: String, trust: SecTrust, pinnedCertificates: [SecCertificate], serverCertificates: [SecCertificate])
        /// The server's chain contains no pinned key.
        case publicKeyPinningFailed(host: String, trust: SecTrust, pinnedKeys: [SecKey], serverKeys: [SecKey])
        /// A custom evaluator has failed.
        case customEvaluationFailed(error: any Error)
        /// The transport cannot evaluate servers, or not this one, so nothing was sent.
        case evaluationUnavailable(host: String, reason: String)
    }
}
#else
extension AFError {
    /// The reason why a server was not trusted.
    public enum ServerTrustFailureReason: Sendable {
        /// The system's evaluation of a trust.
        public struct Output: Sendable {
            /// The host of the request's URL.
            public let host: String
            /// The trust that was evaluated, with the server's certificates.
            public let trust: ServerTrust
            /// The system's verdict, with the reason.
            public let verdict: ServerTrust.Verdict
        }

        /// There is no evaluator for the host.
        case noRequiredEvaluator(host: String)
        /// There are no pinned certificates.
        case noCertificatesFound
        /// There are no pinned keys.
        case noPublicKeysFound
        /// Revocation cannot be checked with the given options.
        case revocationPolicyCreationFailed
        /// The system does not trust the certificates.
        case trustEvaluationFailed(error: (any Error)?)
        /// The default evaluation has failed.
        case defaultEvaluationFailed(output: Output)
        /// The certificate is not valid for the host.
        case hostValidationFailed(output: Output)
        /// A certificate has been revoked, or this could not be checked.
        case revocationCheckFailed(output: Output, options: RevocationTrustEvaluator.Options)
        /// The server's chain contains no pinned certificate.
        case certificatePinningFailed(
            host: String, trust: ServerTrust, pinnedCertificates: [ServerCertificate],
            serverCertificates: [ServerCertificate])
        /// The server's chain contains no pinned key.
        case publicKeyPinningFailed(
            host: String, trust: ServerTrust, pinnedKeys: [ServerPublicKey], serverKeys: [ServerPublicKey])
        /// A custom evaluator has failed.
        case customEvaluationFailed(error: any Error)
        /// The transport cannot evaluate servers, or not this one, so nothing was sent.
        case evaluationUnavailable(host: String, reason: String)
    }
}
#endif
