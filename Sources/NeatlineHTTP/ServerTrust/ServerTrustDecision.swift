/// Decides, without side effects, how the evaluation of a request's server and the handshakes of its connections go
/// together: an evaluator of the user may take any time, and runs while no handshake does.
///
/// The handshake that shows a server's certificates is given up when they must be evaluated and the answer is not there
/// in time. The request waits for the answer, and is started again. The handshake of its new connection has the answer if
/// the server shows the same.
struct ServerTrustDecision<Facts: Hashable>: Hashable {
    enum Answer: Equatable {
        /// The evaluator is to be called; the handshake fails unless it has answered when the call returns.
        case evaluate
        case trusted, untrusted
        /// The server has shown other certificates in each of too many handshakes.
        case inconstant
    }

    /// What follows when a request has failed.
    enum Sequel: Equatable {
        /// The failure is final.
        case fail
        /// The request waits for the evaluator's answer.
        case wait
        /// The request is started again: its server is trusted.
        case restart
    }

    private enum State: Hashable {
        case idle
        case evaluating(Facts)
        case answered(Facts, isTrusted: Bool)
        case refused
    }

    /// The maximum number of evaluations for one request.
    static var limit: Int { 8 }

    private var state = State.idle
    private var count = 0

    /// Whether an answer waits for the next handshake.
    var isRestarting: Bool { if case .answered(_, true) = state { true } else { false } }

    /// Called in the handshake of a connection.
    mutating func shown(_ facts: Facts) -> Answer {
        switch state {
        // Another connection of the same request is being evaluated.
        case .evaluating, .refused: return .untrusted
        case .answered(facts, true):
            state = .idle
            return .trusted
        case .answered(_, false): return .untrusted
        case .idle, .answered:
            count += 1
            guard count <= Self.limit else {
                state = .refused
                return .inconstant
            }
            state = .evaluating(facts)
            return .evaluate
        }
    }

    /// Called when the evaluator has answered.
    mutating func answered(isTrusted: Bool) {
        if case .evaluating(let facts) = state { state = .answered(facts, isTrusted: isTrusted) }
    }

    /// Called when the request has failed, for whatever reason.
    func failed() -> Sequel {
        switch state {
        case .idle, .refused, .answered(_, false): .fail
        case .evaluating: .wait
        case .answered(_, true): .restart
        }
    }
}
