internal import Dispatch
internal import Foundation
internal import NeatlineSystem

#if canImport(ObjectiveC)
internal import ObjectiveC
#endif

/// A thread pool for closures that may take long or block, such as serializers.
///
/// As many closures run at once as there are processors. If closures wait and none of the running ones ends, the number
/// of threads is doubled every ``patience`` nanoseconds, up to ``limit`` or the number of processors if that is larger. So
/// closures that block, and need no processor, delay the others only briefly. A concurrent queue of Dispatch would add
/// only one thread a second.
final class WorkPool: Sendable {
    typealias Work = @Sendable () -> Void

    /// The pool of all sessions.
    static let shared = WorkPool(width: ProcessInfo.processInfo.activeProcessorCount, deadlines: .shared)

    /// The maximum number of closures that run at once, unless there are more processors.
    static let limit = 128
    /// The time, in nanoseconds, after which threads are added if closures wait and none has ended.
    static let patience: UInt64 = 10_000_000

    private let width: Int
    private let deadlines: Deadlines
    private let state = Locked(State())
    private let deadline = Deadline()

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - width: The number of closures that run at once if they do not block.
    ///   - deadlines: The timer that reports when closures have waited too long.
    init(width: Int, deadlines: Deadlines) {
        self.width = width
        self.deadlines = deadlines
        deadline.pool = self
    }

    /// Runs a closure, which may block, on a thread of the pool.
    ///
    /// - Complexity: amortized O(1)
    func run(_ work: @escaping Work) {
        carryOut(state.withLock { $0.add(work, width: width) })
    }

    private func carryOut(_ effects: Effects) {
        for queue in effects.queues { queue.async { self.work(on: queue) } }
        guard effects.setsDeadline else { return }
        let now = deadlines.now
        deadlines.set(deadline, at: now + Self.patience, now: now)
    }

    private func work(on queue: DispatchQueue) {
        var hasRun = false
        // Each closure is released before the lock is taken again: releasing it may release a session, whose `deinit`
        // may give the pool work.
        while let next = state.withLock({ $0.takeNext(hasRun: hasRun, queue) }) {
            #if canImport(ObjectiveC)
            autoreleasepool { next() }
            #else
            next()
            #endif
            hasRun = true
        }
    }

    private func addWorkers() { carryOut(state.withLock { $0.addWorkers(limit: max(width, Self.limit)) }) }

    /// The deadline after which threads may be added.
    ///
    /// Unchecked Sendable because the pool is set once, when it is created, and the rest belongs to the deadlines.
    private final class Deadline: DeadlineNode, @unchecked Sendable {
        weak var pool: WorkPool?

        override func deadlineReached() { pool?.addWorkers() }
    }
}

extension WorkPool {
    /// What follows after the lock was released.
    private struct Effects {
        /// The queues on which workers start.
        var queues: [DispatchQueue] = []
        /// Whether the deadline is set. No other thread sets it before it is reached.
        var setsDeadline = false
    }

    private struct State {
        private var waiting: [Work?] = []
        /// The index of the first closure in `waiting` that was not taken.
        private var first = 0
        private var running = 0
        /// The number of closures that have ended.
        private var ended = 0
        /// The value of `ended` when the deadline was set.
        private var endedBefore = 0
        private var isWatched = false
        /// The queues without a worker.
        private var idle: [DispatchQueue] = []

        mutating func add(_ work: @escaping Work, width: Int) -> Effects {
            waiting.append(work)
            if running < width { return Effects(queues: startWorkers(1)) }
            return Effects(setsDeadline: watch())
        }

        private mutating func startWorkers(_ count: Int) -> [DispatchQueue] {
            running += count
            // A serial queue without a target queue gets a thread even if many other threads are busy.
            return (0..<count).map { _ in idle.popLast() ?? DispatchQueue(label: "org.neatline.work") }
        }

        /// Returns the closure that a worker runs next; if there is none, counts the worker as ended and returns `nil`.
        mutating func takeNext(hasRun: Bool, _ queue: DispatchQueue) -> Work? {
            if hasRun { ended += 1 }
            guard first < waiting.count, let next = waiting[first] else {
                running -= 1
                idle.append(queue)
                return nil
            }
            waiting[first] = nil
            first += 1
            if first == waiting.count || first >= 1024 {
                waiting.removeFirst(first)
                first = 0
            }
            return next
        }

        /// Returns whether the deadline is to be set, because it is not.
        private mutating func watch() -> Bool {
            if isWatched { return false }
            isWatched = true
            endedBefore = ended
            return true
        }

        /// The deadline was reached: starts workers if closures wait and none has ended.
        mutating func addWorkers(limit: Int) -> Effects {
            isWatched = false
            let count = waiting.count - first
            guard count > 0 else { return Effects() }
            let queues = ended == endedBefore ? startWorkers(min(running, count, limit - running)) : []
            return Effects(queues: queues, setsDeadline: watch())
        }
    }
}
