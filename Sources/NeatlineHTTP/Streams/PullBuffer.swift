internal import NeatlineSystem

/// What is appended to a ``PullBuffer`` at once: one element, or several that are taken one after the other.
protocol PullGroup: Sendable {
    associatedtype Element: Sendable = Self

    /// Removes and returns the first element.
    mutating func takeFirst() -> (element: Element, isLast: Bool)
}

extension PullGroup where Element == Self {
    func takeFirst() -> (element: Self, isLast: Bool) { (self, true) }
}

/// Elements that wait to be taken, in their order, and their end.
///
/// Any thread appends, and any task or thread takes. The buffer holds nobody up: where elements have a cost,
/// ``WaitingBytes`` has the marks between which a sender pauses, and the reader returns the cost of what it has taken.
/// No closure is called under the lock.
final class PullBuffer<Group: PullGroup, End: Sendable>: Sendable {
    /// What a reader receives.
    enum Item: Sendable {
        case element(Group.Element)
        case end(End)
    }

    /// A closure that receives an element, the end, or `nil` if the buffer was stopped.
    typealias Reader = @Sendable (Item?) -> Void

    private struct State {
        /// Groups stay together until all of their elements were taken, so that none is moved by itself.
        private var groups: [Group?] = []
        /// The index of the first group that was not taken.
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
        var isRead: Bool { isOver || (!isHeld && first == groups.count) }

        mutating func append(_ group: Group) { groups.append(group) }

        mutating func takeLast<Value>(_ convert: (Group) -> Value?) -> Value? {
            guard first < groups.count, let last = groups[groups.count - 1], let value = convert(last) else {
                return nil
            }
            groups.removeLast()
            return value
        }

        /// Returns the next element, then the end, then `nil`; `nil`, too, if there is nothing yet.
        mutating func take() -> Item? {
            if isOver { return nil }
            if first < groups.count, let (element, isLast) = groups[first]?.takeFirst() {
                if isLast { removeFirst() }
                isHeld = true
                return .element(element)
            }
            guard let end else { return nil }
            (isOver, hasGivenEnd) = (true, true)
            return .end(end)
        }

        private mutating func removeFirst() {
            groups[first] = nil
            first += 1
            if first == groups.count {
                groups.removeAll(keepingCapacity: first <= 4096)
                first = 0
            } else if first == 4096 {
                groups.removeFirst(first)
                first = 0
            }
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

        /// Notes that the reader has finished with its last element. Returns the actions that this makes possible.
        mutating func askForMore() -> [@Sendable () -> Void] {
            isHeld = false
            return isRead ? takeActions() : []
        }

        mutating func discard() -> [Group] {
            defer { (groups, first) = ([], 0) }
            return groups[first...].compactMap(\.self)
        }
    }

    private let state = Locked(State())

    /// Whether nothing more is taken.
    var isOver: Bool { state.withLock { $0.isOver } }
    /// Whether a reader has received the end.
    var hasGivenEnd: Bool { state.withLock { $0.hasGivenEnd } }

    // MARK: - Filling

    /// Appends elements, which wait for the next reader or for ``serve()``.
    ///
    /// - Returns: Whether they are wanted.
    @discardableResult
    func append(_ group: Group) -> Bool {
        state.withLock { state in
            if !state.isOver { state.append(group) }
            return !state.isOver
        }
    }

    /// Removes the last group and returns it as another value, unless `convert` returns `nil`.
    func takeLast<Value>(_ convert: (Group) -> Value?) -> Value? { state.withLock { $0.takeLast(convert) } }

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
        let isCancelled = Task.isCancelled
        let (actions, item) = state.withLock { state in
            let actions = state.askForMore()
            return (actions, actions.isEmpty && !isCancelled ? state.take() : nil)
        }
        if let item { return item }
        for action in actions { action() }
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
        for action in state.withLock({ $0.askForMore() }) { action() }
        wait(reader)
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

    /// Removes and returns the groups of which not all elements were taken.
    func discard() -> [Group] { state.withLock { $0.discard() } }
}
