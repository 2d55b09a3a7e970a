internal import Foundation
public import NeatlineHTTP
public import NeatlineJSON

// The values of a stream of JSON, such as NDJSON, as an asynchronous sequence.

extension DataStreamTask {
    /// Returns the values of a body in JSON Lines, or another format of JSON streams, as they arrive.
    ///
    /// ```swift
    /// for try await event in AF.streamRequest("https://example.com/events").validate().streamTask().streamingJSON() {
    ///     print(event["id"].intValue)
    /// }
    /// ```
    ///
    /// Values may be split over chunks of the network. A slow reader slows the server down. If a retrier repeats the
    /// request after a lost connection, the values of the new response follow those that were returned, from the first
    /// one on.
    ///
    /// - Parameters:
    ///   - options: The format of the stream, and whether an invalid value ends it.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before the stream.
    /// - Returns: An asynchronous sequence of the values.
    public func streamingJSON(
        options: JSONStreamOptions = JSONStreamOptions(),
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> StreamedJSON {
        StreamedJSON(
            pieces: streamingData(automaticallyCancelling: shouldAutomaticallyCancel), options: options)
    }
}

/// An asynchronous sequence of the JSON values of a response.
public struct StreamedJSON: AsyncSequence, Sendable {
    let pieces: DataStreamTask.Stream<Data, Never>
    let options: JSONStreamOptions

    /// Starts the request, and returns an iterator over its values.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pieces: pieces.makeAsyncIterator(), options: options)
    }

    /// The iterator, which reads a chunk of the body when the values of the earlier ones were returned.
    public struct Iterator: AsyncIteratorProtocol {
        private var pieces: DataStreamTask.Stream<Data, Never>.Iterator
        private var parser: JSONStreamParser
        private let options: JSONStreamOptions
        private var end: AFError?
        private var isOver = false

        init(pieces: DataStreamTask.Stream<Data, Never>.Iterator, options: JSONStreamOptions) {
            self.pieces = pieces
            parser = JSONStreamParser(options: options)
            self.options = options
        }

        /// A reader of the value that was returned last.
        package var lastReader: DocumentReader? { parser.lastReader }

        /// Returns the next value; `nil` at the end of the body.
        ///
        /// - Throws: `AFError`: the error of the request, after all received values were returned; or that of an
        ///   invalid value, whose underlying error is a `JSONError` with its position. After the latter, the iteration
        ///   continues if the options allow it.
        public mutating func next() async throws -> JSON? { try await next(isolation: nil) }

        /// Returns the next value; `nil` at the end of the body.
        ///
        /// - Throws: The errors of ``next()``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> JSON? {
            while true {
                do {
                    if let value = try parser.next() { return value }
                } catch {
                    isOver = isOver || !options.continuesAfterErrors
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

        /// Takes the next chunk, or the end.
        private mutating func read(_ actor: isolated (any Actor)?) async {
            let piece = await pieces.next(isolation: actor)
            // What the lost response had begun is not a value.
            if piece?.beginsAnew == true { parser = JSONStreamParser(options: options) }
            switch piece?.event {
            case .stream(.success(let piece)): piece.withUnsafeBytes { parser.feed($0) }
            case .complete(let completion):
                end = completion.error
                // The rest of an interrupted transfer is not a value.
                if end == nil { parser.finish() }
                isOver = true
            case nil: isOver = true
            }
        }
    }
}
