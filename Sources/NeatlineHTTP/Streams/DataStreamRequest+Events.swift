public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// The events that handlers of stream requests receive.

extension DataStreamRequest {
    /// A closure that receives the events of a stream. If it throws, the request is cancelled and fails with the error.
    ///
    /// - Throws: any error, which cancels the request.
    public typealias Handler<Success, Failure: Error> = @Sendable (Stream<Success, Failure>) throws -> Void

    /// An event of a stream, and a token that cancels the request.
    public struct Stream<Success, Failure: Error> {
        /// The event: a chunk, or the end of the stream.
        public let event: Event<Success, Failure>
        /// A token that cancels the request.
        public let token: CancellationToken
        /// Whether the chunks before it were those of a response that was lost, and of which the request was repeated.
        package var beginsAnew = false

        /// Cancels the request; does nothing if it has finished.
        public func cancel() { token.cancel() }
    }

    /// An event of a stream.
    public enum Event<Success, Failure: Error> {
        /// A chunk was received, or could not be serialized.
        case stream(Result<Success, Failure>)
        /// The stream has ended, successfully or with an error: always the last event.
        case complete(Completion)
    }

    /// The end of a stream.
    public struct Completion: Sendable {
        /// The last `URLRequest` that was created; `nil` if there is none.
        public let request: URLRequest?
        let reply: ReceivedHead?
        /// The metrics of the last attempt; `nil` if nothing was sent.
        public let metrics: HTTPMetrics?
        /// The error of the request; `nil` if the stream is complete.
        public let error: AFError?
        /// The first 64 KB of the body of the response that an ``EventSourceRequest`` has refused, such as a text about
        /// a status 401; `nil` if there is none.
        public var errorBody: Data?

        /// The head of the response; `nil` if none was received, or if it is that of a file.
        public var response: HTTPURLResponse? { reply?.response }

        /// Returns the value of the refused response's body.
        ///
        /// ```swift
        /// let reason = try completion.errorValue(using: .decodable(of: Reason.self))
        /// ```
        ///
        /// - Parameter serializer: The serializer of the body. It runs on the calling thread.
        /// - Returns: The value.
        /// - Throws: The errors of the serializer; that of an empty body if there is none.
        public func errorValue<Serializer: ResponseSerializer>(
            using serializer: Serializer
        ) throws -> Serializer.SerializedObject {
            try serializer.serialize(ReceivedResponse(request: request, reply: reply, data: errorBody, error: nil))
        }
    }

    /// A token that cancels a stream request. It may be stored, copied and used on any thread.
    public struct CancellationToken: Sendable {
        weak var request: DataStreamRequest?

        init(_ request: DataStreamRequest?) { self.request = request }

        /// Cancels the request; does nothing if it has finished.
        public func cancel() { request?.cancel() }
    }
}

extension DataStreamRequest.Stream: Sendable where Success: Sendable, Failure: Sendable {}
extension DataStreamRequest.Event: Sendable where Success: Sendable, Failure: Sendable {}

extension DataStreamRequest.Stream {
    /// The chunk, or the error of serializing it, if the event is a chunk.
    public var result: Result<Success, Failure>? {
        guard case .stream(let result) = event else { return nil }
        return result
    }

    /// The value of the chunk, if the event is a chunk that was serialized.
    public var value: Success? {
        guard case .success(let value) = result else { return nil }
        return value
    }

    /// The error of serializing the chunk, if the event is such a chunk.
    public var error: Failure? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    /// The end of the stream, if the event is its end.
    public var completion: DataStreamRequest.Completion? {
        guard case .complete(let completion) = event else { return nil }
        return completion
    }
}
