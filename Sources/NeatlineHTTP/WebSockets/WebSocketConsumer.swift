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
    }

    private typealias Reader = UnsafeContinuation<Item?, Never>

    private struct State {
        /// The events as they were received. Messages that were received together stay together until all were taken, so
        /// that a message is neither moved nor counted by itself.
        private var groups: [WebSocketEvents] = []
        /// The index of the first group that was not taken, and of its first message that was not.
        private var first = 0
        private var position = 0
        private var completion: WebSocketRequest.Completion?
        var readers: [Reader] = []
        private(set) var isOver = false
        private(set) var hasGivenEnd = false

        mutating func append(_ events: WebSocketEvents) {
            if !isOver { groups.append(events) }
        }

        mutating func append(_ completion: WebSocketRequest.Completion) { self.completion = completion }

        /// Returns the next item, and the number of bytes that have been read with it.
        mutating func take() -> (item: Item, read: Int)? {
            if isOver { return nil }
            guard first < groups.count else {
                guard let completion else { return nil }
                (isOver, hasGivenEnd) = (true, true)
                return (.completed(completion), 0)
            }
            switch groups[first] {
            case .messages(let messages):
                let message = messages[position]
                position += 1
                return (.message(message), position == messages.count ? removeFirst().size : 0)
            case .connected(let name):
                removeFirst()
                return (.connected(protocol: name), 0)
            case .disconnected(let code, let reason):
                removeFirst()
                return (.disconnected(closeCode: code, reason: reason), 0)
            }
        }

        /// Removes the first group, which has been read.
        @discardableResult
        private mutating func removeFirst() -> WebSocketEvents {
            let group = groups[first]
            groups[first] = .connected(protocol: nil)
            position = 0
            first += 1
            if first == groups.count {
                groups.removeAll(keepingCapacity: first <= 4096)
                first = 0
            } else if first == 4096 {
                groups.removeFirst(first)
                first = 0
            }
            return group
        }

        /// Removes and returns the readers that can go on, with what they receive.
        mutating func takeServedReaders() -> [(reader: Reader, item: Item?, read: Int)] {
            if readers.isEmpty { return [] }
            var served: [(reader: Reader, item: Item?, read: Int)] = []
            while !readers.isEmpty, let (item, read) = take() { served.append((readers.removeFirst(), item, read)) }
            if isOver {
                served += readers.map { ($0, nil, 0) }
                readers = []
            }
            return served
        }

        mutating func stop() { isOver = true }

        /// Discards the events, and returns the number of their bytes.
        mutating func discard() -> Int {
            defer { (groups, first, position) = ([], 0, 0) }
            return groups[first...].reduce(0) { $0 + $1.size }
        }
    }

    /// The request, which retains the buffer until it is closed.
    private weak let request: WebSocketRequest?
    private let state = Locked(State())

    init(of request: WebSocketRequest) { self.request = request }

    override func receive(_ events: WebSocketEvents) { state.withLock { $0.append(events) } }

    override func flush() {
        for served in state.withLock({ $0.takeServedReaders() }) {
            consumed(served.read)
            served.reader.resume(returning: served.item)
        }
    }

    private func consumed(_ count: Int) {
        if count > 0 { request?.consumed(count) }
    }

    /// Returns the next event, then `nil`; also returns `nil` when the task is cancelled.
    func next() async -> Item? {
        if let (item, read) = state.withLock({ $0.take() }) {
            consumed(read)
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
