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
        #expect(
            try await client.response()
                == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n"
                + #"{"ok":true}"#)
        let request = try #require(server.requests.first)
        #expect(request.method == "GET")
        #expect(request.target == "/a%20b?c=d+e&f")
        #expect(request.minorVersion == 1)
        #expect(request.path == "/a%20b")
        #expect(request[query: "c"] == "d e")
        #expect(request.query.map(\.name) == ["c", "f"])
        #expect(request.headerLines == ["Host: x", "X-One:  1 ", "x-one: 2"])
        #expect(request[header: "X-ONE"] == "1, 2")
        #expect(request[header: "X-Two"] == nil)
        #expect(request.connection == 1)
        #expect(server.requestCount == 1)
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
        #expect(try await client.response().hasSuffix("hello"))
        server.stop()
        if case .unixSocket(let path) = address { #expect(!FileManager.default.fileExists(atPath: path)) }
    }

    @Test("URLs name the server")
    func urlsNameTheServer() throws {
        let server = try LoopbackServer()
        #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)/")
        #expect(server.url("/a/b?c=1").absoluteString == "http://127.0.0.1:\(server.port)/a/b?c=1")
        #expect(server.url("a").absoluteString == "http://127.0.0.1:\(server.port)/a")
        #expect(server.url("//a/b").absoluteString == "http://127.0.0.1:\(server.port)//a/b")
        #expect(try LoopbackServer(on: .ipv6).url.absoluteString.hasPrefix("http://[::1]:"))
    }

    @Test("A path that is too long for a socket is refused")
    func aPathThatIsTooLongForASocketIsRefused() throws {
        let path = "/tmp/" + String(repeating: "a", count: 200)
        let error = #expect(throws: LoopbackServerError.self) { try LoopbackServer(on: .unixSocket(path: path)) }
        #expect(error?.description == "bind: a socket cannot have the path '\(path)' (\(ENAMETOOLONG))")
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
        #expect(try await ask("GET /users/me") == "200 me")
        #expect(try await ask("GET /users/a%2Fb?x=y") == "200 a/b")
        #expect(try await ask("GET http://elsewhere.example/users/7") == "200 7")
        #expect(try await ask("POST /users/7") == "200 posted")
        #expect(try await ask("PURGE /files/a/b") == "200 file /files/a/b")
        #expect(try await ask("GET /users/7/more") == "404 none")
        #expect(try await ask("DELETE /users/7") == "405 ")
        server.on(.get, "/users/:id") { _ in LoopbackResponse(text: "replaced") }
        #expect(try await ask("GET /users/7") == "200 replaced")
    }

    @Test("An error of a handler becomes a response")
    func anErrorOfAHandlerBecomesAResponse() async throws {
        let server = try LoopbackServer { _ in throw CocoaError(.fileNoSuchFile) }
        let client = try RawClient(server)
        try await client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(try await client.response().hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
    }

    @Test("Head gets the head of get only")
    func headGetsTheHeadOfGetOnly() async throws {
        let server = try LoopbackServer()
        server.on(.get, "/a") { _ in LoopbackResponse(text: "hello") }
        server.on(.get, "/b") { _ in LoopbackResponse(chunks: [[1, 2, 3]]) }
        let client = try RawClient(server)
        try await client.send("HEAD /a HTTP/1.1\r\n\r\nHEAD /b HTTP/1.1\r\n\r\nHEAD /c HTTP/1.1\r\n\r\n")
        #expect(try await client.response(toHead: true).contains("Content-Length: 5\r\n"))
        #expect(try await client.response(toHead: true).contains("Transfer-Encoding: chunked\r\n"))
        #expect(try await client.response(toHead: true).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    }

    @Test("A body of chunks has its trailers")
    func aBodyOfChunksHasItsTrailers() async throws {
        let server = try LoopbackServer { _ in
            LoopbackResponse(
                chunks: [Array("one".utf8), [], Array("seventeen letters".utf8)], trailers: ["X-Sum": "2"])
        }
        let client = try RawClient(server)
        try await client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(
            try await client.response() == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
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
        #expect(try await ask(204) == "HTTP/1.1 204 No Content\r\n\r\n")
        #expect(try await ask(304) == "HTTP/1.1 304 Not Modified\r\n\r\n")
        #expect(try await ask(299) == "HTTP/1.1 299\r\nContent-Length: 1\r\n\r\nx")
        #expect(try await ask(298) == "HTTP/1.1 298 Fine\r\nContent-Length: 1\r\n\r\nx")
        #expect(try await ask(297) == "HTTP/1.1 297\r\nContent-Length: 1\r\nA: 1\r\nA: 2\r\n\r\nx")
    }

    @Test("The log keeps the newest")
    func theLogKeepsTheNewest() async throws {
        let server = try LoopbackServer(logLimit: 3) { _ in .status(200) }
        let client = try RawClient(server)
        for number in 0..<8 {
            try await client.send("GET /\(number) HTTP/1.1\r\n\r\n")
            _ = try await client.response()
        }
        #expect(server.requests.map(\.target) == ["/5", "/6", "/7"])
        #expect(server.requestCount == 8)
        server.clearRequests()
        #expect(server.requests.isEmpty)
    }
}
