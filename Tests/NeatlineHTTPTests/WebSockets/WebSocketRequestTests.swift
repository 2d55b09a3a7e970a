import Dispatch
import Foundation
import NeatlineSystem
import NeatlineTesting
import NeatlineTestSupport
import Testing

@_spi(WebSocket) import NeatlineHTTP
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests that open WebSockets, against a loopback server.
@Suite("Requests that open WebSockets", .ownThreads)
struct WebSocketRequestTests {
    typealias Message = URLSessionWebSocketTask.Message

    private let session: Session = {
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.timeoutIntervalForRequest = .infinity
        return Session(configuration: configuration)
    }()

    /// All events of a request, as text.
    private func events(of request: WebSocketRequest) async -> [String] {
        var events: [String] = []
        for await event in request.webSocketTask().streamingMessageEvents() { events.append(event.text) }
        return events
    }

    /// A server that takes these steps when a WebSocket was opened.
    private func server(
        _ options: LoopbackWebSocket.Options = LoopbackWebSocket.Options(),
        _ open: @escaping @Sendable (LoopbackWebSocket) -> Void
    ) throws -> LoopbackServer {
        try LoopbackServer { _ in
            .webSocket(options) { socket, event in
                if case .opened = event { open(socket) }
            }
        }
    }

    @Test("Messages are sent and received, as text and as data")
    func echo() async throws {
        let server = try LoopbackServer()
        server.on(.get, "/echo") { _ in .echoingWebSocket }
        let socket = session.webSocketRequest(to: server.webSocketURL("/echo")).webSocketTask()
        try await socket.send(.string("hällo"))
        try await socket.send(.data(Data([1, 2, 3])))
        var received: [Message] = []
        for await message in socket.streamingMessages() {
            received.append(message)
            if received.count == 2 { socket.close(sending: .normalClosure) }
        }
        expectEqual(received.map(\.text), ["hällo", nil])
        expectEqual(received.map(\.bytes), [nil, Data([1, 2, 3])])
        let request = try #require(server.requests.first)
        expectEqual(request[header: "Host"], "127.0.0.1:\(server.port)")
        expectEqual(request[header: "Sec-WebSocket-Version"], "13")
        expect(request[header: "User-Agent"] != nil)
    }

