public import Dispatch
public import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// An event monitor that calls a closure for each event.
///
/// ```swift
/// let monitor = ClosureEventMonitor()
/// monitor.requestDidFinish = { request in print(request.description) }
/// let session = Session(eventMonitors: [monitor])
/// ```
///
/// The closures are called on ``queue``. They are nil until set, and can be set at any time, on any thread. A subclass
/// can override the methods as well as the closures; it calls `super` to have the closure called.
///
/// Unchecked Sendable, because a lock guards each closure. Subclasses must guard their own state.
open class ClosureEventMonitor: EventMonitor, @unchecked Sendable {
    /// The queue on which the closures are called.
    public let queue: DispatchQueue

    /// Creates a monitor without closures.
    ///
    /// - Parameter queue: The queue on which the closures are called. It should be serial.
    public init(queue: DispatchQueue = .main) {
        self.queue = queue
    }

    /// The `URLSession` was invalidated, or the ``Session`` was deinitialized.
    @Settable open var sessionDidBecomeInvalidWithError: ((URLSession, (any Error)?) -> Void)?

    /// A server or a proxy asked for credentials.
    @Settable open var taskDidReceiveChallenge: ((URLSession, URLSessionTask, URLAuthenticationChallenge) -> Void)?

    /// Bytes of the request's body were sent: their number, the total so far, and the expected total.
    @Settable open var taskDidSendBodyData: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)?

    /// An attempt of an upload is about to send its stream.
    @Settable open var taskNeedNewBodyStream: ((URLSession, URLSessionTask) -> Void)?

    /// A server responded with a redirect.
    @Settable open var taskWillPerformHTTPRedirection:
        ((URLSession, URLSessionTask, HTTPURLResponse, URLRequest) -> Void)?

    /// The metrics of an attempt are complete.
    @Settable open var taskDidFinishCollectingMetrics: ((URLSession, URLSessionTask, HTTPMetrics) -> Void)?

    /// An attempt ended, with this error or successfully.
    @Settable open var taskDidComplete: ((URLSession, URLSessionTask, (any Error)?) -> Void)?

    /// A task waits for connectivity. Not called for the requests of a ``Session``.
    @Settable open var taskIsWaitingForConnectivity: ((URLSession, URLSessionTask) -> Void)?

    /// The status and header fields of a response were received.
    @Settable open var dataTaskDidReceiveResponse: ((URLSession, URLSessionDataTask, URLResponse) -> Void)?

    /// Bytes of a response's body were received.
    @Settable open var dataTaskDidReceiveData: ((URLSession, URLSessionDataTask, Data) -> Void)?

    /// A response is about to be stored in the session's cache.
    @Settable open var dataTaskWillCacheResponse: ((URLSession, URLSessionDataTask, CachedURLResponse) -> Void)?

    /// The `URLRequest` was created, and is not yet adapted.
    @Settable open var requestDidCreateInitialURLRequest: ((Request, URLRequest) -> Void)?

    /// The `URLRequest` could not be created.
    @Settable open var requestDidFailToCreateURLRequestWithError: ((Request, AFError) -> Void)?

    /// The adapters returned the `URLRequest` to send: before and after.
    @Settable open var requestDidAdaptInitialRequestToAdaptedRequest: ((Request, URLRequest, URLRequest) -> Void)?

    /// An adapter failed, or returned an invalid `URLRequest`.
    @Settable open var requestDidFailToAdaptURLRequestWithError: ((Request, URLRequest, AFError) -> Void)?

    /// The `URLRequest` of an attempt is ready to be sent.
    @Settable open var requestDidCreateURLRequest: ((Request, URLRequest) -> Void)?

    /// The task of an attempt was created.
    @Settable open var requestDidCreateTask: ((Request, URLSessionTask) -> Void)?

    /// The metrics of an attempt are complete.
    @Settable open var requestDidGatherMetrics: ((Request, HTTPMetrics) -> Void)?

    /// A task was failed before it completed. Not called: declared for compatibility with Alamofire.
    @Settable open var requestDidFailTaskEarlyWithError: ((Request, URLSessionTask, AFError) -> Void)?

    /// An attempt ended and its response was validated. The request may still be retried.
    @Settable open var requestDidCompleteTaskWithError: ((Request, URLSessionTask, AFError?) -> Void)?

    /// The request is about to be retried.
    @Settable open var requestIsRetrying: ((Request) -> Void)?

    /// The request ended. Its response is serialized after that.
    @Settable open var requestDidFinish: ((Request) -> Void)?

    /// The request was started or resumed, by `resume()` or by its first response handler.
    @Settable open var requestDidResume: ((Request) -> Void)?

    /// The task of an attempt was started or resumed.
    @Settable open var requestDidResumeTask: ((Request, URLSessionTask) -> Void)?

    /// The request was suspended by `suspend()`.
    @Settable open var requestDidSuspend: ((Request) -> Void)?

    /// The task of an attempt was suspended.
    @Settable open var requestDidSuspendTask: ((Request, URLSessionTask) -> Void)?

    /// The request was cancelled by `cancel()`.
    @Settable open var requestDidCancel: ((Request) -> Void)?

    /// The task of an attempt was cancelled.
    @Settable open var requestDidCancelTask: ((Request, URLSessionTask) -> Void)?

    /// A validator was called with a response.
    @Settable open var requestDidValidateRequestResponseDataWithResult:
        ((DataRequest, URLRequest?, HTTPURLResponse, Data?, Request.ValidationResult) -> Void)?

    /// A validator of a stream request was called with a response's status and header fields.
    @Settable open var requestDidValidateRequestResponseWithResult:
        ((DataStreamRequest, URLRequest?, HTTPURLResponse, Request.ValidationResult) -> Void)?

    /// A response handler without a serializer is about to be called.
    @Settable open var requestDidParseResponse: ((DataRequest, DataResponse<Data?, AFError>) -> Void)?

    /// The body of an upload's attempt was created.
    @Settable open var requestDidCreateUploadable: ((UploadRequest, UploadRequest.Uploadable) -> Void)?

    /// The body of an upload's attempt could not be created or opened.
    @Settable open var requestDidFailToCreateUploadableWithError: ((UploadRequest, AFError) -> Void)?

    /// An upload is about to send a stream. Do not read the stream.
    @Settable open var requestDidProvideInputStream: ((UploadRequest, InputStream) -> Void)?

    /// A resumed download continues: the offset, and the expected total.
    @Settable open var downloadTaskDidResumeAtOffset: ((URLSession, URLSessionDownloadTask, Int64, Int64) -> Void)?

    /// Bytes of a download were written: their number, the total so far, and the expected total.
    @Settable open var downloadTaskDidWriteData: ((URLSession, URLSessionDownloadTask, Int64, Int64, Int64) -> Void)?

    /// A download is complete, in a temporary file.
    @Settable open var downloadTaskDidFinishDownloadingToURL: ((URLSession, URLSessionDownloadTask, URL) -> Void)?

    /// The destination of a downloaded file was determined.
    @Settable open var requestDidCreateDestinationURL: ((DownloadRequest, URL) -> Void)?

    /// A downloaded file was moved to its destination, or could not be moved.
    @Settable open var requestDidFinishDownloadingUsingTaskWithResult:
        ((DownloadRequest, URLSessionTask, Result<URL, AFError>) -> Void)?

    /// A validator of a download was called with a response.
    @Settable open var requestDidValidateRequestResponseFileURLWithResult:
        ((DownloadRequest, URLRequest?, HTTPURLResponse, URL?, Request.ValidationResult) -> Void)?

    /// A download's response handler without a serializer is about to be called.
    @Settable open var requestDidParseDownloadResponse: ((DownloadRequest, DownloadResponse<URL?, AFError>) -> Void)?

    /// Calls the closure ``ClosureEventMonitor/sessionDidBecomeInvalidWithError``, if it is set.
    open func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        sessionDidBecomeInvalidWithError?(session, error)
    }

    /// Calls the closure ``ClosureEventMonitor/taskDidReceiveChallenge``, if it is set.
    open func urlSession(_ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge)
    {
        taskDidReceiveChallenge?(session, task, challenge)
    }

    /// Calls the closure ``ClosureEventMonitor/taskDidSendBodyData``, if it is set.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        taskDidSendBodyData?(session, task, bytesSent, totalBytesSent, totalBytesExpectedToSend)
    }

    /// Calls the closure ``ClosureEventMonitor/taskNeedNewBodyStream``, if it is set.
    open func urlSession(_ session: URLSession, taskNeedsNewBodyStream task: URLSessionTask) {
        taskNeedNewBodyStream?(session, task)
    }

    /// Calls the closure ``ClosureEventMonitor/taskWillPerformHTTPRedirection``, if it is set.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) {
        taskWillPerformHTTPRedirection?(session, task, response, request)
    }

    /// Calls the closure ``ClosureEventMonitor/taskDidFinishCollectingMetrics``, if it is set.
    open func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics) {
        taskDidFinishCollectingMetrics?(session, task, metrics)
    }

    /// Calls the closure ``ClosureEventMonitor/taskDidComplete``, if it is set.
    open func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        taskDidComplete?(session, task, error)
    }

    /// Calls the closure ``ClosureEventMonitor/taskIsWaitingForConnectivity``, if it is set.
    open func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
        taskIsWaitingForConnectivity?(session, task)
    }

    /// Calls the closure ``ClosureEventMonitor/dataTaskDidReceiveResponse``, if it is set.
    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse) {
        dataTaskDidReceiveResponse?(session, dataTask, response)
    }

    /// Calls the closure ``ClosureEventMonitor/dataTaskDidReceiveData``, if it is set.
    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        dataTaskDidReceiveData?(session, dataTask, data)
    }

    /// Calls the closure ``ClosureEventMonitor/dataTaskWillCacheResponse``, if it is set.
    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
    ) {
        dataTaskWillCacheResponse?(session, dataTask, proposedResponse)
    }

    /// Calls the closure ``ClosureEventMonitor/downloadTaskDidResumeAtOffset``, if it is set.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        downloadTaskDidResumeAtOffset?(session, downloadTask, fileOffset, expectedTotalBytes)
    }

    /// Calls the closure ``ClosureEventMonitor/downloadTaskDidWriteData``, if it is set.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        downloadTaskDidWriteData?(session, downloadTask, bytesWritten, totalBytesWritten, totalBytesExpectedToWrite)
    }

    /// Calls the closure ``ClosureEventMonitor/downloadTaskDidFinishDownloadingToURL``, if it is set.
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        downloadTaskDidFinishDownloadingToURL?(session, downloadTask, location)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidCreateInitialURLRequest``, if it is set.
    open func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest) {
        requestDidCreateInitialURLRequest?(request, urlRequest)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidFailToCreateURLRequestWithError``, if it is set.
    open func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError) {
        requestDidFailToCreateURLRequestWithError?(request, error)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidAdaptInitialRequestToAdaptedRequest``, if it is set.
    open func request(
        _ request: Request, didAdaptInitialRequest initialRequest: URLRequest, to adaptedRequest: URLRequest
    ) {
        requestDidAdaptInitialRequestToAdaptedRequest?(request, initialRequest, adaptedRequest)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidFailToAdaptURLRequestWithError``, if it is set.
    open func request(
        _ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError
    ) {
        requestDidFailToAdaptURLRequestWithError?(request, initialRequest, error)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidCreateURLRequest``, if it is set.
    open func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest) {
        requestDidCreateURLRequest?(request, urlRequest)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidCreateTask``, if it is set.
    open func request(_ request: Request, didCreateTask task: URLSessionTask) { requestDidCreateTask?(request, task) }

    /// Calls the closure ``ClosureEventMonitor/requestDidGatherMetrics``, if it is set.
    open func request(_ request: Request, didGatherMetrics metrics: HTTPMetrics) {
        requestDidGatherMetrics?(request, metrics)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidFailTaskEarlyWithError``, if it is set.
    open func request(_ request: Request, didFailTask task: URLSessionTask, earlyWithError error: AFError) {
        requestDidFailTaskEarlyWithError?(request, task, error)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidCompleteTaskWithError``, if it is set.
    open func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        requestDidCompleteTaskWithError?(request, task, error)
    }

    /// Calls the closure ``ClosureEventMonitor/requestIsRetrying``, if it is set.
    open func requestIsRetrying(_ request: Request) { requestIsRetrying?(request) }

    /// Calls the closure ``ClosureEventMonitor/requestDidFinish``, if it is set.
    open func requestDidFinish(_ request: Request) { requestDidFinish?(request) }

    /// Calls the closure ``ClosureEventMonitor/requestDidResume``, if it is set.
    open func requestDidResume(_ request: Request) { requestDidResume?(request) }

    /// Calls the closure ``ClosureEventMonitor/requestDidResumeTask``, if it is set.
    open func request(_ request: Request, didResumeTask task: URLSessionTask) { requestDidResumeTask?(request, task) }

    /// Calls the closure ``ClosureEventMonitor/requestDidSuspend``, if it is set.
    open func requestDidSuspend(_ request: Request) { requestDidSuspend?(request) }

    /// Calls the closure ``ClosureEventMonitor/requestDidSuspendTask``, if it is set.
    open func request(_ request: Request, didSuspendTask task: URLSessionTask) { requestDidSuspendTask?(request, task) }

    /// Calls the closure ``ClosureEventMonitor/requestDidCancel``, if it is set.
    open func requestDidCancel(_ request: Request) { requestDidCancel?(request) }

    /// Calls the closure ``ClosureEventMonitor/requestDidCancelTask``, if it is set.
    open func request(_ request: Request, didCancelTask task: URLSessionTask) { requestDidCancelTask?(request, task) }

    /// Calls the closure ``ClosureEventMonitor/requestDidValidateRequestResponseDataWithResult``, if it is set.
    open func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult
    ) {
        requestDidValidateRequestResponseDataWithResult?(request, urlRequest, response, data, result)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidParseResponse``, if it is set.
    open func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>) {
        requestDidParseResponse?(request, response)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidCreateUploadable``, if it is set.
    open func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable) {
        requestDidCreateUploadable?(request, uploadable)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidFailToCreateUploadableWithError``, if it is set.
    open func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError) {
        requestDidFailToCreateUploadableWithError?(request, error)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidProvideInputStream``, if it is set.
    open func request(_ request: UploadRequest, didProvideInputStream stream: InputStream) {
        requestDidProvideInputStream?(request, stream)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidValidateRequestResponseWithResult``, if it is set.
    open func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult
    ) {
        requestDidValidateRequestResponseWithResult?(request, urlRequest, response, result)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidCreateDestinationURL``, if it is set.
    open func request(_ request: DownloadRequest, didCreateDestinationURL url: URL) {
        requestDidCreateDestinationURL?(request, url)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidFinishDownloadingUsingTaskWithResult``, if it is set.
    open func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: Result<URL, AFError>
    ) {
        requestDidFinishDownloadingUsingTaskWithResult?(request, task, result)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidValidateRequestResponseFileURLWithResult``, if it is set.
    open func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult
    ) {
        requestDidValidateRequestResponseFileURLWithResult?(request, urlRequest, response, fileURL, result)
    }

    /// Calls the closure ``ClosureEventMonitor/requestDidParseDownloadResponse``, if it is set.
    open func request(_ request: DownloadRequest, didParseResponse response: DownloadResponse<URL?, AFError>) {
        requestDidParseDownloadResponse?(request, response)
    }
}

extension ClosureEventMonitor {
    /// Stores a closure of a monitor, which can be read and set on any thread. Subclasses can use it for closures of
    /// their own.
    ///
    /// Unchecked Sendable, because a lock guards the closure, which is called on the monitor's queue.
    @propertyWrapper
    public struct Settable<Closure: ExpressibleByNilLiteral>: @unchecked Sendable {
        private let closure: Locked<Closure>

        /// Creates storage without a closure.
        public init() { closure = Locked(nil) }

        /// The closure; nil until set.
        public var wrappedValue: Closure {
            get { closure.withLock { $0 } }
            nonmutating set {
                // The earlier closure is released after the lock: its captures may run code when they are released.
                let earlier = closure.withLock { closure in
                    defer { closure = newValue }
                    return closure
                }
                withExtendedLifetime(earlier) {}
            }
        }
    }
}
