public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The default implementations: a monitor implements the methods for the events that it needs.
///
/// They are also how a ``CompositeEventMonitor`` forwards events: each passes the event, as a closure that delivers it,
/// to the composite's `send`. For any other monitor they do nothing and allocate nothing.
extension EventMonitor {
    private var composite: CompositeEventMonitor? { self as? CompositeEventMonitor }

    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        composite?.send { $0.urlSession(session, didBecomeInvalidWithError: error) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) {
        composite?.send { $0.urlSession(session, task: task, didReceive: challenge) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        composite?.send {
            $0.urlSession(
                session, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
                totalBytesExpectedToSend: totalBytesExpectedToSend)
        }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(_ session: URLSession, taskNeedsNewBodyStream task: URLSessionTask) {
        composite?.send { $0.urlSession(session, taskNeedsNewBodyStream: task) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) {
        composite?.send {
            $0.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: request)
        }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics) {
        composite?.send { $0.urlSession(session, task: task, didFinishCollecting: metrics) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        composite?.send { $0.urlSession(session, task: task, didCompleteWithError: error) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
        composite?.send { $0.urlSession(session, taskIsWaitingForConnectivity: task) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse) {
        composite?.send { $0.urlSession(session, dataTask: dataTask, didReceive: response) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        composite?.send { $0.urlSession(session, dataTask: dataTask, didReceive: data) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
    ) {
        composite?.send { $0.urlSession(session, dataTask: dataTask, willCacheResponse: proposedResponse) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
        composite?.send { $0.urlSession(session, webSocketTask: webSocketTask, didOpenWithProtocol: `protocol`) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        composite?.send {
            $0.urlSession(session, webSocketTask: webSocketTask, didCloseWith: closeCode, reason: reason)
        }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        composite?.send {
            $0.urlSession(
                session, downloadTask: downloadTask, didResumeAtOffset: fileOffset,
                expectedTotalBytes: expectedTotalBytes)
        }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        composite?.send {
            $0.urlSession(
                session, downloadTask: downloadTask, didWriteData: bytesWritten, totalBytesWritten: totalBytesWritten,
                totalBytesExpectedToWrite: totalBytesExpectedToWrite)
        }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        composite?.send { $0.urlSession(session, downloadTask: downloadTask, didFinishDownloadingTo: location) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest) {
        composite?.send { $0.request(request, didCreateInitialURLRequest: urlRequest) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError) {
        composite?.send { $0.request(request, didFailToCreateURLRequestWithError: error) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(
        _ request: Request, didAdaptInitialRequest initialRequest: URLRequest, to adaptedRequest: URLRequest
    ) {
        composite?.send { $0.request(request, didAdaptInitialRequest: initialRequest, to: adaptedRequest) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(
        _ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError
    ) {
        composite?.send { $0.request(request, didFailToAdaptURLRequest: initialRequest, withError: error) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest) {
        composite?.send { $0.request(request, didCreateURLRequest: urlRequest) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: Request, didCreateTask task: URLSessionTask) {
        composite?.send { $0.request(request, didCreateTask: task) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: Request, didGatherMetrics metrics: HTTPMetrics) {
        composite?.send { $0.request(request, didGatherMetrics: metrics) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: Request, didFailTask task: URLSessionTask, earlyWithError error: AFError) {
        composite?.send { $0.request(request, didFailTask: task, earlyWithError: error) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        composite?.send { $0.request(request, didCompleteTask: task, with: error) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func requestIsRetrying(_ request: Request) { composite?.send { $0.requestIsRetrying(request) } }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func requestDidFinish(_ request: Request) { composite?.send { $0.requestDidFinish(request) } }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func requestDidResume(_ request: Request) { composite?.send { $0.requestDidResume(request) } }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: Request, didResumeTask task: URLSessionTask) {
        composite?.send { $0.request(request, didResumeTask: task) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func requestDidSuspend(_ request: Request) { composite?.send { $0.requestDidSuspend(request) } }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: Request, didSuspendTask task: URLSessionTask) {
        composite?.send { $0.request(request, didSuspendTask: task) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func requestDidCancel(_ request: Request) { composite?.send { $0.requestDidCancel(request) } }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: Request, didCancelTask task: URLSessionTask) {
        composite?.send { $0.request(request, didCancelTask: task) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult
    ) {
        composite?.send {
            $0.request(request, didValidateRequest: urlRequest, response: response, data: data, withResult: result)
        }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>) {
        composite?.send { $0.request(request, didParseResponse: response) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>) {
        nonisolated(unsafe) let response = response
        composite?.send { $0.request(request, didParseResponse: response) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable) {
        composite?.send { $0.request(request, didCreateUploadable: uploadable) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError) {
        composite?.send { $0.request(request, didFailToCreateUploadableWithError: error) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: UploadRequest, didProvideInputStream stream: InputStream) {
        nonisolated(unsafe) let stream = stream
        composite?.send { $0.request(request, didProvideInputStream: stream) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult
    ) {
        composite?.send { $0.request(request, didValidateRequest: urlRequest, response: response, withResult: result) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request<Value>(_ request: DataStreamRequest, didParseStream result: Result<Value, AFError>) {
        nonisolated(unsafe) let result = result
        composite?.send { $0.request(request, didParseStream: result) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: DownloadRequest, didCreateDestinationURL url: URL) {
        composite?.send { $0.request(request, didCreateDestinationURL: url) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: Result<URL, AFError>
    ) {
        composite?.send { $0.request(request, didFinishDownloadingUsing: task, with: result) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult
    ) {
        composite?.send {
            $0.request(
                request, didValidateRequest: urlRequest, response: response, fileURL: fileURL, withResult: result)
        }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request(_ request: DownloadRequest, didParseResponse response: DownloadResponse<URL?, AFError>) {
        composite?.send { $0.request(request, didParseResponse: response) }
    }
    /// Does nothing. A ``CompositeEventMonitor`` forwards the event to its monitors.
    public func request<Value>(
        _ request: DownloadRequest, didParseResponse response: DownloadResponse<Value, AFError>
    ) {
        nonisolated(unsafe) let response = response
        composite?.send { $0.request(request, didParseResponse: response) }
    }
}
