/// The values of a stream that is read from a sequence of chunks.
///
/// ```swift
/// for record in JSONStream(chunks) {
///     print(try record.get()["id"])
/// }
/// ```
///
/// An element is a value, or the error of its record. Unless `JSONStreamOptions.continuesAfterErrors` is set, an error is the
/// last element.
public struct JSONStream<Chunks: Sequence>: Sequence where Chunks.Element: Sequence<UInt8> {
    @usableFromInline let chunks: Chunks
    @usableFromInline let options: JSONStreamOptions

    /// Creates the sequence of the values in a sequence of chunks.
    ///
    /// - Parameters:
    ///   - chunks: the bytes of the stream, split anywhere.
    ///   - options: how values are separated, and what is accepted.
    @inlinable
    public init(_ chunks: Chunks, options: JSONStreamOptions = JSONStreamOptions()) {
        self.chunks = chunks
        self.options = options
    }

    /// Returns an iterator over the values, which reads the chunks.
    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(chunks: chunks.makeIterator(), parser: JSONStreamParser(options: options))
    }

    /// Iterates over the values; a chunk is read after the values of the chunks before it.
    public struct Iterator: IteratorProtocol {
        @usableFromInline var chunks: Chunks.Iterator
        @usableFromInline var parser: JSONStreamParser

        @usableFromInline
        init(chunks: Chunks.Iterator, parser: JSONStreamParser) {
            self.chunks = chunks
            self.parser = parser
        }

        /// Returns the next value or error; nil at the end of the stream.
        @inlinable
        public mutating func next() -> Result<JSON, JSONError>? {
            while true {
                if let result = parser.nextResult() { return result }
                if parser.hasEnded { return nil }
                if let chunk = chunks.next() { parser.feed(chunk) } else { parser.finish() }
            }
        }
    }
}

extension JSONStream where Chunks == CollectionOfOne<[UInt8]> {
    /// Creates the sequence of the values in a stream that is in memory.
    ///
    /// - Parameters:
    ///   - bytes: the whole stream.
    ///   - options: how values are separated, and what is accepted.
    @inlinable
    public init(_ bytes: [UInt8], options: JSONStreamOptions = JSONStreamOptions()) {
        self.init(CollectionOfOne(bytes), options: options)
    }
}

/// The values of a stream that is read from an asynchronous sequence of chunks.
///
/// ```swift
/// for try await record in AsyncJSONStream(chunks) {
///     print(try record.get()["id"])
/// }
/// ```
///
/// An element is a value, or the error of its record. Unless `JSONStreamOptions.continuesAfterErrors` is set, an error is the
/// last element. Errors of the sequence of chunks are thrown.
public struct AsyncJSONStream<Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Sequence<UInt8> {
    @usableFromInline let chunks: Chunks
    @usableFromInline let options: JSONStreamOptions

    /// Creates the sequence of the values in an asynchronous sequence of chunks.
    ///
    /// - Parameters:
    ///   - chunks: the bytes of the stream, split anywhere.
    ///   - options: how values are separated, and what is accepted.
    @inlinable
    public init(_ chunks: Chunks, options: JSONStreamOptions = JSONStreamOptions()) {
        self.chunks = chunks
        self.options = options
    }

    /// Returns an iterator over the values, which reads the chunks.
    @inlinable
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: chunks.makeAsyncIterator(), parser: JSONStreamParser(options: options))
    }

    /// Iterates over the values; a chunk is awaited after the values of the chunks before it.
    public struct AsyncIterator: AsyncIteratorProtocol {
        @usableFromInline var chunks: Chunks.AsyncIterator
        @usableFromInline var parser: JSONStreamParser

        @usableFromInline
        init(chunks: Chunks.AsyncIterator, parser: JSONStreamParser) {
            self.chunks = chunks
            self.parser = parser
        }

        /// Returns the next value or error; nil at the end of the stream.
        ///
        /// - Parameter actor: the actor on which the chunks are read.
        /// - Throws: the error of the sequence of chunks.
        @inlinable
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(Chunks.Failure) -> Result<JSON, JSONError>? {
            while true {
                if let result = parser.nextResult() { return result }
                if parser.hasEnded { return nil }
                if let chunk = try await chunks.next(isolation: actor) { parser.feed(chunk) } else { parser.finish() }
            }
        }
    }
}

extension AsyncJSONStream: Sendable where Chunks: Sendable {}
extension JSONStream: Sendable where Chunks: Sendable {}
