internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// Informs nodes when their deadlines are reached.
///
/// Adding and removing a deadline takes a lock and few writes. The timer is set only when a deadline is earlier than
/// all others, so for ten thousand exchanges with the same timeout it is set once.
///
/// The wheel's nodes are accessed only while the lock is held.
final class Deadlines: Sendable {
    /// The shared instance. Its clock stops while the machine sleeps.
    static let shared = Deadlines(clock: { DispatchTime.now().uptimeNanoseconds }, alarm: DispatchAlarm())

    /// The length of a tick in nanoseconds: deadlines are reported up to one tick late, and never early.
    static let tickLength: UInt64 = 1_000_000

    private let clock: @Sendable () -> UInt64
    private let alarm: any DeadlineAlarm
    private let origin: UInt64
    private let state = Locked(State())

    private struct State {
        var wheel = DeadlineWheel()
        /// The time that the alarm is set to.
        var alarmTick: UInt64?
    }

    /// - Parameters:
    ///   - clock: Returns the time in nanoseconds, monotonically.
    ///   - alarm: Calls ``advance()`` at the time that it is set to.
    init(clock: @escaping @Sendable () -> UInt64, alarm: any DeadlineAlarm) {
        self.clock = clock
        self.alarm = alarm
        origin = clock()
        alarm.connect(self)
    }

    deinit { state.withLock { $0.wheel.removeAll() } }

    /// The current time in nanoseconds, by the clock of deadlines.
    var now: UInt64 { clock() }

    /// Converts seconds to nanoseconds: `nil` for no limit if they are NaN or more than a hundred years; 0 if they are
    /// negative.
    static func nanoseconds(_ seconds: TimeInterval) -> UInt64? {
        guard seconds < 100 * 365 * 86_400 else { return nil }
        return seconds > 0 ? UInt64(seconds * 1_000_000_000) : 0
    }

    /// The number of deadlines.
    var count: Int { state.withLock { $0.wheel.count } }

    /// Sets the deadline of a node, which replaces an earlier one.
    ///
    /// - Complexity: O(1)
    func set(_ node: DeadlineNode, at due: UInt64, now: UInt64) {
        let dueTick = (due > origin ? due - origin : 0) / Self.tickLength + 1
        state.withLock { state in
            state.wheel.remove(node)
            state.wheel.add(node, at: dueTick, now: (now - origin) / Self.tickLength)
            setAlarm(&state)
        }
    }

    /// Removes the deadline of a node, if it has one.
    ///
    /// - Complexity: O(1)
    func remove(_ node: DeadlineNode) { state.withLock { $0.wheel.remove(node) } }

    /// Calls a closure after a delay; a delay of more than fifty years is one of fifty.
    ///
    /// - Parameters:
    ///   - seconds: The delay.
    ///   - queue: The queue on which the closure is called.
    ///   - work: The closure.
    /// - Complexity: O(1)
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
        let due = state.withLock { state in
            state.alarmTick = nil
            let due = state.wheel.advance(to: (clock() - origin) / Self.tickLength)
            setAlarm(&state)
            return due
        }
        for node in due { node.deadlineReached() }
    }

    private func setAlarm(_ state: inout State) {
        guard let next = state.wheel.nextTick, next < state.alarmTick ?? .max else { return }
        state.alarmTick = next
        alarm.set(to: origin + next * Self.tickLength)
    }
}

/// An object with a deadline, which is informed when the deadline is reached. It has at most one deadline at a time.
///
/// Exclusive access is not checked at run time: the properties are accessed only while the lock of the `Deadlines` is
/// held.
class DeadlineNode {
    /// The next node in the list, which retains it; `nil` at the end.
    @exclusivity(unchecked) fileprivate var next: DeadlineNode?
    /// The previous node in the list; `nil` at the beginning.
    ///
    /// SAFETY: the list retains the previous node as long as it is in the list.
    @exclusivity(unchecked) fileprivate unowned(unsafe) var previous: DeadlineNode?
    /// The index of the slot that contains the node, over all levels; -1 if none does.
    @exclusivity(unchecked) fileprivate var slot = -1
    @exclusivity(unchecked) fileprivate var dueTick: UInt64 = 0

