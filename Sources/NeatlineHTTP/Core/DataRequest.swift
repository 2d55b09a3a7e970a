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
    /// The body, unless it is in the block.
    private var bodyData: Data?
    /// A body that is coming, of a length that is known.
    private var block: BodyBlocks.Block?
    private var blocks: BodyBlocks?
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

    deinit {
        if let block { blocks?.free(block) }
    }

    /// What has come of the response's body; nil if nothing has.
    public var data: Data? { lock.withLock { bodySoFar } }

    /// What the body is as JSON, once a handler has asked.
    var parsedBody: Result<JSON, any Error>? {
        get { lock.withLock { sharedJSON } }
        set { lock.withLock { sharedJSON = newValue } }
    }

    override func makeURLRequest() throws -> URLRequest { try convertible.asURLRequest() }

    override var isQuicklyMade: Bool { isQuick }

    override func prepareForBody(of head: ResponseHead) {
        forgetBody()
        expectedLength = head.contentLength
    }

    override func receive(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { bytes in
            if block != nil || begin(with: bytes.count) {
                if block!.hasRoom(for: bytes.count) { return block!.append(bytes) }
                settleBlock()
            }
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

    /// Takes a block for a body of which this is not all, if there are blocks for its size.
    private func begin(with count: Int) -> Bool {
        guard bodyData == nil, count < expectedLength, let blocks = BodyBlocks.fitting(expectedLength) else {
            return false
        }
        self.blocks = blocks
        block = blocks.take()
        return true
    }

    /// Makes the body of the block.
    private func settleBlock() {
        guard let block, let blocks else { return }
        bodyData = blocks.data(of: block)
        self.block = nil
    }

    /// What has come, without copying it if that is the whole body.
    private var bodySoFar: Data? {
        if let block, block.count < expectedLength { return block.copy }
        settleBlock()
        return bodyData
    }

    override func forgetBody() {
        if let block { blocks?.free(block) }
        block = nil
        bodyData = nil
        sharedJSON = nil
        expectedLength = -1
    }

    override func handlersWereServed() { parsedBody = nil }

    override var bodyToValidate: (data: Data?, isThere: Bool) {
        let body = bodySoFar
        return (body, body?.isEmpty == false)
    }

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
                    request: lastMade, reply: attempt?.head.map(ResponseReply.head), data: bodySoFar, error: failure,
                    owner: self),
                attempt?.metrics
            )
        }
    }

    /// Whether there is anybody to ask about failures.
    var mayRetry: Bool { lock.withLock { hasRetriers } }
}
