/// Finds the members of an object that is not a view by their names: an open-addressed table of their numbers.
///
/// It holds no names; whoever asks compares them.
final class NameIndex {
    /// 0 where nothing stands, -1 where something was removed, otherwise a member's number plus one.
    private var table: [Int]
    /// Places that are not 0.
    private var used = 0

    private static let removed = -1
    private let hash = KeyHash.ofProcess

    init(capacity: Int) {
        table = [Int](repeating: 0, count: NameIndex.size(capacity + capacity / 2))
    }

    /// A power of two that leaves at least a third empty.
    private static func size(_ count: Int) -> Int {
        let wanted = count + count / 2 + 1
        return 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    }

    init(copying other: NameIndex) {
        table = other.table
        used = other.used
    }

    /// Whether the table has no room for a further name.
    var isFull: Bool { used >= table.count - table.count / 4 }

    /// The number of the member that wins under `name`, as `isEqual` finds.
    func ordinal(of name: UnsafeBufferPointer<UInt8>, where isEqual: (Int) -> Bool) -> Int? {
        let place = find(name, where: isEqual)
        return table[place] > 0 ? table[place] - 1 : nil
    }

    /// Enters a member; if its name is there already, it takes that member's place if `replaces`.
    func insert(
        _ ordinal: Int, name: UnsafeBufferPointer<UInt8>, replaces: Bool, where isEqual: (Int) -> Bool
    ) {
        let place = find(name, where: isEqual)
        if table[place] == 0 { used += 1 } else if !replaces { return }
        table[place] = ordinal + 1
    }

    /// Removes the member, whose number those after it take over.
    ///
    /// - Complexity: O(count).
    func remove(_ ordinal: Int) {
        for place in table.indices {
            if table[place] == ordinal + 1 {
                table[place] = NameIndex.removed
            } else if table[place] > ordinal + 1 {
                table[place] -= 1
            }
        }
    }

    /// Counts the members after `ordinal`, which is not in the table, one lower.
    ///
    /// - Complexity: O(count).
    func close(_ ordinal: Int) {
        for place in table.indices where table[place] > ordinal + 1 { table[place] -= 1 }
    }

    /// The place of the member, or the empty one where the search for it ends.
    private func find(_ name: UnsafeBufferPointer<UInt8>, where isEqual: (Int) -> Bool) -> Int {
        let mask = table.count - 1
        var place = Int(truncatingIfNeeded: hash(name)) & mask
        while table[place] != 0 {
            if table[place] > 0, isEqual(table[place] - 1) { return place }
            place = (place + 1) & mask
        }
        return place
    }
}
