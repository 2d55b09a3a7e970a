public import Dispatch
public import Foundation

/// Receives the events of requests and their tasks: for logs, statistics and tests.
///
/// ```swift
/// final class Logger: EventMonitor {
///     let queue = DispatchQueue(label: "org.example.logger")
///
///     func requestDidFinish(_ request: Request) { print(request.description) }
/// }
///
/// let session = Session(eventMonitors: [Logger()])
/// ```
///
/// Each method has a default implementation that does nothing. The methods are called asynchronously on ``queue``,
/// after the event, and for each request in the order of its events. Requests do not wait for monitors.
///
/// The methods are those of Alamofire's monitors: the `URLSession` is ``Session/session``, the tasks are those of
/// ``Request/task``. Metrics are ``HTTPMetrics``; on Linux, `URLSessionTaskMetrics` is another name of that type in
/// files that do not import `FoundationNetworking` themselves.
///
/// The methods `urlSession(…)` are called for the monitors of a session only, by its ``SessionDelegate``. A monitor
/// that was added to one request by ``Request/eventMonitor(_:)`` receives the other events of that request.
public protocol EventMonitor: Sendable {
    /// The queue on which the methods are called. It should be serial. The main queue by default.
    var queue: DispatchQueue { get }

    // MARK: The session and its tasks

    /// The `URLSession` was invalidated, or the ``Session`` was deinitialized.
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
    /// A server or a proxy asked for credentials. The challenge is the strongest of those that are supported, Digest or
    /// Basic; the request responds to it, and calls to the challenge's sender have no effect.
    func urlSession(_ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge)
    /// Bytes of the request's body were sent.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64)
    /// An attempt of an upload is about to send its stream.
    func urlSession(_ session: URLSession, taskNeedsNewBodyStream task: URLSessionTask)
    /// A server responded with a redirect.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest)
    /// The metrics of an attempt are complete.
    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics)
    /// An attempt ended, with this error or successfully.
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
    /// A request has failed without a network, and an ``OfflineRetrier`` waits for one.
    func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask)
    /// The status and header fields of a response were received.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse)
    /// Bytes of a response's body were received.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
    /// A response is about to be stored in the session's cache. Not called for downloads, which are not stored.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse)
    /// A WebSocket was opened, with the subprotocol that the server has chosen. Not called on Apple platforms, where a
    /// program cannot create a `URLSessionWebSocketTask`.
    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?)
    /// The server has closed a WebSocket with a close frame. Not called on Apple platforms either.
    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
    /// A resumed download continues at an offset.
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64)
    /// Bytes of a download were written to its partial file.
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64)
    /// A download is complete, in a temporary file.
    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL)

    // MARK: Any request

    /// The `URLRequest` was created, and is not yet adapted.
    func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest)
    /// The `URLRequest` could not be created.
    func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError)
    /// The adapters returned the `URLRequest` to send.
    func request(_ request: Request, didAdaptInitialRequest initialRequest: URLRequest, to adaptedRequest: URLRequest)
    /// An adapter failed, or returned an invalid `URLRequest`.
    func request(_ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError)
    /// The `URLRequest` of an attempt is ready to be sent.
    func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest)
    /// The task of an attempt was created.
    func request(_ request: Request, didCreateTask task: URLSessionTask)
    /// The metrics of an attempt are complete.
    func request(_ request: Request, didGatherMetrics metrics: HTTPMetrics)
    /// The server has sent a response 103: fields that its final response will probably have, such as `Link` (RFC 8297).
    /// Reported by transports with the capability `.interimFields`, possibly several times for a hop.
    func request(_ request: Request, didReceiveEarlyHints headers: HTTPHeaders)
    /// A task was failed before it completed. Not called: declared for compatibility with Alamofire.
    func request(_ request: Request, didFailTask task: URLSessionTask, earlyWithError error: AFError)
    /// An attempt ended and its response was validated. The request may still be retried.
    func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?)
    /// The request is about to be retried.
    func requestIsRetrying(_ request: Request)
    /// The request ended. Its response is serialized after that; the request is retried only if a serializer fails.
    func requestDidFinish(_ request: Request)
    /// The request was started or resumed, by `resume()` or by its first response handler.
    func requestDidResume(_ request: Request)
    /// The task of an attempt was started or resumed.
    func request(_ request: Request, didResumeTask task: URLSessionTask)
    /// The request was suspended by `suspend()`.
    func requestDidSuspend(_ request: Request)
    /// The task of an attempt was suspended.
    func request(_ request: Request, didSuspendTask task: URLSessionTask)
    /// The request was cancelled by `cancel()`.
    func requestDidCancel(_ request: Request)
    /// The task of an attempt was cancelled.
    func request(_ request: Request, didCancelTask task: URLSessionTask)

    // MARK: Data requests

    /// A validator was called with a response.
    func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult)
    /// A response handler without a serializer is about to be called.
    func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>)
    /// A response was serialized. The value is passed to a response handler too, possibly at the same time: do not
    /// change it.
    func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>)

    // MARK: Uploads

    /// The body of an attempt was created.
    func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable)
    /// The body of an attempt could not be created or opened.
    func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError)
    /// An attempt is about to send a stream. Do not read the stream.
    func request(_ request: UploadRequest, didProvideInputStream stream: InputStream)

    // MARK: Stream requests

    /// A validator was called with a response's status and header fields.
    func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult)
    /// Received bytes were serialized. The value is passed to a stream's handler too, possibly at the same time: do not
    /// change it.
    func request<Value>(_ request: DataStreamRequest, didParseStream result: Result<Value, AFError>)

    // MARK: Downloads

    /// The destination of a downloaded file was determined.
    func request(_ request: DownloadRequest, didCreateDestinationURL url: URL)
    /// A downloaded file was moved to its destination, or could not be moved.
    func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: Result<URL, AFError>)
    /// A validator was called with a response.
    func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult)
    /// A response handler without a serializer is about to be called.
    func request(_ request: DownloadRequest, didParseResponse response: DownloadResponse<URL?, AFError>)
    /// A response was serialized. The value is passed to a response handler too, possibly at the same time: do not
    /// change it.
    func request<Value>(_ request: DownloadRequest, didParseResponse response: DownloadResponse<Value, AFError>)
}

