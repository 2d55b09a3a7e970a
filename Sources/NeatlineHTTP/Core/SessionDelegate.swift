public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Is told what happens to the tasks of a ``Session``, and tells the session's monitors.
///
/// A subclass overrides the methods of Foundation's delegate protocols that it needs, and calls `super`: otherwise the session's
/// monitors are not told, and its redirect handlers are not asked. The methods of a subclass are called on
/// ``Session/rootQueue``, after what they tell of has happened, for all requests of the session; the tasks are those of
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
/// A redirect waits for its completion handler. A response does not, but is cancelled if the handler says so. What the handlers
/// for challenges and body streams are given has no effect: see ``Request/authenticate(with:)`` and ``UploadConvertible``.
///
/// A delegate is for one session. Unchecked Sendable for its subclasses' sake; its own properties are set once, by the session,
/// before there is any request.
open class SessionDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate, @unchecked Sendable {
    private weak var core: SessionCore?
    private var eventMonitor: CompositeEventMonitor?

    /// Creates a delegate.
    ///
    /// - Parameter fileManager: Has no effect.
    public init(fileManager: FileManager = .default) {}

    /// Whether a subclass may do other things than tell the monitors.
    var isSubclass: Bool { type(of: self) != SessionDelegate.self }

    /// Called by the session, before there is any request.
    func serve(_ core: SessionCore) {
        self.core = core
        eventMonitor = core.eventMonitor
    }

    // MARK: - Session

    /// Tells the monitors that the `URLSession` was invalidated, and ends the session's requests with
    /// `AFError.sessionInvalidated(error:)`, unless it was the session's own end.
    ///
    /// Called by the `URLSession`, on a queue of its own.
    open func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        eventMonitor?.urlSession(session, didBecomeInvalidWithError: error)
        core?.end(with: .sessionInvalidated(error: error))
    }

    // MARK: - All tasks

    /// Tells the monitors of a server, or a proxy, that asks for credentials, which the request and its session answer.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        eventMonitor?.urlSession(session, task: task, didReceive: challenge)
        completionHandler(.performDefaultHandling, nil)
    }

    /// Tells the monitors how much of a body was sent.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        eventMonitor?.urlSession(
            session, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
            totalBytesExpectedToSend: totalBytesExpectedToSend)
    }

    /// Tells the monitors that an upload begins to send its stream.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        eventMonitor?.urlSession(session, taskNeedsNewBodyStream: task)
        completionHandler(nil)
    }

    /// Tells the monitors of a redirect, and asks the request's redirect handler, or else the session's, about it.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        eventMonitor?.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: request)
        let handler = (task as? any RequestTask)?.handle.request.redirectHandlerInUse
        guard let handler else { return completionHandler(request) }
        handler.task(task, willBeRedirectedTo: request, for: response, completion: completionHandler)
    }

    /// Tells the monitors what was measured of a task.
    open func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics) {
        eventMonitor?.urlSession(session, task: task, didFinishCollecting: metrics)
    }

    /// Tells the monitors of a task's end.
    open func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        eventMonitor?.urlSession(session, task: task, didCompleteWithError: error)
    }

    /// Tells the monitors of a task that waits for a network.
    open func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
        eventMonitor?.urlSession(session, taskIsWaitingForConnectivity: task)
    }

    // MARK: - Data tasks

    /// Tells the monitors of a response's head.
    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        eventMonitor?.urlSession(session, dataTask: dataTask, didReceive: response)
        completionHandler(.allow)
    }

    /// Tells the monitors of bytes of a response's body.
    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        eventMonitor?.urlSession(session, dataTask: dataTask, didReceive: data)
    }

    /// Tells the monitors of a response that is about to be cached, and asks the request's handler, or else the session's.
    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        eventMonitor?.urlSession(session, dataTask: dataTask, willCacheResponse: proposedResponse)
        let handler = (dataTask as? any RequestTask)?.handle.request.cachedResponseHandlerInUse
        guard let handler else { return completionHandler(proposedResponse) }
        handler.dataTask(dataTask, willCacheResponse: proposedResponse, completion: completionHandler)
    }

    // MARK: - Download tasks

    /// Tells the monitors of a download that goes on where it was cut off.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        eventMonitor?.urlSession(
            session, downloadTask: downloadTask, didResumeAtOffset: fileOffset, expectedTotalBytes: expectedTotalBytes)
    }

    /// Tells the monitors of bytes that were written.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        eventMonitor?.urlSession(
            session, downloadTask: downloadTask, didWriteData: bytesWritten, totalBytesWritten: totalBytesWritten,
            totalBytesExpectedToWrite: totalBytesExpectedToWrite)
    }

    /// Tells the monitors of a download that is whole.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        eventMonitor?.urlSession(session, downloadTask: downloadTask, didFinishDownloadingTo: location)
    }
}
