/// Values that come over time, to be read with `for await`.
///
/// What makes them starts with the iteration, and is told when that is over.
public struct StreamOf<Element>: AsyncSequence, Sendable {
    /// What happens to values that come faster than they are read.
    public typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy
    typealias Continuation = AsyncStream<Element>.Continuation

    /// Values that are made when they are asked for.
    struct Pull: Sendable {
        let next: @Sendable () async -> Element?
        /// Called once, when the iterator is gone.
        let end: @Sendable () -> Void
    }

    private let makeIterator: @Sendable () -> Iterator

    /// - Parameters:
    ///   - onTermination: Called once for each iteration, when its iterator is gone.
    ///   - builder: Called at the beginning of each iteration with what takes the values.
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

    /// Begins an iteration.
    public func makeAsyncIterator() -> Iterator { makeIterator() }

    /// Reads the values.
    public struct Iterator: AsyncIteratorProtocol {
        /// Ends with the last copy of its iterator.
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

        /// The next value, when it is there; nil when no more will come, or the task was cancelled.
        public mutating func next() async -> Element? { await next(isolation: nil) }

        /// The next value, when it is there; nil when no more will come, or the task was cancelled.
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
