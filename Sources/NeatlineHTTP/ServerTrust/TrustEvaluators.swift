public import Foundation

#if canImport(Security)
@preconcurrency public import Security
#endif

/// A type that decides whether a server is trusted.
///
/// ```swift
/// struct KnownServer: ServerTrustEvaluating {
///     let certificate: Data
///
///     func evaluate(_ trust: SecTrust, forHost host: String) throws {
///         try trust.af.performValidation(forHost: host)
///         guard trust.af.certificateData.first == certificate else { throw UnknownServer() }
///     }
/// }
/// ```
///
/// Evaluators are called for each new connection, after the server has sent its certificates and before anything of a
/// request is sent. On Linux, each call of an evaluator that is not this module's has a separate thread: it may take any
/// time, and may wait for another request. Several calls may run at the same time.
///
/// On Linux, `SecTrust` is ``ServerTrust``.
public protocol ServerTrustEvaluating: Sendable {
    /// Returns if the server is trusted, and throws otherwise.
    ///
    /// - Parameters:
    ///   - trust: The server's certificates, and the system's evaluation of them.
    ///   - host: The host of the URL, in lower case.
    /// - Throws: The reason why the server is not trusted. An error that is not an `AFError` is wrapped in
    ///   `AFError.serverTrustEvaluationFailed(reason: .customEvaluationFailed(error:))`.
    func evaluate(_ trust: SecTrust, forHost host: String) throws
}

extension Array where Element == any ServerTrustEvaluating {
    /// Calls all evaluators, one after the other.
    ///
    /// - Throws: The error of the first evaluator that throws.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        for evaluator in self { try evaluator.evaluate(trust, forHost: host) }
    }
}

/// A trust evaluator that trusts the servers that the system trusts.
///
/// ```swift
/// ServerTrustManager(evaluators: ["example.com": DefaultTrustEvaluator()])
/// ```
public final class DefaultTrustEvaluator: ServerTrustEvaluating, LenientTrustEvaluator {
    private let validateHost: Bool

    /// Creates an evaluator that trusts what the system trusts.
    ///
    /// - Parameter validateHost: Whether the certificate must be valid for the host.
    public init(validateHost: Bool = true) { self.validateHost = validateHost }

    /// Accepts a server whose certificates the system trusts.
    ///
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `defaultEvaluationFailed` or
    ///   `hostValidationFailed`.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        if validateHost {
            try trust.af.performValidation(forHost: host)
        } else {
            try trust.af.performDefaultValidation(forHost: host)
        }
    }

    var verifiesServer: Bool { validateHost }
}

/// A trust evaluator that trusts servers whose certificate chain contains a pinned certificate.
///
/// ```swift
/// let certificates = try ServerCertificate.certificates(contentsOf: URL(fileURLWithPath: "/etc/company/pinned.pem"))
/// ServerTrustManager(evaluators: ["api.example.com": PinnedCertificatesTrustEvaluator(certificates: certificates)])
/// ```
///
/// Only the server's own certificate and those that verifiably sign it are compared: other certificates that a server
/// sends are ignored.
public final class PinnedCertificatesTrustEvaluator: ServerTrustEvaluating {
    private let certificates: [SecCertificate]
    private let acceptSelfSignedCertificates: Bool
    private let performDefaultValidation: Bool
    private let validateHost: Bool

    /// Creates an evaluator that trusts chains with a pinned certificate.
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

    /// Accepts a server with a pinned certificate in its chain.
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

/// A trust evaluator that trusts servers whose certificate chain contains a pinned public key.
///
/// ```swift
/// let key = try ServerPublicKey(pem: Data(contentsOf: URL(fileURLWithPath: "/etc/company/key.pem")))
/// ServerTrustManager(evaluators: ["api.example.com": PublicKeysTrustEvaluator(keys: [key])])
/// ```
///
/// A key may outlive its certificates, which are renewed every few weeks or months.
public final class PublicKeysTrustEvaluator: ServerTrustEvaluating {
    private let keys: [SecKey]
    private let performDefaultValidation: Bool
    private let validateHost: Bool

    /// Creates an evaluator that trusts chains with a pinned key.
    ///
    /// - Parameters:
    ///   - keys: The pinned keys: the server's, or that of an authority above it.
    ///   - performDefaultValidation: Whether the certificate chain must be valid.
    ///   - validateHost: Whether the chain must be valid, and the certificate valid for the host.
    public init(
        keys: [SecKey] = Bundle.main.af.publicKeys, performDefaultValidation: Bool = true, validateHost: Bool = true
    ) {
        self.keys = keys
        self.performDefaultValidation = performDefaultValidation
        self.validateHost = validateHost
    }

