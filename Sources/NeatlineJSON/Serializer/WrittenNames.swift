/// Names of members that were written before and are plain: no dot is in them, and nothing that has to be escaped.
///
/// Models write the same names in the same order again and again. So a name is known by the two words of its `String`, and
/// remembers which one came after it: as a rule two comparisons find the next name, and nobody looks at its bytes. Each has
/// a number, so that an object tells by a set of bits whether a name has come before.
///
/// Names of up to 15 bytes are their words. Of longer ones those are kept that are literals, whose bytes never move; two
/// literals of the same text are not both kept. When the table is full, other names are written as if there were none.
///
/// ```
///  place 2n        what came after the name with number n
///  place 2n + 1    what came first in an object that is its value
/// ```
struct WrittenNames: ~Copyable {
    /// A name that is kept.
    struct Name: BitwiseCopyable {
        /// The words of its `String`: of a short name its bytes, and their count in the topmost byte.
        let low: UInt64
        let high: UInt64
        /// In bytes.
        let count: Int
        /// Of a name that is longer than 15 bytes.
        let bytes: Cursor?

        /// Writes the name; stores may reach as far as 16 bytes.
        @inline(__always)
        func write(to out: OutputCursor) {
            if let bytes {
                out.copyVectors(of: bytes, count: count)
            } else {
                out.store(low)
                (out + 8).store(high)
            }
        }

        @inline(__always)
        fileprivate func isText(of words: StringWords) -> Bool { low == words.low && high == words.high }
    }

    /// How many numbers there are; 0 is no name.
    static let capacity = 128
    /// Longer names are not kept.
    static let longestName = 255

    private let names: UnsafeMutablePointer<Name>
    /// The number of the name that is expected at each place, or 0.
    private let expected: UnsafeMutablePointer<UInt8>
    /// The numbers of names at their hashes; twice as many as there are names.
    private let numbers: UnsafeMutablePointer<UInt8>
    private var count = 1
    /// Whether the words of strings are known to be what is said above.
    private let knowsStrings = SmallString.isKnown

    /// No names yet.
    init() {
        names = Memory.allocate(capacity: WrittenNames.capacity)
        // No string consists of zeroes.
        names.initialize(to: Name(low: 0, high: 0, count: 0, bytes: nil))
        expected = Memory.allocate(capacity: WrittenNames.capacity * 4)
        expected.initialize(repeating: 0, count: WrittenNames.capacity * 4)
        numbers = expected + WrittenNames.capacity * 2
    }

    deinit {
        Memory.free(names)
        Memory.free(expected)
    }

    /// The name with a number that `number(of:at:)` has given.
    @inline(__always)
    subscript(number: Int) -> Name { names[number] }

    /// The number of a name at a place; 0 if it is not kept.
    @inline(__always)
    func number(of words: StringWords, at place: Int) -> Int {
        // SAFETY: places are made of numbers, of which there are half as many.
        let number = Int(expected[place])
        return names[number].isText(of: words) ? number : search(words, place)
    }

    /// As `number(of:at:)`; the name is the one to be expected at the place from now on.
    @inline(never)
    private func search(_ words: StringWords, _ place: Int) -> Int {
        // Half of the hashes are free, so that the search ends.
        var index = WrittenNames.hash(words)
        while numbers[index] != 0 {
            let number = Int(numbers[index])
            if names[number].isText(of: words) {
                expected[place] = UInt8(truncatingIfNeeded: number)
                return number
            }
            index = (index &+ 1) & (WrittenNames.capacity &* 2 &- 1)
        }
        return 0
    }

    /// Keeps a name that is plain and is not kept yet, if it can be.
    @inline(never)
    mutating func add(_ text: String) {
        let words = StringWords(text)
        guard knowsStrings, count < WrittenNames.capacity else { return }
        var bytes: Cursor?
        let length = text.utf8.count
        if !words.isSmall {
            guard length <= WrittenNames.longestName, let start = StringWords.bytes(ofLiteral: text)?.baseAddress,
                !(1..<count).contains(where: { names[$0].count == length && equalBytes(names[$0].bytes, start, length) }
                )
            else { return }
            bytes = start
        }
        (names + count).initialize(to: Name(low: words.low, high: words.high, count: length, bytes: bytes))
        var index = WrittenNames.hash(words)
        while numbers[index] != 0 { index = (index &+ 1) & (WrittenNames.capacity &* 2 &- 1) }
        numbers[index] = UInt8(truncatingIfNeeded: count)
        count &+= 1
    }

    /// A place in `numbers`.
    private static func hash(_ words: StringWords) -> Int {
        // One more bit than names have numbers.
        Int(truncatingIfNeeded: KeyHash.ofProcess(words.low, words.high, count: 0) &>> 56)
    }
}

extension OutputCursor {
    /// Copies `count` bytes, at least 16, by vectors; the last one overlaps what came before.
    @inline(__always)
    fileprivate func copyVectors(of source: Cursor, count: Int) {
        // SAFETY: what is loaded and stored lies within `count` bytes.
        var offset = 0
        while true {
            (self + offset).store((source + offset).loadVector())
            if offset == count &- 16 { return }
            offset = Swift.min(offset &+ 16, count &- 16)
        }
    }
}
