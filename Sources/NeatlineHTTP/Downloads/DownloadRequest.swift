internal import Dispatch
public import Foundation
internal import NeatlineSystem

/// A request that downloads the response body to a file.
///
/// ```swift
/// let destination: DownloadRequest.Destination = { _, _ in
///     (directory.appendingPathComponent("image.png"), [.removePreviousFile, .createIntermediateDirectories])
/// }
/// AF.download("https://httpbin.org/image/png", to: destination).validate().responseURL { response in
///     print(response.fileURL?.path ?? "no file")
/// }
/// ```
///
/// The body is written to a partial file in the temporary directory. When it is complete, and before it is validated,
/// the file is moved to its destination atomically. An interrupted download can be resumed: see ``resumeData``.
///
/// Unchecked Sendable as ``Request`` is: mutable state is accessed only while the request's lock is held.
public final class DownloadRequest: Request, @unchecked Sendable {
    /// Options for moving the file to its destination.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The bits of the set.
        public let rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Creates the missing directories on the path of the destination.
        public static let createIntermediateDirectories = Options(rawValue: 1 << 0)
        /// Replaces a file at the destination. A directory, a device or a pipe is not replaced: the download fails.
        public static let removePreviousFile = Options(rawValue: 1 << 1)
    }

    /// A closure that returns the destination of a complete file, and options for moving it.
    ///
    /// Called once for each attempt whose body is complete, on a serial queue of the request, which it may block. It
    /// may read the file at `temporaryURL`.
    public typealias Destination =
        @Sendable (
            _ temporaryURL: URL, _ response: HTTPURLResponse
        ) -> (destinationURL: URL, options: Options)

    /// The start of a download: a request, or the resume data of an earlier download.
    public enum Downloadable: Sendable {
        /// The download starts with a request.
        case request(any URLRequestConvertible)
        /// The download resumes an earlier one.
        case resumeData(Data)
    }

    /// The request or the resume data that the download starts with.
    public let downloadable: Downloadable
    let destination: Destination?

    /// The queue on which files are written and moved, and the destination closure is called.
    let fileQueue = DispatchQueue(label: "org.neatline.download")
    private let body: FileBody

    init(
        core: SessionCore, downloadable: Downloadable, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?, destination: Destination?
    ) {
        self.downloadable = downloadable
        self.destination = destination
        let resumeData: Data? = if case .resumeData(let data) = downloadable { data } else { nil }
        body = FileBody(
            queue: fileQueue, hasBatches: core.exchanges.transport.capabilities.contains(.batches),
            resumeData: resumeData)
        super.init(
            core: core, body: body, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
        body.request = self
    }

    /// Calls a closure with the body and the request's state, while the lock is held.
    func withBody<Result>(_ access: (FileBody, inout RequestState) -> Result) -> Result {
        mutableState.withLock { access(body, &$0) }
    }

    /// The URL of the complete file: its destination, or a file in the temporary directory that the caller has to
    /// remove. `nil` until then, and if the download was incomplete or the file could not be moved.
    public var fileURL: URL? { withBody { body, _ in body.fileURL } }

    /// The data with which the download can be resumed after it has failed or was cancelled by
    /// ``cancel(producingResumeData:)``; `nil` if it cannot be.
    ///
    /// ```swift
    /// if let data = request.resumeData { AF.download(resumingWith: data, to: destination) }
    /// ```
    ///
    /// The data can be used by one download at a time, as long as the partial file exists in the temporary directory;
    /// otherwise the download starts again. There is resume data if the server has sent at least one byte of a 200 or
    /// 206 response to a `GET`, with a strong `ETag` or a `Last-Modified` earlier than its `Date`, and without
    /// `Content-Encoding`; the request can avoid the latter with `Accept-Encoding: identity`. If there is none, the
    /// partial file is removed.
    ///
    /// The data is JSON and contains the URL and the header fields of the request before adaptation.
    public var resumeData: Data? { withBody { body, _ in body.resumeData } }

    override func makeURLRequest() throws -> URLRequest { try makeResumingRequest() }

    override func settleBody(
        _ outcome: ExchangeOutcome, completion: @escaping @Sendable (ExchangeOutcome, AFError?) -> Void
    ) {
        fileQueue.async { self.settle(outcome, completion) }
    }

    override var cleanUp: ((_ completion: @escaping WorkPool.Work) -> Void)? {
        if withBody({ body, _ in body.resumeDataHandlers.isEmpty }) { return nil }
        return { completion in
            self.core.rootQueue.async {
                self.tellOfResumeData()
                completion()
            }
        }
    }

    override func makeTask(_ handle: AttemptHandle) -> URLSessionTask { RequestDownloadTask(handle) }

    override func announceResponse(_ head: ResponseHead) { announceOffset() }

    /// Does nothing: monitors are informed when bytes were written, not when they were received.
    override func announceBody(_ bytes: RawSpan) {}

    override func announceValidation(
        _ subject: ResponseValidator.Subject, _ response: HTTPURLResponse, _ result: Result<Void, any Error>,
        to listener: CompositeEventMonitor
    ) {
        listener.request(
            self, didValidateRequest: subject.request, response: response, fileURL: subject.fileURL,
            withResult: result)
    }
}

