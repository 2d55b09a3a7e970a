#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Synchronization
import Testing

/// RFC 9110, section 9.2.2, and RFC 9112, section 9.3.1: who sends a request again without being asked.
@Suite("CurlTransport: requests whose connection is lost before the response", .ownThreads, .hangLimit)
struct CurlTransportRepeatTests {
    /// Reads the first request for `/lost` on a connection that was used before, and resets it; answers the next one.
    private final class LosingServer: Sendable {
        let server: LoopbackServer
        private let count = Atomic<Int>(0)

        init() throws {
            server = try LoopbackServer { _ in LoopbackResponse(text: "fine") }
            server.on(nil, "/lost") { [weak self] _ in
                let isFirst = self?.count.add(1, ordering: .relaxed).newValue == 1
                return isFirst ? .script([.reset]) : LoopbackResponse(text: "again")
            }
        }

        var arrivals: Int { count.load(ordering: .relaxed) }
    }

    private static let bodies: [(String, @Sendable () -> TransportBody)] = [
        ("none", { .none }), ("bytes", { .bytes(Data("abc".utf8)) }),
        ("many bytes", { .bytes(Data(repeating: 1, count: 300_000)) }),
        ("a stream", { .stream(PieceStream(["abc", "def"]), length: 6) }),
        ("a stream without a length", { .stream(PieceStream(["abc", "def"]), length: nil) }),
    ]

    private func outcome(of method: String, _ body: TransportBody) async throws -> (log: TransportLog, arrivals: Int) {
        let losing = try LosingServer()
        let transport = try CurlTransport()
        let first = await transport.run(TransportRequest(url: losing.server.url("/")))
        expectEqual(first.text, "fine")
        let log = await transport.run(
            TransportRequest(url: losing.server.url("/lost"), method: method, body: body))
        expect(log.isInOrder)
        expect(losing.server.requests.prefix(2).map(\.connection) == [1, 1] || losing.server.requests.count < 2)
        return (log, losing.arrivals)
    }

    @Test(
        "One that is not idempotent is sent once, and its connection is lost",
        arguments: ["POST", "PATCH", "LOCK", "BREW"], bodies.indices)
    func sentOnce(_ method: String, _ body: Int) async throws {
        let (log, arrivals) = try await outcome(of: method, Self.bodies[body].1())
        expectEqual(arrivals, 1, "with \(Self.bodies[body].0)")
        expectEqual(log.error?.code, .connectionLost)
        expect(log.status == nil)
    }

