public import Foundation
internal import NeatlineFoundation
internal import NeatlineJSON

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request whose response body is kept in memory.
///
/// ```swift
/// AF.request("https://httpbin.org/get").validate().responseDecodable(of: Reply.self) { response in
///     print(response.result)
/// }
/// ```
///
/// Unchecked Sendable as ``Request`` is: the body is accessed only while the request's lock is held.
open class DataRequest: Request, @unchecked Sendable {
    /// The value that the `URLRequest` is created from.
    public let convertible: any URLRequestConvertible
    private let isQuick: Bool
    @exclusivity(unchecked) private var body = ReceivedBody()
    @exclusivity(unchecked) private var sharedJSON: Result<JSON, any Error>?
    @exclusivity(unchecked) private var notedIssues: (any SerializationIssues)?

    init(
        core: SessionCore, convertible: any URLRequestConvertible, isQuick: Bool,
        interceptor: (any RequestInterceptor)?, shouldAutomaticallyResume: Bool?
    ) {
        self.convertible = convertible
        self.isQuick = isQuick
        super.init(core: core, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// The bytes of the response body that have been received; `nil` if there are none.
    public var data: Data? { lock.withLock { body.soFar() } }

    /// The body parsed as JSON, cached after the first handler needed it.
    var parsedBody: Result<JSON, any Error>? {
        get { lock.withLock { sharedJSON } }
        set { lock.withLock { sharedJSON = newValue } }
    }

    /// Values that did not fit, noted by the serializer that is running.
    var issues: (any SerializationIssues)? {
        get { lock.withLock { notedIssues } }
        set { lock.withLock { notedIssues = newValue } }
    }

    override func makeURLRequest() throws -> URLRequest { try convertible.asURLRequest() }

    override var isQuicklyMade: Bool { isQuick }

    override func prepareForBody(of head: ResponseHead) {
        body = ReceivedBody(expectedLength: head.contentLength)
        sharedJSON = nil
    }

    override func receive(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { body.append($0) }
    }

    override func forgetBody() {
        body = ReceivedBody()
        sharedJSON = nil
    }

    override var defaultMaximumBodySize: Int64 { core.exchanges.settings.maximumBodySize }

    override func handlersWereServed() { parsedBody = nil }

    override var bodyToValidate: (data: Data?, isThere: Bool) {
        let body = self.body.soFar()
        return (body, body?.isEmpty == false)
    }

    override func announceValidation(
        _ subject: ResponseValidator.Subject, _ response: HTTPURLResponse, _ result: Result<Void, any Error>,
        to listener: CompositeEventMonitor
    ) {
        listener.request(
            self, didValidateRequest: subject.request, response: response, data: subject.data, withResult: result)
    }

    /// The response to serialize, and its metrics.
    var received: (response: ReceivedResponse, metrics: HTTPMetrics?) {
        lock.lock()
        defer { lock.unlock() }
        let response = ReceivedResponse(
            request: lastMade, reply: attempt?.head.map(ReceivedHead.head), data: body.soFar(), error: failure,
            owner: self)
        return (response, attempt?.metrics)
    }
}
