import NeatlineHTTPMapping
import NeatlineSystem
import NeatlineTestSupport
import Testing

/// Models of events that a test gives, with a clock that it sets.
@Suite("Models of events, and their pace", .hangLimit)
struct PartialPaceTests {
    private typealias Answer = PartialModelTests.Answer

    private func events(_ pieces: [String]) -> AsyncStream<ServerSentEvent> {
        AsyncStream { continuation in
            for piece in pieces { continuation.yield(ServerSentEvent(data: piece)) }
            continuation.finish()
        }
    }

    @Test("what shows nothing new makes no model")
    func equal() async throws {
        let pieces = [
            "{\"title\"", ": ", "\"a", "", "\"", " , \"steps\"", ":[", " ", "\"b\"", "]", " }", "\n", "[DONE]", "x",
        ]
        var found: [Answer] = []
        for try await answer in events(pieces).partial(Answer.self) { found.append(answer) }
        expectEqual(found.map(\.title), [nil, "a", "a", "a"])
        expectEqual(found.map(\.steps), [nil, nil, [], ["b"]])
    }

    @Test(
        "a value that cannot be mapped is an error when it ends, also if its end shows nothing new",
        arguments: ["}", " } "])
    func unmappable(_ end: String) async throws {
        struct Needy: Decodable, Sendable {
            let name: String
            let age: Int
        }
        var count = 0
        await #expect(throws: DecodingError.self) {
            for try await _ in events([#"{"name": ""#, #"Ada""#, end]).partial(Needy.self) { count += 1 }
        }
        expectEqual(count, 0)
    }

    @Test("events without text, and no events, make no model and no error")
    func nothing() async throws {
        for pieces in [[], ["[DONE]"]] {
            for try await answer in events(pieces).partial(Answer.self) { Issue.record("\(answer)") }
        }
        for try await answer in events(["{\"a\":1}", "[1]", "null"]).partial(Answer.self, at: "a.b.0") {
            Issue.record("\(answer)")
        }
    }

    @Test("an event that is not JSON is an error after the models before it")
    func broken() async throws {
        var models = events(["{\"a\":\"{\"}", "{\"a\":"]).partial(Answer.self, at: "a").makeAsyncIterator()
        expect(try await models.next() != nil)
        await #expect(throws: JSONError.self) { try await models.next() }
        expect(try await models.next() == nil)
    }

    @Test("at a pace, the first model comes at once, and then the newest one when the time is over")
    func pace() async throws {
        let clock = TestClock()
        let source = TestEvents()
        let models = source.partial(Answer.self, every: .seconds(10), clock: clock)
        let (shown, continuation) = AsyncStream<String>.makeStream()
        let task = Task {
            defer { continuation.finish() }
            for try await model in models { continuation.yield(model.title ?? "") }
        }
        var titles = shown.makeAsyncIterator()
        source.send(["{\"title\":\"a"])
        await expectEqual(titles.next(), "a")
        source.send(["b", "c"])
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(4))
        source.send(["d"])
        await source.waitUntilAllAreRead()
        clock.advance(by: .seconds(6))
        await expectEqual(titles.next(), "abcd")
        // The time is over when the next piece comes.
        clock.advance(by: .seconds(11))
        source.send(["e\"}"])
        source.finish()
        await expectEqual(titles.next(), "abcde")
        expect(await titles.next() == nil)
        try await task.value
    }

    @Test("at a pace, not more than 2 MB of events are read before they are wanted, however many there are")
    func bound() async throws {
        let clock = TestClock()
        let source = EndlessEvents(size: 64 << 10)
        let models = source.partial(
            Answer.self, settings: PartialModelSettings(eventName: "text"), every: .seconds(10), clock: clock)
        let task = Task { for try await model in models { expectEqual(model.title, "a") } }
        for round in 1...5 {
            await clock.waitForSleepers(1)
            // Events were taken once more than the clock has been set, and others are read.
            expect(source.askedCount <= (round + 1) * 34)
            clock.advance(by: .seconds(10))
        }
        task.cancel()
        _ = await task.result
    }
}

/// A piece of a text, and then events without one until the task is cancelled.
private final class EndlessEvents: AsyncSequence, Sendable {
    private let event: ServerSentEvent
    private let asked = Locked(0)

    init(size: Int) {
        event = ServerSentEvent(name: "ping", data: String(repeating: " ", count: size))
    }

    var askedCount: Int { asked.withLock { $0 } }

    func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    struct Iterator: AsyncIteratorProtocol {
        let source: EndlessEvents

        mutating func next() async -> ServerSentEvent? {
            let number = source.asked.withLock { asked in
                asked += 1
                return asked
            }
            if Task.isCancelled { return nil }
            return number == 1 ? ServerSentEvent(name: "text", data: "{\"title\":\"a") : source.event
        }
    }
}

/// Events that a test sends, one after another.
private final class TestEvents: AsyncSequence, Sendable {
    private struct State {
        var sent = 0
        var asked = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())
    private let stream: AsyncStream<ServerSentEvent>
    private let continuation: AsyncStream<ServerSentEvent>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func send(_ pieces: [String]) {
        state.withLock { $0.sent += pieces.count }
        for piece in pieces { continuation.yield(ServerSentEvent(data: piece)) }
    }

    func finish() { continuation.finish() }

    /// Waits until the event after all that were sent is asked for.
    func waitUntilAllAreRead() async {
        await withCheckedContinuation { waiter in
            let isRead = state.withLock { state in
                if state.asked > state.sent { return true }
                state.waiters.append(waiter)
                return false
            }
            if isRead { waiter.resume() }
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(source: self, events: stream.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        let source: TestEvents
        var events: AsyncStream<ServerSentEvent>.Iterator

        mutating func next() async -> ServerSentEvent? {
            let waiters = source.state.withLock { state in
                state.asked += 1
                if state.asked <= state.sent { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
            return await events.next()
        }
    }
}

/// A clock whose time a test sets.
private final class TestClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset = Duration.zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct State {
        var now = Instant()
        var sleepers: [(until: Instant, wake: CheckedContinuation<Void, Never>)] = []
        var waiters: [(count: Int, wake: CheckedContinuation<Void, Never>)] = []
        var isCancelled = false
    }

    private let state = Locked(State())
    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper in
                let (isOver, waiters) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                    if state.now >= deadline || state.isCancelled { return (true, []) }
                    state.sleepers.append((deadline, sleeper))
                    let count = state.sleepers.count
                    defer { state.waiters.removeAll { $0.count <= count } }
                    return (false, state.waiters.filter { $0.count <= count }.map(\.wake))
                }
                if isOver { sleeper.resume() }
                for waiter in waiters { waiter.resume() }
            }
        } onCancel: {
            let sleepers = state.withLock { state in
                state.isCancelled = true
                defer { state.sleepers = [] }
                return state.sleepers.map(\.wake)
            }
            for sleeper in sleepers { sleeper.resume() }
        }
        try Task.checkCancellation()
    }

    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            defer { state.sleepers.removeAll { $0.until <= now } }
            return state.sleepers.filter { $0.until <= now }.map(\.wake)
        }
        for sleeper in woken { sleeper.resume() }
    }

    func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { waiter in
            let isThere = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.waiters.append((count, waiter))
                return false
            }
            if isThere { waiter.resume() }
        }
    }
}
