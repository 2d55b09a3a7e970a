public import Foundation

#if canImport(Security)
@preconcurrency public import Security
#endif

/// A rule for trusting a server, as in Alamofire 2 to 4; replaced by ``ServerTrustEvaluating``.
///
/// ```swift
/// let serverTrustPolicy = ServerTrustPolicy.pinCertificates(
///     certificates: ServerTrustPolicy.certificatesInBundle(), validateCertificateChain: true, validateHost: true)
/// ```
public enum ServerTrustPolicy: Sendable {
    /// Trusts the servers that the system trusts; see ``DefaultTrustEvaluator``.
    case performDefaultEvaluation(validateHost: Bool)
    /// Trusts servers whose certificate has not been revoked; see ``RevocationTrustEvaluator``, whose
    /// ``RevocationTrustEvaluator/Options`` the flags are.
    case performRevokedEvaluation(validateHost: Bool, revocationFlags: UInt)
    /// Trusts servers whose chain contains one of the certificates; see ``PinnedCertificatesTrustEvaluator``. If the
    /// chain is validated, these certificates are its only anchors; otherwise the host is not validated either.
    case pinCertificates(certificates: [SecCertificate], validateCertificateChain: Bool, validateHost: Bool)
    /// Trusts servers whose chain contains one of the keys; see ``PublicKeysTrustEvaluator``. If the chain is not
    /// validated, the host is not validated either.
    case pinPublicKeys(publicKeys: [SecKey], validateCertificateChain: Bool, validateHost: Bool)
    /// Trusts every server; see ``DisabledTrustEvaluator``.
    case disableEvaluation
    /// Trusts the servers for which the closure returns `true`.
    case customEvaluation(@Sendable (_ serverTrust: SecTrust, _ host: String) -> Bool)

    /// Returns the certificates in a bundle's files.
    ///
    /// - Parameter bundle: The bundle.
    public static func certificates(in bundle: Bundle = .main) -> [SecCertificate] { bundle.af.certificates }

    /// Returns the public keys of the certificates in a bundle's files.
    ///
    /// - Parameter bundle: The bundle.
    public static func publicKeys(in bundle: Bundle = .main) -> [SecKey] { bundle.af.publicKeys }

    /// Returns the certificates in a bundle's files, as in Alamofire 3.
    ///
    /// - Parameter bundle: The bundle.
    public static func certificatesInBundle(_ bundle: Bundle = .main) -> [SecCertificate] { bundle.af.certificates }

    /// Returns the public keys of the certificates in a bundle's files, as in Alamofire 3.
    ///
    /// - Parameter bundle: The bundle.
    public static func publicKeysInBundle(_ bundle: Bundle = .main) -> [SecKey] { bundle.af.publicKeys }

    /// The evaluator that applies the policy.
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

    /// Returns whether a server is trusted.
    ///
    /// - Parameters:
    ///   - serverTrust: The server's certificates, and the system's evaluation of them.
    ///   - host: The host.
    /// - Returns: Whether the server is trusted.
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

/// A type that selects the policy for each host, as in Alamofire 2 to 4; replaced by ``ServerTrustManager``. Hosts
/// without a policy are evaluated by the system.
///
/// ```swift
/// let sessionManager = SessionManager(
///     serverTrustPolicyManager: ServerTrustPolicyManager(policies: ["insecure.expired-apis.com": .disableEvaluation]))
/// ```
///
/// Unchecked Sendable because subclasses may add state; the class's own property is a constant.
open class ServerTrustPolicyManager: @unchecked Sendable {
    /// The policies of the manager, by host.
    public let policies: [String: ServerTrustPolicy]

    private let policiesByName: [String: ServerTrustPolicy]

    /// Creates a manager with a policy for each host.
    ///
    /// - Parameter policies: The policies, by host: ASCII names in any case.
    public init(policies: [String: ServerTrustPolicy]) {
        self.policies = policies
        var byName: [String: ServerTrustPolicy] = [:]
        for (host, policy) in policies.sorted(by: { $0.key > $1.key }) { byName[HostName(host)?.text ?? host] = policy }
        policiesByName = byName
    }

    /// Returns the policy for a host; `nil` for evaluation by the system. Subclasses may match hosts in other ways.
    ///
    /// - Parameter host: The host.
    open func serverTrustPolicy(forHost host: String) -> ServerTrustPolicy? { serverTrustPolicyForHost(host: host) }

    /// Returns the policy for a host, as in Alamofire 2, for subclasses that override it.
    ///
    /// - Parameter host: The host.
    open func serverTrustPolicyForHost(host: String) -> ServerTrustPolicy? {
        policiesByName[HostName(host)?.text ?? host]
    }
}

/// A trust manager that uses a policy manager.
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

extension Session {
    /// Creates a session with a trust policy for each host, as in Alamofire 3 and 4.
    ///
    /// - Parameters:
    ///   - configuration: The default headers, timeouts, cookies, stored credentials, proxies and connections per host.
    ///   - delegate: Receives the events of the requests' tasks.
    ///   - serverTrustPolicyManager: Selects the trust policies; `nil` for evaluation by the system.
    public convenience init(
        configuration: URLSessionConfiguration = URLSessionConfiguration.af.default,
        delegate: SessionDelegate = SessionDelegate(), serverTrustPolicyManager: ServerTrustPolicyManager?
    ) {
        self.init(
            configuration: configuration, delegate: delegate,
            serverTrustManager: serverTrustPolicyManager.map(PolicyServerTrust.init))
    }
}
