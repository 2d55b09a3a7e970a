public import NeatlineFoundation
public import NeatlineHTTP
public import NeatlineJSON
public import NeatlineMapping
internal import NeatlineSystem

// Models from a response that is still being received: JSON in pieces in the events of a stream.

/// How the text of models is found in the events of a stream.
public struct PartialModelSettings: Sendable, Hashable {
    /// The name of the events that have pieces of the text; `nil` for all events but those with the name `error`.
    public var eventName: String?
    /// The data of the event that ends the text, whatever its name; `[DONE]` unless set.
    public var endMark: String?
    /// Whether the JSON is in other text, as a fence of Markdown, which is passed over.
    public var passesOverProse: Bool
    /// What is accepted in the text.
    public var parsing: JSONParsingOptions

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - eventName: The name of the events that have pieces of the text; `nil` for all events but those with the name `error`.
    ///   - endMark: The data of the event that ends the text, whatever its name.
    ///   - passesOverProse: Whether the JSON is in other text, which is passed over.
    ///   - parsing: What is accepted in the text.
    public init(
        eventName: String? = nil, endMark: String? = "[DONE]", passesOverProse: Bool = false,
        parsing: JSONParsingOptions = JSONParsingOptions()
    ) {
        self.eventName = eventName
        self.endMark = endMark
        self.passesOverProse = passesOverProse
        self.parsing = parsing
    }
}

