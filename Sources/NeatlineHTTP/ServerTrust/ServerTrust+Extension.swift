#if !canImport(Security)
public import Foundation
extension ServerTrust: AlamofireExtended {}

extension AlamofireExtension where ExtendedType == ServerTrust {
    /// The evaluated chain; see ``ServerTrust/certificates``.
    public var certificates: [ServerCertificate] { type.certificates }

    /// The certificates of the chain, in DER.
    public var certificateData: [Data] { type.certificates.map(\.data) }

    /// The public keys of the chain.
    public var publicKeys: [ServerPublicKey] { type.certificates.map(\.publicKey) }

    /// Checks that the system trusts the server.
    ///
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `trustEvaluationFailed`.
    public func evaluate() throws {
        guard type.verdict.isTrusted else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .trustEvaluationFailed(error: ServerCertificateError(type.verdict.message)))
        }
    }

    /// Checks that the system trusts the server, regardless of the host name.
    ///
    /// - Parameter host: The host, for the error.
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `defaultEvaluationFailed`.
    public func performDefaultValidation(forHost host: String) throws {
        guard type.verdict.isTrusted else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .defaultEvaluationFailed(output: .init(host: host, trust: type, verdict: type.verdict)))
        }
    }

    /// Checks that the system trusts the server, and that its certificate is valid for the host.
    ///
    /// - Parameter host: The host.
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `defaultEvaluationFailed` or
    ///   `hostValidationFailed`.
    public func performValidation(forHost host: String) throws {
        try performDefaultValidation(forHost: host)
        guard type.isNamed(host) else {
            // X509_V_ERR_HOSTNAME_MISMATCH
            let found = type.sentCertificates.first.map(\.description) ?? "there is none"
            let verdict = ServerTrust.Verdict(isTrusted: false, code: 62, message: found)
            throw AFError.serverTrustEvaluationFailed(
                reason: .hostValidationFailed(output: .init(host: host, trust: type, verdict: verdict)))
        }
    }
}

extension ServerTrust {
    func trusting(only anchors: [ServerCertificate]) throws -> ServerTrust { anchored(to: anchors) }

    /// Returns whether the server's certificate matches, or is verifiably signed by a certificate that matches.
    ///
    /// Other certificates that the server sends prove nothing: everybody can send everybody's certificates.
    ///
    /// - Parameter anchors: Certificates that match, even if the server has not sent them.
    func proves(anchors: [ServerCertificate], _ matches: (ServerCertificate) -> Bool) -> Bool {
        guard let own = sentCertificates.first else { return false }
        if matches(own) { return true }
        if verdict.isTrusted { return certificates.contains(where: matches) }
        let candidates = anchors + sentCertificates.filter(matches)
        guard !candidates.isEmpty else { return false }
        let found = anchored(to: candidates)
        return found.verdict.isTrusted && found.certificates.contains(where: matches)
    }

    func checkRevocation(forHost host: String, options: RevocationTrustEvaluator.Options) throws {
        guard options.contains(.ocsp), checksStatus else {
            throw AFError.serverTrustEvaluationFailed(reason: .revocationPolicyCreationFailed)
        }
    }
}
#endif
