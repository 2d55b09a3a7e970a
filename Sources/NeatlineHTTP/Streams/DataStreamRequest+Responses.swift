public import Dispatch
public import Foundation

/// Stream handlers may be chained. Each receives all chunks that arrive after it was added, and the end of the stream.
extension DataStreamRequest {
    /// Calls a closure with each chunk of the body, and at the end.
    ///
    /// ```swift
    /// AF.streamRequest("https://httpbin.org/stream-bytes/1000").responseStream { stream in
    ///     switch stream.event {
    ///     case .stream(.success(let data)): print(data.count)
    ///     case .complete(let completion): print(completion.error ?? "done")
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called, one event after the other.
    ///   - stream: A closure that receives the events. If it throws, the request is cancelled and fails with the error.
    @preconcurrency @discardableResult
    public func responseStream(
        on queue: DispatchQueue = .main, stream: @escaping Handler<Data, Never>
    ) -> Self {
        add(StreamClosureConsumer(self, queue: queue, isQuick: true, handler: stream) { .success($0) })
        return self
    }

    /// Calls a closure with the result of a serializer for each chunk of the body, and at the end.
    ///
    /// - Parameters:
    ///   - serializer: Serializes chunks, one after the other, on the session's serialization queue or, if the session
    ///     was created without one, on a queue of the handler.
    ///   - queue: The queue on which the closure is called, one event after the other.
    ///   - stream: A closure that receives the events. If it throws, the request is cancelled and fails with the error.
    @preconcurrency @discardableResult
    public func responseStream<Serializer: DataStreamSerializer>(
        using serializer: Serializer, on queue: DispatchQueue = .main,
        stream: @escaping Handler<Serializer.SerializedObject, AFError>
    ) -> Self {
        captureTaskLocals()
        let isText = Serializer.self == StringStreamSerializer.self
        add(
            StreamClosureConsumer(self, queue: queue, isQuick: false, isText: isText, handler: stream) {
                serializer.result(of: $0)
            })
        return self
    }

    /// Calls a closure with each chunk of the body, decoded as UTF-8, and at the end.
    ///
    /// The text is cut between Unicode scalars, wherever the network has cut it: the first bytes of one wait for the
    /// rest. Only invalid bytes, and the beginning of a scalar at the end of a complete body, are replaced by U+FFFD.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called, one event after the other.
    ///   - stream: A closure that receives the events. If it throws, the request is cancelled and fails with the error.
    @preconcurrency @discardableResult
    public func responseStreamString(
        on queue: DispatchQueue = .main, stream: @escaping Handler<String, Never>
    ) -> Self {
        add(
            StreamClosureConsumer(self, queue: queue, isQuick: false, isText: true, handler: stream) {
                .success(String(decoding: $0, as: UTF8.self))
            })
        return self
    }

    /// Calls a closure with a value decoded from each chunk of the body, which must be a complete document, and at the
    /// end.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - queue: The queue on which the closure is called, one event after the other.
    ///   - decoder: Decodes chunks, one after the other, on the session's serialization queue or, if the session was
    ///     created without one, on a queue of the handler.
    ///   - preprocessor: Changes a chunk before it is decoded.
    ///   - stream: A closure that receives the events. If it throws, the request is cancelled and fails with the error.
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
