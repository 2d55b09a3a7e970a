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
            // Not a conditional expression: its nil would be the literal of `JSON`, which is null.
            guard member != 0 else { return nil }
            return JSON(document, member)
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
    /// The position of a member.
    public struct Index: Comparable, Hashable, Sendable {
        /// The number of members before it.
        let ordinal: Int
        /// The position of its key on the tape of a view.
        let entry: Int

        /// Whether `a` comes before `b`.
        public static func < (a: Index, b: Index) -> Bool { a.ordinal < b.ordinal }
    }

    /// The position of the first member.
    public var startIndex: Index {
        switch storage {
        case .view(_, let index): Index(ordinal: 0, entry: index &+ 1)
        case .owned: Index(ordinal: 0, entry: 0)
        }
    }

    /// The position after the last member.
    public var endIndex: Index {
        switch storage {
        case .view(let document, let index):
            Index(ordinal: document.count(index), entry: document.contentEnd(index))
        case .owned(let storage):
            Index(ordinal: storage.count, entry: 0)
        }
    }

    /// The number of members, duplicates included.
    public var count: Int { endIndex.ordinal }

    /// The position after `index`, which must not be the end.
    public func index(after index: Index) -> Index {
        switch storage {
        case .view(let document, let object):
            document.requireMember(index.entry, ofObjectAt: object)
            return Index(ordinal: index.ordinal + 1, entry: document.next(document.next(index.entry)))
        case .owned:
            return Index(ordinal: index.ordinal + 1, entry: 0)
        }
    }

    /// The member at `position`, which must be one of this object's positions and not the end.
    ///
    /// - Complexity: O(1), or O(log count) after members were removed.
    public subscript(position: Index) -> (key: String, value: JSON) {
        switch storage {
        case .view(let document, let object):
            document.requireMember(position.entry, ofObjectAt: object)
            return (document.name(position.entry), JSON(document, document.next(position.entry)))
        case .owned(let storage):
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
    /// Traps unless `entry` is one of the object's entries.
    fileprivate func requireMember(_ entry: Int, ofObjectAt object: Int) {
        precondition(entry > object && entry < contentEnd(object), "JSONObject index is out of range")
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
