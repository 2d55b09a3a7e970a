#if canImport(FoundationNetworking)
internal import Foundation
#else
public import Foundation
#endif
internal import NeatlineSystem

/// A request that delivers the response body in chunks as they arrive, and does not keep it.
///
/// ```swift
/// for await event in session.streamRequest("https://example.com/large").streamTask().streamingData() {
///     if let bytes = event.value { file.write(bytes) }
/// }
/// ```
///
/// A slow reader slows the server down: not more than about 2 MB wait to be read. The request finishes when all
/// closures were called with all chunks, and all iterating tasks have requested the next element after the last chunk,
/// or have ended their iteration. So when the last chunk has arrived, a consumer can still cancel the request, and a
/// chunk that cannot be serialized can still fail it. A request that fails finishes immediately.
///
/// Unchecked Sendable as ``Request`` is: mutable state is accessed only while the request's lock is held.
public final class DataStreamRequest: Request, @unchecked Sendable {
    /// The value that the `URLRequest` is created from.
    public let convertible: any URLRequestConvertible
    /// Whether the request is cancelled when a chunk cannot be serialized.
    public let automaticallyCancelOnStreamError: Bool

    private let body: StreamBody

    init(
        core: SessionCore, convertible: any URLRequestConvertible, automaticallyCancelOnStreamError: Bool,
        interceptor: (any RequestInterceptor)?, shouldAutomaticallyResume: Bool?
    ) {
        self.convertible = convertible
        self.automaticallyCancelOnStreamError = automaticallyCancelOnStreamError
        body = StreamBody(hasBatches: core.exchanges.transport.capabilities.contains(.batches))
        super.init(
            core: core, body: body, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    override func makeURLRequest() throws -> URLRequest { try convertible.asURLRequest() }

    override func abandonWaiting() {
        super.abandonWaiting()
        for consumer in consumers { consumer.stopWaitingForReader(self) }
    }

    override func announceValidation(
        _ subject: ResponseValidator.Subject, _ response: HTTPURLResponse, _ result: Result<Void, any Error>,
        to listener: CompositeEventMonitor
    ) {
        listener.request(self, didValidateRequest: subject.request, response: response, withResult: result)
    }
}

// MARK: - Consumers

extension DataStreamRequest {
    private var consumers: [StreamConsumer] { mutableState.withLock { _ in body.consumers } }

    /// Adds a consumer of the chunks that follow.
    func add(_ consumer: StreamConsumer) {
        mutableState.withLock { _ in body.consumers.append(consumer) }
        add(consumer as ResponseHandler)
    }

    /// Removes a consumer, which receives no more bytes.
    func remove(_ consumer: StreamConsumer) {
        mutableState.withLock { _ in body.consumers.removeAll { $0 === consumer } }
    }

    /// Called when bytes were read, or will not be.
    func consumed(_ count: Int) { body.waiting.remove(count, of: self) }

    /// Fails the request with an error that a closure has thrown.
    func fail(with error: any Error) {
        let error = error.asAFError(or: .responseSerializationFailed(reason: .customSerializationFailed(error: error)))
        mutableState.withLock { $0.fail(with: error) }
        cancel()
    }

    /// Lets retriers decide about responses with an error, and about no other. Consumers do not receive their bodies.
    ///
    /// - Parameter refusal: Returns the error of a response. Called on a thread of the transport.
    func acceptingOnly(_ refusal: @escaping @Sendable (ResponseHead) -> AFError?) -> Self {
        withOptions { options in
            body.acceptsOnly = true
            options.repeatsOnlyWithoutBody = true
            options.responseHook = { [weak self] head in
                guard let self else { return }
                if let error = refusal(head) {
                    refuseBody(with: error)
                } else {
                    releaseBody(of: mutableState.withLock { $0.attempt })
                }
            }
        }
        return self
    }

    /// The maximum time for receiving the body of a refused response, in seconds.
    private static let errorBodyTime = 10.0

    /// Fails the request, and keeps the beginning of the body that a hook has held back.
    private func refuseBody(with error: AFError) {
        let (attempt, exchange) = mutableState.withLock { state in
            state.fail(with: error)
            state.attempt?.keepsErrorBody = true
            return (state.attempt, state.attempt?.exchange)
        }
        core.exchanges.settings.deadlines.call(after: Self.errorBodyTime, on: .global()) { [weak exchange] in
            exchange?.cancel()
        }
        releaseBody(of: attempt)
    }

    /// The value that streams receive at the end.
    var completion: Completion {
        mutableState.withLock {
            Completion(
                request: $0.lastRequest, reply: $0.attempt?.head.map(ReceivedHead.head), metrics: $0.attempt?.metrics,
                error: $0.failure, errorBody: body.errorBody.isEmpty ? nil : body.errorBody)
        }
    }

    /// Informs all consumers that the request cannot finish yet, because one of them has more to read: the others do
    /// not wait for it with their ends.
    func endIsDelayed() {
        for consumer in consumers { consumer.endIsDelayed(self) }
    }
}

/// The destination of a stream's body: the consumers of the stream.
final class StreamBody: ResponseBody {
    var consumers: [StreamConsumer] = []
    /// The number of bytes that were delivered to consumers and not read. May be used without the lock.
    let waiting = WaitingBytes()
    /// Whether the transport reports the end of each batch of bytes.
    private let hasBatches: Bool
    /// The beginning of the body of a response that was refused.
    private(set) var errorBody = Data()
    /// Whether a hook decides about each response.
    var acceptsOnly = false
    /// The maximum length of the body of a refused response, in bytes.
    private static let errorBodyLimit = 64 << 10

    init(hasBatches: Bool) { self.hasBatches = hasBatches }

    /// Alamofire's streams have no response for the URL of a file.
    func keeps(_ head: ResponseHead) -> Bool { acceptsOnly || !head.url.isFileURL }

    func begin(_ head: ResponseHead, of attempt: RequestAttempt) {
        for consumer in consumers { consumer.begin() }
    }

    func receive(_ bytes: RawSpan, of attempt: RequestAttempt) -> Bool {
        if attempt.keepsErrorBody { return keep(bytes, of: attempt) }
        var more = 0
        for consumer in consumers { more += consumer.accept(bytes) }
        if !hasBatches { flush() }
        return waiting.add(more, to: attempt)
    }

    /// Keeps the beginning of an error's body, and refuses the rest.
    private func keep(_ bytes: RawSpan, of attempt: RequestAttempt) -> Bool {
        let room = Self.errorBodyLimit - errorBody.count
        bytes.withUnsafeBytes { errorBody.append(contentsOf: $0.prefix(room)) }
        attempt.isBodyRefused = bytes.byteCount > room
        return attempt.isBodyRefused
    }

    func reset() { errorBody = Data() }

    func flush() {
        for consumer in consumers { consumer.flush() }
    }
}

/// A handler of a stream request, which delivers the chunks of a body.
///
/// It has read the response when all its chunks were read, so that its reader can cancel the request until then.
///
/// Unchecked Sendable like its superclass: mutable state is guarded by the locks or queues of subclasses.
class StreamConsumer: ResponseHandler, @unchecked Sendable {
    /// Cuts chunks between characters; `nil` if they may end anywhere. Used with the request's lock held.
    private var cutter: TextCutter?

    /// - Parameter isText: Whether chunks end only between characters of UTF-8.
    init(isText: Bool) { cutter = isText ? TextCutter() : nil }

    /// Prepares for the body of a response, which after a retry is another one. Called as ``receive(_:)`` is.
    func begin() { cutter = cutter.map { _ in TextCutter() } }

    /// Receives bytes, of which the beginning of a character is kept until its rest arrives.
    final func accept(_ bytes: RawSpan) -> Int {
        guard let whole = cutter?.cut(bytes) else { return receive(bytes) }
        return whole.isEmpty ? 0 : receive(whole.span.bytes)
    }

    /// Removes and returns the beginning of a character with which a complete body ends.
    final func takeRest(of request: DataStreamRequest) -> Data? {
        request.mutableState.withLock { state in
            guard state.failure == nil, let rest = cutter?.takeRest(), !rest.isEmpty else { return nil }
            return Data(rest)
        }
    }

    /// Receives a chunk. Called with the request's lock held, for one chunk at a time.
    ///
    /// - Returns: The number of bytes by which the bytes that wait to be read have increased.
    func receive(_ bytes: RawSpan) -> Int { 0 }

    /// Delivers the received chunks, because no more arrive for now. Called as ``receive(_:)`` is.
    func flush() {}

    /// Called, without the request's lock, when no more chunks arrive and another consumer still has some to read.
    func endIsDelayed(_ request: DataStreamRequest) {}

    /// Called, without the request's lock, when the request has failed and does not wait for the consumer any longer.
    func stopWaitingForReader(_ request: DataStreamRequest) {}
}

// MARK: - Validation

extension DataStreamRequest {
    /// A closure that decides whether the head of a response is valid.
    public typealias Validation = @Sendable (_ request: URLRequest?, _ response: HTTPURLResponse) -> ValidationResult

    /// Fails the request unless a closure accepts the response. It is called after the body was delivered.
    ///
    /// Validators run in the order in which they were added, until one fails, before retriers. An `AFError` is used as
    /// it is; any other error is wrapped in `AFError.responseValidationFailed(reason:
    /// .customValidationFailed(error:))`.
    ///
    /// - Parameter validation: The closure. It is called on the session's serialization queue, or on a thread of a pool
    ///   if the session was created without such a queue.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self {
        add(validation: { validation($0.request, $1) })
    }
}
