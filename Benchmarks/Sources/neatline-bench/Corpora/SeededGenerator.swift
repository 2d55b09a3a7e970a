/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014): the same sequence for
/// the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// True in one of `count` cases.
    mutating func once(in count: Int) -> Bool {
        int(1...count) == 1
    }

    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[int(0...(choices.count - 1))]
    }

    /// Lines about as long as asked, one after another.
    static func lines(bytes: Int, seed: UInt64, _ line: (inout SeededGenerator) -> String) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var text = [UInt8]()
        text.reserveCapacity(bytes + 1_000)
        while text.count < bytes {
            text += line(&random).utf8
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }
}
