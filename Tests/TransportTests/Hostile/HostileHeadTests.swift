#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("Hostile servers: heads", .ownThreads, .hangLimit)
struct HostileHeadTests {
    static let tolerated: [HostileAnswer] = [
        .init(
            "no space after the colon", open: "HTTP/1.1 200 OK\r\nA:b\r\nContent-Length:2\r\n\r\nok", .whole(200, "ok")),
        .init("no reason", open: "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", .whole(200, "ok")),
        .init("no reason but its space", open: "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok", .whole(200, "ok")),
        .init("line feeds only", open: "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", .whole(200, "ok")),
        .init("mixed line ends", open: "HTTP/1.1 200 OK\nContent-Length: 2\r\n\nok", .whole(200, "ok")),
        .init(
            "a folded line", open: "HTTP/1.1 200 OK\r\nA: b\r\n  c\r\nContent-Length: 2\r\n\r\nok", .whole(200, "ok")),
        .init("spaces around values", open: "HTTP/1.1 200 OK\r\nContent-Length:  \t 2 \t\r\n\r\nok", .whole(200, "ok")),
        .init("an empty value", open: "HTTP/1.1 200 OK\r\nA:\r\nContent-Length: 2\r\n\r\nok", .whole(200, "ok")),
        .init("names in other cases", open: "HTTP/1.1 200 OK\r\ncOnTeNt-LeNgTh: 2\r\n\r\nok", .whole(200, "ok")),
        .init("a status of its own", open: "HTTP/1.1 799 Own\r\nContent-Length: 2\r\n\r\nok", .whole(799, "ok")),
        .init(
            "a long reason",
            open: "HTTP/1.1 200 \(String(repeating: "x", count: 20_000))\r\nContent-Length: 2\r\n\r\nok",
            .whole(200, "ok")),
        .init("version 1.0", closed: "HTTP/1.0 200 OK\r\n\r\nok", .whole(200, "ok")),
        .init("no length, until the end", closed: "HTTP/1.1 200 OK\r\n\r\nok", .whole(200, "ok")),
        .init(
            "a header of 90,000 bytes",
            open: "HTTP/1.1 200 OK\r\nA: \(String(repeating: "x", count: 90_000))\r\nContent-Length: 2\r\n\r\nok",
            .whole(200, "ok")),
        .init(
            "4,000 headers",
            open: "HTTP/1.1 200 OK\r\n\((0..<4000).map { "X-\($0): \($0)\r\n" }.joined())Content-Length: 2\r\n\r\nok",
            .whole(200, "ok")),
        .init(
            "some heads of 1xx",
            open:
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: a\r\n\r\nHTTP/1.1 199\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            .whole(200, "ok")),
        .init(
            "900 heads of 1xx",
            open: String(repeating: "HTTP/1.1 102 Wait\r\n\r\n", count: 900)
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", .whole(200, "ok")),
        .init("204 with a length", open: "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", .whole(204, "")),
        .init("304 with a length", open: "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", .whole(304, "")),
        .init(
            "204 and bytes", open: "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad",
            .whole(204, "")),
        .init(
            "304 and chunks",
            open: "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbad\r\n0\r\n\r\n",
            .whole(304, "")),
        .init(
            "version 2 unasked", closed: "HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\nok", .whole(200, "ok"),
            orSince8: .failed(.invalidResponse, nil, "")),
        .init("a line of one colon", closed: "HTTP/1.1 200 OK\r\n:\r\nContent-Length: 2\r\n\r\nok", .whole(200, "ok")),
        .init("a space before the colon", closed: "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok", .whole(200, "ok")),
        .init(
            "a second response",
            open: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad",
            .whole(200, "ok")),
    ]

    @Test("What is only unusual is taken", arguments: tolerated)
    func unusual(_ answer: HostileAnswer) async throws {
        let outcome = try await HostileServer.outcome(of: answer.steps)
        expect(answer.outcomes.contains(outcome), "\(outcome)")
    }

    static let refused: [HostileAnswer] = [
        .init("nothing", [.close], .failed(.connectionLost, nil, "")),
        .init("a reset", [.reset], .failed(.connectionLost, nil, "")),
        .init("an empty line", closed: "\r\n", .failed(.invalidResponse, nil, "")),
        .init("a text", closed: "hello\r\n", .failed(.invalidResponse, nil, "")),
        .init("a page of HTTP/0.9", closed: "<html>hello</html>", .failed(.invalidResponse, nil, "")),
        .init("one byte", closed: "x", .failed(.invalidResponse, nil, "")),
        .init("nulls", [.send([UInt8](repeating: 0, count: 100)), .close], .failed(.invalidResponse, nil, "")),
        .init("a TLS alert", [.send([0x15, 3, 1, 0, 2, 2, 40]), .close], .failed(.invalidResponse, nil, "")),
        .init("another protocol", closed: "SSH-2.0-OpenSSH_9.2\r\n", .failed(.invalidResponse, nil, "")),
        .init("Shoutcast", closed: "ICY 200 OK\r\n\r\nmusic", .failed(.invalidResponse, nil, "")),
        .init("no status", closed: "HTTP/1.1 \r\n\r\n", .failed(.invalidResponse, nil, "")),
        .init("a word for a status", closed: "HTTP/1.1 abc OK\r\n\r\n", .failed(.invalidResponse, nil, "")),
        .init("a short status", closed: "HTTP/1.1 99 OK\r\n\r\n", .failed(.invalidResponse, nil, "")),
        .init("a long status", closed: "HTTP/1.1 2000 OK\r\n\r\n", .failed(.invalidResponse, nil, "")),
        .init("a status below 100", closed: "HTTP/1.1 000 OK\r\n\r\n", .failed(.invalidResponse, nil, "")),
        .init("a negative status", closed: "HTTP/1.1 -20 OK\r\n\r\n", .failed(.invalidResponse, nil, "")),
        .init("no space in the line", closed: "HTTP/1.1200 OK\r\n\r\n", .failed(.invalidResponse, nil, "")),
        .init("version 7", closed: "HTTP/7.1 200 OK\r\n\r\n", .failed(.invalidResponse, nil, "")),
        .init("version 3 over TCP", closed: "HTTP/3 200 OK\r\n\r\n", .failed(.invalidResponse, nil, "")),
        .init("the beginning of a status line", closed: "HTTP/1.", .failed(.connectionLost, nil, "")),
        .init("a status line alone", closed: "HTTP/1.1 200 OK\r\n", .failed(.connectionLost, nil, "")),
        .init("a part of a header", closed: "HTTP/1.1 200 OK\r\nContent-Le", .failed(.connectionLost, nil, "")),
        .init("no empty line", closed: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", .failed(.connectionLost, nil, "")),
        .init("1xx alone", closed: "HTTP/1.1 100 Continue\r\n\r\n", .failed(.connectionLost, nil, "")),
        .init(
            "protocols switched unasked", closed: "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\nbytes",
            .failed(.invalidResponse, nil, "")),
        .init(
            "an endless flood of 1xx", [.repeat("HTTP/1.1 100 Continue\r\n\r\n")], .failed(.invalidResponse, nil, "")),
        .init("an endless status line", [.send("HTTP/1.1 200 "), .repeat("x")], .failed(.invalidResponse, nil, "")),
        .init(
            "an endless header", [.send("HTTP/1.1 200 OK\r\nA: "), .repeat("x")], .failed(.invalidResponse, nil, "")),
        .init(
            "endless headers", [.send("HTTP/1.1 200 OK\r\n"), .repeat("A: b\r\n")], .failed(.invalidResponse, nil, "")),
        .init(
            "an endless folded header", [.send("HTTP/1.1 200 OK\r\nA: b\r\n"), .repeat("  c\r\n")],
            .failed(.invalidResponse, nil, "")),
        .init(
            "a header of 1 MB", [.send("HTTP/1.1 200 OK\r\nA: "), .repeat("x", count: 1 << 20), .send("\r\n\r\n")],
            .failed(.invalidResponse, nil, "")),
        .init("endless line breaks", [.repeat("\r\n")], .failed(.invalidResponse, nil, "")),
        .init("endless garbage", [.repeat([0xFF, 0x00, 0x0D])], .failed(.invalidResponse, nil, "")),
        .init(
            "a line without a colon", closed: "HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 2\r\n\r\nok",
            .failed(.invalidResponse, nil, "")),
        .init(
            "a folded line at first", closed: "HTTP/1.1 200 OK\r\n A: b\r\nContent-Length: 2\r\n\r\nok",
            .failed(.invalidResponse, nil, "")),
        .init(
            "a null in a header", closed: "HTTP/1.1 200 OK\r\nA: b\0c\r\nContent-Length: 2\r\n\r\nok",
            .failed(.invalidResponse, nil, "")),
    ]

    @Test("What is no head of HTTP fails", arguments: refused)
    func malformed(_ answer: HostileAnswer) async throws {
        let outcome = try await HostileServer.outcome(of: answer.steps)
        expect(answer.outcomes.contains(outcome), "\(outcome)")
    }

    @Test("Bytes of headers come as they are, in any encoding")
    func encodings() async throws {
        let line: [UInt8] = Array("X-Latin: gr".utf8) + [0xFC, 0xDF] + Array("e\r\nX-UTF8: grüße\r\n".utf8)
        let hostile = try HostileServer([
            .send("HTTP/1.1 200 OK\r\n"), .send(line), .send("Content-Length: 0\r\n\r\n"),
        ])
        let receiver = RecordingReceiver()
        _ = hostile.transport.start(TransportRequest(url: hostile.server.url), receiver: receiver)
        expect(await receiver.completion().error == nil)
        expectEqual(receiver.head?.lines.starts(with: line), true)
    }

    @Test(
        "The answer to HEAD has no body, whatever it says",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad",
        ])
    func bodiless(_ text: String) async throws {
        try await expectEqual(HostileServer.outcome(of: [.send(text)], method: "HEAD"), .whole(200, ""))
    }

    @Test("A server that speaks before it is asked")
    func early() async throws {
        let hostile = try HostileServer()
        hostile.server.onConnection { $0 == 1 ? [.send("HTTP/1.1 408 Too Slow\r\nContent-Length: 4\r\n\r\nslow")] : [] }
        // It depends on the time of its arrival whether it is seen before the request is sent, and so is no response to
        // that. The server's own answer behind it must not be taken for the next one.
        let first = await hostile.ask("/fine")
        expect([.whole(408, "slow"), .whole(200, "fine"), .failed(.connectionLost, nil, "")].contains(first))
        await expectEqual(hostile.ask("/fine"), .whole(200, "fine"))
    }

    @Test("What exceeds a limit of heads is told which one, and its size")
    func limits() async throws {
        let line = [LoopbackStep.send("HTTP/1.1 200 OK\r\nA: "), .repeat("x", count: 150_000), .send("\r\n\r\n")]
        let server = try LoopbackServer {
            .script($0.path == "/line" ? line : Array(repeating: .send("HTTP/1.1 100 C\r\n\r\n"), count: 1_000))
        }
        let transport = try CurlTransport()
        let long = RecordingReceiver()
        _ = transport.start(TransportRequest(url: server.url("/line")), receiver: long)
        await expectEqual(
            long.completion().error?.message,
            "a line in the head of the response is longer than 102400 bytes, libcurl's limit")
        var configuration = CurlTransport.Configuration()
        configuration.maximumHeadSize = 10_000
        let small = try CurlTransport(configuration: configuration)
        let many = RecordingReceiver()
        _ = small.start(TransportRequest(url: server.url("/heads")), receiver: many)
        await expectEqual(many.completion().error?.message, "the head of the response is longer than 10000 bytes")
    }
}
#endif
