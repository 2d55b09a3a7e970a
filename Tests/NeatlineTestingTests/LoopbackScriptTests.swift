import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite(.ownThreads, .hangLimit)
struct LoopbackScriptTests {
    private static func client(_ server: LoopbackServer) async throws -> RawClient {
        let client = try RawClient(server)
        try await client.send("GET / HTTP/1.1\r\n\r\n")
        return client
    }

    @Test("Bytes go out as they are")
    func bytesGoOutAsTheyAre() async throws {
        let server = try LoopbackServer { _ in
            .script([
                .send("HTP/0.9 what\n"), .send([0xFF, 0x00]), .head(299, reason: "", headers: ["A": "b"]),
                .chunk("xyz"),
                .chunk([]), .lastChunk(trailers: ["T": "u"]), .close,
            ])
        }
        let expected =
            Array("HTP/0.9 what\n".utf8) + [0xFF, 0x00]
            + Array("HTTP/1.1 299\r\nA: b\r\n\r\n3\r\nxyz\r\n0\r\nT: u\r\n\r\n".utf8)
        try await expectEqual(Self.client(server).rest(), expected)
    }

    @Test("A script waits at its gate")
    func aScriptWaitsAtItsGate() async throws {
        let gate = TestGate()
        let server = try LoopbackServer { _ in .script([.send("a"), .waitUntil(gate), .send("b"), .close]) }
        let client = try await Self.client(server)
        await gate.reached()
        try await expectEqual(client.bytes(1), Array("a".utf8))
        expect(!gate.isOpen)
        gate.open()
        try await expectEqual(client.rest(), Array("b".utf8))
        // A gate that is open holds nobody.
        try await expectEqual(Self.client(server).rest(), Array("ab".utf8))
        expectEqual(gate.arrivalCount, 2)
    }

    @Test(
        "Events are received as they are given, with line feeds for all line ends in their data",
        arguments: ["a\nb", "a\r\nb", "a\rb", "\r\n\r\n", "\n\r", "", "é\r\n😀\n"])
    func eventsAreReceivedAsTheyAreGiven(_ data: String) async throws {
        let server = try LoopbackServer { _ in
            .events([ServerSentEvent(id: "1", name: "n", data: data), ServerSentEvent(id: "1", data: "end")])
        }
        var received: [ServerSentEvent] = []
        for try await event in AF.eventSourceRequest(server.url("/"), method: .post).events { received.append(event) }
        let lines = data.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
        expectEqual(
            received, [ServerSentEvent(id: "1", name: "n", data: lines), ServerSentEvent(id: "1", data: "end")])
    }

    @Test("Events may have any time before the next connection")
    func eventsHaveAnyRetry() async throws {
        let times: [Duration] = [.zero, .milliseconds(1500), .seconds(Int64.max), .seconds(-1)]
        let server = try LoopbackServer { _ in .events(times.map { ServerSentEvent(data: "a", retry: $0) }) }
        var received: [Duration?] = []
        for try await event in AF.eventSourceRequest(server.url("/"), method: .post).events {
            received.append(event.retry)
        }
        expectEqual(received, [.zero, .milliseconds(1500), .milliseconds(100_000_000_000_000_000), .zero])
    }

    @Test("Bytes are repeated")
    func bytesAreRepeated() async throws {
        let server = try LoopbackServer { _ in
            .script([.repeat("abc", count: 400_000), .repeat("x", count: 0), .close])
        }
        let bytes = try await Self.client(server).rest()
        expectEqual(bytes.count, 1_200_000)
        expect(bytes.starts(with: "abcabcabc".utf8))
        expect(bytes.suffix(3).elementsEqual("abc".utf8))
    }

    @Test("An endless answer ends with its connection")
    func anEndlessAnswerEndsWithItsConnection() async throws {
        let server = try LoopbackServer { _ in .script([.repeat([1, 2, 3])]) }
        let client = try await Self.client(server)
        try await expectEqual(client.bytes(3_000_000).count, 3_000_000)
        // Others are served meanwhile.
        try await expectEqual(Self.client(server).bytes(3), [1, 2, 3])
        client.close()
        await server.waitForOpenConnections(atMost: 0)
        expectEqual(server.openConnectionCount, 0)
    }

