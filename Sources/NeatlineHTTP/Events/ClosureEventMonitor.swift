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
/// Unchecked Sendable, because what changes is only reached while the lock is held; closures run on one queue. Subclasses
/// answer for themselves.
open class ClosureEventMonitor: EventMonitor, @unchecked Sendable {
    /// Where its methods are called.
    public let queue: DispatchQueue
    let lock = NSLock()
    var closures = Closures()

    /// A monitor without closures.
    public init(queue: DispatchQueue = .main) {
        self.queue = queue
    }

    /// The session was invalidated.
    open var sessionDidBecomeInvalidWithError: ((Session, (any Error)?) -> Void)? {
        get { lock.withLock { closures.sessionDidBecomeInvalidWithError } }
        set { lock.withLock { closures.sessionDidBecomeInvalidWithError = newValue } }
    }

    /// The server, or a proxy, wants credentials.
    open var taskDidReceiveChallenge: ((Session, HTTPTask, URLAuthenticationChallenge) -> Void)? {
        get { lock.withLock { closures.taskDidReceiveChallenge } }
        set { lock.withLock { closures.taskDidReceiveChallenge = newValue } }
    }

    /// Some of the request's body was sent.
    open var taskDidSendBodyData: ((Session, HTTPTask, Int64, Int64, Int64) -> Void)? {
        get { lock.withLock { closures.taskDidSendBodyData } }
        set { lock.withLock { closures.taskDidSendBodyData = newValue } }
    }

    /// The request's body is needed once more, from its beginning.
    open var taskNeedNewBodyStream: ((Session, HTTPTask) -> Void)? {
        get { lock.withLock { closures.taskNeedNewBodyStream } }
        set { lock.withLock { closures.taskNeedNewBodyStream = newValue } }
    }

    /// The server names another place.
    open var taskWillPerformHTTPRedirection: ((Session, HTTPTask, HTTPURLResponse, URLRequest) -> Void)? {
        get { lock.withLock { closures.taskWillPerformHTTPRedirection } }
        set { lock.withLock { closures.taskWillPerformHTTPRedirection = newValue } }
    }

    /// What happened when is known.
    open var taskDidFinishCollectingMetrics: ((Session, HTTPTask, HTTPMetrics) -> Void)? {
        get { lock.withLock { closures.taskDidFinishCollectingMetrics } }
        set { lock.withLock { closures.taskDidFinishCollectingMetrics = newValue } }
    }

    /// An attempt is over.
    open var taskDidComplete: ((Session, HTTPTask, (any Error)?) -> Void)? {
        get { lock.withLock { closures.taskDidComplete } }
        set { lock.withLock { closures.taskDidComplete = newValue } }
    }

    /// An attempt waits for a network.
    open var taskIsWaitingForConnectivity: ((Session, HTTPTask) -> Void)? {
        get { lock.withLock { closures.taskIsWaitingForConnectivity } }
        set { lock.withLock { closures.taskIsWaitingForConnectivity = newValue } }
    }

    /// The head of a response has come.
    open var dataTaskDidReceiveResponse: ((Session, HTTPTask, URLResponse) -> Void)? {
        get { lock.withLock { closures.dataTaskDidReceiveResponse } }
        set { lock.withLock { closures.dataTaskDidReceiveResponse = newValue } }
    }

    /// Some of the response's body has come.
    open var dataTaskDidReceiveData: ((Session, HTTPTask, Data) -> Void)? {
        get { lock.withLock { closures.dataTaskDidReceiveData } }
        set { lock.withLock { closures.dataTaskDidReceiveData = newValue } }
    }

    /// The response is about to be kept.
    open var dataTaskWillCacheResponse: ((Session, HTTPTask, CachedURLResponse) -> Void)? {
        get { lock.withLock { closures.dataTaskWillCacheResponse } }
        set { lock.withLock { closures.dataTaskWillCacheResponse = newValue } }
    }

    /// The request to send was made, not yet adapted.
    open var requestDidCreateInitialURLRequest: ((Request, URLRequest) -> Void)? {
        get { lock.withLock { closures.requestDidCreateInitialURLRequest } }
        set { lock.withLock { closures.requestDidCreateInitialURLRequest = newValue } }
    }

