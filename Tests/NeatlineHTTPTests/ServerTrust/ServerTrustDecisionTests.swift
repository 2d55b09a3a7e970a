import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

/// A request, its handshakes and its evaluator, as the transport drives them.
private struct World: Hashable {
    var decision = ServerTrustDecision<Int>()
    /// What the evaluator was asked about and has not answered.
    var asked: Int?
    /// What it has trusted and refused.
    var trusted: Set<Int> = []
    var refused: Set<Int> = []
    var isWaiting = false
    var isConnected = false
    var hasFailed = false
    /// The answers that have not started the request again.
    var unusedAnswers = 0
    var problems: [String] = []

    var next: [World] {
        var worlds: [World] = []
        func after(_ change: (inout World) -> Void) {
            var world = self
            change(&world)
            worlds.append(world)
        }
        if let asked {
            for isTrusted in [false, true] {
                after { world in
                    world.asked = nil
                    world.unusedAnswers = 1
                    if isTrusted { world.trusted.insert(asked) } else { world.refused.insert(asked) }
                    world.decision.answered(isTrusted: isTrusted)
                    if world.isWaiting { world.resume() }
                }
            }
        }
        guard !isWaiting, !isConnected, !hasFailed else { return worlds }
        for facts in 0..<2 {
            after { world in
                switch world.decision.shown(facts) {
                case .evaluate:
                    if world.asked != nil { world.problems.append("asked while it was asked") }
                    world.asked = facts
                case .trusted:
                    if !world.trusted.contains(facts) { world.problems.append("trusted what nobody has") }
                    world.isConnected = true
                case .untrusted, .inconstant: break
                }
            }
        }
        after { $0.fail() }
        return worlds
    }

    mutating func fail() {
        switch decision.failed() {
        case .fail:
            if asked != nil { problems.append("failed while the evaluator was asked") }
            hasFailed = true
        case .wait:
            if asked == nil { problems.append("waits for nobody") }
            isWaiting = true
        case .restart: restart()
        }
    }

    mutating func resume() {
        isWaiting = false
        switch decision.failed() {
        case .wait: problems.append("waits after the answer")
        case .fail: hasFailed = true
        case .restart: restart()
        }
    }

    private mutating func restart() {
        if unusedAnswers == 0 { problems.append("starts again without an answer") }
        unusedAnswers = 0
    }
}

@Suite("Server trust: handshakes and evaluators")
struct ServerTrustDecisionTests {
    @Test("In every order, only what the evaluator has trusted is, and no request waits for nobody")
    func everyOrder() throws {
        var seen: Set<World> = [World()]
        var frontier = Array(seen)
        while !frontier.isEmpty {
            var following: [World] = []
            for world in frontier {
                for next in world.next where seen.insert(next).inserted {
                    try #require(next.problems.isEmpty, "\(next)")
                    following.append(next)
                }
            }
            frontier = following
        }
        expect(seen.contains(where: \.isConnected) && seen.contains(where: \.hasFailed))
        expect(seen.count > 100)
    }

    @Test("A request that was started again and cannot connect fails")
    func unreachable() {
        var decision = ServerTrustDecision<Int>()
        expectEqual(decision.shown(1), .evaluate)
        decision.answered(isTrusted: true)
        expectEqual(decision.failed(), .restart)
        expectEqual(decision.failed(), .fail)
        expectEqual(decision.shown(1), .trusted)
    }

    @Test("A server that shows other certificates each time is refused in the end")
    func inconstant() {
        var decision = ServerTrustDecision<Int>()
        for facts in 0..<ServerTrustDecision<Int>.limit {
            expectEqual(decision.shown(facts), .evaluate)
            expectEqual(decision.failed(), .wait)
            decision.answered(isTrusted: true)
            expectEqual(decision.failed(), .restart)
            expect(decision.isRestarting)
        }
        expectEqual(decision.shown(99), .inconstant)
        expectEqual(decision.failed(), .fail)
        expectEqual(decision.shown(0), .untrusted)
    }
}
