#if canImport(Security)
public import Security
#endif

/// A trust evaluator that trusts servers whose certificate has not been revoked.
///
/// ```swift
/// ServerTrustManager(evaluators: ["example.com": RevocationTrustEvaluator()])
/// ```
///
/// On Linux, the server must prove this with a stapled OCSP response, which is verified before anything is sent.
/// Without one, the server is not trusted. Nothing is fetched from elsewhere, and revocation lists are not supported:
/// options that allow only lists fail with `revocationPolicyCreationFailed`. So does this evaluator if an evaluator of
/// your own calls it; combine both with a ``CompositeTrustEvaluator`` instead.
public final class RevocationTrustEvaluator: ServerTrustEvaluating, ChecksServerStatus {
    /// How revocation is checked, with the values of the Security framework.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The bits of the set.
        public let rawValue: UInt

        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Uses OCSP.
        public static let ocsp = Options(rawValue: 1)
        /// Uses certificate revocation lists.
        public static let crl = Options(rawValue: 2)
        /// Prefers revocation lists to OCSP if both are allowed.
        public static let preferCRL = Options(rawValue: 4)
        /// Requires a positive response. On Linux, one is always required.
        public static let requirePositiveResponse = Options(rawValue: 8)
        /// Does not access the network. On Linux, it is never accessed.
        public static let networkAccessDisabled = Options(rawValue: 16)
        /// Uses OCSP or revocation lists.
        public static let any: Options = [.ocsp, .crl]
    }

    private let performDefaultValidation: Bool
    private let validateHost: Bool
    private let options: Options

    /// Creates an evaluator.
    ///
    /// - Parameters:
    ///   - performDefaultValidation: Whether the certificate chain must be valid.
    ///   - validateHost: Whether the chain must be valid, and the certificate valid for the host.
    ///   - options: How revocation is checked.
    public init(performDefaultValidation: Bool = true, validateHost: Bool = true, options: Options = .any) {
        self.performDefaultValidation = performDefaultValidation
        self.validateHost = validateHost
        self.options = options
    }

    /// Evaluates a server.
    ///
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `defaultEvaluationFailed`,
    ///   `hostValidationFailed`, `revocationPolicyCreationFailed` or `revocationCheckFailed`.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        if performDefaultValidation { try trust.af.performDefaultValidation(forHost: host) }
        if validateHost { try trust.af.performValidation(forHost: host) }
        try trust.checkRevocation(forHost: host, options: options)
    }

    var statusOptions: Options? { options.contains(.ocsp) ? options : nil }
}

extension ServerTrustEvaluating where Self == RevocationTrustEvaluator {
    /// An evaluator with the default settings.
    public static var revocationChecking: RevocationTrustEvaluator { RevocationTrustEvaluator() }

    /// Returns an evaluator; the parameters are those of the initializer of ``RevocationTrustEvaluator``.
    public static func revocationChecking(
        performDefaultValidation: Bool = true, validateHost: Bool = true,
        options: RevocationTrustEvaluator.Options = .any
    ) -> RevocationTrustEvaluator {
        RevocationTrustEvaluator(
            performDefaultValidation: performDefaultValidation, validateHost: validateHost, options: options)
    }
}
