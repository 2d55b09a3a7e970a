import Foundation
import NeatlineTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LoopbackServerTests {
    @Test func aRequestIsAnsweredByTheHandler() throws {
        let server = try LoopbackServer { request in .json(#"{"ok":true}"#) }
        let client = try RawClient(server)
        try client.send("GET /a?b=c HTTP/1.1\r\nHost: x\r\nX-One: 1\r\n\r\n")
        #expect(
            try client.response() == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n"
                + #"{"ok":true}"#)
        let request = try #require(server.requests.first)
        #expect(request.method == "GET")
        #expect(request.target == "/a?b=c")
        #expect(request.path == "/a")
        #expect(request[query: "b"] == "c")
        #expect(request.headerLines == ["Host: x", "X-One: 1"])
        #expect(request[header: "x-one"] == "1")
        #expect(request.connection == 1)
    }
}
