/// The positions on the tape of the elements of a large array, or of the keys of a large object.
///
/// It is built by the first lookup in the container, and immutable.
///
/// Unchecked Sendable, because the table is not written after `init`.
final class ContainerIndex: @unchecked Sendable {
    /// The position of each element of an array; empty for an object.
    private let elements: [UInt32]
    /// The effective keys of an object; nil for an array.
    let keys: KeyTable?

    private init(elements: [UInt32], keys: KeyTable?) {
        self.elements = elements
        self.keys = keys
    }

    deinit { keys?.release() }

    /// Builds the index of the array at `array`.
    ///
    /// - Complexity: O(count).
    @inline(never)
    static func array(_ document: Document, _ array: Int) -> ContainerIndex {
        var positions: [UInt32] = []
        positions.reserveCapacity(document.count(array))
        var entries = JSONCursor(document, entriesOf: array)
        while let element = entries.next() { positions.append(UInt32(truncatingIfNeeded: element)) }
        return ContainerIndex(elements: positions, keys: nil)
    }

    /// The position of element `ordinal`, which must exist.
    func element(_ ordinal: Int) -> Int { Int(elements[ordinal]) }

    /// Builds the index of the object at `object`.
    ///
    /// - Complexity: O(count), for any number of equal keys.
    @inline(never)
    static func object(_ document: Document, _ object: Int) -> ContainerIndex {
        let table = KeyTable(count: document.count(object))
        let replaces = !document.firstMemberWins
        var members = JSONCursor(document, entriesOf: object)
        while let (key, _) = members.nextMember() { _ = table.enter(key, of: document, replaces: replaces) }
        return ContainerIndex(elements: [], keys: table)
    }
}
