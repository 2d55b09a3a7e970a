/// A sink that stores the words of tokens on a tape: `TapeSink` for a whole text, `PartialSink` for a text that arrives.
protocol TapeWritingSink: TokenSink {
    /// The first word of the tape.
    var words: UnsafeMutablePointer<UInt64> { get }
    /// The position of the next word.
    var next: UnsafeMutablePointer<UInt64> { get set }
    /// The innermost open container.
    var container: OpenContainer { get set }
    var depth: Int { get set }

    /// Makes room for a member or element.
    mutating func makeRoom()
    /// Whether a word and its extension can be stored at `next`; for assertions.
    var hasRoom: Bool { get }
    /// Stores the word of a string or number.
    mutating func append(_ tag: UInt64, _ start: Cursor, _ stop: Cursor)
    /// Stores the extension of a container with so many entries.
    mutating func appendSlot(count: Int)
    /// The offset of a byte in the text.
    func offset(of position: Cursor) -> Int
    /// Notes that a container has been closed.
    mutating func noteClosed()
}

extension TapeWritingSink {
    @inline(__always)
    var isObject: Bool { container.isObject }
    @inline(__always)
    var isEmpty: Bool { container.isEmpty }

    @inline(__always)
    mutating func beginEntry(inObject: Bool) {
        // In an object the key has begun it.
        if !inObject { container.addEntry() }
    }

    @inline(__always)
    mutating func beginElement() { makeRoom() }

    @inline(__always)
    func beginRoot() -> Bool { false }
    @inline(__always)
    func endRoot() {}

    @inline(__always)
    mutating func open(_ bracket: UInt8, inObject: Bool) {
        beginEntry(inObject: inObject)
        depth &+= 1
        assert(hasRoom)
        next[0] = container.bits
        container = OpenContainer(at: distance(words, next), isObject: bracket == Byte.openBrace)
        next += 1
    }

    @inline(__always)
    mutating func close() {
        p += 1
        var count = container.count
        var word = container.kind
        if count >= Int(TapeWord.slotThreshold) {
            makeRoom()
            appendSlot(count: count)
            word |= TapeWord.extendedFlag
            count = Swift.min(count, Int(TapeWord.lengthMask))
        }
        // SAFETY: the container's word is where it was opened, before `next`; the tape only grows, and nothing reads the word
        // before it is stored here.
        assert(container.index < next - words)
        let first = words + container.index
        let outer = OpenContainer(bits: first[0])
        first[0] =
            word | UInt64(truncatingIfNeeded: count) &<< 8
            | UInt64(truncatingIfNeeded: distance(first, next)) &<< 32
        depth &-= 1
        noteClosed()
        container = outer
    }

    @inline(__always)
    mutating func take(key: StringKernel.Result) {
        makeRoom()
        append(TapeWord.Kind.string | key.flags, p + 1, key.stop)
        container.addEntry()
    }

    @inline(__always)
    func takeColon() {}

    @inline(__always)
    mutating func takeString(inObject: Bool) -> TokenStep { takeScannedString(inObject: inObject) }

    @inline(__always)
    mutating func take(string: StringKernel.Result, inObject: Bool) {
        beginEntry(inObject: inObject)
        append(TapeWord.Kind.string | string.flags, p + 1, string.stop)
    }

    @inline(__always)
    mutating func take(number: NumberKernel.Result, inObject: Bool) {
        beginEntry(inObject: inObject)
        append(TapeWord.Kind.number | number.flags, p, number.end)
    }

    @inline(__always)
    mutating func take(literal kind: UInt64, length: Int, inObject: Bool) {
        beginEntry(inObject: inObject)
        assert(hasRoom)
        next[0] = TapeWord.scalar(kind, offset: offset(of: p), length: length)
        next += 1
    }

    /// The number of words from `first` to `second`, which must not be before it.
    ///
    /// The difference of two pointers is a signed division, which must round; this is one shift.
    @inline(__always)
    private func distance(_ first: UnsafeMutablePointer<UInt64>, _ second: UnsafeMutablePointer<UInt64>) -> Int {
        Int(bitPattern: (UInt(bitPattern: second) &- UInt(bitPattern: first)) &>> 3)
    }
}
