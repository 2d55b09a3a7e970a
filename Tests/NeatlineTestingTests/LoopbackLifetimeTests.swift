import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

/// One after another, because all descriptors of the process are counted.
@Suite(.ownThreads, .serialized, .hangLimit)
struct LoopbackLifetimeTests {
    /// A connection is refused, unless a server of another test has the port by now.
    private static func expectNobody(at server: LoopbackServer) {
        _ = try? RawClient(server)
        expectEqual(server.openConnectionCount, 0)
    }

    @Test("Stopping closes what is open")
    func stoppingClosesWhatIsOpen() async throws {
        let server = try LoopbackServer { _ in .script([.send("a"), .stall]) }
        let clients = try (0..<5).map { _ in try RawClient(server) }
        for client in clients {
            try await client.send("GET / HTTP/1.1\r\n\r\n")
            try await expectEqual(client.bytes(1), Array("a".utf8))
        }
        expectEqual(server.openConnectionCount, 5)
        server.stop()
        expectEqual(server.openConnectionCount, 0)
        for client in clients { expect(try await client.rest().isEmpty) }
        Self.expectNobody(at: server)
        server.stop()
    }

    @Test("A server that is let go stops")
    func aServerThatIsLetGoStops() async throws {
        var server: LoopbackServer? = try LoopbackServer { _ in .status(200) }
        let client = try RawClient(#require(server))
        try await client.send("GET / HTTP/1.1\r\n\r\n")
        _ = try await client.response()
        server = nil
        expect(try await client.rest().isEmpty)
    }

    @Test("A server may stop itself")
    func aServerMayStopItself() async throws {
        let server = try LoopbackServer()
        server.on(.get, "/stop") { [weak server] _ in
            server?.stop()
            return .status(200)
        }
        let client = try RawClient(server)
        try await client.send("GET /stop HTTP/1.1\r\n\r\n")
        // Not the other way round: there is no open connection before this one is accepted.
        _ = try? await client.rest()
        await server.waitForOpenConnections(atMost: 0)
        Self.expectNobody(at: server)
    }

    @Test("A wait ends with its task")
    func aWaitEndsWithItsTask() async throws {
        let server = try LoopbackServer()
        let gate = TestGate()
        let tasks = [
            Task { await server.waitForRequests(1) }, Task { await server.waitForConnections(1) },
            Task { await gate.reached() },
        ]
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        expectEqual(server.requestCount, 0)
    }

    #if os(Linux)
    @Test("No descriptor is left")
    func noDescriptorIsLeft() async throws {
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        func round() async throws {
            let server = try LoopbackServer { request in
                switch request.path {
                case "/reset": .script([.send("a"), .reset])
                case "/close": .script([.close])
                case "/stall": .script([.stall])
                default: LoopbackResponse(text: "b")
                }
            }
            for path in ["/", "/reset", "/close", "/stall"] {
                let client = try RawClient(server)
                try await client.send("GET \(path) HTTP/1.1\r\n\r\n")
                if path == "/" { _ = try await client.response() }
            }
        }
        try await round()
        let before = try descriptors()
        for _ in 0..<100 { try await round() }
        // Other suites run beside this one and open many of their own, but close them again: a leak here, of 300 or more,
        // would stay until the suite's time is over.
        while try descriptors() >= before + 100 { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("Without a thread for it, a server is not created")
    func withoutThreads() async {
        await #expect(processExitsWith: .success) {
            try withoutFreeThreads {
                let error = #expect(throws: LoopbackServerError.self) { try LoopbackServer() }
                expect(error?.function == "pthread_create" && error?.code == EAGAIN)
            }
            let server = try LoopbackServer { _ in .status(200) }
            let client = try RawClient(server)
            try await client.send("GET / HTTP/1.1\r\n\r\n")
            expect(try await client.response().hasPrefix("HTTP/1.1 200"))
        }
    }
    #endif
}
