internal import Dispatch
public import Foundation

/// The asynchronous functions and sequences of a WebSocket.
///
/// ```swift
/// let socket = session.webSocketRequest(to: "wss://example.com/prices").webSocketTask()
/// for await event in socket.streamingDecodableEvents(Price.self) {
///     switch event.kind {
///     case .receivedMessage(let price): print(price)
///     case .serializerFailed(let error): print(error)
///     case .completed(let completion): print(completion.error ?? "done")
///     case .connected, .disconnected: break
///     }
/// }
/// ```
///
/// What the server sends before the first sequence is iterated is kept for it.
public struct WebSocketTask: Sendable {
    /// An asynchronous sequence of a WebSocket's events.
    public typealias EventStreamOf<Success: Sendable, Failure: Error> = StreamOf<
        WebSocketRequest.Event<Success, Failure>
    >

    private let request: WebSocketRequest

    init(request: WebSocketRequest) { self.request = request }

    /// Returns the events of the connection.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before the last event.
    ///   - bufferingPolicy: What happens to events that arrive faster than they are read: with `.unbounded` they wait and
    ///     the server is slowed down; otherwise some are dropped, and the server is not slowed down.
    /// - Returns: An asynchronous sequence of the events. Starting to iterate starts the request.
    public func streamingMessageEvents(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: EventStreamOf<URLSessionWebSocketTask.Message, Never>.BufferingPolicy = .unbounded
    ) -> EventStreamOf<URLSessionWebSocketTask.Message, Never> {
        events(shouldAutomaticallyCancel, bufferingPolicy, { $0 }, { .receivedMessage($0) }) {
            request, queue, handler in
            request.streamMessageEvents(on: queue, handler: handler)
        }
    }

    /// Returns the messages that the server sends.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before the connection does.
    ///   - bufferingPolicy: What happens to messages that arrive faster than they are read: with `.unbounded` they wait and
    ///     the server is slowed down; otherwise some are dropped, and the server is not slowed down.
    /// - Returns: An asynchronous sequence of the messages. Starting to iterate starts the request.
    public func streamingMessages(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: StreamOf<URLSessionWebSocketTask.Message>.BufferingPolicy = .unbounded
    ) -> StreamOf<URLSessionWebSocketTask.Message> {
        events(
            shouldAutomaticallyCancel, bufferingPolicy, { $0.message }, { .receivedMessage($0) },
            message: { $0 }
        ) { request, queue, handler in
            request.streamMessageEvents(on: queue, handler: handler)
        }
    }

    /// The messages that the server sends, to be read with `for try await`: a sequence that ends with the error of a request
    /// that has failed, as ``send(_:)`` does. Otherwise as ``streamingMessages(automaticallyCancelling:bufferingPolicy:)``.
    public var messages: WebSocketMessages { WebSocketMessages(events: streamingMessageEvents()) }

