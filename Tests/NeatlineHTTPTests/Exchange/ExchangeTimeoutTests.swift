import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Exchange: timeouts", .ownThreads)
struct ExchangeTimeoutTests {
    let time = ManualTime()
    let deadlines: Deadlines
    let transport = ScriptedTransport()

    init() { deadlines = time.makeDeadlines() }

    private func start(
        _ log: ExchangeLog, timeout: TimeInterval = 60, request own: TimeInterval = 60, resource: TimeInterval = 604_800
    ) -> Exchange {
        var settings = ExchangeSettings()
        settings.requestTimeout = timeout
        settings.resourceTimeout = resource
        settings.deadlines = deadlines
        var made = request("http://a/")
        if own != made.timeoutInterval { made.timeoutInterval = own }
        let exchange = Exchange(request: made, body: .none, in: ExchangeContext(transport, settings), receiver: log)
        exchange.start()
        return exchange
    }

    @Test("no byte for the request's time ends it", arguments: [0.001, 0.5, 1.9, 60, 86_400])
    func idle(_ seconds: Double) {
        let log = ExchangeLog()
        _ = start(log, request: seconds)
        time.pass(seconds * 0.999)
        expect(log.events.isEmpty)
        time.pass(seconds * 0.001 + 0.002)
        expectEqual(log.events, ["done -1001"])
        expect(transport.hops[0].isCancelled)
        expectEqual(deadlines.count, 0)
    }

