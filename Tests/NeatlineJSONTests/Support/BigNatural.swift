/// A natural number of any size: the slow and plain arithmetic that the number kernels are tested against.
struct BigNatural: Comparable {
    /// Digits in base 2^32, least significant first, without zeros at the end.
    private var limbs: [UInt32]

    init(_ value: UInt64) {
        limbs = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
        trim()
    }

    init(high: UInt64, low: UInt64) {
        self = BigNatural(high).shifted(by: 64).adding(low)
    }

    /// The number that decimal digits spell.
    init(digits: some Sequence<UInt8>) {
        self.init(0)
        for digit in digits { self = multiplied(by: 10).adding(UInt64(digit - 0x30)) }
    }

    static func power(_ base: UInt32, _ exponent: Int) -> BigNatural {
        var result = BigNatural(1)
        for _ in 0..<exponent { result = result.multiplied(by: base) }
        return result
    }

    var bitWidth: Int {
        limbs.isEmpty ? 0 : limbs.count * 32 - (limbs.last?.leadingZeroBitCount ?? 0)
    }

    func multiplied(by factor: UInt32) -> BigNatural {
        var result = self
        var carry: UInt64 = 0
        for index in limbs.indices {
            carry += UInt64(limbs[index]) * UInt64(factor)
            result.limbs[index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        result.limbs.append(UInt32(carry))
        result.trim()
        return result
    }

    func multiplied(by factor: BigNatural) -> BigNatural {
        var result = BigNatural(0)
        for limb in factor.limbs.reversed() {
            result = result.shifted(by: 32).adding(multiplied(by: limb))
        }
        return result
    }

    func adding(_ other: BigNatural) -> BigNatural {
        var result = self
        var carry: UInt64 = 0
        for index in 0..<max(limbs.count, other.limbs.count) {
            if index == result.limbs.count { result.limbs.append(0) }
            carry += UInt64(result.limbs[index])
            if index < other.limbs.count { carry += UInt64(other.limbs[index]) }
            result.limbs[index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        result.limbs.append(UInt32(carry))
        result.trim()
        return result
    }

    func adding(_ other: UInt64) -> BigNatural { adding(BigNatural(other)) }

    func shifted(by count: Int) -> BigNatural {
        var result = multiplied(by: UInt32(1) << UInt32(count % 32))
        if !result.limbs.isEmpty {
            result.limbs.insert(contentsOf: repeatElement(0, count: count / 32), at: 0)
        }
        return result
    }

    /// The number in decimal.
    var description: String {
        var groups: [String] = []
        var rest = self
        while !rest.limbs.isEmpty {
            var remainder: UInt64 = 0
            for index in rest.limbs.indices.reversed() {
                remainder = remainder << 32 | UInt64(rest.limbs[index])
                rest.limbs[index] = UInt32(remainder / 1_000_000_000)
                remainder %= 1_000_000_000
            }
            rest.trim()
            let group = String(remainder)
            groups.append(rest.limbs.isEmpty ? group : String(repeating: "0", count: 9 - group.count) + group)
        }
        return groups.isEmpty ? "0" : groups.reversed().joined()
    }

    private mutating func trim() {
        while limbs.last == 0 { limbs.removeLast() }
    }

    static func < (left: BigNatural, right: BigNatural) -> Bool {
        if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
        return left.limbs.reversed().lexicographicallyPrecedes(right.limbs.reversed())
    }
}
