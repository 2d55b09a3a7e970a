public import Dispatch
public import Foundation
internal import NeatlineSystem

/// A request that opens a WebSocket (RFC 6455), and sends and receives its messages.
///
/// ```swift
/// let socket = session.webSocketRequest(to: "wss://example.com/chat").webSocketTask()
/// try await socket.send(.string("hello"))
/// for await message in socket.streamingMessages() {
///     print(message)
/// }
/// ```
///
/// The opening handshake is a request like any other: with the session's adapters, retriers, cookies, credentials,
/// proxies and trust. After a lost connection, a retrier can open another one. Messages that were not sent by then are
/// sent on it.
///
/// A slow reader slows the server down: not more than about 2 MB of messages wait to be read. ``Request/suspend()`` stops
/// receiving until ``Request/resume()``; messages are sent meanwhile.
///
/// Unchecked Sendable as ``Request`` is: mutable state is accessed only while the request's lock is held.
public final class WebSocketRequest: Request, @unchecked Sendable {
    /// The value that the `URLRequest` is created from.
    public let convertible: any URLRequestConvertible
    /// The settings of the connection.
    public let configuration: Configuration

    private let body: WebSocketBody
    var outbox: WebSocketOutbox { body.outbox }

    init(
        core: SessionCore, convertible: any URLRequestConvertible, configuration: Configuration,
        interceptor: (any RequestInterceptor)?
    ) {
        self.convertible = convertible
        self.configuration = configuration
        body = WebSocketBody(configuration)
        super.init(core: core, body: body, interceptor: interceptor, shouldAutomaticallyResume: nil)
    }

    override func makeURLRequest() throws -> URLRequest {
        var request = try convertible.asURLRequest()
        if let name = configuration.protocol { request.headers.update(.websocketProtocol(name)) }
        return request
    }

    override func makeTask(_ handle: AttemptHandle) -> URLSessionTask { RequestWebSocketTask(handle) }

    override var cleanUp: ((_ completion: @escaping WorkPool.Work) -> Void)? {
        { completion in
            self.outbox.end(with: self.sendError)
            completion()
        }
    }
}

// MARK: - Sending

extension WebSocketRequest {
    /// Sends a message, after those that were sent before. Before the connection is open, messages wait for it.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - queue: The queue on which `completionHandler` is called.
    ///   - completionHandler: A closure that is called when the message was handed to the system, or with the
    ///     ``WebSocketError`` because of which it was not: `.sendQueueFull` if more than 16 MB wait, `.notConnected` if the
    ///     request was closed or cancelled, or the one with which it has failed. If it has failed for another reason, such
    ///     as a refused connection, that is its ``AFError``.
    public func send(
        _ message: URLSessionWebSocketTask.Message, queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        outbox.add(.message(message, WebSocketCompletion(queue: queue, call: completionHandler)))
    }

    /// Sends a message and ignores the result.
    ///
    /// - Parameter message: The message.
    public func send(_ message: URLSessionWebSocketTask.Message) { outbox.add(.message(message, nil)) }

    /// Sends a message, and waits until it was handed to the system.
    func sendAndWait(_ message: URLSessionWebSocketTask.Message) async throws {
        startIfAutomatic()
        try await withCheckedThrowingContinuation { continuation in
            outbox.add(.message(message, WebSocketCompletion(queue: nil) { continuation.resume(with: $0) }))
        }
    }

    /// Sends a ping, and reports its answer.
    ///
    /// - Parameters:
    ///   - queue: The queue on which `onResponse` is called.
    ///   - onResponse: A closure that receives the answer. If the request does not run, it is `.unsent`.
    public func sendPing(
        respondingOn queue: DispatchQueue = .main, onResponse: @escaping @Sendable (PingResponse) -> Void
    ) {
        guard isResumed else { return queue.async { onResponse(.unsent) } }
        let start = Date()
        let startTime = DispatchTime.now().uptimeNanoseconds
        outbox.add(
            .ping(
                WebSocketCompletion(queue: nil) { result in
                    let latency = Double(DispatchTime.now().uptimeNanoseconds - startTime) / 1_000_000_000
                    let response: PingResponse =
                        switch result {
                        case .success:
                            .pong(PingResponse.Pong(start: start, end: start + latency, latency: latency))
                        case .failure(let error): .error(error)
                        }
                    queue.async { onResponse(response) }
                }))
    }

