/// The elements of a JSON array.
///
/// It is either a view of a parsed document, whose elements are created when they are read, or has a storage. Reading
/// in order is fastest. Random access is O(1) too, by an index that is built at the first random access to a large
/// array.
public struct JSONArray: Sendable {
    @usableFromInline
    enum Storage: Sendable {
        case view(Document, Int)
        case owned(ArrayStorage)
    }

    @usableFromInline
    var storage: Storage

    @inline(__always)
    init(_ document: Document, _ index: Int) { storage = .view(document, index) }

    init(_ storage: ArrayStorage) { self.storage = .owned(storage) }

    /// Creates an array of the given elements.
    ///
    /// - Parameter elements: the elements.
    /// - Complexity: O(*n*).
    public init(_ elements: some Sequence<JSON>) {
        storage = .owned(ArrayStorage(ContiguousArray(elements)))
    }

    /// Creates an array without elements.
    public init() { self.init(EmptyCollection()) }
}

extension JSONArray: RandomAccessCollection {
    /// The position of the first element: 0.
    public var startIndex: Int { 0 }

    /// The position after the last element, which equals `count`.
    public var endIndex: Int {
        switch storage {
        case .view(let document, let index): document.count(index)
        case .owned(let storage): storage.count
        }
    }

    /// The number of elements; reading it takes constant time.
    public var count: Int { endIndex }

    /// The element at `position`, which must be in range.
    @inline(__always)
    func element(_ position: Int) -> JSON {
        switch storage {
        case .view(let document, let index):
            precondition(position >= 0 && position < document.count(index), "JSONArray index is out of range")
            return JSON(document, document.element(position, ofArrayAt: index))
        case .owned(let storage):
            precondition(position >= 0 && position < storage.count, "JSONArray index is out of range")
            return storage[position]
        }
    }

    /// Returns an iterator over the elements.
    @inlinable
    public func makeIterator() -> Iterator { Iterator(storage) }

    /// Iterates over the elements in order, in O(1) for each.
    ///
    /// Its code is inlined into the caller's loop, which retains the array anyway, so that the iterator's own reference
    /// is not counted there.
    public struct Iterator: IteratorProtocol, Sendable {
        @usableFromInline let storage: Storage
        @usableFromInline var position: Int
        @usableFromInline let end: Int

        @inlinable
        init(_ storage: Storage) {
            self.storage = storage
            (position, end) = storage.bounds
        }

        /// Returns the next element, or nil at the end.
        @inlinable
        public mutating func next() -> JSON? {
            guard position < end else { return nil }
            let (element, next) = storage.entry(position)
            position = next
            return element
        }
    }
}

extension JSONArray.Storage {
    /// The positions of the first element and after the last one: on the tape of a view, otherwise ordinals.
    @inline(never) @usableFromInline
    var bounds: (first: Int, end: Int) {
        switch self {
        case .view(let document, let index): (index &+ 1, document.contentEnd(index))
        case .owned(let storage): (0, storage.count)
        }
    }

    /// Returns the element at a position, and the position after it.
    @inline(never) @usableFromInline
    func entry(_ position: Int) -> (element: JSON, next: Int) {
        switch self {
        case .view(let document, _): (JSON(TapeHandle(document), position), document.next(position))
        case .owned(let storage): (storage[position], position &+ 1)
        }
    }
}
