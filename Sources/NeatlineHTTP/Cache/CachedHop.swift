internal import Foundation
internal import NeatlineSystem

/// One hop of an exchange with a cache: between the exchange and the transport, and the same to both as the other of
/// them. It feeds events to its ``CacheMachine`` and takes the actions that follow, without the lock.
///
/// Unchecked Sendable because one part of the mutable state is behind a lock, and the other is accessed only in the
/// order of the hop's events.
final class CachedHop: TransportTask, TransportReceiver, @unchecked Sendable {
    private struct State {
        var machine: CacheMachine
        /// The transport's task, while it runs.
        var task: (any TransportTask)?
    }

    private let exchange: Exchange
    private let storage: CacheStorage?
    /// The request, without the cache's conditions.
    private let request: TransportRequest
    private let asked: CacheRequest
    private let state: Locked<State>
    /// The body to store.
    @exclusivity(unchecked) private var body: [UInt8] = []

    /// - Parameters:
    ///   - request: The request to send.
    ///   - asked: The same as the cache sees it.
    init(_ exchange: Exchange, _ request: TransportRequest, _ asked: CacheRequest) {
        self.exchange = exchange
        storage = exchange.context.settings.cache
        self.request = request
        self.asked = asked
        state = Locked(State(machine: CacheMachine(request: asked, entryLimit: storage?.maximumEntrySize)))
    }

    /// Starts the hop, as `Transport.start` does. Called once.
    func start() { handle(.start(storage?.moment ?? CacheOrder().now)) }

    /// Called when the exchange has stored this task.
    func begin() { handle(.begun) }

    func cancel() { handle(.cancel) }
    func pause() { handle(.pause(true)) }
    func resume() { handle(.pause(false)) }

    func transportDidSend(totalBytes: Int64) { exchange.transportDidSend(totalBytes: totalBytes) }
    func transportDidReceiveHeadBytes() { exchange.transportDidReceiveHeadBytes() }

    func transportDidReceive(hints: TransportResponseHead) { exchange.transportDidReceive(hints: hints) }

    func transportDidReceive(_ head: TransportResponseHead) {
        handle(.head(responseHead(head), exchange.receiver?.caching ?? .never))
    }

    func transportDidReceive(_ bytes: RawSpan) {
        let (count, now) = (bytes.byteCount, now)
        let (actions, task) = state.withLock { ($0.machine.handle(.bytes(count), now: now), $0.task) }
        for action in actions {
            switch action {
            case .keepBytes: bytes.withUnsafeBytes { body.append(contentsOf: $0) }
            case .deliverBytes: exchange.transportDidReceive(bytes)
            default: _ = take(action, task)
            }
        }
    }

    func transportDidReceiveBatch() {
        if !state.withLock(\.machine.isDiscarding) { exchange.transportDidReceiveBatch() }
    }

    func transportDidComplete(_ completion: TransportCompletion) { handle(.completed(completion)) }

    private var now: TimeInterval { storage?.now ?? Date().timeIntervalSince1970 }

    private func responseHead(_ head: TransportResponseHead) -> ResponseHead {
        ResponseHead(url: exchange.hop.request.url ?? request.url, head: head)
    }

    /// Handles an event, takes the actions that follow, and handles the event in which the last of them ends.
    private func handle(_ event: CacheEvent, _ started: (any TransportTask)? = nil) {
        var next: CacheEvent? = event
        var started = started
        while let event = next.take() {
            let (actions, task) = state.withLock { state in
                if let started, state.machine.task.isStarting { state.task = started }
                let actions = state.machine.handle(event, now: now)
                let task = state.task
                if !state.machine.task.isRunning { state.task = nil }
                return (actions, task)
            }
            started = nil
            for action in actions { next = take(action, task) }
        }
    }

    /// Takes an action; returns the event in which it ends, unless that comes from elsewhere.
    private func take(_ action: CacheAction, _ task: (any TransportTask)?) -> CacheEvent? {
        switch action {
        case .lookUp(false):
            guard let storage else { return nil }
            return .found(storage.responsesInMemory(for: asked.key), isAll: storage.disk == nil)
        case .lookUp(true):
            WorkPool.shared.run { [self] in
                handle(.found(storage?.responses(for: asked.key) ?? [], isAll: true))
            }
        case .send(let conditions, let number):
            var sent = request
            sent.headers.fields += conditions
            handle(.taskStarted(number: number), exchange.context.transport.start(sent, receiver: self))
        case .adjust(let change, let number):
            if let task { change.apply(to: task) }
            return change == .cancel ? nil : .flowChanged(number: number)
        case .discard: exchange.stampActivity()
        case .deliver(let head): exchange.receive(head)
        case .keepBody(let count): body.reserveCapacity(count)
        case .keepBytes, .deliverBytes: break
        case .dropBody: body = []
        case .forget(let keys): storage?.forget(keys)
        case .noteHop(let head, let timings, let isConfirmation):
            if isConfirmation, let head { exchange.keepCookies(of: head) }
            exchange.recordHop(head: head, timings)
        case .makeResponse(let parts): return .decided(StoredResponse(parts, body: body))
        case .ask(let head, let parts):
            exchange.ask(about: head, parts, body: body, to: asked) { [self] in handle(.decided($0)) }
            return .asked
        case .change(let change):
            guard let storage, storage.disk != nil else {
                storage?.apply(change)
                return .changed
            }
            WorkPool.shared.run { [self] in
                storage.apply(change)
                handle(.changed)
            }
        case .revalidate(let response):
            guard let storage, storage.beginRevalidation(of: response) else { return nil }
            exchange.revalidate(request) { storage.endRevalidation(of: response) }
        case .serveHead(let head):
            exchange.hop.isFromCache = true
            exchange.receive(responseHead(head))
            return .delivered
        case .servePiece(let response, let range):
            let body = response.parts.body
            exchange.transportDidReceive(body.span.extracting(range).bytes)
            exchange.transportDidReceiveBatch()
            return .delivered
        case .continueServing: WorkPool.shared.run { [self] in handle(.delivered) }
        case .complete(let completion): exchange.transportDidComplete(completion)
        }
        return nil
    }
}
