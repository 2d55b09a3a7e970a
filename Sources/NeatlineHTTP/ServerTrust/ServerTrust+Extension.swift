#if !canImport(Security)
public import Foundation
extension ServerTrust: AlamofireExtended {}

extension AlamofireExtension where ExtendedType == ServerTrust {
    /// The chain that was evaluated; see ``ServerTrust/certificates``.
    public var certificates: [ServerCertificate] { type.certificates }

    /// The chain's certificates in DER.
    public var certificateData: [Data] { type.certificates.map(\.data) }

    /// The chain's keys.
    public var publicKeys: [ServerPublicKey] { type.certificates.map(\.publicKey) }

    /// Looks whether the system trusts the server.
    ///
    /// - Throws: `AFError` with `.trustEvaluationFailed`.
    public func evaluate() throws {
        guard type.verdict.isTrusted else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .trustEvaluationFailed(error: ServerCertificateError(type.verdict.message)))
        }
    }

    /// Looks whether the system trusts the server, whatever its name.
    ///
    /// - Throws: `AFError` with `.defaultEvaluationFailed`.
    public func performDefaultValidation(forHost host: String) throws {
        guard type.verdict.isTrusted else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .defaultEvaluationFailed(output: .init(host: host, trust: type, verdict: type.verdict)))
        }
    }

    /// Looks whether the system trusts the server, and whether its certificate is for the host.
    ///
    /// - Throws: `AFError` with `.defaultEvaluationFailed` or `.hostValidationFailed`.
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

    /// Whether the server's certificate is what matches, or is verifiably signed by what does.
    ///
    /// What else a server sends proves nothing: everybody can send everybody's certificates along.
    ///
    /// - Parameter anchors: What matches though the server may not have sent it.
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
