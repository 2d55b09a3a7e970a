#if canImport(Security)
public import Security
#endif

/// Trusts servers that several evaluators trust.
///
/// ```swift
/// CompositeTrustEvaluator(evaluators: [DefaultTrustEvaluator(), PublicKeysTrustEvaluator(keys: keys)])
/// ```
public final class CompositeTrustEvaluator: ServerTrustEvaluating, ChecksServerStatus {
    private let evaluators: [any ServerTrustEvaluating]

    /// An evaluator. Without any inside it trusts every server, as ``DisabledTrustEvaluator`` does.
    ///
    /// - Parameter evaluators: Are asked in this order, until one does not trust.
    public init(evaluators: [any ServerTrustEvaluating]) { self.evaluators = evaluators }

    /// - Throws: What the first one throws that does not trust.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        try evaluators.evaluate(trust, forHost: host)
    }

    var statusOptions: RevocationTrustEvaluator.Options? {
        evaluators.lazy.compactMap { ($0 as? any ChecksServerStatus)?.statusOptions }.first
    }
}

extension ServerTrustEvaluating where Self == CompositeTrustEvaluator {
    /// See ``CompositeTrustEvaluator``.
    public static func composite(evaluators: [any ServerTrustEvaluating]) -> CompositeTrustEvaluator {
        CompositeTrustEvaluator(evaluators: evaluators)
    }
}
