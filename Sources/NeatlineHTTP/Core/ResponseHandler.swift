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

/// Reads a data request's response with a serializer, for somebody who waits for it.
class DataResponseHandler<Value>: ResponseHandler, @unchecked Sendable {
    /// Makes the response of what came.
    typealias Reading = @Sendable (ReceivedResponse) throws -> Value

    private let reading: Reading
    private(set) var response: DataResponse<Value, AFError>?

    init(_ reading: @escaping Reading) { self.reading = reading }

    override var failure: AFError? { response?.error }

    override func fail(with error: AFError) {
        response = response?.mapError { _ in error }
    }

    /// Reads here and now.
    final func readNow(_ request: Request, attempt: Int, index: Int) -> RequestEvent {
        guard let request = request as? DataRequest else {
            return .handlerRead(attempt: attempt, handler: index, mayRetry: false)
        }
        let received = request.received
        let start = DispatchTime.now().uptimeNanoseconds
        let result: AFResult<Value>
        do {
            result = .success(try reading(received.response))
        } catch {
            result = .failure(
                error.asAFError(or: .responseSerializationFailed(reason: .customSerializationFailed(error: error))))
        }
        let duration = Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000_000
        let response = DataResponse<Value, AFError>(
            request: received.response.request, reply: received.response.reply, data: received.response.data,
            metrics: received.metrics, serializationDuration: duration, result: result)
        self.response = response
        request.listener?.request(request, didParseResponse: response)
        return .handlerRead(attempt: attempt, handler: index, mayRetry: result.isFailure && request.mayRetry)
    }
}

/// A handler that is a closure on a queue.
final class DataClosureHandler<Value>: DataResponseHandler<Value>, @unchecked Sendable {
    private let queue: DispatchQueue
    private let completion: @Sendable (DataResponse<Value, AFError>) -> Void

    init(
        queue: DispatchQueue, completion: @escaping @Sendable (DataResponse<Value, AFError>) -> Void,
        reading: @escaping Reading
    ) {
        self.queue = queue
        self.completion = completion
        super.init(reading)
    }

    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        request.core.serializationQueue.async {
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

/// A handler that is a closure on a queue and takes the body as it is.
final class DataUnserializedHandler: ResponseHandler, @unchecked Sendable {
    private let queue: DispatchQueue
    private let completion: @Sendable (DataResponse<Data?, AFError>) -> Void
    private var response: DataResponse<Data?, AFError>?

    init(queue: DispatchQueue, completion: @escaping @Sendable (DataResponse<Data?, AFError>) -> Void) {
        self.queue = queue
        self.completion = completion
    }

    /// There is nothing to do that would need a thread of its own.
    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        if let request = request as? DataRequest {
            let received = request.received
            let response = DataResponse<Data?, AFError>(
                request: received.response.request, reply: received.response.reply, data: received.response.data,
                metrics: received.metrics, serializationDuration: 0,
                result: request.error.map { .failure($0) } ?? .success(received.response.data))
            self.response = response
            request.listener?.request(request, didParseResponse: response)
        }
        return .handlerRead(attempt: attempt, handler: index, mayRetry: false)
    }

    override func deliver(_ request: Request) {
        queue.async {
            if let response = self.response { self.completion(response) }
        }
    }
}
