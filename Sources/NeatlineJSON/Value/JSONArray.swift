/// The elements of a JSON array.
///
/// Either a view on a parsed document, in which elements are made as they are read, or storage of its own. Reading in
/// order is the cheapest way; reading at random is O(1) too, by an index that is built when a big array is first read
/// that way.
public struct JSONArray: Sendable {
    enum Storage: Sendable {
        case view(Document, Int)
        case owned(ArrayStorage)
    }

    var storage: Storage

    @inline(__always)
    init(_ document: Document, _ index: Int) { storage = .view(document, index) }

    /// An array of the given elements.
    ///
    /// - Complexity: O(*n*).
    public init(_ elements: some Sequence<JSON>) {
        storage = .owned(ArrayStorage(ContiguousArray(elements)))
    }

    /// An empty array.
    public init() { self.init(EmptyCollection()) }
}

extension JSONArray: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }

    /// The number of elements.
    public var endIndex: Int {
        switch storage {
        case .view(let document, let index): document.count(index)
        case .owned(let storage): storage.count
        }
    }

    /// The number of elements.
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

    /// An iterator over the elements.
    public consuming func makeIterator() -> Iterator { Iterator(storage) }

    /// Walks over the elements in order, a step of O(1) each.
    ///
    /// Unchecked Sendable, because what `owner` refers to is a document or a storage, and both are Sendable.
    public struct Iterator: IteratorProtocol, @unchecked Sendable {
        /// The document's object or the storage: one reference whatever it is, which is quick to copy and to give up.
        private let owner: AnyObject
        /// Of a view.
        private let document: DocumentReference?
        private var position: Int
        private let end: Int

        @inline(__always)
        init(_ storage: consuming Storage) {
            switch consume storage {
            case .view(let document, let index):
                self.document = DocumentReference(document)
                position = index &+ 1
                end = document.contentEnd(index)
                owner = document.object
            case .owned(let storage):
                document = nil
                position = 0
                end = storage.count
                owner = storage
            }
        }

        /// The next element, or nil at the end.
        public mutating func next() -> JSON? {
            guard position < end else { return nil }
            if let document {
                // SAFETY: `owner` is the document's object.
                let element = position
                position = document.with { $0.next(element) }
                return JSON(document, element)
            }
            // SAFETY: what is not a view has storage of its own, as the initialiser says.
            let storage = unsafeDowncast(owner, to: ArrayStorage.self)
            defer { position &+= 1 }
            return storage[position]
        }
    }
}
