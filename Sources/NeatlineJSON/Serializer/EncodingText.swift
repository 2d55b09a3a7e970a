/// The text that an encoder of `Encodable` types writes, in the spelling of Foundation's `JSONEncoder`.
///
/// ```swift
/// var text = EncodingText(escapesSlashes: true)
/// text.beginObject()
/// text.beginMember("id")
/// text.append(5 as Double)
/// text.endObject()
/// text.bytes(from: 0)                 // {"id":5}
/// ```
///
/// It differs from that of the other serializers: slashes are escaped, DEL is not, and doubles without a fraction have no
/// point. Whoever writes may take back what stands at the end, and see to what stands elsewhere later.
package struct EncodingText: ~Copyable {
    var buffer: OutputBuffer
    /// Whether `/` is written as `\/`.
    let escapesSlashes: Bool
    /// The members of the objects that are open, the innermost last, without those that nobody can name twice.
    private var names: ContiguousArray<ListedNames.Name> = []
    /// Tables of the names of open objects that have many, the innermost last.
    private var tables: [ListedNames] = []

    /// How many bytes there is room for at first.
    private static let usualSize = 8 << 10

    /// A text that is empty.
    package init(escapesSlashes: Bool) {
        buffer = OutputBuffer(recyclingCapacity: EncodingText.usualSize)
        self.escapesSlashes = escapesSlashes
    }

    /// Makes the text empty; memory for a large text is given up.
    package mutating func reset() {
        names.removeAll(keepingCapacity: names.count < 1024)
        tables = []
        if buffer.end - buffer.start > EncodingText.largestKept {
            buffer = OutputBuffer(recyclingCapacity: EncodingText.usualSize)
        } else {
            buffer.cursor = buffer.start
        }
    }

    /// The most memory that is kept for the next text.
    private static let largestKept = 1 << 20

    /// How many bytes have been written.
    @inline(__always)
    package var count: Int { buffer.count }

    /// Whether the text ends in `byte`.
    package func ends(in byte: UInt8) -> Bool {
        // SAFETY: the byte before the cursor has been written.
        buffer.count > 0 && (buffer.cursor - 1).pointee == byte
    }

    /// Takes back what stands from `count` on, a position within the text.
    package mutating func remove(from count: Int) {
        assert(count >= 0 && count <= buffer.count)
        buffer.cursor = buffer.start + count
    }

    /// A copy of what stands from `start` on, a position within the text.
    package func bytes(from start: Int) -> [UInt8] { withBytes(from: start) { Array($0) } }

    /// Calls `body` with what stands from `start` on, a position within the text.
    package func withBytes<Value>(from start: Int = 0, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        assert(start >= 0 && start <= buffer.count)
        return body(UnsafeRawBufferPointer(start: buffer.start + start, count: buffer.count - start))
    }

    // MARK: Structure

    /// Begins an object.
    package mutating func beginObject() { buffer.append(Byte.openBrace) }

    /// Ends the innermost object.
    package mutating func endObject() { buffer.append(Byte.closeBrace) }

    /// Ends the innermost object, whose names are those from the number `firstName` on.
    ///
    /// - Returns: whether it has two members of one name.
    package mutating func endObject(firstName: Int) -> Bool {
        let repeats = names.count &- firstName > 1 && hasRepeatedNames(from: firstName)
        removeNames(from: firstName)
        buffer.append(Byte.closeBrace)
        return repeats
    }

    /// Begins an array.
    package mutating func beginArray() { buffer.append(Byte.openBracket) }

    /// Ends an array.
    package mutating func endArray() { buffer.append(Byte.closeBracket) }

    /// Has to come before each element of an array.
    @inline(__always)
    package mutating func beginElement() { separate(from: Byte.openBracket) }

    /// Writes the name of a member; its value has to follow.
    package mutating func beginMember(_ name: String) {
        separate(from: Byte.openBrace)
        let start = buffer.count
        append(name)
        buffer.append(Byte.colon)
        list(nameAt: start, until: buffer.count)
    }

    /// As `beginMember(_:)`, for a name that the object has once.
    package mutating func beginMember(unlisted name: String) {
        separate(from: Byte.openBrace)
        append(name)
        buffer.append(Byte.colon)
    }

    /// Writes a comma, unless nothing stands since `opener`: no value ends in such a byte, so the last byte tells.
    @inline(__always)
    private mutating func separate(from opener: UInt8) {
        buffer.reserve(1)
        // SAFETY: an object or array is open, so its opener at least has been written.
        if (buffer.cursor - 1).pointee == opener { return }
        buffer.cursor.pointee = Byte.comma
        buffer.cursor += 1
    }

    // MARK: Names

    /// Lists a name, from its quote to its value.
    mutating func list(nameAt start: Int, until end: Int) { names.append(ListedNames.Name(start: start, end: end)) }

    /// How many names are listed, of all objects that are open.
    package var nameCount: Int { names.count }

    /// Forgets the names from the number `first` on.
    package mutating func removeNames(from first: Int) {
        if !tables.isEmpty { removeNamesFromTables(from: first) }
        // One by one: the array's own way through a range costs more than all of them.
        while names.count > first { names.removeLast() }
    }

    /// Forgets the names that stand at `position` and behind it.
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

    /// Where the value stands of the member `name`, whose object is the innermost and has the names from `first` on.
    ///
    /// - Complexity: amortized O(1) for each name that the object has, and for each lookup.
    package mutating func value(ofMember name: String, from first: Int) -> Range<Int>? {
        value(ofMember: name, from: first, until: buffer.count)
    }

    /// Where the value stands of the member `name` in a closed object, which is in `place` without its last bracket.
    ///
    /// - Complexity: O(*n*) in the length of the object's text.
    package mutating func value(ofMember name: String, inObjectAt place: Range<Int>) -> Range<Int>? {
        let first = names.count
        trackKeys(ofObjectAt: place)
        defer { removeNames(from: first) }
        return value(ofMember: name, from: first, until: place.upperBound)
    }

    private mutating func value(ofMember name: String, from first: Int, until end: Int) -> Range<Int>? {
        let start = buffer.count
        append(name)
        buffer.append(Byte.colon)
        defer { remove(from: start) }
        let wanted = ListedNames.bytes(ListedNames.Name(start: start, end: buffer.count), of: buffer.start)
        let found: Int?
        if names.count - first > EncodingText.comparedNames {
            found = table(from: first).last(wanted, names, of: buffer.start)
        } else {
            found = names.indices[first...].last { ListedNames.isEqual(names[$0], wanted, of: buffer.start) }
        }
        guard let found else { return nil }
        // A comma stands between a value and the next name.
        return names[found].end..<(found + 1 < names.count ? names[found + 1].start - 1 : end)
    }

    /// Whether the value in `place` is an object or array.
    package func isContainer(at place: Range<Int>) -> Bool {
        buffer.start[place.lowerBound] == Byte.openBracket || isObject(at: place)
    }

    /// Whether the value in `place` is an object.
    package func isObject(at place: Range<Int>) -> Bool { buffer.start[place.lowerBound] == Byte.openBrace }

    /// Up to so many names are compared with each other; more are looked up in a table.
    private static let comparedNames = 12

    private mutating func hasRepeatedNames(from first: Int) -> Bool {
        let count = names.count
        if count &- first > EncodingText.comparedNames { return table(from: first).hasRepeats }
        for index in (first &+ 1)..<count {
            let bytes = ListedNames.bytes(names[index], of: buffer.start)
            for other in first..<index where ListedNames.isEqual(names[other], bytes, of: buffer.start) { return true }
        }
        return false
    }

    /// The table of the innermost object, whose names are those from the number `first` on; with all of them.
    @inline(never)
    private mutating func table(from first: Int) -> ListedNames {
        if tables.last?.first != first { tables.append(ListedNames(first: first)) }
        let table = tables[tables.count - 1]
        table.enter(names, of: buffer.start)
        return table
    }

    // MARK: Values

    /// Writes `null`.
    package mutating func appendNull() { buffer.append("null" as StaticString) }

    /// Writes a boolean.
    package mutating func append(_ value: Bool) {
        let text: StaticString = value ? "true" : "false"
        buffer.append(text)
    }

    /// Writes an integer.
    package mutating func append(_ value: Int64) {
        buffer.reserve(NumberWriter.capacity)
        buffer.cursor += NumberWriter.write(value, to: buffer.cursor)
    }

    /// Writes an integer.
    package mutating func append(_ value: UInt64) {
        buffer.reserve(NumberWriter.capacity)
        buffer.cursor += NumberWriter.write(value, to: buffer.cursor)
    }

    /// Writes an integer.
    @inline(__always)
    package mutating func append<Integer: FixedWidthInteger>(integer value: Integer) {
        if Integer.isSigned {
            append(Int64(truncatingIfNeeded: value))
        } else {
            append(UInt64(truncatingIfNeeded: value))
        }
    }

    /// Writes a double, which has to be finite, with the fewest digits that read back as the same, and no point where
    /// nothing but zero would follow.
    package mutating func append(_ value: Double) {
        buffer.reserve(NumberWriter.capacity)
        var end = buffer.cursor + NumberWriter.write(value, to: buffer.cursor)
        // SAFETY: the text of a double has at least three bytes.
        if end[-1] == 0x30, end[-2] == Byte.dot { end -= 2 }
        buffer.cursor = end
    }

    /// Writes a float as `append(_: Double)` does a double.
    package mutating func append(_ value: Float) {
        let text = value.description
        append(verbatim: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// Writes an array of doubles, up to one that is not finite.
    ///
    /// - Returns: whether all are finite.
    package mutating func append(_ values: [Double]) -> Bool {
        beginArray()
        for value in values {
            guard value.isFinite else { return false }
            beginElement()
            append(value)
        }
        endArray()
        return true
    }

    /// Writes an array of integers.
    package mutating func append(_ values: [Int]) {
        beginArray()
        for value in values {
            beginElement()
            append(Int64(value))
        }
        endArray()
    }

    /// Writes an array of strings.
    package mutating func append(_ values: [String]) {
        beginArray()
        for value in values {
            beginElement()
            append(value)
        }
        endArray()
    }

    /// Writes JSON as it stands.
    package mutating func append(verbatim text: String) { buffer.append(text) }

    /// Writes a number, which has to be finite, with its digits; a double or float as any other.
    package mutating func append(_ value: JSONNumber) {
        switch value.storage {
        case .double(let value): append(value)
        case .float(let value): append(value)
        default: value.withText { buffer.append($0) }
        }
    }

    /// Writes JSON as it stands.
    package mutating func append(verbatim bytes: [UInt8]) { bytes.withUnsafeBufferPointer { buffer.append($0) } }
}
