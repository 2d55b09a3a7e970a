/// Finds the members of a changed object by their names.
///
/// It contains no names: callers compare those of members, by their slots.
final class NameIndex {
    /// For each name, one plus the slot of the effective member; if all members of the name were removed, one plus the
    /// slot of the last effective one.
    private let table: KeyTable
    /// The number of names in the table, and its capacity.
    private var count = 0
    private let capacity: Int
    /// For each slot, one plus the slot of the next member of the same name by precedence; empty while all names
    /// differ.
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

    /// Whether the table is full.
    var isFull: Bool { count >= capacity }

    /// Returns the slot under `name`, using `isEqual` to compare.
    func slot(of name: UnsafeBufferPointer<UInt8>, where isEqual: (Int) -> Bool) -> Int? {
        let found = table.key(hash: table.hash(name)) { isEqual($0 - 1) }
        return found == 0 ? nil : found - 1
    }

    /// Makes the member at `slot` the effective one of `name`.
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

    /// Returns the slot of the member of the same name that becomes effective after the one at `slot`.
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
