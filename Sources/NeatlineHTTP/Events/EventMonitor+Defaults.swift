public import Foundation

/// The default implementations: a monitor implements the methods for the events that it needs. The protocol documents
/// them.
///
/// They are also how a ``CompositeEventMonitor`` forwards events: each passes the event, as a closure that delivers it,
/// to the composite's `send`. For any other monitor they do nothing and allocate nothing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension EventMonitor {
    private var composite: CompositeEventMonitor? { self as? CompositeEventMonitor }

    public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        composite?.send { $0.urlSession(session, didBecomeInvalidWithError: error) }
    }
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) {
        composite?.send { $0.urlSession(session, task: task, didReceive: challenge) }
    }
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
    public func urlSession(_ session: URLSession, taskNeedsNewBodyStream task: URLSessionTask) {
        composite?.send { $0.urlSession(session, taskNeedsNewBodyStream: task) }
    }
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) {
        composite?.send {
            $0.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: request)
        }
    }
    public func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics) {
        composite?.send { $0.urlSession(session, task: task, didFinishCollecting: metrics) }
    }
    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        composite?.send { $0.urlSession(session, task: task, didCompleteWithError: error) }
    }
    public func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
        composite?.send { $0.urlSession(session, taskIsWaitingForConnectivity: task) }
    }
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse) {
        composite?.send { $0.urlSession(session, dataTask: dataTask, didReceive: response) }
    }
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        composite?.send { $0.urlSession(session, dataTask: dataTask, didReceive: data) }
    }
    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
    ) {
        composite?.send { $0.urlSession(session, dataTask: dataTask, willCacheResponse: proposedResponse) }
    }
    public func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
        composite?.send { $0.urlSession(session, webSocketTask: webSocketTask, didOpenWithProtocol: `protocol`) }
    }
    public func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        composite?.send {
            $0.urlSession(session, webSocketTask: webSocketTask, didCloseWith: closeCode, reason: reason)
        }
    }
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
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        composite?.send { $0.urlSession(session, downloadTask: downloadTask, didFinishDownloadingTo: location) }
    }
    public func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest) {
        composite?.send { $0.request(request, didCreateInitialURLRequest: urlRequest) }
    }
    public func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError) {
        composite?.send { $0.request(request, didFailToCreateURLRequestWithError: error) }
    }
    public func request(_ request: Request, didAdaptInitialRequest initial: URLRequest, to adapted: URLRequest) {
        composite?.send { $0.request(request, didAdaptInitialRequest: initial, to: adapted) }
    }
    public func request(_ request: Request, didFailToAdaptURLRequest initial: URLRequest, withError error: AFError) {
        composite?.send { $0.request(request, didFailToAdaptURLRequest: initial, withError: error) }
    }
    public func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest) {
        composite?.send { $0.request(request, didCreateURLRequest: urlRequest) }
    }
    public func request(_ request: Request, didCreateTask task: URLSessionTask) {
        composite?.send { $0.request(request, didCreateTask: task) }
    }
    public func request(_ request: Request, didGatherMetrics metrics: HTTPMetrics) {
        composite?.send { $0.request(request, didGatherMetrics: metrics) }
    }
    public func request(_ request: Request, didReceiveEarlyHints headers: HTTPHeaders) {
        composite?.send { $0.request(request, didReceiveEarlyHints: headers) }
    }
    public func request(_ request: Request, didFailTask task: URLSessionTask, earlyWithError error: AFError) {
        composite?.send { $0.request(request, didFailTask: task, earlyWithError: error) }
    }
    public func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        composite?.send { $0.request(request, didCompleteTask: task, with: error) }
    }
    public func requestIsRetrying(_ request: Request) { composite?.send { $0.requestIsRetrying(request) } }
    public func requestDidFinish(_ request: Request) { composite?.send { $0.requestDidFinish(request) } }
    public func requestDidResume(_ request: Request) { composite?.send { $0.requestDidResume(request) } }
    public func request(_ request: Request, didResumeTask task: URLSessionTask) {
        composite?.send { $0.request(request, didResumeTask: task) }
    }
    public func requestDidSuspend(_ request: Request) { composite?.send { $0.requestDidSuspend(request) } }
    public func request(_ request: Request, didSuspendTask task: URLSessionTask) {
        composite?.send { $0.request(request, didSuspendTask: task) }
    }
    public func requestDidCancel(_ request: Request) { composite?.send { $0.requestDidCancel(request) } }
    public func request(_ request: Request, didCancelTask task: URLSessionTask) {
        composite?.send { $0.request(request, didCancelTask: task) }
    }
    public func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult
    ) {
        composite?.send {
            $0.request(request, didValidateRequest: urlRequest, response: response, data: data, withResult: result)
        }
    }
    public func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>) {
        composite?.send { $0.request(request, didParseResponse: response) }
    }
    public func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>) {
        nonisolated(unsafe) let response = response
        composite?.send { $0.request(request, didParseResponse: response) }
    }
    public func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable) {
        composite?.send { $0.request(request, didCreateUploadable: uploadable) }
    }
    public func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError) {
        composite?.send { $0.request(request, didFailToCreateUploadableWithError: error) }
    }
    public func request(_ request: UploadRequest, didProvideInputStream stream: InputStream) {
        nonisolated(unsafe) let stream = stream
        composite?.send { $0.request(request, didProvideInputStream: stream) }
    }
    public func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult
    ) {
        composite?.send { $0.request(request, didValidateRequest: urlRequest, response: response, withResult: result) }
    }
    public func request<Value>(_ request: DataStreamRequest, didParseStream result: Result<Value, AFError>) {
        nonisolated(unsafe) let result = result
        composite?.send { $0.request(request, didParseStream: result) }
    }
    public func request(_ request: DownloadRequest, didCreateDestinationURL url: URL) {
        composite?.send { $0.request(request, didCreateDestinationURL: url) }
    }
    public func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: Result<URL, AFError>
    ) {
        composite?.send { $0.request(request, didFinishDownloadingUsing: task, with: result) }
    }
    public func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult
    ) {
        composite?.send {
            $0.request(
                request, didValidateRequest: urlRequest, response: response, fileURL: fileURL, withResult: result)
        }
    }
    public func request(_ request: DownloadRequest, didParseResponse response: DownloadResponse<URL?, AFError>) {
        composite?.send { $0.request(request, didParseResponse: response) }
    }
    public func request<Value>(
        _ request: DownloadRequest, didParseResponse response: DownloadResponse<Value, AFError>
    ) {
        nonisolated(unsafe) let response = response
        composite?.send { $0.request(request, didParseResponse: response) }
    }
}
