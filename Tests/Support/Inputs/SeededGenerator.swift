/// Random numbers that are the same in every run: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64
    /// What the numbers' highest bytes are, as far as they go.
    private var choices: ArraySlice<UInt8>

    /// A generator whose numbers follow from `seed`.
    ///
    /// - Parameter choices: the highest bytes of the first numbers, which decide what a small choice is: so a fuzzer can
    ///   change one choice and leave the others as they are.
    public init(seed: UInt64, choices: some Sequence<UInt8> = []) {
        state = seed
        self.choices = Array(choices)[...]
    }

    /// The next number, of all 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        value ^= value >> 31
        if let choice = choices.popFirst() { value = UInt64(choice) << 56 | value >> 8 }
        return value
    }

    /// Whether there are choices that no number has been made of.
    public var hasChoices: Bool { !choices.isEmpty }

    /// True once in `count` times.
    public mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
