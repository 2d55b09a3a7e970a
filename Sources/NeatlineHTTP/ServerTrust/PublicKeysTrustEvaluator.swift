public import Foundation

#if canImport(Security)
public import Security
#endif

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

    /// Creates an evaluator.
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

    /// Evaluates a server.
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
