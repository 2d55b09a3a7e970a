internal import Dispatch
internal import Foundation

/// Reads what a request brought, and gives it to whoever waits for it.
///
/// A handler reads once for each time that the request ends; it delivers once. Unchecked Sendable: the request's machine
/// lets only one thread at a time work with a handler, and waits for it.
class ResponseHandler: @unchecked Sendable {
    /// Why the response could not be read.
    var failure: AFError? { nil }

    /// Reads the response, here or elsewhere. The event says that it is done; if nil, the handler tells the request itself.
    func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? { nil }

    /// Ends with an error in place of the one it had.
    func fail(with error: AFError) {}

    /// Gives away what was read.
    func deliver(_ request: Request) {}
}

/// What handlers give away: a result, with all that belongs to it.
protocol HandledResponse: SendableMetatype {
    /// Why there is no value, or nil.
    var error: AFError? { get }

    /// The same response with an error for a result.
    func failed(with error: AFError) -> Self

    /// The response of a request of which nothing is known but that it failed.
    static func failure(_ error: AFError) -> Self
}

/// Makes a response of what a request brought, for somebody who waits for it.
class ReadingHandler<Response: HandledResponse>: ResponseHandler, @unchecked Sendable {
    /// Makes the response; nil only of a request of another kind than the handler is for.
    typealias Reading = @Sendable (Request) -> Response?

    fileprivate let reading: Reading
    fileprivate(set) final var response: Response?

    init(_ reading: @escaping Reading) { self.reading = reading }

    override var failure: AFError? { response?.error }

    override func fail(with error: AFError) {
        response = response?.failed(with: error)
    }

    /// Reads here and now.
    final func readNow(_ request: Request, attempt: Int, index: Int) -> RequestEvent {
        response = reading(request)
        return .handlerRead(attempt: attempt, handler: index, mayRetry: request.mayRetry && failure != nil)
    }
}

/// A handler that is a closure on a queue.
class ClosureHandler<Response: HandledResponse>: ReadingHandler<Response>, @unchecked Sendable {
    private let queue: DispatchQueue
    private let completion: @Sendable (Response) -> Void

    init(queue: DispatchQueue, completion: @escaping @Sendable (Response) -> Void, reading: @escaping Reading) {
        self.queue = queue
        self.completion = completion
        super.init(reading)
    }

    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        request.core.serialize {
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

/// A handler that is a closure on a queue and takes what came as it is.
final class UnserializedHandler<Response: HandledResponse>: ClosureHandler<Response>, @unchecked Sendable {
    /// There is nothing to do that would need a thread of its own, or could fail.
    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        response = reading(request)
        return .handlerRead(attempt: attempt, handler: index, mayRetry: false)
    }
}

/// What a serializer made, and the seconds it took.
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
