#if canImport(Security)
public import Security
#endif

/// Trusts servers that the system trusts, with or without regard to the host's name.
///
/// ```swift
/// ServerTrustManager(evaluators: ["example.com": DefaultTrustEvaluator()])
/// ```
public final class DefaultTrustEvaluator: ServerTrustEvaluating {
    private let validateHost: Bool

    /// An evaluator.
    ///
    /// - Parameter validateHost: Whether the certificate must be for the host.
    public init(validateHost: Bool = true) { self.validateHost = validateHost }

    /// - Throws: `AFError` with `.defaultEvaluationFailed` or `.hostValidationFailed`.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        if validateHost {
            try trust.af.performValidation(forHost: host)
        } else {
            try trust.af.performDefaultValidation(forHost: host)
        }
    }
}
