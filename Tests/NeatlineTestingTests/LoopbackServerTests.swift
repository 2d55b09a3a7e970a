import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite(.ownThreads, .hangLimit)
struct LoopbackServerTests {
    @Test("A request is answered and kept")
    func aRequestIsAnsweredAndKept() async throws {
        let server = try LoopbackServer { _ in .json(#"{"ok":true}"#) }
        let client = try RawClient(server)
        try await client.send("GET /a%20b?c=d+e&f HTTP/1.1\r\nHost: x\r\nX-One:  1 \r\nx-one: 2\r\n\r\n")
        try await expectEqual(
            client.response(),
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n"
                + #"{"ok":true}"#)
        let request = try #require(server.requests.first)
        expectEqual(request.method, "GET")
        expectEqual(request.target, "/a%20b?c=d+e&f")
        expectEqual(request.minorVersion, 1)
        expectEqual(request.path, "/a%20b")
        expectEqual(request[query: "c"], "d e")
        expectEqual(request.query.map(\.name), ["c", "f"])
        expectEqual(request.headerLines, ["Host: x", "X-One:  1 ", "x-one: 2"])
        expectEqual(request[header: "X-ONE"], "1, 2")
        expect(request[header: "X-Two"] == nil)
        expectEqual(request.connection, 1)
        expectEqual(server.requestCount, 1)
    }

    @Test(
        "Every kind of address is served",
        arguments: [
            LoopbackAddress.ipv4, .ipv6, .unixSocket(path: NSTemporaryDirectory() + "neatline-\(UUID()).sock"),
        ])
    func everyKindOfAddressIsServed(_ address: LoopbackAddress) async throws {
        let server = try LoopbackServer(on: address) { _ in LoopbackResponse(text: "hello") }
        let client = try RawClient(server)
        try await client.send("GET / HTTP/1.1\r\n\r\n")
        expect(try await client.response().hasSuffix("hello"))
        server.stop()
        if case .unixSocket(let path) = address { expect(!FileManager.default.fileExists(atPath: path)) }
    }

    @Test("URLs name the server")
    func urlsNameTheServer() throws {
        let server = try LoopbackServer()
        expectEqual(server.url.absoluteString, "http://127.0.0.1:\(server.port)/")
        expectEqual(server.url("/a/b?c=1").absoluteString, "http://127.0.0.1:\(server.port)/a/b?c=1")
        expectEqual(server.url("a").absoluteString, "http://127.0.0.1:\(server.port)/a")
        expectEqual(server.url("//a/b").absoluteString, "http://127.0.0.1:\(server.port)//a/b")
        expect(try LoopbackServer(on: .ipv6).url.absoluteString.hasPrefix("http://[::1]:"))
    }

    @Test("A path that is too long for a socket is refused")
    func aPathThatIsTooLongForASocketIsRefused() throws {
        let path = "/tmp/" + String(repeating: "a", count: 200)
        let error = #expect(throws: LoopbackServerError.self) { try LoopbackServer(on: .unixSocket(path: path)) }
        expectEqual(error?.description, "bind: a socket cannot have the path '\(path)' (\(ENAMETOOLONG))")
    }

    @Test("Routes are tried in their order and give their names")
    func routesAreTriedInTheirOrderAndGiveTheirNames() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(status: 404, text: "none") }
        server.on(.get, "/users/me") { _ in LoopbackResponse(text: "me") }
        server.on(.get, "/users/:id") { LoopbackResponse(text: $0.parameters["id"] ?? "") }
        server.on(.post, "/users/:id") { _ in LoopbackResponse(text: "posted") }
        server.on(nil, "/files/*") { LoopbackResponse(text: "file " + $0.path) }
        let client = try RawClient(server)
        func ask(_ line: String) async throws -> String {
            try await client.send("\(line) HTTP/1.1\r\nContent-Length: 0\r\n\r\n")
            let response = try await client.response()
            return response.prefix(12).suffix(3) + " " + response.components(separatedBy: "\r\n\r\n")[1]
        }
        try await expectEqual(ask("GET /users/me"), "200 me")
        try await expectEqual(ask("GET /users/a%2Fb?x=y"), "200 a/b")
        try await expectEqual(ask("GET http://elsewhere.example/users/7"), "200 7")
        try await expectEqual(ask("POST /users/7"), "200 posted")
        try await expectEqual(ask("PURGE /files/a/b"), "200 file /files/a/b")
        try await expectEqual(ask("GET /users/7/more"), "404 none")
        try await expectEqual(ask("DELETE /users/7"), "405 ")
        server.on(.get, "/users/:id") { _ in LoopbackResponse(text: "replaced") }
        try await expectEqual(ask("GET /users/7"), "200 replaced")
    }

    @Test("An error of a handler becomes a response")
    func anErrorOfAHandlerBecomesAResponse() async throws {
        let server = try LoopbackServer { _ in throw CocoaError(.fileNoSuchFile) }
        let client = try RawClient(server)
        try await client.send("GET / HTTP/1.1\r\n\r\n")
        expect(try await client.response().hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
    }

    @Test("Head gets the head of get only")
    func headGetsTheHeadOfGetOnly() async throws {
        let server = try LoopbackServer()
        server.on(.get, "/a") { _ in LoopbackResponse(text: "hello") }
        server.on(.get, "/b") { _ in LoopbackResponse(chunks: [[1, 2, 3]]) }
        let client = try RawClient(server)
        try await client.send("HEAD /a HTTP/1.1\r\n\r\nHEAD /b HTTP/1.1\r\n\r\nHEAD /c HTTP/1.1\r\n\r\n")
        expect(try await client.response(toHead: true).contains("Content-Length: 5\r\n"))
        expect(try await client.response(toHead: true).contains("Transfer-Encoding: chunked\r\n"))
        expect(try await client.response(toHead: true).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    }

    @Test("A body of chunks has its trailers")
    func aBodyOfChunksHasItsTrailers() async throws {
        let server = try LoopbackServer { _ in
            LoopbackResponse(
                chunks: [Array("one".utf8), [], Array("seventeen letters".utf8)], trailers: ["X-Sum": "2"])
        }
        let client = try RawClient(server)
        try await client.send("GET / HTTP/1.1\r\n\r\n")
        try await expectEqual(
            client.response(),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\none\r\n11\r\nseventeen letters\r\n0\r\nX-Sum: 2\r\n\r\n")
    }

    @Test("A response is written as it is given")
    func aResponseIsWrittenAsItIsGiven() async throws {
        let server = try LoopbackServer { request in
            var response = LoopbackResponse(status: Int(request.path.dropFirst()) ?? 0, body: "x".utf8)
            if request.path == "/299" { response.reason = "" }
            if request.path == "/298" { response.reason = "Fine" }
            if request.path == "/297" { response.headers = [("Content-Length", "1"), ("A", "1"), ("A", "2")] }
            return response
        }
        let client = try RawClient(server)
        func ask(_ status: Int) async throws -> String {
            try await client.send("GET /\(status) HTTP/1.1\r\n\r\n")
            return try await client.response()
        }
        try await expectEqual(ask(204), "HTTP/1.1 204 No Content\r\n\r\n")
        try await expectEqual(ask(304), "HTTP/1.1 304 Not Modified\r\n\r\n")
        try await expectEqual(ask(299), "HTTP/1.1 299\r\nContent-Length: 1\r\n\r\nx")
        try await expectEqual(ask(298), "HTTP/1.1 298 Fine\r\nContent-Length: 1\r\n\r\nx")
        try await expectEqual(ask(297), "HTTP/1.1 297\r\nContent-Length: 1\r\nA: 1\r\nA: 2\r\n\r\nx")
    }

    @Test("The log keeps the newest")
    func theLogKeepsTheNewest() async throws {
        let server = try LoopbackServer(logLimit: 3) { _ in .status(200) }
        let client = try RawClient(server)
        for number in 0..<8 {
            try await client.send("GET /\(number) HTTP/1.1\r\n\r\n")
            _ = try await client.response()
        }
        expectEqual(server.requests.map(\.target), ["/5", "/6", "/7"])
        expectEqual(server.requestCount, 8)
        server.clearRequests()
        expect(server.requests.isEmpty)
    }
}
