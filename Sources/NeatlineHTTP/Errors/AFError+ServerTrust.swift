#if canImport(Security)
public import Foundation
public import Security

extension AFError {
    /// Why a server's certificates were not accepted.
    public enum ServerTrustFailureReason: Sendable {
        /// What the system said of a trust.
        public struct Output: Sendable {
            /// The server.
            public let host: String
            /// What was evaluated.
            public let trust: SecTrust
            /// The system's status.
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

        /// No evaluator is set for the server.
        case noRequiredEvaluator(host: String)
        /// There are no certificates to compare with.
        case noCertificatesFound
        /// There are no keys to compare with.
        case noPublicKeysFound
        /// A policy could not be set.
        case policyApplicationFailed(trust: SecTrust, policy: SecPolicy, status: OSStatus)
        /// The anchors could not be set.
        case settingAnchorCertificatesFailed(status: OSStatus, certificates: [SecCertificate])
        /// There is no policy for revocations.
        case revocationPolicyCreationFailed
        /// The system did not accept the certificates.
        case trustEvaluationFailed(error: (any Error)?)
        /// The default evaluation failed.
        case defaultEvaluationFailed(output: Output)
        /// The certificate is another host's.
        case hostValidationFailed(output: Output)
        /// A certificate is revoked, or that could not be found out.
        case revocationCheckFailed(output: Output, options: RevocationTrustEvaluator.Options)
        /// No certificate of the server's is among the pinned ones.
        case certificatePinningFailed(
            host: String, trust: SecTrust, pinnedCertificates: [SecCertificate], serverCertificates: [SecCertificate])
        /// No key of the server's is among the pinned ones.
        case publicKeyPinningFailed(host: String, trust: SecTrust, pinnedKeys: [SecKey], serverKeys: [SecKey])
        /// An evaluator of the user's failed.
        case customEvaluationFailed(error: any Error)
        /// The transport cannot have servers evaluated, or not this one, so nothing was sent.
        case evaluationUnavailable(host: String, reason: String)
    }
}
#else
extension AFError {
    /// Why a server's certificates were not accepted.
    public enum ServerTrustFailureReason: Sendable {
        /// What the system said of a trust.
        public struct Output: Sendable {
            /// The server.
            public let host: String
            /// What was evaluated.
            public let trust: ServerTrust
            /// The verdict.
            public let verdict: ServerTrust.Verdict
        }

        /// No evaluator is set for the server.
        case noRequiredEvaluator(host: String)
        /// There are no certificates to compare with.
        case noCertificatesFound
        /// There are no keys to compare with.
        case noPublicKeysFound
        /// Revocations cannot be found out in the way that was asked for.
        case revocationPolicyCreationFailed
        /// The system did not accept the certificates.
        case trustEvaluationFailed(error: (any Error)?)
        /// The default evaluation failed.
        case defaultEvaluationFailed(output: Output)
        /// The certificate is another host's.
        case hostValidationFailed(output: Output)
        /// A certificate is revoked, or that could not be found out.
        case revocationCheckFailed(output: Output, options: RevocationTrustEvaluator.Options)
        /// No certificate of the server's is among the pinned ones.
        case certificatePinningFailed(
            host: String, trust: ServerTrust, pinnedCertificates: [ServerCertificate],
            serverCertificates: [ServerCertificate])
        /// No key of the server's is among the pinned ones.
        case publicKeyPinningFailed(
            host: String, trust: ServerTrust, pinnedKeys: [ServerPublicKey], serverKeys: [ServerPublicKey])
        /// An evaluator of the user's failed.
        case customEvaluationFailed(error: any Error)
        /// The transport cannot have servers evaluated, or not this one, so nothing was sent.
        case evaluationUnavailable(host: String, reason: String)
    }
}
#endif
