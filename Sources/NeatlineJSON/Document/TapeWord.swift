/// One entry of a document's tape: the kind, the position and the length of a value in eight bytes.
///
/// ```
///  63            32 31             8 7      4 3    0
/// +----------------+----------------+--------+------+
/// | offset         | length         | flags  | kind |   null, false, true, number, string
/// | skip           | count          | flags  | kind |   array, object
/// | slot or length (56 bits)                 | 15   |   extension of the entry before
/// +----------------+----------------+--------+------+
/// ```
///
/// * `offset`: the offset in the input of the first content byte; a string's content begins after the quote.
/// * `length`: the number of content bytes; `count`: the number of elements or members. Both saturate at `lengthMask`.
/// * A token that is not JSON (`0x1F`, `'a\'b'`) is stored as JSON after the input, and its offset is that of the stored form.
/// * `skip`: the distance to the entry after the container, so that a subtree is skipped in one step.
/// * A member of an object is a key (a string) followed by a value.
/// * `extendedFlag`: the entry has an extension. That of a string or number follows the entry and contains the exact
///   length; that of a container of `slotThreshold` elements or more is the container's last entry and contains the exact
///   count and the container's slot in the document's table of indexes.
///
/// While a container is open, its word contains the `OpenContainer` that leads to its parent.
@usableFromInline
struct TapeWord {
    @usableFromInline var bits: UInt64

    @inlinable
    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    @usableFromInline
    enum Kind {
        @inlinable static var null: UInt64 { 0 }
        @inlinable static var `false`: UInt64 { 1 }
        @inlinable static var `true`: UInt64 { 2 }
        static let number: UInt64 = 3
        @inlinable static var string: UInt64 { 4 }
        @inlinable static var array: UInt64 { 8 }
        @inlinable static var object: UInt64 { 9 }
        static let `extension`: UInt64 = 15
    }

    /// A string with at least one escape sequence.
    @inlinable static var escapedFlag: UInt64 { 0x10 }
    /// A string with at least one byte from 0x80 on.
    @inlinable static var nonASCIIFlag: UInt64 { 0x20 }
    /// A number without fraction and exponent.
    static let integerFlag: UInt64 = 0x10
    /// `NaN`, `Infinity` or `-Infinity`.
    static let nonFiniteFlag: UInt64 = 0x20
    /// A container that is a whole text, whose tokens are those of RFC 8259 with no whitespace in between.
    static let compactFlag: UInt64 = 0x40
    /// An entry with an extension.
    @inlinable static var extendedFlag: UInt64 { 0x80 }

    /// The largest length, or count, that fits in the word itself; this value itself means "see the extension".
    @inlinable static var lengthMask: UInt64 { 0xFF_FFFF }
    /// The count from which on containers have an extension with a slot.
    static let slotThreshold: UInt64 = 64

    @inlinable
    @inline(__always)
    var kind: UInt64 { bits & 0x0F }
    @inlinable
    @inline(__always)
    var isContainer: Bool { bits & 0x08 != 0 }
    @inlinable
    @inline(__always)
    var isExtended: Bool { bits & TapeWord.extendedFlag != 0 }
    /// The length of a scalar or the count of a container, unless it is `lengthMask`.
    @inlinable
    @inline(__always)
    var shortLength: Int { Int(bits &>> 8 & TapeWord.lengthMask) }
    /// The number of content bytes of a string or number, whose word is at `position` on a tape.
    @inline(__always)
    func length(in position: UnsafePointer<UInt64>) -> Int {
        isExtended ? TapeWord(bits: position[1]).extensionLength : shortLength
    }
    /// The offset in the input of a string's or number's content.
    @inlinable
    @inline(__always)
    var textOffset: Int {
        assert(!isContainer)
        return Int(bits &>> 32)
    }
    /// The distance to the entry after a closed container.
    @inlinable
    @inline(__always)
    var skip: Int {
        assert(isContainer)
        return Int(bits &>> 32)
    }

    @inline(__always)
    func has(_ flag: UInt64) -> Bool { bits & flag != 0 }

    /// The extension of a container: 24 bits for the slot, 32 for the count.
    static func slot(_ slot: Int, count: Int) -> UInt64 {
        assert((0...noSlot).contains(slot) && UInt32(exactly: count) != nil)
        return Kind.extension | UInt64(slot) &<< 8 | UInt64(count) &<< 32
    }

    /// The value for containers without a slot, after all slots have been assigned.
    static let noSlot = 0xFF_FFFF

    /// The exact length in the extension of a string or number.
    @inline(__always)
    var extensionLength: Int { Int(bits &>> 8) }
    /// The exact count in the extension of a container.
    @inlinable
    @inline(__always)
    var extensionCount: Int { Int(bits &>> 32) }
    /// The slot in the extension of a container.
    @inline(__always)
    var extensionSlot: Int { Int(bits &>> 8 & TapeWord.lengthMask) }

    /// Whether offsets below this one can be stored: texts have less than 4 GiB. `Int` may have 32 bits, which are fewer.
    @inline(__always)
    static func canHold<Offset: FixedWidthInteger>(offset: Offset) -> Bool { offset < UInt32.max }

    @inline(__always)
    static func scalar(_ tag: UInt64, offset: Int, length: Int) -> UInt64 {
        assert(length >= 0 && length <= Int(lengthMask) && UInt32(exactly: offset) != nil)
        return tag | UInt64(truncatingIfNeeded: length) &<< 8 | UInt64(truncatingIfNeeded: offset) &<< 32
    }
}
