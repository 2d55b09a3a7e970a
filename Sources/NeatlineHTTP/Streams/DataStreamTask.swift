internal import Dispatch
public import Foundation

/// The asynchronous sequences of a stream request.
///
/// ```swift
/// let task = session.streamRequest("https://example.com/log").streamTask()
/// for await event in task.streamingStrings() {
///     switch event.event {
///     case .stream(.success(let text)): print(text)
///     case .complete(let completion): print(completion.error?.localizedDescription ?? "done")
///     }
/// }
/// ```
public struct DataStreamTask: Sendable {
    /// An asynchronous sequence of a stream's events.
    public typealias Stream<Success, Failure: Error> = StreamOf<DataStreamRequest.Stream<Success, Failure>>

    private let request: DataStreamRequest

    init(request: DataStreamRequest) { self.request = request }

    /// Returns the heads of the responses: the first one, and those after retries.
    ///
    /// - Parameter bufferingPolicy: What happens to heads that arrive faster than they are read.
    /// - Returns: An asynchronous sequence of the heads.
    public func streamingHTTPResponses(
        bufferingPolicy: StreamOf<HTTPURLResponse>.BufferingPolicy = .unbounded
    ) -> StreamOf<HTTPURLResponse> {
        request.httpResponses(bufferingPolicy: bufferingPolicy)
    }

    /// Returns the chunks of the body.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before the stream.
    ///   - bufferingPolicy: What happens to chunks that arrive faster than they are read: with `.unbounded` they wait
    ///     and the transfer is slowed down; otherwise some are dropped, and the transfer is not slowed down.
    /// - Returns: An asynchronous sequence of the events. Starting to iterate adds the stream to the request, and so
    ///   starts it.
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

    /// Returns the chunks of the body, decoded as UTF-8, cut as for
    /// ``DataStreamRequest/responseStreamString(on:stream:)``.
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before the stream.
    ///   - bufferingPolicy: What happens to chunks that arrive faster than they are read: with `.unbounded` they wait
    ///     and the transfer is slowed down; otherwise some are dropped, and the transfer is not slowed down.
    /// - Returns: An asynchronous sequence of the events.
    public func streamingStrings(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: Stream<String, Never>.BufferingPolicy = .unbounded
    ) -> Stream<String, Never> {
        events(joins: true, isText: true, shouldAutomaticallyCancel, bufferingPolicy) {
            .success(String(decoding: $0, as: UTF8.self))
        } pushing: { request, queue, handler in
            request.responseStreamString(on: queue, stream: handler)
        }
    }

    /// Returns a value decoded from each chunk, which must be a complete JSON document.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before the stream.
    ///   - bufferingPolicy: What happens to chunks that arrive faster than they are read: with `.unbounded` they wait
    ///     and the transfer is slowed down; otherwise some are dropped, and the transfer is not slowed down.
    /// - Returns: An asynchronous sequence of the events.
    public func streamingDecodables<T: Decodable>(
        _ type: T.Type = T.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: Stream<T, AFError>.BufferingPolicy = .unbounded
    ) -> Stream<T, AFError> {
        streamingResponses(
            serializedUsing: DecodableStreamSerializer<T>(), automaticallyCancelling: shouldAutomaticallyCancel,
            bufferingPolicy: bufferingPolicy)
    }

    /// Returns the result of a serializer for each chunk.
    ///
    /// - Parameters:
    ///   - serializer: Serializes the chunks: in the task that reads them if the policy is `.unbounded`, else on the
    ///     session's serialization queue.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before the stream.
    ///   - bufferingPolicy: What happens to chunks that arrive faster than they are read: with `.unbounded` they wait
    ///     and the transfer is slowed down; otherwise some are dropped, and the transfer is not slowed down.
    /// - Returns: An asynchronous sequence of the events.
    public func streamingResponses<Serializer: DataStreamSerializer>(
        serializedUsing serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        bufferingPolicy: Stream<Serializer.SerializedObject, AFError>.BufferingPolicy = .unbounded
    ) -> Stream<Serializer.SerializedObject, AFError> {
        let request = request
        let isText = Serializer.self == StringStreamSerializer.self
        return events(joins: false, isText: isText, shouldAutomaticallyCancel, bufferingPolicy) { piece in
            let result = serializer.result(of: piece)
            if result.isFailure, request.automaticallyCancelOnStreamError { request.cancel() }
            return result
        } pushing: { request, queue, handler in
            request.responseStream(using: serializer, on: queue, stream: handler)
        }
    }

    /// Returns the events of a stream.
    ///
    /// - Parameters:
    ///   - serialize: Serializes a chunk that the reader takes.
    ///   - push: Adds a closure that receives the values as they arrive, for readers that do not slow the transfer
    ///     down.
    private func events<Success, Failure: Error>(
        joins: Bool, isText: Bool = false, _ cancels: Bool,
        _ bufferingPolicy: Stream<Success, Failure>.BufferingPolicy,
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
                    // Only this closure receives the event.
                    nonisolated(unsafe) let event = event
                    continuation.yield(event)
                    if case .complete = event.event { continuation.finish() }
                }
            }
        }
        return StreamOf(pulling: {
            let buffer = StreamBuffer(of: request, joins: joins, isText: isText)
            request.add(buffer)
            let token = DataStreamRequest.CancellationToken(request)
            return StreamOf.Pull {
                var begins = false
                while true {
                    switch await buffer.next() {
                    case .element(.restart): begins = true
                    case .element(let chunk):
                        return DataStreamRequest.Stream(
                            event: .stream(serialize(chunk.data)), token: token, beginsAnew: begins)
                    case .end(let completion):
                        return DataStreamRequest.Stream(
                            event: .complete(completion), token: token, beginsAnew: begins)
                    case nil: return nil
                    }
                }
            } end: {
                let isWhole = buffer.close()
                if cancels && !isWhole { request.cancel() }
            }
        })
    }

    /// Starts the request, or resumes it.
    public func resume() { request.resume() }
    /// Suspends the request until ``resume()``.
    public func suspend() { request.suspend() }
    /// Cancels the request; its sequences then end.
    public func cancel() { request.cancel() }
}

extension DataStreamRequest {
    /// Returns the asynchronous sequences of the request.
    public func streamTask() -> DataStreamTask { DataStreamTask(request: self) }
}
