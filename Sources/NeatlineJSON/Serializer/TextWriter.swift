/// Writes JSON text value by value, in memory that grows: brackets, commas, names of members, strings and numbers.
///
/// Models (`MemberWriter`) and the encoder of `Encodable` types write through it.
///
/// ```swift
/// var text = TextWriter(style: .foundation, escapesSlashes: true)
/// text.beginObject()
/// text.beginMember("id")
/// text.append(5 as Double)
/// text.endObject()
/// text.bytes()                        // {"id":5}
/// ```
///
/// Callers may remove text from the end.
package struct TextWriter: ~Copyable {
    var buffer: OutputBuffer
    private let strings: StringWriter
    private let style: TextStyle
    /// The tracked names of members of open objects, those of the innermost object last.
    var names = PlainStack<Name>(capacity: 64)
    /// The tables of the names of open objects that have many, the innermost last.
    var tables: [ListedNames] = []

    /// The position of a member's name in the text.
    struct Name: BitwiseCopyable {
        /// The offset of its opening quote.
        let start: Int
        /// The offset of its value, after the colon.
        let end: Int
    }

    /// The initial capacity in bytes.
    private static let initialCapacity = 8 << 10
    /// The maximum numbers of bytes and names for which memory is kept by `reset`.
    private static let largestKept = (bytes: 64 << 10, names: 1024)

    /// Creates an empty text.
    package init(style: TextStyle = .neatline, escapesSlashes: Bool = false) {
        buffer = OutputBuffer(recyclingCapacity: TextWriter.initialCapacity)
        strings = StringWriter(escapesSlashes: escapesSlashes, style: style)
        self.style = style
    }

    /// Removes all text, and gives back the memory of a large one; see ``IdleMemory``.
    package mutating func reset() {
        if names.capacity > TextWriter.largestKept.names { names = PlainStack(capacity: 64) }
        names.removeLast(to: 0)
        if !tables.isEmpty { tables = [] }
        buffer.removeAll(keeping: TextWriter.largestKept.bytes, initialCapacity: TextWriter.initialCapacity)
    }

    /// The number of bytes of the text.
    @inline(__always)
    package var count: Int { buffer.count }

    /// Removes the text after the first `count` bytes.
    package mutating func remove(from count: Int) {
        assert(count >= 0 && count <= buffer.count)
        buffer.cursor = buffer.start + count
    }

    /// A copy of the text from the offset `start` on.
    package func bytes(from start: Int = 0) -> [UInt8] { withBytes(from: start) { Array($0) } }

    /// Calls `body` with the text from the offset `start` on.
    package func withBytes<Value>(from start: Int = 0, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        body(bytes(in: start..<buffer.count))
    }

    /// The text in `range`, valid until the text changes.
    func bytes(in range: Range<Int>) -> UnsafeRawBufferPointer {
        assert(range.lowerBound >= 0 && range.upperBound <= buffer.count)
        // SAFETY: the range is within the bytes that have been written.
        return UnsafeRawBufferPointer(start: buffer.start + range.lowerBound, count: range.count)
    }

    /// The whole text in Foundation's layout.
    ///
    /// - Parameters:
    ///   - breaksLines: whether elements and members are on lines of their own.
    ///   - sortsKeys: whether members are in the order of their names' bytes.
    ///   - dropsRepeatedNames: whether only the last value of several members with the same name is written, at the position
    ///     of the first.
    /// - Throws: `JSONError`, if there is no value.
    /// - Complexity: O(*n*), and O(*k* log *k*) for *k* members that are sorted.
    package func arranged(
        breaksLines: Bool, sortsKeys: Bool, dropsRepeatedNames: Bool
    ) throws(JSONError) -> [UInt8] {
        let options = JSONWritingOptions(
            indentation: breaksLines ? .spaces(2) : .none, sortsKeys: sortsKeys, escapesSlashes: strings.escapesSlashes)
        let serializer = ValueSerializer(options, style: style, dropsRepeatedNames: dropsRepeatedNames)
        let document = try Document.parse(written: bytes())
        return try OutputBuffer.bytes(estimatedCount: breaksLines ? count * 2 : count) { buffer throws(JSONError) in
            try serializer.write(document, into: &buffer)
        }
    }

    // MARK: Structure

    /// Begins an object.
    package mutating func beginObject() { buffer.append(Byte.openBrace) }

    /// Ends the innermost object.
    package mutating func endObject() { buffer.append(Byte.closeBrace) }

    /// Begins an array.
    package mutating func beginArray() { buffer.append(Byte.openBracket) }

    /// Ends an array.
    package mutating func endArray() { buffer.append(Byte.closeBracket) }

    /// Begins an element of an array, with a comma unless it is the first; its value has to follow.
    @inline(__always)
    package mutating func beginElement() { separate(from: Byte.openBracket) }

    /// Writes the name of a member and tracks it; the value has to follow.
    package mutating func beginMember(_ name: String) {
        separate(from: Byte.openBrace)
        let start = buffer.count
        append(name)
        buffer.append(Byte.colon)
        names.append(Name(start: start, end: buffer.count))
    }

    /// Writes the name of a member that the object has once, and does not track it; the value has to follow.
    package mutating func beginMember(untracked name: String) {
        separate(from: Byte.openBrace)
        append(name)
        buffer.append(Byte.colon)
    }

    /// Writes the name of a member, which has no character that is escaped, and does not track it; the value has to follow.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - isKnownLayout: `SmallString.isKnown`.
    @inline(__always)
    mutating func beginMember(unescaped name: String, isKnownLayout: Bool) {
        let words = StringWords(name)
        guard isKnownLayout, words.isSmall else { return beginMember(long: name) }
        // The comma, the quotes and the colon. SAFETY: what is stored beyond the name is in the slack.
        buffer.reserve(SmallString.capacity &+ 4)
        var out = buffer.cursor
        if _fastPath((out - 1).pointee != Byte.openBrace) {
            out.pointee = Byte.comma
            out += 1
        }
        let count = Int(truncatingIfNeeded: words.smallCount)
        out.pointee = Byte.quote
        (out + 1).store(words.low)
        (out + 9).store(words.high)
        (out + (count &+ 1)).store(0x3A22 as UInt16)
        buffer.cursor = out + (count &+ 3)
    }

    @inline(never)
    private mutating func beginMember(long name: String) {
        separate(from: Byte.openBrace)
        buffer.append(Byte.quote)
        buffer.append(name)
        buffer.append(Byte.quote)
        buffer.append(Byte.colon)
    }

    /// Writes the name of a member that was written before; the value has to follow.
    ///
    /// - Parameters:
    ///   - key: the key's text.
    ///   - known: the names that were written before.
    ///   - members: the names that the object has.
    /// - Returns: the number of bytes from the name's quote to the value; 0, without an effect, if the name is not known.
    /// - Complexity: O(1).
    @inline(__always)
    package mutating func beginMember(
        _ key: String, of known: borrowing WrittenNames, in members: inout WrittenMembers
    ) -> Int {
        let number = known.number(of: StringWords(key), at: members.slot)
        if number == 0 { return 0 }
        let name = known[number]
        members.add(name.identity, number: number)
        buffer.reserve(name.count)
        let out = buffer.cursor
        // SAFETY: an object is open, so at least its brace has been written. Vectors are loaded within the slack after the
        // names, and stored within the slack of the buffer.
        var source = known.text(of: name)
        var length = name.count
        // A branch, because it is predicted: the next write must not wait for this byte.
        if _slowPath((out - 1).pointee == Byte.openBrace) {
            source += 1
            length &-= 1
        }
        out.store(source.loadVector())
        var offset = 16
        while offset < length {
            (out + offset).store((source + offset).loadVector())
            offset &+= 16
        }
        buffer.cursor = out + length
        return name.count &- 1
    }

    /// Writes the name of a member that is not known, and adds it to the known names; the value has to follow.
    ///
    /// - Parameters:
    ///   - key: the key's text, by which the name is found.
    ///   - name: the name of the member.
    ///   - known: the names that were written before.
    ///   - members: the names that the object has.
    /// - Returns: the number of bytes from the name's quote to the value; 0, without an effect, if the name cannot be added.
    @inline(never)
    package mutating func beginNewMember(
        _ key: String, named name: String, keptIn known: inout WrittenNames, in members: inout WrittenMembers
    ) -> Int {
        let start = buffer.count
        buffer.append(Byte.comma)
        append(name)
        buffer.append(Byte.colon)
        let isKept = known.add(key, writtenAs: bytes(in: start..<count))
        remove(from: start)
        return isKept ? beginMember(key, of: known, in: &members) : 0
    }

    /// Writes a comma, unless the text ends in `opener`.
    ///
    /// No value ends with an opening bracket, so the last byte tells whether an entry is before this one.
    @inline(__always)
    mutating func separate(from opener: UInt8) {
        buffer.reserve(1)
        // SAFETY: an object or array is open, so its opener at least has been written.
        if (buffer.cursor - 1).pointee == opener { return }
        buffer.cursor.pointee = Byte.comma
        buffer.cursor += 1
    }

    // MARK: Values

    /// Writes `null`.
    package mutating func appendNull() { append(0x6C6C_756E, count: 4) }

    /// Writes a boolean.
    package mutating func append(_ value: Bool) {
        if value { append(0x6575_7274, count: 4) } else { append(0x65_736C_6166, count: 5) }
    }

    /// Writes a word of up to eight characters, the first in the lowest byte.
    @inline(__always)
    private mutating func append(_ characters: UInt64, count: Int) {
        buffer.reserve(count)
        // SAFETY: the bytes that are stored beyond `count` are in the slack.
        buffer.cursor.store(characters)
        buffer.cursor += count
    }

    /// Writes a string.
    package mutating func append(_ text: String) { strings.writeQuoted(text, into: &buffer) }

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

    /// Writes an integer of at most 64 bits.
    @inline(__always)
    package mutating func append<Integer: FixedWidthInteger>(integer value: Integer) {
        if Integer.isSigned {
            append(Int64(truncatingIfNeeded: value))
        } else {
            append(UInt64(truncatingIfNeeded: value))
        }
    }

    /// Writes a double, which has to be finite, with the fewest digits that read back as the same.
    package mutating func append(_ value: Double) {
        buffer.reserve(NumberWriter.capacity)
        buffer.cursor += NumberWriter.write(value, to: buffer.cursor)
        if style == .foundation { buffer.removeZeroFraction() }
    }

    /// Writes a float, as `append(_: Double)` does a double.
    package mutating func append(_ value: Float) { append(JSONNumber(value)) }

    /// Writes a number, which has to be finite, with its digits.
    package mutating func append(_ value: JSONNumber) {
        buffer.append(value, style)
    }

    /// Writes a decimal number: its digits as one integer, the number of digits after the point, and a sign.
    ///
    /// - Returns: false, without an effect, if no `JSONNumber` has these parts.
    package mutating func append(_ parts: JSONNumber.Parts) -> Bool {
        if parts.fractionDigits == 0 {
            guard let number = JSONNumber(parts) else { return false }
            append(number)
            return true
        }
        let decimal = ShortDecimal(
            significand: parts.significand, fractionDigits: parts.fractionDigits, isNegative: parts.isNegative)
        guard let decimal else { return false }
        buffer.reserve(NumberWriter.capacity)
        buffer.cursor += decimal.write(to: buffer.cursor)
        return true
    }

    /// Writes any value, with its members in their order, and with all of several members with one name.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - nonFiniteTexts: the strings for numbers that are not finite; nil if these are an error.
    /// - Throws: the errors of `JSON.serialized`, after removing what was written of the value.
    package mutating func append(_ value: JSON, nonFiniteTexts: NonFiniteTexts? = nil) throws(JSONError) {
        let start = buffer.count
        let options = JSONWritingOptions(escapesSlashes: strings.escapesSlashes)
        do throws(JSONError) {
            try ValueSerializer(options, style: style, nonFiniteTexts: nonFiniteTexts).write(value, into: &buffer)
        } catch {
            remove(from: start)
            throw error
        }
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

    /// Writes JSON as it is.
    package mutating func append(verbatim text: String) { buffer.append(text) }

    /// Writes JSON as it is.
    package mutating func append(verbatim bytes: [UInt8]) { bytes.withUnsafeBufferPointer { buffer.append($0) } }
}

extension OutputBuffer {
    /// Writes a number, which has to be finite, with its digits.
    mutating func append(_ number: JSONNumber, _ style: TextStyle) {
        number.withText { append($0) }
        if style == .foundation, number.isBinary { removeZeroFraction() }
    }

    /// Removes `.0` from the end of a double or float that has just been written.
    @inline(__always)
    fileprivate mutating func removeZeroFraction() {
        // SAFETY: the text of a double or float has at least three bytes.
        if cursor[-1] == 0x30, cursor[-2] == Byte.dot { cursor -= 2 }
    }
}

extension JSONNumber {
    /// Whether the number is kept as a double or float.
    fileprivate var isBinary: Bool {
        switch storage {
        case .double, .float: true
        default: false
        }
    }
}