    /// Returns the events, whose messages are decoded: each must be a complete JSON document.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before the last event.
    ///   - decoder: Decodes the messages: in the task that reads them if the policy is `.unbounded`, else on the session's
    ///     serialization queue.
    ///   - bufferingPolicy: What happens to events that arrive faster than they are read: with `.unbounded` they wait and
    ///     the server is slowed down; otherwise some are dropped, and the server is not slowed down.
    /// - Returns: An asynchronous sequence of the events. Starting to iterate starts the request.
    public func streamingDecodableEvents<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        using decoder: any DataDecoder = DefaultDataDecoder(),
        bufferingPolicy: EventStreamOf<Value, any Error>.BufferingPolicy = .unbounded
    ) -> EventStreamOf<Value, any Error> {
        let serializer = DecodableWebSocketMessageDecoder<Value>(decoder: decoder)
        return events(
            shouldAutomaticallyCancel, bufferingPolicy, { $0 }, { WebSocketRequest.kind(of: $0, by: serializer) }
        ) { request, queue, handler in
            request.streamDecodableEvents(type, on: queue, using: decoder, handler: handler)
        }
    }

    /// Returns the values decoded from the messages. Messages that cannot be decoded are left out.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before the connection does.
    ///   - decoder: Decodes the messages.
    ///   - bufferingPolicy: What happens to values that arrive faster than they are read: with `.unbounded` they wait and
    ///     the server is slowed down; otherwise some are dropped, and the server is not slowed down.
    /// - Returns: An asynchronous sequence of the values. Starting to iterate starts the request.
    public func streamingDecodable<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        using decoder: any DataDecoder = DefaultDataDecoder(),
        bufferingPolicy: StreamOf<Value>.BufferingPolicy = .unbounded
    ) -> StreamOf<Value> {
        let serializer = DecodableWebSocketMessageDecoder<Value>(decoder: decoder)
        return events(
            shouldAutomaticallyCancel, bufferingPolicy, { $0.message },
            { WebSocketRequest.kind(of: $0, by: serializer) }
        ) { request, queue, handler in
            request.streamDecodableEvents(type, on: queue, using: decoder, handler: handler)
        }
    }

    /// Returns a sequence of what is made of events.
    ///
    /// - Parameters:
    ///   - element: Returns the element for an event; `nil` if there is none.
    ///   - serialize: Serializes a message that the reader takes.
    ///   - message: Returns the element for a message without an event, if the sequence has no other elements.
    ///   - push: Adds a closure that receives the events as they arrive, for readers that do not slow the server down.
    private func events<Element: Sendable, Success: Sendable, Failure: Error>(
        _ cancels: Bool, _ bufferingPolicy: StreamOf<Element>.BufferingPolicy,
        _ element: @escaping @Sendable (WebSocketRequest.Event<Success, Failure>) -> Element?,
        _ serialize:
            @escaping @Sendable (URLSessionWebSocketTask.Message) -> WebSocketRequest.Event<Success, Failure>.Kind,
        message: (@Sendable (URLSessionWebSocketTask.Message) -> Element)? = nil,
        pushing push:
            @escaping @Sendable (
                WebSocketRequest, DispatchQueue, @escaping @Sendable (WebSocketRequest.Event<Success, Failure>) -> Void
            ) -> Void
    ) -> StreamOf<Element> {
        let request = request
        guard case .unbounded = bufferingPolicy else {
            let end: @Sendable () -> Void = { if cancels { request.cancel() } }
            return StreamOf(bufferingPolicy: bufferingPolicy, onTermination: end) { continuation in
                push(request, request.underlyingQueue) { event in
                    if let element = element(event) { continuation.yield(element) }
                    if case .completed = event.kind { continuation.finish() }
                }
            }
        }
        return StreamOf(pulling: {
            let buffer = WebSocketBuffer(of: request)
            request.add(buffer)
            return StreamOf.Pull {
                while let item = await buffer.next() {
                    if let message {
                        guard case .message(let received) = item else { continue }
                        return message(received)
                    }
                    let kind: WebSocketRequest.Event<Success, Failure>.Kind =
                        switch item {
                        case .connected(let name): .connected(protocol: name)
                        case .message(let message): serialize(message)
                        case .disconnected(let code, let reason): .disconnected(closeCode: code, reason: reason)
                        case .completed(let completion): .completed(completion)
                        }
                    if let element = element(WebSocketRequest.Event(socket: request, kind: kind)) { return element }
                }
                return nil
            } end: {
                let isWhole = buffer.close()
                if cancels && !isWhole { request.cancel() }
            }
        })
    }

    /// Sends a message, after those that were sent before. Starts the request, unless its session does not start requests
    /// immediately.
    ///
    /// - Parameter message: The message.
    /// - Throws: ``WebSocketError`` if the message was not sent: ``WebSocketError/sendQueueFull(maximumSize:)``,
    ///   ``WebSocketError/notConnected`` if the request was closed or cancelled, or the error of the handshake or the
    ///   connection. If the request has failed for another reason, such as a refused connection, its ``AFError``.
    public func send(_ message: URLSessionWebSocketTask.Message) async throws { try await request.sendAndWait(message) }

    /// Sends a ping, and waits for its answer.
    ///
    /// - Returns: The answer.
    public func sendPing() async -> WebSocketRequest.PingResponse {
        await withCheckedContinuation { continuation in
            request.sendPing(respondingOn: .global()) { continuation.resume(returning: $0) }
        }
    }

    /// Closes the connection with a close frame.
    ///
    /// - Parameters:
    ///   - closeCode: The code.
    ///   - reason: The reason as UTF-8, of which 123 bytes at most are sent.
    public func close(sending closeCode: URLSessionWebSocketTask.CloseCode, reason: Data? = nil) {
        request.close(sending: closeCode, reason: reason)
    }

    /// Starts the request, or resumes receiving.
    public func resume() { request.resume() }
    /// Stops receiving messages until ``resume()`` is called.
    public func suspend() { request.suspend() }
    /// Cancels the request, which closes the connection without a close frame.
    public func cancel() { request.cancel() }
}

extension WebSocketRequest {
    /// Returns the asynchronous functions and sequences of the request.
    ///
    /// What the server sends before the first sequence is iterated, or the first handler is added, is kept for it.
    public func webSocketTask() -> WebSocketTask {
        keepEvents()
        return WebSocketTask(request: self)
    }
}

/// The messages of a WebSocket, and the error of its request.
public struct WebSocketMessages: AsyncSequence, Sendable {
    /// A message of the server.
    public typealias Element = URLSessionWebSocketTask.Message

    let events: WebSocketTask.EventStreamOf<Element, Never>

    /// Returns an iterator. Starting to iterate starts the request.
    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    /// An iterator over the messages.
    public struct Iterator: AsyncIteratorProtocol {
        var events: WebSocketTask.EventStreamOf<Element, Never>.Iterator

        /// Waits for the next message.
        ///
        /// - Returns: The message; `nil` if the connection was closed with close frames, or the task was cancelled.
        /// - Throws: ``WebSocketError``, or ``AFError`` if the request has failed for another reason.
        public mutating func next() async throws -> Element? {
            while let event = await events.next() {
                switch event.kind {
                case .receivedMessage(let message): return message
                case .completed(let completion):
                    if let error = completion.error { throw error.webSocketError ?? error }
                case .connected, .disconnected, .serializerFailed: break
                }
            }
            return nil
        }
    }
}
