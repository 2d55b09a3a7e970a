#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension DataStreamRequest {
    /// A closure that is told of a stream's events. What it throws ends the request.
    public typealias Handler<Success, Failure: Error> = @Sendable (Stream<Success, Failure>) throws -> Void

    /// One event, with the means to end the stream.
    public struct Stream<Success, Failure: Error> {
        /// What has happened.
        public let event: Event<Success, Failure>
        /// Ends the stream.
        public let token: CancellationToken

        /// Ends the stream.
        public func cancel() { token.cancel() }
    }

    /// What can happen to a stream.
    public enum Event<Success, Failure: Error> {
        /// A piece has come.
        case stream(Result<Success, Failure>)
        /// No more will come.
        case complete(Completion)
    }

    /// How a stream has ended.
    public struct Completion: Sendable {
        /// The last request that was made; nil if none could be.
        public let request: URLRequest?
        let reply: ReceivedHead?
        /// When what happened; nil if nothing was sent.
        public let metrics: HTTPMetrics?
        /// Why the stream is not whole, or nil.
        public let error: AFError?

        /// The response's head; nil if none has come.
        public var response: HTTPURLResponse? { reply?.response }
    }

    /// Ends a stream. May be kept, copied and used on any thread.
    public struct CancellationToken: Sendable {
        weak var request: DataStreamRequest?

        init(_ request: DataStreamRequest?) { self.request = request }

        /// Ends the stream; does nothing if it has ended.
        public func cancel() { request?.cancel() }
    }
}

extension DataStreamRequest.Stream: Sendable where Success: Sendable, Failure: Sendable {}
extension DataStreamRequest.Event: Sendable where Success: Sendable, Failure: Sendable {}

extension DataStreamRequest.Stream {
    /// The piece, if the event is one.
    public var result: Result<Success, Failure>? {
        guard case .stream(let result) = event else { return nil }
        return result
    }

    /// The piece's value, if the event is a piece that has one.
    public var value: Success? {
        guard case .success(let value) = result else { return nil }
        return value
    }

    /// Why the piece could not be serialized, if the event is such a piece.
    public var error: Failure? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    /// The end, if the event is that.
    public var completion: DataStreamRequest.Completion? {
        guard case .complete(let completion) = event else { return nil }
        return completion
    }
}