// MARK: - Validation

extension DownloadRequest {
    /// A closure that decides whether a response is valid. The file has already been moved to its destination.
    public typealias Validation =
        @Sendable (
            _ request: URLRequest?, _ response: HTTPURLResponse, _ fileURL: URL?
        ) -> ValidationResult

    /// Fails the request unless a closure accepts the response, as ``DataRequest/validate(_:)`` does. The file is not
    /// removed.
    ///
    /// - Parameter validation: The closure, called on the same queue.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self {
        add(validation: { validation($0.request, $1, $0.fileURL) })
    }
}

// MARK: - Cancelling

extension DownloadRequest {
    /// Cancels the download, and optionally produces ``resumeData``.
    ///
    /// The resume data, if the download can be resumed, is available when response handlers are called, also in their
    /// responses.
    ///
    /// - Parameter shouldProduceResumeData: Whether to produce resume data; if `false`, this is the same as
    ///   ``Request/cancel()``.
    @discardableResult
    public func cancel(producingResumeData shouldProduceResumeData: Bool) -> Self {
        shouldProduceResumeData ? cancelResumably(nil) : cancel()
    }

    /// Cancels the download and produces resume data.
    ///
    /// ```swift
    /// request.cancel { data in
    ///     if let data { AF.download(resumingWith: data).responseURL { print($0) } }
    /// }
    /// ```
    ///
    /// - Parameter completionHandler: A closure that receives ``resumeData``, or `nil` if the download cannot be
    ///   resumed or had finished before. Called once, on ``Session/rootQueue``, before response handlers are called.
    @preconcurrency @discardableResult
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (_ data: Data?) -> Void) -> Self {
        cancelResumably(completionHandler)
    }

    private func cancelResumably(_ completionHandler: (@Sendable (Data?) -> Void)?) -> Self {
        let isOver = withBody { body, state in
            if state.machine.state != .cancelled && state.machine.state != .finished { body.wantsResumeData = true }
            if let completionHandler { body.resumeDataHandlers.append(completionHandler) }
            return state.machine.phase == .done
        }
        if isOver { core.rootQueue.async { self.tellOfResumeData() } }
        process(.cancel)
        return self
    }

    /// Calls the closures that wait for the resume data. Called on the root queue.
    func tellOfResumeData() {
        let (handlers, data) = withBody { body, _ in
            defer { body.resumeDataHandlers = [] }
            return (body.resumeDataHandlers, body.resumeData)
        }
        for handler in handlers { handler(data) }
    }
}

// MARK: - Reading

extension DownloadResponse: HandledResponse where Failure == AFError {
    func failed(with error: AFError) -> Self { mapError { _ in error } }

    static func failure(_ error: AFError) -> Self {
        DownloadResponse(
            request: nil, reply: nil, fileURL: nil, resumeData: nil, metrics: nil, serializationDuration: 0,
            result: .failure(error))
    }
}

/// How handlers read the response of a download.
extension DownloadRequest {
    /// The state of the download when it has ended.
    private struct Received {
        let request: URLRequest?
        let reply: ReceivedHead?
        let fileURL: URL?
        let resumeData: Data?
        let metrics: HTTPMetrics?
        let error: AFError?

        func response<Value>(_ result: AFResult<Value>, duration: TimeInterval) -> AFDownloadResponse<Value> {
            AFDownloadResponse(
                request: request, reply: reply, fileURL: fileURL, resumeData: resumeData, metrics: metrics,
                serializationDuration: duration, result: result)
        }
    }

    private var received: Received {
        withBody { body, state in
            Received(
                request: state.lastRequest, reply: state.attempt?.head.map(ReceivedHead.head), fileURL: body.fileURL,
                resumeData: body.resumeData, metrics: state.attempt?.metrics, error: state.failure)
        }
    }

    /// Returns a function that serializes the response and informs the monitors.
    static func reading<Serializer: DownloadResponseSerializerProtocol>(
        by serializer: Serializer
    ) -> ReadingHandler<AFDownloadResponse<Serializer.SerializedObject>>.Reading {
        { request in
            guard let request = request as? DownloadRequest else { return nil }
            let received = request.received
            let value = SerializedValue {
                try serializer.serializeDownload(
                    request: received.request, response: received.reply?.response, fileURL: received.fileURL,
                    error: received.error)
            }
            let response = received.response(value.result, duration: value.duration)
            request.listener?.request(request, didParseResponse: response)
            return response
        }
    }

    /// Returns the response without serializing it, and informs the monitors.
    static let readingNothing: ReadingHandler<AFDownloadResponse<URL?>>.Reading = { request in
        guard let request = request as? DownloadRequest else { return nil }
        let received = request.received
        let response: AFDownloadResponse<URL?> = received.response(
            received.error.map { .failure($0) } ?? .success(received.fileURL), duration: 0)
        request.listener?.request(request, didParseResponse: response)
        return response
    }
}
