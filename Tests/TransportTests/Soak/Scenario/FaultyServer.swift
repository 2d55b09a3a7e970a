#if os(Linux)
import NeatlineHTTP
import NeatlineTesting

/// A server that does to each request what its path says.
enum FaultyServer {
    /// A path, and how a request for it may end.
    struct Fault: Sendable {
        let path: String
        let outcomes: [Outcome]

        init(_ path: String, _ outcomes: Outcome...) {
            self.path = path
            self.outcomes = outcomes
        }
    }

    static let faults: [Fault] = [
        Fault("/fine", .whole(200, "fine")),
        // A transport does not follow it, a session does.
        Fault("/redirect", .whole(302, ""), .whole(200, "fine")),
        Fault("/chunks", .whole(200, "one two")),
        Fault("/empty", .whole(204, "")),
        Fault("/closing", .whole(200, "closing")),
        Fault("/gzip", .whole(200, "packed")),
        Fault("/late", .whole(200, "late")),
        Fault("/trickle", .whole(200, "ok")),
        Fault("/garbage", .failed(.invalidResponse, nil, "")),
        Fault("/cut-head", .failed(.connectionLost, nil, "")),
        Fault("/cut-body", .failed(.bodyIncomplete, 200, "half")),
        Fault("/reset", .failed(.connectionLost, nil, "")),
        Fault("/reset-head", .failed(.connectionLost, nil, "")),
        Fault(
            "/reset-body", .failed(.bodyIncomplete, 200, "half"), .failed(.bodyIncomplete, 200, ""),
            .failed(.connectionLost, nil, "")),
        Fault(pathWithoutLength, .failed(.bodyIncomplete, 200, "")),
        Fault("/bad-gzip", .failed(.cannotDecodeContent, 200, "")),
    ]

    /// The path whose response is broken behind a head that announces no length.
    static let pathWithoutLength = "/bad-chunk"

    /// Paths that never end.
    static let endlessPaths = ["/stall", "/stall-body", "/endless"]

    static func make() throws -> LoopbackServer {
        let server = try LoopbackServer(logLimit: 0)
        let half = LoopbackStep.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        server.on(nil, "/fine") { _ in LoopbackResponse(text: "fine") }
        server.on(nil, "/redirect") { _ in .redirect(to: "/fine") }
        server.on(nil, "/reset") { _ in .script([.reset]) }
        server.on(nil, "/chunks") { _ in
            LoopbackResponse(chunks: [Array("one ".utf8), Array("two".utf8)], trailers: ["Sum": "2"])
        }
        server.on(nil, "/empty") { _ in .status(204) }
        server.on(nil, "/closing") { _ in
            var response = LoopbackResponse(text: "closing")
            response.closesConnection = true
            return response
        }
        server.on(nil, "/gzip") { _ in
            LoopbackResponse(headers: ["Content-Encoding": "gzip"], body: LoopbackCoding.gzip.encode("packed".utf8))
        }
        server.on(nil, "/late") { _ in .awaiting { LoopbackResponse(text: "late") } }
        server.on(nil, "/trickle") { _ in .script([.trickle("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")]) }
        server.on(nil, "/garbage") { _ in .script([.send("garbage\r\n"), .close]) }
        server.on(nil, "/cut-head") { _ in .script([.send("HTTP/1.1 200 OK\r\nA"), .close]) }
        server.on(nil, "/cut-body") { _ in .script([half, .close]) }
        server.on(nil, "/reset-head") { _ in .script([.send("HTTP/1.1 200 OK\r\nA"), .reset]) }
        server.on(nil, "/reset-body") { _ in .script([half, .reset]) }
        server.on(nil, pathWithoutLength) { _ in
            .script([.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"), .close])
        }
        server.on(nil, "/bad-gzip") { _ in
            LoopbackResponse(headers: ["Content-Encoding": "gzip"], text: "no gzip at all")
        }
        server.on(nil, "/stall") { _ in .script([.stall]) }
        server.on(nil, "/stall-body") { _ in .script([half, .stall]) }
        server.on(nil, "/endless") { _ in
            .script([.send("HTTP/1.1 200 OK\r\n\r\n"), .repeat("endless ")])
        }
        return server
    }
}
#endif
