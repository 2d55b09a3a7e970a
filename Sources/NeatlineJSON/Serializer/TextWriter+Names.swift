// The tracked names of members of open objects: finds the member of a name, and repeated names.
extension TextWriter {
    /// The maximum number of names that are compared one by one; more are looked up in a table.
    private static let comparedNames = 12

    /// The number of tracked names of all open objects.
    package var nameCount: Int { names.count }

    /// Stops tracking the names from the number `first` on, if there are any.
    @inline(__always)
    package mutating func removeNames(from first: Int) {
        if !tables.isEmpty { removeNamesFromTables(from: first) }
        if first < names.count { names.removeLast(to: first) }
    }

    /// Stops tracking the names from the offset `position` on.
    package mutating func removeNames(fromPosition position: Int) {
        var first = names.count
        while first > 0, names[first - 1].start >= position { first -= 1 }
        removeNames(from: first)
    }

    @inline(never)
    private mutating func removeNamesFromTables(from first: Int) {
        while let table = tables.last, table.first >= first { tables.removeLast() }
        tables.last?.remove(from: first, names, of: buffer.start)
    }

    /// Ends the innermost object, whose names are those from the number `firstName` on.
    ///
    /// - Returns: whether it has two members of the same name.
    package mutating func endObject(firstName: Int) -> Bool {
        let repeats = hasRepeatedNames(from: firstName)
        removeNames(from: firstName)
        buffer.append(Byte.closeBrace)
        return repeats
    }

    /// Whether two members of the innermost object, whose names are those from the number `first` on, have the same name.
    @inline(__always)
    mutating func hasRepeatedNames(from first: Int) -> Bool {
        names.count &- first > 1 && findsEqualNames(from: first)
    }

    @inline(never)
    private mutating func findsEqualNames(from first: Int) -> Bool {
        let count = names.count
        if count &- first > TextWriter.comparedNames { return table(from: first).hasRepeats }
        for index in (first &+ 1)..<count {
            let bytes = ListedNames.bytes(names[index], of: buffer.start)
            for other in first..<index where ListedNames.isEqual(names[other], bytes, of: buffer.start) { return true }
        }
        return false
    }

    /// The table of the innermost object, whose names are those from the number `first` on, with all of them.
    @inline(never)
    private mutating func table(from first: Int) -> ListedNames {
        if tables.last?.first != first { tables.append(ListedNames(first: first)) }
        let table = tables[tables.count - 1]
        table.enter(names, of: buffer.start)
        return table
    }

    /// The range of the value after the name with the number `index`, whose object's last value ends at `end`.
    func valueRange(ofName index: Int, until end: Int) -> Range<Int> {
        // A comma is between a value and the next name.
        names[index].end..<(index + 1 < names.count ? names[index + 1].start - 1 : end)
    }

    /// The range of the value of the member `name` in the innermost object, whose names are those from `first` on.
    ///
    /// - Complexity: amortized O(1) for each name that the object has, and for each lookup.
    package mutating func value(ofMember name: String, from first: Int) -> Range<Int>? {
        value(ofMember: name, from: first, until: buffer.count)
    }

    /// The range of the value of the member `name` in a closed object, which is at `range` without its last bracket.
    ///
    /// - Complexity: O(*n*) in the length of the object's text.
    package mutating func value(ofMember name: String, inObjectAt range: Range<Int>) -> Range<Int>? {
        let first = names.count
        trackNames(ofObjectAt: range)
        defer { removeNames(from: first) }
        return value(ofMember: name, from: first, until: range.upperBound)
    }

    private mutating func value(ofMember name: String, from first: Int, until end: Int) -> Range<Int>? {
        let start = buffer.count
        append(name)
        buffer.append(Byte.colon)
        defer { remove(from: start) }
        let wanted = ListedNames.bytes(Name(start: start, end: buffer.count), of: buffer.start)
        let found: Int?
        if names.count - first > TextWriter.comparedNames {
            found = table(from: first).last(wanted, names, of: buffer.start)
        } else {
            found = (first..<names.count).last { ListedNames.isEqual(names[$0], wanted, of: buffer.start) }
        }
        return found.map { valueRange(ofName: $0, until: end) }
    }

