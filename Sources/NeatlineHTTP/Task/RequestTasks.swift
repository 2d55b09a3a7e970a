internal import Foundation

/// A `URLSessionTask` that shows an attempt of a request and belongs to no `URLSession`.
///
/// The classes below differ only in their superclasses, by which code distinguishes tasks.
protocol RequestTask: URLSessionTask {
    var handle: AttemptHandle { get }
}

/// The task of a data or a stream request.
///
/// Unchecked Sendable, because its superclass is, and its own property is a constant.
final class RequestDataTask: URLSessionDataTask, RequestTask, @unchecked Sendable {
    let handle: AttemptHandle

    init(_ handle: AttemptHandle) {
        self.handle = handle
        super.init()
    }

    override var taskIdentifier: Int { handle.taskIdentifier }
    override var originalRequest: URLRequest? { handle.originalRequest }
    override var currentRequest: URLRequest? { handle.currentRequest }
    override var response: URLResponse? { handle.response }
    override var state: URLSessionTask.State { handle.state }
    override var error: (any Error)? { handle.error }
    override var progress: Progress { handle.request.downloadProgress }
    override var countOfBytesReceived: Int64 { handle.countOfBytesReceived }
    override var countOfBytesSent: Int64 { handle.countOfBytesSent }
    override var countOfBytesExpectedToReceive: Int64 { handle.countOfBytesExpectedToReceive }
    override var countOfBytesExpectedToSend: Int64 { handle.countOfBytesExpectedToSend }
    override var description: String { handle.description }
    override var priority: Float {
        get { handle.priority }
        set { handle.priority = newValue }
    }
    override var taskDescription: String? {
        get { handle.taskDescription }
        set { handle.taskDescription = newValue }
    }

    override func cancel() { handle.cancel() }
    override func suspend() { handle.suspend() }
    override func resume() { handle.resume() }
}

/// The task of an upload.
///
/// Unchecked Sendable, because its superclass is, and its own property is a constant.
final class RequestUploadTask: URLSessionUploadTask, RequestTask, @unchecked Sendable {
    let handle: AttemptHandle

    init(_ handle: AttemptHandle) {
        self.handle = handle
        super.init()
    }

    override var taskIdentifier: Int { handle.taskIdentifier }
    override var originalRequest: URLRequest? { handle.originalRequest }
    override var currentRequest: URLRequest? { handle.currentRequest }
    override var response: URLResponse? { handle.response }
    override var state: URLSessionTask.State { handle.state }
    override var error: (any Error)? { handle.error }
    override var progress: Progress { handle.request.uploadProgress }
    override var countOfBytesReceived: Int64 { handle.countOfBytesReceived }
    override var countOfBytesSent: Int64 { handle.countOfBytesSent }
    override var countOfBytesExpectedToReceive: Int64 { handle.countOfBytesExpectedToReceive }
    override var countOfBytesExpectedToSend: Int64 { handle.countOfBytesExpectedToSend }
    override var description: String { handle.description }
    override var priority: Float {
        get { handle.priority }
        set { handle.priority = newValue }
    }
    override var taskDescription: String? {
        get { handle.taskDescription }
        set { handle.taskDescription = newValue }
    }

    override func cancel() { handle.cancel() }
    override func suspend() { handle.suspend() }
    override func resume() { handle.resume() }
}

/// The task of a download.
///
/// Unchecked Sendable, because its superclass is, and its own property is a constant.
final class RequestDownloadTask: URLSessionDownloadTask, RequestTask, @unchecked Sendable {
    let handle: AttemptHandle

    init(_ handle: AttemptHandle) {
        self.handle = handle
        super.init()
    }