extension AsyncSequence where Self: Sendable, Element == ServerSentEvent {
    /// Returns models of a JSON text whose pieces are in the events, while it arrives.
    ///
    /// ```swift
    /// let request = session.eventSourceRequest(url, method: .post, parameters: question, encoder: .json)
    /// for try await draft in request.events.partial(Answer.self, at: "choices.0.delta.content") {
    ///     show(draft)
    /// }
    /// ```
    ///
    /// Each model is mapped from the text received so far, as by `JSONPartialParser.mapped(_:by:)`, and the last one from the
    /// whole text. Without an interval, events are read when the next model is requested. When the iteration or its task
    /// ends, the transfer is cancelled.
    ///
    /// - Parameters:
    ///   - type: The type of the models.
    ///   - path: The names and numbers that lead to the piece in the JSON of an event's data, with dots between them. Events
    ///     without a string there, or with empty data, have no piece. `nil`: the data is the piece.
    ///   - mapper: Maps the values, with its options.
    ///   - settings: Which events have pieces, and what is around the text.
    ///   - interval: The least time between two models; models in between are left out. `nil` for none.
    ///   - clock: The clock that the interval is measured by.
    /// - Returns: An asynchronous sequence of models. It throws the error of the events; an ``EventError`` that is in an
    ///   event, after the models before it; a `JSONError` if the text is not
    ///   valid or not whole; a `MappingError` if the whole text cannot be mapped.
    public func partial<Model: BaseMappable & Sendable>(
        _ type: Model.Type = Model.self, at path: String? = nil, by mapper: Mapper<Model> = Mapper<Model>(),
        settings: PartialModelSettings = PartialModelSettings(), every interval: Duration? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> PartialModels<Self, Model> {
        PartialModels(
            events: self, path: path, settings: settings, pace: interval.map { Pace.maker(clock, interval: $0) }
        ) { try $0.mapped(type, by: mapper) }
    }

    /// Returns the models of an array whose JSON text is in the events in pieces, while it arrives.
    ///
    /// Each time all models are there that the text has so far, as by `JSONPartialParser.mapped(_:by:)` for arrays.
    ///
    /// - Parameters:
    ///   - type: The type of the array.
    ///   - path: The names and numbers that lead to the piece in the JSON of an event's data, with dots between them. Events
    ///     without a string there, or with empty data, have no piece. `nil`: the data is the piece.
    ///   - mapper: Maps the elements, with its options.
    ///   - settings: Which events have pieces, and what is around the text.
    ///   - interval: The least time between two arrays; arrays in between are left out. `nil` for none.
    ///   - clock: The clock that the interval is measured by.
    /// - Returns: An asynchronous sequence of arrays. It throws the error of the events; an ``EventError`` that is in an
    ///   event, after the arrays before it; a `JSONError` if the text is not
    ///   valid or not whole; a `MappingError` if the whole text cannot be mapped.
    public func partial<Model: BaseMappable & Sendable>(
        _ type: [Model].Type = [Model].self, at path: String? = nil, by mapper: Mapper<Model> = Mapper<Model>(),
        settings: PartialModelSettings = PartialModelSettings(), every interval: Duration? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> PartialModels<Self, [Model]> {
        PartialModels(
            events: self, path: path, settings: settings, pace: interval.map { Pace.maker(clock, interval: $0) }
        ) { try $0.mapped(type, by: mapper) }
    }

    /// Returns values of a `Decodable` type of a JSON text whose pieces are in the events, while it arrives.
    ///
    /// - Parameters:
    ///   - type: The type of the values.
    ///   - path: The names and numbers that lead to the piece in the JSON of an event's data, with dots between them. Events
    ///     without a string there, or with empty data, have no piece. `nil`: the data is the piece.
    ///   - decoder: Decodes the values, with its options.
    ///   - settings: Which events have pieces, and what is around the text.
    ///   - interval: The least time between two values; values in between are left out. `nil` for none.
    ///   - clock: The clock that the interval is measured by.
    /// - Returns: An asynchronous sequence of values. It throws the error of the events; an ``EventError`` that is in an
    ///   event, after the values before it; a `JSONError` if the text is not
    ///   valid or not whole; a `DecodingError` if the whole text cannot be decoded.
    @_disfavoredOverload
    public func partial<Model: Decodable & Sendable>(
        _ type: Model.Type = Model.self, at path: String? = nil, decoder: NeatlineJSONDecoder = NeatlineJSONDecoder(),
        settings: PartialModelSettings = PartialModelSettings(), every interval: Duration? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> PartialModels<Self, Model> {
        PartialModels(
            events: self, path: path, settings: settings, pace: interval.map { Pace.maker(clock, interval: $0) }
        ) { try $0.decoded(type, by: decoder) }
    }
}

/// Models of a JSON text whose pieces are in the events of a stream, while it arrives.
public struct PartialModels<Events: AsyncSequence & Sendable, Model: Sendable>: AsyncSequence, Sendable
where Events.Element == ServerSentEvent {
    let events: Events
    let path: String?
    let settings: PartialModelSettings
    let pace: (@Sendable () -> Pace)?
    let read: @Sendable (inout JSONPartialParser) throws -> Model?

    init(
        events: Events, path: String?, settings: PartialModelSettings, pace: (@Sendable () -> Pace)?,
        read: @escaping @Sendable (inout JSONPartialParser) throws -> Model?
    ) {
        (self.events, self.path, self.settings, self.pace, self.read) = (events, path, settings, pace, read)
    }

    /// Starts to read events, and returns an iterator over the models.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            source: pace.map { .paced(EventPump(events), $0()) } ?? .pulled(events.makeAsyncIterator()),
            machine: PartialTextMachine(path: path, settings: settings), read: read)
    }

    /// The iterator, whose last copy ends the transfer when it is deinitialized.
    public struct Iterator: AsyncIteratorProtocol {
        enum Source {
            case pulled(Events.AsyncIterator)
            /// Events are read all the time, up to a limit, and models are not made more often than the pace allows.
            case paced(EventPump<Events>, Pace)
            case over
        }

        private var source: Source
        private var machine: PartialTextMachine
        private let read: @Sendable (inout JSONPartialParser) throws -> Model?
        /// An error that comes after a model.
        private var failure: (any Error)?

        init(
            source: Source, machine: PartialTextMachine,
            read: @escaping @Sendable (inout JSONPartialParser) throws -> Model?
        ) {
            (self.source, self.machine, self.read) = (source, machine, read)
        }

        /// Waits for the next model.
        ///
        /// - Returns: The model; `nil` at the end of the text, or of the events.
        /// - Throws: The error of the events, of the text, or of the model.
        public mutating func next() async throws -> Model? {
            do {
                return try await nextModel()
            } catch {
                source = .over
                throw error
            }
        }

        private mutating func nextModel() async throws -> Model? {
            while true {
                if let failure {
                    self.failure = nil
                    throw failure
                }
                switch source {
                case .over: return nil
                case .pulled(var events):
                    source = .over
                    let event = try await events.next()
                    source = .pulled(events)
                    take(event.map { [$0] })
                case .paced(let pump, let pace):
                    guard try await pump.wait() else { take(nil); break }
                    try await pace.wait()
                    do { take(try pump.take()) } catch { failure = error }
                }
                if let model = try machine.draft(read) { return model }
            }
        }

        /// Takes events, or their end. What the text has before an error is shown before it.
        private mutating func take(_ events: [ServerSentEvent]?) {
            do {
                for event in events ?? [] { try machine.take(event) }
                if events == nil { try machine.finish() }
            } catch {
                failure = error
            }
            // What is left of the stream is not waited for.
            if machine.isOver || failure != nil { source = .over }
        }
    }
}

/// Reads events in a background task, which is cancelled when the pump is deinitialized.
///
/// When 2 MB of events wait to be taken, no more are read until they are: a server that sends more is slowed down.
final class EventPump<Events: AsyncSequence & Sendable>: Sendable where Events.Element == ServerSentEvent {
    private let task: Task<Void, Never>
    private let state: Locked<State>
    private let changes: AsyncStream<Void>
    /// Receives an element when the events that wait were taken.
    private let room: AsyncStream<Void>.Continuation

