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
