import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Removed slots")
struct RemovedSlotsTests {
    @Test("Slots in use are found by their numbers and one after the other", arguments: [1, 63, 64, 65, 1_000])
    func model(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        var removed = RemovedSlots()
        var slots = Array(0..<count)
        expectEqual(removed.firstInUse(from: 3), 3)
        expectEqual(removed.slotInUse(count), count)
        while !slots.isEmpty {
            let ordinal = Int.random(in: slots.indices, using: &random)
            removed.insert(slots[ordinal])
            removed.insert(slots[ordinal])
            slots.remove(at: ordinal)
            expectEqual(removed.count, count - slots.count)
            // Those behind the last slot that the set knows of are in use.
            let inUse = slots + [count, count + 1, count + 200]
            if slots.count % 7 == 0 || slots.count < 70 {
                expect(inUse.indices.dropLast().allSatisfy { removed.slotInUse($0) == inUse[$0] })
            }
            let slot = Int.random(in: 0...count, using: &random)
            expectEqual(removed.firstInUse(from: slot), inUse.first { $0 >= slot })
            expectEqual(removed.contains(slot), !inUse.contains(slot))
        }
    }

    @Test("Slots removed from either end", arguments: [false, true])
    func ends(isReversed: Bool) {
        var removed = RemovedSlots()
        for step in 0..<300 {
            removed.insert(isReversed ? 299 - step : step)
            expectEqual(removed.firstInUse(from: 0), isReversed && step < 299 ? 0 : isReversed ? 300 : step + 1)
            expectEqual(removed.slotInUse(0), removed.firstInUse(from: 0))
            expectEqual(removed.slotInUse(299 - step), 300)
        }
    }
}
