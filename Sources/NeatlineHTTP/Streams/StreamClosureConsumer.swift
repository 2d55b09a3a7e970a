internal import Dispatch
internal import Foundation

/// A consumer that calls a closure on a queue.
///
/// Unchecked Sendable because all properties are constants.
final class StreamClosureConsumer<Success, Failure: Error>: StreamConsumer, @unchecked Sendable {
    private weak var request: DataStreamRequest?
    /// The queue on which chunks are serialized, one after the other.
    private let serializationQueue: DispatchQueue?
    /// The queue on which the closure is called, one event after the other.
    private let callbackQueue: DispatchQueue
    private let serialize: @Sendable (Data) -> Result<Success, Failure>
    private let handler: DataStreamRequest.Handler<Success, Failure>

    /// Creates a consumer.
    ///
    /// - Parameters:
    ///   - isQuick: Whether serializing a chunk takes no time and runs no users' code.
    ///   - isText: Whether chunks end only between characters.
    init(
        _ request: DataStreamRequest, queue: DispatchQueue, isQuick: Bool, isText: Bool = false,
        handler: @escaping DataStreamRequest.Handler<Success, Failure>,
        serialize: @escaping @Sendable (Data) -> Result<Success, Failure>
    ) {
        self.request = request
        self.serialize = serialize
        self.handler = handler
        callbackQueue = DispatchQueue(label: "org.neatline.stream", target: queue)
        serializationQueue =
            isQuick
            ? nil : request.core.makeSerializationQueue(label: "org.neatline.stream.serialization")
        super.init(isText: isText)
    }

    override func receive(_ bytes: RawSpan) -> Int {
        let piece = bytes.withUnsafeBytes { Data($0) }
        enqueue(piece)
        return piece.count
    }

    private func enqueue(_ piece: Data) {
        if let serializationQueue {
            serializationQueue.async {
                if let request = self.request { request.withTaskLocals { self.hand(piece) } } else { self.hand(piece) }
            }
        } else {
            hand(piece)
        }
    }

    private func hand(_ piece: Data) {
        let count = piece.count
        guard let serializationQueue else {
            return callbackQueue.async { self.call(with: self.serialize(piece), of: count) }
        }
        dispatchPrecondition(condition: .onQueue(serializationQueue))
        // The result is passed to one queue only.
        nonisolated(unsafe) let result = serialize(piece)
        if let request { announce(result, request) }
        callbackQueue.async { self.call(with: result, of: count) }
    }

    private func announce(_ result: Result<Success, Failure>, _ request: DataStreamRequest) {
        guard let listener = request.listener else { return }
        switch result {
        case .success(let value): listener.request(request, didParseStream: Result<Success, AFError>.success(value))
        case .failure(let error):
            guard let error = error as? AFError else { return }
            listener.request(request, didParseStream: Result<Success, AFError>.failure(error))
        }
    }

    private func call(with result: Result<Success, Failure>, of count: Int) {
        guard let request else { return }
        if !request.isCancelled { call(.stream(result), request) }
        if case .failure = result, request.automaticallyCancelOnStreamError { request.cancel() }
        request.consumed(count)
    }

    private func call(_ event: DataStreamRequest.Event<Success, Failure>, _ request: DataStreamRequest) {
        do {
            try handler(DataStreamRequest.Stream(event: event, token: DataStreamRequest.CancellationToken(request)))
        } catch {
            request.fail(with: error)
        }
    }

    /// Reports that the response was read when both queues have completed their work.
    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        if let request = self.request, let rest = takeRest(of: request) {
            request.consumed(-rest.count)
            enqueue(rest)
        }
        let last: @Sendable () -> Void = {
            self.callbackQueue.async {
                request.process(.handlerRead(attempt: attempt, handler: index, mayRetry: false))
            }
        }
        if let serializationQueue { serializationQueue.async(execute: last) } else { last() }
        return nil
    }

    override func deliver(_ request: Request) {
        guard let request = request as? DataStreamRequest else { return }
        callbackQueue.async { self.call(.complete(request.completion), request) }
    }
}