    /// Closes the connection with a close frame, after the messages that were sent before. Messages of the server are
    /// received until its own close frame; then handlers receive `.disconnected` and `.completed`, without an error.
    ///
    /// A request whose connection was not opened or was lost is cancelled instead.
    ///
    /// - Parameters:
    ///   - closeCode: The code. `.invalid`, `.noStatusReceived`, `.abnormalClosure` and `.tlsHandshakeFailure` cannot be
    ///     sent: the frame has no code then.
    ///   - reason: The reason as UTF-8, of which 123 bytes at most are sent.
    @discardableResult
    public func close(sending closeCode: URLSessionWebSocketTask.CloseCode, reason: Data? = nil) -> Self {
        close(status: closeCode.rawValue, reason: reason.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }

    /// Closes the connection as ``close(sending:reason:)`` does, with any code.
    ///
    /// - Parameters:
    ///   - status: The code: 3000 to 3999 for libraries, 4000 to 4999 for applications, or a defined one. For others the
    ///     frame has no code.
    ///   - reason: The reason, of which 123 bytes of UTF-8 at most are sent.
    @discardableResult
    public func close(status: Int, reason: String = "") -> Self {
        let isConnected = outbox.isConnected
        let isClosed = mutableState.withLock { _ in
            // Nothing more is sent after the server's close frame, but the request has not failed.
            if isConnected || body.closeStatus != nil { body.isClosing = true }
            return body.isClosing
        }
        guard isClosed else { return cancel() }
        process(.close)
        outbox.add(
            .close(
                status: WebSocketCloseStatus.isValid(status) ? status : nil,
                reason: WebSocketCloseStatus.reason(reason)))
        return self
    }

    /// The code of the server's close frame, also if `URLSessionWebSocketTask.CloseCode` has no value for it; 1005 if the
    /// frame had none, and `nil` if none was received.
    public var closeStatus: Int? { mutableState.withLock { _ in body.closeStatus } }

    /// The reason of the server's close frame; `nil` if none was received or it has no reason.
    public var closeReason: Data? { mutableState.withLock { _ in body.closeReason } }

    /// Starts the request as a handler does.
    private func startIfAutomatic() {
        let machine = mutableState.withLock { $0.machine }
        if machine.startsAutomatically, machine.state == .initialized { resume() }
    }

    /// The error of what is sent after the end.
    var sendError: any Error {
        guard let error, !error.isExplicitlyCancelledError else { return WebSocketError.notConnected }
        return error.webSocketError ?? error
    }
}

// MARK: - Consumers

extension WebSocketRequest {
    /// Adds a consumer of the events that follow.
    func add(_ consumer: WebSocketConsumer) {
        mutableState.withLock { _ in body.add(consumer) }
        consumer.flush()
        add(consumer as ResponseHandler)
    }

    /// Removes a consumer, which receives no more events.
    func remove(_ consumer: WebSocketConsumer) {
        mutableState.withLock { _ in body.consumers.removeAll { $0 === consumer } }
    }

    /// Keeps events until the first consumer is added.
    func keepEvents() { mutableState.withLock { _ in body.keepEvents() } }

    /// Whether the connection is being closed with a close frame.
    var isClosing: Bool { mutableState.withLock { _ in body.isClosing } }

    /// Called when messages were read, or will not be.
    func consumed(_ count: Int) { body.waiting.remove(count, of: self) }

