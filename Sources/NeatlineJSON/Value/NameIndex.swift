/// Finds the members of an object that is not a view by their names.
///
/// It holds no names: callers compare those of members, by their slots.
final class NameIndex {
    /// For each name the slot, plus one, of the member that wins; of a name whose members were all removed, the last
    /// winner's.
    private let table: KeyTable
    /// How many names are in the table, and for how many it has room.
    private var count = 0
    private let capacity: Int
    /// For each slot the one, plus one, of the member of the same name that wins after it; empty while all names differ.
    private var followers: ContiguousArray<UInt32> = []

    init(capacity: Int) {
        self.capacity = capacity
        table = KeyTable(count: capacity)
    }

    init(copying other: NameIndex) {
        table = other.table.copy()
        count = other.count
        capacity = other.capacity
        followers = other.followers
    }

    deinit { table.release() }

    /// Whether the table has no room for a further name.
    var isFull: Bool { count >= capacity }

    /// The slot under `name`, as `isEqual` finds.
    func slot(of name: UnsafeBufferPointer<UInt8>, where isEqual: (Int) -> Bool) -> Int? {
        let found = table.key(hash: table.hash(name)) { isEqual($0 - 1) }
        return found == 0 ? nil : found - 1
    }

    /// Lets the member at `slot` win under `name`.
    ///
    /// - Returns: the slot that was in the table.
    @discardableResult
    func enter(_ slot: Int, name: UnsafeBufferPointer<UInt8>, where isEqual: (Int) -> Bool) -> Int? {
        precondition(slot < UInt32.max, "an object has too many members")
        let old = table.enter(slot + 1, hash: table.hash(name), replaces: true) { isEqual($0 - 1) }
        if old != 0 { return old - 1 }
        count += 1
        return nil
    }

    /// The slot of the member that has the same name and wins after the one at `slot`.
    func follower(of slot: Int) -> Int? {
        guard slot < followers.count, followers[slot] != 0 else { return nil }
        return Int(followers[slot]) - 1
    }

    func setFollower(of slot: Int, _ follower: Int) {
        let missing = Swift.max(slot, follower) + 1 - followers.count
        if missing > 0 { followers.append(contentsOf: repeatElement(0, count: missing)) }
        followers[slot] = UInt32(follower + 1)
    }
}
