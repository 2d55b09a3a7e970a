internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// A closure that is called once when a message was sent, or a ping was answered, or when that has failed.
struct WebSocketCompletion: Sendable {
    /// The queue on which it is called; `nil` for the thread of the connection, for closures that return at once.
    let queue: DispatchQueue?
    let call: @Sendable (Result<Void, any Error>) -> Void

    func complete(_ result: Result<Void, any Error>) {
        if let queue { queue.async { call(result) } } else { call(result) }
    }

    /// Calls closures with the same result; those of one queue, which follow each other, together.
    static func complete(_ all: [WebSocketCompletion], _ result: Result<Void, any Error>) {
        var rest = all[...]
        while let first = rest.first {
            let group = rest.prefix { $0.queue === first.queue }
            rest = rest[group.endIndex...]
            guard let queue = first.queue else {
                for one in group { one.call(result) }
                continue
            }
            queue.async { for one in group { one.call(result) } }
        }
    }
}

/// What a request sends on its connection, in order. It outlives an attempt: what was not taken by one connection waits for
/// the next.
final class WebSocketOutbox: Sendable {
    /// The maximum number of bytes that wait. A larger message may wait alone.
    static let maximumSize = 16 << 20

    enum Item: Sendable {
        case message(URLSessionWebSocketTask.Message, WebSocketCompletion?)
        case ping(WebSocketCompletion)
        case close(status: Int?, reason: [UInt8])

        var completion: WebSocketCompletion? {
            switch self {
            case .message(_, let completion): completion
            case .ping(let completion): completion
            case .close: nil
            }
        }

        /// The number of bytes that count towards the maximum, with some for the item itself.
        fileprivate var size: Int {
            let bytes =
                switch self {
                case .message(.data(let data), _): data.count
                case .message(.string(let text), _): text.utf8.count
                case .message, .ping: 0
                case .close(_, let reason): reason.count
                }
            return bytes + 64
        }
    }

    private struct State {
        var items: [Item] = []
        /// The index of the first item that was not taken.
        var first = 0
        var size = 0
        /// Wakes the connection; `nil` if there is none.
        var wake: (@Sendable () -> Void)?
        /// Whether the connection was woken and has not taken the items.
        var isWoken = false
        /// What a connection that was cancelled has not completed.
        var abandoned: [WebSocketCompletion] = []
        /// The error of items that are added after the end.
        var end: (any Error)?
        var isClosing = false

        mutating func takeAll() -> [Item] {
            if items.isEmpty { return [] }
            var taken: [Item] = []
            taken.reserveCapacity(items.count)
            swap(&taken, &items)
            return taken
        }
    }

    private let state = Locked(State())

    /// Adds an item, or completes it with an error.
    func add(_ item: Item) {
        let (error, wake) = state.withLock { state -> ((any Error)?, (@Sendable () -> Void)?) in
            if let end = state.end { return (end, nil) }
            let size = item.size
            if case .close = item {
                // The connection must know of it even if it cannot take more for now: the time to close begins.
                state.end = WebSocketError.notConnected
                state.isClosing = true
                state.isWoken = false
            } else if state.size > 0, state.size + size > Self.maximumSize {
                return (WebSocketError.sendQueueFull(maximumSize: Self.maximumSize), nil)
            }
            state.items.append(item)
            state.size += size
            guard !state.isWoken, let wake = state.wake else { return (nil, nil) }
            state.isWoken = true
            return (nil, wake)
        }
        if let error { item.completion?.complete(.failure(error)) }
        wake?()
    }

    /// Takes items, of about as many bytes as are given; at least one, if there is one.
    func take(bytes limit: Int) -> [Item] {
        state.withLock { state in
            state.isWoken = false
            if state.size <= limit, state.first == 0 {
                // Usually everything is taken at once.
                defer { state.size = 0 }
                return state.takeAll()
            }
            var taken: [Item] = []
            var size = 0
            while size < limit, state.first < state.items.count {
                let item = state.items[state.first]
                state.items[state.first] = .close(status: nil, reason: [])
                state.first += 1
                taken.append(item)
                size += item.size
            }
            state.size -= size
            if state.first == state.items.count {
                state.items.removeAll(keepingCapacity: state.first <= 4096)
                state.first = 0
            } else if state.first > 4096 {
                state.items.removeFirst(state.first)
                state.first = 0
            }
            return taken
        }
    }

    /// Whether a close frame was added, with which the connection ends.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Connects the outbox with a connection, which takes the items then.
    func connect(_ wake: @escaping @Sendable () -> Void) {
        let abandoned = state.withLock { state in
            state.wake = wake
            state.isWoken = false
            defer { state.abandoned = [] }
            return state.abandoned
        }
        WebSocketCompletion.complete(abandoned, .failure(WebSocketError.connectionLost))
    }

    func disconnect() { state.withLock { $0.wake = nil } }

    /// Whether the outbox is connected with an open connection.
    var isConnected: Bool { state.withLock { $0.wake != nil } }

    /// Keeps closures of a connection that was cancelled until it is known why.
    func keep(_ completions: [WebSocketCompletion]) { state.withLock { $0.abandoned += completions } }

    /// Refuses new items, and completes those that wait, with an error.
    func end(with error: any Error) {
        let waiting = state.withLock { state in
            state.end = error
            state.wake = nil
            defer { (state.abandoned, state.items, state.first, state.size) = ([], [], 0, 0) }
            return state.abandoned + state.items[state.first...].compactMap(\.completion)
        }
        WebSocketCompletion.complete(waiting, .failure(error))
    }
}
