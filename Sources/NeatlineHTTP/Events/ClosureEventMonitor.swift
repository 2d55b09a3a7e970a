public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// An event monitor made of closures, one for each event.
///
/// ```swift
/// let monitor = ClosureEventMonitor()
/// monitor.requestDidFinish = { request in print(request.description) }
/// let session = Session(eventMonitors: [monitor])
/// ```
///
/// The closures are called on ``queue``. They may be set at any time, from any thread.
///
/// Unchecked Sendable, because each closure is behind a lock, and they run on one queue. Subclasses answer for themselves.
open class ClosureEventMonitor: EventMonitor, @unchecked Sendable {
    /// Where its methods are called.
    public let queue: DispatchQueue

    /// A monitor without closures.
    public init(queue: DispatchQueue = .main) {
        self.queue = queue
    }

    /// The session was invalidated.
    @Settable open var sessionDidBecomeInvalidWithError: ((URLSession, (any Error)?) -> Void)?

    /// The server, or a proxy, wants credentials.
    @Settable open var taskDidReceiveChallenge: ((URLSession, URLSessionTask, URLAuthenticationChallenge) -> Void)?

    /// Some of the request's body was sent.
    @Settable open var taskDidSendBodyData: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)?

    /// The request's body is needed once more, from its beginning.
    @Settable open var taskNeedNewBodyStream: ((URLSession, URLSessionTask) -> Void)?

    /// The server names another place.
    @Settable open var taskWillPerformHTTPRedirection:
        ((URLSession, URLSessionTask, HTTPURLResponse, URLRequest) -> Void)?

    /// What happened when is known.
    @Settable open var taskDidFinishCollectingMetrics: ((URLSession, URLSessionTask, HTTPMetrics) -> Void)?

    /// An attempt is over.
    @Settable open var taskDidComplete: ((URLSession, URLSessionTask, (any Error)?) -> Void)?

    /// An attempt waits for a network.
    @Settable open var taskIsWaitingForConnectivity: ((URLSession, URLSessionTask) -> Void)?

    /// The head of a response has come.
    @Settable open var dataTaskDidReceiveResponse: ((URLSession, URLSessionDataTask, URLResponse) -> Void)?

    /// Some of the response's body has come.
    @Settable open var dataTaskDidReceiveData: ((URLSession, URLSessionDataTask, Data) -> Void)?

    /// The response is about to be kept.
    @Settable open var dataTaskWillCacheResponse: ((URLSession, URLSessionDataTask, CachedURLResponse) -> Void)?

    /// The request to send was made, not yet adapted.
    @Settable open var requestDidCreateInitialURLRequest: ((Request, URLRequest) -> Void)?

    /// The request to send could not be made.
    @Settable open var requestDidFailToCreateURLRequestWithError: ((Request, AFError) -> Void)?

    /// Adapters changed the request to send.
    @Settable open var requestDidAdaptInitialRequestToAdaptedRequest: ((Request, URLRequest, URLRequest) -> Void)?

    /// An adapter failed.
    @Settable open var requestDidFailToAdaptURLRequestWithError: ((Request, URLRequest, AFError) -> Void)?

    /// The request to send is ready.
    @Settable open var requestDidCreateURLRequest: ((Request, URLRequest) -> Void)?

    /// An attempt was made.
    @Settable open var requestDidCreateTask: ((Request, URLSessionTask) -> Void)?

    /// What happened when is known of an attempt.
    @Settable open var requestDidGatherMetrics: ((Request, HTTPMetrics) -> Void)?

    /// An attempt was failed before it was over.
    @Settable open var requestDidFailTaskEarlyWithError: ((Request, URLSessionTask, AFError) -> Void)?

    /// An attempt is over. The request may still be retried.
    @Settable open var requestDidCompleteTaskWithError: ((Request, URLSessionTask, AFError?) -> Void)?

    /// The request is about to be retried.
    @Settable open var requestIsRetrying: ((Request) -> Void)?

    /// The request is over, serializers and all.
    @Settable open var requestDidFinish: ((Request) -> Void)?

    /// `resume()` was called.
    @Settable open var requestDidResume: ((Request) -> Void)?

    /// An attempt began, or went on.
    @Settable open var requestDidResumeTask: ((Request, URLSessionTask) -> Void)?

    /// `suspend()` was called.
    @Settable open var requestDidSuspend: ((Request) -> Void)?

    /// An attempt was suspended.
    @Settable open var requestDidSuspendTask: ((Request, URLSessionTask) -> Void)?

    /// `cancel()` was called.
    @Settable open var requestDidCancel: ((Request) -> Void)?

    /// An attempt was cancelled.
    @Settable open var requestDidCancelTask: ((Request, URLSessionTask) -> Void)?

    /// A validator has looked at the response.
    @Settable open var requestDidValidateRequestResponseDataWithResult:
        ((DataRequest, URLRequest?, HTTPURLResponse, Data?, Request.ValidationResult) -> Void)?

    /// A validator has looked at the head of a stream request's response.
    @Settable open var requestDidValidateRequestResponseWithResult:
        ((DataStreamRequest, URLRequest?, HTTPURLResponse, Request.ValidationResult) -> Void)?

    /// A handler without a serializer is about to be called.
    @Settable open var requestDidParseResponse: ((DataRequest, DataResponse<Data?, AFError>) -> Void)?

    /// The body of an upload's attempt is there.
    @Settable open var requestDidCreateUploadable: ((UploadRequest, UploadRequest.Uploadable) -> Void)?

    /// The body of an upload's attempt could not be made, or not be opened.
    @Settable open var requestDidFailToCreateUploadableWithError: ((UploadRequest, AFError) -> Void)?

    /// An upload begins to send a stream, which must not be read here.
    @Settable open var requestDidProvideInputStream: ((UploadRequest, InputStream) -> Void)?

    /// A download goes on where it was cut off.
    @Settable open var downloadTaskDidResumeAtOffset: ((URLSession, URLSessionDownloadTask, Int64, Int64) -> Void)?

    /// Some of a download was written.
    @Settable open var downloadTaskDidWriteData: ((URLSession, URLSessionDownloadTask, Int64, Int64, Int64) -> Void)?

    /// A download is whole.
    @Settable open var downloadTaskDidFinishDownloadingToURL: ((URLSession, URLSessionDownloadTask, URL) -> Void)?

    /// The destination was asked where a whole file is to go.
    @Settable open var requestDidCreateDestinationURL: ((DownloadRequest, URL) -> Void)?

    /// A whole file was moved to its destination, or could not be.
    @Settable open var requestDidFinishDownloadingUsingTaskWithResult:
        ((DownloadRequest, URLSessionTask, Result<URL, AFError>) -> Void)?

    /// A validator has looked at a download's response.
    @Settable open var requestDidValidateRequestResponseFileURLWithResult:
        ((DownloadRequest, URLRequest?, HTTPURLResponse, URL?, Request.ValidationResult) -> Void)?

    /// A download's handler without a serializer is about to be called.
    @Settable open var requestDidParseDownloadResponse: ((DownloadRequest, DownloadResponse<URL?, AFError>) -> Void)?

    /// Calls ``ClosureEventMonitor/sessionDidBecomeInvalidWithError``.
    open func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        sessionDidBecomeInvalidWithError?(session, error)
    }

    /// Calls ``ClosureEventMonitor/taskDidReceiveChallenge``.
    open func urlSession(_ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge)
    {
        taskDidReceiveChallenge?(session, task, challenge)
    }

    /// Calls ``ClosureEventMonitor/taskDidSendBodyData``.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        taskDidSendBodyData?(session, task, bytesSent, totalBytesSent, totalBytesExpectedToSend)
    }

    /// Calls ``ClosureEventMonitor/taskNeedNewBodyStream``.
    open func urlSession(_ session: URLSession, taskNeedsNewBodyStream task: URLSessionTask) {
        taskNeedNewBodyStream?(session, task)
    }

    /// Calls ``ClosureEventMonitor/taskWillPerformHTTPRedirection``.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) {
        taskWillPerformHTTPRedirection?(session, task, response, request)
    }

    /// Calls ``ClosureEventMonitor/taskDidFinishCollectingMetrics``.
    open func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics) {
        taskDidFinishCollectingMetrics?(session, task, metrics)
    }

    /// Calls ``ClosureEventMonitor/taskDidComplete``.
    open func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        taskDidComplete?(session, task, error)
    }

    /// Calls ``ClosureEventMonitor/taskIsWaitingForConnectivity``.
    open func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
        taskIsWaitingForConnectivity?(session, task)
    }

    /// Calls ``ClosureEventMonitor/dataTaskDidReceiveResponse``.
    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse) {
        dataTaskDidReceiveResponse?(session, dataTask, response)
    }

    /// Calls ``ClosureEventMonitor/dataTaskDidReceiveData``.
    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        dataTaskDidReceiveData?(session, dataTask, data)
    }

    /// Calls ``ClosureEventMonitor/dataTaskWillCacheResponse``.
    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
    ) {
        dataTaskWillCacheResponse?(session, dataTask, proposedResponse)
    }

    /// Calls ``ClosureEventMonitor/downloadTaskDidResumeAtOffset``.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        downloadTaskDidResumeAtOffset?(session, downloadTask, fileOffset, expectedTotalBytes)
    }

    /// Calls ``ClosureEventMonitor/downloadTaskDidWriteData``.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        downloadTaskDidWriteData?(session, downloadTask, bytesWritten, totalBytesWritten, totalBytesExpectedToWrite)
    }

    /// Calls ``ClosureEventMonitor/downloadTaskDidFinishDownloadingToURL``.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        downloadTaskDidFinishDownloadingToURL?(session, downloadTask, location)
    }

    /// Calls ``ClosureEventMonitor/requestDidCreateInitialURLRequest``.
    open func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest) {
        requestDidCreateInitialURLRequest?(request, urlRequest)
    }

    /// Calls ``ClosureEventMonitor/requestDidFailToCreateURLRequestWithError``.
    open func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError) {
        requestDidFailToCreateURLRequestWithError?(request, error)
    }

    /// Calls ``ClosureEventMonitor/requestDidAdaptInitialRequestToAdaptedRequest``.
    open func request(
        _ request: Request, didAdaptInitialRequest initialRequest: URLRequest, to adaptedRequest: URLRequest
    ) {
        requestDidAdaptInitialRequestToAdaptedRequest?(request, initialRequest, adaptedRequest)
    }

    /// Calls ``ClosureEventMonitor/requestDidFailToAdaptURLRequestWithError``.
    open func request(
        _ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError
    ) {
        requestDidFailToAdaptURLRequestWithError?(request, initialRequest, error)
    }

    /// Calls ``ClosureEventMonitor/requestDidCreateURLRequest``.
    open func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest) {
        requestDidCreateURLRequest?(request, urlRequest)
    }

    /// Calls ``ClosureEventMonitor/requestDidCreateTask``.
    open func request(_ request: Request, didCreateTask task: URLSessionTask) {
        requestDidCreateTask?(request, task)
    }

    /// Calls ``ClosureEventMonitor/requestDidGatherMetrics``.
    open func request(_ request: Request, didGatherMetrics metrics: HTTPMetrics) {
        requestDidGatherMetrics?(request, metrics)
    }

    /// Calls ``ClosureEventMonitor/requestDidFailTaskEarlyWithError``.
    open func request(_ request: Request, didFailTask task: URLSessionTask, earlyWithError error: AFError) {
        requestDidFailTaskEarlyWithError?(request, task, error)
    }

    /// Calls ``ClosureEventMonitor/requestDidCompleteTaskWithError``.
    open func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        requestDidCompleteTaskWithError?(request, task, error)
    }

    /// Calls ``ClosureEventMonitor/requestIsRetrying``.
    open func requestIsRetrying(_ request: Request) {
        requestIsRetrying?(request)
    }

    /// Calls ``ClosureEventMonitor/requestDidFinish``.
    open func requestDidFinish(_ request: Request) {
        requestDidFinish?(request)
    }

    /// Calls ``ClosureEventMonitor/requestDidResume``.
    open func requestDidResume(_ request: Request) {
        requestDidResume?(request)
    }

    /// Calls ``ClosureEventMonitor/requestDidResumeTask``.
    open func request(_ request: Request, didResumeTask task: URLSessionTask) {
        requestDidResumeTask?(request, task)
    }

    /// Calls ``ClosureEventMonitor/requestDidSuspend``.
    open func requestDidSuspend(_ request: Request) {
        requestDidSuspend?(request)
    }

    /// Calls ``ClosureEventMonitor/requestDidSuspendTask``.
    open func request(_ request: Request, didSuspendTask task: URLSessionTask) {
        requestDidSuspendTask?(request, task)
    }

    /// Calls ``ClosureEventMonitor/requestDidCancel``.
    open func requestDidCancel(_ request: Request) {
        requestDidCancel?(request)
    }

    /// Calls ``ClosureEventMonitor/requestDidCancelTask``.
    open func request(_ request: Request, didCancelTask task: URLSessionTask) {
        requestDidCancelTask?(request, task)
    }

    /// Calls ``ClosureEventMonitor/requestDidValidateRequestResponseDataWithResult``.
    open func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult
    ) {
        requestDidValidateRequestResponseDataWithResult?(request, urlRequest, response, data, result)
    }

    /// Calls ``ClosureEventMonitor/requestDidParseResponse``.
    open func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>) {
        requestDidParseResponse?(request, response)
    }

    /// Calls ``ClosureEventMonitor/requestDidCreateUploadable``.
    open func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable) {
        requestDidCreateUploadable?(request, uploadable)
    }

    /// Calls ``ClosureEventMonitor/requestDidFailToCreateUploadableWithError``.
    open func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError) {
        requestDidFailToCreateUploadableWithError?(request, error)
    }

    /// Calls ``ClosureEventMonitor/requestDidProvideInputStream``.
    open func request(_ request: UploadRequest, didProvideInputStream stream: InputStream) {
        requestDidProvideInputStream?(request, stream)
    }

    /// Calls ``ClosureEventMonitor/requestDidValidateRequestResponseWithResult``.
    open func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult
    ) {
        requestDidValidateRequestResponseWithResult?(request, urlRequest, response, result)
    }

    /// Calls ``ClosureEventMonitor/requestDidCreateDestinationURL``.
    open func request(_ request: DownloadRequest, didCreateDestinationURL url: URL) {
        requestDidCreateDestinationURL?(request, url)
    }

    /// Calls ``ClosureEventMonitor/requestDidFinishDownloadingUsingTaskWithResult``.
    open func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: Result<URL, AFError>
    ) {
        requestDidFinishDownloadingUsingTaskWithResult?(request, task, result)
    }

    /// Calls ``ClosureEventMonitor/requestDidValidateRequestResponseFileURLWithResult``.
    open func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult
    ) {
        requestDidValidateRequestResponseFileURLWithResult?(request, urlRequest, response, fileURL, result)
    }

    /// Calls ``ClosureEventMonitor/requestDidParseDownloadResponse``.
    open func request(_ request: DownloadRequest, didParseResponse response: DownloadResponse<URL?, AFError>) {
        requestDidParseDownloadResponse?(request, response)
    }
}
