internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// A request that `URLSession` is sending.
///
/// Unchecked Sendable because `state` is accessed only while the lock is held, and the rest only in the session's
/// callbacks, which are serial.
final class URLSessionTransfer: TransportTask, @unchecked Sendable {
    private struct State {
        var task: URLSessionDataTask?
        var isCancelled = false
        var receiver: (any TransportReceiver)?
    }

    private let lock = Lock()
    private var state = State()
    private var body: CollectedBody?
    private var hasHead = false
    private var hasRefusedChallenge = false
    private var timings = TransportTimings()
    private let started = DispatchTime.now().uptimeNanoseconds

    /// Evaluates the server.
    let serverTrust: ServerTrustCheck?

    init(receiver: any TransportReceiver, serverTrust: ServerTrustCheck? = nil) {
        state.receiver = receiver
        self.serverTrust = serverTrust
        timings.start = Int64(Date().timeIntervalSince1970 * 1_000_000_000)
    }

    /// Retains the body as long as the transfer runs.
    func keep(_ body: CollectedBody) { self.body = body }

    /// Starts the task, unless the transfer was cancelled before.
    func begin(_ task: URLSessionDataTask) {
        timings.requestStart = elapsed
        let isCancelled = lock.withLock {
            state.task = task
            return state.isCancelled
        }
        task.resume()
        if isCancelled { cancel(task) }
    }

    func cancel() {
        let task = lock.withLock { () -> URLSessionDataTask? in
            // A task that is cancelled twice may end the process on Linux.
            guard !state.isCancelled else { return nil }
            state.isCancelled = true
            return state.task
        }
        if let task { cancel(task) }
    }

    /// Not on the caller's thread: on Linux cancelling waits for the session's queue, which may wait for the caller.
    private func cancel(_ task: URLSessionDataTask) {
        DispatchQueue.global().async { task.cancel() }
    }

    // Suspending a task that runs starts it anew on Linux, so there is no pause.
    func pause() {}
    func resume() {}

    private var elapsed: Int64 { Int64(DispatchTime.now().uptimeNanoseconds - started) }

    private var receiver: (any TransportReceiver)? { lock.withLock { state.receiver } }

    func sent(_ count: Int64) {
        timings.bodyBytesSent += count
        receiver?.transportDidSend(totalBytes: timings.bodyBytesSent)
    }

    func receive(_ response: URLResponse) {
        // On Linux, responses 100 to 199 are reported, too.
        guard let response = response as? HTTPURLResponse, response.statusCode >= 200, !hasHead else { return }
        hasHead = true
        timings.responseStart = elapsed
        let head = TransportResponseHead(response)
        timings.headerBytesReceived = Int64(head.lines.count)
        receiver?.transportDidReceive(head)
    }

    func receive(_ data: Data) {
        guard hasHead, !data.isEmpty else { return }
        timings.bodyBytesReceived += Int64(data.count)
        receiver?.transportDidReceive(data.bytes)
    }

    func refuseChallenge() { hasRefusedChallenge = true }

    func finish(_ task: URLSessionTask, _ error: (any Error)?) {
        // On Linux, some heads are only stored, not reported, for example those of redirects without a target.
        if !hasHead, error == nil || hasRefusedChallenge, let response = task.response { receive(response) }
        let isCancelled = lock.withLock { state.isCancelled }
        guard let error else {
            return complete(hasHead ? nil : TransportError(.connectionLost, "There is no response."))
        }
        if hasRefusedChallenge, hasHead, !isCancelled { return complete(nil) }
        complete(TransportError(urlSession: error, hasHead: hasHead))
    }

    /// Reports the completion, once.
    func complete(_ error: TransportError?) {
        let receiver = lock.withLock { () -> (any TransportReceiver)? in
            defer {
                state.receiver = nil
                state.task = nil
            }
            return state.receiver
        }
        timings.end = elapsed
        body = nil
        receiver?.transportDidComplete(TransportCompletion(error: error, timings: timings))
    }
}
