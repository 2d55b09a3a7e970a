/// Says which evaluator decides about which host.
///
/// ```swift
/// let manager = ServerTrustManager(evaluators: [
///     "api.example.com": PinnedCertificatesTrustEvaluator(),
///     "localhost": DisabledTrustEvaluator(),
/// ])
/// let session = Session(serverTrustManager: manager)
/// ```
///
/// It is asked for each request to an `https` URL, and for each redirect to one. Subclasses may match hosts in their own way,
/// by domains for example; to one host they should always give the same evaluator, since a connection that was accepted
/// is used again.
///
/// Unchecked Sendable for its subclasses' sake; its own properties are constants.
open class ServerTrustManager: @unchecked Sendable {
    /// Whether a host without an evaluator is refused. Else it is checked as if there were no manager.
    public let allHostsMustBeEvaluated: Bool
    /// The evaluators by their hosts.
    public let evaluators: [String: any ServerTrustEvaluating]

    /// The same, by hosts in the form in which they are asked for.
    private let evaluatorsByName: [String: any ServerTrustEvaluating]

    /// A manager.
    ///
    /// - Parameters:
    ///   - allHostsMustBeEvaluated: Whether a host without an evaluator is refused.
    ///   - evaluators: By hosts: names in ASCII, or addresses without brackets. Upper and lower case are the same.
    public init(allHostsMustBeEvaluated: Bool = true, evaluators: [String: any ServerTrustEvaluating]) {
        self.allHostsMustBeEvaluated = allHostsMustBeEvaluated
        self.evaluators = evaluators
        var byName: [String: any ServerTrustEvaluating] = [:]
        // Of two spellings of a host, one must be chosen, always the same.
        for (host, evaluator) in evaluators.sorted(by: { $0.key > $1.key }) {
            byName[HostName(host)?.text ?? host] = evaluator
        }
        evaluatorsByName = byName
    }

    /// The evaluator for a host; nil if it is checked as usual.
    ///
    /// - Parameter host: As in the URL, in lower case; an address as four decimal numbers, or without brackets.
    /// - Throws: `AFError.ServerTrustFailureReason.noRequiredEvaluator` if there is none and there must be one.
    open func serverTrustEvaluator(forHost host: String) throws -> (any ServerTrustEvaluating)? {
        if let evaluator = evaluatorsByName[HostName(host)?.text ?? host] { return evaluator }
        guard allHostsMustBeEvaluated else { return nil }
        throw AFError.serverTrustEvaluationFailed(reason: .noRequiredEvaluator(host: host))
    }
}
