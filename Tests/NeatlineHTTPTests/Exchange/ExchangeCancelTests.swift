import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Exchange: cancelling and pausing", .ownThreads)
struct ExchangeCancelTests {
    private func make(_ transport: ScriptedTransport, _ log: ExchangeLog) -> Exchange {
        Exchange(
            request: request("http://a/"), body: .none, in: ExchangeContext(transport),
            receiver: log)
    }

    @Test("cancelled before the start: no hop, one completion, at the start")
    func beforeStart() {
        let transport = ScriptedTransport()
        let log = ExchangeLog()
        let exchange = make(transport, log)
        exchange.cancel()
        expect(log.events.isEmpty)
        exchange.start()
        expectEqual(log.events, ["done -999"])
        expect(transport.hops.isEmpty)
    }

    @Test("cancelled while the transport's start has not returned: the task is cancelled then")
    func duringStart() throws {
        let log = ExchangeLog()
        nonisolated(unsafe) var exchange: Exchange?
        let transport = ScriptedTransport { _ in exchange?.cancel() }
        exchange = make(transport, log)
        exchange?.start()
        expectEqual(transport.hops.map(\.isCancelled), [true])
        expectEqual(log.events, ["done -999"])
    }

    @Test("cancelled while bytes come: completes when the transport does")
    func duringBody() {
        let transport = ScriptedTransport()
        let log = ExchangeLog()
        let exchange = make(transport, log)
        exchange.start()
        let hop = transport.hops[0]
        hop.completesWhenCancelled = false
        hop.head(200)
        exchange.cancel()
        exchange.cancel()
        expectEqual(log.events, ["head 200"])
        hop.complete(TransportError(.cancelled, ""))
        expectEqual(log.events, ["head 200", "done -999"])
        exchange.cancel()
        expectEqual(log.completions, 1)
    }

    @Test("a response that is whole before the transport knows of the cancel stands")
    func tooLate() {
        let transport = ScriptedTransport()
        let log = ExchangeLog()
        let exchange = make(transport, log)
        exchange.start()
        let hop = transport.hops[0]
        hop.completesWhenCancelled = false
        exchange.cancel()
        hop.respond(200, body: "x")
        expectEqual(log.events, ["head 200", "body x", "done"])
    }

    @Test("whatever the transport says, a cancelled exchange ends with cancelled")
    func otherError() {
        let transport = ScriptedTransport()
        let log = ExchangeLog()
        let exchange = make(transport, log)
        exchange.start()
        transport.hops[0].completesWhenCancelled = false
        exchange.cancel()
        transport.hops[0].complete(TransportError(.connectionLost, "reset"))
        expectEqual(log.events, ["done -999"])
    }

    @Test("cancelled while the receiver decides about a redirect that is whole: completes at once")
    func whileAsking() {
        let transport = ScriptedTransport()
        nonisolated(unsafe) var decide: (@Sendable (URLRequest?) -> Void)?
        let log = ExchangeLog(decision: { _, _, answer in decide = answer })
        let exchange = make(transport, log)
        exchange.start()
        transport.hops[0].respond(302, "Location: /b")
        expectEqual(log.events, ["redirect http://a/b"])
        exchange.cancel()
        expectEqual(log.events, ["redirect http://a/b", "done -999"])
        decide?(request("http://a/b"))
        expectEqual(transport.hops.count, 1)
        expectEqual(log.completions, 1)
    }

    @Test("cancelled while the receiver decides about a redirect whose body still comes")
    func whileAskingAndMoving() {
        let transport = ScriptedTransport()
        nonisolated(unsafe) var decide: (@Sendable (URLRequest?) -> Void)?
        let log = ExchangeLog(decision: { _, _, answer in decide = answer })
        let exchange = make(transport, log)
        exchange.start()
        transport.hops[0].head(302, "Location: /b")
        exchange.cancel()
        expectEqual(log.events, ["redirect http://a/b", "done -999"])
        decide?(nil)
        expectEqual(log.completions, 1)
    }

