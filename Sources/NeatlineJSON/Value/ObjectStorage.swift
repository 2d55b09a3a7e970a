import Synchronization

/// The members of an object that is not a view.
///
/// Unchecked Sendable, because names and values are changed only through the one reference to a uniquely referenced
/// storage, and the index is published atomically and then changed only that way too.
@usableFromInline
final class ObjectStorage: @unchecked Sendable {
    /// Where names and values stand that were parsed and are not changed.
    let document: Document?
    /// Whether the first of several members with one name counts, instead of the last.
    let firstMemberWins: Bool
    /// As many as `values`.
    private var names: LazyEntries<String>
    private var values: LazyEntries<JSON>
    /// A retained `NameIndex`; made by the first lookup among many members.
    private let index = Atomic<UnsafeRawPointer?>(nil)

    /// From this number of members on, lookup uses an index.
    private static let indexThreshold = 16

    /// Stands where a storage was taken out for a moment; never changed.
    static let placeholder = ObjectStorage([], [])

    init(_ names: ContiguousArray<String>, _ values: ContiguousArray<JSON>, firstMemberWins: Bool = false) {
        document = nil
        self.firstMemberWins = firstMemberWins
        self.names = LazyEntries(names, blank: "")
        self.values = LazyEntries(values, blank: .null)
    }

    /// The members of the object at `object` of a document.
    ///
    /// - Complexity: O(count) at most, see `EntryPlaces`; no name and no value is made.
    init(_ document: Document, _ object: Int) {
        self.document = document
        firstMemberWins = document.firstMemberWins
        let places = document.memberPlaces(ofObjectAt: object)
        names = LazyEntries(places: places.keys, blank: "")
        values = LazyEntries(places: places.values, blank: .null)
    }

    private init(copying other: ObjectStorage) {
        document = other.document
        firstMemberWins = other.firstMemberWins
        names = other.names
        values = other.values
        if let built = other.builtIndex { publish(NameIndex(copying: built)) }
    }

    deinit {
        Teardown.release(&values.made)
        dropIndex()
    }

    /// A storage with the same members.
    ///
    /// - Complexity: O(1); the first change of one of the two is O(count).
    func copy() -> ObjectStorage { ObjectStorage(copying: self) }

    var count: Int { values.count }

    /// The positions on the document's tape of a name and a value that were parsed and are not changed.
    func namePlace(_ ordinal: Int) -> Int? {
        if case .tape(let place) = names[ordinal] { return place }
        return nil
    }

    func valuePlace(_ ordinal: Int) -> Int? {
        if case .tape(let place) = values[ordinal] { return place }
        return nil
    }

    subscript(ordinal: Int) -> (key: String, value: JSON) { (name(ordinal), value(ordinal)) }

    func name(_ ordinal: Int) -> String {
        switch names[ordinal] {
        case .made(let position): return names.made[position]
        case .tape(let place):
            // SAFETY: entries have places only in storages that were made with a document.
            return document.unsafelyUnwrapped.string(place)
        }
    }

    func value(_ ordinal: Int) -> JSON {
        switch values[ordinal] {
        case .made(let position): return values.made[position]
        case .tape(let place):
            // SAFETY: as in `name`.
            return JSON(document.unsafelyUnwrapped, place)
        }
    }

    /// Calls `body` with the bytes of the name.
    func withName<Value>(_ ordinal: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        switch names[ordinal] {
        case .made(let position): return names.made[position].withName(body)
        case .tape(let place):
            // SAFETY: as in `name`; `self` holds the document.
            return document.unsafelyUnwrapped.withDecodedText(place, body)
        }
    }

    private func name(_ ordinal: Int, equals name: UnsafeBufferPointer<UInt8>) -> Bool {
        switch names[ordinal] {
        case .made(let position):
            return names.made[position].withName {
                $0.count == name.count && equalBytes($0.baseAddress, name.baseAddress, name.count)
            }
        case .tape(let place):
            // SAFETY: as in `name`.
            return document.unsafelyUnwrapped.key(place, equals: name)
        }
    }
}

// MARK: Lookup

extension ObjectStorage {
    /// The number of the member that wins under `name`.
    ///
    /// - Complexity: O(count) up to 15 members and for the first lookup among more, otherwise O(1).
    func ordinal(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        if count < ObjectStorage.indexThreshold {
            let ordinals = 0..<count
            return firstMemberWins
                ? ordinals.first { self.name($0, equals: name) } : ordinals.last { self.name($0, equals: name) }
        }
        return (builtIndex ?? buildIndex()).ordinal(of: name) { self.name($0, equals: name) }
    }

    private var builtIndex: NameIndex? {
        index.load(ordering: .acquiring).map { Unmanaged<NameIndex>.fromOpaque($0).takeUnretainedValue() }
    }

    private func buildIndex() -> NameIndex {
        let built = NameIndex(capacity: count)
        for ordinal in 0..<count {
            withName(ordinal) { name in
                built.insert(ordinal, name: name, replaces: !firstMemberWins) { self.name($0, equals: name) }
            }
        }
        return publish(built)
    }

    /// - Returns: `built`, or the index that another thread has published before.
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

// MARK: Changing, for whoever holds the only reference

extension ObjectStorage {
    /// Takes the value out, so that it is not referred to from here until `replace` puts one back.
    func take(_ ordinal: Int) -> JSON { values.take(ordinal) ?? value(ordinal) }

    func replace(_ ordinal: Int, with value: consuming JSON) { values.replace(ordinal, with: value) }

    /// Adds a member under a name that there is not yet.
    func append(_ name: String, _ value: consuming JSON) {
        names.replaceSubrange(count..<count, with: CollectionOfOne(name))
        values.replaceSubrange(count..<count, with: CollectionOfOne(value))
        guard let built = builtIndex else { return }
        if built.isFull {
            dropIndex()
        } else {
            name.withName { built.insert(count - 1, name: $0, replaces: true) { _ in false } }
        }
    }

    /// Removes all members that have the name.
    ///
    /// - Returns: the value of the one that won; nil if there was none.
    /// - Complexity: O(count).
    func remove(_ name: UnsafeBufferPointer<UInt8>) -> JSON? {
        guard let winner = ordinal(of: name) else { return nil }
        let removed = value(winner)
        for ordinal in (0..<count).reversed() where self.name(ordinal, equals: name) {
            if ordinal == winner {
                builtIndex?.remove(ordinal)
            } else {
                builtIndex?.close(ordinal)
            }
            names.replaceSubrange(ordinal..<ordinal + 1, with: EmptyCollection())
            values.replaceSubrange(ordinal..<ordinal + 1, with: EmptyCollection())
        }
        return removed
    }

    /// Removes the member with the number.
    ///
    /// - Complexity: O(count).
    func remove(at ordinal: Int) {
        dropIndex()
        names.replaceSubrange(ordinal..<ordinal + 1, with: EmptyCollection())
        values.replaceSubrange(ordinal..<ordinal + 1, with: EmptyCollection())
    }

    func reserveCapacity(_ capacity: Int) {
        names.reserveCapacity(capacity)
        values.reserveCapacity(capacity)
    }
}
