// Everything that depends on the layout of `String`, which is part of Swift's ABI on Apple platforms and the same
// elsewhere, but is not documented API. `SmallString.isKnown` verifies it against strings of the standard library, once
// in a process; if it differs, the public initializers are used.

/// Creates small strings, up to 15 bytes of ASCII that `String` stores inline, in few instructions.
///
/// Most keys and many values are that short, and creating a `String` takes longer than scanning it. The standard
/// library's public initializers validate, count and branch; this writes the two words of a small string directly: the
/// bytes, and in the topmost byte 0xE0 plus their count. `make` must not be called unless `isKnown` is true.
@usableFromInline
enum SmallString {
    /// The maximum length of the text, in bytes.
    @inlinable static var capacity: Int { 15 }

    /// Makes `isKnown` false; for tests, which set it before anything else runs in their process.
    nonisolated(unsafe) static var isAssumedUnknown = false

    /// Whether this process's `String` has the layout that `make` writes and `StringWords` reads.
    static let isKnown: Bool = {
        guard !isAssumedUnknown, StringWords.hasExpectedSize, 1.littleEndian == 1 else { return false }
        // Strings that own memory, refer to memory, or are not ASCII must differ from those that `make` writes.
        let owner = StringWords(String(repeating: "a", count: 16))
        let literal = StringWords("a text of the program")
        let accented = StringWords("\u{E9}")
        guard !owner.isSmall, !owner.isLiteral, !owner.identifiesContents else { return false }
        guard !literal.isSmall, literal.isLiteral, literal.identifiesContents else { return false }
        guard accented.isSmall, !accented.isLiteral, accented.identifiesContents, accented.smallCount == 2,
            accented.kind != StringWords.smallASCII
        else { return false }
        return (0...capacity).allSatisfy { count in
            let words = StringWords(String(decoding: (0..<count).map { UInt8(0x30 + $0) }, as: UTF8.self))
            let bytes = (0..<capacity).map { $0 < count ? UInt8(0x30 + $0) : 0 } + [0xE0 | UInt8(count)]
            return bytes.withUnsafeBytes { bytes in
                words.low == bytes.loadUnaligned(as: UInt64.self)
                    && words.high == bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            }
        }
    }()

    /// Returns the string of `source`: at most 15 bytes, all of them ASCII.
    @inline(__always)
    static func make(_ source: UnsafeBufferPointer<UInt8>) -> String {
        assert(isKnown && source.allSatisfy { $0 < 0x80 })
        let (low, high) = words(source)
        return string(low, high | UInt64(truncatingIfNeeded: 0xE0 | source.count) &<< 56)
    }

    /// Returns the bytes of `source`, at most 15, in two words, followed by zeros.
    @inline(__always)
    static func words(_ source: UnsafeBufferPointer<UInt8>) -> (low: UInt64, high: UInt64) {
        assert(source.count <= capacity)
        guard let bytes = source.baseAddress else { return (0, 0) }
        let count = source.count
        var low: UInt64 = 0
        var high: UInt64 = 0
        // SAFETY: each load lies within the `count` bytes.
        if count >= 8 {
            low = bytes.load64()
            if count > 8 {
                high |= (bytes + (count &- 8)).load64() &>> UInt64(truncatingIfNeeded: (16 &- count) &* 8)
            }
        } else if count >= 4 {
            let last = UInt64((bytes + (count &- 4)).load32())
            low = UInt64(bytes.load32()) | last &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
        } else if count > 0 {
            // First, middle and last byte cover one, two and three.
            let middle = count &>> 1
            low =
                UInt64(bytes[0]) | UInt64(bytes[middle]) &<< UInt64(truncatingIfNeeded: middle &* 8)
                | UInt64(bytes[count &- 1]) &<< UInt64(truncatingIfNeeded: (count &- 1) &* 8)
        }
        return (low, high)
    }

    /// Returns the string of the `count` bytes at `source`: at most 15, all of them ASCII, the first of 16 that may be
    /// read.
    ///
    /// Without a branch on the count: the lengths of names and values in a text are hard to predict.
    @inlinable
    @inline(__always)
    static func make(prefixOf source: Cursor, count: Int) -> String {
        let (low, high) = words(prefixOf: source, count: count)
        return string(low, high | UInt64(truncatingIfNeeded: 0xE0 | count) &<< 56)
    }