    /// Called once for each deadline that is reached, on a thread of `Deadlines`, without a lock.
    func deadlineReached() {}
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

/// A hierarchical timing wheel: seven levels of 64 slots, in which a slot of one level covers the time of all 64 slots
/// of the level below. Adding, removing and moving a deadline is O(1), regardless of the number and the distance of the
/// others.
///
/// Each slot is an intrusive list of nodes, so nothing is allocated.
struct DeadlineWheel {
    private static let levels = 7
    /// The longest time to a deadline, in ticks: half of the range of the levels, so that the other half is left for
    /// the ticks that pass; 69 years in milliseconds. A later deadline is returned at that time, and set again.
    static let longest: UInt64 = 1 << (6 * UInt64(levels) - 1)

    /// The tick up to which all deadlines were taken.
    private(set) var tick: UInt64
    private(set) var count = 0
    private var heads = [DeadlineNode?](repeating: nil, count: 64 * levels)
    /// One bit for each slot of a level that is not empty.
    private var used = [UInt64](repeating: 0, count: levels)

    init(tick: UInt64 = 0) { self.tick = tick }

    /// Adds a node that is in no slot. A deadline in the past is reached at the next tick.
    ///
    /// - Complexity: O(1)
    mutating func add(_ node: DeadlineNode, at dueTick: UInt64, now: UInt64) {
        // Without deadlines, the current tick may be skipped to.
        if count == 0 { tick = max(tick, now) }
        node.dueTick = min(max(dueTick, tick + 1), tick + Self.longest)
        insert(node)
        count += 1
    }

    /// Removes a node if it is in a slot.
    ///
    /// - Complexity: O(1)
    mutating func remove(_ node: DeadlineNode) {
        guard node.slot >= 0 else { return }
        unlink(node)
        count -= 1
    }

    /// The earliest tick at which there may be work; `nil` if there are no deadlines.
    ///
    /// - Complexity: O(1)
    var nextTick: UInt64? {
        for level in 0..<Self.levels where used[level] != 0 {
            let shift = UInt64(6 * level)
            let slot = UInt64(used[level].trailingZeroBitCount)
            return (tick >> (shift + 6)) << (shift + 6) | slot << shift
        }
        return nil
    }

    /// Removes and returns all deadlines that are reached at `now`, the earliest first.
    ///
    /// - Complexity: amortized O(*n*), where *n* is the number of removed deadlines.
    mutating func advance(to now: UInt64) -> [DeadlineNode] {
        var due: [DeadlineNode] = []
        while let next = nextTick, next <= now {
            tick = next
            let level = used.firstIndex { $0 != 0 } ?? 0
            let slot = level * 64 + used[level].trailingZeroBitCount
            while let node = heads[slot] {
                unlink(node)
                if node.dueTick <= tick {
                    count -= 1
                    due.append(node)
                } else {
                    insert(node)
                }
            }
        }
        tick = max(tick, now)
        return due
    }

    private mutating func insert(_ node: DeadlineNode) {
        // The level follows from the highest six bits in which the deadline's tick differs from the current one.
        let level = (63 - (node.dueTick ^ tick).leadingZeroBitCount) / 6
        let index = Int((node.dueTick >> UInt64(6 * level)) & 63)
        link(node, slot: level * 64 + index)
    }

    private mutating func link(_ node: DeadlineNode, slot: Int) {
        node.slot = slot
        node.previous = nil
        node.next = heads[slot]
        heads[slot]?.previous = node
        heads[slot] = node
        used[slot / 64] |= 1 << UInt64(slot % 64)
    }

    /// Removes and returns all deadlines.
    ///
    /// - Complexity: O(*n*)
    mutating func removeAll() {
        for slot in heads.indices {
            while let node = heads[slot] { unlink(node) }
        }
        count = 0
    }

    private mutating func unlink(_ node: DeadlineNode) {
        let slot = node.slot
        if let previous = node.previous {
            previous.next = node.next
        } else {
            heads[slot] = node.next
            if node.next == nil { used[slot / 64] &= ~(1 << UInt64(slot % 64)) }
        }
        node.next?.previous = node.previous
        node.next = nil
        node.previous = nil
        node.slot = -1
    }
}
