public import Foundation

#if canImport(Security)
public import Security
#endif

/// How a server is trusted: what versions 2 to 4 of Alamofire have for ``ServerTrustEvaluating``.
///
/// ```swift
/// let serverTrustPolicy = ServerTrustPolicy.pinCertificates(
///     certificates: ServerTrustPolicy.certificatesInBundle(), validateCertificateChain: true, validateHost: true)
/// ```
public enum ServerTrustPolicy: Sendable {
    /// The system decides. See ``DefaultTrustEvaluator``.
    case performDefaultEvaluation(validateHost: Bool)
    /// The certificate must not be revoked. The flags are those of ``RevocationTrustEvaluator/Options``.
    case performRevokedEvaluation(validateHost: Bool, revocationFlags: UInt)
    /// The chain must have one of these certificates, and if it is validated, be anchored in one of them. Where it is not,
    /// the host is not validated either. See ``PinnedCertificatesTrustEvaluator``.
    case pinCertificates(certificates: [SecCertificate], validateCertificateChain: Bool, validateHost: Bool)
    /// The chain must have one of these keys. Where it is not validated, the host is not either. See
    /// ``PublicKeysTrustEvaluator``.
    case pinPublicKeys(publicKeys: [SecKey], validateCertificateChain: Bool, validateHost: Bool)
    /// Every server is trusted. See ``DisabledTrustEvaluator``.
    case disableEvaluation
    /// The closure decides.
    case customEvaluation(@Sendable (_ serverTrust: SecTrust, _ host: String) -> Bool)

    /// The certificates of a bundle's files.
    public static func certificates(in bundle: Bundle = .main) -> [SecCertificate] { bundle.af.certificates }

    /// The keys of the certificates of a bundle's files.
    public static func publicKeys(in bundle: Bundle = .main) -> [SecKey] { bundle.af.publicKeys }

    /// The certificates of a bundle's files, in the spelling of version 3.
    public static func certificatesInBundle(_ bundle: Bundle = .main) -> [SecCertificate] { bundle.af.certificates }

    /// The keys of the certificates of a bundle's files, in the spelling of version 3.
    public static func publicKeysInBundle(_ bundle: Bundle = .main) -> [SecKey] { bundle.af.publicKeys }

    /// What version 5 has for this policy.
    public var evaluator: any ServerTrustEvaluating {
        switch self {
        case .performDefaultEvaluation(let validateHost):
            DefaultTrustEvaluator(validateHost: validateHost)
        case .performRevokedEvaluation(let validateHost, let flags):
            RevocationTrustEvaluator(validateHost: validateHost, options: .init(rawValue: flags))
        case .pinCertificates(let certificates, let validateChain, let validateHost):
            PinnedCertificatesTrustEvaluator(
                certificates: certificates, acceptSelfSignedCertificates: validateChain,
                performDefaultValidation: validateChain, validateHost: validateChain && validateHost)
        case .pinPublicKeys(let keys, let validateChain, let validateHost):
            PublicKeysTrustEvaluator(
                keys: keys, performDefaultValidation: validateChain, validateHost: validateChain && validateHost)
        case .disableEvaluation:
            DisabledTrustEvaluator()
        case .customEvaluation(let isTrusted):
            ClosureTrustEvaluator(isTrusted: isTrusted)
        }
    }

    /// Whether a server is trusted.
    public func evaluate(_ serverTrust: SecTrust, forHost host: String) -> Bool {
        (try? evaluator.evaluate(serverTrust, forHost: host)) != nil
    }

    private struct ClosureTrustEvaluator: ServerTrustEvaluating {
        let isTrusted: @Sendable (SecTrust, String) -> Bool

        func evaluate(_ trust: SecTrust, forHost host: String) throws {
            guard isTrusted(trust, host) else {
                throw AFError.serverTrustEvaluationFailed(reason: .trustEvaluationFailed(error: nil))
            }
        }
    }
}

/// Says which policy holds for which host: what versions 2 to 4 of Alamofire have for ``ServerTrustManager``. Hosts without a
/// policy are checked as usual.
///
/// ```swift
/// let sessionManager = SessionManager(
///     serverTrustPolicyManager: ServerTrustPolicyManager(policies: ["insecure.expired-apis.com": .disableEvaluation]))
/// ```
///
/// Unchecked Sendable for its subclasses' sake; its own property is a constant.
open class ServerTrustPolicyManager: @unchecked Sendable {
    /// The policies by their hosts.
    public let policies: [String: ServerTrustPolicy]

    private let policiesByName: [String: ServerTrustPolicy]

    /// A manager with policies for these hosts, in ASCII. Upper and lower case are the same.
    public init(policies: [String: ServerTrustPolicy]) {
        self.policies = policies
        var byName: [String: ServerTrustPolicy] = [:]
        for (host, policy) in policies.sorted(by: { $0.key > $1.key }) { byName[HostName(host)?.text ?? host] = policy }
        policiesByName = byName
    }

    /// The policy for a host; nil if it is checked as usual. Subclasses may match hosts in their own way.
    open func serverTrustPolicy(forHost host: String) -> ServerTrustPolicy? { serverTrustPolicyForHost(host: host) }

    /// The same, in the spelling of version 2, for subclasses that override it.
    open func serverTrustPolicyForHost(host: String) -> ServerTrustPolicy? {
        policiesByName[HostName(host)?.text ?? host]
    }
}

/// Asks a manager of version 4.
final class PolicyServerTrust: ServerTrustManager, @unchecked Sendable {
    let policies: ServerTrustPolicyManager

    init(_ policies: ServerTrustPolicyManager) {
        self.policies = policies
        super.init(
            allHostsMustBeEvaluated: false, evaluators: policies.policies.mapValues { $0.evaluator })
    }

    override func serverTrustEvaluator(forHost host: String) throws -> (any ServerTrustEvaluating)? {
        policies.serverTrustPolicy(forHost: host)?.evaluator
    }
}
