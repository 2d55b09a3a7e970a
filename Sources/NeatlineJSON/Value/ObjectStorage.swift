import Synchronization

/// The members of an object that code has built or changed.
///
/// Each member has a slot. Removing members leaves the slots of others unchanged, until more than half are empty; so a
/// slot is not the number of a member, which only `slot(ofMember:)` accepts.
///
/// Unchecked Sendable because names and values are changed only through a uniquely referenced storage, and the index is
/// published atomically and afterwards changed only in that way too.
@usableFromInline
final class ObjectStorage: @unchecked Sendable {
    /// The document of the names and values that are parsed and unchanged.
    ///
    /// SAFETY, here and below: accesses do not overlap: only a storage that nothing else refers to is changed in place, and its
    /// methods call no code of others. A check at run time would be done for each member that is read.
    @exclusivity(unchecked)
    private(set) var document: Document?
    /// Whether the first of several members with one name is the effective one, instead of the last.
    let firstMemberWins: Bool
    /// One for each of `values`. The names of removed members remain, because the index may compare them.
    @exclusivity(unchecked)
    private var names: LazyEntries<String>
    @exclusivity(unchecked)
    private var values: LazyEntries<JSON>
    @exclusivity(unchecked)
    private var removed = RemovedSlots()
    /// A retained `NameIndex`; built by the first lookup among many members.
    private let index = Atomic<UnsafeRawPointer?>(nil)

    /// From this number of slots on, lookup uses an index, and slots of removed members are reused only by compaction.
    private static let indexThreshold = 16

    /// Replaces a storage that is being changed; never changed itself.
    static let placeholder = ObjectStorage([], [])

    init(_ names: ContiguousArray<String>, _ values: ContiguousArray<JSON>, firstMemberWins: Bool = false) {
        document = nil
        self.firstMemberWins = firstMemberWins
        self.names = LazyEntries(names, blank: "")
        self.values = LazyEntries(values, blank: .null)
    }

    /// Creates a storage with the members of the object at `object`, all of which remain on the tape.
    ///
    /// - Complexity: O(count) at most, see `EntryOffsets`.
    convenience init(_ document: Document, _ object: Int) {
        self.init(document, document.memberPositions(ofObjectAt: object))
    }

    /// Creates a storage with the members at the given positions in `document`.
    init(_ document: Document, _ positions: (keys: EntryOffsets, values: EntryOffsets)) {
        self.document = document
        firstMemberWins = document.firstMemberWins
        names = LazyEntries(positions: positions.keys, blank: "")
        values = LazyEntries(positions: positions.values, blank: .null)
    }

    /// Whether nothing else refers to the object of its document.
    func hasUniqueDocument() -> Bool { document?.isUnique() ?? false }

    /// Becomes the object with the members at the given positions, and after them the value of one that grows; all must be on
    /// the tape.
    func become(_ positions: (keys: EntryOffsets, values: EntryOffsets), growing: Int?) {
        dropIndex()
        names.become(positions.keys)
        values.become(positions.values, growing: growing)
    }

    private init(copying other: ObjectStorage) {
        document = other.document
        firstMemberWins = other.firstMemberWins
        names = other.names
        values = other.values
        removed = other.removed
        if let built = other.builtIndex { publish(NameIndex(copying: built)) }
    }

    deinit {
        Teardown.release(&values.materialized)
        dropIndex()
    }

    /// Returns a storage with the same members.
    ///
    /// - Complexity: O(1), or O(count) if there is an index; the first change of one of the two is O(count).
    func copy() -> ObjectStorage { ObjectStorage(copying: self) }

    /// The number of members.
    var count: Int { slotCount - removed.count }

    /// The number of slots, including those of removed members.
    var slotCount: Int { values.count }

    /// Whether members were removed and their slots remain.
    var hasRemovedSlots: Bool { removed.count > 0 }

