internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

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
            let isCancelled = request.isCancelled && !request.isClosing
            for kind in kinds where !isCancelled { self.handler(Event(socket: request, kind: kind)) }
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
/// Unchecked Sendable because the state is accessed only while the lock is held.
final class WebSocketBuffer: WebSocketConsumer, @unchecked Sendable {
    /// An event, or the end.
    enum Item: Sendable {
        case connected(protocol: String?)
        case message(URLSessionWebSocketTask.Message)
        case disconnected(closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
        case completed(WebSocketRequest.Completion)

        fileprivate var size: Int {
            guard case .message(let message) = self else { return 0 }
            return message.size
        }
    }

    private typealias Reader = UnsafeContinuation<Item?, Never>

    private struct State {
        private var items: [Item] = []
        /// The index of the first item that was not taken.
        private var first = 0
        var readers: [Reader] = []
        private(set) var isOver = false
        private(set) var hasGivenEnd = false

        mutating func append(_ events: WebSocketEvents) {
            if isOver { return }
            switch events {
            case .connected(let name): items.append(.connected(protocol: name))
            case .messages(let messages): for message in messages { items.append(.message(message)) }
            case .disconnected(let code, let reason):
                items.append(.disconnected(closeCode: code, reason: reason))
            }
        }

        mutating func append(_ completion: WebSocketRequest.Completion) {
            if !isOver { items.append(.completed(completion)) }
        }

        mutating func take() -> Item? {
            guard !isOver, first < items.count else { return nil }
            let item = items[first]
            first += 1
            if first == items.count {
                items.removeAll(keepingCapacity: first <= 4096)
                first = 0
            } else if first == 4096 {
                items.removeFirst(first)
                first = 0
            }
            if case .completed = item { (isOver, hasGivenEnd) = (true, true) }
            return item
        }

        /// Removes and returns the readers that can go on, with what they receive.
        mutating func takeServedReaders() -> [(reader: Reader, item: Item?)] {
            var served: [(reader: Reader, item: Item?)] = []
            while !readers.isEmpty, let item = take() { served.append((readers.removeFirst(), item)) }
            if isOver {
                served += readers.map { ($0, nil) }
                readers = []
            }
            return served
        }

        mutating func stop() { isOver = true }

        /// Discards the items, and returns the number of their bytes.
        mutating func discard() -> Int {
            defer { (items, first) = ([], 0) }
            return items[first...].reduce(0) { $0 + $1.size }
        }
    }

    /// The request, which retains the buffer until it is closed.
    private weak let request: WebSocketRequest?
    private let state = Locked(State())

    init(of request: WebSocketRequest) { self.request = request }

    override func receive(_ events: WebSocketEvents) { state.withLock { $0.append(events) } }

    override func flush() {
        for served in state.withLock({ $0.takeServedReaders() }) {
            consumed(served.item)
            served.reader.resume(returning: served.item)
        }
    }

    private func consumed(_ item: Item?) {
        guard let size = item?.size, size > 0 else { return }
        request?.consumed(size)
    }

    /// Returns the next event, then `nil`; also returns `nil` when the task is cancelled.
    func next() async -> Item? {
        if let item = state.withLock({ $0.take() }) {
            consumed(item)
            return item
        }
        let item: Item? = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                state.withLock { $0.readers.append(continuation) }
                flush()
            }
        } onCancel: {
            // Swift holds the task's lock here, so this does not wait for the request's.
            stop()
        }
        if Task.isCancelled { close() }
        return item
    }

    private func stop() {
        let served = state.withLock { state in
            state.stop()
            return state.takeServedReaders()
        }
        for one in served { one.reader.resume(returning: one.item) }
    }

    /// Closes the buffer: the request releases it, and the unread messages are discarded.
    ///
    /// - Returns: Whether the end was delivered.
    @discardableResult
    func close() -> Bool {
        let hasGivenEnd = state.withLock { $0.hasGivenEnd }
        stop()
        let unread = state.withLock { $0.discard() }
        if let request {
            request.remove(self)
            if unread > 0 { request.consumed(unread) }
        }
        return hasGivenEnd
    }

    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        .handlerRead(attempt: attempt, handler: index, mayRetry: false)
    }

    override func deliver(_ request: Request) {
        guard let request = request as? WebSocketRequest else { return }
        let completion = request.completion
        state.withLock { $0.append(completion) }
        flush()
    }
}