    @Test("Bytes are sent in pieces, with delays")
    func bytesTrickle() async throws {
        let server = try LoopbackServer { _ in
            .script([.trickle("abcdefg", pieceSize: 3, delay: 0.001), .trickle("hij"), .trickle(""), .close])
        }
        try await expectEqual(Self.client(server).rest(), Array("abcdefghij".utf8))
    }

    @Test("A reset is seen as one")
    func aResetIsSeenAsOne() async throws {
        let gate = TestGate()
        let server = try LoopbackServer { _ in .script([.send("a"), .waitUntil(gate), .reset]) }
        let client = try await Self.client(server)
        try await expectEqual(client.bytes(1), Array("a".utf8))
        gate.open()
        expect(await client.isReset())
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test("A stalled connection lasts until its client goes")
    func aStalledConnectionLastsUntilItsClientGoes() async throws {
        let stalled = TestGate()
        let server = try LoopbackServer { _ in .script([.perform { stalled.open() }, .send("a"), .stall, .send("b")]) }
        let client = try await Self.client(server)
        try await expectEqual(client.bytes(1), Array("a".utf8))
        expect(stalled.isOpen)
        expectEqual(server.openConnectionCount, 1)
        client.close()
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test("After a script the next request is answered")
    func afterAScriptTheNextRequestIsAnswered() async throws {
        let server = try LoopbackServer { _ in .script([.delay(0.001), .send("HTTP/1.1 200 OK\r\n\r\n")]) }
        let client = try await Self.client(server)
        try await expectEqual(client.response(), "HTTP/1.1 200 OK\r\n\r\n")
        try await client.send("GET / HTTP/1.1\r\n\r\n")
        try await expectEqual(client.response(), "HTTP/1.1 200 OK\r\n\r\n")
    }

    @Test("A response may come later")
    func aResponseMayComeLater() async throws {
        let server = try LoopbackServer()
        let gate = TestGate()
        server.on(.get, "/async") { request in
            .awaiting {
                await gate.reached()
                return LoopbackResponse(text: request.path)
            }
        }
        server.on(.get, "/error") { _ in .awaiting { throw CocoaError(.fileNoSuchFile) } }
        server.on(.get, "/thread") { _ in
            .deferred { reply in
                Thread {
                    reply(LoopbackResponse(text: "first"))
                    reply(LoopbackResponse(text: "second"))
                }.start()
            }
        }
        server.on(.get, "/never") { _ in .deferred { _ in } }
        server.on(.get, "/open") { _ in .script([.waitUntil(gate), .send("HTTP/1.1 200 OK\r\n\r\n")]) }
        let waiting = try RawClient(server)
        try await waiting.send("GET /async HTTP/1.1\r\n\r\n")
        let client = try RawClient(server)
        try await client.send("GET /open HTTP/1.1\r\n\r\n")
        expect(try await waiting.response().hasSuffix("/async"))
        gate.open()
        try await expectEqual(client.response(), "HTTP/1.1 200 OK\r\n\r\n")
        try await client.send("GET /error HTTP/1.1\r\n\r\n")
        expect(try await client.response().hasPrefix("HTTP/1.1 500 "))
        try await client.send("GET /thread HTTP/1.1\r\n\r\n")
        expect(try await client.response().hasSuffix("first"))
        try await client.send("GET /never HTTP/1.1\r\n\r\n")
        expect(try await client.rest().isEmpty)
    }

    @Test("A server that does not read holds back its client")
    func aServerThatDoesNotReadHoldsBackItsClient() async throws {
        let gate = TestGate()
        let server = try LoopbackServer { LoopbackResponse(text: "\($0.bodyCount)") }
        server.onHead { _ in
            .script([.pauseReading, .waitUntil(gate), .resumeReading, .send("HTTP/1.1 200 OK\r\n\r\n")])
        }
        let client = try RawClient(server)
        try await client.send("POST / HTTP/1.1\r\nContent-Length: 50000000\r\n\r\n")
        await gate.reached()
        gate.open()
        try await client.send([UInt8](repeating: 7, count: 50_000_000))
        try await expectEqual(client.response(), "HTTP/1.1 200 OK\r\n\r\n")
    }
}