    /// The value that handlers receive at the end.
    var completion: Completion {
        mutableState.withLock {
            Completion(
                request: $0.lastRequest, reply: $0.attempt?.head.map(ReceivedHead.head), metrics: $0.attempt?.metrics,
                error: $0.failure)
        }
    }
}

extension WebSocketRequest: WebSocketReceiver {
    func webSocket(_ channel: WebSocketChannel, didOpenWith subprotocol: String?) {
        deliver(.connected(protocol: subprotocol), of: channel)
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionWebSocketTask) in
            delegate.urlSession(session, webSocketTask: task, didOpenWithProtocol: subprotocol)
        }
    }

    func webSocket(_ channel: WebSocketChannel, didReceive messages: [URLSessionWebSocketTask.Message]) {
        deliver(.messages(messages), of: channel)
    }

    func webSocket(_ channel: WebSocketChannel, didCloseWith status: Int, reason: Data?) {
        mutableState.withLock { _ in (body.closeStatus, body.closeReason) = (status, reason) }
        let code = URLSessionWebSocketTask.CloseCode(status: status)
        deliver(.disconnected(closeCode: code, reason: reason), of: channel)
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionWebSocketTask) in
            delegate.urlSession(session, webSocketTask: task, didCloseWith: code, reason: reason)
        }
    }

    private func deliver(_ events: WebSocketEvents, of channel: WebSocketChannel) {
        let consumers = update { state -> [WebSocketConsumer] in
            guard let attempt = state.attempt, attempt.exchange?.webSocket === channel, !attempt.isAbandoned,
                state.machine.state != .cancelled || body.isClosing
            else { return [] }
            if body.receive(events, of: attempt) { state.steps.append(.suspendTask) }
            return body.consumers
        }
        for consumer in consumers { consumer.flush() }
    }
}

/// The destination of a WebSocket's events: the consumers.
final class WebSocketBody: ResponseBody {
    /// May be used without the lock, as `waiting` may.
    let outbox = WebSocketOutbox()
    /// The number of bytes that were delivered to consumers and not read.
    let waiting = WaitingBytes()
    var consumers: [WebSocketConsumer] = []
    /// Whether events are kept for the first consumer.
    private var keepsEvents = false
    private var hasHadConsumers = false
    private var kept: [WebSocketEvents] = []
    /// Whether the connection is being closed, so that events are delivered although the request was cancelled.
    var isClosing = false
    var closeStatus: Int?
    var closeReason: Data?
    private let options: WebSocketChannel.Options

    init(_ configuration: WebSocketRequest.Configuration) { options = configuration.options }

    func webSocket(for receiver: any ExchangeReceiver, in context: ExchangeContext) -> WebSocketChannel? {
        guard let receiver = receiver as? any WebSocketReceiver else { return nil }
        return WebSocketChannel(
            options: options, outbox: outbox, deadlines: context.settings.deadlines, receiver: receiver)
    }

    func receive(_ bytes: RawSpan, of attempt: RequestAttempt) -> Bool { false }

    /// Delivers events to the consumers, or keeps them for the first one.
    ///
    /// - Returns: Whether the attempt's flow may have to pause.
    func receive(_ events: WebSocketEvents, of attempt: RequestAttempt) -> Bool {
        if consumers.isEmpty && keepsEvents { kept.append(events) }
        for consumer in consumers { consumer.receive(events) }
        let count = events.size * (consumers.isEmpty && keepsEvents ? 1 : consumers.count)
        return count > 0 && waiting.add(count, to: attempt)
    }

    func keepEvents() { keepsEvents = !hasHadConsumers }

    func add(_ consumer: WebSocketConsumer) {
        consumers.append(consumer)
        hasHadConsumers = true
        for events in kept { consumer.receive(events) }
        kept = []
        keepsEvents = false
    }

    func reset() { (closeStatus, closeReason) = (nil, nil) }
}
