#if canImport(Security)
public import Security
#endif

/// Decides whether a server is trusted.
///
/// An evaluator is asked on each new connection, after the server has shown its certificates and before anything of a
/// request is sent. On Linux it is asked on the transport's thread, for which all of the session's requests wait, so it
/// has to answer soon, and must not wait for a request.
///
/// On Linux `SecTrust` is ``ServerTrust``.
public protocol ServerTrustEvaluating: Sendable {
    /// Returns if the server is trusted.
    ///
    /// - Parameters:
    ///   - trust: What the server shows, and what the system says of it.
    ///   - host: As in the URL, in lower case.
    /// - Throws: Why it is not. What is no `AFError` reaches the response as
    ///   `AFError.ServerTrustFailureReason.customEvaluationFailed`.
    func evaluate(_ trust: SecTrust, forHost host: String) throws
}

extension Array where Element == any ServerTrustEvaluating {
    /// Asks all evaluators, one after the other.
    ///
    /// - Throws: The first one's reason why the server is not trusted.
    public func evaluate(_ trust: SecTrust, forHost host: String) throws {
        for evaluator in self { try evaluator.evaluate(trust, forHost: host) }
    }
}
