/// A session's manager, and whether the session's transport does what it says.
struct ServerTrustPlan: Sendable {
    let manager: ServerTrustManager
    /// Whether the transport asks the checks that go along with requests.
    let isSupported: Bool

    /// The check for a request to an `https` URL; nil if its host is checked as usual.
    ///
    /// - Parameter host: As in the URL.
    /// - Throws: Why nothing may be sent.
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
