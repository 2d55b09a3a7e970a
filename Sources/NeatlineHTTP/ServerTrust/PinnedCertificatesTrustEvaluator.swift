public import Foundation

#if canImport(Security)
public import Security
#endif

/// A trust evaluator that trusts servers whose certificate chain contains a pinned certificate.
///
/// ```swift
/// let certificates = try ServerCertificate.certificates(contentsOf: URL(fileURLWithPath: "/etc/company/pinned.pem"))
/// ServerTrustManager(evaluators: ["api.example.com": PinnedCertificatesTrustEvaluator(certificates: certificates)])
/// ```
///
/// Only the server's own certificate and those that verifiably sign it are compared: others that a server sends prove
/// nothing.
public final class PinnedCertificatesTrustEvaluator: ServerTrustEvaluating {
    private let certificates: [SecCertificate]
    private let acceptSelfSignedCertificates: Bool
    private let performDefaultValidation: Bool
    private let validateHost: Bool

    /// Creates an evaluator.
    ///
    /// - Parameters:
    ///   - certificates: The pinned certificates: the server's, or that of an authority above it.
    ///   - acceptSelfSignedCertificates: Whether the pinned certificates replace the system's authorities: only they,
    ///     and certificates that they sign, are valid.
    ///   - performDefaultValidation: Whether the certificate chain must be valid.
    ///   - validateHost: Whether the chain must be valid, and the certificate valid for the host.
    public init(
        certificates: [SecCertificate] = Bundle.main.af.certificates, acceptSelfSignedCertificates: Bool = false,
        performDefaultValidation: Bool = true, validateHost: Bool = true
    ) {
        self.certificates = certificates
        self.acceptSelfSignedCertificates = acceptSelfSignedCertificates
        self.performDefaultValidation = performDefaultValidation
        self.validateHost = validateHost
    }

    /// Evaluates a server.
    ///
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `noCertificatesFound`,
    ///   `defaultEvaluationFailed`, `hostValidationFailed` or `certificatePinningFailed`.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        guard !certificates.isEmpty else { throw AFError.serverTrustEvaluationFailed(reason: .noCertificatesFound) }
        let trust = acceptSelfSignedCertificates ? try trust.trusting(only: certificates) : trust
        if performDefaultValidation { try trust.af.performDefaultValidation(forHost: host) }
        if validateHost { try trust.af.performValidation(forHost: host) }
        let pinned = Set(certificates.af.data)
        guard trust.proves(anchors: certificates, { pinned.contains($0.af.data) }) else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .certificatePinningFailed(
                    host: host, trust: trust, pinnedCertificates: certificates,
                    serverCertificates: trust.af.certificates))
        }
    }
}

extension ServerTrustEvaluating where Self == PinnedCertificatesTrustEvaluator {
    /// An evaluator with the default settings.
    public static var pinnedCertificates: PinnedCertificatesTrustEvaluator { PinnedCertificatesTrustEvaluator() }

    /// Returns an evaluator; the parameters are those of the initializer of ``PinnedCertificatesTrustEvaluator``.
    public static func pinnedCertificates(
        certificates: [SecCertificate] = Bundle.main.af.certificates, acceptSelfSignedCertificates: Bool = false,
        performDefaultValidation: Bool = true, validateHost: Bool = true
    ) -> PinnedCertificatesTrustEvaluator {
        PinnedCertificatesTrustEvaluator(
            certificates: certificates, acceptSelfSignedCertificates: acceptSelfSignedCertificates,
            performDefaultValidation: performDefaultValidation, validateHost: validateHost)
    }
}
