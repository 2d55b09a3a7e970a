internal import Foundation
internal import NeatlineSystem

/// Why a waiting task resumes. Not nested in the generic handler, so that its metadata need not be looked up for each
/// request.
private enum AwaitedCall: Sendable {
    /// The task is to serialize the response.
    case read(attempt: Int, index: Int)
    /// The response was serialized and the request is finished.
    case take
}

/// A response handler that tasks wait for.
///
/// When the request has ended, one of the waiting tasks serializes the response itself, without a switch to another
/// queue. If none waits, or if the serializer may block, which a task must not do, the response is serialized where
/// those of closures are.
///
/// Unchecked Sendable: the request's lock guards what changes.
final class AwaitedHandler<Response: HandledResponse>: ReadingHandler<Response>, @unchecked Sendable {
    /// Whether a task may serialize the response.
    private let neverBlocks: Bool
    private var isDelivered = false
    private var waiting: [UnsafeContinuation<AwaitedCall, Never>] = []

    init(neverBlocks: Bool, _ reading: @escaping Reading) {
        self.neverBlocks = neverBlocks
        super.init(reading)
    }

    override func read(_ request: Request, attempt: Int, index: Int) -> RequestEvent? {
        let reader = neverBlocks ? request.mutableState.withLock { _ in waiting.popLast() } : nil
        if let reader {
            reader.resume(returning: .read(attempt: attempt, index: index))
        } else {
            request.serialize {
                request.process(self.readNow(request, attempt: attempt, index: index))
            }
        }
        return nil
    }

    override func deliver(_ request: Request) {
        let waiting = request.mutableState.withLock { _ in
            isDelivered = true
            defer { self.waiting = [] }
            return self.waiting
        }
        for continuation in waiting { continuation.resume(returning: .take) }
    }

    /// Returns the response when the request is finished.
    nonisolated(nonsending) func response(of request: Request) async -> Response {
        await served(request)
        // The response is set before delivery and does not change after it.
        return response ?? .failure(.explicitlyCancelled)
    }

    /// Returns when the request is finished; serializes the response if this task is chosen to, on no actor.
    @concurrent
    private func served(_ request: Request) async {
        while !request.mutableState.withLock({ _ in isDelivered }) {
            let call = await withUnsafeContinuation { (continuation: UnsafeContinuation<AwaitedCall, Never>) in
                let waits = request.mutableState.withLock { _ in
                    if !isDelivered { waiting.append(continuation) }
                    return !isDelivered
                }
                if !waits { continuation.resume(returning: .take) }
            }
            guard case .read(let attempt, let index) = call else { return }
            request.process(readNow(request, attempt: attempt, index: index))
        }
    }
}

/// A request and the handler that tasks wait for: the implementation of ``DataTask`` and ``DownloadTask``.
struct AwaitedRequest<Response: HandledResponse>: Sendable {
    let request: Request
    let handler: AwaitedHandler<Response>
    let cancelsAutomatically: Bool

    /// Adds the handler, which starts the request unless it is not to start automatically.
    ///
    /// - Parameter serializer: The serializer that `reading` calls. It runs in a task only if it is a
    ///   ``ComputingSerializer``.
    init(
        _ request: Request, cancelsAutomatically: Bool, serializer: Any,
        reading: @escaping ReadingHandler<Response>.Reading
    ) {
        self.request = request
        self.cancelsAutomatically = cancelsAutomatically
        let neverBlocks = serializer is any ComputingSerializer
        handler = AwaitedHandler(neverBlocks: neverBlocks, reading)
        if !neverBlocks { request.captureTaskLocals() }
        request.add(handler)
    }

    /// The response, when the request is finished.
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