    /// The slots in use, in order.
    var slots: some Sequence<Int> { (0..<slotCount).lazy.filter { [removed] in !removed.contains($0) } }

    /// Returns the slot of the member with a number, which must be in range.
    ///
    /// - Complexity: O(1), or O(log count) after members were removed.
    func slot(ofMember ordinal: Int) -> Int {
        precondition(ordinal >= 0 && ordinal < count, "JSONObject index is out of range")
        return removed.slotInUse(ordinal)
    }

    /// Returns the first slot in use from `slot` on; `slotCount` or more if there is none.
    func firstSlot(from slot: Int) -> Int { removed.firstInUse(from: slot) }

    /// The position of a name, or of a value, on the tape; nil if code has stored it.
    func namePosition(_ slot: Int) -> Int? {
        if case .tape(let position) = names[slot] { return position }
        return nil
    }

    func valuePosition(_ slot: Int) -> Int? {
        if case .tape(let position) = values[slot] { return position }
        return nil
    }

    subscript(slot: Int) -> (key: String, value: JSON) { (name(slot), value(slot)) }

    func name(_ slot: Int) -> String {
        switch names[slot] {
        case .materialized(let index): return names.materialized[index]
        case .tape(let position), .open(let position):
            // A name is not open. SAFETY: only storages with a document have entries on a tape.
            return document.unsafelyUnwrapped.string(position)
        }
    }

    func value(_ slot: Int) -> JSON {
        switch values[slot] {
        case .materialized(let index): return values.materialized[index]
        case .tape(let position):
            // SAFETY: as in `name`.
            return JSON(document.unsafelyUnwrapped, position)
        case .open(let depth): return JSON(document.unsafelyUnwrapped, openAt: depth)
        }
    }

    /// Calls `body` with the bytes of the name.
    func withName<Value>(_ slot: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        switch names[slot] {
        case .materialized(let index): return names.materialized[index].withName(body)
        case .tape(let position), .open(let position):
            // SAFETY: as in `name`; `self` retains the document.
            return document.unsafelyUnwrapped.withDecodedText(position, body)
        }
    }

    private func name(_ slot: Int, equals name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch names[slot] {
        case .materialized(let index):
            return names.materialized[index].withName {
                $0.count == name.count && equalBytes($0.baseAddress, name.baseAddress, name.count)
            }
        case .tape(let position), .open(let position):
            // SAFETY: as in `name`.
            return document.unsafelyUnwrapped.key(position, equals: name)
        }
    }
}

// MARK: Lookup

extension ObjectStorage {
    /// Returns the slot of the effective member with a name.
    ///
    /// - Complexity: O(count) up to 15 members and for the first lookup among more, otherwise O(1).
    func slot(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        if slotCount < ObjectStorage.indexThreshold {
            let slots = 0..<slotCount
            return firstMemberWins
                ? slots.first { self.name($0, equals: name) } : slots.last { self.name($0, equals: name) }
        }
        let found = (builtIndex ?? buildIndex()).slot(of: name) { self.name($0, equals: name) }
        if let found, removed.contains(found) { return nil }
        return found
    }

    /// Returns whether the member at the slot is the effective one of its name.
    func isEffective(_ slot: Int) -> Bool { withName(slot) { self.slot(of: $0) } == slot }

    private var builtIndex: NameIndex? {
        index.load(ordering: .acquiring).map { Unmanaged<NameIndex>.fromOpaque($0).takeUnretainedValue() }
    }

    private func buildIndex() -> NameIndex {
        let built = NameIndex(capacity: count + count / 2)
        // Of equal names the last one entered becomes effective.
        for step in 0..<slotCount {
            let slot = firstMemberWins ? slotCount - 1 - step : step
            if removed.contains(slot) { continue }
            withName(slot) { name in
                let other = built.enter(slot, name: name) { self.name($0, equals: name) }
                if let other { built.setFollower(of: slot, other) }
            }
        }
        return publish(built)
    }