    /// Returns the `count` bytes at `source`, at most 15 and the first of 16 that may be read, in two words.
    @inlinable
    @inline(__always)
    static func words(prefixOf source: Cursor, count: Int) -> (low: UInt64, high: UInt64) {
        assert(count >= 0 && count <= capacity)
        // SAFETY: required of the caller.
        let bits = UInt64(truncatingIfNeeded: count &* 8)
        let low = source.load64() & (count >= 8 ? ~0 : ~(~0 &<< bits))
        let high = (source + 8).load64() & (count > 8 ? ~(~0 &<< (bits &- 64)) : 0)
        return (low, high)
    }

    /// Returns the string that consists of two words.
    @inlinable
    @inline(__always)
    static func string(_ low: UInt64, _ high: UInt64) -> String {
        // SAFETY: `isKnown` has verified that a small string of ASCII is these two words. It is moved out of them, not
        // copied, because it owns no memory and so has no reference to be counted.
        var words = (low, high)
        return withUnsafeMutableBytes(of: &words) { words in
            words.baseAddress!.assumingMemoryBound(to: String.self).move()
        }
    }
}

/// The two words that a `String` consists of.
///
/// ```
///          low               high
///  small   bytes 0 ... 7     bytes 8 ... 14, and on top the kind (0xE: ASCII, 0xA: not) and the count, 4 bits each
///  other   count and flags   an address, and on top the kind: 0x8 for a literal
/// ```
///
/// The words must not be interpreted unless `SmallString.isKnown` is true.
struct StringWords: Equatable, BitwiseCopyable {
    let low: UInt64
    let high: UInt64

    fileprivate static let smallASCII: UInt64 = 0xE
    private static let small: UInt64 = 0xA
    private static let literal: UInt64 = 0x8

    fileprivate static var hasExpectedSize: Bool {
        MemoryLayout<String>.size == 16 && MemoryLayout<(UInt64, UInt64)>.size == 16
    }

    private init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

    /// Zeros, which are not the words of any string.
    static var none: StringWords { StringWords(low: 0, high: 0) }

    /// The words of a string; zeros on platforms where a `String` has another size.
    @inline(__always)
    init(_ text: String) {
        // SAFETY: both have the same size, and any bits are two integers.
        (low, high) = StringWords.hasExpectedSize ? unsafeBitCast(text, to: (UInt64, UInt64).self) : (0, 0)
    }

    @inline(__always)
    fileprivate var kind: UInt64 { high &>> 60 }

    /// Whether the string stores its bytes inline, whether they are ASCII or not.
    @inline(__always)
    var isSmall: Bool { high & 1 &<< 61 != 0 }

    /// The count of a small string's bytes.
    @inline(__always)
    var smallCount: UInt64 { high &>> 56 & 0x0F }

    /// Whether the string is a literal, whose bytes never move.
    @inline(__always)
    var isLiteral: Bool { kind == StringWords.literal }

    /// Whether no other text can ever have these words: the string is small, or a literal.
    @inline(__always)
    var identifiesContents: Bool { isLiteral || kind == StringWords.small || kind == StringWords.smallASCII }

    @inline(__always)
    static func == (a: StringWords, b: StringWords) -> Bool { a.low == b.low && a.high == b.high }
}

// MARK: Names of members, which are compared with the words of such strings

/// A name of up to 15 bytes as two words, which are compared with the bytes of a key in a few instructions.
struct ShortName {
    /// The first eight bytes, followed by zeros.
    let low: UInt64
    /// The other bytes, followed by zeros.
    let high: UInt64
    /// The number of bytes.
    private let count: UInt64

    /// The words in which `text` stores its bytes; nil if it stores them elsewhere.
    ///
    /// - Precondition: `SmallString.isKnown`.
    @inline(__always)
    init?(_ text: String) {
        let words = StringWords(text)
        guard words.isSmall else { return nil }
        low = words.low
        high = words.high & 0x00FF_FFFF_FFFF_FFFF
        count = words.smallCount
    }

    /// The tape's word of a key with this name, without its offset.
    @inline(__always)
    var word: UInt64 { TapeWord.Kind.string | count &<< 8 }

    /// The number of bytes.
    @inline(__always)
    var length: Int { Int(truncatingIfNeeded: count) }

    @inline(__always)
    func hash(_ hash: KeyHash) -> UInt64 { hash(low, high, count: count) }

