#if canImport(Security)
public import Security
#endif

/// A trust evaluator that trusts the servers that the system trusts.
///
/// ```swift
/// ServerTrustManager(evaluators: ["example.com": DefaultTrustEvaluator()])
/// ```
public final class DefaultTrustEvaluator: ServerTrustEvaluating {
    private let validateHost: Bool

    /// Creates an evaluator.
    ///
    /// - Parameter validateHost: Whether the certificate must be valid for the host.
    public init(validateHost: Bool = true) { self.validateHost = validateHost }

    /// Evaluates a server.
    ///
    /// - Throws: `AFError.serverTrustEvaluationFailed` with the reason `defaultEvaluationFailed` or
    ///   `hostValidationFailed`.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        if validateHost {
            try trust.af.performValidation(forHost: host)
        } else {
            try trust.af.performDefaultValidation(forHost: host)
        }
    }
}
