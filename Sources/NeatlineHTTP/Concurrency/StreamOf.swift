/// Values that come over time, to be read with `for await`.
///
/// What makes them starts with the iteration, and is told when that is over.
public struct StreamOf<Element>: AsyncSequence, Sendable {
    /// What happens to values that come faster than they are read.
    public typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy
    typealias Continuation = AsyncStream<Element>.Continuation

    private let bufferingPolicy: BufferingPolicy
    private let onTermination: (@Sendable () -> Void)?
    private let builder: @Sendable (Continuation) -> Void

    /// - Parameters:
    ///   - onTermination: Called once for each iteration, when its iterator is gone.
    ///   - builder: Called at the beginning of each iteration with what takes the values.
    init(
        bufferingPolicy: BufferingPolicy = .unbounded, onTermination: (@Sendable () -> Void)? = nil,
        builder: @escaping @Sendable (Continuation) -> Void
    ) {
        self.bufferingPolicy = bufferingPolicy
        self.onTermination = onTermination
        self.builder = builder
    }

    /// Begins an iteration.
    public func makeAsyncIterator() -> Iterator {
        let stream = AsyncStream(bufferingPolicy: bufferingPolicy, builder)
        return Iterator(stream: stream.makeAsyncIterator(), end: onTermination.map(Iterator.End.init))
    }

    /// Reads the values.
    public struct Iterator: AsyncIteratorProtocol {
        /// Ends with the last copy of its iterator.
        final class End: Sendable {
            private let onDeinit: @Sendable () -> Void

            init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

            deinit { onDeinit() }
        }

        private var stream: AsyncStream<Element>.Iterator
        private let end: End?

        init(stream: AsyncStream<Element>.Iterator, end: End?) {
            self.stream = stream
            self.end = end
        }

        /// The next value, when it is there; nil when no more will come, or the task was cancelled.
        public mutating func next() async -> Element? { await stream.next() }

        /// The next value, when it is there; nil when no more will come, or the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await stream.next(isolation: actor)
        }
    }
}
