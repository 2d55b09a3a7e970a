#if canImport(Security)
public import Security
#endif

/// Trusts servers whose certificate is not revoked.
///
/// ```swift
/// ServerTrustManager(evaluators: ["example.com": RevocationTrustEvaluator()])
/// ```
///
/// On Linux the server has to prove it: it staples an OCSP response to its certificate, which is checked before anything is
/// sent. Without such a response the server is not trusted; nothing is fetched from elsewhere, and lists of revoked
/// certificates are not read, so options that ask for a list alone fail with `.revocationPolicyCreationFailed`. The same
/// happens where an evaluator of your own calls this one: put both into a ``CompositeTrustEvaluator`` instead.
public final class RevocationTrustEvaluator: ServerTrustEvaluating, ChecksServerStatus {
    /// How revocations are found out, with Security's numbers.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The bits of the members.
        public let rawValue: UInt

        /// The set of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// By OCSP.
        public static let ocsp = Options(rawValue: 1)
        /// By lists of revoked certificates.
        public static let crl = Options(rawValue: 2)
        /// By lists first, where both are allowed.
        public static let preferCRL = Options(rawValue: 4)
        /// An answer is needed. On Linux it always is.
        public static let requirePositiveResponse = Options(rawValue: 8)
        /// Nothing is fetched. On Linux nothing ever is.
        public static let networkAccessDisabled = Options(rawValue: 16)
        /// By whatever there is.
        public static let any: Options = [.ocsp, .crl]
    }

    private let performDefaultValidation: Bool
    private let validateHost: Bool
    private let options: Options

    /// An evaluator.
    ///
    /// - Parameters:
    ///   - performDefaultValidation: Whether the chain must be valid.
    ///   - validateHost: Whether the chain must be valid and the certificate be for the host.
    ///   - options: How revocations are found out.
    public init(performDefaultValidation: Bool = true, validateHost: Bool = true, options: Options = .any) {
        self.performDefaultValidation = performDefaultValidation
        self.validateHost = validateHost
        self.options = options
    }

    /// - Throws: `AFError` with `.defaultEvaluationFailed`, `.hostValidationFailed`, `.revocationPolicyCreationFailed` or
    ///   `.revocationCheckFailed`.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        if performDefaultValidation { try trust.af.performDefaultValidation(forHost: host) }
        if validateHost { try trust.af.performValidation(forHost: host) }
        try trust.checkRevocation(forHost: host, options: options)
    }

    var statusOptions: Options? { options.contains(.ocsp) ? options : nil }
}

extension ServerTrustEvaluating where Self == RevocationTrustEvaluator {
    /// See ``RevocationTrustEvaluator``.
    public static var revocationChecking: RevocationTrustEvaluator { RevocationTrustEvaluator() }

    /// See ``RevocationTrustEvaluator``.
    public static func revocationChecking(
        performDefaultValidation: Bool = true, validateHost: Bool = true,
        options: RevocationTrustEvaluator.Options = .any
    ) -> RevocationTrustEvaluator {
        RevocationTrustEvaluator(
            performDefaultValidation: performDefaultValidation, validateHost: validateHost, options: options)
    }
}
