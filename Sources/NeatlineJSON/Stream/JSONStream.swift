/// The values of a stream that comes as a sequence of chunks.
///
/// ```swift
/// for record in JSONStream(chunks) {
///     print(try record.get()["id"])
/// }
/// ```
///
/// An element is a value, or what is wrong with its record. Unless `JSONStreamOptions.continuesAfterErrors` is set, an
/// error is the last element.
public struct JSONStream<Chunks: Sequence>: Sequence where Chunks.Element: Sequence<UInt8> {
    @usableFromInline let chunks: Chunks
    @usableFromInline let options: JSONStreamOptions

    /// The values in `chunks`, which may be cut anywhere.
    @inlinable
    public init(_ chunks: Chunks, options: JSONStreamOptions = JSONStreamOptions()) {
        self.chunks = chunks
        self.options = options
    }

    /// Starts to read the chunks.
    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(chunks: chunks.makeIterator(), parser: JSONStreamParser(options))
    }

    /// Reads a chunk when the values of those before it have been given.
    public struct Iterator: IteratorProtocol {
        @usableFromInline var chunks: Chunks.Iterator
        @usableFromInline var parser: JSONStreamParser

        @usableFromInline
        init(chunks: Chunks.Iterator, parser: JSONStreamParser) {
            self.chunks = chunks
            self.parser = parser
        }

        /// The next value or error; nil at the end of the stream.
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
    /// The values in `bytes`, the whole stream.
    @inlinable
    public init(_ bytes: [UInt8], options: JSONStreamOptions = JSONStreamOptions()) {
        self.init(CollectionOfOne(bytes), options: options)
    }
}

/// The values of a stream that comes as an asynchronous sequence of chunks.
///
/// ```swift
/// for try await record in AsyncJSONStream(chunks) {
///     print(try record.get()["id"])
/// }
/// ```
///
/// An element is a value, or what is wrong with its record. Unless `JSONStreamOptions.continuesAfterErrors` is set, an
/// error is the last element. What `chunks` throws is thrown on.
public struct AsyncJSONStream<Chunks: AsyncSequence>: AsyncSequence where Chunks.Element: Sequence<UInt8> {
    @usableFromInline let chunks: Chunks
    @usableFromInline let options: JSONStreamOptions

    /// The values in `chunks`, which may be cut anywhere.
    @inlinable
    public init(_ chunks: Chunks, options: JSONStreamOptions = JSONStreamOptions()) {
        self.chunks = chunks
        self.options = options
    }

    /// Starts to read the chunks.
    @inlinable
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: chunks.makeAsyncIterator(), parser: JSONStreamParser(options))
    }

    /// Waits for a chunk when the values of those before it have been given.
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
        /// - Throws: what the source of the chunks throws.
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
