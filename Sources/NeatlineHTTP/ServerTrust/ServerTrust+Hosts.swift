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
    /// The evaluators, by host.
    public let evaluators: [String: any ServerTrustEvaluating]

    /// The evaluators, by normalized host.
    private let evaluatorsByName: [String: any ServerTrustEvaluating]

    /// Creates a manager.
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
