internal import Foundation
internal import NeatlineSystem

#if canImport(Security)
internal import Security
#endif

/// A type that selects the trust evaluator for each host.
///
/// ```swift
/// let manager = ServerTrustManager(evaluators: [
///     "api.example.com": PinnedCertificatesTrustEvaluator(),
///     "localhost": DisabledTrustEvaluator(),
/// ])
/// let session = Session(serverTrustManager: manager)
/// ```
///
/// It is used for each request and each redirect to an `https` URL. Subclasses may match hosts in other ways, for
/// example by domain. They should always return the same evaluator for a host, because accepted connections are reused.
///
/// Unchecked Sendable because subclasses may add state; the class's own properties are constants.
open class ServerTrustManager: @unchecked Sendable {
    /// Whether hosts without an evaluator are rejected. Otherwise they are evaluated as if there were no manager.
    public let allHostsMustBeEvaluated: Bool
    /// The evaluators of the manager, by host.
    public let evaluators: [String: any ServerTrustEvaluating]

    /// The evaluators, by normalized host.
    private let evaluatorsByName: [String: any ServerTrustEvaluating]

    /// Creates a manager with an evaluator for each host.
    ///
    /// - Parameters:
    ///   - allHostsMustBeEvaluated: Whether hosts without an evaluator are rejected.
    ///   - evaluators: The evaluators, by host: ASCII names in any case, or addresses without brackets.
    public init(allHostsMustBeEvaluated: Bool = true, evaluators: [String: any ServerTrustEvaluating]) {
        self.allHostsMustBeEvaluated = allHostsMustBeEvaluated
        self.evaluators = evaluators
        var byName: [String: any ServerTrustEvaluating] = [:]
        // If there are two spellings of a host, always choose the same one.
        for (host, evaluator) in evaluators.sorted(by: { $0.key > $1.key }) {
            byName[HostName(host)?.text ?? host] = evaluator
        }
        evaluatorsByName = byName
    }

    /// Returns the evaluator for a host.
    ///
    /// Called for each request and redirect to an `https` URL, on any thread.
    ///
    /// - Parameter host: The host of the URL, in lower case; an IPv4 address in dotted decimal form, an IPv6 address
    ///   without brackets.
    /// - Returns: The evaluator; `nil` to evaluate the host as if there were no manager.
    /// - Throws: `AFError.serverTrustEvaluationFailed(reason: .noRequiredEvaluator(host:))` if there is none but all
    ///   hosts must be evaluated.
    open func serverTrustEvaluator(forHost host: String) throws -> (any ServerTrustEvaluating)? {
        if let evaluator = evaluatorsByName[HostName(host)?.text ?? host] { return evaluator }
        guard allHostsMustBeEvaluated else { return nil }
        throw AFError.serverTrustEvaluationFailed(reason: .noRequiredEvaluator(host: host))
    }
}

/// A session's manager, and whether the session's transport supports it.
struct ServerTrustPlan: Sendable {
    let manager: ServerTrustManager
    /// Whether the transport calls the checks of requests.
    let isSupported: Bool

    /// Returns the check for a request to an `https` URL; `nil` if the host needs none.
    ///
    /// - Parameter host: The host of the URL.
    /// - Throws: The reason why nothing may be sent.
    func check(forHost host: String) throws -> ServerTrustCheck? {
        guard let name = HostName(host) else {
            throw unavailable(host, "its name is not ASCII, so its evaluator cannot be determined")
        }
        guard let evaluator = try manager.serverTrustEvaluator(forHost: name.text) else { return nil }
        guard isSupported else { throw unavailable(name.text, "the transport lacks the capability `serverTrust`") }
        return ServerTrustCheck(host: name.text, evaluator: evaluator)
    }

    private func unavailable(_ host: String, _ reason: String) -> AFError {
        .serverTrustEvaluationFailed(reason: .evaluationUnavailable(host: host, reason: reason))
    }
}

