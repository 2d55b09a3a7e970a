#if canImport(Security)
public import Foundation
public import Security

extension SecTrust: AlamofireExtended {}
extension SecCertificate: AlamofireExtended {}
extension Bundle: AlamofireExtended {}
extension Array: AlamofireExtended {}

extension AlamofireExtension where ExtendedType == SecTrust {
    /// The chain, from the server's certificate to the authority's.
    public var certificates: [SecCertificate] { (SecTrustCopyCertificateChain(type) as? [SecCertificate]) ?? [] }

    /// The chain's certificates in DER.
    public var certificateData: [Data] { certificates.af.data }

    /// The chain's keys.
    public var publicKeys: [SecKey] { certificates.af.publicKeys }

    /// Evaluates the trust by its policies.
    ///
    /// - Throws: `AFError` with `.trustEvaluationFailed`.
    public func evaluate() throws {
        var error: CFError?
        guard SecTrustEvaluateWithError(type, &error) else {
            throw AFError.serverTrustEvaluationFailed(reason: .trustEvaluationFailed(error: error))
        }
    }

    /// Evaluates the trust, whatever the server's name.
    ///
    /// - Throws: `AFError`.
    public func performDefaultValidation(forHost host: String) throws {
        try type.evaluate(SecPolicyCreateSSL(true, nil)) { .defaultEvaluationFailed(output: .init(host, type, $0, $1)) }
    }

    /// Evaluates the trust for the host.
    ///
    /// - Throws: `AFError`.
    public func performValidation(forHost host: String) throws {
        try type.evaluate(SecPolicyCreateSSL(true, host as CFString)) {
            .hostValidationFailed(output: .init(host, type, $0, $1))
        }
    }
}

extension SecTrust {
    fileprivate func evaluate(
        _ policy: SecPolicy, orFail reason: (OSStatus, SecTrustResultType) -> AFError.ServerTrustFailureReason
    ) throws {
        let status = SecTrustSetPolicies(self, policy)
        guard status == errSecSuccess else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .policyApplicationFailed(trust: self, policy: policy, status: status))
        }
        guard SecTrustEvaluateWithError(self, nil) else {
            var result = SecTrustResultType.invalid
            let status = SecTrustGetTrustResult(self, &result)
            throw AFError.serverTrustEvaluationFailed(reason: reason(status, result))
        }
    }

    func trusting(only anchors: [SecCertificate]) throws -> SecTrust {
        var status = SecTrustSetAnchorCertificates(self, anchors as CFArray)
        if status == errSecSuccess { status = SecTrustSetAnchorCertificatesOnly(self, true) }
        guard status == errSecSuccess else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .settingAnchorCertificatesFailed(status: status, certificates: anchors))
        }
        return self
    }

    /// Whether one of the chain matches.
    func proves(anchors: [SecCertificate], _ matches: (SecCertificate) -> Bool) -> Bool {
        af.certificates.contains(where: matches)
    }

    func checkRevocation(forHost host: String, options: RevocationTrustEvaluator.Options) throws {
        guard let policy = SecPolicyCreateRevocation(CFOptionFlags(options.rawValue)) else {
            throw AFError.serverTrustEvaluationFailed(reason: .revocationPolicyCreationFailed)
        }
        try evaluate(policy) { .revocationCheckFailed(output: .init(host, self, $0, $1), options: options) }
    }
}

extension AlamofireExtension where ExtendedType: Bundle {
    /// The certificates of the bundle's files `.cer`, `.crt` and `.der`.
    public var certificates: [SecCertificate] {
        paths(forResourcesOfTypes: [".cer", ".CER", ".crt", ".CRT", ".der", ".DER"]).compactMap { path in
            let data = try? Data(contentsOf: URL(fileURLWithPath: path))
            return data.flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        }
    }

    /// The keys of the bundle's certificates.
    public var publicKeys: [SecKey] { certificates.af.publicKeys }

    /// The paths of the bundle's files with these extensions, each once.
    public func paths(forResourcesOfTypes types: [String]) -> [String] {
        Array(Set(types.flatMap { type.paths(forResourcesOfType: $0, inDirectory: nil) })).sorted()
    }
}

extension AlamofireExtension where ExtendedType == [SecCertificate] {
    /// The certificates in DER.
    public var data: [Data] { type.map(\.af.data) }

    /// The certificates' keys.
    public var publicKeys: [SecKey] { type.compactMap(\.af.publicKey) }
}

extension AlamofireExtension where ExtendedType == SecCertificate {
    /// The certificate's key.
    public var publicKey: SecKey? { SecCertificateCopyKey(type) }

    /// The certificate in DER.
    public var data: Data { SecCertificateCopyData(type) as Data }
}
#endif
