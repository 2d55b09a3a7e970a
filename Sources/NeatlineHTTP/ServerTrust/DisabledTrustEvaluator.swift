#if canImport(Security)
public import Security
#endif

/// A trust evaluator that trusts every server, so that anybody on the network can read and change all data. Use it only
/// for tests.
///
/// ```swift
/// ServerTrustManager(evaluators: ["localhost": DisabledTrustEvaluator()])
/// ```
public final class DisabledTrustEvaluator: ServerTrustEvaluating {
    /// Creates an evaluator.
    public init() {}

    /// Trusts the server: never throws.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {}
}

/// The name of ``DisabledTrustEvaluator`` before Alamofire 5.2.
public typealias DisabledEvaluator = DisabledTrustEvaluator
