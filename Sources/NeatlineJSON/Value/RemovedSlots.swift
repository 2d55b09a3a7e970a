/// The slots of an object's storage whose members were removed.
///
/// Slots keep their numbers when others are removed, so a removal moves no member. A Fenwick tree finds the slot of the
/// member with a given number.
///
/// ```
/// words   a bit for each slot, set if its member was removed; slots after the last word are in use
/// sums    sums[i]: how many bits are set in the words up to i - 1, as many of them as i's lowest bit says
/// ```
struct RemovedSlots: Sendable {
    /// The number of words is a power of two, or 0.
    private var words: ContiguousArray<UInt64> = []
    private var sums: ContiguousArray<Int> = []
    /// The number of removed slots.
    private(set) var count = 0

    private static let wordSize = UInt64.bitWidth

    func contains(_ slot: Int) -> Bool {
        let word = slot / RemovedSlots.wordSize
        return word < words.count && words[word] & RemovedSlots.bit(slot) != 0
    }

    /// Inserts a slot, unless it is in the set.
    ///
    /// - Complexity: amortized O(log slots).
    mutating func insert(_ slot: Int) {
        let word = slot / RemovedSlots.wordSize
        if word >= words.count { grow(to: word + 1) }
        if words[word] & RemovedSlots.bit(slot) != 0 { return }
        words[word] |= RemovedSlots.bit(slot)
        count += 1
        var node = word + 1
        while node < sums.count {
            sums[node] += 1
            node += node & -node
        }
    }

    /// Returns the first slot in use from `slot` on, which may be after the last one.
    func firstInUse(from slot: Int) -> Int {
        var word = slot / RemovedSlots.wordSize
        if word >= words.count { return slot }
        var inUse = ~words[word] & (.max << UInt64(slot % RemovedSlots.wordSize))
        while inUse == 0 {
            word += 1
            if word == words.count { return word * RemovedSlots.wordSize }
            inUse = ~words[word]
        }
        return word * RemovedSlots.wordSize + inUse.trailingZeroBitCount
    }

    /// Returns the slot in use that `ordinal` others in use precede.
    ///
    /// - Complexity: O(log slots); O(1) if none is removed.
    func slotInUse(_ ordinal: Int) -> Int {
        if count == 0 { return ordinal }
        // Skips words that have no more slots in use than remain.
        var word = 0
        var rest = ordinal
        var step = words.count
        while step > 0 {
            if word + step < sums.count {
                let inUse = step * RemovedSlots.wordSize - sums[word + step]
                if inUse <= rest {
                    word += step
                    rest -= inUse
                }
            }
            step /= 2
        }
        if word == words.count { return word * RemovedSlots.wordSize + rest }
        var inUse = ~words[word]
        for _ in 0..<rest { inUse &= inUse - 1 }
        assert(inUse != 0, "a word that was not passed has the slot")
        return word * RemovedSlots.wordSize + inUse.trailingZeroBitCount
    }

    private static func bit(_ slot: Int) -> UInt64 { 1 << UInt64(slot % wordSize) }

    private mutating func grow(to wanted: Int) {
        let size = 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
        words.append(contentsOf: repeatElement(0, count: size - words.count))
        sums = ContiguousArray(repeating: 0, count: size + 1)
        for node in 1...size {
            sums[node] += words[node - 1].nonzeroBitCount
            let parent = node + (node & -node)
            if parent <= size { sums[parent] += sums[node] }
        }
    }
}