    override var taskIdentifier: Int { handle.taskIdentifier }
    override var originalRequest: URLRequest? { handle.originalRequest }
    override var currentRequest: URLRequest? { handle.currentRequest }
    override var response: URLResponse? { handle.response }
    override var state: URLSessionTask.State { handle.state }
    override var error: (any Error)? { handle.error }
    override var progress: Progress { handle.request.downloadProgress }
    override var countOfBytesReceived: Int64 { handle.countOfBytesReceived }
    override var countOfBytesSent: Int64 { handle.countOfBytesSent }
    override var countOfBytesExpectedToReceive: Int64 { handle.countOfBytesExpectedToReceive }
    override var countOfBytesExpectedToSend: Int64 { handle.countOfBytesExpectedToSend }
    override var description: String { handle.description }
    override var priority: Float {
        get { handle.priority }
        set { handle.priority = newValue }
    }
    override var taskDescription: String? {
        get { handle.taskDescription }
        set { handle.taskDescription = newValue }
    }

    override func cancel() { handle.cancel() }
    override func suspend() { handle.suspend() }
    override func resume() { handle.resume() }

    /// Cancels the request like ``DownloadRequest/cancel(byProducingResumeData:)``.
    override func cancel(byProducingResumeData completionHandler: @escaping (Data?) -> Void) {
        guard let download = handle.request as? DownloadRequest else { return completionHandler(nil) }
        let completion = UncheckedCompletion(call: completionHandler)
        download.cancel(byProducingResumeData: { completion.call($0) })
    }
}

/// A closure of Foundation that is not marked `@Sendable`.
///
/// Unchecked Sendable because it is called only once.
private struct UncheckedCompletion: @unchecked Sendable {
    let call: (Data?) -> Void
}

#if canImport(FoundationNetworking)
typealias WebSocketTaskSuperclass = URLSessionWebSocketTask
#else
/// The initializer of `URLSessionWebSocketTask` is unavailable on Apple platforms, so code that distinguishes tasks by their
/// classes, such as a session's delegate, does not recognize the one of a WebSocket.
typealias WebSocketTaskSuperclass = URLSessionTask
#endif

/// The task of a WebSocket.
///
/// Messages are sent and received by its request: Foundation's functions for them cannot be overridden.
///
/// Unchecked Sendable, because its superclass is, and its own property is a constant.
final class RequestWebSocketTask: WebSocketTaskSuperclass, RequestTask, @unchecked Sendable {
    let handle: AttemptHandle

    init(_ handle: AttemptHandle) {
        self.handle = handle
        super.init()
    }

    override var taskIdentifier: Int { handle.taskIdentifier }
    override var originalRequest: URLRequest? { handle.originalRequest }
    override var currentRequest: URLRequest? { handle.currentRequest }
    override var response: URLResponse? { handle.response }
    override var state: URLSessionTask.State { handle.state }
    #if canImport(FoundationNetworking)
    override var error: (any Error)? {
        get { handle.error }
        set { super.error = newValue }
    }
    #else
    override var error: (any Error)? { handle.error }
    #endif
    override var progress: Progress { handle.request.downloadProgress }
    override var countOfBytesReceived: Int64 { handle.countOfBytesReceived }
    override var countOfBytesSent: Int64 { handle.countOfBytesSent }
    override var countOfBytesExpectedToReceive: Int64 { handle.countOfBytesExpectedToReceive }
    override var countOfBytesExpectedToSend: Int64 { handle.countOfBytesExpectedToSend }
    override var description: String { handle.description }
    override var priority: Float {
        get { handle.priority }
        set { handle.priority = newValue }
    }
    override var taskDescription: String? {
        get { handle.taskDescription }
        set { handle.taskDescription = newValue }
    }

    override func cancel() { handle.cancel() }
    override func suspend() { handle.suspend() }
    override func resume() { handle.resume() }

    #if canImport(FoundationNetworking)
    private var request: WebSocketRequest? { handle.request as? WebSocketRequest }
    override var closeCode: URLSessionWebSocketTask.CloseCode {
        request?.closeStatus.map(CloseCode.init(status:)) ?? .invalid
    }
    override var closeReason: Data? { request?.closeReason }

    override func cancel(with closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?) {
        request?.close(sending: closeCode, reason: reason)
    }

    override func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {
        request?.sendPing(respondingOn: .global()) { response in
            switch response {
            case .pong: pongReceiveHandler(nil)
            case .error(let error): pongReceiveHandler(error)
            case .unsent: pongReceiveHandler(self.request?.sendError ?? WebSocketError.notConnected)
            }
        }
    }
    #endif
}
