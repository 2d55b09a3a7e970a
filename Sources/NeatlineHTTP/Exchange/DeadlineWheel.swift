/// Something that is to be told when its time is over. At most one deadline at a time.
///
/// Exclusive access to its place is not checked at run time: it is only reached while the lock of the `Deadlines` is held.
class DeadlineNode {
    /// The list it stands in holds it. Nil at the end.
    @exclusivity(unchecked) fileprivate var next: DeadlineNode?
    /// Nil at the beginning. It is in the same list, which holds it.
    @exclusivity(unchecked) fileprivate unowned(unsafe) var previous: DeadlineNode?
    /// The slot it stands in, counted over all levels, or -1.
    @exclusivity(unchecked) fileprivate var slot = -1
    @exclusivity(unchecked) fileprivate var dueTick: UInt64 = 0

    /// Called once for each deadline that is over, on a thread of `Deadlines`' choice, holding no lock.
    func deadlineReached() {}
}

/// Deadlines by the tick they are due at, in seven levels of 64 slots, where a slot of one level is as long as all 64 of
/// the level below: adding, removing and moving one is O(1) whatever the number and the length of the others.
///
/// Each slot is a list through the nodes themselves, so nothing is allocated, and nothing is left of what is removed.
struct DeadlineWheel {
    private static let levels = 7
    /// The longest time to a deadline, in ticks. What is due later is given out then, and finds that it is too early.
    /// It is half of what the levels can hold, so that the other half is left for the ticks that pass: 69 years of
    /// milliseconds.
    static let longest: UInt64 = 1 << (6 * UInt64(levels) - 1)

    /// All deadlines up to it were given out.
    private(set) var tick: UInt64
    private(set) var count = 0
    private var heads = [DeadlineNode?](repeating: nil, count: 64 * levels)
    /// A bit for each slot of a level that is not empty.
    private var used = [UInt64](repeating: 0, count: levels)

    init(tick: UInt64 = 0) { self.tick = tick }

    /// Adds a node that stands in no slot. One that is due already is due at the next tick. O(1)
    mutating func add(_ node: DeadlineNode, at dueTick: UInt64, now: UInt64) {
        // Without deadlines time may pass at once.
        if count == 0 { tick = max(tick, now) }
        node.dueTick = min(max(dueTick, tick + 1), tick + Self.longest)
        place(node)
        count += 1
    }

    /// Removes a node if it stands in a slot. O(1)
    mutating func remove(_ node: DeadlineNode) {
        guard node.slot >= 0 else { return }
        unlink(node)
        count -= 1
    }

    /// When there is something to do at the earliest, or nil. O(1)
    var nextTick: UInt64? {
        for level in 0..<Self.levels where used[level] != 0 {
            let shift = UInt64(6 * level)
            let slot = UInt64(used[level].trailingZeroBitCount)
            return (tick >> (shift + 6)) << (shift + 6) | slot << shift
        }
        return nil
    }

    /// Takes out all that is due until `now`, the earliest first. O(number taken out), amortized
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
        // The highest six bits in which the tick that is due differs from the one that is now say the level.
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

    /// Takes all out. O(number of them)
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
