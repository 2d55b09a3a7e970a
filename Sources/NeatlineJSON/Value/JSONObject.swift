/// The members of a JSON object, in their order.
///
/// Either a view on a parsed document, in which members are made as they are read, or storage of its own. Iteration
/// shows every member as written; where several have one name, lookup finds the last (or the first, if the document was
/// parsed with `JSONParsingOptions.DuplicateKeys.firstWins`). Names are equal if their UTF-8 bytes are.
public struct JSONObject: Sendable {
    @usableFromInline
    enum Storage: Sendable {
        case view(Document, Int)
        case owned(ObjectStorage)
    }

    @usableFromInline
    var storage: Storage

    @inline(__always)
    init(_ document: Document, _ index: Int) { storage = .view(document, index) }

    /// An object of the given members.
    ///
    /// - Complexity: O(*n*).
    public init(_ members: some Sequence<(key: String, value: JSON)>) {
        var keys = ContiguousArray<String>()
        var values = ContiguousArray<JSON>()
        for member in members {
            keys.append(member.key)
            values.append(member.value)
        }
        storage = .owned(ObjectStorage(keys, values))
    }

    /// An empty object.
    public init() { self.init(EmptyCollection()) }

    /// The value of the member whose name has the given bytes.
    @inline(__always)
    subscript(utf8 name: UnsafeBufferPointer<UInt8>) -> JSON? {
        switch storage {
        case .view(let document, let index):
            let member = document.member(name, ofObjectAt: index)
            return member != 0 ? JSON(document, member) : nil
        case .owned(let storage):
            return storage.slot(of: name).map { storage.value($0) }
        }
    }

    /// The names of the members, in their order, duplicates included.
    public var keys: [String] { map(\.key) }

    /// The values of the members, in their order, duplicates included.
    public var values: [JSON] { map(\.value) }
}

extension JSONObject: Collection {
    /// The position of a member: the number of members before it.
    ///
    /// Of a parsed object a position keeps the document alive, and is O(1) to use there. In any other object it stands for
    /// the member with the same number, which traps if there is none, and in another parsed object is O(number).
    public struct Index: Comparable, Hashable, Sendable {
        /// The number of members before it.
        let ordinal: Int
        /// Where the object is that `entry` belongs to; nil for an object with storage of its own.
        fileprivate let view: Document.Place?
        /// The position of its key on the tape of the view's document.
        fileprivate let entry: Int

        fileprivate init(ordinal: Int, view: Document.Place? = nil, entry: Int = 0) {
            self.ordinal = ordinal
            self.view = view
            self.entry = entry
        }

        /// Whether the same number of members is before `a` as before `b`.
        public static func == (a: Index, b: Index) -> Bool { a.ordinal == b.ordinal }

        /// Whether `a` comes before `b`.
        public static func < (a: Index, b: Index) -> Bool { a.ordinal < b.ordinal }

        /// Hashes what `==` compares.
        public func hash(into hasher: inout Hasher) { hasher.combine(ordinal) }
    }

    /// The position of the first member.
    public var startIndex: Index {
        switch storage {
        case .view(let document, let object):
            Index(ordinal: 0, view: .init(document: document, index: object), entry: object &+ 1)
        case .owned: Index(ordinal: 0)
        }
    }

    /// The position after the last member.
    public var endIndex: Index {
        switch storage {
        case .view(let document, let object):
            Index(
                ordinal: document.count(object), view: .init(document: document, index: object),
                entry: document.contentEnd(object))
        case .owned(let storage):
            Index(ordinal: storage.count)
        }
    }

    /// The number of members, duplicates included.
    public var count: Int {
        switch storage {
        case .view(let document, let object): document.count(object)
        case .owned(let storage): storage.count
        }
    }

    /// The position after `index`, which must be before the end.
    public func index(after index: Index) -> Index {
        switch storage {
        case .view(let document, let object):
            let entry = document.entry(of: index, inObjectAt: object)
            return Index(
                ordinal: index.ordinal + 1, view: .init(document: document, index: object),
                entry: document.next(document.next(entry)))
        case .owned(let storage):
            precondition(index.ordinal < storage.count, "JSONObject index is out of range")
            return Index(ordinal: index.ordinal + 1)
        }
    }

    /// The member at `position`, which must be before the end.
    ///
    /// - Complexity: O(1), or O(log count) after members were removed.
    public subscript(position: Index) -> (key: String, value: JSON) {
        switch storage {
        case .view(let document, let object):
            let entry = document.entry(of: position, inObjectAt: object)
            return (document.name(entry), JSON(document, document.next(entry)))
        case .owned(let storage):
            precondition(position.ordinal < storage.count, "JSONObject index is out of range")
            return storage[storage.slot(ofMember: position.ordinal)]
        }
    }

    /// An iterator over the members.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(storage) }

    /// Walks over the members in order, a step of O(1) each.
    ///
    /// Compiled into the caller's loop, which holds the object anyway, so that the iterator's own reference need not be
    /// counted there.
    public struct Iterator: IteratorProtocol, Sendable {
        @usableFromInline let storage: Storage
        @usableFromInline var place: Int
        @usableFromInline let end: Int

        @inlinable
        init(_ storage: Storage) {
            self.storage = storage
            (place, end) = storage.places
        }

        /// The next member, or nil at the end.
        @inlinable
        public mutating func next() -> (key: String, value: JSON)? {
            guard place < end else { return nil }
            let (key, value, next) = storage.entry(place)
            place = next
            return (key, value)
        }
    }
}

extension JSONObject.Storage {
    /// The place of the first member, and the one behind the last: positions on the tape of a view, otherwise slots.
    @inline(never) @usableFromInline
    var places: (first: Int, end: Int) {
        switch self {
        case .view(let document, let index): (index &+ 1, document.contentEnd(index))
        case .owned(let storage): (storage.firstSlot(from: 0), storage.slotCount)
        }
    }

    /// The member at a place, and the place after it.
    @inline(never) @usableFromInline
    func entry(_ place: Int) -> (key: String, value: JSON, next: Int) {
        switch self {
        case .view(let document, _):
            let value = document[place].isExtended ? place &+ 2 : place &+ 1
            return (document.name(place), JSON(document, value), document.next(value))
        case .owned(let storage):
            let member = storage[place]
            return (member.key, member.value, storage.firstSlot(from: place &+ 1))
        }
    }
}

extension Document {
    /// The position of a member's key on the tape. Traps if the object has no such member.
    ///
    /// - Complexity: O(1) for an index of the object itself, otherwise O(number of members before it).
    fileprivate func entry(of index: JSONObject.Index, inObjectAt object: Int) -> Int {
        precondition(index.ordinal < count(object), "JSONObject index is out of range")
        // Only the object itself knows that a key is at `entry`. The index refers to its document, so no other one can
        // have the same identity.
        if let view = index.view, view.index == object, view.document.object === self.object { return index.entry }
        return memberKey(index.ordinal, ofObjectAt: object)
    }
}

extension String {
    /// Calls `body` with the UTF-8 bytes; without a copy for all strings but those bridged from other platforms' types.
    @inline(__always)
    func withName<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        if let value = utf8.withContiguousStorageIfAvailable(body) { return value }
        var copy = self
        return copy.withUTF8(body)
    }
}
