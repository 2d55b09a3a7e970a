public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension CompositeEventMonitor {
    /// Tells all monitors.
    public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        each { $0.urlSession(session, didBecomeInvalidWithError: error) }
    }

    /// Tells all monitors.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) {
        each { $0.urlSession(session, task: task, didReceive: challenge) }
    }

    /// Tells all monitors.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        each {
            $0.urlSession(
                session, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
                totalBytesExpectedToSend: totalBytesExpectedToSend)
        }
    }

    /// Tells all monitors.
    public func urlSession(_ session: URLSession, taskNeedsNewBodyStream task: URLSessionTask) {
        each { $0.urlSession(session, taskNeedsNewBodyStream: task) }
    }

    /// Tells all monitors.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) {
        each { $0.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: request) }
    }

    /// Tells all monitors.
    public func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics) {
        each { $0.urlSession(session, task: task, didFinishCollecting: metrics) }
    }

    /// Tells all monitors.
    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        each { $0.urlSession(session, task: task, didCompleteWithError: error) }
    }

    /// Tells all monitors.
    public func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
        each { $0.urlSession(session, taskIsWaitingForConnectivity: task) }
    }

    /// Tells all monitors.
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse) {
        each { $0.urlSession(session, dataTask: dataTask, didReceive: response) }
    }

    /// Tells all monitors.
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        each { $0.urlSession(session, dataTask: dataTask, didReceive: data) }
    }

    /// Tells all monitors.
    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
    ) {
        each { $0.urlSession(session, dataTask: dataTask, willCacheResponse: proposedResponse) }
    }

    /// Tells all monitors.
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        each {
            $0.urlSession(
                session, downloadTask: downloadTask, didResumeAtOffset: fileOffset,
                expectedTotalBytes: expectedTotalBytes)
        }
    }

    /// Tells all monitors.
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        each {
            $0.urlSession(
                session, downloadTask: downloadTask, didWriteData: bytesWritten, totalBytesWritten: totalBytesWritten,
                totalBytesExpectedToWrite: totalBytesExpectedToWrite)
        }
    }

    /// Tells all monitors.
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        each { $0.urlSession(session, downloadTask: downloadTask, didFinishDownloadingTo: location) }
    }

    /// Tells all monitors.
    public func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest) {
        each { $0.request(request, didCreateInitialURLRequest: urlRequest) }
    }

    /// Tells all monitors.
    public func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError) {
        each { $0.request(request, didFailToCreateURLRequestWithError: error) }
    }

    /// Tells all monitors.
    public func request(
        _ request: Request, didAdaptInitialRequest initialRequest: URLRequest, to adaptedRequest: URLRequest
    ) {
        each { $0.request(request, didAdaptInitialRequest: initialRequest, to: adaptedRequest) }
    }

    /// Tells all monitors.
    public func request(
        _ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError
    ) {
        each { $0.request(request, didFailToAdaptURLRequest: initialRequest, withError: error) }
    }

    /// Tells all monitors.
    public func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest) {
        each { $0.request(request, didCreateURLRequest: urlRequest) }
    }

    /// Tells all monitors.
    public func request(_ request: Request, didCreateTask task: URLSessionTask) {
        each { $0.request(request, didCreateTask: task) }
    }

    /// Tells all monitors.
    public func request(_ request: Request, didGatherMetrics metrics: HTTPMetrics) {
        each { $0.request(request, didGatherMetrics: metrics) }
    }

    /// Tells all monitors.
    public func request(_ request: Request, didFailTask task: URLSessionTask, earlyWithError error: AFError) {
        each { $0.request(request, didFailTask: task, earlyWithError: error) }
    }

    /// Tells all monitors.
    public func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        each { $0.request(request, didCompleteTask: task, with: error) }
    }

    /// Tells all monitors.
    public func requestIsRetrying(_ request: Request) {
        each { $0.requestIsRetrying(request) }
    }

    /// Tells all monitors.
    public func requestDidFinish(_ request: Request) {
        each { $0.requestDidFinish(request) }
    }

    /// Tells all monitors.
    public func requestDidResume(_ request: Request) {
        each { $0.requestDidResume(request) }
    }

    /// Tells all monitors.
    public func request(_ request: Request, didResumeTask task: URLSessionTask) {
        each { $0.request(request, didResumeTask: task) }
    }

    /// Tells all monitors.
    public func requestDidSuspend(_ request: Request) {
        each { $0.requestDidSuspend(request) }
    }

    /// Tells all monitors.
    public func request(_ request: Request, didSuspendTask task: URLSessionTask) {
        each { $0.request(request, didSuspendTask: task) }
    }

    /// Tells all monitors.
    public func requestDidCancel(_ request: Request) {
        each { $0.requestDidCancel(request) }
    }

    /// Tells all monitors.
    public func request(_ request: Request, didCancelTask task: URLSessionTask) {
        each { $0.request(request, didCancelTask: task) }
    }

    /// Tells all monitors.
    public func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult
    ) {
        each { $0.request(request, didValidateRequest: urlRequest, response: response, data: data, withResult: result) }
    }

    /// Tells all monitors.
    public func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>) {
        each { $0.request(request, didParseResponse: response) }
    }

    /// Tells all monitors.
    public func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>) {
        nonisolated(unsafe) let response = response
        each { $0.request(request, didParseResponse: response) }
    }

    /// Tells all monitors.
    public func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable) {
        each { $0.request(request, didCreateUploadable: uploadable) }
    }

    /// Tells all monitors.
    public func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError) {
        each { $0.request(request, didFailToCreateUploadableWithError: error) }
    }

    /// Tells all monitors.
    public func request(_ request: UploadRequest, didProvideInputStream stream: InputStream) {
        nonisolated(unsafe) let stream = stream
        each { $0.request(request, didProvideInputStream: stream) }
    }

    /// Tells all monitors.
    public func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult
    ) {
        each { $0.request(request, didValidateRequest: urlRequest, response: response, withResult: result) }
    }

    /// Tells all monitors.
    public func request<Value>(_ request: DataStreamRequest, didParseStream result: Result<Value, AFError>) {
        nonisolated(unsafe) let result = result
        each { $0.request(request, didParseStream: result) }
    }

    /// Tells all monitors.
    public func request(_ request: DownloadRequest, didCreateDestinationURL url: URL) {
        each { $0.request(request, didCreateDestinationURL: url) }
    }

    /// Tells all monitors.
    public func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: Result<URL, AFError>
    ) {
        each { $0.request(request, didFinishDownloadingUsing: task, with: result) }
    }

    /// Tells all monitors.
    public func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult
    ) {
        each {
            $0.request(
                request, didValidateRequest: urlRequest, response: response, fileURL: fileURL, withResult: result)
        }
    }

    /// Tells all monitors.
    public func request(_ request: DownloadRequest, didParseResponse response: DownloadResponse<URL?, AFError>) {
        each { $0.request(request, didParseResponse: response) }
    }

    /// Tells all monitors.
    public func request<Value>(
        _ request: DownloadRequest, didParseResponse response: DownloadResponse<Value, AFError>
    ) {
        nonisolated(unsafe) let response = response
        each { $0.request(request, didParseResponse: response) }
    }
}
