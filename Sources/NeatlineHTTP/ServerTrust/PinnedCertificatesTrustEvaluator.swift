public import Foundation

#if canImport(Security)
public import Security
#endif

/// Trusts servers whose chain of certificates has one that is pinned.
///
/// ```swift
/// let certificates = try ServerCertificate.certificates(contentsOf: URL(fileURLWithPath: "/etc/company/pinned.pem"))
/// ServerTrustManager(evaluators: ["api.example.com": PinnedCertificatesTrustEvaluator(certificates: certificates)])
/// ```
///
/// Of the certificates that a server sends, only its own and those that verifiably sign it count: others prove nothing.
public final class PinnedCertificatesTrustEvaluator: ServerTrustEvaluating {
    private let certificates: [SecCertificate]
    private let acceptSelfSignedCertificates: Bool
    private let performDefaultValidation: Bool
    private let validateHost: Bool

    /// An evaluator.
    ///
    /// - Parameters:
    ///   - certificates: Those that are pinned: the server's, or one of those above it.
    ///   - acceptSelfSignedCertificates: Whether the pinned certificates take the place of the system's authorities: what
    ///     is one of them or is signed by one of them is valid, and nothing else.
    ///   - performDefaultValidation: Whether the chain must be valid.
    ///   - validateHost: Whether the chain must be valid and the certificate be for the host.
    public init(
        certificates: [SecCertificate] = Bundle.main.af.certificates, acceptSelfSignedCertificates: Bool = false,
        performDefaultValidation: Bool = true, validateHost: Bool = true
    ) {
        self.certificates = certificates
        self.acceptSelfSignedCertificates = acceptSelfSignedCertificates
        self.performDefaultValidation = performDefaultValidation
        self.validateHost = validateHost
    }

    /// - Throws: `AFError` with `.noCertificatesFound`, `.defaultEvaluationFailed`, `.hostValidationFailed` or
    ///   `.certificatePinningFailed`.
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
    /// See ``PinnedCertificatesTrustEvaluator``.
    public static var pinnedCertificates: PinnedCertificatesTrustEvaluator { PinnedCertificatesTrustEvaluator() }

    /// See ``PinnedCertificatesTrustEvaluator``.
    public static func pinnedCertificates(
        certificates: [SecCertificate] = Bundle.main.af.certificates, acceptSelfSignedCertificates: Bool = false,
        performDefaultValidation: Bool = true, validateHost: Bool = true
    ) -> PinnedCertificatesTrustEvaluator {
        PinnedCertificatesTrustEvaluator(
            certificates: certificates, acceptSelfSignedCertificates: acceptSelfSignedCertificates,
            performDefaultValidation: performDefaultValidation, validateHost: validateHost)
    }
}