    // MARK: Containers in the text

    /// Begins to track the names of the innermost object, which begins at `start`, including those that it has so far.
    package mutating func trackNames(ofObjectAt start: Int) { trackNames(ofObjectAt: start..<buffer.count) }

    /// Whether two members of the object that ends the text, and begins at `start`, have the same name.
    mutating func hasRepeatedNames(ofObjectAt start: Int) -> Bool {
        let first = names.count
        trackNames(ofObjectAt: start..<buffer.count)
        defer { removeNames(from: first) }
        return hasRepeatedNames(from: first)
    }

    private mutating func trackNames(ofObjectAt range: Range<Int>) {
        let start = range.lowerBound
        var found: [Name] = []
        TextWriter.forEachEntry(of: bytes(in: range)) { name in
            if let name { found.append(Name(start: start + name.lowerBound, end: start + name.upperBound)) }
        }
        for name in found { names.append(name) }
    }

    /// Whether the value at `range` is an object or array.
    package func isContainer(at range: Range<Int>) -> Bool {
        bytes(in: range).first == Byte.openBracket || isObject(at: range)
    }

    /// Whether the value at `range` is an object.
    package func isObject(at range: Range<Int>) -> Bool { bytes(in: range).first == Byte.openBrace }

    /// The number of elements or members of the container at `range`.
    package func entryCount(at range: Range<Int>) -> Int { TextWriter.entryCount(of: bytes(in: range)) }

    /// The number of elements or members of the container at the beginning of the text.
    package static func entryCount(of text: UnsafeRawBufferPointer) -> Int {
        var count = 0
        forEachEntry(of: text) { _ in count += 1 }
        return count
    }

    /// The members of the object at the beginning of the text, which may be incomplete: the name in quotes, and the value.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    static func members(of text: UnsafeRawBufferPointer) -> [(name: Range<Int>, value: Range<Int>)] {
        var names: [Range<Int>] = []
        let end = forEachEntry(of: text) { if let name = $0 { names.append(name) } }
        return names.indices.map { index in
            // A colon ends the range of a name, and a comma is before the next.
            let next = index + 1 < names.count ? names[index + 1].lowerBound - 1 : end
            return (names[index].lowerBound..<(names[index].upperBound - 1), names[index].upperBound..<next)
        }
    }

    /// Calls `body` for each element and member of the container at the beginning of the text, which may be incomplete: with
    /// the range of a member's name from its quote to its value.
    ///
    /// - Returns: the offset of the bracket that closes the container; the end of the text if it is incomplete.
    /// - Complexity: O(*n*) in the length of the text.
    @discardableResult
    private static func forEachEntry(of text: UnsafeRawBufferPointer, _ body: (Range<Int>?) -> Void) -> Int {
        var depth = 0
        var index = 0
        // Whether an element, or a name, may begin here.
        var isExpected = false
        let isObject = text.first == Byte.openBrace
        while index < text.count {
            let byte = text[index]
            let isEntry = isExpected && byte != Byte.closeBrace && byte != Byte.closeBracket
            isExpected = false
            let start = index
            switch byte {
            case Byte.quote:
                // SAFETY: complete strings have been written, so the closing quote is in the text.
                index += 1
                while text[index] != Byte.quote { index += text[index] == Byte.backslash ? 2 : 1 }
            case Byte.openBrace, Byte.openBracket:
                depth += 1
                isExpected = depth == 1
            case Byte.closeBrace, Byte.closeBracket:
                depth -= 1
                if depth == 0 { return index }
            case Byte.comma: isExpected = depth == 1
            default: break
            }
            index += 1
            // A colon follows the name of a member.
            if isEntry { body(isObject ? start..<(index + 1) : nil) }
        }
        return text.count
    }
}

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
