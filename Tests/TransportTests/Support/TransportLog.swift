import Foundation
import NeatlineHTTP

/// A receiver that keeps what it is told, and lets a test wait for it.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class TransportLog: TransportReceiver, @unchecked Sendable {
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var sent: [Int64] = []
        var heads: [TransportResponseHead] = []
        var body: [UInt8] = []
        var bodyCount = 0
        var completions: [TransportCompletion] = []
        var isInOrder = true
        var waiters: [(isDone: (State) -> Bool, resume: @Sendable () -> Void)] = []
    }

    /// Called with each event, outside the lock.
    let onEvent: (@Sendable (Event) -> Void)?
    let keepsBody: Bool

    enum Event: Sendable {
        case sent, head, body, completion

        static let interim: [Event] = [.sent, .head, .body]
    }

    init(keepsBody: Bool = true, onEvent: (@Sendable (Event) -> Void)? = nil) {
        self.keepsBody = keepsBody
        self.onEvent = onEvent
    }

    func transportDidSend(totalBytes: Int64) {
        change(.sent) { $0.sent.append(totalBytes) }
    }

    func transportDidReceive(_ head: TransportResponseHead) {
        change(.head) {
            if !$0.heads.isEmpty { $0.isInOrder = false }
            $0.heads.append(head)
        }
    }

    func transportDidReceive(_ bytes: RawSpan) {
        let count = bytes.byteCount
        let piece = keepsBody ? bytes.withUnsafeBytes { Array($0) } : []
        change(.body) {
            if $0.heads.isEmpty || count == 0 { $0.isInOrder = false }
            $0.body += piece
            $0.bodyCount += count
        }
    }

    func transportDidComplete(_ completion: TransportCompletion) {
        change(.completion) { $0.completions.append(completion) }
    }

    private func change(_ event: Event, _ body: (inout State) -> Void) {
        lock.lock()
        if !state.completions.isEmpty { state.isInOrder = false }
        body(&state)
        var resumed: [@Sendable () -> Void] = []
        let now = state
        state.waiters.removeAll { waiter in
            guard waiter.isDone(now) else { return false }
            resumed.append(waiter.resume)
            return true
        }
        lock.unlock()
        for resume in resumed { resume() }
        onEvent?(event)
    }

    private func wait(until isDone: @escaping (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            lock.lock()
            if isDone(state) {
                lock.unlock()
                continuation.resume()
                return
            }
            state.waiters.append((isDone, { continuation.resume() }))
            lock.unlock()
        }
    }

    /// Waits until all is over.
    @discardableResult
    func completion() async -> TransportCompletion {
        await wait { !$0.completions.isEmpty }
        return lock.withLock { state.completions[0] }
    }

    /// Waits until the head has come.
    func head() async { await wait { !$0.heads.isEmpty || !$0.completions.isEmpty } }

    /// Waits until so many bytes of the body have come.
    func body(of count: Int) async { await wait { $0.bodyCount >= count || !$0.completions.isEmpty } }

    /// Waits until so many bytes of the request's body are said to be out.
    func sent(_ count: Int64) async { await wait { ($0.sent.last ?? 0) >= count || !$0.completions.isEmpty } }

    var status: Int? { lock.withLock { state.heads.first?.status } }
    var headText: String { lock.withLock { String(decoding: state.heads.first?.lines ?? [], as: UTF8.self) } }
    var text: String { lock.withLock { String(decoding: state.body, as: UTF8.self) } }
    var body: [UInt8] { lock.withLock { state.body } }
    var bodyCount: Int { lock.withLock { state.bodyCount } }
    var sentTotals: [Int64] { lock.withLock { state.sent } }
    var completionCount: Int { lock.withLock { state.completions.count } }
    var error: TransportError? { lock.withLock { state.completions.first?.error } }
    var isComplete: Bool { completionCount > 0 }
    /// Whether the events came in the order that `TransportReceiver` draws, and one completion at most.
    var isInOrder: Bool { lock.withLock { state.isInOrder && state.completions.count <= 1 } }
}

extension Transport {
    /// Moves a request and waits until it is over.
    func run(_ request: TransportRequest) async -> TransportLog {
        let log = TransportLog()
        _ = start(request, receiver: log)
        await log.completion()
        return log
    }
}