    @Test("Handlers receive the opening, the messages, the server's close frame and the end, in this order")
    func events() async throws {
        let server = try server(LoopbackWebSocket.Options(subprotocols: ["chat"])) { socket in
            socket.send(.string("one"))
            socket.send(.string(""))
            socket.close(code: 1001, reason: "bye")
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"), configuration: .protocol("other, chat"))
        await expectEqual(
            events(of: request), ["connected chat", "text one", "text ", "disconnected 1001 bye", "completed"])
        expectEqual(request.state, .finished)
        expectEqual(request.response?.statusCode, 101)
        expect(request.metrics != nil)
        expectEqual(request.closeStatus, 1001)
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test(
        "A reason that is too long is cut between its characters, whichever side sends it",
        arguments: ["a", "ä", "€", "🦄"], 0...4)
    func longReasons(character: String, shift: Int) async throws {
        let text = String(repeating: "a", count: shift) + String(repeating: character, count: 200)
        let count = 123 - (123 - shift) % character.utf8.count
        let received = Locked<Data?>(nil)
        let server = try LoopbackServer { request in
            .webSocket { socket, event in
                switch event {
                case .opened where request.path == "/server": socket.close(reason: text)
                case .closed(_, let reason): received.withLock { $0 = reason }
                default: break
                }
            }
        }
        let expected = Data(text.utf8.prefix(count))
        let closed = session.webSocketRequest(to: server.webSocketURL("/server"))
        for await _ in closed.webSocketTask().streamingMessageEvents() {}
        expect(closed.closeReason == expected && closed.error == nil)
        let closing = session.webSocketRequest(to: server.webSocketURL("/"))
        for await event in closing.webSocketTask().streamingMessageEvents() {
            if case .connected = event.kind { closing.close(status: 1000, reason: text) }
        }
        expect(closing.closeStatus == 1000 && received.withLock { $0 } == expected)
    }

    @Test("Every handler receives every event on its queue")
    func handlers() async throws {
        let server = try server { socket in
            for number in 0..<100 { socket.send(.string("\(number)")) }
            socket.close()
        }
        // Otherwise the first handler would start the request.
        let session = Session(startRequestsImmediately: false)
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        let (events, texts) = (Locked<[String]>([]), Locked<[String]>([]))
        let queue = DispatchQueue(label: "handlers")
        await withCheckedContinuation { continuation in
            request.streamMessages(on: queue) { message in
                dispatchPrecondition(condition: .onQueue(queue))
                texts.withLock { $0.append(message.text ?? "") }
            }
            request.streamMessageEvents(on: queue) { event in
                dispatchPrecondition(condition: .onQueue(queue))
                events.withLock { $0.append(event.text) }
                if case .completed = event.kind { continuation.resume() }
            }
            request.resume()
        }
        let numbers = (0..<100).map(String.init)
        expectEqual(texts.withLock { $0 }, numbers)
        expectEqual(
            events.withLock { $0 },
            ["connected -"] + numbers.map { "text \($0)" }
                + ["disconnected 1000 ", "completed"])
    }

    @Test("A request is closed with a close frame, after its messages, without an error")
    func close() async throws {
        let (received, code) = (Locked<[String]>([]), Locked<[String]>([]))
        let server = try LoopbackServer { _ in
            .webSocket { _, event in
                switch event {
                case .message(.string(let text)): received.withLock { $0.append(text) }
                case .closed(let status, let reason):
                    code.withLock { $0.append("\(status) \(String(decoding: reason, as: UTF8.self))") }
                default: break
                }
            }
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        var events: [String] = []
        for await event in request.webSocketTask().streamingMessageEvents() {
            events.append(event.text)
            if case .connected = event.kind {
                for number in 0..<10 { request.send(.string("\(number)")) }
                event.close(sending: .goingAway, reason: Data("so long".utf8))
                request.send(.string("too late")) { result in
                    #expect(throws: WebSocketError.notConnected) { try result.get() }
                }
            }
        }
        expectEqual(events, ["connected -", "disconnected 1001 ", "completed"])
        expectEqual(received.withLock { $0 }, (0..<10).map(String.init))
        expectEqual(code.withLock { $0 }, ["1001 so long"])
        expect(request.isCancelled && request.error == nil)
    }

    @Test("A WebSocket that the server closes may be closed at each of its events, and has no error", arguments: 0...2)
    func closedByBoth(index: Int) async throws {
        let isAnswered = Locked(false)
        let isClosed = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { _ in
            .webSocket { socket, event in
                switch event {
                case .opened:
                    socket.sendBytes(
                        LoopbackWebSocket.frame(1, "one".utf8) + LoopbackWebSocket.frame(8, [3, 233] + "bye".utf8))
                case .closed:
                    isAnswered.withLock { $0 = true }
                    // The server closes the connection when the client has closed the WebSocket.
                    isClosed.wait()
                default: break
                }
            }
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        var events: [String] = []
        for await event in request.webSocketTask().streamingMessageEvents() {
            if events.count == index {
                // Nothing is sent after the answer to the close frame.
                if case .disconnected = event.kind { _ = await eventually { isAnswered.withLock { $0 } } }
                event.close(sending: .normalClosure)
                isClosed.signal()
            }
            events.append(event.text)
        }
        expectEqual(events, ["connected -", "text one", "disconnected 1001 bye", "completed"])
        expect(request.error == nil)
    }

    @Test(
        "Codes of applications are sent and received, and codes that may not be sent are left out",
        arguments: [
            (4001, 4001), (3000, 3000), (1005, 1005), (1006, 1005), (1015, 1005), (0, 1005), (1016, 1005),
            (70_000, 1005),
        ])
    func closeCodes(sent: Int, expected: Int) async throws {
        let server = try LoopbackServer { _ in .webSocket { _, _ in } }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        for await event in request.webSocketTask().streamingMessageEvents() {
            if case .connected = event.kind { request.close(status: sent, reason: String(repeating: "ä", count: 100)) }
        }
        expectEqual(request.closeStatus, expected)
        expect(request.error == nil)
    }

    @Test("A cancelled request has the error of a cancelled request, and no close frame")
    func cancel() async throws {
        let server = try LoopbackServer { _ in
            .webSocket { _, event in
                if case .closed = event { Issue.record("a close frame was sent") }
            }
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        var events: [String] = []
        for await event in request.webSocketTask().streamingMessageEvents() {
            events.append(event.text)
            if case .connected = event.kind { event.cancel() }
        }
        expectEqual(events, ["connected -", "completed explicitlyCancelled"])
        expectEqual(request.error?.isExplicitlyCancelledError, true)
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test("A closure that cancels the request receives no more messages, also of those that were received together")
    func cancelWithinGroup() async throws {
        let server = try server { socket in
            socket.run([.send([1, 2, 3].flatMap { LoopbackWebSocket.frame(2, [$0]) })])
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        let (events, isOver) = (Locked<[String]>([]), Occurrence())
        request.streamMessageEvents(on: .global()) { event in
            events.withLock { $0.append(event.text) }
            if event.message != nil { event.cancel() }
            if case .completed = event.kind { isOver.occur() }
        }
        await isOver.wait()
        expectEqual(events.withLock { $0 }.count, 3)
        expectEqual(events.withLock { $0 }.last, "completed explicitlyCancelled")
    }

    @Test("An iteration that ends early cancels the request, unless that is not wanted")
    func iteration() async throws {
        let server = try server { socket in for _ in 0..<3 { socket.send(.string("a")) } }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        for await _ in request.webSocketTask().streamingMessages() { break }
        await server.waitForOpenConnections(atMost: 0)
        expect(request.isCancelled)

        let other = session.webSocketRequest(to: server.webSocketURL("/"))
        for await _ in other.webSocketTask().streamingMessages(automaticallyCancelling: false) { break }
        expect(!other.isCancelled)
        other.cancel()
    }

    @Test("A cancelled task ends its iteration and the request")
    func taskCancellation() async throws {
        let server = try server { $0.send(.string("a")) }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        let hasBegun = Occurrence()
        let task = Task {
            var count = 0
            for await _ in request.webSocketTask().streamingMessages() {
                count += 1
                hasBegun.occur()
            }
            return count
        }
        await hasBegun.wait()
        task.cancel()
        await expectEqual(task.value, 1)
        await server.waitForOpenConnections(atMost: 0)
    }

    private struct Point: Codable, Equatable { var x: Int }

    @Test("Messages are decoded, and those that cannot be are reported")
    func decodable() async throws {
        let server = try server { socket in
            socket.send(.string(#"{"x":1}"#))
            socket.send(.string("no JSON"))
            socket.send(.data(Data(#"{"x":2}"#.utf8)))
            socket.close()
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        var points: [Point?] = []
        for await event in request.webSocketTask().streamingDecodableEvents(Point.self) {
            switch event.kind {
            case .receivedMessage(let point): points.append(point)
            case .serializerFailed(let error):
                expect(error is DecodableWebSocketMessageDecoder<Point>.Error)
                points.append(nil)
            case .connected, .disconnected, .completed: break
            }
        }
        expectEqual(points, [Point(x: 1), nil, Point(x: 2)])

        let values = Locked<[Int]>([])
        await withCheckedContinuation { continuation in
            session.webSocketRequest(to: server.webSocketURL("/"))
                .streamDecodable(Point.self, on: .global()) { point in values.withLock { $0.append(point.x) } }
                .streamSerializer(.json(decoding: Point.self), on: .global()) { event in
                    if case .completed = event.kind { continuation.resume() }
                }
        }
        // Handlers do not wait for one another.
        expect(await eventually { values.withLock { $0 } == [1, 2] })
    }

    @Test("Parameters, fields, adapters and cookies are those of an ordinary request")
    func handshake() async throws {
        let server = try LoopbackServer { _ in
            var response = LoopbackResponse.webSocket { socket, event in
                if case .opened = event { socket.close() }
            }
            response.addHeader("Set-Cookie", "crumb=1; Path=/")
            return response
        }
        let adapter = Adapter { request, _, completion in
            var request = request
            request.headers.add(name: "X-Adapted", value: "yes")
            completion(.success(request))
        }
        let request = session.webSocketRequest(
            to: server.webSocketURL("/path"), parameters: ["a": "b c"], headers: ["X-Own": "1"],
            interceptor: .interceptor(adapters: [adapter]),
            requestModifier: { $0.headers.add(name: "X-Modified", value: "2") })
        _ = await events(of: request)
        _ = await events(of: session.webSocketRequest(to: server.webSocketURL("/path")))
        let first = try #require(server.requests.first)
        expectEqual(first.target, "/path?a=b%20c")
        expectEqual(first[header: "X-Adapted"], "yes")
        expectEqual(first[header: "X-Own"], "1")
        expectEqual(first[header: "X-Modified"], "2")
        expectEqual(server.requests.last?[header: "Cookie"], "crumb=1")
    }

    @Test("Redirects are followed and challenges answered, before the WebSocket is opened")
    func hops() async throws {
        let server = try LoopbackServer()
        server.on(.get, "/old") { _ in .redirect(to: "/new") }
        server.on(.get, "/scheme") { [port = server.port] _ in .redirect(to: "ws://127.0.0.1:\(port)/new") }
        server.on(.get, "/new") { request in
            guard request[header: "Authorization"] == "Basic dXNlcjpzZWNyZXQ=" else {
                return LoopbackResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""], text: "no")
            }
            return .webSocket { socket, event in
                if case .opened = event { socket.close() }
            }
        }
        for path in ["/old", "/scheme"] {
            let request = session.webSocketRequest(to: server.webSocketURL(path))
                .authenticate(username: "user", password: "secret")
            await expectEqual(events(of: request), ["connected -", "disconnected 1000 ", "completed"])
        }
        expectEqual(server.requests.map(\.path).suffix(3), ["/scheme", "/new", "/new"])
    }

    @Test("Another response than 101 fails the request with its status, and a retrier may ask again")
    func refusal() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(status: 200, text: "no WebSockets here") }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        await expectEqual(events(of: request), ["completed upgradeRefused(statusCode: 200)"])
        expectEqual(request.response?.statusCode, 200)

        let count = Locked(0)
        let busy = try LoopbackServer { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            return isFirst
                ? .status(503)
                : .webSocket { socket, event in
                    if case .opened = event { socket.close() }
                }
        }
        let retried = session.webSocketRequest(
            to: busy.webSocketURL("/"), interceptor: RetryPolicy(exponentialBackoffScale: 0.001))
        retried.send(.string("waits for the second attempt"))
        await expectEqual(events(of: retried), ["connected -", "disconnected 1000 ", "completed"])
        expectEqual(retried.retryCount, 1)
    }

    @Test(
        "A response with status 101 that does not accept the WebSocket fails the request",
        arguments: [
            ("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n", "acceptField"),
            ("Connection: Upgrade\r\n", "upgradeField"), ("Upgrade: websocket\r\n", "connectionField"),
        ])
    func badHandshake(fields: String, problem: String) async throws {
        let server = try LoopbackServer { _ in
            .script([.send(Array("HTTP/1.1 101 Switching Protocols\r\n\(fields)\r\n".utf8)), .stall])
        }
        let request = session.webSocketRequest(to: server.webSocketURL("/"))
        let events = await events(of: request)
        expectEqual(events.count, 1)
        expect(events.first?.contains("handshakeFailed") == true && events.first?.contains(problem) == true)
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test("Frames in the same packet as the head of the response are received")
    func behindHead() async throws {
        let bytes = LoopbackWebSocket.frame(1, Array("early".utf8)) + LoopbackWebSocket.frame(8, [3, 232])
        let server = try server(LoopbackWebSocket.Options(bytesBehindHead: bytes)) { _ in }
        await expectEqual(
            events(of: session.webSocketRequest(to: server.webSocketURL("/"))),
            ["connected -", "text early", "disconnected 1000 ", "completed"])
    }

    @Test("A transport without WebSockets fails the request with that")
    func transport() async throws {
        let session = Session(transport: MockTransport())
        await expectEqual(
            events(of: session.webSocketRequest(to: "ws://localhost/")), ["completed unsupportedTransport"])
    }

    @Test("A request that was not started sends nothing, and ends when it is cancelled")
    func unstarted() async throws {
        let session = Session(startRequestsImmediately: false)
        let request = session.webSocketRequest(to: "ws://127.0.0.1:1/")
        let results = Locked<[String]>([])
        request.send(.string("never"), queue: .global()) { result in
            results.withLock { $0.append(result.text) }
        }
        request.sendPing(respondingOn: .global()) { response in
            if case .unsent = response { results.withLock { $0.append("unsent") } }
        }
        let task = Task { await events(of: request) }
        request.cancel()
        await expectEqual(task.value, ["completed explicitlyCancelled"])
        while results.withLock({ $0.count }) < 2 { await Task.yield() }
        expectEqual(Set(results.withLock { $0 }), ["notConnected", "unsent"])
    }

    @Test("Monitors are told of the opening and of the server's close frame")
    func monitors() async throws {
        final class Monitor: EventMonitor {
            let queue = DispatchQueue(label: "monitor")
            let log = Locked<[String]>([])
            func urlSession(
                _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
            ) {
                log.withLock { $0.append("open \(`protocol` ?? "-")") }
            }
            func urlSession(
                _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
                didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
            ) {
                expectEqual(webSocketTask.closeCode, closeCode)
                log.withLock { $0.append("close \(closeCode.rawValue)") }
            }
            func request(_ request: Request, didCreateTask task: URLSessionTask) {
                expect(task is URLSessionWebSocketTask)
                log.withLock { $0.append("task") }
            }
            func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
                log.withLock { $0.append("complete") }
            }
        }
        let monitor = Monitor()
        let session = Session(eventMonitors: [monitor])
        let server = try server { $0.close() }
        _ = await events(of: session.webSocketRequest(to: server.webSocketURL("/")))
        await withCheckedContinuation { continuation in monitor.queue.async { continuation.resume() } }
        expectEqual(monitor.log.withLock { $0 }, ["task", "open -", "close 1000", "complete"])
    }

    @Test("Many WebSockets and ordinary requests share a session")
    func many() async throws {
        let server = try LoopbackServer { _ in .echoingWebSocket }
        let ordinary = try LoopbackServer { _ in LoopbackResponse(text: "ordinary") }
        let session = session
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let socket = session.webSocketRequest(to: server.webSocketURL("/echo")).webSocketTask()
                    try await socket.send(.string("\(number)"))
                    for await message in socket.streamingMessages() { return Int(message.text ?? "") ?? -1000 }
                    return -1000
                }
                group.addTask { try await session.request(ordinary.url).serializingString().value.count }
            }
            return try await group.reduce(0, +)
        }
        expectEqual(sum, (0..<50).reduce(0, +) + 50 * 8)
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test("The end of its session ends a request")
    func endOfSession() async throws {
        let server = try LoopbackServer { _ in .webSocket { _, _ in } }
        var session: Session? = Session()
        let request = try #require(session?.webSocketRequest(to: server.webSocketURL("/")))
        var events: [String] = []
        for await event in request.webSocketTask().streamingMessageEvents() {
            events.append(event.text)
            session = nil
        }
        expect(events.first == "connected -" && events.count == 2)
        expectEqual(request.error?.isSessionDeinitializedError, true)
        await server.waitForOpenConnections(atMost: 0)
        _ = session
    }
}

// MARK: - Texts

extension WebSocketRequest.Event where Success == URLSessionWebSocketTask.Message, Failure == Never {
    /// The event as text.
    var text: String {
        switch kind {
        case .connected(let name): "connected \(name ?? "-")"
        case .receivedMessage(.string(let text)): "text \(text)"
        case .receivedMessage(.data(let data)): "data \(data.count)"
        case .receivedMessage: "message"
        case .disconnected(let code, let reason):
            "disconnected \(code.rawValue) \(String(decoding: reason ?? Data(), as: UTF8.self))"
        case .completed(let completion): "completed \(completion.error.map(Self.text) ?? "")".trimmed
        }
    }

    private static func text(_ error: AFError) -> String {
        if let error = error.webSocketError { return "\(error)" }
        return error.isExplicitlyCancelledError ? "explicitlyCancelled" : "\(error)"
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

extension Result where Success == Void, Failure == any Error {
    /// The error, or "sent".
    fileprivate var text: String {
        switch self {
        case .success: "sent"
        case .failure(let error): "\(error)"
        }
    }
}

/// Something that occurs and is waited for once.
struct Occurrence: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

    func occur() { continuation.finish() }

    func wait() async { for await _ in stream {} }
}

extension LoopbackServer {
    /// The URL of a path with the scheme `ws`.
    func webSocketURL(_ path: String) -> URL {
        URL(string: "ws" + url(path).absoluteString.dropFirst(4)) ?? url
    }
}

extension URLSessionWebSocketTask.Message {
    /// The text, if the message is one.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The data, if the message is data.
    var bytes: Data? {
        guard case .data(let data) = self else { return nil }
        return data
    }
}