    @Test(
        "One that is idempotent is sent again",
        arguments: ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY"], [0, 1, 2])
    func sentAgain(_ method: String, _ body: Int) async throws {
        let (log, arrivals) = try await outcome(of: method, Self.bodies[body].1())
        expectEqual(arrivals, 2, "with \(Self.bodies[body].0)")
        expect(log.error == nil)
        expectEqual(log.text, method == "HEAD" ? "" : "again")
    }

    @Test(
        "One that finds its connection closed before anything was sent goes out on another one",
        arguments: [false, true])
    func closedBefore(overUnixSocket isUnix: Bool) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/neatline-\(UUID().uuidString)"
        let server = try LoopbackServer(on: isUnix ? .unixSocket(path: path) : .ipv4) { _ in
            LoopbackResponse(text: "fine")
        }
        server.on(.get, "/closing") { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .close]) }
        var configuration = CurlTransport.Configuration()
        if isUnix { configuration.unixSocketPath = path }
        let transport = try CurlTransport(configuration: configuration)
        for _ in 0..<20 {
            await expectEqual(transport.run(TransportRequest(url: server.url("/closing"))).text, "ok")
            await server.waitForOpenConnections(atMost: 0)
            let log = await transport.run(
                TransportRequest(url: server.url("/"), method: "POST", body: .bytes(Data("abc".utf8))))
            expect(log.error == nil)
        }
        expectEqual(server.requests.filter { $0.method == "POST" }.count, 20)
    }

    @Test("A body that can be read once is not read for a connection that was closed", arguments: ["PUT", "POST"])
    func bodyReadOnce(_ method: String) async throws {
        let server = try LoopbackServer { request in LoopbackResponse(text: "\(request.bodyCount)") }
        server.on(.get, "/closing") { _ in .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .close]) }
        let session = Session(transport: try CurlTransport())
        for _ in 0..<5 {
            await expectEqual(session.request(server.url("/closing")).serializingString().response.value, "ok")
            await server.waitForOpenConnections(atMost: 0)
            let stream = InputStream(data: Data(repeating: 0x61, count: 300_000))
            let response = await session.upload(stream, to: server.url("/"), method: HTTPMethod(rawValue: method))
                .serializingString().response
            expect(response.error == nil)
            expectEqual(response.value, "300000")
        }
    }

    @Test("One with a body that can be read once fails as its connection is lost, not as the body cannot be read again")
    func lostBodyReadOnce() async throws {
        let losing = try LosingServer()
        let session = Session(transport: try CurlTransport())
        await expectEqual(session.request(losing.server.url("/")).serializingString().response.value, "fine")
        let response = await session.upload(
            InputStream(data: Data("abc".utf8)), to: losing.server.url("/lost"), method: .post
        ).serializingData().response
        expectEqual((response.error?.underlyingError as? URLError)?.code, .networkConnectionLost)
        expectEqual(losing.arrivals, 1)
    }

    @Test("One that is idempotent is sent again although more connections are reset than libcurl tries")
    func manyResets() async throws {
        let count = 8
        let allConnected = DispatchGroup()
        for _ in 0..<count { allConnected.enter() }
        let server = try RawServer { connection in
            guard connection.head() != nil else { return }
            if connection.number <= count {
                allConnected.leave()
                allConnected.wait()
            }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            guard connection.head() != nil else { return }
            connection.reset()
        }
        var configuration = CurlTransport.Configuration()
        configuration.maximumConnectionsPerHost = count
        let transport = try CurlTransport(configuration: configuration)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask { await expectEqual(transport.run(TransportRequest(url: server.url("/"))).text, "ok") }
            }
        }
        let log = await transport.run(TransportRequest(url: server.url("/")))
        expect(log.error == nil)
        expectEqual(log.text, "ok")
        expectEqual(server.connectionCount, count + 1)
    }

    /// Speaks HTTP/2: refuses to process the first requests, and answers the next ones.
    private func refusingServer(count: Int, _ arrivals: Counter, reason: UInt8 = 7) throws -> RawServer {
        try RawServer { connection in
            func send(_ type: UInt8, flags: UInt8 = 0, stream: [UInt8], _ payload: [UInt8] = []) {
                connection.send([0, 0, UInt8(payload.count), type, flags] + stream + payload)
            }
            guard connection.bytes(24) != nil else { return }
            send(4, stream: [0, 0, 0, 0])
            while let header = connection.bytes(9) {
                let length = header[..<3].reduce(0) { $0 << 8 | Int($1) }
                guard connection.bytes(length) != nil else { return }
                let stream = Array(header[5...])
                switch header[3] {
                case 1:
                    if arrivals.next() <= count {
                        send(3, stream: stream, [0, 0, 0, reason])  // REFUSED_STREAM, if that is 7
                    } else {
                        send(1, flags: 4, stream: stream, [0x88])  // :status 200
                        send(0, flags: 1, stream: stream, Array("ok".utf8))
                    }
                case 4 where header[4] & 1 == 0: send(4, flags: 1, stream: [0, 0, 0, 0])
                default: break
                }
            }
        }
    }

    private final class Counter: Sendable {
        private let count = Atomic<Int>(0)
        func next() -> Int { count.add(1, ordering: .relaxed).newValue }
        var value: Int { count.load(ordering: .relaxed) }
    }

    @Test(
        "One that the server refuses to process is sent again, more often than libcurl tries",
        arguments: ["GET", "POST"], [1, 5, 6, 7, 12, 29])
    func refused(_ method: String, count: Int) async throws {
        let arrivals = Counter()
        let server = try refusingServer(count: count, arrivals)
        var request = TransportRequest(url: server.url("/"), method: method)
        request.httpVersion = .http2PriorKnowledge
        let log = await (try CurlTransport()).run(request)
        expect(log.error == nil)
        expectEqual(log.text, "ok")
        expectEqual(arrivals.value, count + 1)
    }

    @Test("One that the server always refuses to process fails, and the error tells of all attempts")
    func alwaysRefused() async throws {
        let arrivals = Counter()
        let server = try refusingServer(count: .max, arrivals)
        var request = TransportRequest(url: server.url("/"))
        request.httpVersion = .http2PriorKnowledge
        let error = await (try CurlTransport()).run(request).error
        expectEqual(error?.code, .connectionLost)
        expectEqual(
            error?.message, "Connection died, tried 5 times before giving up, in the last of 5 series of attempts")
        expectEqual(arrivals.value, 30)
    }

    @Test("One that the server wants over HTTP/1.1, which it does not speak, fails for its response, not its URL")
    func wantsHTTP1() async throws {
        // HTTP_1_1_REQUIRED
        let server = try refusingServer(count: .max, Counter(), reason: 13)
        var request = TransportRequest(url: server.url("/"))
        request.httpVersion = .http2PriorKnowledge
        let error = await (try CurlTransport()).run(request).error
        expectEqual(error?.code, .invalidResponse, "\(String(describing: error))")
    }
}
#endif
