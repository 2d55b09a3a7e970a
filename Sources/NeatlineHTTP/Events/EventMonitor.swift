public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Is told of all that happens to requests: for logs, statistics, tests.
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
/// Each method has an implementation that does nothing. They are called on ``queue``, in the order in which things
/// happened to a request, after they happened.
///
/// The methods are those of Alamofire's monitors: the `URLSession` is ``Session/session``, the tasks are those of
/// ``Request/task``. Metrics are ``HTTPMetrics``, which on Linux is also what `URLSessionTaskMetrics` means in a file that does not
/// import `FoundationNetworking` itself.
///
/// The methods `urlSession(…)` are called by the session's ``SessionDelegate``, of a session's monitors. A monitor that was added to
/// a single request is told by the others only.
public protocol EventMonitor: Sendable {
    /// Where the methods are called: the main queue unless implemented.
    var queue: DispatchQueue { get }

    // MARK: The session's transfers

    /// The session was invalidated.
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
    /// The server, or a proxy, wants credentials: the strongest challenge that is known, Digest or Basic, answered or not.
    /// What is said to its sender has no effect.
    func urlSession(_ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge)
    /// Some of the request's body was sent.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64)
    /// An attempt begins to send an upload's stream.
    func urlSession(_ session: URLSession, taskNeedsNewBodyStream task: URLSessionTask)
    /// The server names another place.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest)
    /// What happened when is known.
    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: HTTPMetrics)
    /// An attempt is over.
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
    /// An attempt waits for a network.
    func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask)
    /// The head of a response has come.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse)
    /// Some of the response's body has come.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
    /// The response is about to be kept.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse)
    /// A download goes on where it was cut off.
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64)
    /// Some of a download was written.
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64)
    /// A download is whole.
    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL)

    // MARK: Any request

    /// The request to send was made, not yet adapted.
    func request(_ request: Request, didCreateInitialURLRequest urlRequest: URLRequest)
    /// The request to send could not be made.
    func request(_ request: Request, didFailToCreateURLRequestWithError error: AFError)
    /// Adapters changed the request to send.
    func request(_ request: Request, didAdaptInitialRequest initialRequest: URLRequest, to adaptedRequest: URLRequest)
    /// An adapter failed.
    func request(_ request: Request, didFailToAdaptURLRequest initialRequest: URLRequest, withError error: AFError)
    /// The request to send is ready.
    func request(_ request: Request, didCreateURLRequest urlRequest: URLRequest)
    /// An attempt was made.
    func request(_ request: Request, didCreateTask task: URLSessionTask)
    /// What happened when is known of an attempt.
    func request(_ request: Request, didGatherMetrics metrics: HTTPMetrics)
    /// An attempt was failed before it was over.
    func request(_ request: Request, didFailTask task: URLSessionTask, earlyWithError error: AFError)
    /// An attempt is over. The request may still be retried.
    func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?)
    /// The request is about to be retried.
    func requestIsRetrying(_ request: Request)
    /// The request is over, serializers and all.
    func requestDidFinish(_ request: Request)
    /// `resume()` was called.
    func requestDidResume(_ request: Request)
    /// An attempt began, or went on.
    func request(_ request: Request, didResumeTask task: URLSessionTask)
    /// `suspend()` was called.
    func requestDidSuspend(_ request: Request)
    /// An attempt was suspended.
    func request(_ request: Request, didSuspendTask task: URLSessionTask)
    /// `cancel()` was called.
    func requestDidCancel(_ request: Request)
    /// An attempt was cancelled.
    func request(_ request: Request, didCancelTask task: URLSessionTask)

    // MARK: Data requests

    /// A validator has looked at the response.
    func request(
        _ request: DataRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse, data: Data?,
        withResult result: Request.ValidationResult)
    /// A handler without a serializer is about to be called.
    func request(_ request: DataRequest, didParseResponse response: DataResponse<Data?, AFError>)
    /// A handler is about to be called with what a serializer made. The value is the handler's: it must not be changed.
    func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>)

    // MARK: Uploads

    /// The body of an attempt is there.
    func request(_ request: UploadRequest, didCreateUploadable uploadable: UploadRequest.Uploadable)
    /// The body of an attempt could not be made, or not be opened.
    func request(_ request: UploadRequest, didFailToCreateUploadableWithError error: AFError)
    /// An attempt begins to send a stream, which must not be read here.
    func request(_ request: UploadRequest, didProvideInputStream stream: InputStream)

    // MARK: Stream requests

    /// A validator has looked at the response's head.
    func request(
        _ request: DataStreamRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        withResult result: Request.ValidationResult)
    /// A handler is about to be called with what a serializer made of a piece. The value is the handler's: it must not be
    /// changed.
    func request<Value>(_ request: DataStreamRequest, didParseStream result: Result<Value, AFError>)

    // MARK: Downloads

    /// The destination was asked where a whole file is to go.
    func request(_ request: DownloadRequest, didCreateDestinationURL url: URL)
    /// A whole file was moved to its destination, or could not be.
    func request(
        _ request: DownloadRequest, didFinishDownloadingUsing task: URLSessionTask, with result: Result<URL, AFError>)
    /// A validator has looked at the response.
    func request(
        _ request: DownloadRequest, didValidateRequest urlRequest: URLRequest?, response: HTTPURLResponse,
        fileURL: URL?, withResult result: Request.ValidationResult)
    /// A handler without a serializer is about to be called.
    func request(_ request: DownloadRequest, didParseResponse response: DownloadResponse<URL?, AFError>)
    /// A handler is about to be called with what a serializer made. The value is the handler's: it must not be changed.
    func request<Value>(_ request: DownloadRequest, didParseResponse response: DownloadResponse<Value, AFError>)
}

extension EventMonitor {
    /// The main queue.
    public var queue: DispatchQueue { .main }
}
