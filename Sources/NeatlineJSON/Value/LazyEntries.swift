/// The elements of a changed array, or the names or the values of a changed object.
///
/// The first change of a parsed container takes a walk over its entries and eight bytes for each, or less where
/// `EntryOffsets` computes the positions: until an entry is changed, it is created when it is read, as in a view.
///
/// ```
/// positions       [  12,  ~1,  40,  ~0 ]     positions on the tape, and complements of indexes in `materialized`
/// materialized    [ "x", "y" ]
/// ```
struct LazyEntries<Entry> {
    /// The location of an entry.
    enum Location {
        case tape(Int)
        case materialized(Int)
        /// A container of a partial text that has not ended: the number of those around it.
        case open(Int)
    }

    /// The entries that code has stored; without `positions` these are all entries in their order.
    var materialized: ContiguousArray<Entry>
    private var positions: EntryOffsets?
    /// The unused indexes in `materialized`.
    private var vacant: ContiguousArray<Int> = []
    /// The content of unused indexes.
    private let blank: Entry

    /// Creates entries that are all stored.
    init(_ materialized: ContiguousArray<Entry>, blank: Entry) {
        self.materialized = materialized
        self.blank = blank
    }

    /// Creates entries that are all on the tape.
    init(positions: EntryOffsets, blank: Entry) {
        materialized = []
        self.positions = positions
        self.blank = blank
    }

    /// Becomes those at `entries`, and after them one that grows; all entries must be on the tape.
    mutating func become(_ entries: borrowing EntryOffsets, growing: Int? = nil) {
        assert(materialized.isEmpty)
        positions?.become(entries, growing: growing)
    }

    var count: Int { positions?.count ?? materialized.count }

    @inline(__always)
    subscript(ordinal: Int) -> Location {
        guard let positions else { return .materialized(ordinal) }
        let position = positions[ordinal]
        if position >= 0 { return .tape(position) }
        return EntryOffsets.depth(ofOpen: position).map { .open($0) } ?? .materialized(~position)
    }

    /// Replaces the entry at `ordinal`.
    mutating func replace(_ ordinal: Int, with entry: consuming Entry) {
        switch self[ordinal] {
        case .materialized(let index): materialized[index] = entry
        case .tape, .open:
            let position = add(entry)
            positions?.replace(ordinal, with: position)
        }
    }

    /// Takes the entry at `ordinal` out, so that its only reference is the caller's, until `replace` stores one; nil if
    /// it is on the tape.
    mutating func take(_ ordinal: Int) -> Entry? {
        guard case .materialized(let index) = self[ordinal] else { return nil }
        var entry = blank
        swap(&entry, &materialized[index])
        return entry
    }

    /// - Complexity: O(*n*) in the number of entries after the range and of new ones.
    mutating func replaceSubrange(_ range: Range<Int>, with entries: some Collection<Entry>) {
        if positions == nil {
            materialized.replaceSubrange(range, with: entries)
            return
        }
        for ordinal in range {
            if case .materialized(let index) = self[ordinal] {
                materialized[index] = blank
                vacant.append(index)
            }
        }
        if let entry = entries.first, entries.count == 1, range.isEmpty, range.upperBound == count {
            let position = add(entry)
            positions?.append(position)
        } else {
            let new = entries.map { add($0) }
            positions?.replaceSubrange(range, with: new)
        }
    }

    /// Removes all entries except those at the ordinals, which ascend.
    ///
    /// - Complexity: O(*n*) in the number of ordinals.
    mutating func keep(_ ordinals: some Sequence<Int>) {
        var materialized = ContiguousArray<Entry>()
        var listed = ContiguousArray<Int>()
        for ordinal in ordinals {
            switch self[ordinal] {
            case .tape(let position):
                listed.append(position)
            case .open(let depth):
                listed.append(EntryOffsets.open(depth))
            case .materialized(let index):
                if positions != nil { listed.append(~materialized.count) }
                materialized.append(self.materialized[index])
            }
        }
        self.materialized = materialized
        vacant = []
        if positions != nil { positions = EntryOffsets(listed) }
    }

    mutating func reserveCapacity(_ capacity: Int) {
        if positions == nil { materialized.reserveCapacity(capacity) } else { positions?.reserveCapacity(capacity) }
    }

    /// Stores an entry.
    ///
    /// - Returns: the complement of its index in `materialized`.
    private mutating func add(_ entry: consuming Entry) -> Int {
        if let index = vacant.popLast() {
            materialized[index] = entry
            return ~index
        }
        materialized.append(entry)
        return ~(materialized.count - 1)
    }
}

extension LazyEntries: Sendable where Entry: Sendable {}
