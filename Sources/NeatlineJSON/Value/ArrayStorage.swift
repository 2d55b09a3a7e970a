/// The elements of an array that is not a view.
///
/// Unchecked Sendable, because the elements are changed only through the one reference to a uniquely referenced
/// storage.
@usableFromInline
final class ArrayStorage: @unchecked Sendable {
    /// Where elements stand that were parsed and are not changed.
    let document: Document?
    private(set) var entries: LazyEntries<JSON>

    /// Stands where a storage was taken out for a moment; never changed.
    static let placeholder = ArrayStorage([])

    init(_ elements: ContiguousArray<JSON>) {
        document = nil
        entries = LazyEntries(elements, blank: .null)
    }

    /// The elements of the array at `array` of a document.
    ///
    /// - Complexity: O(count) at most, see `EntryOffsets`; no element is made.
    init(_ document: Document, _ array: Int) {
        self.document = document
        entries = LazyEntries(places: document.elementPlaces(ofArrayAt: array), blank: .null)
    }

    private init(copying other: ArrayStorage) {
        document = other.document
        entries = other.entries
    }

    deinit { Teardown.release(&entries.made) }

    /// A storage with the same elements.
    ///
    /// - Complexity: O(1); the first change of one of the two is O(count).
    func copy() -> ArrayStorage { ArrayStorage(copying: self) }

    var count: Int { entries.count }

    /// The position on the document's tape of an element that was parsed and is not changed.
    func place(_ ordinal: Int) -> Int? {
        if case .tape(let place) = entries[ordinal] { return place }
        return nil
    }

    subscript(ordinal: Int) -> JSON {
        switch entries[ordinal] {
        case .made(let position): return entries.made[position]
        case .tape(let place):
            // SAFETY: entries have places only in storages that were made with a document.
            return JSON(document.unsafelyUnwrapped, place)
        }
    }

    /// Takes the element out, so that it is not referred to from here until `replace` puts one back.
    func take(_ ordinal: Int) -> JSON { entries.take(ordinal) ?? self[ordinal] }

    func replace(_ ordinal: Int, with element: consuming JSON) { entries.replace(ordinal, with: element) }

    func replaceSubrange(_ range: Range<Int>, with elements: some Collection<JSON>) {
        entries.replaceSubrange(range, with: elements)
    }

    func reserveCapacity(_ capacity: Int) { entries.reserveCapacity(capacity) }
}