    /// The request to send could not be made.
    open var requestDidFailToCreateURLRequestWithError: ((Request, AFError) -> Void)? {
        get { lock.withLock { closures.requestDidFailToCreateURLRequestWithError } }
        set { lock.withLock { closures.requestDidFailToCreateURLRequestWithError = newValue } }
    }

    /// Adapters changed the request to send.
    open var requestDidAdaptInitialRequestToAdaptedRequest: ((Request, URLRequest, URLRequest) -> Void)? {
        get { lock.withLock { closures.requestDidAdaptInitialRequestToAdaptedRequest } }
        set { lock.withLock { closures.requestDidAdaptInitialRequestToAdaptedRequest = newValue } }
    }

    /// An adapter failed.
    open var requestDidFailToAdaptURLRequestWithError: ((Request, URLRequest, AFError) -> Void)? {
        get { lock.withLock { closures.requestDidFailToAdaptURLRequestWithError } }
        set { lock.withLock { closures.requestDidFailToAdaptURLRequestWithError = newValue } }
    }

    /// The request to send is ready.
    open var requestDidCreateURLRequest: ((Request, URLRequest) -> Void)? {
        get { lock.withLock { closures.requestDidCreateURLRequest } }
        set { lock.withLock { closures.requestDidCreateURLRequest = newValue } }
    }

    /// An attempt was made.
    open var requestDidCreateTask: ((Request, HTTPTask) -> Void)? {
        get { lock.withLock { closures.requestDidCreateTask } }
        set { lock.withLock { closures.requestDidCreateTask = newValue } }
    }

    /// What happened when is known of an attempt.
    open var requestDidGatherMetrics: ((Request, HTTPMetrics) -> Void)? {
        get { lock.withLock { closures.requestDidGatherMetrics } }
        set { lock.withLock { closures.requestDidGatherMetrics = newValue } }
    }

    /// An attempt was failed before it was over.
    open var requestDidFailTaskEarlyWithError: ((Request, HTTPTask, AFError) -> Void)? {
        get { lock.withLock { closures.requestDidFailTaskEarlyWithError } }
        set { lock.withLock { closures.requestDidFailTaskEarlyWithError = newValue } }
    }

    /// An attempt is over. The request may still be retried.
    open var requestDidCompleteTaskWithError: ((Request, HTTPTask, AFError?) -> Void)? {
        get { lock.withLock { closures.requestDidCompleteTaskWithError } }
        set { lock.withLock { closures.requestDidCompleteTaskWithError = newValue } }
    }

    /// The request is about to be retried.
    open var requestIsRetrying: ((Request) -> Void)? {
        get { lock.withLock { closures.requestIsRetrying } }
        set { lock.withLock { closures.requestIsRetrying = newValue } }
    }

    /// The request is over, serializers and all.
    open var requestDidFinish: ((Request) -> Void)? {
        get { lock.withLock { closures.requestDidFinish } }
        set { lock.withLock { closures.requestDidFinish = newValue } }
    }

    /// `resume()` was called.
    open var requestDidResume: ((Request) -> Void)? {
        get { lock.withLock { closures.requestDidResume } }
        set { lock.withLock { closures.requestDidResume = newValue } }
    }

    /// An attempt began, or went on.
    open var requestDidResumeTask: ((Request, HTTPTask) -> Void)? {
        get { lock.withLock { closures.requestDidResumeTask } }
        set { lock.withLock { closures.requestDidResumeTask = newValue } }
    }

    /// `suspend()` was called.
    open var requestDidSuspend: ((Request) -> Void)? {
        get { lock.withLock { closures.requestDidSuspend } }
        set { lock.withLock { closures.requestDidSuspend = newValue } }
    }

    /// An attempt was suspended.
    open var requestDidSuspendTask: ((Request, HTTPTask) -> Void)? {
        get { lock.withLock { closures.requestDidSuspendTask } }
        set { lock.withLock { closures.requestDidSuspendTask = newValue } }
    }

