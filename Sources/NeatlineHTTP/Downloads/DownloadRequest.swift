internal import Dispatch
public import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

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
        /// Replaces a file at the destination. A directory is not replaced: the download fails.
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
    /// Whether the transport reports the end of each batch of bytes.
    private let hasBatches: Bool

    /// The queue on which files are written and moved, and the destination closure is called.
    let fileQueue = DispatchQueue(label: "org.neatline.download")
    /// Guarded by the request's lock.
    var download = DownloadState()

    init(
        core: SessionCore, downloadable: Downloadable, interceptor: (any RequestInterceptor)?,
        shouldAutomaticallyResume: Bool?, destination: Destination?
    ) {
        self.downloadable = downloadable
        self.destination = destination
        hasBatches = core.exchanges.transport.capabilities.contains(.batches)
        if case .resumeData(let data) = downloadable { download.resumable = .init(data: data, isGiven: true) }
        super.init(core: core, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// The URL of the complete file: its destination, or a file in the temporary directory that the caller has to
    /// remove. `nil` until then, and if the download was incomplete or the file could not be moved.
    public var fileURL: URL? { lock.withLock { download.fileURL } }

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
    public var resumeData: Data? { lock.withLock { download.resumeData } }

    override func makeURLRequest() throws -> URLRequest { try makeResumingRequest() }

    override var expectsLargeBody: Bool { true }

    override func prepareForBody(of head: ResponseHead) { prepareWriter(for: head) }

    override func receive(_ bytes: RawSpan) {
        download.writer?.receive(bytes, of: self)
        if !hasBatches { download.writer?.flush() }
    }

    override func receivedBatch() { download.writer?.flush() }

    override var settlesBody: Bool { true }

    override func settleBody(
        _ outcome: ExchangeOutcome, completion: @escaping @Sendable (ExchangeOutcome, AFError?) -> Void
    ) {
        fileQueue.async { self.settle(outcome, completion) }
    }

    override func endBody() {
        download.end(
            isFailure: failure != nil, isUnwanted: machine.state == .cancelled && !download.wantsResumeData,
            on: fileQueue)
    }

    override func forgetBody() { download.reset(on: fileQueue) }

    override var cleanUpRunner: ((@escaping WorkPool.Work) -> Void)? {
        if lock.withLock({ download.resumeDataHandlers.isEmpty }) { return nil }
        return { [core] in core.rootQueue.async(execute: $0) }
    }

    override func cleanUp() { tellOfResumeData() }

    override func replacement(for request: URLRequest, after head: ResponseHead) -> URLRequest? {
        replacementForRest(request, after: head)
    }

    override var bodyToValidate: (data: Data?, isThere: Bool) { (nil, download.hasBody) }

    override var fileToValidate: URL? { download.fileURL }

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