    @Test("a request's time of 60 seconds counts if it was set, and the session's if it was not")
    func setToTheDefault() throws {
        let untouched = URLRequest(url: try #require(URL(string: "http://a/")))
        var copied = untouched
        copied.httpMethod = "PUT"
        var set = untouched
        set.timeoutInterval = 60
        var copiedAfterwards = set
        copiedAfterwards.setValue("1", forHTTPHeaderField: "A")
        var added = untouched
        added.timeoutInterval += 0
        for (request, seconds) in [
            (untouched, 7), (copied, 7), (set, 60), (copiedAfterwards, 60), (added, 60),
        ] as [(URLRequest, TimeInterval)] {
            expectEqual(Exchange.requestTimeout(of: request, else: 7), seconds)
        }
        set.timeoutInterval = 8
        expectEqual(Exchange.requestTimeout(of: set, else: 7), 8)
        set.timeoutInterval = .nan
        expectEqual(Exchange.requestTimeout(of: set, else: 7), 7)
    }

    @Test("adapters and modifiers keep a time of 60 seconds")
    func setByAModifier() async throws {
        let session = Session(
            interceptor: Adapter { request, _, completion in
                var request = request
                request.setValue("1", forHTTPHeaderField: "A")
                completion(.success(request))
            }, transport: MockTransport())
        let request = session.request("https://example.com/") { $0.timeoutInterval = 60 }
        _ = await request.unserialized()
        expectEqual(Exchange.requestTimeout(of: try #require(request.request), else: 7), 60)
    }

    @Test(
        "the message says what was waited for", arguments: [(0.5, "0.5 seconds"), (1, "1 second"), (60, "60 seconds")])
    func message(_ seconds: Double, _ text: String) {
        let log = ExchangeLog()
        _ = start(log, timeout: seconds)
        time.pass(seconds + 1)
        expectEqual(log.outcome?.error?.localizedDescription, "No byte came or went for \(text).")
        expectEqual(log.outcome?.error?.code, .timedOut)
        expectEqual(log.outcome?.error?.failingURL?.absoluteString, "http://a/")
    }

    @Test("a transport that never answers ends nothing later than a second after the time, or after being cancelled")
    func silent() throws {
        for isCancelled in [false, true] {
            let log = ExchangeLog()
            let exchange = start(log, timeout: 10)
            let hop = try #require(transport.hops.last)
            hop.completesWhenCancelled = false
            hop.head(200)
            if isCancelled { exchange.cancel() } else { time.pass(10.01) }
            expect(hop.isCancelled && log.completions == 0)
            time.pass(0.9)
            expectEqual(log.completions, 0)
            // What comes by then counts.
            hop.body("a")
            time.pass(0.2)
            let events = ["head 200", "body a", isCancelled ? "done -999" : "done -1001"]
            expectEqual(log.events, events)
            hop.body("b")
            hop.sent(3)
            hop.complete()
            expectEqual(log.events, events)
            expectEqual(deadlines.count, 0)
        }
    }

    @Test("the receiver of an exchange whose transport is silent is released")
    func silentRelease() throws {
        weak var released: ExchangeLog?
        do {
            let log = ExchangeLog()
            released = log
            let exchange = start(log)
            try #require(transport.hops.last).completesWhenCancelled = false
            exchange.cancel()
            expectEqual(log.completions, 0)
            time.pass(1.1)
            expectEqual(log.completions, 1)
        }
        expect(released == nil)
    }

    @Test("every byte in either direction begins the time anew")
    func activity() {
        let log = ExchangeLog()
        _ = start(log, timeout: 10)
        let hop = transport.hops[0]
        time.pass(9)
        hop.sent(1)
        time.pass(9)
        hop.head(200)
        for _ in 0..<10 {
            time.pass(9)
            hop.body("x")
        }
        expectEqual(log.completions, 0)
        time.pass(11)
        expectEqual(log.events.last, "done -1001")
    }

    #if os(Linux)
    @Test("lines of heads begin the time anew, those of interim responses, too", .hangLimit)
    func headLines() async throws {
        let lines = [
            "HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "A: b\r\n",
            "Content-Length: 0\r\n", "\r\n",
        ]
        let gates = lines.map { _ in TestGate() }
        let server = try LoopbackServer { _ in LoopbackResponse(text: "fine") }
        server.on(.get, "/slow") { _ in
            .script(zip(gates, lines).flatMap { gate, line in [.waitUntil(gate), .send(line)] })
        }
        let transport = try CurlTransport()
        let log = ExchangeLog()
        var settings = ExchangeSettings()
        settings.requestTimeout = 10
        settings.deadlines = deadlines
        let exchange = Exchange(
            request: request(server.url("/slow").absoluteString), body: .none, in: ExchangeContext(transport, settings),
            receiver: log)
        exchange.start()
        let session = Session(transport: transport)
        for gate in gates where log.completions == 0 {
            await gate.reached()
            // Newer versions of libcurl tell of a line when the next one comes.
            time.pass(4)
            gate.open()
            // The line has come when others have been answered that were asked for later.
            for _ in 0..<5 { try await expectEqual(session.request(server.url).serializingString().value, "fine") }
        }
        expectEqual(log.events, ["head 200", "done"])
    }
    #endif

    @Test("the resource's time counts over all hops, whatever comes meanwhile")
    func resource() {
        let log = ExchangeLog()
        _ = start(log, resource: 10)
        time.pass(6)
        transport.hops[0].respond(302, "Location: /b")
        transport.hops[1].head(200)
        time.pass(3)
        transport.hops[1].body("x")
        expectEqual(log.completions, 0)
        time.pass(1.01)
        expectEqual(log.events.last, "done -1001")
        expectEqual(log.outcome?.error?.localizedDescription, "The request took longer than 10 seconds.")
    }

    @Test(
        "any time at all: infinite, huge, not a number",
        arguments: [Double.infinity, .greatestFiniteMagnitude, .nan, 1e12])
    func endless(_ seconds: Double) {
        let log = ExchangeLog()
        _ = start(log, timeout: seconds, resource: seconds)
        expectEqual(deadlines.count, 0)
        time.pass(1e6)
        expectEqual(log.completions, 0)
        transport.hops[0].respond(200)
        expectEqual(log.events.last, "done")
    }

    @Test("no time at all ends it at once", arguments: [0, -1, -Double.infinity, 1e-12])
    func none(_ seconds: Double) {
        let log = ExchangeLog()
        _ = start(log, request: seconds)
        time.pass(0.002)
        expectEqual(log.events, ["done -1001"])
    }

    @Test("a request that says nothing has the session's time, one that says something its own")
    func precedence() {
        expectEqual(Exchange.requestTimeout(of: request("http://a/"), else: 7), 7)
        var own = request("http://a/")
        own.timeoutInterval = 3
        expectEqual(Exchange.requestTimeout(of: own, else: 7), 3)
        own.timeoutInterval = .nan
        expectEqual(Exchange.requestTimeout(of: own, else: 7), 7)
    }

    @Test("a pause does not count, nor does it afterwards")
    func pausing() {
        let log = ExchangeLog()
        let exchange = start(log, timeout: 10)
        transport.hops[0].head(200)
        time.pass(5)
        exchange.pause()
        time.pass(100)
        exchange.resume()
        time.pass(9)
        expectEqual(log.completions, 0)
        time.pass(2)
        expectEqual(log.events.last, "done -1001")
    }

    @Test("the time of a decision about a redirect does not count for the request, but for the resource")
    func deciding() {
        nonisolated(unsafe) var decide: (@Sendable (URLRequest?) -> Void)?
        let log = ExchangeLog(decision: { _, _, answer in decide = answer })
        _ = start(log, timeout: 10, resource: 100)
        transport.hops[0].respond(302, "Location: /b")
        time.pass(50)
        expectEqual(log.completions, 0)
        time.pass(51)
        expectEqual(log.events, ["redirect http://a/b", "done -1001"])
        decide?(nil)
        expectEqual(log.completions, 1)
    }

    @Test("a redirect's body that trickles is left after a second")
    func trickle() {
        let log = ExchangeLog()
        _ = start(log)
        let hop = transport.hops[0]
        hop.head(302, "Location: /b")
        for _ in 0..<9 {
            time.pass(0.1)
            hop.body("x")
        }
        expect(!hop.isCancelled)
        time.pass(0.2)
        expect(hop.isCancelled)
        transport.hops[1].respond(200)
        expectEqual(log.events, ["redirect http://a/b", "head 200", "done"])
        expectEqual(deadlines.count, 0)
    }

    @Test("a response that is whole leaves no deadline")
    func nothingLeft() {
        let log = ExchangeLog()
        _ = start(log)
        expectEqual(deadlines.count, 1)
        transport.hops[0].respond(200)
        expectEqual(deadlines.count, 0)
        expectEqual(log.events, ["head 200", "done"])
    }
}
