internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

#if canImport(ObjectiveC)
internal import ObjectiveC
#endif

/// Runs closures that may take long or block, such as serializers, on threads that nothing else needs.
///
/// As many closures run at once as there are processors. While more wait and none of those that run ends, the number of
/// threads is doubled every ``patience``, up to ``limit``: so closures that block, which take no processor's time, keep
/// the others waiting for a moment only. A concurrent queue of Dispatch adds one thread a second.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class WorkPool: @unchecked Sendable {
    typealias Work = @Sendable () -> Void

    /// For all sessions.
    static let shared = WorkPool(width: ProcessInfo.processInfo.activeProcessorCount, deadlines: .shared)

    /// Closures that run at once at most.
    static let limit = 128
    /// Nanoseconds that closures wait for others before there are more threads.
    static let patience: UInt64 = 10_000_000

    private let width: Int
    private let deadlines: Deadlines
    private let lock = Lock()
    private var waiting: [Work?] = []
    /// Closures before this one were taken.
    private var first = 0
    private var running = 0
    /// Counts the closures that have ended.
    private var ended = 0
    /// How many had ended when the deadline was set.
    private var endedBefore = 0
    private var isWatched = false
    /// Queues whose worker has ended.
    private var idle: [DispatchQueue] = []
    private lazy var deadline = Deadline(self)

    /// - Parameters:
    ///   - width: How many closures run at once if they do not block.
    ///   - deadlines: Tells when closures have waited too long.
    init(width: Int, deadlines: Deadlines) {
        self.width = width
        self.deadlines = deadlines
    }

    /// Runs a closure, which may block, on a thread of the pool's. O(1), amortised
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
            // A serial queue without a target gets a thread however many others are busy.
            let queue = idle.popLast() ?? DispatchQueue(label: "org.neatline.work")
            queue.async { self.work(on: queue) }
        }
    }

    private func work(on queue: DispatchQueue) {
        var hasRun = false
        // Each closure is released before the lock is taken again: with it a session may go, whose end gives the pool work.
        while let next = lock.withLock({ takeNext(hasRun: hasRun, queue) }) {
            #if canImport(ObjectiveC)
            autoreleasepool { next() }
            #else
            next()
            #endif
            hasRun = true
        }
    }

    /// The closure that a worker runs next. Without one the worker is counted out.
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

    /// Looks again when somebody has waited too long. Called with the lock held.
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
