public import Dispatch
public import Foundation
internal import NeatlineSystem

/// A request for an event stream: events that a server sends when they happen (WHATWG HTML, section 9.2).
///
/// ```swift
/// for try await event in session.eventSourceRequest("https://example.com/news").events {
///     print(event.name, event.data)
/// }
/// ```
///
/// Each connection is a ``DataStreamRequest``, so that the session's adapters, monitors, trust and cookies apply. The
/// response must have the status 200 and the content type `text/event-stream`. When the server ends the stream or the
/// connection is lost, a request with a safe method, such as GET, waits and connects again, with the ID of the last event
/// in the field `Last-Event-ID`; connections without an event, one after the other, are made at growing intervals, and
/// ``EventSourceSettings/maximumFailures`` connections in a row may fail. A response with the status 204 ends the request
/// without an error. Every other response, and an error that another connection would not change, such as an untrusted
/// server, ends it with an ``AFError``; ``completion`` has the beginning of the response's body.
///
/// A request with another method, such as POST, is sent once: the end of the stream is the end of the request, and a lost
/// connection its error. With ``EventSourceSettings/reconnects`` set to `true` it is sent again after a lost connection,
/// but not after the end of a stream.
///
/// A retrier may repeat a request whose response was not an event stream, as after status 401. After the first byte of
/// a stream, the request itself connects again.
///
/// The session's idle timeout applies. Servers that are silent for longer should send comments.
///
/// Each handler, and each iteration over ``events``, has separate connections.
public final class EventSourceRequest: Sendable {
    private let core: SessionCore
    private let convertible: any URLRequestConvertible
    private let lastEventID: String
    private let interceptor: (any RequestInterceptor)?
    /// The settings of the request.
    public let settings: EventSourceSettings

    private let state = Locked(State())

    private struct State {
        var isCancelled = false
        var isSuspended = false
        /// The drivers of the readers.
        var drivers: [ObjectIdentifier: EventSourceDriver] = [:]
        var completion: DataStreamRequest.Completion?
    }

    init(
        core: SessionCore, convertible: any URLRequestConvertible, lastEventID: String?,
        settings: EventSourceSettings, interceptor: (any RequestInterceptor)?
    ) {
        self.core = core
        self.convertible = convertible
        self.lastEventID = lastEventID ?? ""
        self.settings = settings
        self.interceptor = interceptor
    }

    /// Whether the request was cancelled.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels the request: all its handlers and iterations end with ``AFError/explicitlyCancelled``.
    @discardableResult
    public func cancel() -> Self {
        let drivers = state.withLock { state in
            state.isCancelled = true
            return Array(state.drivers.values)
        }
        for driver in drivers { driver.handle(.cancel) }
        return self
    }

    /// Whether the request is suspended.
    public var isSuspended: Bool { state.withLock { $0.isSuspended } }

    /// Suspends all handlers and iterations until ``resume()``.
    ///
    /// No handler receives events, but for one that is being called. No bytes of an open connection are read, so that
    /// at most what its buffers hold arrives, and the server is slowed down by TCP or HTTP/2: the connection stays open,
    /// and the session's idle timeout does not run. No connection is made: the time before the next one goes on, and if
    /// it is over, ``resume()`` connects. A connection whose end is not read yet ends when it is.
    ///
    /// - Returns: The request.
    @discardableResult
    public func suspend() -> Self { setSuspended(true) }

    /// Resumes the request after ``suspend()``, where it was.
    ///
    /// - Returns: The request.
    @discardableResult
    public func resume() -> Self { setSuspended(false) }

    private func setSuspended(_ isSuspended: Bool) -> Self {
        state.withLock { $0.isSuspended = isSuspended }
        settleDrivers()
        return self
    }

    /// Passes the state on, until that is what it is: another thread may have changed it.
    private func settleDrivers() {
        var applied: Bool?
        while true {
            let (wanted, drivers) = state.withLock { ($0.isSuspended, Array($0.drivers.values)) }
            if wanted == applied { return }
            for driver in drivers { driver.handle(wanted ? .suspend : .resume) }
            applied = wanted
        }
    }

    /// The end of the handler or iteration that has ended last, with the beginning of the body of a refused response;
    /// `nil` if none has ended.
    ///
    /// ```swift
    /// do {
    ///     for try await event in request.events { print(event.data) }
    /// } catch {
    ///     print(error, try request.completion?.errorValue(using: .decodable(of: Reason.self)) as Any)
    /// }
    /// ```
    public var completion: DataStreamRequest.Completion? { state.withLock { $0.completion } }

    /// The events, as an asynchronous sequence. Starting to iterate connects to the server, and ending the iteration, or
    /// cancelling its task, closes the connection.
    ///
    /// The iteration ends after status 204 and, if the request does not connect again, at the end of the stream.
    /// Otherwise it throws an ``AFError``. A slow reader slows the server down.
    public var events: ServerSentEvents { ServerSentEvents(request: self) }

    /// The events, the failed attempts and the end, as an asynchronous sequence, which otherwise is as ``events``.
    public var updates: StreamOf<EventSource.Event> {
        StreamOf(pulling: {
            let reader = self.makeReader()
            return StreamOf.Pull {
                await reader.next()
            } end: {
            }
        })
    }

