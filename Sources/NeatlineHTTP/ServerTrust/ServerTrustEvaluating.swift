#if canImport(Security)
public import Security
#endif

/// A type that decides whether a server is trusted.
///
/// ```swift
/// struct KnownServer: ServerTrustEvaluating {
///     let certificate: Data
///
///     func evaluate(_ trust: SecTrust, forHost host: String) throws {
///         try trust.af.performValidation(forHost: host)
///         guard trust.af.certificateData.first == certificate else { throw UnknownServer() }
///     }
/// }
/// ```
///
/// Evaluators are called for each new connection, after the server has sent its certificates and before anything of a
/// request is sent. On Linux they are called on the transport's thread, and all requests of the session wait meanwhile:
/// they must return quickly, and must not wait for a request.
///
/// On Linux, `SecTrust` is ``ServerTrust``.
public protocol ServerTrustEvaluating: Sendable {
    /// Returns if the server is trusted, and throws otherwise.
    ///
    /// - Parameters:
    ///   - trust: The server's certificates, and the system's evaluation of them.
    ///   - host: The host of the URL, in lower case.
    /// - Throws: The reason why the server is not trusted. An error that is not an `AFError` is wrapped in
    ///   `AFError.serverTrustEvaluationFailed(reason: .customEvaluationFailed(error:))`.
    func evaluate(_ trust: SecTrust, forHost host: String) throws
}

extension Array where Element == any ServerTrustEvaluating {
    /// Calls all evaluators, one after the other.
    ///
    /// - Parameters:
    ///   - trust: The server's certificates, and the system's evaluation of them.
    ///   - host: The host of the URL, in lower case.
    /// - Throws: The error of the first evaluator that throws.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        for evaluator in self { try evaluator.evaluate(trust, forHost: host) }
    }
}
