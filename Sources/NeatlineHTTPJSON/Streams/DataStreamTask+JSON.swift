internal import Foundation
public import NeatlineHTTP
public import NeatlineJSON

extension DataStreamTask {
    /// The values of a body of JSON Lines, or of another kind of JSON stream, each as soon as it is there.
    ///
    /// ```swift
    /// for try await event in AF.streamRequest("https://example.com/events").validate().streamTask().streamingJSON() {
    ///     print(event["id"].intValue)
    /// }
    /// ```
    ///
    /// How the network cuts the body makes no difference. Who reads slowly holds the server.
    ///
    /// - Parameters:
    ///   - options: How values follow one another, and whether a broken one ends the stream.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before it.
    public func streamingJSON(
        options: JSONStreamOptions = JSONStreamOptions(),
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> StreamedJSON {
        StreamedJSON(
            pieces: streamingData(automaticallyCancelling: shouldAutomaticallyCancel), options: options)
    }
}

/// The JSON values of a response, to be read with `for try await`.
public struct StreamedJSON: AsyncSequence, Sendable {
    let pieces: DataStreamTask.Stream<Data, Never>
    let options: JSONStreamOptions

    /// Starts the request.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pieces: pieces.makeAsyncIterator(), options: options)
    }

    /// Reads a piece of the body when the values of those before it have been given.
    public struct Iterator: AsyncIteratorProtocol {
        private var pieces: DataStreamTask.Stream<Data, Never>.Iterator
        private var parser: JSONStreamParser
        private let continuesAfterErrors: Bool
        private var end: AFError?
        private var isOver = false

        init(pieces: DataStreamTask.Stream<Data, Never>.Iterator, options: JSONStreamOptions) {
            self.pieces = pieces
            parser = JSONStreamParser(options)
            continuesAfterErrors = options.continuesAfterErrors
        }

        /// The next value; nil at the end of the body.
        ///
        /// - Throws: `AFError`: why the request failed, when the values that came before were given; around a `JSONError`
        ///   with the place in the body, what is wrong with a value. Behind the latter it goes on if the options say so.
        public mutating func next() async throws -> JSON? { try await next(isolation: nil) }

        /// The next value; nil at the end of the body.
        ///
        /// - Throws: As ``next()``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> JSON? {
            while true {
                do {
                    if let value = try parser.next() { return value }
                } catch {
                    isOver = isOver || !continuesAfterErrors
                    throw AFError.responseSerializationFailed(reason: .jsonSerializationFailed(error: error))
                }
                if isOver {
                    if let end {
                        self.end = nil
                        throw end
                    }
                    return nil
                }
                await read(actor)
            }
        }

        /// Takes the next piece, or the end.
        private mutating func read(_ actor: isolated (any Actor)?) async {
            switch await pieces.next(isolation: actor)?.event {
            case .stream(.success(let piece)): piece.withUnsafeBytes { parser.feed($0) }
            case .complete(let completion):
                end = completion.error
                // What a broken transfer has cut off is no value.
                if end == nil { parser.finish() }
                isOver = true
            case nil: isOver = true
            }
        }
    }
}
