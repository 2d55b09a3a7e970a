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
        /// The request was started again, and the handshake of its connection is to show what is trusted.
        case restarted(Facts)
        case refused
    }

    /// The maximum number of evaluations for one request.
    static var limit: Int { 8 }

    private var state = State.idle
    private var count = 0

    /// Whether the request was started again, and needs a connection of its own to use the answer.
    var isRestarting: Bool { if case .restarted = state { true } else { false } }

    /// Called in the handshake of a connection.
    mutating func shown(_ facts: Facts) -> Answer {
        switch state {
        // Another connection of the same request is being evaluated.
        case .evaluating, .refused: return .untrusted
        case .answered(facts, true), .restarted(facts):
            state = .idle
            return .trusted
        case .answered(_, false): return .untrusted
        case .idle, .answered, .restarted:
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

    /// Called when the request has failed, for whatever reason, or has waited. One answer starts it again once.
    mutating func failed() -> Sequel {
        switch state {
        case .idle, .refused, .restarted, .answered(_, false): return .fail
        case .evaluating: return .wait
        case .answered(let facts, true):
            state = .restarted(facts)
            return .restart
        }
    }
}
