internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request whose response's body is handed on piece by piece, as it comes, and not kept.
///
/// ```swift
/// for await piece in session.streamRequest("https://example.com/large").streamTask().streamingData() {
///     if let bytes = piece.value { file.write(bytes) }
/// }
/// ```
///
/// Who reads slowly holds the server: no more than some two megabytes wait to be read. The request is finished when all
/// closures were called with all pieces, and all tasks that iterate have asked for more after the last one, or have ended
/// their iteration. So a consumer can still cancel the request, and a piece that cannot be serialized can end it, when the
/// last piece has come. A request that fails is finished at once.
///
/// Unchecked Sendable as ``Request`` is: what changes is only touched while the request's lock is held.
public final class DataStreamRequest: Request, @unchecked Sendable {
    /// What the request is made of.
    public let convertible: any URLRequestConvertible
    /// Whether a piece that cannot be serialized ends the request.
    public let automaticallyCancelOnStreamError: Bool

    private var consumers: [StreamConsumer] = []
    /// Bytes that were handed to consumers and not read.
    private let waiting = WaitingBytes()
    /// Whether the transport says when the bytes that came together were all told.
    private let hasBatches: Bool

    init(
        core: SessionCore, convertible: any URLRequestConvertible, automaticallyCancelOnStreamError: Bool,
        interceptor: (any RequestInterceptor)?, shouldAutomaticallyResume: Bool?
    ) {
        self.convertible = convertible
        self.automaticallyCancelOnStreamError = automaticallyCancelOnStreamError
        hasBatches = core.exchanges.transport.capabilities.contains(.batches)
        super.init(core: core, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    override func makeURLRequest() throws -> URLRequest { try convertible.asURLRequest() }

    override var expectsLargeBody: Bool { true }

    override func receive(_ bytes: RawSpan) {
        var more = 0
        for consumer in consumers { more += consumer.receive(bytes) }
        if !hasBatches { receivedBatch() }
        waiting.add(more, of: self)
    }

    override func receivedBatch() {
        for consumer in consumers { consumer.flush() }
    }

    override func abandonWaiting() {
        super.abandonWaiting()
        for consumer in lock.withLock({ consumers }) { consumer.stopWaitingForReader(self) }
    }

    override func announceValidation(
        _ subject: ResponseValidator.Subject, _ response: HTTPURLResponse, _ result: Result<Void, any Error>,
        to listener: CompositeEventMonitor
    ) {
        listener.request(self, didValidateRequest: subject.request, response: response, withResult: result)
    }
}

// MARK: - Outlets

extension DataStreamRequest {
    /// Hands the body's pieces to an consumer from now on.
    func add(_ consumer: StreamConsumer) {
        lock.withLock { consumers.append(consumer) }
        add(consumer as ResponseHandler)
    }

    /// Removes an consumer that is to get no more bytes.
    func remove(_ consumer: StreamConsumer) {
        lock.withLock { consumers.removeAll { $0 === consumer } }
    }

    /// Bytes were read, or will not be.
    func consumed(_ count: Int) { waiting.remove(count, of: self) }

    /// Fails with what a closure threw.
    func fail(with error: any Error) {
        lock.withLock {
            failure =
                failure
                ?? error.asAFError(or: .responseSerializationFailed(reason: .customSerializationFailed(error: error)))
        }
        cancel()
    }

    /// What streams are told at the end.
    var completion: Completion {
        lock.withLock {
            Completion(
                request: lastMade, reply: attempt?.head.map(ReceivedHead.head), metrics: attempt?.metrics,
                error: failure)
        }
    }

    /// An consumer has more to read, so the request is not finished yet: the others are not to wait for it with their end.
    func endIsDelayed() {
        for consumer in lock.withLock({ consumers }) { consumer.endIsDelayed(self) }
    }
}

/// Hands the pieces of a body to a consumer: the handler of a stream request.
///
/// It has read the response when its consumer has read all pieces, so that the consumer can still cancel the request then.
///
/// Unchecked Sendable, as its superclass is: what changes is guarded by the subclasses' locks or queues.
class StreamConsumer: ResponseHandler, @unchecked Sendable {
    /// A piece has come. Called with the request's lock held, one piece at a time.
    ///
    /// - Returns: How many bytes more wait to be read.
    func receive(_ bytes: RawSpan) -> Int { 0 }

    /// What was received is to be handed on: no more comes for now. Called as ``receive(_:)`` is.
    func flush() {}

    /// No more pieces come, and another consumer has some left. Called without the request's lock.
    func endIsDelayed(_ request: DataStreamRequest) {}

    /// The request has failed, so it does not wait for the consumer any longer. Called without the request's lock.
    func stopWaitingForReader(_ request: DataStreamRequest) {}
}
