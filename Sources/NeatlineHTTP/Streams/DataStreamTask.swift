internal import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A stream request, to be read with `for await`.
///
/// ```swift
/// let task = session.streamRequest("https://example.com/log").streamTask()
/// for await event in task.streamingStrings() {
///     switch event.event {
///     case .stream(let text): print(text)
///     case .complete(let completion): print(completion.error?.localizedDescription ?? "done")
///     }
/// }
/// ```
public struct DataStreamTask: Sendable {
    /// A stream's events, to be read with `for await`.
    public typealias Stream<Success, Failure: Error> = StreamOf<DataStreamRequest.Stream<Success, Failure>>

    private let request: DataStreamRequest

    init(request: DataStreamRequest) { self.request = request }

    /// The heads of the responses, the first one and those after retries.
    public func streamingHTTPResponses(
        bufferingPolicy: StreamOf<HTTPURLResponse>.BufferingPolicy = .unbounded
    ) -> StreamOf<HTTPURLResponse> {
        request.httpResponses(bufferingPolicy: bufferingPolicy)
    }

    /// The body's pieces.
    ///
    /// They wait until they are taken, unless `bufferingPolicy` says otherwise: the server is held, not the memory used.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before it.
    ///   - bufferingPolicy: What happens to pieces that come faster than they are read: with `.unbounded` they wait, and the server
    ///     is held; otherwise some are lost, and the server is not held.
    public func streamingData(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: Stream<Data, Never>.BufferingPolicy = .unbounded
    ) -> Stream<Data, Never> {
        events(joins: true, shouldAutomaticallyCancel, bufferingPolicy) {
            .success($0)
        } pushing: { request, queue, handler in
            request.responseStream(on: queue, stream: handler)
        }
    }

    /// The body's pieces as UTF-8.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before it.
    ///   - bufferingPolicy: What happens to pieces that come faster than they are read: with `.unbounded` they wait, and the server
    ///     is held; otherwise some are lost, and the server is not held.
    public func streamingStrings(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: Stream<String, Never>.BufferingPolicy = .unbounded
    ) -> Stream<String, Never> {
        events(joins: true, shouldAutomaticallyCancel, bufferingPolicy) {
            .success(String(decoding: $0, as: UTF8.self))
        } pushing: { request, queue, handler in
            request.responseStreamString(on: queue, stream: handler)
        }
    }

    /// A value of each piece, which must be a whole text of its own.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before it.
    ///   - bufferingPolicy: What happens to pieces that come faster than they are read: with `.unbounded` they wait, and the server
    ///     is held; otherwise some are lost, and the server is not held.
    public func streamingDecodables<T: Decodable>(
        _ type: T.Type = T.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: Stream<T, AFError>.BufferingPolicy = .unbounded
    ) -> Stream<T, AFError> {
        streamingResponses(
            serializedUsing: DecodableStreamSerializer<T>(), automaticallyCancelling: shouldAutomaticallyCancel,
            bufferingPolicy: bufferingPolicy)
    }

    /// A serializer's value of each piece.
    ///
    /// - Parameters:
    ///   - serializer: What makes values of pieces: in the task that reads them if the policy is `.unbounded`, else on the session's
    ///     serialization queue.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before it.
    ///   - bufferingPolicy: What happens to pieces that come faster than they are read: with `.unbounded` they wait, and the server
    ///     is held; otherwise some are lost, and the server is not held.
    public func streamingResponses<Serializer: DataStreamSerializer>(
        serializedUsing serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: Stream<Serializer.SerializedObject, AFError>.BufferingPolicy = .unbounded
    ) -> Stream<Serializer.SerializedObject, AFError> {
        let request = request
        return events(joins: false, shouldAutomaticallyCancel, bufferingPolicy) { piece in
            let result = serializer.result(of: piece)
            if result.isFailure, request.automaticallyCancelOnStreamError { request.cancel() }
            return result
        } pushing: { request, queue, handler in
            request.responseStream(using: serializer, on: queue, stream: handler)
        }
    }

    /// - Parameters:
    ///   - serialize: Makes a value of a piece that the reader takes.
    ///   - push: Lets a closure be called with the values as they come, for readers that do not hold the server.
    private func events<Success, Failure: Error>(
        joins: Bool, _ cancels: Bool, _ bufferingPolicy: Stream<Success, Failure>.BufferingPolicy,
        _ serialize: @escaping @Sendable (Data) -> Result<Success, Failure>,
        pushing push:
            @escaping @Sendable (
                DataStreamRequest, DispatchQueue, @escaping DataStreamRequest.Handler<Success, Failure>
            ) -> Void
    ) -> Stream<Success, Failure> {
        let request = request
        guard case .unbounded = bufferingPolicy else {
            let end: @Sendable () -> Void = { if cancels { request.cancel() } }
            return StreamOf(bufferingPolicy: bufferingPolicy, onTermination: end) { continuation in
                push(request, request.underlyingQueue) { event in
                    // It is handed to this closure alone.
                    nonisolated(unsafe) let event = event
                    continuation.yield(event)
                    if case .complete = event.event { continuation.finish() }
                }
            }
        }
        return StreamOf(pulling: {
            let buffer = StreamBuffer(of: request, joins: joins)
            request.add(buffer)
            let token = DataStreamRequest.CancellationToken(request)
            return StreamOf.Pull {
                switch await buffer.next() {
                case .piece(let piece):
                    request.consumed(piece.count)
                    return DataStreamRequest.Stream(event: .stream(serialize(piece)), token: token)
                case .end(let completion): return DataStreamRequest.Stream(event: .complete(completion), token: token)
                case nil: return nil
                }
            } end: {
                let isWhole = buffer.close()
                if cancels && !isWhole { request.cancel() }
            }
        })
    }

    /// Starts the request, or lets it go on.
    public func resume() { request.resume() }
    /// Stops the flow until ``resume()``.
    public func suspend() { request.suspend() }
    /// Ends the request.
    public func cancel() { request.cancel() }
}

extension DataStreamRequest {
    /// The request, to be read with `for await`.
    public func streamTask() -> DataStreamTask { DataStreamTask(request: self) }
}