    /// Calls a closure with each event, each failed attempt, and at the end.
    ///
    /// ```swift
    /// AF.eventSourceRequest("https://example.com/news").responseEventSource { source in
    ///     switch source.event {
    ///     case .message(let event): print(event.data)
    ///     case .attemptFailed(let attempt): print(attempt.error, attempt.nextDate)
    ///     case .complete(let completion): print(completion.error ?? "done")
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called, one event after the other. The next event is not read
    ///     before the closure has returned.
    ///   - handler: A closure that receives the events.
    @discardableResult
    public func responseEventSource(
        on queue: DispatchQueue = .main, handler: @escaping @Sendable (EventSource) -> Void
    ) -> Self {
        let reader = makeReader()
        let executor = QueueExecutor(queue)
        Task {
            while let event = await reader.next() {
                await withTaskExecutorPreference(executor) { handler(EventSource(event: event, request: self)) }
            }
        }
        return self
    }

    // MARK: - Readers

    /// Returns a reader with separate connections.
    func makeReader() -> EventSourceReader {
        EventSourceReader(request: self, deadlines: core.exchanges.settings.deadlines, lastEventID: lastEventID)
    }

    /// Returns the request of a new connection.
    ///
    /// - Parameter opened: Called on a thread of the transport when the response is an event stream.
    func makeConnection(lastEventID: String, opened: @escaping @Sendable () -> Void) -> DataStreamRequest {
        let source = EventSourceURLRequest(source: convertible, lastEventID: lastEventID)
        let request = DataStreamRequest(
            core: core, convertible: source, automaticallyCancelOnStreamError: false, interceptor: interceptor,
            shouldAutomaticallyResume: true)
        return request.acceptingOnly { head in
            let error = Self.refusal(head)
            if error == nil { opened() }
            return error
        }
    }

    /// Returns the error of a response that is none of an event stream.
    private static func refusal(_ head: ResponseHead) -> AFError? {
        // The server asks not to connect again.
        if head.status == 204 { return nil }
        return ResponseValidation.error(ofStatusCode: head.status, acceptable: CollectionOfOne(200))
            ?? ResponseValidation.error(
                ofContentType: head.value(of: "content-type"), acceptable: CollectionOfOne(contentType), hasBody: true)
    }

    /// The content type of event streams.
    static let contentType = "text/event-stream"

    /// Registers what is cancelled and suspended with the request, and does so if the request is.
    func register(_ driver: EventSourceDriver) {
        let (isCancelled, isSuspended) = state.withLock { state in
            state.drivers[ObjectIdentifier(driver)] = driver
            return (state.isCancelled, state.isSuspended)
        }
        if isSuspended { settleDrivers() }
        if isCancelled { driver.handle(.cancel) }
    }

    func unregister(_ driver: EventSourceDriver) {
        // The driver is released after the lock.
        _ = state.withLock { $0.drivers.removeValue(forKey: ObjectIdentifier(driver)) }
    }

    /// Notes the end of a reader.
    func ended(_ completion: DataStreamRequest.Completion) { state.withLock { $0.completion = completion } }
}

/// A value that a handler of an ``EventSourceRequest`` receives.
public struct EventSource: Sendable {
    /// An event of the server, a failed attempt, or the end of the request.
    public enum Event: Sendable {
        /// The server has sent an event.
        case message(ServerSentEvent)
        /// A connection has failed, and another one follows.
        case attemptFailed(FailedAttempt)
        /// The request has ended. The request, response and metrics are those of the last connection.
        case complete(DataStreamRequest.Completion)
    }

    /// A connection that was refused or lost, after which the request connects again.
    public struct FailedAttempt: Sendable {
        /// The error of the connection.
        public let error: AFError
        /// The time between the failure and the next attempt.
        public let delay: Duration
        /// The date of the next attempt, unless the request is suspended then.
        public let nextDate: Date

        init(_ error: AFError, seconds: Double) {
            self.error = error
            delay = .seconds(seconds)
            nextDate = Date(timeIntervalSinceNow: seconds)
        }
    }

    /// The server's event, the failed attempt, or the end of the request.
    public let event: Event
    let request: EventSourceRequest

    /// Cancels the request; does nothing if it has finished.
    public func cancel() { request.cancel() }
}

/// The events of an ``EventSourceRequest``.
public struct ServerSentEvents: AsyncSequence, Sendable {
    /// An event that the server has sent.
    public typealias Element = ServerSentEvent

    let request: EventSourceRequest

    /// Returns an iterator with a separate connection, which is opened for it.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: request.makeReader()) }

    /// An iterator over the events, whose last copy closes the connection when it is deinitialized.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: EventSourceReader

        /// Waits for the next event.
        ///
        /// - Returns: The event; `nil` if the request has ended.
        /// - Throws: ``AFError``
        public mutating func next() async throws -> ServerSentEvent? {
            if let event = reader.received() { return event }
            while let event = await reader.next() {
                switch event {
                case .message(let event): return event
                case .attemptFailed: continue
                case .complete(let completion):
                    if let error = completion.error { throw error }
                }
            }
            return nil
        }
    }
}

/// Runs tasks on a queue.
private final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Adds the fields of an event stream to a `URLRequest`.
private struct EventSourceURLRequest: URLRequestConvertible {
    let source: any URLRequestConvertible
    let lastEventID: String

    func asURLRequest() throws -> URLRequest {
        var request = try source.asURLRequest()
        if request.value(forHTTPHeaderField: "Accept") == nil {
            request.setValue(EventSourceRequest.contentType, forHTTPHeaderField: "Accept")
        }
        request.setValue("no-store", forHTTPHeaderField: "Cache-Control")
        if !lastEventID.isEmpty { request.setValue(lastEventID, forHTTPHeaderField: "Last-Event-ID") }
        return request
    }
}
