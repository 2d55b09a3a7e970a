public import Foundation

#if canImport(Security)
public import Security
#endif

/// Trusts servers whose chain of certificates has a key that is pinned.
///
/// ```swift
/// let key = try ServerPublicKey(pem: Data(contentsOf: URL(fileURLWithPath: "/etc/company/key.pem")))
/// ServerTrustManager(evaluators: ["api.example.com": PublicKeysTrustEvaluator(keys: [key])])
/// ```
///
/// A key lives longer than a certificate, which is made anew every few weeks or months.
public final class PublicKeysTrustEvaluator: ServerTrustEvaluating {
    private let keys: [SecKey]
    private let performDefaultValidation: Bool
    private let validateHost: Bool

    /// An evaluator.
    ///
    /// - Parameters:
    ///   - keys: Those that are pinned: the server's, or one of those above it.
    ///   - performDefaultValidation: Whether the chain must be valid.
    ///   - validateHost: Whether the chain must be valid and the certificate be for the host.
    public init(
        keys: [SecKey] = Bundle.main.af.publicKeys, performDefaultValidation: Bool = true, validateHost: Bool = true
    ) {
        self.keys = keys
        self.performDefaultValidation = performDefaultValidation
        self.validateHost = validateHost
    }

    /// - Throws: `AFError` with `.noPublicKeysFound`, `.defaultEvaluationFailed`, `.hostValidationFailed` or
    ///   `.publicKeyPinningFailed`.
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
    /// See ``PublicKeysTrustEvaluator``.
    public static var publicKeys: PublicKeysTrustEvaluator { PublicKeysTrustEvaluator() }

    /// See ``PublicKeysTrustEvaluator``.
    public static func publicKeys(
        keys: [SecKey] = Bundle.main.af.publicKeys, performDefaultValidation: Bool = true, validateHost: Bool = true
    ) -> PublicKeysTrustEvaluator {
        PublicKeysTrustEvaluator(
            keys: keys, performDefaultValidation: performDefaultValidation, validateHost: validateHost)
    }
}