/// An evaluator for which the transport must verify the server's stapled OCSP response.
protocol ChecksServerStatus: ServerTrustEvaluating {
    /// How revocation is checked; `nil` if the response is not needed.
    var statusOptions: RevocationTrustEvaluator.Options? { get }
}

/// An evaluator that only computes, so that a transport may call it on its own thread. All others may block.
protocol ImmediateTrustEvaluator: ServerTrustEvaluating {
    var isImmediate: Bool { get }
}

extension ImmediateTrustEvaluator {
    var isImmediate: Bool { true }
}

extension DefaultTrustEvaluator: ImmediateTrustEvaluator {}
extension PinnedCertificatesTrustEvaluator: ImmediateTrustEvaluator {}
extension PublicKeysTrustEvaluator: ImmediateTrustEvaluator {}
extension RevocationTrustEvaluator: ImmediateTrustEvaluator {}
extension DisabledTrustEvaluator: ImmediateTrustEvaluator {}

/// An evaluator that may trust a server without knowing that it is the host. All others verify that.
protocol LenientTrustEvaluator: ServerTrustEvaluating {
    /// Whether a server that the evaluator trusts is the host.
    var verifiesServer: Bool { get }
}

extension ServerTrustEvaluating {
    /// Whether a server that the evaluator trusts is the host.
    var isVerifying: Bool { (self as? any LenientTrustEvaluator)?.verifiesServer ?? true }
}

/// The evaluation of the server that a request sends with it to its transport. It stores the reason why a server was
/// not trusted.
final class ServerTrustCheck: Sendable {
    let host: String
    private let statusOptions: RevocationTrustEvaluator.Options?
    private let evaluator: any ServerTrustEvaluating
    private let found = Locked(Found())

    private struct Found {
        var failure: AFError?
        #if !canImport(Security)
        /// The trust that was evaluated last, until its OCSP response is verified.
        var trust: ServerTrust?
        #endif
    }

    init(host: String, evaluator: any ServerTrustEvaluating) {
        self.host = host
        self.evaluator = evaluator
        statusOptions = (evaluator as? any ChecksServerStatus)?.statusOptions
    }

    /// Whether the transport must verify the server's stapled OCSP response.
    var checksStatus: Bool { statusOptions != nil }

    /// Whether the evaluator may be called on the transport's thread.
    var isImmediate: Bool { (evaluator as? any ImmediateTrustEvaluator)?.isImmediate ?? false }

    /// Whether a server that the evaluator trusts is the host.
    var verifiesServer: Bool { evaluator.isVerifying }

    /// The error of the evaluation, if the server was not trusted.
    var failure: AFError? { found.withLock { $0.failure } }

    /// Evaluates the server and returns whether it is trusted.
    func evaluate(_ trust: SecTrust) -> Bool {
        do {
            try evaluator.evaluate(trust, forHost: host)
            found.withLock { found in
                found.failure = nil
                #if !canImport(Security)
                found.trust = checksStatus ? trust : nil
                #endif
            }
            return true
        } catch {
            fail(error.asAFError(or: .serverTrustEvaluationFailed(reason: .customEvaluationFailed(error: error))))
            return false
        }
    }

    /// Stores the reason why the server cannot be trusted.
    func fail(_ error: AFError) { found.withLock { $0 = Found(failure: error) } }

    #if !canImport(Security)
    /// Stores that the server's OCSP response is missing or invalid.
    func failStatus(_ message: String) {
        guard let statusOptions, let trust = found.withLock({ $0.trust }) else { return }
        let verdict = ServerTrust.Verdict(isTrusted: false, message: message)
        fail(
            .serverTrustEvaluationFailed(
                reason: .revocationCheckFailed(
                    output: .init(host: host, trust: trust, verdict: verdict), options: statusOptions)))
    }
    #endif
}

/// A transport that supports trust evaluators.
protocol ServerTrustTransport: Transport {
    /// Returns a transport with the same settings and its own connections, which calls the ``ServerTrustCheck`` of a
    /// request for each new connection; `nil` if this is not supported.
    func evaluatingServers() -> (any Transport)?
}
