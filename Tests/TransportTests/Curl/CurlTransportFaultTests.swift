#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("CurlTransport: answers that are broken", .ownThreads)
struct CurlTransportFaultTests {
    let transport: CurlTransport

    init() throws { transport = try CurlTransport() }

    private func answer(_ steps: [LoopbackStep]) async throws -> TransportLog {
        let server = try LoopbackServer { _ in .script(steps) }
        let log = await transport.run(TransportRequest(url: server.url("/")))
        expect(log.isInOrder)
        expectEqual(log.completionCount, 1)
        return log
    }

    @Test(
        "A connection that ends within the head, wherever, is lost",
        arguments: [
            "", "HTTP", "HTTP/1.1 ", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nA: b",
            "HTTP/1.1 200 OK\r\nA: b\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n",
            "HTTP/1.1 103 Early Hints\r\nLink: x\r\n",
        ])
    func headCutOff(bytes: String) async throws {
        let log = try await answer([.send(bytes), .close])
        expectEqual(log.error?.code, .connectionLost)
        expect(log.status == nil)
        expectEqual(log.error?.message.isEmpty, false)
    }

    @Test(
        "A body that ends before its end is incomplete",
        arguments: [
            "Content-Length: 10\r\n\r\n", "Content-Length: 10\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n3\r\nab", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
            "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n", "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc",
            "Transfer-Encoding: chunked\r\n\r\n-1\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabcde\r\n0\r\n\r\n",
        ])
    func bodyCutOff(rest: String) async throws {
        let log = try await answer([.send("HTTP/1.1 200 OK\r\n" + rest), .close])
        expectEqual(log.error?.code, .bodyIncomplete)
        expectEqual(log.status, 200)
    }

    @Test("A reset within the body makes it incomplete, one within the head loses the connection")
    func resets() async throws {
        let gate = TestGate()
        let server = try LoopbackServer { _ in
            .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .waitUntil(gate), .reset])
        }
        let log = TransportLog()
        _ = transport.start(TransportRequest(url: server.url("/")), receiver: log)
        await log.body(of: 3)
        gate.open()
        await log.completion()
        expectEqual(log.error?.code, .bodyIncomplete)
        expectEqual(log.text, "abc")
        try await expectEqual(answer([.send("HTTP/1.1 20"), .reset]).error?.code, .connectionLost)
    }

    @Test("Trailers after a body are no second head")
    func trailers() async throws {
        let log = try await answer([
            .head(200, headers: ["Transfer-Encoding": "chunked"]), .chunk("abc"),
            .lastChunk(trailers: ["X-Sum": "1", "HTTP": "x"]),
        ])
        expect(log.error == nil)
        expectEqual(log.text, "abc")
        expectEqual(log.headText, "Transfer-Encoding: chunked\r\n")
    }

    @Test("Heads before the final one are left out")
    func informationalHeads() async throws {
        let log = try await answer([
            .send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
            .send("HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 2\r\n\r\nok"),
        ])
        expect(log.error == nil)
        expectEqual(log.headText, "A: b\r\nContent-Length: 2\r\n")
        expectEqual(log.text, "ok")
    }

    @Test("Heads that never end are ended", arguments: ["HTTP/1.1 100 Continue\r\n\r\n", "X-Filler: x\r\n"])
    func floods(line: String) async throws {
        let log = try await answer([
            .send(line.hasPrefix("HTTP") ? "" : "HTTP/1.1 200 OK\r\n"), .repeat(String(repeating: line, count: 100)),
        ])
        expectEqual(log.error?.code, .invalidResponse, "\(String(describing: log.error))")
        expect(log.status == nil)
    }

    @Test("Trailers that never end are ended")
    func trailerFlood() async throws {
        let log = try await answer([
            .head(200, headers: ["Transfer-Encoding": "chunked"]), .chunk("abc"),
            .send("0\r\n"), .repeat(String(repeating: "X-Filler: x\r\n", count: 100)),
        ])
        expect(log.error != nil)
        expectEqual(log.text, "abc")
    }

    @Test(
        "What is no HTTP is said so",
        arguments: [
            "garbage\r\n\r\n", "SSH-2.0-x\r\n", "HTTP/1.1 2x0 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "\r\n\r\n",
        ])
    func garbage(bytes: String) async throws {
        let log = try await answer([.send(bytes), .close])
        expect([.invalidResponse, .connectionLost].contains(log.error?.code), "\(String(describing: log.error))")
        expect(log.status == nil)
    }

    @Test("Heads that bend the rules a little are taken")
    func lenientHeads() async throws {
        for (bytes, lines) in [
            ("HTTP/1.1 200\r\nA:b\r\nContent-Length: 0\r\n\r\n", "A:b\r\nContent-Length: 0\r\n"),
            ("HTTP/1.1 200 OK\nA: b\nContent-Length: 0\n\n", "A: b\nContent-Length: 0\n"),
            ("HTTP/1.0 200 OK\r\n\r\n", ""),
        ] {
            let log = try await answer([.send(bytes), .close])
            expect(log.error == nil)
            expectEqual(log.headText, lines)
        }
        let latin = try await answer([
            .send(Array("HTTP/1.1 200 OK\r\nA: ".utf8) + [0xE4] + Array("\r\n\r\n".utf8)), .close,
        ])
        expect(latin.error == nil)
    }

    @Test("A server that switches protocols unasked breaks the rules")
    func switchingProtocols() async throws {
        let log = try await answer([.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nabc"), .close])
        expect([.invalidResponse, .connectionLost].contains(log.error?.code), "\(String(describing: log.error))")
        expect(log.status == nil)
    }

    @Test("A body that is not in its coding cannot be decoded, and one in an unknown coding comes as it is")
    func codings() async throws {
        for coding in ["gzip", "deflate", "unheard-of"] {
            let log = try await answer([
                .head(200, headers: ["Content-Encoding": coding, "Content-Length": "11"]), .send("not in this"),
            ])
            let isKnown = coding != "unheard-of"
            expectEqual(log.error?.code, isKnown ? .cannotDecodeContent : nil, "\(String(describing: log.error))")
            expectEqual(log.text, isKnown ? "" : "not in this")
        }
    }

    @Test("A head may be longer than other limits allow, up to the transport's own")
    func headLimit() async throws {
        var configuration = CurlTransport.Configuration()
        configuration.maximumHeadSize = 1000
        let transport = try CurlTransport(configuration: configuration)
        let server = try LoopbackServer { request in
            LoopbackResponse(headers: ["X": String(repeating: "x", count: request.path == "/long" ? 1000 : 800)])
        }
        expect(await transport.run(TransportRequest(url: server.url("/"))).error == nil)
        let log = await transport.run(TransportRequest(url: server.url("/long")))
        expectEqual(log.error, TransportError(.invalidResponse, "the head of the response is longer than 1000 bytes"))
    }
}
#endif
