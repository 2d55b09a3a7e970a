/// The elements of an array that code has built or changed.
///
/// Unchecked Sendable because the elements are changed only through a uniquely referenced storage.
@usableFromInline
final class ArrayStorage: @unchecked Sendable {
    /// The document of the elements that are parsed and unchanged.
    ///
    /// SAFETY, also of `entries`: as in `ObjectStorage`.
    @exclusivity(unchecked)
    private(set) var document: Document?
    @exclusivity(unchecked)
    private(set) var entries: LazyEntries<JSON>

    /// Replaces a storage that is being changed; never changed itself.
    static let placeholder = ArrayStorage([])

    init(_ elements: ContiguousArray<JSON>) {
        document = nil
        entries = LazyEntries(elements, blank: .null)
    }

    /// Creates a storage with the elements of the array at `array`, all of which remain on the tape.
    ///
    /// - Complexity: O(count) at most, see `EntryOffsets`.
    convenience init(_ document: Document, _ array: Int) {
        self.init(document, document.elementPositions(ofArrayAt: array))
    }

    /// Creates a storage with the elements at the given positions in `document`.
    init(_ document: Document, _ positions: EntryOffsets) {
        self.document = document
        entries = LazyEntries(positions: positions, blank: .null)
    }

    /// Whether nothing else refers to the object of its document.
    func hasUniqueDocument() -> Bool { document?.isUnique() ?? false }

    /// Becomes the array with the elements at `elements`, and after them one that grows; all must be on the tape.
    func become(_ elements: borrowing EntryOffsets, growing: Int?) { entries.become(elements, growing: growing) }

    private init(copying other: ArrayStorage) {
        document = other.document
        entries = other.entries
    }

    deinit { Teardown.release(&entries.materialized) }

    /// Returns a storage with the same elements.
    ///
    /// - Complexity: O(1); the first change of one of the two is O(count).
    func copy() -> ArrayStorage { ArrayStorage(copying: self) }

    var count: Int { entries.count }

    /// Returns the position of an element on the tape, or nil if code has stored it.
    func position(_ ordinal: Int) -> Int? {
        if case .tape(let position) = entries[ordinal] { return position }
        return nil
    }

    subscript(ordinal: Int) -> JSON {
        switch entries[ordinal] {
        case .materialized(let index): return entries.materialized[index]
        case .tape(let position):
            // SAFETY: only storages with a document have entries on a tape.
            return JSON(document.unsafelyUnwrapped, position)
        case .open(let depth): return JSON(document.unsafelyUnwrapped, openAt: depth)
        }
    }

    /// Removes the element from the storage, so that its only reference is the caller's, until `replace` stores one.
    func take(_ ordinal: Int) -> JSON { entries.take(ordinal) ?? self[ordinal] }

    func replace(_ ordinal: Int, with element: consuming JSON) { entries.replace(ordinal, with: element) }

    func replaceSubrange(_ range: Range<Int>, with elements: some Collection<JSON>) {
        entries.replaceSubrange(range, with: elements)
    }

    func reserveCapacity(_ capacity: Int) { entries.reserveCapacity(capacity) }
}