    /// - Returns: `built`, or the index that another thread has published first.
    @discardableResult
    private func publish(_ built: NameIndex) -> NameIndex {
        let mine = Unmanaged.passRetained(built)
        let (stored, other) = index.compareExchange(
            expected: nil, desired: UnsafeRawPointer(mine.toOpaque()), ordering: .acquiringAndReleasing)
        guard !stored, let other else { return built }
        mine.release()
        return Unmanaged<NameIndex>.fromOpaque(other).takeUnretainedValue()
    }

    private func dropIndex() {
        guard let built = index.exchange(nil, ordering: .acquiringAndReleasing) else { return }
        Unmanaged<NameIndex>.fromOpaque(built).release()
    }
}

// MARK: Changing, which requires a unique reference

extension ObjectStorage {
    /// Takes the value out, so that its only reference is the caller's, until `replace` stores one.
    func take(_ slot: Int) -> JSON { values.take(slot) ?? value(slot) }

    func replace(_ slot: Int, with value: consuming JSON) { values.replace(slot, with: value) }

    /// Appends a member with a new name.
    func append(_ name: String, _ value: consuming JSON) {
        let slot = slotCount
        names.replaceSubrange(slot..<slot, with: CollectionOfOne(name))
        values.replaceSubrange(slot..<slot, with: CollectionOfOne(value))
        guard let built = builtIndex else { return }
        if built.isFull {
            dropIndex()
        } else {
            name.withName { bytes in _ = built.enter(slot, name: bytes) { self.name($0, equals: bytes) } }
        }
    }

    /// Removes all members with the name of the effective member at `effective`.
    ///
    /// - Returns: its value.
    /// - Complexity: amortized O(members removed), and O(count) for the first lookup.
    func removeAll(namedAs effective: Int) -> JSON {
        let value = take(effective)
        if slotCount < ObjectStorage.indexThreshold {
            name(effective).withName { name in
                for slot in (0..<slotCount).reversed() where self.name(slot, equals: name) { close(slot) }
            }
            return value
        }
        let index = builtIndex ?? buildIndex()
        var slot: Int? = effective
        while let removed = slot {
            discard(removed)
            slot = index.follower(of: removed)
        }
        closeIfSparse()
        return value
    }

    /// Removes the member at the slot; others with its name remain.
    ///
    /// - Complexity: amortized O(log count).
    func remove(_ slot: Int) {
        if slotCount < ObjectStorage.indexThreshold {
            close(slot)
            return
        }
        discard(slot)
        if let index = builtIndex { handOver(slot, in: index) }
        closeIfSparse()
    }

    /// Makes the next member of the name effective, if the one at the slot, which was removed, was.
    private func handOver(_ slot: Int, in index: NameIndex) {
        withName(slot) { name in
            guard index.slot(of: name, where: { self.name($0, equals: name) }) == slot else { return }
            var next = index.follower(of: slot)
            while let follower = next, removed.contains(follower) { next = index.follower(of: follower) }
            if let next { index.enter(next, name: name) { self.name($0, equals: name) } }
        }
    }

    /// Marks the slot as removed, and releases its value.
    private func discard(_ slot: Int) {
        removed.insert(slot)
        _ = values.take(slot)
    }

    /// Removes a slot immediately: for objects of few members.
    private func close(_ slot: Int) {
        dropIndex()
        names.replaceSubrange(slot..<slot + 1, with: EmptyCollection())
        values.replaceSubrange(slot..<slot + 1, with: EmptyCollection())
    }

    /// Renumbers the slots if more than half are unused.
    private func closeIfSparse() {
        if removed.count <= slotCount / 2 { return }
        dropIndex()
        names.keep(slots)
        values.keep(slots)
        removed = RemovedSlots()
    }

    func reserveCapacity(_ capacity: Int) {
        names.reserveCapacity(capacity)
        values.reserveCapacity(capacity)
    }
}

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