extension EventMonitor {
    /// The queue of a monitor that does not choose one: the main queue.
    public var queue: DispatchQueue { .main }
}

/// Forwards events to several monitors, each on its own queue.
///
/// Its methods are the default implementations of ``EventMonitor``, which call `send`. A session's events are all sent
/// from there.
public final class CompositeEventMonitor: EventMonitor {
    /// The monitors that events are forwarded to.
    public let monitors: [any EventMonitor]
    /// The queue on which another composite that contains this one calls it: a global one.
    public let queue: DispatchQueue = .global()
    /// Whether any of the monitors handles the events of tasks.
    let hasTransferListeners: Bool
    private let hasNotifications: Bool
    /// The task-local values with which monitors are called; `nil` for those of the caller's request, if there is one.
    private let taskLocals: TaskLocalContext?

    /// Creates a monitor that forwards events to those of another one, with task-local values.
    init(_ other: CompositeEventMonitor, taskLocals: TaskLocalContext?) {
        monitors = other.monitors
        hasTransferListeners = other.hasTransferListeners
        hasNotifications = other.hasNotifications
        self.taskLocals = taskLocals
    }

    /// Creates a monitor that forwards events to others.
    ///
    /// - Parameter monitors: The monitors. Each is called on its ``EventMonitor/queue``.
    public init(monitors: [any EventMonitor]) {
        self.monitors = monitors
        taskLocals = nil
        let leaves = Self.leaves(of: monitors)
        hasTransferListeners = leaves.contains { !($0 is AlamofireNotifications) }
        hasNotifications = leaves.contains { $0 is AlamofireNotifications }
    }

    /// The monitors that forward nothing themselves.
    private static func leaves(of monitors: [any EventMonitor]) -> [any EventMonitor] {
        monitors.flatMap { ($0 as? CompositeEventMonitor).map { leaves(of: $0.monitors) } ?? [$0] }
    }

    /// Whether an event could be noticed. Requests create no events for a monitor that is not listening.
    var isListening: Bool { hasTransferListeners || (hasNotifications && AlamofireNotifications.isObserved) }

    /// Sends an event to each monitor, on that monitor's queue.
    ///
    /// - Parameter event: Delivers the event: calls the monitor's method with the event's values.
    func send(_ event: @escaping @Sendable (any EventMonitor) -> Void) {
        let taskLocals = taskLocals ?? TaskLocalContext.current
        for monitor in monitors {
            monitor.queue.async {
                if let taskLocals { taskLocals.run { event(monitor) } } else { event(monitor) }
            }
        }
    }
}
