#if canImport(Security)
public import Foundation
public import Security

// Evaluation of servers by the Security framework of Apple's platforms, in Alamofire's names.

extension SecTrust: AlamofireExtended {}
extension SecPolicy: AlamofireExtended {}
extension OSStatus: AlamofireExtended {}
extension SecTrustResultType: AlamofireExtended {}
extension SecCertificate: AlamofireExtended {}
extension Bundle: AlamofireExtended {}
extension Array: AlamofireExtended {}

extension AlamofireExtension where ExtendedType == SecTrust {
    /// The chain, from the server's certificate to the authority's.
    public var certificates: [SecCertificate] { (SecTrustCopyCertificateChain(type) as? [SecCertificate]) ?? [] }

    /// The certificates of the chain, in DER.
    public var certificateData: [Data] { certificates.af.data }

    /// The public keys of the chain.
    public var publicKeys: [SecKey] { certificates.af.publicKeys }

    /// Evaluates the trust with its policies.
    ///
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `trustEvaluationFailed`.
    public func evaluate() throws {
        var error: CFError?
        guard SecTrustEvaluateWithError(type, &error) else {
            throw AFError.serverTrustEvaluationFailed(reason: .trustEvaluationFailed(error: error))
        }
    }

    /// Applies a policy and evaluates the trust.
    ///
    /// - Parameter policy: The policy, which replaces the trust's own.
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `policyApplicationFailed` or
    ///   `trustEvaluationFailed`.
    public func evaluate(afterApplying policy: SecPolicy) throws { try apply(policy: policy).af.evaluate() }

    /// Applies a policy, which replaces the trust's own.
    ///
    /// - Parameter policy: The policy.
    /// - Returns: The trust.
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `policyApplicationFailed`.
    @discardableResult
    public func apply(policy: SecPolicy) throws -> SecTrust {
        let status = SecTrustSetPolicies(type, policy)
        guard status.af.isSuccess else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .policyApplicationFailed(trust: type, policy: policy, status: status))
        }
        return type
    }

    /// Applies a policy and evaluates the trust.
    ///
    /// - Parameters:
    ///   - policy: The policy, which replaces the trust's own.
    ///   - errorProducer: Creates the error to throw if the evaluation has failed.
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `policyApplicationFailed`, or the error of
    ///   `errorProducer`.
    public func validate(
        policy: SecPolicy, errorProducer: (_ status: OSStatus, _ result: SecTrustResultType) -> any Error
    ) throws {
        try apply(policy: policy).af.validate(errorProducer: errorProducer)
    }

    /// Evaluates the trust with its policies.
    ///
    /// - Parameter errorProducer: Creates the error to throw if the evaluation has failed.
    /// - Throws: The error of `errorProducer`.
    public func validate(
        errorProducer: (_ status: OSStatus, _ result: SecTrustResultType) -> any Error
    ) throws {
        if SecTrustEvaluateWithError(type, nil) { return }
        var result = SecTrustResultType.invalid
        let status = SecTrustGetTrustResult(type, &result)
        throw errorProducer(status, result)
    }

    /// Sets the only anchors of the trust.
    ///
    /// - Parameter certificates: The trusted certificates.
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `settingAnchorCertificatesFailed`.
    public func setAnchorCertificates(_ certificates: [SecCertificate]) throws {
        var status = SecTrustSetAnchorCertificates(type, certificates as CFArray)
        if status.af.isSuccess { status = SecTrustSetAnchorCertificatesOnly(type, true) }
        guard status.af.isSuccess else {
            throw AFError.serverTrustEvaluationFailed(
                reason: .settingAnchorCertificatesFailed(status: status, certificates: certificates))
        }
    }

    /// Evaluates the trust, regardless of the host name.
    ///
    /// - Parameter host: The host, for the error.
    /// - Throws: `AFError.serverTrustEvaluationFailed`
    public func performDefaultValidation(forHost host: String) throws {
        try type.evaluate(SecPolicy.af.default) { .defaultEvaluationFailed(output: .init(host, type, $0, $1)) }
    }

    /// Evaluates the trust for a host.
    ///
    /// - Parameter host: The host.
    /// - Throws: `AFError.serverTrustEvaluationFailed`
    public func performValidation(forHost host: String) throws {
        try type.evaluate(SecPolicy.af.hostname(host)) {
            .hostValidationFailed(output: .init(host, type, $0, $1))
        }
    }
}

extension SecTrust {
    fileprivate func evaluate(
        _ policy: SecPolicy, orFail reason: (OSStatus, SecTrustResultType) -> AFError.ServerTrustFailureReason
    ) throws {
        try af.validate(policy: policy) { AFError.serverTrustEvaluationFailed(reason: reason($0, $1)) }
    }

    func trusting(only anchors: [SecCertificate]) throws -> SecTrust {
        try af.setAnchorCertificates(anchors)
        return self
    }

    /// Returns whether a certificate of the chain matches.
    func proves(anchors: [SecCertificate], _ matches: (SecCertificate) -> Bool) -> Bool {
        af.certificates.contains(where: matches)
    }

    func checkRevocation(forHost host: String, options: RevocationTrustEvaluator.Options) throws {
        try evaluate(SecPolicy.af.revocation(options: options)) {
            .revocationCheckFailed(output: .init(host, self, $0, $1), options: options)
        }
    }
}

extension AlamofireExtension where ExtendedType == SecPolicy {
    /// The policy for servers, regardless of the host name.
    public static var `default`: SecPolicy { SecPolicyCreateSSL(true, nil) }

    /// Returns the policy for servers with a host name.
    public static func hostname(_ hostname: String) -> SecPolicy { SecPolicyCreateSSL(true, hostname as CFString) }

    /// Returns the policy that checks revocation.
    ///
    /// - Parameter options: How revocation is checked.
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `revocationPolicyCreationFailed`.
    public static func revocation(options: RevocationTrustEvaluator.Options) throws -> SecPolicy {
        guard let policy = SecPolicyCreateRevocation(CFOptionFlags(options.rawValue)) else {
            throw AFError.serverTrustEvaluationFailed(reason: .revocationPolicyCreationFailed)
        }
        return policy
    }
}

extension AlamofireExtension where ExtendedType == OSStatus {
    /// Whether it is `errSecSuccess`.
    public var isSuccess: Bool { type == errSecSuccess }
}

extension AlamofireExtension where ExtendedType == SecTrustResultType {
    /// Whether the trust evaluation has succeeded.
    public var isSuccess: Bool { type == .unspecified || type == .proceed }
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
