import Dispatch
import Foundation
import NeatlineSystem
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Event streams: requests", .ownThreads, .hangLimit)
struct EventSourceRequestTests {
    private let session = Session.patient()
    private let quick = EventSourceSettings(reconnectionTime: .zero)

    private static let head = LoopbackStep.head(
        200, headers: ["Content-Type": "text/event-stream; charset=utf-8", "Transfer-Encoding": "chunked"])

    /// A stream that sends a text and ends.
    private static func stream(_ text: String) -> LoopbackResponse { .script([head, .chunk(text), .lastChunk()]) }

    /// A server that gives one response for each connection, and then 204.
    private func server(_ responses: [LoopbackResponse]) throws -> LoopbackServer {
        let rest = Locked(responses)
        return try LoopbackServer { _ in
            rest.withLock { $0.isEmpty ? .status(204) : $0.removeFirst() }
        }
    }

    private func read(_ request: EventSourceRequest) async -> (events: [ServerSentEvent], error: AFError?) {
        var events: [ServerSentEvent] = []
        do {
            for try await event in request.events { events.append(event) }
            return (events, nil)
        } catch {
            return (events, error as? AFError)
        }
    }

    @Test("A request reads events, connects again with the last ID, and ends with status 204")
    func reconnecting() async throws {
        let server = try server([
            Self.stream("id: 1\ndata: a\n\nretry: 0\nid: 2\ndata: b\n\ndata: lost"), Self.stream("data: c\n\n"),
        ])
        let request = session.eventSourceRequest(server.url, settings: EventSourceSettings(reconnectionTime: .zero))
        let (events, error) = await read(request)
        expectEqual(
            events,
            [
                ServerSentEvent(id: "1", data: "a"), ServerSentEvent(id: "2", data: "b", retry: .zero),
                ServerSentEvent(id: "2", data: "c"),
            ])
        expect(error == nil)
        expectEqual(server.requests.map { $0[header: "Last-Event-ID"] }, [nil, "2", "2"])
        expect(server.requests.allSatisfy { $0[header: "Accept"] == "text/event-stream" })
        expect(server.requests.allSatisfy { $0[header: "Cache-Control"] == "no-store" })
    }

    @Test("A connection that is lost is made again, and its unfinished event is dropped")
    func lostConnection() async throws {
        let server = try server([
            .script([Self.head, .chunk("id: 1\ndata: a\n\nid: 2\ndata: b\n"), .reset]),
            .script([.close]), Self.stream("data: c\n\n"),
        ])
        let retrier = Retrier { _, _, _, completion in
            Issue.record("A stream is not repeated by retriers")
            completion(.doNotRetry)
        }
        var settings = quick
        settings.maximumFailures = 5
        // The connection that is closed before the head may be repeated by retriers.
        let (events, error) = await read(
            session.eventSourceRequest(server.url, lastEventID: "0", settings: settings, interceptor: nil))
        expect(events.map(\.data) == ["a", "c"] && events.map(\.id) == ["1", "1"])
        expect(error == nil)
        expectEqual(server.requests.first?[header: "Last-Event-ID"], "0")
        expect(server.requests.dropFirst().allSatisfy { $0[header: "Last-Event-ID"] == "1" })

        let again = try self.server([.script([Self.head, .chunk("data: a\n\n"), .reset])])
        _ = await read(session.eventSourceRequest(again.url, settings: quick, interceptor: retrier))
        expectEqual(again.requestCount, 2)
    }

    @Test("Other responses end the request with a typed error, without their bodies", arguments: [404, 200, 201])
    func otherResponses(status: Int) async throws {
        let server = try LoopbackServer { _ in
            .script([
                .head(status, headers: ["Content-Type": "text/html", "Transfer-Encoding": "chunked"]),
                .repeat("5\r\ndata:\r\n"),
            ])
        }
        let (events, error) = await read(session.eventSourceRequest(server.url, settings: quick))
        expect(events.isEmpty && server.requestCount == 1)
        if status == 200 {
            guard case .responseValidationFailed(.unacceptableContentType(["text/event-stream"], "text/html")) = error
            else {
                Issue.record("\(String(describing: error))")
                return
            }
        } else {
            expectEqual(error?.responseCode, status)
        }
    }

    @Test("A retrier may repeat a request whose response is none of a stream")
    func retrier() async throws {
        let server = try server([LoopbackResponse(status: 401, text: "who?"), Self.stream("data: a\n\n")])
        let retrier = Retrier { request, _, error, completion in
            completion(error.asAFError?.responseCode == 401 && request.retryCount == 0 ? .retry : .doNotRetry)
        }
        let (events, error) = await read(
            session.eventSourceRequest(server.url, settings: quick, interceptor: retrier))
        expect(events.map(\.data) == ["a"] && error == nil)
    }

