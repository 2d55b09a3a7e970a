#if canImport(Security)
public import Security
#endif

/// Trusts every server, so anybody on the way can read and change everything. For tests only.
///
/// ```swift
/// ServerTrustManager(evaluators: ["localhost": DisabledTrustEvaluator()])
/// ```
public final class DisabledTrustEvaluator: ServerTrustEvaluating {
    /// An evaluator.
    public init() {}

    /// Never throws.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {}
}

/// The name of ``DisabledTrustEvaluator`` in versions of Alamofire before 5.2.
public typealias DisabledEvaluator = DisabledTrustEvaluator