    /// `cancel()` was called.
    open var requestDidCancel: ((Request) -> Void)? {
        get { lock.withLock { closures.requestDidCancel } }
        set { lock.withLock { closures.requestDidCancel = newValue } }
    }

    /// An attempt was cancelled.
    open var requestDidCancelTask: ((Request, HTTPTask) -> Void)? {
        get { lock.withLock { closures.requestDidCancelTask } }
        set { lock.withLock { closures.requestDidCancelTask = newValue } }
    }

    /// A validator has looked at the response.
    open var requestDidValidateRequestResponseDataWithResult:
        ((DataRequest, URLRequest?, HTTPURLResponse, Data?, Result<Void, any Error>) -> Void)?
    {
        get { lock.withLock { closures.requestDidValidateRequestResponseDataWithResult } }
        set { lock.withLock { closures.requestDidValidateRequestResponseDataWithResult = newValue } }
    }

    /// A handler without a serializer is about to be called.
    open var requestDidParseResponse: ((DataRequest, DataResponse<Data?, AFError>) -> Void)? {
        get { lock.withLock { closures.requestDidParseResponse } }
        set { lock.withLock { closures.requestDidParseResponse = newValue } }
    }

    /// Calls ``ClosureEventMonitor/sessionDidBecomeInvalidWithError``.
    open func urlSession(_ session: Session, didBecomeInvalidWithError error: (any Error)?) {
        sessionDidBecomeInvalidWithError?(session, error)
    }

    /// Calls ``ClosureEventMonitor/taskDidReceiveChallenge``.
    open func urlSession(_ session: Session, task: HTTPTask, didReceive challenge: URLAuthenticationChallenge) {
        taskDidReceiveChallenge?(session, task, challenge)
    }

    /// Calls ``ClosureEventMonitor/taskDidSendBodyData``.
    open func urlSession(
        _ session: Session, task: HTTPTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        taskDidSendBodyData?(session, task, bytesSent, totalBytesSent, totalBytesExpectedToSend)
    }

    /// Calls ``ClosureEventMonitor/taskNeedNewBodyStream``.
    open func urlSession(_ session: Session, taskNeedsNewBodyStream task: HTTPTask) {
        taskNeedNewBodyStream?(session, task)
    }

    /// Calls ``ClosureEventMonitor/taskWillPerformHTTPRedirection``.
    open func urlSession(
        _ session: Session, task: HTTPTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) {
        taskWillPerformHTTPRedirection?(session, task, response, request)
    }

    /// Calls ``ClosureEventMonitor/taskDidFinishCollectingMetrics``.
    open func urlSession(_ session: Session, task: HTTPTask, didFinishCollecting metrics: HTTPMetrics) {
        taskDidFinishCollectingMetrics?(session, task, metrics)
    }

    /// Calls ``ClosureEventMonitor/taskDidComplete``.
    open func urlSession(_ session: Session, task: HTTPTask, didCompleteWithError error: (any Error)?) {
        taskDidComplete?(session, task, error)
    }

    /// Calls ``ClosureEventMonitor/taskIsWaitingForConnectivity``.
    open func urlSession(_ session: Session, taskIsWaitingForConnectivity task: HTTPTask) {
        taskIsWaitingForConnectivity?(session, task)
    }

    /// Calls ``ClosureEventMonitor/dataTaskDidReceiveResponse``.
    open func urlSession(_ session: Session, dataTask: HTTPTask, didReceive response: URLResponse) {
        dataTaskDidReceiveResponse?(session, dataTask, response)
    }

    /// Calls ``ClosureEventMonitor/dataTaskDidReceiveData``.
    open func urlSession(_ session: Session, dataTask: HTTPTask, didReceive data: Data) {
        dataTaskDidReceiveData?(session, dataTask, data)
    }

    /// Calls ``ClosureEventMonitor/dataTaskWillCacheResponse``.
    open func urlSession(
        _ session: Session, dataTask: HTTPTask, willCacheResponse proposedResponse: CachedURLResponse
    ) {
        dataTaskWillCacheResponse?(session, dataTask, proposedResponse)
    }

