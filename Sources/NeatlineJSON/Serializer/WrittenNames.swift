/// A cache of the text of members' names as they are written: `,"name":`.
///
/// Models and encodable types write the same names in the same order again and again, so each name is escaped, and
/// converted by a strategy, once. A name is identified by the two words of its key's `String`, and predicts the name after
/// it: usually two comparisons find the next name, whose bytes are copied. Each name has a number, so that a set of bits
/// tells which names an object has.
///
/// The cache contains keys of up to 15 bytes, whose words are their bytes, and literals, whose bytes never move. When it is
/// full, no more names are added.
///
/// ```
///  slot 2n        the name predicted after the name with number n
///  slot 2n + 1    the name predicted as the first one of an object that is the value of name n
/// ```
package struct WrittenNames: ~Copyable {
    /// A cached name.
    struct Name: BitwiseCopyable {
        /// The words of the key's `String`.
        let words: StringWords
        /// The offset of the name in `texts`.
        fileprivate let offset: UInt32
        fileprivate let length: UInt32
        /// The number of the first name with the same text, which two literals or two converted keys may have.
        let identity: Int

        /// The number of bytes of the name's text.
        @inline(__always)
        var count: Int { Int(length) }
    }

    /// The limit of the names' numbers; 0 is not the number of a name.
    static let capacity = 128
    /// The maximum number of bytes in `texts`.
    private static let largestTexts = 32 << 10

    /// The names by their numbers.
    private var names = PlainStack<Name>(capacity: 16)
    /// The texts of all names.
    private var texts = OutputBuffer(capacity: 256)
    /// The number of the name that is predicted at each slot, or 0.
    private let expected: UnsafeMutablePointer<UInt8>
    /// A hash table of the names' numbers, with 0 for empty buckets; in the same memory, after `expected`.
    private let numbers: UnsafeMutablePointer<UInt8>
    /// Whether names can be cached: whether the layout of strings is known.
    package let keepsNames = SmallString.isKnown

    /// Creates an empty cache.
    package init() {
        // Zeros are not the words of any string.
        names.append(Name(words: .none, offset: 0, length: 0, identity: 0))
        // SAFETY: slots and hashes are each less than twice the capacity.
        expected = Memory.allocate(capacity: WrittenNames.capacity * 4)
        expected.initialize(repeating: 0, count: WrittenNames.capacity * 4)
        numbers = expected + WrittenNames.capacity * 2
    }

    deinit { Memory.free(expected) }

    /// The name with a number that `number(of:at:)` has returned.
    @inline(__always)
    subscript(number: Int) -> Name { names[number] }

    /// The text of a name, from the comma to the colon, followed by at least 16 readable bytes.
    @inline(__always)
    func text(of name: Name) -> Cursor {
        assert(Int(name.offset) + name.count <= texts.count)
        return Cursor(texts.start + Int(name.offset))
    }

    /// The number of the name of a key, whose prediction is at a slot; 0 if it is not cached.
    @inline(__always)
    func number(of words: StringWords, at slot: Int) -> Int {
        assert((0..<WrittenNames.capacity * 2).contains(slot))
        // SAFETY: a slot is twice a number, or one more, so it is less than twice the capacity.
        let number = Int(expected[slot])
        if names[number].words == words { return number }
        return WrittenNames.search(words, among: names.start, numbers: numbers, expected: expected + slot)
    }

    /// Searches the hash table for a name, which is afterwards the one predicted at the slot.
    ///
    /// Static, because for a method the caller would copy all fields to the stack, for each name that is found.
    @inline(never)
    private static func search(
        _ words: StringWords, among names: UnsafePointer<Name>, numbers: UnsafePointer<UInt8>,
        expected: UnsafeMutablePointer<UInt8>
    ) -> Int {
        // SAFETY: `numbers` are those of `names`, and half of the buckets are empty, so the search ends.
        var index = hash(words)
        while numbers[index] != 0 {
            let number = Int(numbers[index])
            if names[number].words == words {
                expected.pointee = UInt8(truncatingIfNeeded: number)
                return number
            }
            index = (index &+ 1) & (capacity &* 2 &- 1)
        }
        return 0
    }

    /// Adds a name to the cache.
    ///
    /// - Parameters:
    ///   - key: the key, by which the name is found; not in the cache.
    ///   - text: the name as it is written, from the comma to the colon.
    /// - Returns: false, without an effect, if the key is neither short nor a literal, or if there is no room.
    @inline(never)
    mutating func add(_ key: String, writtenAs text: UnsafeRawBufferPointer) -> Bool {
        let words = StringWords(key)
        let number = names.count
        guard keepsNames, words.identifiesContents, number < WrittenNames.capacity,
            texts.count + text.count <= WrittenNames.largestTexts
        else { return false }
        let length = UInt32(truncatingIfNeeded: text.count)
        var name = Name(
            words: words, offset: UInt32(truncatingIfNeeded: texts.count), length: length, identity: number)
        if let other = (1..<number).first(where: { isText(of: names[$0], text) }) {
            name = Name(words: words, offset: names[other].offset, length: length, identity: names[other].identity)
        } else {
            texts.append(text.bindMemory(to: UInt8.self))
            // Vectors are loaded that extend beyond the last name.
            texts.cursor.store(SIMD16<Int8>(repeating: 0))
        }
        names.append(name)
        var index = WrittenNames.hash(words)
        while numbers[index] != 0 { index = (index &+ 1) & (WrittenNames.capacity &* 2 &- 1) }
        numbers[index] = UInt8(truncatingIfNeeded: number)
        return true
    }

    private func isText(of name: Name, _ text: UnsafeRawBufferPointer) -> Bool {
        name.count == text.count
            && UnsafeRawBufferPointer(start: self.text(of: name), count: name.count).elementsEqual(text)
    }

    /// Whether an object has the member of a key.
    package func contains(_ key: String, in members: WrittenMembers) -> Bool {
        let words = StringWords(key)
        return (0..<names.count).contains { names[$0].words == words && members.contains(names[$0].identity) }
    }

    /// The bucket of a name in `numbers`.
    private static func hash(_ words: StringWords) -> Int {
        // Eight bits: there are twice as many buckets as numbers.
        Int(truncatingIfNeeded: KeyHash.ofProcess(words.low, words.high, count: 0) &>> 56)
    }
}

/// The set of `WrittenNames` that an object has, and the slot at which the next one is predicted.
package struct WrittenMembers: BitwiseCopyable {
    /// The identities of the names, as a set of bits.
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// The slot of the next name in `WrittenNames`.
    private(set) var slot: Int
    /// Whether a name was added twice.
    package private(set) var hasRepeats = false

    /// Creates the empty set of an object that is not the value of a member.
    package init() { slot = 0 }

    /// Creates the empty set of an object that is the value of the last member of `outer`.
    init(inside outer: WrittenMembers) { slot = outer.slot | 1 }

    /// Whether no name was added.
    var isEmpty: Bool { low | high == 0 }

    /// Adds a name.
    @inline(__always)
    mutating func add(_ identity: Int, number: Int) {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: identity)
        if identity < 64 {
            if low & bit != 0 { hasRepeats = true }
            low |= bit
        } else {
            if high & bit != 0 { hasRepeats = true }
            high |= bit
        }
        slot = number &* 2
    }

    fileprivate func contains(_ identity: Int) -> Bool {
        (identity < 64 ? low : high) & 1 &<< UInt64(truncatingIfNeeded: identity) != 0
    }
}
