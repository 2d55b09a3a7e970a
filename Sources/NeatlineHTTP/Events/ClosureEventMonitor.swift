public import Dispatch
public import Foundation
internal import NeatlineSystem

/// An event monitor that calls a closure for each event, except those of generic methods and of WebSocket tasks.
///
/// ```swift
/// let monitor = ClosureEventMonitor()
/// monitor.requestDidFinish = { request in print(request.description) }
/// let session = Session(eventMonitors: [monitor])
/// ```
///
/// The closures are called on ``queue``, each by the method below it. They are nil until set, and can be set at any
/// time, on any thread. A subclass can override the methods as well as the closures; it calls `super` to have the
/// closure called.
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
    open func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        sessionDidBecomeInvalidWithError?(session, error)
    }

    /// A server or a proxy asked for credentials.
    @Settable open var taskDidReceiveChallenge: ((URLSession, URLSessionTask, URLAuthenticationChallenge) -> Void)?
    open func urlSession(_ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge)
    {
        taskDidReceiveChallenge?(session, task, challenge)
    }

    /// Bytes of the request's body were sent: their number, the total so far, and the expected total.
    @Settable open var taskDidSendBodyData: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)?
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        taskDidSendBodyData?(session, task, bytesSent, totalBytesSent, totalBytesExpectedToSend)
    }

    /// An attempt of an upload is about to send its stream.
    @Settable open var taskNeedNewBodyStream: ((URLSession, URLSessionTask) -> Void)?
    open func urlSession(_ session: URLSession, taskNeedsNewBodyStream task: URLSessionTask) {
        taskNeedNewBodyStream?(session, task)
    }

    /// A server responded with a redirect.
    @Settable open var taskWillPerformHTTPRedirection:
        ((URLSession, URLSessionTask, HTTPURLResponse, URLRequest) -> Void)?
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) {
        taskWillPerformHTTPRedirection?(session, task, response, request)
    }

    /// The metrics of an attempt are complete.
    @Settable open var taskDidFinishCollectingMetrics: ((URLSession, URLSessionTask, HTTPMetrics) -> Void)?
    open func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics) {
        taskDidFinishCollectingMetrics?(session, task, metrics)
    }

    /// An attempt ended, with this error or successfully.
    @Settable open var taskDidComplete: ((URLSession, URLSessionTask, (any Error)?) -> Void)?
    open func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        taskDidComplete?(session, task, error)
    }

    /// A task waits for connectivity. Not called for the requests of a ``Session``.
    @Settable open var taskIsWaitingForConnectivity: ((URLSession, URLSessionTask) -> Void)?
    open func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
        taskIsWaitingForConnectivity?(session, task)
    }

    /// The status and header fields of a response were received.
    @Settable open var dataTaskDidReceiveResponse: ((URLSession, URLSessionDataTask, URLResponse) -> Void)?
    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse) {
        dataTaskDidReceiveResponse?(session, dataTask, response)
    }

    /// Bytes of a response's body were received.
    @Settable open var dataTaskDidReceiveData: ((URLSession, URLSessionDataTask, Data) -> Void)?
    open func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        dataTaskDidReceiveData?(session, dataTask, data)
    }

    /// A response is about to be stored in the session's cache.
    @Settable open var dataTaskWillCacheResponse: ((URLSession, URLSessionDataTask, CachedURLResponse) -> Void)?
    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
    ) {
        dataTaskWillCacheResponse?(session, dataTask, proposedResponse)
    }

    /// The `URLRequest` was created, and is not yet adapted.
    @Settable open var requestDidCreateInitialURLRequest: ((Request, URLRequest) -> Void)?
    open func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest) {
        requestDidCreateInitialURLRequest?(request, urlRequest)
    }

    /// The `URLRequest` could not be created.
    @Settable open var requestDidFailToCreateURLRequestWithError: ((Request, AFError) -> Void)?
    open func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError) {
        requestDidFailToCreateURLRequestWithError?(request, error)
    }

    /// The adapters returned the `URLRequest` to send: before and after.
    @Settable open var requestDidAdaptInitialRequestToAdaptedRequest: ((Request, URLRequest, URLRequest) -> Void)?
    open func request(_ request: Request, didAdaptInitialRequest initial: URLRequest, to adapted: URLRequest) {
        requestDidAdaptInitialRequestToAdaptedRequest?(request, initial, adapted)
    }

    /// An adapter failed, or returned an invalid `URLRequest`.
    @Settable open var requestDidFailToAdaptURLRequestWithError: ((Request, URLRequest, AFError) -> Void)?
    open func request(_ request: Request, didFailToAdaptURLRequest initial: URLRequest, withError error: AFError) {
        requestDidFailToAdaptURLRequestWithError?(request, initial, error)
    }

    /// The `URLRequest` of an attempt is ready to be sent.
    @Settable open var requestDidCreateURLRequest: ((Request, URLRequest) -> Void)?
    open func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest) {
        requestDidCreateURLRequest?(request, urlRequest)
    }

    /// The task of an attempt was created.
    @Settable open var requestDidCreateTask: ((Request, URLSessionTask) -> Void)?
    open func request(_ request: Request, didCreateTask task: URLSessionTask) { requestDidCreateTask?(request, task) }

    /// The metrics of an attempt are complete.
    @Settable open var requestDidGatherMetrics: ((Request, HTTPMetrics) -> Void)?
    open func request(_ request: Request, didGatherMetrics metrics: HTTPMetrics) {
        requestDidGatherMetrics?(request, metrics)
    }

    /// The server has sent fields that its final response will probably have.
    @Settable open var requestDidReceiveEarlyHints: ((Request, HTTPHeaders) -> Void)?
    open func request(_ request: Request, didReceiveEarlyHints headers: HTTPHeaders) {
        requestDidReceiveEarlyHints?(request, headers)
    }

    /// A task was failed before it completed. Not called: declared for compatibility with Alamofire.
    @Settable open var requestDidFailTaskEarlyWithError: ((Request, URLSessionTask, AFError) -> Void)?
    open func request(_ request: Request, didFailTask task: URLSessionTask, earlyWithError error: AFError) {
        requestDidFailTaskEarlyWithError?(request, task, error)
    }

    /// An attempt ended and its response was validated. The request may still be retried.
    @Settable open var requestDidCompleteTaskWithError: ((Request, URLSessionTask, AFError?) -> Void)?
    open func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        requestDidCompleteTaskWithError?(request, task, error)
    }

    /// The request is about to be retried.
    @Settable open var requestIsRetrying: ((Request) -> Void)?
    open func requestIsRetrying(_ request: Request) { requestIsRetrying?(request) }

    /// The request ended. Its response is serialized after that.
    @Settable open var requestDidFinish: ((Request) -> Void)?
    open func requestDidFinish(_ request: Request) { requestDidFinish?(request) }

    /// The request was started or resumed, by `resume()` or by its first response handler.
    @Settable open var requestDidResume: ((Request) -> Void)?
    open func requestDidResume(_ request: Request) { requestDidResume?(request) }

    /// The task of an attempt was started or resumed.
    @Settable open var requestDidResumeTask: ((Request, URLSessionTask) -> Void)?
    open func request(_ request: Request, didResumeTask task: URLSessionTask) { requestDidResumeTask?(request, task) }

    /// The request was suspended by `suspend()`.
    @Settable open var requestDidSuspend: ((Request) -> Void)?
    open func requestDidSuspend(_ request: Request) { requestDidSuspend?(request) }

    /// The task of an attempt was suspended.
    @Settable open var requestDidSuspendTask: ((Request, URLSessionTask) -> Void)?
    open func request(_ request: Request, didSuspendTask task: URLSessionTask) { requestDidSuspendTask?(request, task) }

    /// The request was cancelled by `cancel()`.
    @Settable open var requestDidCancel: ((Request) -> Void)?
    open func requestDidCancel(_ request: Request) { requestDidCancel?(request) }

    /// The task of an attempt was cancelled.
    @Settable open var requestDidCancelTask: ((Request, URLSessionTask) -> Void)?
    open func request(_ request: Request, didCancelTask task: URLSessionTask) { requestDidCancelTask?(request, task) }

    /// A validator was called with a response.
    @Settable open var requestDidValidateRequestResponseDataWithResult:
        ((DataRequest, URLRequest?, HTTPURLResponse, Data?, Request.ValidationResult) -> Void)?
    open func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult
    ) {
        requestDidValidateRequestResponseDataWithResult?(request, urlRequest, response, data, result)
    }

    /// A validator of a stream request was called with a response's status and header fields.
    @Settable open var requestDidValidateRequestResponseWithResult:
        ((DataStreamRequest, URLRequest?, HTTPURLResponse, Request.ValidationResult) -> Void)?
    open func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult
    ) {
        requestDidValidateRequestResponseWithResult?(request, urlRequest, response, result)
    }

    /// A response handler without a serializer is about to be called.
    @Settable open var requestDidParseResponse: ((DataRequest, DataResponse<Data?, AFError>) -> Void)?
    open func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>) {
        requestDidParseResponse?(request, response)
    }

    /// The body of an upload's attempt was created.
    @Settable open var requestDidCreateUploadable: ((UploadRequest, UploadRequest.Uploadable) -> Void)?
    open func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable) {
        requestDidCreateUploadable?(request, uploadable)
    }

    /// The body of an upload's attempt could not be created or opened.
    @Settable open var requestDidFailToCreateUploadableWithError: ((UploadRequest, AFError) -> Void)?
    open func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError) {
        requestDidFailToCreateUploadableWithError?(request, error)
    }

    /// An upload is about to send a stream. Do not read the stream.
    @Settable open var requestDidProvideInputStream: ((UploadRequest, InputStream) -> Void)?
    open func request(_ request: UploadRequest, didProvideInputStream stream: InputStream) {
        requestDidProvideInputStream?(request, stream)
    }

    /// A resumed download continues: the offset, and the expected total.
    @Settable open var downloadTaskDidResumeAtOffset: ((URLSession, URLSessionDownloadTask, Int64, Int64) -> Void)?
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        downloadTaskDidResumeAtOffset?(session, downloadTask, fileOffset, expectedTotalBytes)
    }

    /// Bytes of a download were written: their number, the total so far, and the expected total.
    @Settable open var downloadTaskDidWriteData: ((URLSession, URLSessionDownloadTask, Int64, Int64, Int64) -> Void)?
    open func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64,
        totalBytesExpectedToWrite: Int64
    ) {
        downloadTaskDidWriteData?(session, downloadTask, bytesWritten, totalBytesWritten, totalBytesExpectedToWrite)
    }

    /// A download is complete, in a temporary file.
    @Settable open var downloadTaskDidFinishDownloadingToURL: ((URLSession, URLSessionDownloadTask, URL) -> Void)?
    open func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo url: URL) {
        downloadTaskDidFinishDownloadingToURL?(session, downloadTask, url)
    }

    /// The destination of a downloaded file was determined.
    @Settable open var requestDidCreateDestinationURL: ((DownloadRequest, URL) -> Void)?
    open func request(_ request: DownloadRequest, didCreateDestinationURL url: URL) {
        requestDidCreateDestinationURL?(request, url)
    }

    /// A downloaded file was moved to its destination, or could not be moved.
    @Settable open var requestDidFinishDownloadingUsingTaskWithResult:
        ((DownloadRequest, URLSessionTask, Result<URL, AFError>) -> Void)?
    open func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: Result<URL, AFError>
    ) {
        requestDidFinishDownloadingUsingTaskWithResult?(request, task, result)
    }

    /// A validator of a download was called with a response.
    @Settable open var requestDidValidateRequestResponseFileURLWithResult:
        ((DownloadRequest, URLRequest?, HTTPURLResponse, URL?, Request.ValidationResult) -> Void)?
    open func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult
    ) {
        requestDidValidateRequestResponseFileURLWithResult?(request, urlRequest, response, fileURL, result)
    }

    /// A download's response handler without a serializer is about to be called.
    @Settable open var requestDidParseDownloadResponse: ((DownloadRequest, DownloadResponse<URL?, AFError>) -> Void)?
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
