internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

/// A handler of a WebSocket, which receives its events.
///
/// Unchecked Sendable like its superclass: mutable state is guarded by the locks or queues of subclasses.
class WebSocketConsumer: ResponseHandler, @unchecked Sendable {
    /// Receives events. Called with the request's lock held, for one group of events at a time; each message counts towards
    /// the bytes that wait to be read.
    func receive(_ events: WebSocketEvents) {}

    /// Delivers the received events. Called without the request's lock.
    func flush() {}
}

/// A consumer that calls a closure on a queue.
///
/// Unchecked Sendable because all properties are constants.
final class WebSocketClosureConsumer<Success: Sendable, Failure: Error>: WebSocketConsumer, @unchecked Sendable {
    typealias Event = WebSocketRequest.Event<Success, Failure>

    private weak let request: WebSocketRequest?
    /// The queue on which messages are serialized, one after the other; `nil` if that takes no time.
    private let serializationQueue: DispatchQueue?
    /// The queue on which the closure is called, one event after the other.
    private let callbackQueue: DispatchQueue
    private let serialize: @Sendable (URLSessionWebSocketTask.Message) -> Event.Kind
    private let handler: @Sendable (Event) -> Void

    init(
        _ request: WebSocketRequest, queue: DispatchQueue, isQuick: Bool, handler: @escaping @Sendable (Event) -> Void,
        serialize: @escaping @Sendable (URLSessionWebSocketTask.Message) -> Event.Kind
    ) {
        self.request = request
        self.serialize = serialize
        self.handler = handler
        callbackQueue = DispatchQueue(label: "org.neatline.websocket", target: queue)
        serializationQueue =
            isQuick ? nil : request.core.makeSerializationQueue(label: "org.neatline.websocket.serialization")
    }

    override func receive(_ events: WebSocketEvents) {
        enqueue {
            switch events {
            case .connected(let name): return [.connected(protocol: name)]
            case .messages(let messages): return messages.map(self.serialize)
            case .disconnected(let code, let reason): return [.disconnected(closeCode: code, reason: reason)]
            }
        } then: { request, kinds in
            // The closure may cancel the request: how messages are grouped must not matter.
            for kind in kinds {
                if request.isCancelled, !request.isClosing { break }
                self.handler(Event(socket: request, kind: kind))
            }
            request.consumed(events.size)
        }
    }

    private func enqueue(
        _ make: @escaping @Sendable () -> [Event.Kind],
        then call: @escaping @Sendable (WebSocketRequest, [Event.Kind]) -> Void
    ) {
        guard let serializationQueue else {
            return callbackQueue.async { if let request = self.request { call(request, make()) } }
        }
        serializationQueue.async {
            let kinds = make()
            self.callbackQueue.async { if let request = self.request { call(request, kinds) } }
        }
    }

    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        .handlerRead(attempt: attempt, handler: index, mayRetry: false)
    }

    override func deliver(_ request: Request) {
        guard let request = request as? WebSocketRequest else { return }
        let completion = request.completion
        // Behind the events that were received before.
        let last: @Sendable () -> Void = {
            self.callbackQueue.async { self.handler(Event(socket: request, kind: .completed(completion))) }
        }
        if let serializationQueue { serializationQueue.async(execute: last) } else { last() }
    }
}

/// A consumer from which a task takes events when it needs them.
///
/// Unchecked Sendable because all properties are constants.
final class WebSocketBuffer: WebSocketConsumer, @unchecked Sendable {
    /// An event, or the end.
    enum Item: Sendable {
        case connected(protocol: String?)
        case message(URLSessionWebSocketTask.Message)
        case disconnected(closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
        case completed(WebSocketRequest.Completion)
    }

    /// Events that were received together.
    private struct Group: PullGroup {
        let events: WebSocketEvents
        /// The index of the first message that was not taken.
        var position = 0

        /// Returns the next item, and the number of bytes that have been read with it: those of all messages with the last.
        mutating func takeFirst() -> (element: (item: Item, size: Int), isLast: Bool) {
            switch events {
            case .messages(let messages):
                let message = messages[position]
                position += 1
                let isLast = position == messages.count
                return ((.message(message), isLast ? events.size : 0), isLast)
            case .connected(let name): return ((.connected(protocol: name), 0), true)
            case .disconnected(let code, let reason):
                return ((.disconnected(closeCode: code, reason: reason), 0), true)
            }
        }
    }

    /// The request, which retains the buffer until it is closed.
    private weak let request: WebSocketRequest?
    private let buffer = PullBuffer<Group, WebSocketRequest.Completion>()

    init(of request: WebSocketRequest) { self.request = request }

    override func receive(_ events: WebSocketEvents) { buffer.append(Group(events: events)) }

    override func flush() { buffer.serve() }

    /// Returns the next event, then `nil`; also returns `nil` when the task is cancelled.
    func next() async -> Item? {
        switch await buffer.next() {
        case .element((let item, let size)):
            if size > 0 { request?.consumed(size) }
            return item
        case .end(let completion): return .completed(completion)
        case nil:
            if Task.isCancelled { close() }
            return nil
        }
    }

    /// Closes the buffer: the request releases it, and the unread messages are discarded.
    ///
    /// - Returns: Whether the end was delivered.
    @discardableResult
    func close() -> Bool {
        buffer.stop()
        let unread = buffer.discard().reduce(0) { $0 + $1.events.size }
        if let request {
            request.remove(self)
            if unread > 0 { request.consumed(unread) }
        }
        return buffer.hasGivenEnd
    }

    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        .handlerRead(attempt: attempt, handler: index, mayRetry: false)
    }

    override func deliver(_ request: Request) {
        if let request = request as? WebSocketRequest { buffer.finish(request.completion) }
    }
}
