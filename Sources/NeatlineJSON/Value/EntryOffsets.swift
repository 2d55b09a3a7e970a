/// The positions of a changed container's entries: on the tape, complements of indexes in `LazyEntries`, or those of containers that have
/// not ended in a partial text.
///
/// In many large arrays, such as those of numbers, all entries have the same size. Their positions are computed from
/// the first. The entries of snapshots of a partial text are in a list that the snapshots share. When one of either is
/// replaced, the positions of its page are stored in a list.
///
/// ```
/// entries   0 ..< regularCount   first + ordinal * stride, or what is there in the shared list, unless their page is listed
///           regularCount ..<     listed
/// ```
struct EntryOffsets: Sendable {
    private var regularCount = 0
    private var first = 0
    private var stride = 0
    /// The list with the positions of regular entries, if they are not computed.
    private var shared: SharedBuffer<UInt32>?
    /// The positions of regular entries that are listed, by pages of `pageSize`; an empty page is computed. No pages,
    /// if all are computed.
    private var pages: ContiguousArray<ContiguousArray<Int>> = []
    private var listed: ContiguousArray<Int> = []

    private static let pageSize = 128

    /// The position of a container that has not ended, which has none on the tape.
    ///
    /// - Parameter depth: the number of containers around it.
    static func open(_ depth: Int) -> Int { .min + depth }

    /// The number of containers around the one at `position`, if it has not ended.
    @inline(__always)
    static func depth(ofOpen position: Int) -> Int? { position < .min / 2 ? position &- .min : nil }

    /// Creates a list of any positions.
    init(_ positions: ContiguousArray<Int>) { listed = positions }

    /// Creates `count` computed positions, `stride` words apart.
    init(first: Int, stride: Int, count: Int) {
        self.first = first
        self.stride = stride
        regularCount = count
    }

    /// Creates the `count` positions at `first`, `first + stride` and so on of a list, which must not change.
    init(list: SharedBuffer<UInt32>, first: Int, stride: Int, count: Int) {
        self.init(first: first, stride: stride, count: count)
        shared = list
    }

    /// Becomes the positions of `entries`, which are in a list, and after them that of one that grows.
    ///
    /// Unlike a new value, it keeps the memory and the references that it has.
    mutating func become(_ entries: borrowing EntryOffsets, growing: Int?) {
        regularCount = entries.regularCount
        first = entries.first
        stride = entries.stride
        if shared !== entries.shared { shared = entries.shared }
        if !pages.isEmpty { pages = [] }
        guard let growing else {
            if !listed.isEmpty { listed.removeAll(keepingCapacity: true) }
            return
        }
        if listed.count == 1 { listed[0] = growing } else { listed = [growing] }
    }

    @inline(__always)
    var count: Int { regularCount + listed.count }

    @inline(__always)
    private func regular(_ ordinal: Int) -> Int {
        let step = first + ordinal * stride
        // SAFETY: the creator of the list guarantees `regularCount` entries.
        return shared.map { Int(truncatingIfNeeded: $0.start[step]) } ?? step
    }

    @inline(__always)
    subscript(ordinal: Int) -> Int {
        if ordinal >= regularCount { return listed[ordinal - regularCount] }
        if !pages.isEmpty {
            let page = ordinal / EntryOffsets.pageSize
            if !pages[page].isEmpty { return pages[page][ordinal % EntryOffsets.pageSize] }
        }
        return regular(ordinal)
    }

    /// Replaces one position.
    mutating func replace(_ ordinal: Int, with position: Int) {
        if regularCount <= EntryOffsets.pageSize { list(from: 0) }
        if ordinal >= regularCount {
            listed[ordinal - regularCount] = position
            return
        }
        if pages.isEmpty {
            let count = (regularCount + EntryOffsets.pageSize - 1) / EntryOffsets.pageSize
            pages = ContiguousArray(repeating: [], count: count)
        }
        let page = ordinal / EntryOffsets.pageSize
        if pages[page].isEmpty {
            let start = page * EntryOffsets.pageSize
            let end = Swift.min(start + EntryOffsets.pageSize, regularCount)
            pages[page] = ContiguousArray((start..<end).lazy.map { [self] in regular($0) })
        }
        pages[page][ordinal % EntryOffsets.pageSize] = position
    }

    mutating func append(_ position: Int) { listed.append(position) }

    /// - Complexity: O(*n*) in the number of positions from the range on.
    mutating func replaceSubrange(_ range: Range<Int>, with positions: some Collection<Int>) {
        list(from: range.lowerBound)
        let shifted = range.lowerBound - regularCount..<range.upperBound - regularCount
        listed.replaceSubrange(shifted, with: positions)
    }

