/// An asynchronous sequence of values, to be read with `for await`.
///
/// The source of the values starts with each iteration, and stops with it.
public struct StreamOf<Element>: AsyncSequence, Sendable {
    /// How values are buffered that are not read yet.
    public typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy
    typealias Continuation = AsyncStream<Element>.Continuation

    /// A source that creates values on demand.
    struct Pull: Sendable {
        let next: @Sendable () async -> Element?
        /// Called once, when the iterator is deinitialized.
        let end: @Sendable () -> Void
    }

    private let makeIterator: @Sendable () -> Iterator

    /// - Parameters:
    ///   - onTermination: Called once for each iteration, when its iterator is deinitialized.
    ///   - builder: Called at the beginning of each iteration with the continuation to yield values to.
    init(
        bufferingPolicy: BufferingPolicy = .unbounded, onTermination: (@Sendable () -> Void)? = nil,
        builder: @escaping @Sendable (Continuation) -> Void
    ) {
        makeIterator = {
            let stream = AsyncStream(bufferingPolicy: bufferingPolicy, builder)
            return Iterator(source: .pushed(stream.makeAsyncIterator()), end: onTermination.map(Iterator.End.init))
        }
    }

    /// - Parameter begin: Called at the beginning of each iteration.
    init(pulling begin: @escaping @Sendable () -> Pull) {
        makeIterator = {
            let pull = begin()
            return Iterator(source: .pulled(pull.next), end: Iterator.End(pull.end))
        }
    }

    /// Returns an iterator, which receives the values of a new subscription.
    public func makeAsyncIterator() -> Iterator { makeIterator() }

    /// An iterator over the values.
    public struct Iterator: AsyncIteratorProtocol {
        /// Calls a closure when the last copy of the iterator is deinitialized.
        final class End: Sendable {
            private let onDeinit: @Sendable () -> Void

            init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

            deinit { onDeinit() }
        }

        enum Source {
            case pushed(AsyncStream<Element>.Iterator)
            case pulled(@Sendable () async -> Element?)
        }

        private var source: Source
        private let end: End?

        init(source: Source, end: End?) {
            self.source = source
            self.end = end
        }

        /// Waits for the next value, and returns nil when there are no more values or the task was cancelled.
        public mutating func next() async -> Element? { await next(isolation: nil) }

        /// Waits for the next value, and returns nil when there are no more values or the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            switch source {
            case .pulled(let next): return await next()
            case .pushed(var stream):
                defer { source = .pushed(stream) }
                return await stream.next(isolation: actor)
            }
        }
    }
}
