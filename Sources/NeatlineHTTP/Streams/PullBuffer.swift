internal import NeatlineFoundation

/// Elements that wait to be taken, in their order, and their end.
///
/// Any thread appends, and any task or thread takes. The buffer holds nobody up: where elements have a cost,
/// ``WaitingBytes`` has the marks between which a sender pauses, and the reader returns the cost of what it has taken.
/// No closure is called under the lock.
final class PullBuffer<Element: Sendable, End: Sendable>: Sendable {
    /// What a reader receives.
    enum Item: Sendable {
        case element(Element)
        case end(End)
    }

    /// A closure that receives an element, the end, or `nil` if the buffer was stopped.
    typealias Reader = @Sendable (Item?) -> Void

    private struct State {
        private var elements: [Element?] = []
        /// The index of the first element that was not taken.
        private var first = 0
        var end: End?
        var readers: [Reader] = []
        /// Called when everything was read.
        var actions: [@Sendable () -> Void] = []
        /// Whether a reader has an element and has not asked for the next one.
        var isHeld = false
        /// Whether the end was taken, or the buffer was stopped.
        var isOver = false
        var hasGivenEnd = false

        /// Whether all elements were taken, and the reader has finished with the last one.
        var isRead: Bool { isOver || (!isHeld && first == elements.count) }

        mutating func append(_ element: Element) { elements.append(element) }

        mutating func takeLast<Value>(_ convert: (Element) -> Value?) -> Value? {
            guard first < elements.count, let last = elements[elements.count - 1], let value = convert(last) else {
                return nil
            }
            elements.removeLast()
            return value
        }

        /// Returns the next element, then the end, then `nil`; `nil`, too, if there is nothing yet.
        mutating func take() -> Item? {
            if isOver { return nil }
            if first < elements.count, let element = elements[first] {
                elements[first] = nil
                first += 1
                if first == elements.count || first == 4096 {
                    elements.removeFirst(first)
                    first = 0
                }
                isHeld = true
                return .element(element)
            }
            guard let end else { return nil }
            (isOver, hasGivenEnd) = (true, true)
            return .end(end)
        }

        /// Removes and returns the readers that can go on, with what they receive.
        mutating func takeServed() -> [(reader: Reader, item: Item?)] {
            if readers.isEmpty { return [] }
            var served: [(reader: Reader, item: Item?)] = []
            while !readers.isEmpty, let item = take() { served.append((readers.removeFirst(), item)) }
            if isOver {
                served += readers.map { ($0, nil) }
                readers = []
            }
            return served
        }

        mutating func takeActions() -> [@Sendable () -> Void] {
            defer { actions = [] }
            return actions
        }

        mutating func discard() -> [Element] {
            defer { (elements, first) = ([], 0) }
            return elements[first...].compactMap(\.self)
        }
    }

    private let state = Locked(State())

    /// Whether nothing more is taken.
    var isOver: Bool { state.withLock { $0.isOver } }
    /// Whether a reader has received the end.
    var hasGivenEnd: Bool { state.withLock { $0.hasGivenEnd } }

    // MARK: - Filling

    /// Appends an element, which waits for the next reader or for ``serve()``.
    ///
    /// - Returns: Whether it is wanted.
    func append(_ element: Element) -> Bool {
        state.withLock { state in
            if !state.isOver { state.append(element) }
            return !state.isOver
        }
    }

    /// Removes the last element and returns it as another value, unless `convert` returns `nil`.
    func takeLast<Value>(_ convert: (Element) -> Value?) -> Value? { state.withLock { $0.takeLast(convert) } }

    /// Ends the buffer behind its elements. Only the first end counts.
    func finish(_ end: End) {
        state.withLock { $0.end = $0.end ?? end }
        serve()
    }

    /// Hands elements to the readers that wait.
    func serve() {
        for served in state.withLock({ $0.takeServed() }) { served.reader(served.item) }
    }

    // MARK: - Reading

    /// Waits for the next element, then for the end; `nil` after it, and if the task is cancelled, which stops the
    /// buffer.
    func next() async -> Item? {
        askForMore()
        if !Task.isCancelled, let item = state.withLock({ $0.take() }) { return item }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in wait { continuation.resume(returning: $0) } }
        } onCancel: {
            // Swift holds the task's lock here, and a thread that hands an element over holds others while it takes
            // the task's: so this takes the buffer's lock only.
            stop()
        }
    }

    /// Calls a closure once with the next element, the end, or `nil`: now, or on the thread that brings it.
    func next(_ reader: @escaping Reader) {
        askForMore()
        wait(reader)
    }

    /// Notes that the reader has finished with its last element.
    private func askForMore() {
        let actions = state.withLock { state in
            state.isHeld = false
            return state.isRead ? state.takeActions() : []
        }
        for action in actions { action() }
    }

    private func wait(_ reader: @escaping Reader) {
        let (isServed, item) = state.withLock { state in
            let item = state.take()
            let isServed = item != nil || state.isOver
            if !isServed { state.readers.append(reader) }
            return (isServed, item)
        }
        if isServed { reader(item) }
    }

    /// Calls a closure when all elements were taken and the reader has asked for more.
    ///
    /// - Returns: Whether that is so already; then the closure is not called.
    func whenRead(_ action: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if !state.isRead { state.actions.append(action) }
            return state.isRead
        }
    }

    /// Calls the closures of ``whenRead(_:)`` without waiting for the reader any longer.
    func stopWaiting() {
        for action in state.withLock({ $0.takeActions() }) { action() }
    }

    // MARK: - Stopping

    /// Ends the buffer for its readers at once.
    func stop() {
        let served = state.withLock { state in
            state.isOver = true
            return state.takeServed()
        }
        for one in served { one.reader(one.item) }
    }

    /// Removes and returns the elements that nobody has taken.
    func discard() -> [Element] { state.withLock { $0.discard() } }
}
