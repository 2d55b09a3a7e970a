public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// One attempt of a request, as it stood when it was asked for: what Alamofire shows as `URLSessionTask`.
///
/// It has that class's readable members, but is a value that nothing changes. To cancel, suspend or resume, call those
/// methods of the `Request`.
public struct HTTPTask: Sendable {
    /// Where an attempt stands.
    public enum State: Int, Sendable, Hashable {
        /// It moves, or waits for the server.
        case running
        /// `suspend()` was called, or not yet `resume()`.
        case suspended
        /// `cancel()` was called; its end is on the way.
        case canceling
        /// It is over.
        case completed
    }

    /// Tells the attempt from all others of its session. The first is 1.
    public let taskIdentifier: Int
    /// The request as it was given to the attempt.
    public let originalRequest: URLRequest?
    /// The request after redirects.
    public let currentRequest: URLRequest?
    let reply: ResponseReply?
    /// Where the attempt stands.
    public let state: State
    /// How many bytes of the body were received.
    public let countOfBytesReceived: Int64
    /// How many bytes of the body were sent.
    public let countOfBytesSent: Int64
    /// How many bytes of the body will be received; -1 if that is not known.
    public let countOfBytesExpectedToReceive: Int64
    /// How many bytes of the body will be sent; -1 if that is not known.
    public let countOfBytesExpectedToSend: Int64
    /// Why the attempt failed; nil if it did not, or is not over.
    public let error: (any Error)?
    /// How much a user waits for it, from 0 (least) to 1 (most).
    public let priority: Float

    init(
        taskIdentifier: Int, originalRequest: URLRequest?, currentRequest: URLRequest? = nil,
        reply: ResponseReply? = nil, state: State = .running, countOfBytesReceived: Int64 = 0,
        countOfBytesSent: Int64 = 0, countOfBytesExpectedToReceive: Int64 = -1, countOfBytesExpectedToSend: Int64 = 0,
        error: (any Error)? = nil, priority: Float = 0.5
    ) {
        self.taskIdentifier = taskIdentifier
        self.originalRequest = originalRequest
        self.currentRequest = currentRequest ?? originalRequest
        self.reply = reply
        self.state = state
        self.countOfBytesReceived = countOfBytesReceived
        self.countOfBytesSent = countOfBytesSent
        self.countOfBytesExpectedToReceive = countOfBytesExpectedToReceive
        self.countOfBytesExpectedToSend = countOfBytesExpectedToSend
        self.error = error
        self.priority = priority
    }

    /// The head of the response; nil if none has come whole.
    public var response: HTTPURLResponse? { reply?.response }

    /// How much of the response's body is there, as a `Progress` that nothing changes.
    public var progress: Progress {
        let progress = Progress(totalUnitCount: countOfBytesExpectedToReceive)
        progress.completedUnitCount = countOfBytesReceived
        return progress
    }
}

extension HTTPTask: CustomStringConvertible {
    /// The number, the request and where it stands: `HTTPTask 3: GET https://example.org/ (running)`.
    public var description: String {
        let request = currentRequest.map { "\($0.httpMethod ?? "GET") \($0.url?.absoluteString ?? "")" }
        return "HTTPTask \(taskIdentifier): \(request ?? "no request") (\(state))"
    }
}
