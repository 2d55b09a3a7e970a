public import Dispatch
public import Foundation

/// Handlers may be chained. Each is told of all pieces that come after it was added, and of the end.
extension DataStreamRequest {
    /// Calls a closure with each piece of the body, and at the end.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called, one event after the other.
    ///   - stream: Is told of the events; what it throws ends the request.
    @preconcurrency @discardableResult
    public func responseStream(
        on queue: DispatchQueue = .main, stream: @escaping Handler<Data, Never>
    ) -> Self {
        add(StreamClosureConsumer(self, queue: queue, isQuick: true, handler: stream) { .success($0) })
        return self
    }

    /// Calls a closure with what a serializer makes of each piece of the body, and at the end.
    ///
    /// - Parameters:
    ///   - serializer: What makes values of pieces, on the session's serialization queue.
    ///   - queue: Where the closure is called, one event after the other.
    ///   - stream: Is told of the events; what it throws ends the request.
    @preconcurrency @discardableResult
    public func responseStream<Serializer: DataStreamSerializer>(
        using serializer: Serializer, on queue: DispatchQueue = .main,
        stream: @escaping Handler<Serializer.SerializedObject, AFError>
    ) -> Self {
        add(StreamClosureConsumer(self, queue: queue, isQuick: false, handler: stream) { serializer.result(of: $0) })
        return self
    }

    /// Calls a closure with each piece of the body as UTF-8, and at the end.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called, one event after the other.
    ///   - stream: Is told of the events; what it throws ends the request.
    @preconcurrency @discardableResult
    public func responseStreamString(
        on queue: DispatchQueue = .main, stream: @escaping Handler<String, Never>
    ) -> Self {
        add(
            StreamClosureConsumer(self, queue: queue, isQuick: false, handler: stream) {
                .success(String(decoding: $0, as: UTF8.self))
            })
        return self
    }

    /// Calls a closure with a value decoded from each piece of the body, which must be a whole text of its own, and at the
    /// end.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - queue: Where the closure is called, one event after the other.
    ///   - decoder: What decodes.
    ///   - preprocessor: Changes a piece first.
    ///   - stream: Is told of the events; what it throws ends the request.
    @preconcurrency @discardableResult
    public func responseStreamDecodable<T: Decodable>(
        of type: T.Type = T.self, on queue: DispatchQueue = .main,
        using decoder: any DataDecoder = DefaultDataDecoder(),
        preprocessor: any DataPreprocessor = PassthroughPreprocessor(), stream: @escaping Handler<T, AFError>
    ) -> Self {
        responseStream(
            using: DecodableStreamSerializer<T>(decoder: decoder, dataPreprocessor: preprocessor), on: queue,
            stream: stream)
    }
}
