internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

/// Watches the time for all that must end by itself.
///
/// Adding and removing a deadline takes a lock and some writes; the timer is set only when a deadline is earlier than
/// all that were there, so ten thousand exchanges with the same time limit set it once.
///
/// Unchecked Sendable, because the wheel and the nodes' places in it are only reached while the lock is held.
final class Deadlines: @unchecked Sendable {
    /// By the system's clock that does not go while the machine sleeps.
    static let shared = Deadlines(clock: { DispatchTime.now().uptimeNanoseconds }, alarm: DispatchAlarm())

    /// Nanoseconds of a tick: deadlines are told up to one of them late, and never early.
    static let tickLength: UInt64 = 1_000_000

    private let clock: @Sendable () -> UInt64
    private let alarm: any DeadlineAlarm
    private let origin: UInt64
    private let lock = Lock()
    @exclusivity(unchecked) private var wheel = DeadlineWheel()
    /// What the alarm is set to.
    private var alarmTick: UInt64?

    /// - Parameters:
    ///   - clock: Nanoseconds that never go back.
    ///   - alarm: Calls ``advance()`` when it goes off.
    init(clock: @escaping @Sendable () -> UInt64, alarm: any DeadlineAlarm) {
        self.clock = clock
        self.alarm = alarm
        origin = clock()
        alarm.connect(self)
    }

    deinit { wheel.removeAll() }

    /// Nanoseconds now, of the clock by which deadlines are given.
    var now: UInt64 { clock() }

    /// How many deadlines there are.
    var count: Int { lock.withLock { wheel.count } }

    /// Sets the node's deadline, in place of one that it has. O(1)
    func set(_ node: DeadlineNode, at due: UInt64, now: UInt64) {
        let dueTick = (due > origin ? due - origin : 0) / Self.tickLength + 1
        lock.lock()
        wheel.remove(node)
        wheel.add(node, at: dueTick, now: (now - origin) / Self.tickLength)
        setAlarm()
        lock.unlock()
    }

    /// Removes the node's deadline if it has one. O(1)
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

    /// Tells all whose time is over.
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

/// Calls `Deadlines.advance()` at a time, or later.
protocol DeadlineAlarm: Sendable {
    /// Called once, before all else.
    func connect(_ deadlines: Deadlines)
    /// In place of the time that was set before.
    func set(to nanoseconds: UInt64)
}

/// An alarm by one timer of Dispatch, made when it is first set.
///
/// Unchecked Sendable, because `connect` is called before others know of it, and `set` by one thread at a time.
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
