/// Where the elements of a big array, or the keys of a big object, stand on the tape.
///
/// Built on demand and then never changed.
///
/// Unchecked Sendable, because the table is not written after the index has been made.
final class ContainerIndex: @unchecked Sendable {
    /// The position of each element of an array.
    private let elements: [UInt32]
    /// The winning keys of an object.
    let keys: KeyTable?

    private init(elements: [UInt32], keys: KeyTable?) {
        self.elements = elements
        self.keys = keys
    }

    deinit { keys?.release() }

    /// - Complexity: O(count).
    @inline(never)
    static func array(_ document: Document, _ array: Int) -> ContainerIndex {
        var positions: [UInt32] = []
        positions.reserveCapacity(document.count(array))
        var index = array + 1
        let end = document.contentEnd(array)
        while index < end {
            positions.append(UInt32(truncatingIfNeeded: index))
            index = document.next(index)
        }
        return ContainerIndex(elements: positions, keys: nil)
    }

    func element(_ ordinal: Int) -> Int { Int(elements[ordinal]) }

    /// - Complexity: O(count), however many keys are equal.
    @inline(never)
    static func object(_ document: Document, _ object: Int) -> ContainerIndex {
        let table = KeyTable(count: document.count(object))
        let replaces = !document.firstMemberWins
        document.forEachKey(ofObjectAt: object) { key in
            _ = table.enter(key, of: document, replaces: replaces)
            return true
        }
        return ContainerIndex(elements: [], keys: table)
    }
}