    /// Whether the bytes at `source`, of which 16 may be read, begin with the name.
    @inline(__always)
    func begins(at source: Cursor) -> Bool {
        assert(count <= 15)
        // The bytes after the name are shifted out. SAFETY: the caller guarantees 16 readable bytes.
        if count > 8 {
            return source.load64() == low && ((source + 8).load64() ^ high) &<< ((16 &- count) &<< 3) == 0
        }
        // For an empty name the shift is 64, which `&<<` masks to 0, so that nothing would be shifted out.
        return (source.load64() ^ low) &<< ((8 &- count) &<< 3) == 0 || count == 0
    }

    /// Like `begins(at:)`, without a branch on the length: for names in an unpredictable order.
    @inline(__always)
    func isPrefix(at source: Cursor) -> Bool {
        let (low, high) = SmallString.words(prefixOf: source, count: length)
        return (low ^ self.low) | (high ^ self.high) == 0
    }
}

extension Document {
    /// The position of the value of the effective member called `name` in the object at `object`; 0 if there is none.
    ///
    /// Short names are compared as words; others take the function of the same name for bytes.
    ///
    /// - Complexity: O(members) up to 63 members, then O(1) with an index that the first lookup builds.
    @inline(__always)
    func member(_ name: String, ofObjectAt object: Int) -> Int {
        if makesSmallStrings, let short = ShortName(name), let found = member(short, ofObjectAt: object) {
            return found
        }
        return indirectMember(name, ofObjectAt: object)
    }

    @inline(never)
    private func indirectMember(_ name: String, ofObjectAt object: Int) -> Int {
        name.withName { name in
            if self[object].isExtended, let found = indexedMember(name, ofObjectAt: object) { return found }
            return member(name, ofObjectAt: object)
        }
    }

    /// Like `member(_:ofObjectAt:)` for bytes; nil if a key may be equal although its word is not, because it has escapes,
    /// an extension, or less than 16 readable bytes.
    @inline(__always)
    private func member(_ name: ShortName, ofObjectAt object: Int) -> Int? {
        // SAFETY: from the object's word to its end, the scanner wrote keys and values alternately. An extension would be
        // the last entry; objects with one are looked up in their index.
        let tape = tape
        let bytes = bytes
        let lastReadable = readableCount &- 16
        let firstMemberWins = firstMemberWins
        let open = tape[object]
        if open & TapeWord.extendedFlag != 0 { return indexedMember(name, ofObjectAt: object) }
        let wanted = name.word
        // Everything but the offset and the flag for non-ASCII text.
        let compared = 0xFFFF_FFFF & ~TapeWord.nonASCIIFlag
        var found = 0
        var index = object &+ 1
        let end = object &+ Int(truncatingIfNeeded: open &>> 32)
        while index < end {
            let key = tape[index]
            if key & compared == wanted {
                let offset = Int(truncatingIfNeeded: key &>> 32)
                if offset > lastReadable { return nil }
                if name.begins(at: bytes + offset) {
                    found = index &+ 1
                    if firstMemberWins { break }
                }
            } else if key & (TapeWord.escapedFlag | TapeWord.extendedFlag) != 0 {
                return nil
            }
            let value = TapeWord(bits: tape[index &+ 1])
            index &+= 2
            if value.bits & (0x08 | TapeWord.extendedFlag) != 0 {
                index = value.isContainer ? index &- 1 &+ value.skip : index &+ 1
            }
        }
        return found
    }

    /// A lookup in an object that has an index; nil if it has none, or if a key may be equal although its word is not.
    ///
    /// Not inlined, because it would cost lookups in small objects more instructions than it would save in large ones.
    @inline(never)
    private func indexedMember(_ name: ShortName, ofObjectAt object: Int) -> Int? {
        guard let index = containerIndex(object, build: ContainerIndex.object) else { return nil }
        // SAFETY: the document, which owns the index, is alive; it was built for an object.
        let table = index._withUnsafeGuaranteedRef { $0.keys.unsafelyUnwrapped }
        let wanted = name.word
        let compared = 0xFFFF_FFFF & ~TapeWord.nonASCIIFlag
        let lastReadable = readableCount &- 16
        var isUnusual = false
        let key = table.key(hash: name.hash(table.hash)) { key in
            let word = self[key]
            if word.bits & compared == wanted {
                if word.textOffset <= lastReadable { return name.isPrefix(at: bytes + word.textOffset) }
            } else if word.bits & (TapeWord.escapedFlag | TapeWord.extendedFlag) == 0 {
                return false
            }
            isUnusual = true
            return true
        }
        if isUnusual { return nil }
        return key == 0 ? 0 : key &+ 1
    }
}
