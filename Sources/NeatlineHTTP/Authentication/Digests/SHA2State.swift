/// The common part of the SHA-2 family (FIPS 180-4, sections 6.2 and 6.4): all but the size of words, the rotations and
/// the constants.
struct SHA2State<Word: SHA2Word> {
    static var blockSize: Int { 16 * Word.byteCount }

    /// Eight words.
    private var state: [Word]

    init(_ state: [Word]) { self.state = state }

    var bytes: [UInt8] { state.flatMap(\.bigEndianBytes) }

    mutating func compress(_ block: UnsafeRawBufferPointer) {
        let steps = Word.roots.count
        withUnsafeTemporaryAllocation(of: Word.self, capacity: steps) { words in
            // SAFETY: all words are written before they are read; they need no deinitialization.
            for index in 0..<16 {
                let place = index * Word.byteCount
                words[index] = Word(bigEndian: block.loadUnaligned(fromByteOffset: place, as: Word.self))
            }
            for index in 16..<steps {
                let first = words[index - 15].spread(Word.early)
                let second = words[index - 2].spread(Word.late)
                words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
            }
            mix(words)
        }
    }

    private mutating func mix(_ words: UnsafeMutableBufferPointer<Word>) {
        let roots = Word.roots
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in words.indices {
            let first = h &+ e.turned(Word.high) &+ (e & f ^ ~e & g) &+ roots[index] &+ words[index]
            let second = a.turned(Word.low) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }
}

/// A word of a SHA-2 function, with the parameters of its size (FIPS 180-4, sections 4.1 and 4.2).
protocol SHA2Word: FixedWidthInteger, BitwiseCopyable {
    typealias Bits = (Self, Self, Self)

    /// The first bits of the fractions of the cube roots of the first primes, one for each step.
    static var roots: [Self] { get }
    /// The two rotations and the shift for words of the schedule.
    static var early: Bits { get }
    static var late: Bits { get }
    /// The three rotations for words of the state.
    static var high: Bits { get }
    static var low: Bits { get }
}

extension SHA2Word {
    fileprivate static var byteCount: Int { bitWidth / 8 }

    @inline(__always)
    fileprivate func turned(_ bits: Bits) -> Self {
        rotatedRight(bits.0) ^ rotatedRight(bits.1) ^ rotatedRight(bits.2)
    }

    @inline(__always)
    fileprivate func spread(_ bits: Bits) -> Self {
        rotatedRight(bits.0) ^ rotatedRight(bits.1) ^ self &>> bits.2
    }
}