    private struct State {
        var events: [ServerSentEvent] = []
        /// The memory of `events` in bytes.
        var size = 0
        var error: (any Error)?
        var hasEnded = false

        var isFull: Bool { size >= 2 << 20 }

        mutating func append(_ event: ServerSentEvent) {
            events.append(event)
            size += MemoryLayout<ServerSentEvent>.stride
            size += event.data.utf8.count + event.name.utf8.count + event.id.utf8.count
        }
    }

    init(_ events: Events) {
        let state = Locked(State())
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (takings, room) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.state = state
        self.changes = changes
        self.room = room
        task = Task {
            do {
                var takings = takings.makeAsyncIterator()
                reading: for try await event in events {
                    state.withLock { $0.append(event) }
                    continuation.yield()
                    while state.withLock({ $0.isFull }) {
                        // There is no element for a task that was cancelled.
                        if await takings.next() == nil { break reading }
                    }
                }
            } catch {
                state.withLock { $0.error = error }
            }
            state.withLock { $0.hasEnded = true }
            continuation.finish()
        }
    }

    deinit { task.cancel() }

    /// Waits until there are events, or an error; false at the end.
    ///
    /// - Throws: `CancellationError`.
    func wait() async throws -> Bool {
        var changes = changes.makeAsyncIterator()
        while true {
            let (hasNews, hasEnded) = state.withLock { (!$0.events.isEmpty || $0.error != nil, $0.hasEnded) }
            if hasNews { return true }
            if hasEnded { return false }
            await changes.next()
            try Task.checkCancellation()
        }
    }

    /// Takes the events that were read.
    ///
    /// - Throws: The error after the events, if none are left before it.
    func take() throws -> [ServerSentEvent] {
        let (events, error) = state.withLock { state in
            defer { (state.events, state.size) = ([], 0) }
            return (state.events, state.error)
        }
        room.yield()
        if events.isEmpty, let error { throw error }
        return events
    }
}

/// Waits until some time has passed since it has waited before.
final class Pace {
    private let body: () async throws -> Void

    private init(_ body: @escaping () async throws -> Void) { self.body = body }

    /// Returns what makes a pace for each iteration.
    static func maker(_ clock: any Clock<Duration>, interval: Duration) -> @Sendable () -> Pace {
        { make(clock, interval: interval) }
    }

    private static func make<C: Clock>(_ clock: C, interval: Duration) -> Pace where C.Duration == Duration {
        var last: C.Instant?
        return Pace {
            if let before = last, before.duration(to: clock.now) < interval {
                try await clock.sleep(until: before.advanced(by: interval), tolerance: nil)
            }
            last = clock.now
        }
    }

    func wait() async throws { try await body() }
}
