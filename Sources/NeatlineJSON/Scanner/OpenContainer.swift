/// The innermost open array or object of a scan, in one word, which its open child stores on the tape in the meantime.
///
/// ```
///  63            32 31                      1   0
/// +----------------+--------------------------+---+
/// | index on tape  | entries so far           | o |   o: it is an object
/// +----------------+--------------------------+---+
/// ```
struct OpenContainer {
    private(set) var bits: UInt64

    /// Restores a container from the word that its child has stored.
    @inline(__always)
    init(bits: UInt64) { self.bits = bits }

    /// Creates a container without entries, whose word is at `index`.
    @inline(__always)
    init(at index: Int, isObject: Bool) {
        assert(UInt32(exactly: index) != nil)
        bits = UInt64(truncatingIfNeeded: index) &<< 32 | (isObject ? 1 : 0)
    }

    @inline(__always)
    var isObject: Bool { bits & 1 != 0 }

    /// The position of its word on the tape.
    @inline(__always)
    var index: Int { Int(truncatingIfNeeded: bits &>> 32) }

    /// The number of elements or members so far. An entry takes at least two bytes of text, so 31 bits are enough.
    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: (bits & 0xFFFF_FFFF) &>> 1) }

    @inline(__always)
    var isEmpty: Bool { UInt32(truncatingIfNeeded: bits) < 2 }

    @inline(__always)
    mutating func addEntry() { bits &+= 2 }

    @inline(__always)
    mutating func removeEntry() {
        assert(!isEmpty)
        bits &-= 2
    }

    /// `TapeWord.Kind.array` or `TapeWord.Kind.object`.
    @inline(__always)
    var kind: UInt64 { TapeWord.Kind.array | bits & 1 }
}
