/// The elements of a changed array, or the names or the values of a changed object.
///
/// The first change of a parsed container takes a walk over its entries and eight bytes for each, or less where
/// `EntryOffsets` computes the positions: until an entry is changed, it is created when it is read, as in a view.
///
/// ```
/// places  [  12,  ~1,  40,  ~0 ]     positions on the tape, and complements of positions in `made`
/// made    [ "x", "y" ]
/// ```
struct LazyEntries<Made> {
    /// The location of an entry.
    enum Place {
        case tape(Int)
        case made(Int)
    }

    /// The entries that code has stored; without `places` these are all entries in their order.
    var made: ContiguousArray<Made>
    private var places: EntryOffsets?
    /// The unused positions in `made`.
    private var vacant: ContiguousArray<Int> = []
    /// The content of vacant positions.
    private let blank: Made

    /// Creates entries that are all stored.
    init(_ made: ContiguousArray<Made>, blank: Made) {
        self.made = made
        self.blank = blank
    }

    /// Creates entries that are all on the tape.
    init(places: EntryOffsets, blank: Made) {
        made = []
        self.places = places
        self.blank = blank
    }

    var count: Int { places?.count ?? made.count }

    @inline(__always)
    subscript(ordinal: Int) -> Place {
        guard let places else { return .made(ordinal) }
        let place = places[ordinal]
        return place < 0 ? .made(~place) : .tape(place)
    }

    /// Replaces the entry at `ordinal`.
    mutating func replace(_ ordinal: Int, with entry: consuming Made) {
        switch self[ordinal] {
        case .made(let position): made[position] = entry
        case .tape:
            let place = add(entry)
            places?.replace(ordinal, with: place)
        }
    }

    /// Takes the entry at `ordinal` out, so that its only reference is the caller's, until `replace` stores one; nil if
    /// it is on the tape.
    mutating func take(_ ordinal: Int) -> Made? {
        guard case .made(let position) = self[ordinal] else { return nil }
        var entry = blank
        swap(&entry, &made[position])
        return entry
    }

    /// - Complexity: O(*n*) in the number of entries after the range and of new ones.
    mutating func replaceSubrange(_ range: Range<Int>, with entries: some Collection<Made>) {
        if places == nil {
            made.replaceSubrange(range, with: entries)
            return
        }
        for ordinal in range {
            if case .made(let position) = self[ordinal] {
                made[position] = blank
                vacant.append(position)
            }
        }
        if let entry = entries.first, entries.count == 1, range.isEmpty, range.upperBound == count {
            let place = add(entry)
            places?.append(place)
        } else {
            let new = entries.map { add($0) }
            places?.replaceSubrange(range, with: new)
        }
    }

    /// Removes all entries except those at the ordinals, which ascend.
    ///
    /// - Complexity: O(*n*) in the number of ordinals.
    mutating func keep(_ ordinals: some Sequence<Int>) {
        var made = ContiguousArray<Made>()
        var listed = ContiguousArray<Int>()
        for ordinal in ordinals {
            switch self[ordinal] {
            case .tape(let place):
                listed.append(place)
            case .made(let position):
                if places != nil { listed.append(~made.count) }
                made.append(self.made[position])
            }
        }
        self.made = made
        vacant = []
        if places != nil { places = EntryOffsets(listed) }
    }

    mutating func reserveCapacity(_ capacity: Int) {
        if places == nil { made.reserveCapacity(capacity) } else { places?.reserveCapacity(capacity) }
    }

    /// Stores an entry.
    ///
    /// - Returns: the complement of its position in `made`.
    private mutating func add(_ entry: consuming Made) -> Int {
        if let position = vacant.popLast() {
            made[position] = entry
            return ~position
        }
        made.append(entry)
        return ~(made.count - 1)
    }
}

extension LazyEntries: Sendable where Made: Sendable {}
