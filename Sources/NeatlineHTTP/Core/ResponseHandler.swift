internal import Dispatch
internal import Foundation

/// Reads the response of a request and delivers the result.
///
/// A handler reads each time that the request ends, and delivers once. Unchecked Sendable because the request's machine
/// lets only one thread at a time use a handler.
class ResponseHandler: @unchecked Sendable {
    /// The error of reading the response, if any.
    var failure: AFError? { nil }

    /// Reads the response. Returns the event that reports the end, or `nil` if the handler reports it to the request
    /// later.
    func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? { nil }

    /// Replaces the handler's error, and returns the earlier response, to be released after the request's lock.
    func fail(with error: AFError) -> Any? { nil }

    /// Delivers the result.
    func deliver(_ request: Request) {}
}

/// A result with the data of its request and response, as handlers deliver it.
protocol HandledResponse: SendableMetatype {
    /// The error of the result, if it is a failure.
    var error: AFError? { get }

    /// Returns the same response with an error as its result.
    func failed(with error: AFError) -> Self

    /// Returns the response of a request of which only the error is known.
    static func failure(_ error: AFError) -> Self
}

/// A handler that reads the response with a closure.
class ReadingHandler<Response: HandledResponse>: ResponseHandler, @unchecked Sendable {
    /// Creates the response; returns `nil` only if the request is not of the kind that the handler is for.
    typealias Reading = @Sendable (Request) -> Response?

    fileprivate let reading: Reading
    fileprivate(set) final var response: Response?

    init(_ reading: @escaping Reading) { self.reading = reading }

    override var failure: AFError? { response?.error }

    override func fail(with error: AFError) -> Any? {
        defer { response = response?.failed(with: error) }
        return response
    }

    /// Reads on the calling thread.
    final func readNow(_ request: Request, attempt: Int, index: Int) -> RequestEvent {
        response = reading(request)
        return .handlerRead(attempt: attempt, handler: index, mayRetry: request.mayRetry && failure != nil)
    }
}

/// A handler that calls a closure on a queue.
class ClosureHandler<Response: HandledResponse>: ReadingHandler<Response>, @unchecked Sendable {
    private let queue: DispatchQueue
    private let completion: @Sendable (Response) -> Void

    init(queue: DispatchQueue, completion: @escaping @Sendable (Response) -> Void, reading: @escaping Reading) {
        self.queue = queue
        self.completion = completion
        super.init(reading)
    }

    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        request.serialize {
            request.process(self.readNow(request, attempt: attempt, index: index))
        }
        return nil
    }

    override func deliver(_ request: Request) {
        queue.async {
            if let response = self.response { self.completion(response) }
        }
    }
}

/// A handler that calls a closure on a queue with the response as it was received.
final class UnserializedHandler<Response: HandledResponse>: ClosureHandler<Response>, @unchecked Sendable {
    /// Reads on the calling thread, because this takes no time and cannot fail.
    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        response = reading(request)
        return .handlerRead(attempt: attempt, handler: index, mayRetry: false)
    }
}

extension Request {
    /// Adds a handler that calls a closure on a queue.
    ///
    /// - Parameters:
    ///   - serializer: The serializer that `reading` calls.
    ///   - reading: Creates the response.
    func respond<Response: HandledResponse>(
        by serializer: some Any, _ reading: @escaping ReadingHandler<Response>.Reading, on queue: DispatchQueue,
        _ completion: @escaping @Sendable (Response) -> Void
    ) -> Self {
        if !(serializer is any ComputingSerializer) { captureTaskLocals() }
        add(ClosureHandler(queue: queue, completion: completion, reading: reading))
        return self
    }
}

/// The result of a serializer, and the time it took in seconds.
struct SerializedValue<Value> {
    let result: AFResult<Value>
    let duration: TimeInterval

    init(_ serialize: () throws -> Value) {
        let start = DispatchTime.now().uptimeNanoseconds
        do {
            result = .success(try serialize())
        } catch {
            result = .failure(
                error.asAFError(or: .responseSerializationFailed(reason: .customSerializationFailed(error: error))))
        }
        duration = Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000_000
    }
}
