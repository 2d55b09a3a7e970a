import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// Bytes that come together are handed on together, and none is kept back that nobody follows.
@Suite("Pieces of a stream and the transport's batches", .ownThreads, .hangLimit)
struct StreamBatchTests {
    private func session(_ transport: ScriptedTransport) -> Session { Session(transport: transport) }

    /// The texts of a stream's pieces, up to a number of characters.
    private func read(
        _ iterator: inout DataStreamTask.Stream<String, Never>.AsyncIterator, characters: Int
    ) async -> String {
        var text = ""
        while text.count < characters, let event = await iterator.next() { text += event.value ?? "" }
        return text
    }

    @Test("A batch is read before the next one begins")
    func batches() async throws {
        let transport = ScriptedTransport(capabilities: [.backpressure, .batches]) { hop in
            hop.head(200)
            hop.body("a")
            hop.body("b")
            hop.batch()
        }
        let session = session(transport)
        var iterator = session.streamRequest("http://a.b/").streamTask().streamingStrings().makeAsyncIterator()
        await expectEqual(read(&iterator, characters: 2), "ab")
        let hop = try #require(transport.hops.first)
        hop.body("c")
        hop.batch()
        await expectEqual(read(&iterator, characters: 1), "c")
        hop.complete()
        expect(await iterator.next()?.completion?.error == nil)
        expect(await iterator.next() == nil)
    }

    @Test("The end brings what no batch has ended", arguments: [nil, TransportError(.connectionLost, "gone")])
    func end(error: TransportError?) async throws {
        let transport = ScriptedTransport(capabilities: [.batches]) { hop in
            hop.head(200)
            hop.body("a")
            hop.complete(error)
        }
        let session = session(transport)
        var texts: [String] = []
        var isOver = false
        for await event in session.streamRequest("http://a.b/").streamTask().streamingStrings() {
            if let text = event.value { texts.append(text) }
            if let completion = event.completion {
                isOver = true
                expectEqual(completion.error == nil, error == nil)
            }
        }
        expect(texts == ["a"] && isOver)
    }

    @Test("A transport that knows no batches has its bytes read as they come")
    func noBatches() async throws {
        let transport = ScriptedTransport { hop in
            hop.head(200)
            hop.body("a")
        }
        let session = session(transport)
        var iterator = session.streamRequest("http://a.b/").streamTask().streamingStrings().makeAsyncIterator()
        for letter in ["a", "b", "c"] {
            if letter != "a" { transport.hops[0].body(letter) }
            await expectEqual(read(&iterator, characters: 1), letter)
        }
        transport.hops[0].complete()
        expect(await iterator.next()?.completion != nil)
    }

    @Test("Every byte comes once and at its offset, whichever side is faster")
    func wholeness() async throws {
        let pattern = PatternBytes.data(PatternBytes.period)
        let repeats = 120_000
        let server = try LoopbackServer()
        server.on(.get, "/large") { _ in
            .script([
                .head(200, headers: ["Content-Length": "\(pattern.count * repeats)"]),
                .repeat(pattern, count: repeats),
            ])
        }
        server.on(.get, "/small") { _ in LoopbackResponse(text: "small") }
        // A piece begins anywhere in the pattern.
        let expected = PatternBytes.data(2_500_000)
        let session = Session()
        var random = SeededGenerator(seed: 91)
        var count = 0
        for await event in session.streamRequest(server.url("/large")).streamTask().streamingData() {
            guard let piece = event.value else {
                expect(event.completion?.error == nil)
                continue
            }
            let start = count % pattern.count
            expectEqual(piece, expected[start..<start + piece.count])
            count += piece.count
            // Now and then as much comes meanwhile as may wait.
            if random.oneIn(10) { _ = await session.request(server.url("/small")).serializingString().response }
        }
        expectEqual(count, pattern.count * repeats)
    }

    #if os(Linux)
    @Test("libcurl's transport ends the batches of large bodies, and of no others", arguments: [true, false])
    func curl(isLarge: Bool) async throws {
        let gates = [TestGate(), TestGate()]
        let server = try LoopbackServer { _ in
            .script([
                .head(200, headers: ["Transfer-Encoding": "chunked"]), .chunk("one"), .waitUntil(gates[0]),
                .chunk("two"), .waitUntil(gates[1]), .chunk("three"), .lastChunk(),
            ])
        }
        let receiver = RecordingReceiver()
        let transport = try CurlTransport()
        let task = transport.start(
            TransportRequest(url: server.url, expectsLargeBody: isLarge), receiver: receiver)
        await receiver.wait { $0.bodyCount == 3 && $0.batchCount == (isLarge ? 1 : 0) }
        gates[0].open()
        await receiver.wait { $0.bodyCount == 6 && $0.batchCount == (isLarge ? 2 : 0) }
        gates[1].open()
        let completion = await receiver.completion()
        expect(completion.error == nil)
        expectEqual(receiver.violations, [])
        expectEqual(receiver.state.batchCount, isLarge ? 3 : 0)
        withExtendedLifetime(task) {}
    }
    #endif
}
