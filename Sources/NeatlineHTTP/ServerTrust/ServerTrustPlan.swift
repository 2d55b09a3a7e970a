/// A session's manager, and whether the session's transport supports it.
struct ServerTrustPlan: Sendable {
    let manager: ServerTrustManager
    /// Whether the transport calls the checks of requests.
    let isSupported: Bool

    /// Returns the check for a request to an `https` URL; `nil` if the host needs none.
    ///
    /// - Parameter host: The host of the URL.
    /// - Throws: The reason why nothing may be sent.
    func check(forHost host: String) throws -> ServerTrustCheck? {
        guard let name = HostName(host) else {
            throw unavailable(host, "its name is not in ASCII, so its evaluator cannot be told for sure")
        }
        guard let evaluator = try manager.serverTrustEvaluator(forHost: name.text) else { return nil }
        guard isSupported else { throw unavailable(name.text, "the transport lacks the capability `serverTrust`") }
        return ServerTrustCheck(host: name.text, evaluator: evaluator)
    }

    private func unavailable(_ host: String, _ reason: String) -> AFError {
        .serverTrustEvaluationFailed(reason: .evaluationUnavailable(host: host, reason: reason))
    }
}
