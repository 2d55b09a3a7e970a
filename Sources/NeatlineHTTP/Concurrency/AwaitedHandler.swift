internal import Foundation

/// Why a task that waits for a response goes on. It stands outside of the handler so that it is one type for all kinds of
/// values, whose metadata need not be looked up for each request.
private enum AwaitedCall: Sendable {
    /// To read the response.
    case read(attempt: Int, index: Int)
    /// The response was read and all is over.
    case take
}

/// A handler that tasks wait for.
///
/// When the response has come, one of the tasks that wait reads it itself, so that nothing is dispatched to any queue. If
/// none waits, or if the serializer may block, which a task must not do, it is read where closures' responses are. What changes is only reached while the request's lock is held.
final class AwaitedHandler<Response: HandledResponse>: ReadingHandler<Response>, @unchecked Sendable {
    /// Whether a task may read the response.
    private let neverBlocks: Bool
    private var isDelivered = false
    private var waiting: [UnsafeContinuation<AwaitedCall, Never>] = []

    init(neverBlocks: Bool, _ reading: @escaping Reading) {
        self.neverBlocks = neverBlocks
        super.init(reading)
    }

    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        request.lock.lock()
        let reader = neverBlocks ? waiting.popLast() : nil
        request.lock.unlock()
        if let reader {
            reader.resume(returning: .read(attempt: attempt, index: index))
        } else {
            request.core.serialize {
                request.process(self.readNow(request, attempt: attempt, index: index))
            }
        }
        return nil
    }

    override func deliver(_ request: Request) {
        request.lock.lock()
        isDelivered = true
        var waiting: [UnsafeContinuation<AwaitedCall, Never>] = []
        swap(&waiting, &self.waiting)
        request.lock.unlock()
        for continuation in waiting { continuation.resume(returning: .take) }
    }

    /// What became of the request, when it is finished.
    nonisolated(nonsending) func response(of request: Request) async -> Response {
        await served(request)
        // What was read is set before delivery, and not changed after it.
        return response ?? .failure(.explicitlyCancelled)
    }

    /// Returns when the request is finished; reads its response when it is this task's turn, on no actor.
    @concurrent
    private func served(_ request: Request) async {
        while !request.lock.withLock({ isDelivered }) {
            let call = await withUnsafeContinuation { (continuation: UnsafeContinuation<AwaitedCall, Never>) in
                request.lock.lock()
                if isDelivered {
                    request.lock.unlock()
                    continuation.resume(returning: .take)
                } else {
                    waiting.append(continuation)
                    request.lock.unlock()
                }
            }
            guard case .read(let attempt, let index) = call else { return }
            request.process(readNow(request, attempt: attempt, index: index))
        }
    }
}

/// A request that is under way, and the handler that tasks wait for: what all kinds of tasks are made of.
struct AwaitedRequest<Response: HandledResponse>: Sendable {
    let request: Request
    let handler: AwaitedHandler<Response>
    let cancelsAutomatically: Bool

    /// Adds the handler, which starts the request unless it is not to start by itself.
    ///
    /// - Parameter serializer: What `reading` calls. Unless it is a ``ComputingSerializer``, it does not run in a task.
    init(
        _ request: Request, cancelsAutomatically: Bool, serializer: Any,
        reading: @escaping ReadingHandler<Response>.Reading
    ) {
        self.request = request
        self.cancelsAutomatically = cancelsAutomatically
        handler = AwaitedHandler(neverBlocks: serializer is any ComputingSerializer, reading)
        request.add(handler)
    }

    /// What became of the request, when it is finished.
    nonisolated(nonsending) var response: Response {
        get async {
            guard cancelsAutomatically else { return await handler.response(of: request) }
            return await withTaskCancellationHandler {
                await handler.response(of: request)
            } onCancel: {
                request.cancel()
            }
        }
    }
}
