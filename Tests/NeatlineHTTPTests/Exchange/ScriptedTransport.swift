import Foundation
import NeatlineHTTP

/// A transport without a network. Each hop that is started either waits in `hops` for the test to play the server, or is
/// answered at once by a closure.
final class ScriptedTransport: Transport, @unchecked Sendable {
    let capabilities: TransportCapabilities
    private let lock = NSLock()
    private var started: [Hop] = []
    private let answer: (@Sendable (Hop) -> Void)?

    /// - Parameter answer: What the server does, before `start` returns.
    init(
        capabilities: TransportCapabilities = [.backpressure], _ answer: (@Sendable (Hop) -> Void)? = nil
    ) {
        self.capabilities = capabilities
        self.answer = answer
    }

    var hops: [Hop] { lock.withLock { started } }

    func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        let hop = Hop(request: request, receiver: receiver)
        lock.withLock { started.append(hop) }
        answer?(hop)
        return hop
    }

    func invalidate() {}

    /// One request, and the server's side of it.
    final class Hop: TransportTask, @unchecked Sendable {
        let request: TransportRequest
        private let lock = NSLock()
        /// Held while the receiver is told something, so that it is told one thing at a time.
        private let telling = NSRecursiveLock()
        private var receiver: (any TransportReceiver)?
        private var counts = (cancels: 0, isPaused: false)
        /// Whether `cancel()` completes the hop by itself, as a transport does sooner or later.
        var completesWhenCancelled = true

        init(request: TransportRequest, receiver: any TransportReceiver) {
            self.request = request
            self.receiver = receiver
        }

        var isCancelled: Bool { lock.withLock { counts.cancels > 0 } }
        var isPaused: Bool { lock.withLock { counts.isPaused } }
        var isComplete: Bool { lock.withLock { receiver == nil } }

        func cancel() {
            let completes = lock.withLock {
                counts.cancels += 1
                return completesWhenCancelled
            }
            if completes { complete(TransportError(.cancelled, "cancelled")) }
        }

        func pause() { lock.withLock { counts.isPaused = true } }
        func resume() { lock.withLock { counts.isPaused = false } }

        func sent(_ totalBytes: Int64) { tell { $0.transportDidSend(totalBytes: totalBytes) } }

        func head(_ status: Int, _ lines: String...) {
            head(status, bytes: Array(lines.map { $0 + "\r\n" }.joined().utf8))
        }

        func head(_ status: Int, bytes: [UInt8]) {
            tell { $0.transportDidReceive(TransportResponseHead(status: status, lines: bytes)) }
        }

        func body(_ text: String) { body(bytes: Array(text.utf8)) }

        func body(bytes: [UInt8]) {
            tell { $0.transportDidReceive(bytes.span.bytes) }
        }

        func batch() { tell { $0.transportDidReceiveBatch() } }

        func complete(_ error: TransportError? = nil, timings: TransportTimings = TransportTimings()) {
            tell { last in
                lock.withLock { receiver = nil }
                last.transportDidComplete(TransportCompletion(error: error, timings: timings))
            }
        }

        /// Answers with a whole response.
        func respond(_ status: Int, _ lines: String..., body text: String = "") {
            head(status, bytes: Array(lines.map { $0 + "\r\n" }.joined().utf8))
            if !text.isEmpty { body(text) }
            complete()
        }

        private func tell(_ event: (any TransportReceiver) -> Void) {
            telling.lock()
            defer { telling.unlock() }
            guard let receiver = lock.withLock({ receiver }) else { return }
            event(receiver)
        }
    }
}
