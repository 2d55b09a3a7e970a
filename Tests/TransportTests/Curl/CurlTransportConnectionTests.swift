#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("CurlTransport: connections, their ends, and timings", .ownThreads)
struct CurlTransportConnectionTests {
    private func transport(_ change: (inout CurlTransport.Configuration) -> Void = { _ in }) throws -> CurlTransport {
        var configuration = CurlTransport.Configuration()
        configuration.idleConnectionLifetime = 3_600
        change(&configuration)
        return try CurlTransport(configuration: configuration)
    }

    @Test("A connection is used again, and the timings say so")
    func reuse() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "abc") }
        let transport = try transport()
        let before = Int64(Date().timeIntervalSince1970 * 1e9)
        var timings: [TransportTimings] = []
        for _ in 0..<3 {
            timings.append(await transport.run(TransportRequest(url: server.url("/x"))).completion().timings)
        }
        expectEqual(server.connectionCount, 1)
        expectEqual(timings.map(\.isReusedConnection), [false, true, true])
        for timing in timings {
            expect(timing.start >= before)
            expectEqual(timing.remoteAddress, "127.0.0.1")
            expectEqual(timing.remotePort, server.port)
            expectEqual(timing.localAddress, "127.0.0.1")
            expectEqual(timing.localPort, timings[0].localPort)
            expectEqual(timing.protocolVersion, .http1_1)
            expect(!timing.isProxyConnection)
            expectEqual(timing.bodyBytesReceived, 3)
            expectEqual(timing.bodyBytesSent, 0)
            expect(timing.headerBytesReceived > 40)
            expect(timing.headerBytesSent > 40)
            expect(timing.secureConnectionEnd == nil)
            let sent = try #require(timing.requestStart)
            let first = try #require(timing.responseStart)
            expect(0 < sent && sent <= first && first <= timing.end)
        }
        let connected = try #require(timings[0].connectEnd)
        expect(try #require(timings[0].lookupEnd) <= connected)
        expect(connected <= timings[0].end)
        expect(timings[1].connectEnd == nil)
    }

    @Test("A body of unknown length is not sent on the connection of an HTTP/1.0 server, but on a new one")
    func unknownLengthToHTTP1_0() async throws {
        let server = try LoopbackServer { request in
            let answer = "\(request.bodyCount)"
            return .script([
                .send("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: \(answer.count)\r\n\r\n\(answer)")
            ])
        }
        let transport = try transport()
        for number in 1...3 {
            let body = TransportBody.stream(PieceStream(["ab", "c"]), length: nil)
            let log = await transport.run(TransportRequest(url: server.url("/"), method: "POST", body: body))
            expect(log.error == nil)
            expectEqual(log.text, "3")
            expectEqual(server.connectionCount, number)
        }
    }

    @Test("A connection that the server closed meanwhile is made anew, with any method and body")
    func staleConnections() async throws {
        let server = try LoopbackServer { request in
            var response = LoopbackResponse(text: "\(request.bodyCount)")
            response.closesConnection = true
            return .script([
                .send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(request.bodyCount)"), .close,
            ])
        }
        let transport = try transport()
        for round in 1...8 {
            let stream = PieceStream(["ab", "cd"])
            let request = TransportRequest(
                url: server.url("/"), method: round % 2 == 0 ? "POST" : "GET",
                body: round % 2 == 0 ? .stream(stream, length: 4) : .none)
            let log = await transport.run(request)
            expect(log.error == nil)
            expectEqual(log.text, round % 2 == 0 ? "4" : "0")
            await server.waitForOpenConnections(atMost: 0)
        }
        expectEqual(server.connectionCount, 8)
    }

    @Test("No more connections are made than allowed, and waiting for one is no timeout of connecting")
    func connectionLimit() async throws {
        let gate = TestGate()
        let server = try LoopbackServer { _ in .script([.waitUntil(gate), .send("HTTP/1.1 204 No\r\n\r\n")]) }
        let transport = try transport {
            $0.maximumConnectionsPerHost = 2
            $0.connectTimeout = 1
        }
        let logs = (0..<10).map { _ in TransportLog() }
        for log in logs { _ = transport.start(TransportRequest(url: server.url("/")), receiver: log) }
        await gate.reached(2)
        // Longer than connecting may take; nothing is expected to happen meanwhile.
        let waiting = try LoopbackServer { _ in .script([.delay(1.5), .send("HTTP/1.1 204 No\r\n\r\n")]) }
        _ = await transport.run(TransportRequest(url: waiting.url("/")))
        gate.open()
        for log in logs {
            await log.completion()
            expect(log.error == nil)
        }
        expectEqual(server.connectionCount, 2)
    }

    @Test("Connecting takes no longer than it may")
    func connectTimeout() async throws {
        // The system takes a few connections that nobody accepts; the next ones get no answer.
        let listener = try BlockedListener()
        let transport = try transport { $0.connectTimeout = 0.15 }
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        let log = await transport.run(TransportRequest(url: url))
        expectEqual(log.error?.code, .timedOut)
        expect(log.status == nil)
    }

    @Test("With no lifetime for idle connections, each request has one of its own")
    func noReuse() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "abc") }
        let transport = try transport { $0.idleConnectionLifetime = 0 }
        for _ in 0..<3 { _ = await transport.run(TransportRequest(url: server.url("/x"))) }
        expectEqual(server.connectionCount, 3)
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test("Idle connections are closed when their time is over, and requests go on after that")
    func idleLifetime() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "abc") }
        let transport = try transport { $0.idleConnectionLifetime = 0.05 }
        for round in 1...3 {
            await expectEqual(transport.run(TransportRequest(url: server.url("/x"))).text, "abc")
            await server.waitForOpenConnections(atMost: 0)
            expectEqual(server.connectionCount, round)
        }
    }

    @Test("An invalidated transport closes idle connections, refuses requests, and lets running ones end")
    func invalidation() async throws {
        let gate = TestGate()
        let server = try LoopbackServer { request in
            request.path == "/slow"
                ? .script([.waitUntil(gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")])
                : LoopbackResponse(text: "abc")
        }
        let transport = try transport()
        let running = TransportLog()
        _ = transport.start(TransportRequest(url: server.url("/slow")), receiver: running)
        await gate.reached()
        transport.invalidate()
        transport.invalidate()
        let refused = await transport.run(TransportRequest(url: server.url("/")))
        expectEqual(refused.error, TransportError(.invalidated, "the transport was invalidated"))
        expect(refused.isInOrder)
        gate.open()
        expect(await running.completion().error == nil)
        expectEqual(running.text, "ok")
        await server.waitForOpenConnections(atMost: 0)
        let late = await transport.run(TransportRequest(url: server.url("/")))
        expectEqual(late.error?.code, .invalidated)
    }

    @Test("A transport that is let go closes its connections; its requests end before")
    func droppedTransport() async throws {
        let gate = TestGate()
        let server = try LoopbackServer { _ in
            .script([.waitUntil(gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")])
        }
        var transport: CurlTransport? = try transport()
        weak let observed = transport
        let logs = (0..<20).map { _ in TransportLog() }
        for log in logs { _ = transport?.start(TransportRequest(url: server.url("/slow")), receiver: log) }
        await gate.reached(20)
        transport = nil
        expect(observed == nil)
        gate.open()
        for log in logs {
            expect(await log.completion().error == nil)
            expectEqual(log.text, "ok")
        }
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test("A receiver is let go when its request is over, whoever keeps the task")
    func receiverIsReleased() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "abc") }
        let transport = try transport()
        var task: (any TransportTask)?
        weak var observed: TransportLog?
        do {
            let log = TransportLog()
            observed = log
            task = transport.start(TransportRequest(url: server.url("/")), receiver: log)
            await log.completion()
        }
        // The loop lets go right after telling, and has done so when the next request is over.
        _ = await transport.run(TransportRequest(url: server.url("/")))
        expect(observed == nil)
        task?.cancel()
        task?.pause()
        task?.resume()
    }
}
#endif
