internal import Foundation
internal import NeatlineSystem

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
        request.mutableState.withLock { _ in value(attempt) }
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
    var state: URLSessionTask.State { request.mutableState.withLock { $0.taskState(of: attempt) } }

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
        let (sent, state, identifier) = request.mutableState.withLock {
            (attempt.current, $0.taskState(of: attempt), request.identifier(of: attempt))
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

/// The task of an attempt, and its state. Most attempts have none, because it is created at the first access.
///
/// Unchecked Sendable because it is accessed only while the request's lock is held.
final class MadeTask: @unchecked Sendable {
    /// Weak, because the task retains its request and the attempt.
    weak var task: URLSessionTask?
    /// Retains the task until the request leaves its session, so that monitors receive the same object each time.
    var keptTask: URLSessionTask?
    var priority = URLSessionTask.defaultPriority
    var taskDescription: String?
    var isSuspended = false
    var isCancelled = false
}
