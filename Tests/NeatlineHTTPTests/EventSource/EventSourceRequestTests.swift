import Dispatch
import Foundation
import NeatlineFoundation
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
        #expect(
            events == [
                ServerSentEvent(id: "1", data: "a"), ServerSentEvent(id: "2", data: "b", retry: .zero),
                ServerSentEvent(id: "2", data: "c"),
            ])
        #expect(error == nil)
        #expect(server.requests.map { $0[header: "Last-Event-ID"] } == [nil, "2", "2"])
        #expect(server.requests.allSatisfy { $0[header: "Accept"] == "text/event-stream" })
        #expect(server.requests.allSatisfy { $0[header: "Cache-Control"] == "no-store" })
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
        #expect(events.map(\.data) == ["a", "c"] && events.map(\.id) == ["1", "1"])
        #expect(error == nil)
        #expect(server.requests.first?[header: "Last-Event-ID"] == "0")
        #expect(server.requests.dropFirst().allSatisfy { $0[header: "Last-Event-ID"] == "1" })

        let again = try self.server([.script([Self.head, .chunk("data: a\n\n"), .reset])])
        _ = await read(session.eventSourceRequest(again.url, settings: quick, interceptor: retrier))
        #expect(again.requestCount == 2)
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
        #expect(events.isEmpty && server.requestCount == 1)
        if status == 200 {
            guard case .responseValidationFailed(.unacceptableContentType(["text/event-stream"], "text/html")) = error
            else {
                Issue.record("\(String(describing: error))")
                return
            }
        } else {
            #expect(error?.responseCode == status)
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
        #expect(events.map(\.data) == ["a"] && error == nil)
    }

    @Test("A line without an end fails when it is larger than the limit, however much the server sends")
    func endlessLine() async throws {
        let server = try LoopbackServer { _ in
            .script([Self.head, .repeat("6\r\ndata:x\r\n")])
        }
        let settings = EventSourceSettings(maximumEventSize: 10_000)
        let (events, error) = await read(session.eventSourceRequest(server.url, settings: settings))
        #expect(events.isEmpty)
        #expect(error?.underlyingError as? EventSourceError == .eventTooLarge(limit: 10_000))
        #expect(server.requestCount == 1)
    }

    @Test("Without reconnecting, the request ends with its stream, or fails with its connection")
    func once() async throws {
        let settings = EventSourceSettings(reconnects: false)
        let server = try server([Self.stream("data: a\n\n"), .script([Self.head, .chunk("data: b\n\n"), .reset])])
        let first = await read(session.eventSourceRequest(server.url, settings: settings))
        #expect(first.events.map(\.data) == ["a"] && first.error == nil)
        let second = await read(session.eventSourceRequest(server.url, settings: settings))
        #expect(second.events.map(\.data) == ["b"] && second.error?.isSessionTaskError == true)
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
        #expect((error?.underlyingError as? URLError)?.code == .cannotConnectToHost)
        #expect(transport.requests.count == 3)
    }

    @Test("An error that another connection would not change is final")
    func finalErrors() async throws {
        let transport = MockTransport()
        transport.on(.get, "https://example.com/", respond: .failure(.certificateUntrusted))
        let session = Session(transport: transport)
        let (_, error) = await read(session.eventSourceRequest("https://example.com/", settings: quick))
        #expect((error?.underlyingError as? URLError)?.code == .serverCertificateUntrusted)
        let invalid = await read(session.eventSourceRequest("http://[", settings: quick))
        #expect(invalid.error?.isInvalidURLError == true)
        #expect(transport.requests.count == 1)
    }

    @Test("Cancelling ends a stream, and the wait for the next connection", arguments: [true, false])
    func cancelling(isWaiting: Bool) async throws {
        let steps = isWaiting ? [LoopbackStep.lastChunk()] : [.stall]
        let server = try LoopbackServer { _ in .script([Self.head, .chunk("data: a\n\n")] + steps) }
        let settings = EventSourceSettings(reconnectionTime: .seconds(3600))
        let request = session.eventSourceRequest(server.url, settings: settings)
        var iterator = request.events.makeAsyncIterator()
        #expect(try await iterator.next()?.data == "a")
        let next = Task { [iterator] in
            var iterator = iterator
            return try await iterator.next()
        }
        request.cancel()
        await #expect(throws: AFError.self) { try await next.value }
        #expect(request.isCancelled)
        let after = await read(request)
        #expect(after.error?.isExplicitlyCancelledError == true)
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
                case .complete(let completion): continuation.resume(returning: completion)
                }
            }
        }
        #expect(log.withLock { $0 } == (0..<100).map(String.init) + ["e"])
        #expect(completion.error == nil && completion.response?.statusCode == 204)
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
        #expect(completion.error?.isExplicitlyCancelledError == true)
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
        #expect(try await iterator.next() != nil)
        #expect(sent.withLock { $0 } < 100, "The server cannot have sent 100 MB")
        var count = 1
        while try await iterator.next() != nil { count += 1 }
        #expect(count == 100_000)
    }
}
