/// A borrowed view of a document for code of other modules that reads many values: what it needs of the tape is inlined there.
///
/// It retains nothing: the caller keeps the document alive. The functions return nil for values of other kinds, and for those
/// that only a `DocumentReader` reads.
@usableFromInline
package struct TapeView {
    @usableFromInline let tape: UnsafePointer<UInt64>
    @usableFromInline let bytes: UnsafePointer<UInt8>
    @usableFromInline let readableCount: Int
    @usableFromInline let makesSmallStrings: Bool

    init(_ document: Document) {
        tape = document.tape
        bytes = document.bytes
        readableCount = document.readableCount
        makesSmallStrings = document.makesSmallStrings
    }

    // SAFETY (all functions): positions are those of values on the tape, which the caller keeps alive.

    /// Whether the value at `position` is null.
    @inlinable
    @inline(__always)
    package func isNull(_ position: Int) -> Bool { TapeWord(bits: tape[position]).kind == TapeWord.Kind.null }

    /// Whether the value at `position` is an object.
    @inlinable
    @inline(__always)
    package func isObject(_ position: Int) -> Bool { TapeWord(bits: tape[position]).kind == TapeWord.Kind.object }

    /// Whether the value at `position` is an array.
    @inlinable
    @inline(__always)
    package func isArray(_ position: Int) -> Bool { TapeWord(bits: tape[position]).kind == TapeWord.Kind.array }

    /// The number of elements or members of the container at `position`.
    @inlinable
    @inline(__always)
    package func count(_ position: Int) -> Int {
        let word = TapeWord(bits: tape[position])
        return word.isExtended ? TapeWord(bits: tape[position &+ word.skip &- 1]).extensionCount : word.shortLength
    }

    /// A cursor over the entries of the container at `position`.
    @inlinable
    @inline(__always)
    package func entries(_ position: Int) -> JSONCursor { JSONCursor(tape, entriesOf: position) }

    /// A cursor over the members of the object at `position`.
    @inlinable
    @inline(__always)
    package func members(ofObjectAt position: Int) -> MemberCursor { MemberCursor(self, membersOf: position) }

    /// The boolean at `position`.
    @inlinable
    @inline(__always)
    package func bool(_ position: Int) -> Bool? {
        let kind = TapeWord(bits: tape[position]).kind
        return kind == TapeWord.Kind.true ? true : kind == TapeWord.Kind.false ? false : nil
    }

    /// The string at `position` if it is one of up to 15 bytes of ASCII without escapes.
    @inlinable
    @inline(__always)
    package func shortString(_ position: Int) -> String? {
        let word = TapeWord(bits: tape[position])
        let unusual = TapeWord.escapedFlag | TapeWord.nonASCIIFlag | TapeWord.extendedFlag | 0x0F
        guard word.bits & unusual == TapeWord.Kind.string, word.shortLength <= SmallString.capacity, makesSmallStrings,
            word.textOffset &+ 16 <= readableCount
        else { return nil }
        return SmallString.make(prefixOf: bytes + word.textOffset, count: word.shortLength)
    }

    /// The text of the number at `position`, and the number of bytes after it that may be read.
    @inline(__always)
    private func number(_ position: Int, _ word: TapeWord) -> (text: UnsafeBufferPointer<UInt8>, readable: Int) {
        let count = word.isExtended ? TapeWord(bits: tape[position &+ 1]).extensionLength : word.shortLength
        return (
            UnsafeBufferPointer(start: bytes + word.textOffset, count: count), readableCount &- word.textOffset &- count
        )
    }

    /// The number at `position` if it is written as an integer, in the range of `Int64`.
    @usableFromInline
    package func int64(_ position: Int) -> Int64? {
        let word = TapeWord(bits: tape[position])
        guard word.kind == TapeWord.Kind.number, word.has(TapeWord.integerFlag) else { return nil }
        let (text, readable) = number(position, word)
        return DecimalParser.shortInt64(text, followedBy: readable)
    }

    /// The double nearest to the number at `position` if it is finite, infinite beyond the range of `Double`.
    @usableFromInline
    package func double(_ position: Int) -> Double? {
        let word = TapeWord(bits: tape[position])
        guard word.kind == TapeWord.Kind.number, !word.has(TapeWord.nonFiniteFlag) else { return nil }
        let (text, readable) = number(position, word)
        return DecimalParser.double(text, isInteger: word.has(TapeWord.integerFlag), followedBy: readable)
    }

    /// The elements of the array at `position`, each of which `read` returns for its position; nil if it returns nil for one,
    /// or there is no array.
    @inlinable
    @inline(__always)
    package func array<Element>(_ position: Int, _ read: (Int) -> Element?) -> [Element]? {
        guard isArray(position) else { return nil }
        var positions = entries(position)
        var elements: [Element] = []
        elements.reserveCapacity(MemoryLayout<Element>.room(for: count(position)))
        while let next = positions.next() {
            guard let element = read(next) else { return nil }
            elements.append(element)
        }
        return elements
    }

    /// The elements of the array at `position` if all are numbers in the range of `Double`.
    package func doubles(_ position: Int) -> [Double]? {
        array(position) { double($0).flatMap { $0.isFinite ? $0 : nil } }
    }

    /// `JSONNumber.parts` of the number at `position`, if its text is short.
    package func parts(_ position: Int) -> JSONNumber.Parts? {
        let word = TapeWord(bits: tape[position])
        guard word.kind == TapeWord.Kind.number else { return nil }
        let (text, readable) = number(position, word)
        if word.has(TapeWord.integerFlag) {
            guard let value = DecimalParser.shortInt64(text, followedBy: readable), value != 0 || text.count == 1 else {
                return nil
            }
            return (value.magnitude, 0, value < 0)
        }
        return ShortDecimal(text, followedBy: readable)?.parts
    }

    /// Whether all elements of the array at `position` are objects.
    package func areObjects(inArrayAt position: Int) -> Bool {
        var elements = entries(position)
        while let element = elements.next() {
            if !isObject(element) { return false }
        }
        return true
    }
}

extension DocumentReader {
    /// A view of the document, which the caller keeps alive.
    package var view: TapeView { TapeView(document) }
}
