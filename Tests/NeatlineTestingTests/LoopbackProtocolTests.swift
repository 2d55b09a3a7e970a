import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// What a server has to do right so that what is wrong is what a test wrote.
@Suite(.ownThreads, .hangLimit)
struct LoopbackProtocolTests {
    private static func echo() throws -> LoopbackServer {
        try LoopbackServer { LoopbackResponse(text: "\($0.method) \($0.target) \($0.text)") }
    }

    @Test("A connection serves one request after the other")
    func aConnectionServesOneRequestAfterTheOther() async throws {
        let server = try Self.echo()
        let client = try RawClient(server)
        for number in 0..<5 {
            try await client.send("GET /\(number) HTTP/1.1\r\n\r\n")
            expect(try await client.response().hasSuffix("GET /\(number) "))
        }
        expectEqual(server.connectionCount, 1)
        expectEqual(Set(server.requests.map(\.connection)), [1])
    }

    @Test("Requests sent ahead are answered in their order")
    func requestsSentAheadAreAnsweredInTheirOrder() async throws {
        let gate = TestGate()
        let server = try Self.echo()
        server.on(.get, "/slow") { _ in .script([.waitUntil(gate), .send("HTTP/1.1 200 OK\r\n\r\n")]) }
        let client = try RawClient(server)
        try await client.send(
            "GET /slow HTTP/1.1\r\n\r\nPOST /1 HTTP/1.1\r\nContent-Length: 2\r\n\r\nabGET /2 HTTP/1.1\r\n\r\n")
        gate.open()
        try await expectEqual(client.response(), "HTTP/1.1 200 OK\r\n\r\n")
        expect(try await client.response().hasSuffix("POST /1 ab"))
        expect(try await client.response().hasSuffix("GET /2 "))
    }

    @Test("A request may come in any pieces")
    func aRequestMayComeInAnyPieces() async throws {
        let text =
            "\r\nPOST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"
            + "POST /b HTTP/1.1\nTransfer-Encoding: chunked\n\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n"
        let bytes = Array(text.utf8)
        var random = SeededGenerator(seed: 7)
        for round in 0..<30 {
            let server = try Self.echo()
            let client = try RawClient(server)
            var start = 0
            while start < bytes.count {
                // Every byte alone in the first round.
                let end = round == 0 ? start + 1 : min(bytes.count, start + Int.random(in: 1...60, using: &random))
                try await client.send(Array(bytes[start..<end]))
                start = end
            }
            expect(try await client.response().hasSuffix("POST /a abc"))
            expect(try await client.response().hasSuffix("POST /b abcde"))
            expectEqual(server.requests.last?.trailerLines, ["X-Sum: 5"])
        }
    }

    @Test("A client that expects to be asked is asked")
    func aClientThatExpectsToBeAskedIsAsked() async throws {
        let server = try Self.echo()
        let client = try RawClient(server)
        try await client.send("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        try await expectEqual(client.response(), "HTTP/1.1 100 Continue\r\n\r\n")
        try await client.send("ok")
        expect(try await client.response().hasSuffix("PUT / ok"))
    }

    @Test("A connection ends where the request says so")
    func aConnectionEndsWhereTheRequestSaysSo() async throws {
        let server = try Self.echo()
        for line in ["GET / HTTP/1.0\r\n", "GET / HTTP/1.1\r\nConnection: close\r\n"] {
            let client = try RawClient(server)
            try await client.send(line + "\r\n")
            expect(String(decoding: try await client.rest(), as: UTF8.self).contains("\r\nConnection: close\r\n"))
        }
        let client = try RawClient(server)
        try await client.send("GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /2 HTTP/1.0\r\n\r\n")
        expect(String(decoding: try await client.rest(), as: UTF8.self).hasSuffix("GET /2 "))
    }

    @Test("A client that ends its half still gets its answer")
    func aClientThatEndsItsHalfStillGetsItsAnswer() async throws {
        let server = try Self.echo()
        let client = try RawClient(server)
        try await client.send("GET /a HTTP/1.1\r\n\r\n")
        client.endSending()
        expect(String(decoding: try await client.rest(), as: UTF8.self).hasSuffix("GET /a "))
    }

    @Test(
        "What is no request is refused",
        arguments: [
            "garbage\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFFFF\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
        ])
    func whatIsNoRequestIsRefused(_ text: String) async throws {
        let server = try Self.echo()
        let client = try RawClient(server)
        try await client.send(text)
        let answer = String(decoding: try await client.rest(), as: UTF8.self)
        expectEqual(answer, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        expect(server.requests.isEmpty)
    }

    @Test("A body beyond the limit is counted only")
    func aBodyBeyondTheLimitIsCountedOnly() async throws {
        let server = try LoopbackServer(bodyLimit: 10) { LoopbackResponse(text: "\($0.bodyCount) \($0.body.count)") }
        let client = try RawClient(server)
        try await client.send("POST / HTTP/1.1\r\nContent-Length: 3000000\r\n\r\n")
        try await client.send([UInt8](repeating: 1, count: 3_000_000))
        expect(try await client.response().hasSuffix("\r\n\r\n3000000 10"))
        try await client.send("POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nabcd")
        expect(try await client.response().hasSuffix("\r\n\r\n4 4"))
    }

    @Test("A request may be answered before its body")
    func aRequestMayBeAnsweredBeforeItsBody() async throws {
        let server = try Self.echo()
        server.onHead { $0.path == "/early" ? LoopbackResponse(status: 413, text: "too much") : nil }
        let client = try RawClient(server)
        try await client.send("POST /early HTTP/1.1\r\nContent-Length: 5\r\n\r\n")
        expect(try await client.response().hasSuffix("too much"))
        try await client.send("abcdePOST /late HTTP/1.1\r\nContent-Length: 2\r\n\r\nfg")
        expect(try await client.response().hasSuffix("POST /late fg"))
        expectEqual(server.requests.map(\.text), ["", "fg"])
    }

    @Test("A server may speak first")
    func aServerMaySpeakFirst() async throws {
        let server = try Self.echo()
        server.onConnection { number in
            switch number {
            case 1: [.send("HTTP/1.1 408 Request Timeout\r\n\r\n"), .close]
            case 2: [.reset]
            default: []
            }
        }
        let first = try RawClient(server)
        try await expectEqual(first.rest(), Array("HTTP/1.1 408 Request Timeout\r\n\r\n".utf8))
        expect(try await RawClient(server).isReset())
        let third = try RawClient(server)
        try await third.send("GET / HTTP/1.1\r\n\r\n")
        expect(try await third.response().hasSuffix("GET / "))
    }

    @Test("Many connections are served at once")
    func manyConnectionsAreServedAtOnce() async throws {
        let server = try Self.echo()
        let clients = try (0..<200).map { _ in try RawClient(server) }
        for (number, client) in clients.enumerated() { try await client.send("GET /\(number) HTTP/1.1\r\n\r\n") }
        for (number, client) in clients.enumerated() {
            expect(try await client.response().hasSuffix("GET /\(number) "))
        }
        expectEqual(server.connectionCount, 200)
    }
}
