/// An object with a deadline, which is informed when the deadline is reached. It has at most one deadline at a time.
///
/// Exclusive access is not checked at run time: the properties are accessed only while the lock of the `Deadlines` is
/// held.
class DeadlineNode {
    /// The next node in the list, which retains it; `nil` at the end.
    @exclusivity(unchecked) fileprivate var next: DeadlineNode?
    /// The previous node in the list, which is retained by the list; `nil` at the beginning.
    @exclusivity(unchecked) fileprivate unowned(unsafe) var previous: DeadlineNode?
    /// The index of the slot that contains the node, over all levels; -1 if none does.
    @exclusivity(unchecked) fileprivate var slot = -1
    @exclusivity(unchecked) fileprivate var dueTick: UInt64 = 0

    /// Called once for each deadline that is reached, on a thread of `Deadlines`, without a lock.
    func deadlineReached() {}
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
        place(node)
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
                    place(node)
                }
            }
        }
        tick = max(tick, now)
        return due
    }

    private mutating func place(_ node: DeadlineNode) {
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
