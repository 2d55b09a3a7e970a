public import Dispatch

#if !canImport(FoundationNetworking)
public import Foundation
#endif

/// Handlers may be chained. Each receives all events that arrive after it was added, and the end.
extension WebSocketRequest {
    /// Calls a closure with each event, whose messages a serializer converts.
    ///
    /// - Parameters:
    ///   - serializer: Converts messages, one after the other, on the session's serialization queue or, if the session was
    ///     created without one, on a queue of the handler.
    ///   - queue: The queue on which the closure is called, one event after the other.
    ///   - handler: A closure that receives the events.
    @preconcurrency @discardableResult
    public func streamSerializer<Serializer: WebSocketMessageSerializer>(
        _ serializer: Serializer, on queue: DispatchQueue = .main,
        handler: @escaping @Sendable (_ event: Event<Serializer.Output, Serializer.Failure>) -> Void
    ) -> Self where Serializer.Failure == any Error {
        add(
            WebSocketClosureConsumer(self, queue: queue, isQuick: false, handler: handler) {
                Self.kind(of: $0, by: serializer)
            })
        return self
    }

    /// Calls a closure with each event, whose messages a serializer without errors converts.
    ///
    /// - Parameters:
    ///   - serializer: Converts messages, one after the other, on the session's serialization queue or, if the session was
    ///     created without one, on a queue of the handler.
    ///   - queue: The queue on which the closure is called, one event after the other.
    ///   - handler: A closure that receives the events. A message that the serializer refuses, although it has no errors,
    ///     is left out.
    @preconcurrency @discardableResult
    public func streamSerializer<Serializer: WebSocketMessageSerializer>(
        _ serializer: Serializer, on queue: DispatchQueue = .main,
        handler: @escaping @Sendable (_ event: Event<Serializer.Output, Serializer.Failure>) -> Void
    ) -> Self where Serializer.Failure == Never {
        add(
            WebSocketClosureConsumer<Serializer.Output?, Never>(self, queue: queue, isQuick: false) { event in
                guard let socket = event.socket else { return }
                switch event.kind {
                case .connected(let name): handler(Event(socket: socket, kind: .connected(protocol: name)))
                case .receivedMessage(let message):
                    if let message { handler(Event(socket: socket, kind: .receivedMessage(message))) }
                case .disconnected(let code, let reason):
                    handler(Event(socket: socket, kind: .disconnected(closeCode: code, reason: reason)))
                case .completed(let completion): handler(Event(socket: socket, kind: .completed(completion)))
                }
            } serialize: {
                .receivedMessage(try? serializer.decode($0))
            })
        return self
    }

    /// Calls a closure with each event, whose messages are decoded: each must be a complete JSON document.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - queue: The queue on which the closure is called, one event after the other.
    ///   - decoder: Decodes messages, one after the other, on the session's serialization queue or, if the session was
    ///     created without one, on a queue of the handler.
    ///   - handler: A closure that receives the events.
    @preconcurrency @discardableResult
    public func streamDecodableEvents<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, on queue: DispatchQueue = .main,
        using decoder: any DataDecoder = DefaultDataDecoder(),
        handler: @escaping @Sendable (_ event: Event<Value, any Error>) -> Void
    ) -> Self {
        streamSerializer(DecodableWebSocketMessageDecoder<Value>(decoder: decoder), on: queue, handler: handler)
    }

    /// Calls a closure with the value decoded from each message. Messages that cannot be decoded are left out.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - queue: The queue on which the closure is called, one value after the other.
    ///   - decoder: Decodes messages.
    ///   - handler: A closure that receives the values.
    @preconcurrency @discardableResult
    public func streamDecodable<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, on queue: DispatchQueue = .main,
        using decoder: any DataDecoder = DefaultDataDecoder(),
        handler: @escaping @Sendable (_ value: Value) -> Void
    ) -> Self {
        streamDecodableEvents(type, on: queue, using: decoder) { event in
            if let value = event.message { handler(value) }
        }
    }

    /// Calls a closure with each event.
    ///
    /// ```swift
    /// session.webSocketRequest(to: "wss://example.com/chat").streamMessageEvents { event in
    ///     switch event.kind {
    ///     case .connected(let subprotocol): print("open", subprotocol ?? "")
    ///     case .receivedMessage(let message): print(message)
    ///     case .disconnected(let code, _): print("closed", code)
    ///     case .completed(let completion): print(completion.error ?? "done")
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called, one event after the other.
    ///   - handler: A closure that receives the events.
    @preconcurrency @discardableResult
    public func streamMessageEvents(
        on queue: DispatchQueue = .main,
        handler: @escaping @Sendable (_ event: Event<URLSessionWebSocketTask.Message, Never>) -> Void
    ) -> Self {
        add(WebSocketClosureConsumer(self, queue: queue, isQuick: true, handler: handler) { .receivedMessage($0) })
        return self
    }

    /// Calls a closure with each message.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called, one message after the other.
    ///   - handler: A closure that receives the messages.
    @preconcurrency @discardableResult
    public func streamMessages(
        on queue: DispatchQueue = .main,
        handler: @escaping @Sendable (_ message: URLSessionWebSocketTask.Message) -> Void
    ) -> Self {
        streamMessageEvents(on: queue) { event in
            if let message = event.message { handler(message) }
        }
    }

    static func kind<Serializer: WebSocketMessageSerializer>(
        of message: URLSessionWebSocketTask.Message, by serializer: Serializer
    ) -> Event<Serializer.Output, any Error>.Kind {
        do {
            return .receivedMessage(try serializer.decode(message))
        } catch {
            return .serializerFailed(error)
        }
    }
}
