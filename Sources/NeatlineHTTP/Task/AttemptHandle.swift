internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A reference to one attempt, through which a request's `URLSessionTask` shows and controls it. All members may be
/// used on any thread.
struct AttemptHandle: Sendable {
    let request: Request
    private let attempt: RequestAttempt

    init(_ attempt: RequestAttempt, of request: Request) {
        self.attempt = attempt
        self.request = request
    }

    private func read<Value>(_ value: (RequestAttempt) -> Value) -> Value {
        request.lock.withLock { value(attempt) }
    }

    // MARK: - What the task shows

    var taskIdentifier: Int { read { request.identifier(of: $0) } }
    var originalRequest: URLRequest? { read(\.original) }
    var currentRequest: URLRequest? { read(\.current) }
    var response: URLResponse? { read(\.head)?.response }
    /// The head of the response, from which no `HTTPURLResponse` was created yet.
    var reply: ReceivedHead? { read { $0.head.map(ReceivedHead.head) } }
    var metrics: HTTPMetrics? { read(\.metrics) }
    var error: (any Error)? { read(\.error) }
    var countOfBytesReceived: Int64 { read(\.receivedBytes) }
    var countOfBytesSent: Int64 { read(\.sentBytes) }
    var countOfBytesExpectedToReceive: Int64 { read { $0.head?.contentLength ?? -1 } }
    var countOfBytesExpectedToSend: Int64 { read(\.bodyLength) }
    var state: URLSessionTask.State { read { request.taskState(of: $0) } }

    var priority: Float {
        get { read { $0.madeTask?.priority ?? URLSessionTask.defaultPriority } }
        nonmutating set { read { $0.madeTask?.priority = newValue } }
    }

    var taskDescription: String? {
        get { read { $0.madeTask?.taskDescription } }
        nonmutating set { read { $0.madeTask?.taskDescription = newValue } }
    }

    /// `Task 3: GET https://example.org/ (running)`.
    var description: String {
        let (sent, state, identifier) = read {
            ($0.current, request.taskState(of: $0), request.identifier(of: $0))
        }
        return "Task \(identifier): \(sent.httpMethod ?? "GET") \(sent.url?.absoluteString ?? "") (\(state.name))"
    }

    // MARK: - What the task does

    func cancel() { request.cancelTask(of: attempt) }
    func suspend() { request.suspendTask(of: attempt) }
    func resume() { request.resumeTask(of: attempt) }
}

extension URLSessionTask.State {
    fileprivate var name: String {
        switch self {
        case .running: "running"
        case .suspended: "suspended"
        case .canceling: "canceling"
        case .completed: "completed"
        @unknown default: "unknown"
        }
    }
}
