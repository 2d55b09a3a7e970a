import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite(.ownThreads, .hangLimit)
struct MockTransportTests {
    private static func request(_ method: String, _ url: String, _ body: TransportBody = .none) throws
        -> TransportRequest
    {
        TransportRequest(url: try #require(URL(string: url)), method: method, body: body)
    }

    private static func ask(
        _ transport: MockTransport, _ method: String, _ url: String, _ body: TransportBody = .none
    ) async throws -> (receiver: RecordingReceiver, error: TransportError?) {
        let receiver = RecordingReceiver()
        _ = transport.start(try request(method, url, body), receiver: receiver)
        let completion = await receiver.completion()
        expectEqual(receiver.violations, [])
        expectEqual(receiver.state.completionCount, 1)
        return (receiver, completion.error)
    }

    @Test("An expected request gets its response")
    func anExpectedRequestGetsItsResponse() async throws {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/users/:id") { .json(#"{"id":\#($0.parameters["id"] ?? "")}"#) }
        let (receiver, error) = try await Self.ask(transport, "GET", "https://example.com/users/7?full=1")
        expect(error == nil)
        expectEqual(receiver.head?.status, 200)
        expectEqual(receiver.head?.lines, Array("Content-Type: application/json\r\n".utf8))
        expectEqual(receiver.body, Data(#"{"id":7}"#.utf8))
        let request = try #require(transport.requests.first)
        expectEqual(request.summary, "GET https://example.com/users/7?full=1")
        expectEqual(request.query.map(\.name), ["full"])
        try transport.verify()
    }

    @Test("What fits is decided by method origin path and query")
    func whatFitsIsDecidedByMethodOriginPathAndQuery() async throws {
        let transport = MockTransport()
        transport.on(.post, "/a", respond: .status(201))
        transport.on(nil, "https://one.example/a", respond: .status(202))
        transport.on(.get, "/a?x=1", respond: .status(203))
        transport.on(.get, "/files/*", respond: .status(206))
        transport.on("anything that deletes", where: { $0.method == "DELETE" }, handler: { _ in .status(204) })
        func status(_ method: String, _ url: String) async throws -> Int? {
            try await Self.ask(transport, method, url).receiver.head?.status
        }
        try await expectEqual(status("POST", "http://any.example/a"), 201)
        try await expectEqual(status("GET", "https://ONE.example/a"), 202)
        try await expectEqual(status("GET", "http://one.example/a?y=2&x=1"), 203)
        expect(try await status("GET", "http://one.example/a?x=2") == nil)
        try await expectEqual(status("GET", "http://one.example/files/b/c"), 206)
        try await expectEqual(status("DELETE", "http://one.example/z"), 204)
    }

    @Test("An expectation is used up")
    func anExpectationIsUsedUp() async throws {
        let transport = MockTransport()
        transport.on(.get, "/a", times: 2, respond: .failure(.connectionLost))
        transport.on(.get, "/a", respond: .status(200))
        try await expectEqual(Self.ask(transport, "GET", "http://x.example/a").error?.code, .connectionLost)
        try await expectEqual(Self.ask(transport, "GET", "http://x.example/a").error?.code, .connectionLost)
        expect(try await Self.ask(transport, "GET", "http://x.example/a").error == nil)
    }

    @Test("What nobody expected is said")
    func whatNobodyExpectedIsSaid() async throws {
        let transport = MockTransport()
        let first = try await Self.ask(transport, "GET", "https://example.com/user")
        expectEqual(
            first.error, TransportError(.other, "Nobody expected GET https://example.com/user. Expected: nothing."))
        transport.on(.get, "/users", respond: .status(200))
        transport.on(.put, "/users/:id", times: 3, respond: .status(200))
        let second = try await Self.ask(transport, "PUT", "https://example.com/users")
        expectEqual(
            second.error?.message,
            "Nobody expected PUT https://example.com/users. Expected: GET /users, PUT /users/:id.")
        expectEqual(
            transport.unexpectedRequests.map(\.summary),
            [
                "GET https://example.com/user", "PUT https://example.com/users",
            ])
        let error = #expect(throws: MockTransportError.self) { try transport.verify() }
        expectEqual(
            error?.description,
            "Not asked for: GET /users, PUT /users/:id (0 of 3 times). "
                + "Not expected: GET https://example.com/user, PUT https://example.com/users.")
    }

    @Test("Errors of handlers are the requests")
    func errorsOfHandlersAreTheRequests() async throws {
        let transport = MockTransport()
        transport.on(.get, "/a") { _ in throw TransportError(.cannotFindHost, "no such host") }
        transport.on(.get, "/b") { _ in throw CancellationError() }
        try await expectEqual(
            Self.ask(transport, "GET", "http://x.example/a").error, TransportError(.cannotFindHost, "no such host"))
        try await expectEqual(
            Self.ask(transport, "GET", "http://x.example/b").error, TransportError(.other, "CancellationError()"))
    }

    @Test("A response comes step by step")
    func aResponseComesStepByStep() async throws {
        let transport = MockTransport()
        let gate = TestGate()
        transport.on(
            .get, "/a",
            respond: .script([
                .head(200, headers: ["A": "1", "A": "2"]), .bytes("one"), .waitUntil(gate), .delay(0.001), .bytes([33]),
                .failure(.bodyIncomplete), .bytes("never"),
            ]))
        let receiver = RecordingReceiver()
        _ = transport.start(try Self.request("GET", "http://x.example/a"), receiver: receiver)
        await gate.reached()
        expectEqual(receiver.head?.lines, Array("A: 1\r\nA: 2\r\n".utf8))
        expectEqual(receiver.body, Data("one".utf8))
        expect(receiver.state.completion == nil)
        gate.open()
        await expectEqual(receiver.completion().error, TransportError(.bodyIncomplete, "a mock's failure"))
        expectEqual(receiver.body, Data("one!".utf8))
        expectEqual(receiver.violations, [])
    }

    @Test("A paused request is told nothing")
    func aPausedRequestIsToldNothing() async throws {
        let transport = MockTransport()
        let (gate, passed) = (TestGate(), TestGate())
        transport.on(
            .get, "/a",
            respond: .script([
                .head(200), .bytes("one"), .waitUntil(gate), .perform { passed.open() }, .bytes("two"),
            ]))
        let receiver = RecordingReceiver()
        let task = transport.start(try Self.request("GET", "http://x.example/a"), receiver: receiver)
        await gate.reached()
        task.pause()
        gate.open()
        // A second request is answered behind what the first would have been told by now.
        transport.on(.get, "/b", respond: .status(200))
        _ = try await Self.ask(transport, "GET", "http://x.example/b")
        expect(!passed.isOpen)
        expectEqual(receiver.body, Data("one".utf8))
        task.resume()
        expect(await receiver.completion().error == nil)
        expect(passed.isOpen)
        expectEqual(receiver.body, Data("onetwo".utf8))
    }

    @Test("A cancelled request ends once")
    func aCancelledRequestEndsOnce() async throws {
        let transport = MockTransport()
        transport.on(.get, "/never", respond: .never)
        let receiver = RecordingReceiver()
        let task = transport.start(try Self.request("GET", "http://x.example/never"), receiver: receiver)
        await transport.waitForRequests(1)
        task.cancel()
        task.cancel()
        await expectEqual(receiver.completion().error, TransportError(.cancelled, "The request was cancelled."))
        task.resume()
        task.cancel()
        transport.on(.get, "/b", respond: .status(200))
        _ = try await Self.ask(transport, "GET", "http://x.example/b")
        expectEqual(receiver.state.completionCount, 1)
        expectEqual(receiver.violations, [])
    }

    @Test("Bodies are read whole")
    func bodiesAreReadWhole() async throws {
        let transport = MockTransport()
        transport.on(.post, "/a") { MockResponse(text: $0.text) }
        let (plain, _) = try await Self.ask(transport, "POST", "http://x.example/a", .bytes(Data("hello".utf8)))
        expectEqual(plain.body, Data("hello".utf8))
        expectEqual(plain.state.sentBytes, 5)

        let stream = PiecewiseBody(["one", nil, "two", nil, nil, "three"])
        let (streamed, error) = try await Self.ask(
            transport, "POST", "http://x.example/a", .stream(stream, length: nil))
        expect(error == nil)
        expectEqual(streamed.body, Data("onetwothree".utf8))
        expectEqual(streamed.state.sentBytes, 11)

        let broken = PiecewiseBody(["one"], failure: CancellationError())
        let (_, failure) = try await Self.ask(transport, "POST", "http://x.example/a", .stream(broken, length: nil))
        expectEqual(failure, TransportError(.bodyStreamFailed, "CancellationError()"))
    }

    @Test("An invalidated transport refuses")
    func anInvalidatedTransportRefuses() async throws {
        let transport = MockTransport()
        transport.invalidate()
        transport.invalidate()
        try await expectEqual(Self.ask(transport, "GET", "http://x.example/").error?.code, .invalidated)
        expect(transport.requests.isEmpty)
    }

    @Test("What a transport tells in a wrong order is noted")
    func whatATransportTellsInAWrongOrderIsNoted() {
        let receiver = RecordingReceiver(keepsBody: false)
        receiver.transportDidSend(totalBytes: 2)
        receiver.transportDidSend(totalBytes: 1)
        receiver.transportDidReceive([UInt8]([1, 2]).span.bytes)
        receiver.transportDidReceive([UInt8]().span.bytes)
        receiver.transportDidComplete(TransportCompletion())
        receiver.transportDidReceive(TransportResponseHead(status: 200, lines: []))
        receiver.transportDidReceive(TransportResponseHead(status: 200, lines: []))
        receiver.transportDidComplete(TransportCompletion())
        expectEqual(
            receiver.violations,
            [
                "fewer bytes sent than before", "bytes before a head", "bytes before a head", "no bytes at all",
                "success without a head", "a head after the completion", "a head after the completion",
                "a second head", "a completion after the completion",
            ])
        expectEqual(receiver.state.bodyCount, 2)
        expect(receiver.body.isEmpty)
        expectEqual(receiver.state.completionCount, 2)
    }
}

/// A body in pieces; before a nil it says that there is nothing yet, and calls at once.
private final class PiecewiseBody: TransportBodyStream, @unchecked Sendable {
    private let lock = NSLock()
    private var pieces: ArraySlice<String?>
    private let failure: (any Error)?
    private var wake: (@Sendable () -> Void)?

    init(_ pieces: [String?], failure: (any Error)? = nil) {
        self.pieces = pieces[...]
        self.failure = failure
    }

    func next(limit: Int) throws -> TransportBodyPiece {
        try lock.withLock {
            guard let piece = pieces.popFirst() else {
                if let failure { throw failure }
                return .end
            }
            if let piece { return .bytes(Data(piece.utf8)) }
            wake?()
            return .pending
        }
    }

    func rewind() throws { throw CancellationError() }

    func whenReady(_ wake: @escaping @Sendable () -> Void) { lock.withLock { self.wake = wake } }
}
