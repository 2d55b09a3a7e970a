/// Names of members that were written before, as they are written: `,"name":`.
///
/// Models and encodable types have the same names in the same order again and again, so each is escaped, and converted by a
/// strategy, once. A name is known by the two words of its key's `String`, and remembers which one came after it: usually
/// two comparisons find the next name, and its bytes are copied. Each has a number, so that an object tells by a set of
/// bits whether a name has come before.
///
/// Kept are keys of up to 15 bytes, which are their words, and literals, whose bytes never move. When the table is full,
/// other names are not known.
///
/// ```
///  slot 2n        what came after the name with number n
///  slot 2n + 1    what came first in an object that is its value
/// ```
package struct WrittenNames: ~Copyable {
    /// A name that is kept.
    struct Name: BitwiseCopyable {
        /// Of the key's `String`.
        let words: StringWords
        /// The offset of its text.
        fileprivate let offset: UInt32
        fileprivate let length: UInt32
        /// The number of the first name with the same text: two literals may have the same, or two keys convert to it.
        let identity: Int

        /// The number of bytes in its text.
        @inline(__always)
        var count: Int { Int(length) }
    }

    /// How many numbers there are; 0 is no name.
    static let capacity = 128
    /// The most bytes in all texts.
    private static let largestTexts = 32 << 10

    /// The names by their numbers.
    private var names = PlainStack<Name>(capacity: 16)
    /// The texts of the names, one behind the other.
    private var texts = OutputBuffer(capacity: 256)
    /// The number of the name that is expected at each slot, or 0; behind these the numbers of names at their hashes.
    private let expected: UnsafeMutablePointer<UInt8>
    private let numbers: UnsafeMutablePointer<UInt8>
    /// Whether names can be kept: the words of strings are known to be what is said above.
    package let keepsNames = SmallString.isKnown

    /// No names yet.
    package init() {
        // No string consists of zeroes.
        names.append(Name(words: .none, offset: 0, length: 0, identity: 0))
        // SAFETY: slots and hashes are each less than twice the capacity.
        expected = Memory.allocate(capacity: WrittenNames.capacity * 4)
        expected.initialize(repeating: 0, count: WrittenNames.capacity * 4)
        numbers = expected + WrittenNames.capacity * 2
    }

    deinit { Memory.free(expected) }

    /// The name with a number that `number(of:at:)` has given.
    @inline(__always)
    subscript(number: Int) -> Name { names[number] }

    /// The text of a name, from the comma to the colon, and at least 16 bytes behind it that may be read.
    @inline(__always)
    func text(of name: Name) -> Cursor {
        assert(Int(name.offset) + name.count <= texts.count)
        return Cursor(texts.start + Int(name.offset))
    }

    /// The number of the name of a key, which is expected at a slot; 0 if it is not kept.
    @inline(__always)
    func number(of words: StringWords, at slot: Int) -> Int {
        assert((0..<WrittenNames.capacity * 2).contains(slot))
        // SAFETY: slots are made of numbers, of which there are half as many.
        let number = Int(expected[slot])
        if names[number].words == words { return number }
        return WrittenNames.search(words, among: names.start, numbers: numbers, expected: expected + slot)
    }

    /// As `number(of:at:)`; the name is the one to be expected at the slot from now on.
    ///
    /// Not a method: the caller would copy all fields to the stack for it, for each name that is found.
    @inline(never)
    private static func search(
        _ words: StringWords, among names: UnsafePointer<Name>, numbers: UnsafePointer<UInt8>,
        expected: UnsafeMutablePointer<UInt8>
    ) -> Int {
        // SAFETY: `numbers` are of names that are kept, and half of the hashes are free, so that the search ends.
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

    /// Keeps a name that is not kept yet.
    ///
    /// - Parameters:
    ///   - key: the key's text, by which the name is found.
    ///   - text: the name as it is written, from the comma to the colon.
    /// - Returns: whether it is kept: false if the key is neither short nor a literal, or if there are too many names or
    ///   too long ones.
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
            // Vectors are read that reach behind the last name.
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

    /// A position in `numbers`.
    private static func hash(_ words: StringWords) -> Int {
        // One more bit than names have numbers.
        Int(truncatingIfNeeded: KeyHash.ofProcess(words.low, words.high, count: 0) &>> 56)
    }
}

/// Which of the `WrittenNames` an object has, and at which slot the next one is expected.
package struct WrittenMembers: BitwiseCopyable {
    /// The identities of the names that have come, as bits.
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// The slot of the next name in `WrittenNames`.
    private(set) var slot: Int
    /// Whether a name has come twice.
    package private(set) var hasRepeats = false

    /// No members of an object that is no member's value.
    package init() { slot = 0 }

    /// No members of an object that is the value of the last member of another one.
    init(inside outer: WrittenMembers) { slot = outer.slot | 1 }

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
