internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

/// Informs nodes when their deadlines are reached.
///
/// Adding and removing a deadline takes a lock and few writes. The timer is set only when a deadline is earlier than
/// all others, so for ten thousand exchanges with the same timeout it is set once.
///
/// Unchecked Sendable because the wheel and its nodes are accessed only while the lock is held.
final class Deadlines: @unchecked Sendable {
    /// The shared instance. Its clock stops while the machine sleeps.
    static let shared = Deadlines(clock: { DispatchTime.now().uptimeNanoseconds }, alarm: DispatchAlarm())

    /// The length of a tick in nanoseconds: deadlines are reported up to one tick late, and never early.
    static let tickLength: UInt64 = 1_000_000

    private let clock: @Sendable () -> UInt64
    private let alarm: any DeadlineAlarm
    private let origin: UInt64
    private let lock = Lock()
    @exclusivity(unchecked) private var wheel = DeadlineWheel()
    /// The time that the alarm is set to.
    private var alarmTick: UInt64?

    /// - Parameters:
    ///   - clock: Returns the time in nanoseconds, monotonically.
    ///   - alarm: Calls ``advance()`` at the time that it is set to.
    init(clock: @escaping @Sendable () -> UInt64, alarm: any DeadlineAlarm) {
        self.clock = clock
        self.alarm = alarm
        origin = clock()
        alarm.connect(self)
    }

    deinit { wheel.removeAll() }

    /// The current time in nanoseconds, by the clock of deadlines.
    var now: UInt64 { clock() }

    /// The number of deadlines.
    var count: Int { lock.withLock { wheel.count } }

    /// Sets the deadline of a node, which replaces an earlier one.
    ///
    /// - Complexity: O(1)
    func set(_ node: DeadlineNode, at due: UInt64, now: UInt64) {
        let dueTick = (due > origin ? due - origin : 0) / Self.tickLength + 1
        lock.lock()
        wheel.remove(node)
        wheel.add(node, at: dueTick, now: (now - origin) / Self.tickLength)
        setAlarm()
        lock.unlock()
    }

    /// Removes the deadline of a node, if it has one.
    ///
    /// - Complexity: O(1)
    func remove(_ node: DeadlineNode) {
        lock.lock()
        wheel.remove(node)
        lock.unlock()
    }

    /// Calls `work` on `queue` when `seconds` are over; a delay of more than fifty years is one of fifty. O(1)
    func call(after seconds: Double, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
        let delay = seconds > 0 ? min(seconds, 50 * 365 * 24 * 3600) : 0
        let now = now
        set(DelayedCall(queue, work), at: now + UInt64(delay * 1e9), now: now)
    }

    private final class DelayedCall: DeadlineNode {
        private let queue: DispatchQueue
        private let work: @Sendable () -> Void

        init(_ queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
            self.queue = queue
            self.work = work
        }

        override func deadlineReached() { queue.async(execute: work) }
    }

    /// Informs all nodes whose deadlines are reached.
    func advance() {
        lock.lock()
        alarmTick = nil
        let due = wheel.advance(to: (clock() - origin) / Self.tickLength)
        setAlarm()
        lock.unlock()
        for node in due { node.deadlineReached() }
    }

    private func setAlarm() {
        guard let next = wheel.nextTick, next < alarmTick ?? .max else { return }
        alarmTick = next
        alarm.set(to: origin + next * Self.tickLength)
    }
}

/// A timer that calls `Deadlines.advance()` at a time, or later.
protocol DeadlineAlarm: Sendable {
    /// Connects the alarm to its deadlines. Called once, before all other functions.
    func connect(_ deadlines: Deadlines)
    /// Sets the time, which replaces the earlier one.
    func set(to nanoseconds: UInt64)
}

/// An alarm with one Dispatch timer, created when it is first set.
///
/// Unchecked Sendable because `connect` is called before the object is shared, and `set` by one thread at a time.
private final class DispatchAlarm: DeadlineAlarm, @unchecked Sendable {
    private weak var deadlines: Deadlines?
    private var timer: (any DispatchSourceTimer)?

    func connect(_ deadlines: Deadlines) { self.deadlines = deadlines }

    func set(to nanoseconds: UInt64) {
        if let timer {
            timer.schedule(deadline: DispatchTime(uptimeNanoseconds: nanoseconds), leeway: .nanoseconds(0))
            return
        }
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "neatline.deadlines"))
        timer.setEventHandler { [weak deadlines] in deadlines?.advance() }
        timer.schedule(deadline: DispatchTime(uptimeNanoseconds: nanoseconds), leeway: .nanoseconds(0))
        timer.activate()
        self.timer = timer
    }
}
