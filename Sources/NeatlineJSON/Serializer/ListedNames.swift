/// A table of the names of one object that is being written, for objects with many names; few are compared one by one.
final class ListedNames {
    /// The number of names of other objects that are tracked before those of this one.
    let first: Int
    /// The number of the last member of each name, from 1 on.
    private var table: KeyTable
    /// The number of names that fit in the table.
    private var capacity: Int
    /// For each name that was entered, the number of the member of the same name before it; 0 if there was none.
    private var replaced: ContiguousArray<UInt32> = []
    /// The number of entered names that the object had before.
    private var repeatCount = 0

    init(first: Int) {
        self.first = first
        capacity = 64
        table = KeyTable(count: capacity)
    }

    deinit { table.release() }

    /// Whether two of the names that were entered are equal.
    var hasRepeats: Bool { repeatCount > 0 }

    /// Enters the names that are tracked since the last call.
    ///
    /// - Complexity: amortized O(1) for each name.
    func enter(_ names: borrowing PlainStack<TextWriter.Name>, of text: Cursor) {
        let count = names.count - first
        assert(count >= replaced.count)
        if count > capacity {
            table.release()
            capacity = count * 2
            table = KeyTable(count: capacity)
            replaced.removeAll(keepingCapacity: true)
            repeatCount = 0
        }
        while replaced.count < count {
            let bytes = ListedNames.bytes(names[first + replaced.count], of: text)
            let earlier = table.enter(replaced.count + 1, hash: table.hash(bytes), replaces: true) {
                ListedNames.isEqual(names[first + $0 - 1], bytes, of: text)
            }
            if earlier != 0 { repeatCount += 1 }
            replaced.append(UInt32(truncatingIfNeeded: earlier))
        }
    }

    /// Removes the names from the number `end` on, which are still in the text.
    func remove(from end: Int, _ names: borrowing PlainStack<TextWriter.Name>, of text: Cursor) {
        while replaced.count > Swift.max(end - first, 0), let earlier = replaced.popLast() {
            let bytes = ListedNames.bytes(names[first + replaced.count], of: text)
            table.undo(replaced.count + 1, hash: table.hash(bytes), previous: Int(earlier))
            if earlier != 0 { repeatCount -= 1 }
        }
    }

    /// The number of the last entered name with these bytes; nil if there is none.
    func last(
        _ bytes: UnsafeBufferPointer<UInt8>, _ names: borrowing PlainStack<TextWriter.Name>, of text: Cursor
    ) -> Int? {
        let found = table.key(hash: table.hash(bytes)) {
            ListedNames.isEqual(names[first + $0 - 1], bytes, of: text)
        }
        return found == 0 ? nil : first + found - 1
    }

    /// The bytes of a name.
    static func bytes(_ name: TextWriter.Name, of text: Cursor) -> UnsafeBufferPointer<UInt8> {
        // SAFETY: a tracked name is in the text, and has at least two quotes and a colon.
        assert(name.end > name.start)
        return UnsafeBufferPointer(start: text + name.start, count: name.end &- name.start)
    }

    /// Whether a name has these bytes.
    @inline(__always)
    static func isEqual(_ name: TextWriter.Name, _ bytes: UnsafeBufferPointer<UInt8>, of text: Cursor) -> Bool {
        // SAFETY: as in `bytes`; both have `bytes.count` bytes.
        name.end &- name.start == bytes.count && equalBytes(text + name.start, bytes.baseAddress, bytes.count)
    }
}