    /// Calls ``ClosureEventMonitor/downloadTaskDidResumeAtOffset``.
    open func urlSession(
        _ session: Session, downloadTask: HTTPTask, didResumeAtOffset fileOffset: Int64, expectedTotalBytes: Int64
    ) {
        downloadTaskDidResumeAtOffset?(session, downloadTask, fileOffset, expectedTotalBytes)
    }

    /// Calls ``ClosureEventMonitor/downloadTaskDidWriteData``.
    open func urlSession(
        _ session: Session, downloadTask: HTTPTask, didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        downloadTaskDidWriteData?(session, downloadTask, bytesWritten, totalBytesWritten, totalBytesExpectedToWrite)
    }

    /// Calls ``ClosureEventMonitor/downloadTaskDidFinishDownloadingToURL``.
    open func urlSession(_ session: Session, downloadTask: HTTPTask, didFinishDownloadingTo location: URL) {
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
    open func request(_ request: Request, didCreateTask task: HTTPTask) {
        requestDidCreateTask?(request, task)
    }

    /// Calls ``ClosureEventMonitor/requestDidGatherMetrics``.
    open func request(_ request: Request, didGatherMetrics metrics: HTTPMetrics) {
        requestDidGatherMetrics?(request, metrics)
    }

    /// Calls ``ClosureEventMonitor/requestDidFailTaskEarlyWithError``.
    open func request(_ request: Request, didFailTask task: HTTPTask, earlyWithError error: AFError) {
        requestDidFailTaskEarlyWithError?(request, task, error)
    }

    /// Calls ``ClosureEventMonitor/requestDidCompleteTaskWithError``.
    open func request(_ request: Request, didCompleteTask task: HTTPTask, with error: AFError?) {
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
    open func request(_ request: Request, didResumeTask task: HTTPTask) {
        requestDidResumeTask?(request, task)
    }

    /// Calls ``ClosureEventMonitor/requestDidSuspend``.
    open func requestDidSuspend(_ request: Request) {
        requestDidSuspend?(request)
    }

    /// Calls ``ClosureEventMonitor/requestDidSuspendTask``.
    open func request(_ request: Request, didSuspendTask task: HTTPTask) {
        requestDidSuspendTask?(request, task)
    }

    /// Calls ``ClosureEventMonitor/requestDidCancel``.
    open func requestDidCancel(_ request: Request) {
        requestDidCancel?(request)
    }

    /// Calls ``ClosureEventMonitor/requestDidCancelTask``.
    open func request(_ request: Request, didCancelTask task: HTTPTask) {
        requestDidCancelTask?(request, task)
    }

    /// Calls ``ClosureEventMonitor/requestDidValidateRequestResponseDataWithResult``.
    open func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Result<Void, any Error>
    ) {
        requestDidValidateRequestResponseDataWithResult?(request, urlRequest, response, data, result)
    }

    /// Calls ``ClosureEventMonitor/requestDidParseResponse``.
    open func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>) {
        requestDidParseResponse?(request, response)
    }

    /// Calls ``ClosureEventMonitor/requestDidCreateDestinationURL``.
    open func request(_ request: DownloadRequest, didCreateDestinationURL url: URL) {
        requestDidCreateDestinationURL?(request, url)
    }

    /// Calls ``ClosureEventMonitor/requestDidFinishDownloadingUsingTaskWithResult``.
    open func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: HTTPTask, with result: Result<URL, AFError>
    ) {
        requestDidFinishDownloadingUsingTaskWithResult?(request, task, result)
    }

    /// Calls ``ClosureEventMonitor/requestDidValidateRequestResponseFileURLWithResult``.
    open func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Result<Void, any Error>
    ) {
        requestDidValidateRequestResponseFileURLWithResult?(request, urlRequest, response, fileURL, result)
    }

    /// Calls ``ClosureEventMonitor/requestDidParseDownloadResponse``.
    open func request(_ request: DownloadRequest, didParseResponse response: DownloadResponse<URL?, AFError>) {
        requestDidParseDownloadResponse?(request, response)
    }
}
