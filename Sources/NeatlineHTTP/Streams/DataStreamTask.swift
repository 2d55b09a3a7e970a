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
    /// One event of a stream.
    public typealias Stream<Success, Failure: Error> = DataStreamRequest.Stream<Success, Failure>

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
    /// They wait until they are taken: the server is held, not the memory used.
    ///
    /// - Parameter shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before it.
    public func streamingData(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> StreamOf<Stream<Data, Never>> {
        events(joins: true, shouldAutomaticallyCancel) { .success($0) }
    }

    /// The body's pieces as UTF-8.
    ///
    /// - Parameter shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before it.
    public func streamingStrings(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> StreamOf<Stream<String, Never>> {
        events(joins: true, shouldAutomaticallyCancel) { .success(String(decoding: $0, as: UTF8.self)) }
    }

    /// A value of each piece, which must be a whole text of its own.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before it.
    public func streamingDecodables<T: Decodable>(
        _ type: T.Type = T.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> StreamOf<Stream<T, AFError>> {
        streamingResponses(
            serializedUsing: DecodableStreamSerializer<T>(), automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// A serializer's value of each piece.
    ///
    /// - Parameters:
    ///   - serializer: What makes values of pieces, in the task that reads them.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before it.
    public func streamingResponses<Serializer: DataStreamSerializer>(
        serializedUsing serializer: Serializer, automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> StreamOf<Stream<Serializer.SerializedObject, AFError>> {
        let request = request
        return events(joins: false, shouldAutomaticallyCancel) { piece in
            let result = serializer.result(of: piece)
            if result.isFailure, request.automaticallyCancelOnStreamError { request.cancel() }
            return result
        }
    }

    private func events<Success, Failure: Error>(
        joins: Bool, _ cancels: Bool, _ serialize: @escaping @Sendable (Data) -> Result<Success, Failure>
    ) -> StreamOf<Stream<Success, Failure>> {
        let request = request
        return StreamOf(pulling: {
            let buffer = StreamBuffer(joins: joins)
            request.add(buffer)
            let token = DataStreamRequest.CancellationToken(request)
            return StreamOf.Pull {
                switch await buffer.next() {
                case .piece(let piece):
                    request.consumed(piece.count)
                    return Stream(event: .stream(serialize(piece)), token: token)
                case .end(let completion): return Stream(event: .complete(completion), token: token)
                case nil: return nil
                }
            } end: {
                request.remove(buffer, unread: buffer.close())
                if cancels { request.cancel() }
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
