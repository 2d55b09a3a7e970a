/// The members of a JSON object, in their order.
///
/// It is either a view of a parsed document, whose members are created when they are read, or has a storage. Iteration
/// includes every member as written. Of several members with one name the last one is effective, which lookup finds (or
/// the first, if the document was parsed with `JSONParsingOptions.DuplicateKeys.firstWins`). Names are equal if their
/// UTF-8 bytes are.
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

    init(_ storage: ObjectStorage) { self.storage = .owned(storage) }

    /// Creates an object of the given members, in their order.
    ///
    /// - Parameter members: the members; of several with one name the last is effective.
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

    /// Creates an object without members.
    public init() { self.init(EmptyCollection()) }

    /// Returns the value of the member whose name has the given bytes.
    @inline(never)
    subscript(utf8 name: UnsafeBufferPointer<UInt8>) -> JSON? {
        switch storage {
        case .view(let document, let index):
            let member = document.member(name, ofObjectAt: index)
            return member != 0 ? JSON(document, member) : nil
        case .owned(let storage):
            return storage.slot(of: name).map { storage.value($0) }
        }
    }

    /// The names of the members in their order, including duplicates: a view of the object, which reads each name when
    /// it is asked for. `Array(object.keys)` reads all of them once.
    ///
    /// - Complexity: O(1).
    public var keys: Keys { Keys(object: self) }

    /// The values of the members in their order, including duplicates: a view of the object, as ``keys`` is.
    ///
    /// - Complexity: O(1).
    public var values: Values { Values(object: self) }
}

extension JSONObject: Collection {
    /// The position of a member: the number of members before it.
    ///
    /// In a parsed object a position keeps the document in memory, and is O(1) to use. In any other object it refers to
    /// the member with the same number, which traps if there is none; in another parsed object that is O(number).
    public struct Index: Comparable, Hashable, Sendable {
        /// The number of members before it.
        let ordinal: Int
        /// The object that `entry` belongs to; nil for an object with a storage.
        fileprivate let view: Document.Location?
        /// The position of its key on the tape of the view's document.
        fileprivate let entry: Int

        fileprivate init(ordinal: Int, view: Document.Location? = nil, entry: Int = 0) {
            self.ordinal = ordinal
            self.view = view
            self.entry = entry
        }

        /// Returns whether the same number of members precedes both.
        public static func == (a: Index, b: Index) -> Bool { a.ordinal == b.ordinal }

        /// Returns whether `a` is before `b`.
        public static func < (a: Index, b: Index) -> Bool { a.ordinal < b.ordinal }

        /// Hashes the properties that `==` compares.
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

    /// The number of members, including duplicates.
    public var count: Int {
        switch storage {
        case .view(let document, let object): document.count(object)
        case .owned(let storage): storage.count
        }
    }

    /// Returns the position after `index`, which must be before the end.
    ///
    /// - Parameter index: a position before the end.
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
    /// - Parameter position: the position.
    /// - Complexity: O(1), or O(log count) after members were removed.
    public subscript(position: Index) -> (key: String, value: JSON) {
        switch storage {
        case .view(let document, let object):
            let entry = document.entry(of: position, inObjectAt: object)
            return (document.string(entry), JSON(document, document.next(entry)))
        case .owned(let storage):
            precondition(position.ordinal < storage.count, "JSONObject index is out of range")
            return storage[storage.slot(ofMember: position.ordinal)]
        }
    }

    /// Returns an iterator over the members.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(storage) }

    /// Iterates over the members in order, in O(1) for each.
    ///
    /// Its code is inlined into the caller's loop, which retains the object anyway, so that the iterator's own
    /// reference is not counted there.
    public struct Iterator: IteratorProtocol, Sendable {
        @usableFromInline let storage: Storage
        @usableFromInline var position: Int
        @usableFromInline let end: Int

        @inlinable
        init(_ storage: Storage) {
            self.storage = storage
            (position, end) = storage.bounds
        }

        /// Returns the next member, or nil at the end.
        @inlinable
        public mutating func next() -> (key: String, value: JSON)? {
            guard position < end else { return nil }
            let (key, value, next) = storage.entry(position)
            position = next
            return (key, value)
        }
    }
}

extension JSONObject.Storage {
    /// The positions of the first member and after the last one: on the tape of a view, otherwise slots.
    @inline(never) @usableFromInline
    var bounds: (first: Int, end: Int) {
        switch self {
        case .view(let document, let index): (index &+ 1, document.contentEnd(index))
        case .owned(let storage): (storage.firstSlot(from: 0), storage.slotCount)
        }
    }

    /// Returns the member at a position, and the position after it.
    @inline(never) @usableFromInline
    func entry(_ position: Int) -> (key: String, value: JSON, next: Int) {
        switch self {
        case .view(let document, _):
            let value = document[position].isExtended ? position &+ 2 : position &+ 1
            return (document.string(position), JSON(TapeHandle(document), value), document.next(value))
        case .owned(let storage):
            let member = storage[position]
            return (member.key, member.value, storage.firstSlot(from: position &+ 1))
        }
    }
}

extension Document {
    /// Returns the position of a member's key on the tape. Traps if the object has no such member.
    ///
    /// - Complexity: O(1) for an index of the object itself, otherwise O(number of members before it).
    fileprivate func entry(of index: JSONObject.Index, inObjectAt object: Int) -> Int {
        precondition(index.ordinal < count(object), "JSONObject index is out of range")
        // Only the object itself guarantees that there is a key at `entry`. The index retains its document, so no other
        // one can have the same identity.
        if let view = index.view, view.index == object, view.document.object === self.object { return index.entry }
        return memberKey(index.ordinal, ofObjectAt: object)
    }
}

extension String {
    /// Calls `body` with the UTF-8 bytes; without a copy for all strings except those bridged from other platforms'
    /// types.
    @inline(__always)
    func withName<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        if let value = utf8.withContiguousStorageIfAvailable(body) { return value }
        var copy = self
        return copy.withUTF8(body)
    }
}