    @Test("A line without an end fails when it is larger than the limit, however much the server sends")
    func endlessLine() async throws {
        let server = try LoopbackServer { _ in
            .script([Self.head, .repeat("6\r\ndata:x\r\n")])
        }
        let settings = EventSourceSettings(maximumEventSize: 10_000)
        let (events, error) = await read(session.eventSourceRequest(server.url, settings: settings))
        expect(events.isEmpty)
        expect(error?.underlyingError as? EventSourceError == .eventTooLarge(limit: 10_000))
        expectEqual(server.requestCount, 1)
    }

    @Test("Without reconnecting, the request ends with its stream, or fails with its connection")
    func once() async throws {
        let settings = EventSourceSettings(reconnects: false)
        let server = try server([Self.stream("data: a\n\n"), .script([Self.head, .chunk("data: b\n\n"), .reset])])
        let first = await read(session.eventSourceRequest(server.url, settings: settings))
        expect(first.events.map(\.data) == ["a"] && first.error == nil)
        let second = await read(session.eventSourceRequest(server.url, settings: settings))
        expect(second.events.map(\.data) == ["b"] && second.error?.isSessionTaskError == true)
    }

    @Test("Connections that fail are counted")
    func failures() async throws {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .failure(.cannotConnect))
        let session = Session(transport: transport)
        var settings = quick
        settings.reconnectionTime = .milliseconds(1)
        settings.maximumFailures = 2
        let (_, error) = await read(session.eventSourceRequest("https://example.com/", settings: settings))
        expectEqual((error?.underlyingError as? URLError)?.code, .cannotConnectToHost)
        expectEqual(transport.requests.count, 3)
    }

    @Test("An error that another connection would not change is final")
    func finalErrors() async throws {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .failure(.certificateUntrusted))
        let session = Session(transport: transport)
        let (_, error) = await read(session.eventSourceRequest("https://example.com/", settings: quick))
        expectEqual((error?.underlyingError as? URLError)?.code, .serverCertificateUntrusted)
        let invalid = await read(session.eventSourceRequest("http://[", settings: quick))
        expectEqual(invalid.error?.isInvalidURLError, true)
        expectEqual(transport.requests.count, 1)
    }

    @Test("Cancelling ends a stream, and the wait for the next connection", arguments: [true, false])
    func cancelling(isWaiting: Bool) async throws {
        let steps = isWaiting ? [LoopbackStep.lastChunk()] : [.stall]
        let server = try LoopbackServer { _ in .script([Self.head, .chunk("data: a\n\n")] + steps) }
        let settings = EventSourceSettings(reconnectionTime: .seconds(3600))
        let request = session.eventSourceRequest(server.url, settings: settings)
        var iterator = request.events.makeAsyncIterator()
        try await expectEqual(iterator.next()?.data, "a")
        let next = Task { [iterator] in
            var iterator = iterator
            return try await iterator.next()
        }
        request.cancel()
        await #expect(throws: AFError.self) { try await next.value }
        expect(request.isCancelled)
        let after = await read(request)
        expectEqual(after.error?.isExplicitlyCancelledError, true)
        if !isWaiting { await server.waitForOpenConnections(atMost: 0) }
    }

    @Test("Cancelling the task, or ending the iteration, closes the connection", arguments: [true, false])
    func iterationEnds(byTask: Bool) async throws {
        let server = try LoopbackServer { _ in .script([Self.head, .chunk("data: a\n\n"), .stall]) }
        let request = session.eventSourceRequest(server.url)
        let task = Task {
            for try await _ in request.events where !byTask { break }
        }
        await server.waitForRequests(1)
        if byTask { task.cancel() }
        let result = await task.result
        if byTask { #expect(throws: AFError.self) { try result.get() } }
        await server.waitForOpenConnections(atMost: 0)
    }

    @Test("A handler receives the events in order, and then the end")
    func handler() async throws {
        let server = try server([Self.stream((0..<100).map { "data: \($0)\n\n" }.joined()), Self.stream("data: e\n\n")])
        let log = Locked<[String]>([])
        let completion: DataStreamRequest.Completion = await withCheckedContinuation { continuation in
            let queue = DispatchQueue(label: "handler")
            session.eventSourceRequest(server.url, settings: quick).responseEventSource(on: queue) { source in
                dispatchPrecondition(condition: .onQueue(queue))
                switch source.event {
                case .message(let event): log.withLock { $0.append(event.data) }
                case .attemptFailed: Issue.record("Nothing has failed")
                case .complete(let completion): continuation.resume(returning: completion)
                }
            }
        }
        expectEqual(log.withLock { $0 }, (0..<100).map(String.init) + ["e"])
        expect(completion.error == nil && completion.response?.statusCode == 204)
    }

    @Test("A handler can cancel the request")
    func handlerCancels() async throws {
        let server = try LoopbackServer { _ in .script([Self.head, .repeat("9\r\ndata: a\n\n\r\n")]) }
        let completion: DataStreamRequest.Completion = await withCheckedContinuation { continuation in
            session.eventSourceRequest(server.url).responseEventSource(on: .global()) { source in
                if case .complete(let completion) = source.event { return continuation.resume(returning: completion) }
                source.cancel()
            }
        }
        expectEqual(completion.error?.isExplicitlyCancelledError, true)
    }

    @Test("A slow reader slows the server down")
    func backpressure() async throws {
        let sent = Locked(0)
        let text = "data: " + String(repeating: "x", count: 994) + "\n\n"
        let server = try LoopbackServer { _ in
            let steps = (0..<100).flatMap { _ in
                [
                    LoopbackStep.perform { sent.withLock { $0 += 1 } },
                    .chunk(String(repeating: text, count: 1000)),
                ]
            }
            return .script([Self.head] + steps + [.lastChunk()])
        }
        var iterator = session.eventSourceRequest(server.url, settings: EventSourceSettings(reconnects: false)).events
            .makeAsyncIterator()
        expect(try await iterator.next() != nil)
        expect(sent.withLock { $0 } < 100, "The server cannot have sent 100 MB")
        var count = 1
        while try await iterator.next() != nil { count += 1 }
        expectEqual(count, 100_000)
    }

    @Test("A POST is sent once: its regular end is the end, and a break is its error", arguments: [true, false])
    func post(isWhole: Bool) async throws {
        let end = isWhole ? LoopbackStep.lastChunk() : .reset
        let server = try server([.script([Self.head, .chunk("data: a\n\n"), end]), Self.stream("data: again\n\n")])
        let (events, error) = await read(session.eventSourceRequest(server.url, method: .post, settings: quick))
        expectEqual(events.map(\.data), ["a"])
        expectEqual(error?.isSessionTaskError, isWhole ? nil : true)
        expectEqual(server.requestCount, 1)
    }

    @Test("A POST that is told to is sent again after a break, with the last ID, and not after its end")
    func toldToReconnect() async throws {
        let server = try server([
            .script([Self.head, .chunk("id: 1\ndata: a\n\n"), .reset]), Self.stream("data: b\n\n"),
            Self.stream("data: c\n\n"),
        ])
        let settings = EventSourceSettings(reconnects: true, reconnectionTime: .zero)
        let (events, error) = await read(session.eventSourceRequest(server.url, method: .post, settings: settings))
        expect(events.map(\.data) == ["a", "b"] && error == nil)
        expectEqual(server.requests.map { $0[header: "Last-Event-ID"] }, [nil, "1"])
    }

    @Test("The parameters are sent with each connection")
    func parameters() async throws {
        let server = try server([Self.stream("data: a\n\n")])
        let request = session.eventSourceRequest(
            server.url, method: .post, parameters: ["text": "Why?"], encoder: .json, headers: ["X-Key": "1"])
        await expectEqual(read(request).events.map(\.data), ["a"])
        let sent = try #require(server.requests.first)
        expect(sent.method == "POST" && String(decoding: sent.body, as: UTF8.self) == #"{"text":"Why?"}"#)
        expect(sent[header: "Content-Type"] == "application/json" && sent[header: "X-Key"] == "1")
        expectEqual(sent[header: "Accept"], "text/event-stream")
    }

    private struct Reason: Decodable, Equatable { let message: String }

    @Test("The body of an error's response can be read, at most 64 KB of it")
    func errorBody() async throws {
        let server = try server([
            LoopbackResponse(
                status: 401, headers: ["Content-Type": "application/json"], text: #"{"message":"no key"}"#),
            .script([.head(500, headers: ["Transfer-Encoding": "chunked"]), .repeat("5\r\n12345\r\n")]),
            LoopbackResponse(status: 403, text: ""),
        ])
        let request = session.eventSourceRequest(server.url, settings: quick)
        expect(request.completion == nil)
        await expectEqual(read(request).error?.responseCode, 401)
        let completion = try #require(request.completion)
        try expectEqual(completion.errorValue(using: .decodable(of: Reason.self)), Reason(message: "no key"))
        try expectEqual(completion.errorValue(using: .string), #"{"message":"no key"}"#)
        expectEqual(completion.response?.statusCode, 401)

        await expectEqual(read(request).error?.responseCode, 500)
        expectEqual(request.completion?.errorBody, Data(String(repeating: "12345", count: 20_000).utf8.prefix(65_536)))
        await expectEqual(read(request).error?.responseCode, 403)
        expect(request.completion?.errorBody == nil)
        #expect(throws: AFError.self) { try request.completion?.errorValue(using: .string) }
    }

    // MARK: - With a clock of the test's own

    /// A source whose connections the test answers, and whose time it lets pass.
    private struct Scene {
        let time = ManualTime()
        let transport = ScriptedTransport()
        let session: Session
        let source: EventSourceRequest
        let deadlines: Deadlines

        init(_ settings: EventSourceSettings = EventSourceSettings()) {
            deadlines = time.makeDeadlines()
            session = Session(transport: transport)
            var exchange = ExchangeSettings()
            exchange.deadlines = deadlines
            exchange.requestTimeout = .infinity
            exchange.resourceTimeout = .infinity
            let core = SessionCore(
                transport: transport, settings: exchange, rootQueue: DispatchQueue(label: "root"), requestQueue: nil,
                serializationQueue: nil, startsImmediately: true, interceptor: nil, redirectHandler: nil,
                cachedResponseHandler: nil, eventMonitor: CompositeEventMonitor(monitors: []),
                delegate: SessionDelegate())
            core.session = session
            source = EventSourceRequest(
                core: core, convertible: URLRequest(url: URL(string: "http://a.b/")!), lastEventID: nil,
                settings: settings, interceptor: nil)
        }

        func hop(_ number: Int) async throws -> ScriptedTransport.Hop {
            let isThere = await eventually { transport.hops.count >= number }
            expect(isThere)
            return try #require(transport.hops.last)
        }

        /// The texts of the updates, as they are read.
        func log() -> EventLog<String> {
            let log = EventLog<String>()
            source.responseEventSource(on: DispatchQueue(label: "reader")) { update in
                switch update.event {
                case .message(let event): log.append(event.data)
                case .attemptFailed(let attempt):
                    let code = (attempt.error.underlyingError as? URLError)?.code
                    log.append("\(code == .cannotConnectToHost) \(attempt.delay)")
                case .complete(let completion): log.append("end \(completion.error != nil)")
                }
            }
            return log
        }
    }

    @Test("Refused connections are reported with the time of the next, and end after the default number")
    func refused() async throws {
        let scene = Scene()
        let log = scene.log()
        let seconds = [3, 6, 12, 24, 48, 60, 60, 60, 60, 60]
        for (index, second) in seconds.enumerated() {
            try await scene.hop(index + 1).complete(TransportError(.cannotConnect, "refused"))
            await log.wait(count: index + 1)
            scene.time.pass(Double(second) - 0.1)
            expectEqual(scene.transport.hops.count, index + 1)
            scene.time.pass(0.2)
        }
        try await scene.hop(11).complete(TransportError(.cannotConnect, "refused"))
        await log.wait(count: 11)
        expectEqual(log.all, seconds.map { "true \(Duration.seconds($0))" } + ["end true"])
        scene.time.pass(1_000_000)
        expectEqual(scene.transport.hops.count, 11)
    }

    @Test("A suspended source reads nothing, and goes on where it was")
    func suspending() async throws {
        let scene = Scene()
        let log = scene.log()
        let hop = try await scene.hop(1)
        hop.head(200, "Content-Type: text/event-stream")
        hop.body("data: 1\n\n")
        await log.wait(count: 1)
        scene.source.suspend()
        expect(scene.source.isSuspended && hop.isPaused)
        // Some bytes were under way.
        hop.body("data: 2\n\n")
        scene.source.suspend()
        expectEqual(log.all, ["1"])
        scene.source.resume()
        await log.wait(count: 2)
        expect(!hop.isPaused && !scene.source.isSuspended)
        hop.body("data: 3\n\n")
        await log.wait(count: 3)
        scene.source.suspend()
        scene.source.cancel()
        await log.wait(count: 4)
        expectEqual(log.all, ["1", "2", "3", "end true"])
    }

    @Test("A suspended source does not connect: not at first, and not when its time has come")
    func suspendedConnecting() async throws {
        let scene = Scene()
        scene.source.suspend()
        let log = scene.log()
        let delays = EventLog<Duration?>()
        let updates = scene.source.updates
        let other = Task {
            for await update in updates {
                if case .attemptFailed(let attempt) = update { delays.append(attempt.delay) }
                if case .complete(let completion) = update {
                    expectEqual(completion.error?.isExplicitlyCancelledError, true)
                    delays.append(nil)
                }
            }
        }
        scene.time.pass(100)
        expect(scene.transport.hops.isEmpty)
        scene.source.resume()
        _ = try await scene.hop(2)
        for hop in scene.transport.hops { hop.complete(TransportError(.cannotConnect, "refused")) }
        await log.wait(count: 1)
        await delays.wait(count: 1)
        scene.source.suspend()
        scene.time.pass(10)
        expectEqual(scene.transport.hops.count, 2)
        scene.source.resume()
        _ = try await scene.hop(3)
        scene.source.cancel()
        await other.value
        expectEqual(delays.all, [.seconds(3), nil])
        await log.wait(count: 2)
        expectEqual(log.all, ["true 3.0 seconds", "end true"])
    }
}
