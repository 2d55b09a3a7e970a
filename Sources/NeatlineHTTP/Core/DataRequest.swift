public import Foundation
internal import NeatlineJSON

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request whose response's body is kept in memory.
///
/// ```swift
/// AF.request("https://httpbin.org/get").validate().responseDecodable(of: Reply.self) { response in
///     print(response.result)
/// }
/// ```
///
/// Unchecked Sendable as ``Request`` is: the body is only touched while the request's lock is held.
open class DataRequest: Request, @unchecked Sendable {
    /// A reserved body is at most so large before its first bytes come: a server may announce anything.
    private static let reservationLimit: Int64 = 16 << 20

    /// What the request is made of.
    public let convertible: any URLRequestConvertible
    private let isQuick: Bool
    private(set) var bodyData: Data?
    private var expectedLength: Int64 = -1
    private var sharedJSON: Result<JSON, any Error>?

    init(
        core: SessionCore, convertible: any URLRequestConvertible, isQuick: Bool,
        interceptor: (any RequestInterceptor)?, shouldAutomaticallyResume: Bool?
    ) {
        self.convertible = convertible
        self.isQuick = isQuick
        super.init(core: core, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// What has come of the response's body; nil if nothing has.
    public var data: Data? { lock.withLock { bodyData } }

    /// What the body is as JSON, once a handler has asked.
    var parsedBody: Result<JSON, any Error>? {
        get { lock.withLock { sharedJSON } }
        set { lock.withLock { sharedJSON = newValue } }
    }

    override func makeURLRequest() throws -> URLRequest { try convertible.asURLRequest() }

    override var isQuicklyMade: Bool { isQuick }

    override func prepareForBody(of head: ResponseHead) {
        bodyData = nil
        sharedJSON = nil
        expectedLength = head.contentLength
    }

    override func receive(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { bytes in
            guard bodyData == nil else { return bodyData!.append(contentsOf: bytes) }
            if bytes.count < expectedLength {
                var reserved = Data(capacity: Int(min(expectedLength, Self.reservationLimit)))
                reserved.append(contentsOf: bytes)
                bodyData = reserved
            } else {
                bodyData = Data(bytes)
            }
        }
    }

    override func forgetBody() {
        bodyData = nil
        sharedJSON = nil
        expectedLength = -1
    }

    override func handlersWereServed() { parsedBody = nil }

    override var bodyToValidate: (data: Data?, isThere: Bool) { (bodyData, bodyData?.isEmpty == false) }

    override func announceValidation(
        _ subject: ResponseValidator.Subject, _ response: HTTPURLResponse, _ result: Result<Void, any Error>,
        to listener: CompositeEventMonitor
    ) {
        listener.request(
            self, didValidateRequest: subject.request, response: response, data: subject.data, withResult: result)
    }

    /// What a serializer gets, and when what happened.
    var received: (response: ReceivedResponse, metrics: HTTPMetrics?) {
        lock.withLock {
            (
                ReceivedResponse(
                    request: lastMade, reply: attempt?.head.map(ResponseReply.head), data: bodyData, error: failure,
                    owner: self),
                attempt?.metrics
            )
        }
    }

    /// Whether there is anybody to ask about failures.
    var mayRetry: Bool { lock.withLock { hasRetriers } }
}
