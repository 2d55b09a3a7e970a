public import Foundation

/// Receives the events of the tasks of a ``Session`` and forwards them to the session's monitors.
///
/// A subclass overrides the methods of Foundation's delegate protocols that it needs and calls `super`; otherwise the
/// session's monitors do not receive the event, and redirect handlers are not called. The methods of a subclass are
/// called on ``Session/rootQueue``, after the event, for all requests of the session. The tasks are those of
/// ``Request/task``.
///
/// ```swift
/// final class NoRedirects: SessionDelegate, @unchecked Sendable {
///     override func urlSession(
///         _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
///         newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
///     ) {
///         completionHandler(nil)
///     }
/// }
/// ```
///
/// A redirect waits for its completion handler. A response does not wait for its handler, but the request is cancelled
/// if the handler completes with `.cancel`. The arguments of the completion handlers for challenges and body streams
/// are ignored: see ``Request/authenticate(with:)`` and ``UploadConvertible``.
///
/// Use a delegate for one session only. Unchecked Sendable because subclasses may add state; the class's own properties
/// are set once, by the session, before it has requests.
open class SessionDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate, @unchecked Sendable {
    private weak var core: SessionCore?
    private var eventMonitor: CompositeEventMonitor?

    /// Creates a delegate for one session.
    ///
    /// - Parameter fileManager: Ignored. Alamofire removes temporary files with it.
    public init(fileManager: FileManager = .default) {}

    /// Whether this is a subclass, which may do more than inform the monitors.
    var isSubclass: Bool { type(of: self) != SessionDelegate.self }

    /// Connects the delegate to its session. Called by the session before it has requests.
    func serve(_ core: SessionCore) {
        self.core = core
        eventMonitor = core.eventMonitor
    }

    // MARK: - Session

    /// Informs the monitors that the `URLSession` was invalidated, and ends the session's requests with
    /// `AFError.sessionInvalidated(error:)`.
    ///
    /// Called by the `URLSession` on a separate queue.
    open func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        eventMonitor?.urlSession(session, didBecomeInvalidWithError: error)
        core?.end(with: .sessionInvalidated(error: error))
    }

    // MARK: - All tasks

    /// Informs the monitors that a server or proxy asks for credentials. The request and its session answer the
    /// challenge.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        eventMonitor?.urlSession(session, task: task, didReceive: challenge)
        completionHandler(.performDefaultHandling, nil)
    }

    /// Informs the monitors that bytes of the request's body were sent.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        eventMonitor?.urlSession(
            session, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
            totalBytesExpectedToSend: totalBytesExpectedToSend)
    }

    /// Informs the monitors that an upload begins to send its stream. The argument of `completionHandler` is ignored.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        eventMonitor?.urlSession(session, taskNeedsNewBodyStream: task)
        completionHandler(nil)
    }

    /// Informs the monitors of a redirect, and calls the redirect handler of the request or, if it has none, of the
    /// session.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        eventMonitor?.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: request)
        let handler = (task as? any RequestTask)?.handle.request.redirectHandlerInUse
        guard let handler else { return completionHandler(request) }
        handler.task(task, willBeRedirectedTo: request, for: response, completion: completionHandler)
    }

    /// Informs the monitors of the metrics of a task.
    // Not Foundation's method, whose metrics are of another type.
    @nonobjc
    open func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics) {
        eventMonitor?.urlSession(session, task: task, didFinishCollecting: metrics)
    }

    /// Informs the monitors that a task has completed.
    open func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        eventMonitor?.urlSession(session, task: task, didCompleteWithError: error)
    }

    /// Informs the monitors that a task waits for a network connection.
    open func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
        eventMonitor?.urlSession(session, taskIsWaitingForConnectivity: task)
    }

    // MARK: - Data tasks

    /// Informs the monitors that the head of a response was received.
    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        eventMonitor?.urlSession(session, dataTask: dataTask, didReceive: response)
        completionHandler(.allow)
    }

    /// Informs the monitors that bytes of a response's body were received.
    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        eventMonitor?.urlSession(session, dataTask: dataTask, didReceive: data)
    }

    /// Informs the monitors that a response is about to be stored in the session's cache, and calls the handler of the
    /// request or, if it has none, of the session. The request completes after `completionHandler` was called. Not called
    /// for downloads, which are not stored.
    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        eventMonitor?.urlSession(session, dataTask: dataTask, willCacheResponse: proposedResponse)
        let handler = (dataTask as? any RequestTask)?.handle.request.cachedResponseHandlerInUse
        guard let handler else { return completionHandler(proposedResponse) }
        handler.dataTask(dataTask, willCacheResponse: proposedResponse, completion: completionHandler)
    }

    // MARK: - WebSocket tasks: not on Apple platforms, see `RequestWebSocketTask`

    /// Informs the monitors that a WebSocket was opened.
    open func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
        eventMonitor?.urlSession(session, webSocketTask: webSocketTask, didOpenWithProtocol: `protocol`)
    }

    /// Informs the monitors that the server has closed a WebSocket with a close frame.
    open func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        eventMonitor?.urlSession(session, webSocketTask: webSocketTask, didCloseWith: closeCode, reason: reason)
    }

    // MARK: - Download tasks

    /// Informs the monitors that a download was resumed.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        eventMonitor?.urlSession(
            session, downloadTask: downloadTask, didResumeAtOffset: fileOffset, expectedTotalBytes: expectedTotalBytes)
    }

    /// Informs the monitors that bytes of a download were written to its file.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        eventMonitor?.urlSession(
            session, downloadTask: downloadTask, didWriteData: bytesWritten, totalBytesWritten: totalBytesWritten,
            totalBytesExpectedToWrite: totalBytesExpectedToWrite)
    }

    /// Informs the monitors that a download is complete, before its file is moved.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        eventMonitor?.urlSession(session, downloadTask: downloadTask, didFinishDownloadingTo: location)
    }
}
