internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

#if canImport(ObjectiveC)
internal import ObjectiveC
#endif

/// A thread pool for closures that may take long or block, such as serializers.
///
/// As many closures run at once as there are processors. If closures wait and none of the running ones ends, the number
/// of threads is doubled every ``patience`` nanoseconds, up to ``limit``. So closures that block, and need no
/// processor, delay the others only briefly. A concurrent queue of Dispatch would add only one thread a second.
///
/// Unchecked Sendable because the state is accessed only while the lock is held.
final class WorkPool: @unchecked Sendable {
    typealias Work = @Sendable () -> Void

    /// The pool of all sessions.
    static let shared = WorkPool(width: ProcessInfo.processInfo.activeProcessorCount, deadlines: .shared)

    /// The maximum number of closures that run at once.
    static let limit = 128
    /// The time, in nanoseconds, after which threads are added if closures wait and none has ended.
    static let patience: UInt64 = 10_000_000

    private let width: Int
    private let deadlines: Deadlines
    private let lock = Lock()
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
    private lazy var deadline = Deadline(self)

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - width: The number of closures that run at once if they do not block.
    ///   - deadlines: The timer that reports when closures have waited too long.
    init(width: Int, deadlines: Deadlines) {
        self.width = width
        self.deadlines = deadlines
    }

    /// Runs a closure, which may block, on a thread of the pool.
    ///
    /// - Complexity: amortized O(1)
    func run(_ work: @escaping Work) {
        lock.lock()
        waiting.append(work)
        if running < width {
            startWorkers(1)
        } else if !isWatched {
            watch()
        }
        lock.unlock()
    }

    /// Called with the lock held.
    private func startWorkers(_ count: Int) {
        for _ in 0..<count {
            running += 1
            // A serial queue without a target queue gets a thread even if many other threads are busy.
            let queue = idle.popLast() ?? DispatchQueue(label: "org.neatline.work")
            queue.async { self.work(on: queue) }
        }
    }

    private func work(on queue: DispatchQueue) {
        var hasRun = false
        // Each closure is released before the lock is taken again: releasing it may release a session, whose `deinit`
        // may give the pool work.
        while let next = lock.withLock({ takeNext(hasRun: hasRun, queue) }) {
            #if canImport(ObjectiveC)
            autoreleasepool { next() }
            #else
            next()
            #endif
            hasRun = true
        }
    }

    /// Returns the closure that a worker runs next; if there is none, counts the worker as ended and returns `nil`.
    ///
    /// Called with the lock held.
    private func takeNext(hasRun: Bool, _ queue: DispatchQueue) -> Work? {
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

    // MARK: - Time

    private final class Deadline: DeadlineNode {
        private unowned let pool: WorkPool

        init(_ pool: WorkPool) { self.pool = pool }

        override func deadlineReached() { pool.addWorkers() }
    }

    /// Sets the deadline after which threads may be added. Called with the lock held.
    private func watch() {
        isWatched = true
        endedBefore = ended
        let now = deadlines.now
        deadlines.set(deadline, at: now + Self.patience, now: now)
    }

    private func addWorkers() {
        lock.lock()
        defer { lock.unlock() }
        isWatched = false
        let count = waiting.count - first
        guard count > 0 else { return }
        if ended == endedBefore { startWorkers(min(running, count, Self.limit - running)) }
        watch()
    }
}