    @Test("cancelled while the rest of a redirect's body is thrown away")
    func whileLeaving() {
        let transport = ScriptedTransport()
        let log = ExchangeLog()
        let exchange = make(transport, log)
        exchange.start()
        transport.hops[0].head(302, "Location: /b")
        exchange.cancel()
        expectEqual(log.events, ["redirect http://a/b", "done -999"])
        expectEqual(transport.hops.count, 1)
    }

    @Test("cancelled by the receiver from within each event", arguments: ["head", "body", "challenge"])
    func fromWithin(_ event: String) {
        final class Canceller: ExchangeReceiver, @unchecked Sendable {
            let event: String
            var completions: [URLError.Code?] = []
            init(_ event: String) { self.event = event }
            func exchange(_ exchange: Exchange, didSend newBytes: Int64, totalBytes: Int64) {}
            func exchange(
                _ exchange: Exchange, willFollow proposed: URLRequest, after head: ResponseHead,
                decide: @escaping @Sendable (URLRequest?) -> Void
            ) { decide(proposed) }
            func exchange(_ exchange: Exchange, didReceiveHints head: TransportResponseHead) {}
            func exchange(_ exchange: Exchange, didReceiveChallenge head: ResponseHead, previousFailures: Int) {
                if event == "challenge" { exchange.cancel() }
            }
            func exchange(_ exchange: Exchange, didReceive head: ResponseHead) {
                if event == "head" { exchange.cancel() }
            }
            func exchange(_ exchange: Exchange, didReceive bytes: RawSpan) { if event == "body" { exchange.cancel() } }
            func exchangeDidReceiveBatch(_ exchange: Exchange) {}

            func exchange(_ exchange: Exchange, didComplete outcome: ExchangeOutcome) {
                completions.append(outcome.error?.code)
                exchange.cancel()
            }
        }
        let transport = ScriptedTransport()
        let receiver = Canceller(event)
        let exchange = Exchange(
            request: request("http://a/"), body: .none, in: ExchangeContext(transport),
            receiver: receiver)
        exchange.start()
        transport.hops[0].head(event == "challenge" ? 401 : 200, "WWW-Authenticate: Basic")
        transport.hops[0].body("x")
        expectEqual(receiver.completions, [.cancelled])
    }

    @Test("a pause before the start holds for the first hop and all that follow")
    func pauseBeforeStart() {
        let transport = ScriptedTransport()
        let exchange = make(transport, ExchangeLog())
        exchange.pause()
        exchange.start()
        expect(transport.hops[0].isPaused)
        transport.hops[0].respond(302, "Location: /b")
        expect(transport.hops[1].isPaused)
        exchange.resume()
        expect(!transport.hops[1].isPaused)
        transport.hops[1].respond(200)
    }

    @Test("exactly one completion, whenever and from wherever it is cancelled")
    func races() {
        let rounds = TestScale.rounds(20_000)
        for round in 0..<rounds {
            let transport = ScriptedTransport()
            let log = ExchangeLog(decision: { proposed, _, decide in
                if round % 3 == 0 {
                    decide(proposed)
                } else {
                    DispatchQueue.global().async { decide(round % 3 == 1 ? proposed : nil) }
                }
            })
            let exchange = make(transport, log)
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { exchange.start() }
            DispatchQueue.global().async(group: group) {
                for _ in 0..<(round % 17) { exchange.pause(); exchange.resume() }
                exchange.cancel()
            }
            DispatchQueue.global().async(group: group) {
                // Plays the server until the exchange is over.
                var served = 0
                while log.completions == 0 {
                    let hops = transport.hops
                    guard served < hops.count else {
                        sched_yield()
                        continue
                    }
                    let hop = hops[served]
                    served += 1
                    if served < 4 {
                        hop.head(302, "Location: /\(served)")
                        hop.body("moved")
                        hop.complete()
                    } else {
                        hop.respond(200, body: "end")
                    }
                }
            }
            group.wait()
            expectEqual(log.completions, 1)
            expectEqual(log.events.last?.hasPrefix("done"), true)
        }
    }
}
