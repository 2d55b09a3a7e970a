internal import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A request whose response's body goes to a file.
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
/// The body is written to a partial file in the temporary directory while it comes. When it is whole, and before it is
/// validated, the file is moved to its destination, where it appears whole or not at all. A download that was cut off can
/// be resumed: see ``resumeData``.
///
/// Unchecked Sendable as ``Request`` is: what changes is only touched while the request's lock is held.
public final class DownloadRequest: Request, @unchecked Sendable {
    /// What is done before the file is moved to its destination.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The bits of the members.
        public let rawValue: Int

        /// The set of these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The directories that lead to the destination are made if they are not there.
        public static let createIntermediateDirectories = Options(rawValue: 1 << 0)
        /// A file that is at the destination is replaced. A directory is not: that stays a failure.
        public static let removePreviousFile = Options(rawValue: 1 << 1)
    }

    /// Says where a file is to go that was downloaded whole. Called once for each attempt that brings one, on a queue of the
    /// request's own, which it may block; the file may be read meanwhile.
    public typealias Destination =
        @Sendable (
            _ temporaryURL: URL, _ response: HTTPURLResponse
        ) -> (destinationURL: URL, options: Options)

    /// What a download begins with.
    public enum Downloadable: Sendable {
        /// A request.
        case request(any URLRequestConvertible)
        /// What an earlier download has left.
        case resumeData(Data)
    }

    /// What the download begins with.
    public let downloadable: Downloadable
    let destination: Destination?
    /// Whether the transport says when the bytes that came together were all told.
    private let hasBatches: Bool

    /// Where files are written and moved, and the destination is asked.
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

    /// Where the body is when it is whole: at its destination, or else in the temporary directory, where it belongs to
    /// whoever asked for it. Nil before, and if it did not come whole or could not be moved.
    public var fileURL: URL? { lock.withLock { download.fileURL } }

    /// What the download can be resumed with after it has failed, or was cancelled by ``cancel(producingResumeData:)``.
    ///
    /// It is JSON, and good for one download at a time as long as the partial file is in the temporary directory; otherwise
    /// the download that resumes begins anew. There is some if the server has sent at least one byte of a response 200 or
    /// 206 to a `GET`, with a strong `ETag`, or a `Last-Modified` earlier than its `Date`, and without `Content-Encoding`:
    /// an `Accept-Encoding` of `identity` asks for that. What cannot be resumed leaves no file.
    ///
    /// It holds the URL and the header fields of the request as it was before it was adapted.
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

    /// What is written is announced, not what has come.
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
