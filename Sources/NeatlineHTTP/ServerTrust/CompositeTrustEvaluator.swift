#if canImport(Security)
public import Security
#endif

/// A trust evaluator that trusts the servers that several evaluators trust.
///
/// ```swift
/// CompositeTrustEvaluator(evaluators: [DefaultTrustEvaluator(), PublicKeysTrustEvaluator(keys: keys)])
/// ```
public final class CompositeTrustEvaluator: ServerTrustEvaluating, ChecksServerStatus {
    private let evaluators: [any ServerTrustEvaluating]

    /// Creates an evaluator. Without any evaluators it trusts every server, like ``DisabledTrustEvaluator``.
    ///
    /// - Parameter evaluators: The evaluators, called in this order until one throws.
    public init(evaluators: [any ServerTrustEvaluating]) { self.evaluators = evaluators }

    /// Evaluates a server.
    ///
    /// - Throws: The error of the first evaluator that throws.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        try evaluators.evaluate(trust, forHost: host)
    }

    var statusOptions: RevocationTrustEvaluator.Options? {
        evaluators.lazy.compactMap { ($0 as? any ChecksServerStatus)?.statusOptions }.first
    }
}

extension ServerTrustEvaluating where Self == CompositeTrustEvaluator {
    /// Returns an evaluator that trusts the servers that several evaluators trust.
    ///
    /// - Parameter evaluators: The evaluators, called in this order until one throws.
    public static func composite(evaluators: [any ServerTrustEvaluating]) -> CompositeTrustEvaluator {
        CompositeTrustEvaluator(evaluators: evaluators)
    }
}
