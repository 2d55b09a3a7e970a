import Dispatch
import Foundation
import NeatlineSystem
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What goes wrong on connections, their limits, and their timeouts.
@Suite("Connections of WebSockets", .ownThreads)
struct WebSocketConnectionTests {
    private let session: Session = {
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.timeoutIntervalForRequest = .infinity
        return Session(configuration: configuration)
    }()

    private func events(of request: WebSocketRequest) async -> [String] {
        var events: [String] = []
        for await event in request.webSocketTask().streamingMessageEvents() { events.append(event.text) }
        return events
    }

    struct Hostile: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        let error: WebSocketError
        /// The code of the close frame that the server receives.
        let code: Int
        var testDescription: String { name }
    }

    static let hostileFrames: [Hostile] = [
        Hostile(
            name: "a reserved bit", bytes: LoopbackWebSocket.frame(1, [], reservedBits: 2),
            error: .protocolViolation(.reservedBits), code: 1002),
        Hostile(
            name: "an unknown opcode", bytes: LoopbackWebSocket.frame(5, []), error: .protocolViolation(.opcode(5)),
            code: 1002),
        Hostile(
            name: "a masked frame", bytes: [0x81, 0x81, 1, 2, 3, 4, 5], error: .protocolViolation(.masking), code: 1002),
        Hostile(
            name: "2^63 bytes", bytes: [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0],
            error: .protocolViolation(.lengthTooLarge), code: 1002),
        Hostile(
            name: "2^62 bytes", bytes: [0x82, 127, 0x40, 0, 0, 0, 0, 0, 0, 0],
            error: .messageTooLarge(maximumSize: 1 << 20), code: 1009),
        Hostile(
            name: "text that is not UTF-8", bytes: LoopbackWebSocket.frame(1, [0xFF], isFinal: false),
            error: .invalidUTF8, code: 1007),
        Hostile(
            name: "a long ping", bytes: LoopbackWebSocket.frame(9, [UInt8](repeating: 0, count: 126)),
            error: .protocolViolation(.controlFrameTooLong), code: 1002),
        Hostile(
            name: "a continuation of nothing", bytes: LoopbackWebSocket.frame(0, []),
            error: .protocolViolation(.unexpectedContinuation), code: 1002),
        Hostile(
            name: "a close code that is never sent", bytes: LoopbackWebSocket.frame(8, [3, 237]),
            error: .protocolViolation(.closeCode(1005)), code: 1002),
        Hostile(
            name: "bad compression", bytes: LoopbackWebSocket.frame(2, [0xFF, 0xFF], reservedBits: 4),
            error: .invalidCompression, code: 1007),
    ]

    @Test("Hostile frames fail the request with their error, and the server is told", arguments: hostileFrames)
    func hostile(one: Hostile) async throws {
        let code = Locked<Int?>(nil)
        let server = try LoopbackServer { _ in
            .webSocket { socket, event in
                switch event {
                case .opened: socket.sendBytes(one.bytes + [UInt8](repeating: 0x81, count: 1000))
                case .closed(let received, _): code.withLock { $0 = received }
                default: break
                }
            }
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        await expectEqual(events(of: request), ["connected -", "completed \(one.error)"])
        await server.waitForOpenConnections(atMost: 0)
        expect(code.withLock { $0 } == one.code)
    }

    #if os(Linux)
    @Test("With no lifetime for idle connections, a WebSocket stays open")
    func withoutIdleConnections() async throws {
        let server = try LoopbackServer { _ in
            .webSocket { socket, event in if case .opened = event { socket.close(code: 1000, reason: "") } }
        }
        var configuration = CurlTransport.Configuration()
        configuration.idleConnectionLifetime = 0
        let session = Session(transport: try CurlTransport(configuration: configuration))
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        await expectEqual(events(of: request).first, "connected -")
    }
    #endif

    @Test("A connection that is cut fails the request, wherever that is", arguments: 0...8)
    func cut(count: Int) async throws {
        let frame = LoopbackWebSocket.frame(1, Array("abcdef".utf8))
        let server = try LoopbackServer { _ in
            .webSocket { socket, event in
                guard case .opened = event else { return }
                socket.run([.send(frame[..<count]), count % 2 == 0 ? .close : .reset])
            }
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        let events = await events(of: request)
        expect(events.first == "connected -" && events.last == "completed connectionLost")
        expect(request.error?.underlyingError is URLError)
        expectEqual((request.error?.underlyingError as? URLError)?.code, .networkConnectionLost)
    }

    @Test("A lost connection is opened again if a retrier wants that, and what was not sent is sent on it")
    func reconnects() async throws {
        let (count, received) = (Locked(0), Locked<[String]>([]))
        let server = try LoopbackServer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return .webSocket { socket, event in
                switch event {
                case .opened where number == 1: socket.run([.close])
                case .message(.string(let text)):
                    received.withLock { $0.append(text) }
                    socket.close()
                default: break
                }
            }
        }
        let request = session.webSocketRequest(
            to: server.webSocketURL("/"), interceptor: RetryPolicy(exponentialBackoffScale: 0.001))
        var events: [String] = []
        for await event in request.webSocketTask().streamingMessageEvents() {
            events.append(event.text)
            if events.count == 2 { request.send(.string("again")) }
        }
        expectEqual(events, ["connected -", "connected -", "disconnected 1000 ", "completed"])
        expectEqual(received.withLock { $0 }, ["again"])
    }

    @Test("Large messages are received whole up to the limit, compressed or not", arguments: [true, false])
    func large(isCompressed: Bool) async throws {
        let server = try LoopbackServer { _ in .echoingWebSocket }
        let request = session.webSocketRequest(
            to: server.webSocketURL("/"),
            configuration: WebSocketRequest.Configuration(
                maximumMessageSize: 1_500_000, offersCompression: isCompressed))
        let socket = request.webSocketTask()
        var noise = Data(count: 1_500_000)
        for index in noise.indices where index % 7 != 0 {
            noise[index] = UInt8(truncatingIfNeeded: index &* index >> 5)
        }
        let text = String(repeating: "compressible ", count: 110_000)
        try await socket.send(.data(noise))
        try await socket.send(.string(text))
        var received: [URLSessionWebSocketTask.Message] = []
        for await message in socket.streamingMessages() {
            received.append(message)
            if received.count == 2 { request.send(.data(noise + [0])) }
        }
        expectEqual(received.map(\.bytes), [noise, nil])
        expectEqual(received.map(\.text), [nil, text])
        expectEqual(request.error?.webSocketError, .messageTooLarge(maximumSize: 1_500_000))
        let extensions = request.response?.value(forHTTPHeaderField: "Sec-WebSocket-Extensions")
        expectEqual(extensions, isCompressed ? "permessage-deflate" : nil)
    }

    @Test("A slow reader slows the server down")
    func slowReader() async throws {
        let sent = Locked(0)
        let server = try LoopbackServer { _ in
            .webSocket(LoopbackWebSocket.Options(compresses: false)) { socket, event in
                guard case .opened = event else { return }
                let frame = LoopbackWebSocket.frame(2, [UInt8](repeating: 1, count: 1_000_000))
                for _ in 0..<50 { socket.run([.send(frame), .perform { sent.withLock { $0 += 1 } }]) }
                socket.close()
            }
        }
        var received = 0
        var mostAhead = 0
        for await _ in session.webSocketRequest(to: server.webSocketURL("/")).webSocketTask().streamingMessages() {
            received += 1
            // As long as the server can send, it is ahead of this reader.
            for _ in 0..<1000 { await Task.yield() }
            mostAhead = max(mostAhead, sent.withLock { $0 } - received)
        }
        expectEqual(received, 50)
        // Two megabytes wait, one is being received, and the system's buffers hold some.
        expect(mostAhead < 30)
    }

    @Test("Pings are answered, and report their time")
    func ping() async throws {
        let server = try LoopbackServer { _ in .echoingWebSocket }
        let socket = session.webSocketRequest(to: server.webSocketURL("/")).webSocketTask()
        try await socket.send(.string("a"))
        for _ in 0..<3 {
            guard case .pong(let pong) = await socket.sendPing() else {
                Issue.record("no pong")
                return
            }
            expect(pong.latency >= 0 && pong.end >= pong.start)
        }
        socket.cancel()
    }

    @Test("Pings are sent automatically")
    func automaticPings() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { _ in
            .webSocket { socket, event in
                guard case .ping = event else { return }
                let isEnough = count.withLock { count in
                    count += 1
                    return count == 3
                }
                if isEnough { socket.close() }
            }
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"), configuration: .pingInterval(0.002))
        await expectEqual(events(of: request), ["connected -", "disconnected 1000 ", "completed"])
        expect(count.withLock { $0 } >= 3)
    }

    /// A server that accepts a WebSocket and is silent afterwards.
    private func silentServer() throws -> LoopbackServer {
        try LoopbackServer { request in
            .script([
                .send(
                    Array(
                        """
                        HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                        Sec-WebSocket-Accept: \(LoopbackWebSocket.accept(request))\r\n\r\n
                        """.utf8)), .stall,
            ])
        }
    }

    @Test("A ping that is not answered in time fails the request, and pings that wait with it")
    func pongTimeout() async throws {
        let server = try silentServer()
        let request = session.webSocketRequest(
            to: server.webSocketURL("/"),
            configuration: WebSocketRequest.Configuration(pingInterval: 0.005, pongTimeout: 0.02))
        let response = Task { await request.webSocketTask().sendPing() }
        await expectEqual(events(of: request), ["connected -", "completed pongTimedOut(0.02)"])
        expectEqual((request.error?.underlyingError as? URLError)?.code, .timedOut)
        switch await response.value {
        case .error(let error): expect(error as? WebSocketError == .pongTimedOut(0.02))
        case .unsent: break
        case .pong: Issue.record("a pong")
        }
    }

    @Test("A close frame that is not answered in time fails the request")
    func closeTimeout() async throws {
        let server = try silentServer()
        let request = session.webSocketRequest(
            to: server.webSocketURL("/"), configuration: WebSocketRequest.Configuration(closeTimeout: 0.02))
        var events: [String] = []
        for await event in request.webSocketTask().streamingMessageEvents() {
            events.append(event.text)
            if case .connected = event.kind { event.close(sending: .normalClosure) }
        }
        expectEqual(events, ["connected -", "completed closeTimedOut(0.02)"])
    }

    @Test("A handshake that is not answered fails with the request's timeout, which an open WebSocket does not have")
    func handshakeTimeout() async throws {
        let stalled = try LoopbackServer { _ in .script([.stall]) }
        let request = session.webSocketRequest(to: stalled.webSocketURL("/")) { $0.timeoutInterval = 0.05 }
        _ = await events(of: request)
        expectEqual((request.error?.underlyingError as? URLError)?.code, .timedOut)

        // A slow machine may need longer for the handshake than the first timeouts.
        for timeout in [0.1, 0.4, 1.6, 6.4, 25.6] {
            let server = try LoopbackServer { _ in
                .webSocket { socket, event in
                    if case .opened = event { socket.run([.delay(2 * timeout), .perform { socket.close() }]) }
                }
            }
            let open = session.webSocketRequest(to: server.webSocketURL("/")) { $0.timeoutInterval = timeout }
            let events = await events(of: open)
            guard events.first == "connected -" else { continue }
            expectEqual(events, ["connected -", "disconnected 1000 ", "completed"])
            return
        }
        Issue.record("no handshake was quick enough")
    }

    @Test("A server that does something else when a connection ends is told of the close frame that has arrived")
    func closeOfBusyServer() async throws {
        let (log, isOver) = (Locked<[String]>([]), Occurrence())
        let server = try LoopbackServer { _ in
            .webSocket { socket, event in
                switch event {
                case .opened: socket.run([.stall])
                case .closed(let code, let reason):
                    log.withLock { $0.append("\(code) \(String(decoding: reason, as: UTF8.self))") }
                case .ended: isOver.occur()
                default: break
                }
            }
        }
        let request = session.webSocketRequest(
            to: server.webSocketURL("/"), configuration: WebSocketRequest.Configuration(closeTimeout: 0.02))
        for await event in request.webSocketTask().streamingMessageEvents() {
            if case .connected = event.kind { request.close(status: 4000, reason: "bye") }
        }
        await isOver.wait()
        expectEqual(log.withLock { $0 }, ["4000 bye"])
    }

    @Test("Messages that cannot be sent wait up to a limit, and those beyond it are refused")
    func sendQueue() async throws {
        let server = try silentServer()
        let request = session.webSocketRequest(
            to: server.webSocketURL("/"), configuration: WebSocketRequest.Configuration(closeTimeout: 0.05))
        let results = Locked<[String]>([])
        let isRefused = Occurrence()
        let message = Data(count: 1_000_000)
        let isOpen = Occurrence()
        let task = Task {
            var events: [String] = []
            for await event in request.webSocketTask().streamingMessageEvents() {
                events.append(event.text)
                if case .connected = event.kind { isOpen.occur() }
            }
            return events
        }
        await isOpen.wait()
        for _ in 0..<100 {
            request.send(.data(message), queue: .global()) { result in
                if case .failure(let error) = result {
                    results.withLock { $0.append("\(error)") }
                    isRefused.occur()
                }
            }
        }
        await isRefused.wait()
        expectEqual(results.withLock { $0 }.first, "\(WebSocketError.sendQueueFull(maximumSize: 16 << 20))")
        // Although nothing can be sent, the time to close runs.
        request.close(sending: .normalClosure)
        await expectEqual(task.value.last, "completed closeTimedOut(0.05)")
    }

    @Test("Nobody is listening: the request fails as any other does")
    func refusedConnection() async throws {
        let server = try LoopbackServer()
        let url = server.webSocketURL("/")
        server.stop()
        let request = session.webSocketRequest(to: url)
        let events = await events(of: request)
        expectEqual(events.count, 1)
        expectEqual((request.error?.underlyingError as? URLError)?.code, .cannotConnectToHost)
    }

    @Test("A close frame that has arrived is read although sending has failed before")
    func closeBehindFailedSend() async throws {
        let isGone = Occurrence()
        let last = LoopbackWebSocket.frame(1, Array("last".utf8)) + LoopbackWebSocket.frame(8, [3, 233, 98, 121, 101])
        let server = try LoopbackServer { _ in
            .webSocket { socket, event in
                switch event {
                case .message: socket.run([.send(last), .reset])
                case .ended: isGone.occur()
                default: break
                }
            }
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        let socket = request.webSocketTask()
        var events: [String] = []
        for await event in socket.streamingMessageEvents() {
            events.append(event.text)
            guard case .connected = event.kind else { continue }
            // Nothing is read, so that sending fails first.
            request.suspend()
            try await socket.send(.string("go"))
            await isGone.wait()
            await #expect(throws: WebSocketError.connectionLost) {
                while true { try await socket.send(.string("nobody reads this")) }
            }
            request.resume()
        }
        expectEqual(events, ["connected -", "text last", "disconnected 1001 bye", "completed"])
        expect(request.closeStatus == 1001 && request.error == nil)
    }

    @Test(
        "A close frame without a reason has none, wherever a reason is shown",
        arguments: [([], nil), ([3, 232], nil), ([3, 232, 98], Data("b".utf8))] as [([UInt8], Data?)])
    func closeReasons(payload: [UInt8], expected: Data?) async throws {
        final class Monitor: EventMonitor {
            let queue = DispatchQueue(label: "monitor")
            let reasons = Locked<[Data?]>([])
            func urlSession(
                _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
                didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
            ) {
                reasons.withLock { $0 += [reason, webSocketTask.closeReason] }
            }
        }
        let monitor = Monitor()
        let session = Session(eventMonitors: [monitor])
        let server = try LoopbackServer { _ in
            .webSocket { socket, event in
                if case .opened = event { socket.sendBytes(LoopbackWebSocket.frame(8, payload)) }
            }
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        var reasons: [Data?] = []
        for await event in request.webSocketTask().streamingMessageEvents() {
            if case .disconnected(_, let reason) = event.kind { reasons.append(reason) }
        }
        expectEqual(reasons, [expected])
        expectEqual(request.closeReason, expected)
        await withCheckedContinuation { continuation in monitor.queue.async { continuation.resume() } }
        expectEqual(monitor.reasons.withLock { $0 }, [expected, expected])
    }

    @Test("A message that is being sent, and a ping, have the error of a request that takes too long")
    func resourceTimeout() async throws {
        let server = try silentServer()
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.timeoutIntervalForResource = 0.05
        let session = Session(configuration: configuration)
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        let (responses, hasResponse) = (Locked<[WebSocketRequest.PingResponse]>([]), Occurrence())
        func isTimeout(_ error: any Error) -> Bool {
            ((error as? AFError)?.underlyingError as? URLError)?.code == .timedOut
        }
        request.resume()
        request.sendPing(respondingOn: .global()) { response in
            responses.withLock { $0.append(response) }
            hasResponse.occur()
        }
        // More than the buffers of the system hold.
        let message = URLSessionWebSocketTask.Message.data(Data(count: 15 << 20))
        await #expect { try await request.webSocketTask().send(message) } throws: { isTimeout($0) }
        await hasResponse.wait()
        guard case .error(let error) = responses.withLock({ $0 }).first else {
            Issue.record("the ping has no error")
            return
        }
        expect(isTimeout(error))
    }

    /// What keeps a WebSocket from being opened.
    enum Obstacle: CaseIterable {
        case refused, notFound, noTLS, badHandshake, adapter, timeout, noWebSockets

        func request() throws -> (WebSocketRequest, Session, LoopbackServer) {
            let server = try LoopbackServer { _ in
                switch self {
                case .notFound: .status(404)
                case .badHandshake: .script([.send("HTTP/1.1 101 Switching Protocols\r\n\r\n"), .stall])
                default: .script([.stall])
                }
            }
            if self == .noTLS { server.onConnection { _ in [.send("HTTP/1.1 400 Bad Request\r\n\r\n")] } }
            let session = self == .noWebSockets ? Session(transport: MockTransport()) : Session()
            let url = server.webSocketURL("/")
            if self == .refused { server.stop() }
            let adapter = Adapter { request, _, completion in
                completion(self == .adapter ? .failure(CocoaError(.fileNoSuchFile)) : .success(request))
            }
            let request = session.webSocketRequest(
                to: self == .noTLS ? "wss" + url.absoluteString.dropFirst(2) : url.absoluteString,
                interceptor: .interceptor(adapters: [adapter])
            ) { if self == .timeout { $0.timeoutInterval = 0.02 } }
            return (request, session, server)
        }

        func isCause(_ error: any Error) -> Bool {
            let found = error as? AFError
            let code = (found?.underlyingError as? URLError)?.code
            return switch self {
            case .refused: code == .cannotConnectToHost
            case .notFound: error as? WebSocketError == .upgradeRefused(statusCode: 404)
            case .noTLS: code == .secureConnectionFailed
            case .badHandshake: error as? WebSocketError == .handshakeFailed(.upgradeField)
            case .adapter: found?.isRequestAdaptationError == true
            case .timeout: code == .timedOut
            case .noWebSockets: error as? WebSocketError == .unsupportedTransport
            }
        }
    }

    @Test(
        "Every way to send and to receive tells why the WebSocket could not be opened", arguments: Obstacle.allCases)
    func unopened(obstacle: Obstacle) async throws {
        let (request, session, server) = try obstacle.request()
        let socket = request.webSocketTask()
        let closures = Locked<[any Error]>([])
        request.send(.string("closure"), queue: .global()) { result in
            if case .failure(let error) = result { closures.withLock { $0.append(error) } }
        }
        let messages = Task { for try await _ in socket.messages {} }
        await #expect { try await socket.send(.string("a")) } throws: { obstacle.isCause($0) }
        await #expect { try await messages.value } throws: { obstacle.isCause($0) }
        // It has ended now.
        await #expect { try await socket.send(.data(Data())) } throws: { obstacle.isCause($0) }
        await #expect { for try await _ in socket.messages {} } throws: { obstacle.isCause($0) }
        request.send(.string("closure"), queue: .global()) { result in
            if case .failure(let error) = result { closures.withLock { $0.append(error) } }
        }
        expect(await eventually { closures.withLock { $0.count } == 2 })
        expect(closures.withLock { $0 }.allSatisfy(obstacle.isCause))
        withExtendedLifetime(session) { server.stop() }
    }

    @Test("A WebSocket goes through a proxy's tunnel, without the proxy's credentials")
    func proxy() async throws {
        #if os(Linux)
        let proxy = try LoopbackServer { request in
            guard request.method == "CONNECT" else { return .status(400) }
            return .script([.send("HTTP/1.1 407 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), .close])
        }
        var configuration = CurlTransport.Configuration()
        configuration.proxy = .url("http://127.0.0.1:\(proxy.port)", user: nil, password: nil, except: [])
        let session = Session(transport: try CurlTransport(configuration: configuration))
        let request = session.webSocketRequest(to: "ws://example.invalid/chat", headers: ["X-Secret": "1"])
        _ = await events(of: request)
        expect(request.error != nil)
        let asked = try #require(proxy.requests.first)
        expect(asked.method == "CONNECT" && asked.target == "example.invalid:80")
        expect(asked[header: "X-Secret"] == nil)
        #endif
    }
}