    mutating func reserveCapacity(_ capacity: Int) { listed.reserveCapacity(Swift.max(capacity - regularCount, 0)) }

    /// Lists the regular positions from `start` on.
    private mutating func list(from start: Int) {
        if start >= regularCount { return }
        var positions = ContiguousArray<Int>()
        positions.reserveCapacity(count - start)
        for ordinal in start..<regularCount { positions.append(self[ordinal]) }
        positions += listed
        listed = positions
        regularCount = start
        pages.removeLast(Swift.max(pages.count - (start + EntryOffsets.pageSize - 1) / EntryOffsets.pageSize, 0))
    }
}

extension Document {
    /// Returns the positions of the elements of the array at `array`.
    func elementPositions(ofArrayAt array: Int) -> EntryOffsets {
        let count = count(array)
        let first = array &+ 1
        if count > 0, let stride = commonSize(ofEntriesIn: array, count: count, size: next(first) &- first) {
            return EntryOffsets(first: first, stride: stride, count: count)
        }
        return EntryOffsets(listedElementPositions(ofArrayAt: array))
    }

    /// Returns the positions of the keys and of the values of the object at `object`.
    func memberPositions(ofObjectAt object: Int) -> (keys: EntryOffsets, values: EntryOffsets) {
        let count = count(object)
        let first = object &+ 1
        if count > 0, !self[first].isExtended,
            let stride = commonSize(ofEntriesIn: object, count: count, size: next(first &+ 1) &- first)
        {
            return (
                EntryOffsets(first: first, stride: stride, count: count),
                EntryOffsets(first: first &+ 1, stride: stride, count: count)
            )
        }
        let listed = listedMemberPositions(ofObjectAt: object)
        return (EntryOffsets(listed.keys), EntryOffsets(listed.values))
    }

    /// Returns `size` if every element or member of the container has as many words as the first one.
    ///
    /// - Complexity: O(1) for the smallest size and where a common size is unlikely, otherwise O(`count`).
    private func commonSize(ofEntriesIn container: Int, count: Int, size: Int) -> Int? {
        let first = container &+ 1
        let end = contentEnd(container)
        guard end &- first == count &* size else { return nil }
        let isObject = self[container].kind == TapeWord.Kind.object
        // No entry is smaller, so none is larger.
        if size == (isObject ? 2 : 1) { return size }
        // The loads are independent of one another, unlike in a walk. SAFETY: `size` words remain at each `index`.
        let tape = tape
        let toValue = isObject ? 1 : 0
        let wanted = size &- toValue
        var index = first
        while index < end {
            let word = TapeWord(bits: tape[index &+ toValue])
            let length = word.isContainer ? word.skip : word.isExtended ? 2 : 1
            if length != wanted || (isObject && TapeWord(bits: tape[index]).isExtended) { return nil }
            index &+= size
        }
        return size
    }

    /// Each position depends on the word before it, so a walk waits for memory at every step. Therefore the loop also
    /// loads a word some elements ahead, estimated by this element's size: 20,000 elements of 160 bytes take 0.29 ms
    /// instead of 1.1.
    private func listedElementPositions(ofArrayAt array: Int) -> ContiguousArray<Int> {
        let count = count(array)
        // One extra element stores the words that are loaded ahead, so that the loads are not optimized away.
        return ContiguousArray(unsafeUninitializedCapacity: count + 1) { positions, initialized in
            let tape = tape
            let last = contentEnd(array) &- 1
            var index = array &+ 1
            var ahead: UInt64 = 0
            for ordinal in 0..<count {
                positions.initializeElement(at: ordinal, to: index)
                let after = next(index)
                // SAFETY: `last` is the array's own word, or one of its content.
                ahead |= tape[Swift.min(index &+ (after &- index) &* 16, last)]
                index = after
            }
            positions.initializeElement(at: count, to: Int(truncatingIfNeeded: ahead))
            initialized = count
        }
    }

    private func listedMemberPositions(
        ofObjectAt object: Int
    ) -> (keys: ContiguousArray<Int>, values: ContiguousArray<Int>) {
        let count = count(object)
        var values = ContiguousArray<Int>()
        values.reserveCapacity(count)
        let keys = ContiguousArray<Int>(unsafeUninitializedCapacity: count) { keys, initialized in
            var members = JSONCursor(self, entriesOf: object)
            while let (key, value) = members.nextMember() {
                keys.initializeElement(at: initialized, to: key)
                initialized += 1
                values.append(value)
            }
        }
        return (keys, values)
    }
}
