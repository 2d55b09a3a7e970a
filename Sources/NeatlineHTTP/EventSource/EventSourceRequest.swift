public import Dispatch
internal import Foundation
internal import NeatlineFoundation

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
/// connection is lost, the request waits and connects again, with the ID of the last event in the field
/// `Last-Event-ID`; connections that fail one after the other are made at growing intervals. A response with the status
/// 204 ends the request without an error. Every other response, and an error that another connection would not change,
/// such as an untrusted server, ends it with an ``AFError``.
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
        /// The readers that are to be cancelled with the request.
        var readers: [ObjectIdentifier: EventSourceReader.Connection] = [:]
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
        let connections = state.withLock { state in
            state.isCancelled = true
            return state.readers.values
        }
        for connection in connections { connection.cancel() }
        return self
    }

    /// The events, as an asynchronous sequence. Starting to iterate connects to the server, and ending the iteration, or
    /// cancelling its task, closes the connection.
    ///
    /// The iteration ends after status 204 and, if ``EventSourceSettings/reconnects`` is `false`, at the end of the
    /// stream. Otherwise it throws an ``AFError``. A slow reader slows the server down.
    public var events: ServerSentEvents { ServerSentEvents(request: self) }

    /// Calls a closure with each event, and at the end.
    ///
    /// ```swift
    /// AF.eventSourceRequest("https://example.com/news").responseEventSource { source in
    ///     switch source.event {
    ///     case .message(let event): print(event.data)
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
            do {
                while let event = try await reader.next() {
                    await withTaskExecutorPreference(executor) {
                        handler(EventSource(event: .message(event), request: self))
                    }
                }
            } catch {}
            let completion = reader.completion
            await withTaskExecutorPreference(executor) {
                handler(EventSource(event: .complete(completion), request: self))
            }
        }
        return self
    }

    // MARK: - Readers

    /// Returns a reader with separate connections.
    func makeReader() -> EventSourceReader {
        EventSourceReader(request: self, core: core, settings: settings, lastEventID: lastEventID)
    }

    /// Returns the request of a new connection.
    func makeConnection(lastEventID: String) -> DataStreamRequest {
        let source = EventSourceURLRequest(source: convertible, lastEventID: lastEventID)
        let request = DataStreamRequest(
            core: core, convertible: source, automaticallyCancelOnStreamError: false, interceptor: interceptor,
            shouldAutomaticallyResume: true)
        return request.acceptingOnly(Self.refusal)
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

    /// Registers what to cancel with the request; cancels it immediately if the request is cancelled.
    func register(_ connection: EventSourceReader.Connection) {
        let isCancelled = state.withLock { state in
            state.readers[ObjectIdentifier(connection)] = connection
            return state.isCancelled
        }
        if isCancelled { connection.cancel() }
    }

    func unregister(_ connection: EventSourceReader.Connection) {
        // The connection is released after the lock.
        _ = state.withLock { $0.readers.removeValue(forKey: ObjectIdentifier(connection)) }
    }
}

/// A value that a handler of an ``EventSourceRequest`` receives.
public struct EventSource: Sendable {
    /// An event of the server, or the end of the request.
    public enum Event: Sendable {
        /// The server has sent an event.
        case message(ServerSentEvent)
        /// The request has ended. The request, response and metrics are those of the last connection.
        case complete(DataStreamRequest.Completion)
    }

    /// The server's event, or the end of the request.
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
        public mutating func next() async throws -> ServerSentEvent? { try await reader.next() }
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