    /// Accepts a server with a pinned key in its chain.
    ///
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `noPublicKeysFound`, `defaultEvaluationFailed`,
    ///   `hostValidationFailed` or `publicKeyPinningFailed`.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        guard !keys.isEmpty else { throw AFError.serverTrustEvaluationFailed(reason: .noPublicKeysFound) }
        if performDefaultValidation { try trust.af.performDefaultValidation(forHost: host) }
        if validateHost { try trust.af.performValidation(forHost: host) }
        let pinned = Set(keys)
        guard trust.proves(anchors: [], { $0.af.publicKey.map(pinned.contains) == true }) else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .publicKeyPinningFailed(
                    host: host, trust: trust, pinnedKeys: keys, serverKeys: trust.af.publicKeys))
        }
    }
}

extension ServerTrustEvaluating where Self == PublicKeysTrustEvaluator {
    /// An evaluator with the default settings.
    public static var publicKeys: PublicKeysTrustEvaluator { PublicKeysTrustEvaluator() }

    /// Returns an evaluator; the parameters are those of the initializer of ``PublicKeysTrustEvaluator``.
    public static func publicKeys(
        keys: [SecKey] = Bundle.main.af.publicKeys, performDefaultValidation: Bool = true, validateHost: Bool = true
    ) -> PublicKeysTrustEvaluator {
        PublicKeysTrustEvaluator(
            keys: keys, performDefaultValidation: performDefaultValidation, validateHost: validateHost)
    }
}

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
public final class RevocationTrustEvaluator: ServerTrustEvaluating, LenientTrustEvaluator, ChecksServerStatus {
    /// How revocation is checked, with the values of the Security framework.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The bits of the set.
        public let rawValue: UInt

        /// Creates a set from its bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Uses the Online Certificate Status Protocol (OCSP).
        public static let ocsp = Options(rawValue: 1)
        /// Uses certificate revocation lists (CRL).
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

    /// Creates an evaluator that checks that the certificate is not revoked.
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

    /// Accepts a server whose certificate is proven not to be revoked.
    ///
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `defaultEvaluationFailed`,
    ///   `hostValidationFailed`, `revocationPolicyCreationFailed` or `revocationCheckFailed`.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        if performDefaultValidation { try trust.af.performDefaultValidation(forHost: host) }
        if validateHost { try trust.af.performValidation(forHost: host) }
        try trust.checkRevocation(forHost: host, options: options)
    }

    var statusOptions: Options? { options.contains(.ocsp) ? options : nil }

    var verifiesServer: Bool { performDefaultValidation && validateHost }
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

/// A trust evaluator that trusts the servers that several evaluators trust.
///
/// ```swift
/// CompositeTrustEvaluator(evaluators: [DefaultTrustEvaluator(), PublicKeysTrustEvaluator(keys: keys)])
/// ```
public final class CompositeTrustEvaluator: ImmediateTrustEvaluator, LenientTrustEvaluator, ChecksServerStatus {
    private let evaluators: [any ServerTrustEvaluating]

    /// Creates an evaluator. Without any evaluators it trusts every server, like ``DisabledTrustEvaluator``.
    ///
    /// - Parameter evaluators: The evaluators, called in this order until one throws.
    public init(evaluators: [any ServerTrustEvaluating]) { self.evaluators = evaluators }

    /// Accepts a server that all evaluators accept.
    ///
    /// - Throws: The error of the first evaluator that throws.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        try evaluators.evaluate(trust, forHost: host)
    }

    var isImmediate: Bool { evaluators.allSatisfy { ($0 as? any ImmediateTrustEvaluator)?.isImmediate ?? false } }

    var statusOptions: RevocationTrustEvaluator.Options? {
        evaluators.lazy.compactMap { ($0 as? any ChecksServerStatus)?.statusOptions }.first
    }

    var verifiesServer: Bool { evaluators.contains(where: \.isVerifying) }
}

extension ServerTrustEvaluating where Self == CompositeTrustEvaluator {
    /// Returns an evaluator that trusts the servers that several evaluators trust.
    ///
    /// - Parameter evaluators: The evaluators, called in this order until one throws.
    public static func composite(evaluators: [any ServerTrustEvaluating]) -> CompositeTrustEvaluator {
        CompositeTrustEvaluator(evaluators: evaluators)
    }
}

/// A trust evaluator that trusts every server, so that anybody on the network can read and change all data. Use it only
/// for tests.
///
/// ```swift
/// ServerTrustManager(evaluators: ["localhost": DisabledTrustEvaluator()])
/// ```
public final class DisabledTrustEvaluator: ServerTrustEvaluating, LenientTrustEvaluator {
    /// Creates an evaluator that trusts every server.
    public init() {}

    /// Trusts the server: never throws.
    ///
    /// - Throws: Nothing.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {}

    var verifiesServer: Bool { false }
}

/// The name of ``DisabledTrustEvaluator`` before Alamofire 5.2.
public typealias DisabledEvaluator = DisabledTrustEvaluator
