#if canImport(Darwin)
internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// A WebSocket that `URLSession` has opened, on Apple platforms: it moves messages between Foundation's task and the channel.
///
/// Foundation implements the protocol there, so compression is its own choice, and the errors of the connection are
/// Foundation's.
///
/// Unchecked Sendable because `state` is accessed only while the lock is held, and `timings` only in the session's
/// callbacks, which are serial.
final class URLSessionWebSocket: TransportTask, @unchecked Sendable {
    private struct State {
        var task: URLSessionWebSocketTask?
        var receiver: (any TransportReceiver)?
        var isCancelled = false
        var isPaused = false
        /// The receive loop, while it is paused.
        var waiting: CheckedContinuation<Void, Never>?
        var work: [Task<Void, Never>] = []
    }

    private let channel: WebSocketChannel
    let serverTrust: ServerTrustCheck?
    private let state = Locked(State())
    private let wakeUps: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation
    private var timings = TransportTimings()
    private let started = DispatchTime.now().uptimeNanoseconds

    init(_ channel: WebSocketChannel, receiver: any TransportReceiver, serverTrust: ServerTrustCheck?) {
        self.channel = channel
        self.serverTrust = serverTrust
        (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.receiver = receiver }
        timings.start = Int64(Date().timeIntervalSince1970 * 1_000_000_000)
    }

    /// Returns the request with the scheme that Foundation requires.
    static func request(_ request: URLRequest) -> URLRequest {
        guard let url = request.url, let scheme = url.scheme, let end = url.absoluteString.firstIndex(of: ":") else {
            return request
        }
        var request = request
        let name = scheme.isFieldName("https") || scheme.isFieldName("wss") ? "wss" : "ws"
        request.url = URL(string: name + url.absoluteString[end...]) ?? url
        return request
    }

    /// Starts the task, unless the request was cancelled before.
    func begin(_ task: URLSessionWebSocketTask) {
        channel.reset()
        task.maximumMessageSize = channel.options.maximumMessageSize
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        task.resume()
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    func pause() { state.withLock { $0.isPaused = true } }

    func resume() {
        let waiting = state.withLock { state in
            state.isPaused = false
            return state.waiting.take()
        }
        waiting?.resume()
    }

    // MARK: Events of the session

    func opened(_ task: URLSessionWebSocketTask, subprotocol: String?) {
        report(task.response)
        // Connected before handlers are told of it: they may close it at once.
        channel.outbox.connect { [wakeUp] in wakeUp.yield() }
        channel.didOpen(subprotocol: subprotocol)
        var work = [Task { await self.receive(from: task) }, Task { await self.send(to: task) }]
        if let interval = channel.options.pingInterval {
            work.append(Task { await self.ping(task, every: interval) })
        }
        state.withLock { $0.work = work }
        wakeUp.yield()
    }

    func closed(_ code: URLSessionWebSocketTask.CloseCode, _ reason: Data?) {
        channel.didClose(status: code.rawValue, reason: reason)
    }

    func finish(_ task: URLSessionTask, _ error: (any Error)?) {
        var failure = error.map { TransportError(urlSession: $0, hasHead: false) }
        if let response = task.response as? HTTPURLResponse, response.statusCode != 101 {
            report(response)
            channel.fail(.upgradeRefused(statusCode: response.statusCode))
            failure = WebSocketError.upgradeRefused(statusCode: response.statusCode).transportError
        }
        if let error = channel.failure { failure = error.transportError }
        complete(failure)
    }

    /// Reports the completion, once.
    func complete(_ error: TransportError?) {
        channel.outbox.disconnect()
        wakeUp.finish()
        let (receiver, work) = state.withLock { state in
            defer { (state.receiver, state.task, state.work) = (nil, nil, []) }
            return (state.receiver, state.work)
        }
        for task in work { task.cancel() }
        resume()
        timings.end = Int64(DispatchTime.now().uptimeNanoseconds - started)
        receiver?.transportDidComplete(TransportCompletion(error: error, timings: timings))
    }

    private func report(_ response: URLResponse?) {
        guard let response = response as? HTTPURLResponse else { return }
        state.withLock { $0.receiver }?.transportDidReceive(TransportResponseHead(response))
    }

    // MARK: Messages

    private func receive(from task: URLSessionWebSocketTask) async {
        while let message = try? await task.receive() {
            channel.didReceive([message])
            await withCheckedContinuation { continuation in
                let isPaused = state.withLock { state in
                    if state.isPaused, state.receiver != nil { state.waiting = continuation }
                    return state.waiting != nil
                }
                if !isPaused { continuation.resume() }
            }
        }
    }

    private func send(to task: URLSessionWebSocketTask) async {
        for await _ in wakeUps {
            var items = channel.outbox.take(bytes: 1 << 17)
            while !items.isEmpty {
                for item in items { await send(item, to: task) }
                items = channel.outbox.take(bytes: 1 << 17)
            }
        }
    }

    private func send(_ item: WebSocketOutbox.Item, to task: URLSessionWebSocketTask) async {
        switch item {
        case .message(let message, let completion):
            do {
                try await task.send(message)
                completion?.complete(.success(()))
            } catch {
                completion?.complete(.failure(channel.failure ?? .connectionLost))
            }
        case .ping(let completion):
            task.sendPing { error in
                completion.complete(error == nil ? .success(()) : .failure(WebSocketError.connectionLost))
            }
        case .close(let status, let reason):
            let code = status.flatMap(URLSessionWebSocketTask.CloseCode.init(rawValue:)) ?? .noStatusReceived
            task.cancel(with: code, reason: Data(reason))
        }
    }

    private func ping(_ task: URLSessionWebSocketTask, every interval: TimeInterval) async {
        let isAnswered = Locked(true)
        while (try? await Task.sleep(for: .seconds(max(0.001, min(interval, 1e9))))) != nil {
            if !isAnswered.withLock({ $0 }) { continue }
            isAnswered.withLock { $0 = false }
            let timeout = channel.options.pongTimeout
            channel.deadlines.call(after: timeout, on: .global()) { [weak self, weak task] in
                guard let self, let task, !isAnswered.withLock({ $0 }), !state.withLock({ $0.isPaused }) else { return }
                channel.fail(.pongTimedOut(timeout))
                task.cancel()
            }
            task.sendPing { _ in isAnswered.withLock { $0 = true } }
        }
    }
}

extension URLSessionTransport: WebSocketTransport {}

extension URLSessionEvents: URLSessionWebSocketDelegate {
    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
        webSocket(webSocketTask)?.opened(webSocketTask, subprotocol: `protocol`)
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        webSocket(webSocketTask)?.closed(closeCode, reason)
    }
}
#endif
