/// Converts hexadecimal integers of any length to decimal digits.
enum HexadecimalText {
    /// The number of digits in each limb of a decimal number.
    ///
    /// A sum of products of two limbs, one for each limb of the longest number that fits in a text of 4 GiB, stays below
    /// `PrimeField.prime`.
    private static let limbDigits = 5
    private static let limbBase: UInt64 = 100_000
    /// Numbers with at most this number of hexadecimal digits are converted digit by digit; longer ones by halves.
    private static let shortCount = 512
    /// Products with fewer limbs are computed limb by limb.
    private static let shortLimbs = 128

    /// Appends the decimal digits of the number with the hexadecimal `digits`; `0` for none.
    ///
    /// - Complexity: O(*n* log² *n*) time, by halving the digits and multiplying by number-theoretic transforms; O(*n*)
    ///   memory, about 25 bytes a digit.
    static func appendDecimal(_ digits: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
        let significant = UnsafeBufferPointer(rebasing: digits.drop { $0 == Byte.zero })
        // Powers of 16: the exponent doubles from one to the next.
        var powers: [[UInt64]] = []
        var count = shortCount
        while count < significant.count {
            if let last = powers.last {
                powers.append(product(last, last))
            } else {
                powers.append(multiplied(sixteen: shortCount))
            }
            count *= 2
        }
        var limbs = limbs(significant, powers[...])
        while limbs.last == 0 { limbs.removeLast() }
        guard let first = limbs.popLast() else {
            text.append(Byte.zero)
            return
        }
        text.reserveCapacity(text.count + (limbs.count + 1) * limbDigits)
        text += String(first).utf8
        for limb in limbs.reversed() {
            var divisor = limbBase / 10
            while divisor > 0 {
                text.append(Byte.zero + UInt8(truncatingIfNeeded: limb / divisor % 10))
                divisor /= 10
            }
        }
    }

    private static func multiplied(sixteen count: Int) -> [UInt64] {
        var limbs: [UInt64] = [1]
        for _ in 0..<count / 4 { shift(&limbs, 16, adding: 0) }
        return limbs
    }

    /// `limbs` × 2^`bits` + `value`, for up to 16 bits.
    private static func shift(_ limbs: inout [UInt64], _ bits: UInt64, adding value: UInt64) {
        var carry = value
        for index in limbs.indices {
            let sum = limbs[index] << bits + carry
            limbs[index] = sum % limbBase
            carry = sum / limbBase
        }
        while carry > 0 {
            limbs.append(carry % limbBase)
            carry /= limbBase
        }
    }

    /// Returns the number with the given digits, the lowest limb first.
    private static func limbs(_ digits: UnsafeBufferPointer<UInt8>, _ powers: ArraySlice<[UInt64]>) -> [UInt64] {
        guard let power = powers.last, digits.count > shortCount else {
            assert(digits.count <= shortCount)
            var limbs: [UInt64] = []
            var rest = digits[...]
            while !rest.isEmpty {
                let group = rest.prefix(4)
                let value = group.reduce(0 as UInt64) { $0 << 4 | UInt64(Byte.hexValue($1) ?? 0) }
                shift(&limbs, UInt64(group.count * 4), adding: value)
                rest = rest.dropFirst(4)
            }
            return limbs
        }
        // The power is 16 to as many digits as the lower half has.
        let lowCount = shortCount << (powers.count - 1)
        if digits.count <= lowCount { return limbs(digits, powers.dropLast()) }
        let low = limbs(UnsafeBufferPointer(rebasing: digits.suffix(lowCount)), powers.dropLast())
        let high = limbs(UnsafeBufferPointer(rebasing: digits.dropLast(lowCount)), powers.dropLast())
        var sum = product(high, power)
        add(low, to: &sum)
        return sum
    }

    /// Adds `limbs` to `sum`, which is extended if necessary.
    private static func add(_ limbs: [UInt64], to sum: inout [UInt64]) {
        var carry: UInt64 = 0
        var index = 0
        while index < limbs.count || carry > 0 {
            if sum.count <= index { sum.append(0) }
            let value = sum[index] + carry + (index < limbs.count ? limbs[index] : 0)
            sum[index] = value < limbBase ? value : value - limbBase
            carry = value < limbBase ? 0 : 1
            index += 1
        }
    }

    private static func product(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
        if a.isEmpty || b.isEmpty { return [] }
        var sum =
            Swift.min(a.count, b.count) < shortLimbs ? shortConvolution(a, b) : PrimeField.convolution(a, b)
        var carry: UInt64 = 0
        for index in sum.indices {
            let value = sum[index] + carry
            sum[index] = value % limbBase
            carry = value / limbBase
        }
        assert(carry == 0)
        while sum.last == 0 { sum.removeLast() }
        return sum
    }

    /// Returns the sums of the products of limbs with the same sum of positions.
    private static func shortConvolution(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
        var sums = [UInt64](repeating: 0, count: a.count + b.count)
        for (offset, factor) in a.enumerated() {
            for (index, limb) in b.enumerated() { sums[offset + index] += factor * limb }
        }
        return sums
    }
}

/// The integers modulo a prime that has roots of unity of every order up to 2^32, and fits in a machine word.
///
/// `HexadecimalText` multiplies by transforms in it: unlike those over complex numbers they are exact.
private enum PrimeField {
    /// 2^64 − 2^32 + 1.
    static let prime: UInt64 = 0xFFFF_FFFF_0000_0001
    /// 2^64 modulo the prime.
    private static let wrapped: UInt64 = 0xFFFF_FFFF
    /// All numbers but 0 are its powers.
    private static let generator: UInt64 = 7

    /// Returns the convolution of `a` and `b`, whose sums must be less than the prime.
    static func convolution(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
        let count = a.count + b.count
        var size = 2
        while size < count { size *= 2 }
        assert(UInt64(size) <= 1 << 32)
        let roots = powers(of: power(generator, (prime - 1) / UInt64(size)), count: size / 2)
        var left = a + repeatElement(0, count: size - a.count)
        var right = b + repeatElement(0, count: size - b.count)
        left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
                roots.withUnsafeBufferPointer { roots in
                    transform(left, roots)
                    transform(right, roots)
                    for index in left.indices { left[index] = multiply(left[index], right[index]) }
                    transformBack(left, roots)
                }
            }
        }
        let scale = power(UInt64(size), prime - 2)
        left.removeLast(size - count)
        for index in left.indices { left[index] = multiply(left[index], scale) }
        return left
    }

    // SAFETY (both transforms): the halves of each block are in `values`, whose count is a power of two, and a root's
    // index is below half of it, which is the count of `roots`.

    /// Replaces the values by their transform, in bit-reversed order (Gentleman and Sande).
    private static func transform(_ values: UnsafeMutableBufferPointer<UInt64>, _ roots: UnsafeBufferPointer<UInt64>) {
        assert(values.count == roots.count * 2)
        var half = values.count / 2
        while half > 0 {
            let stride = roots.count / half
            var start = 0
            while start < values.count {
                for offset in 0..<half {
                    let low = values[start &+ offset]
                    let high = values[start &+ offset &+ half]
                    values[start &+ offset] = add(low, high)
                    values[start &+ offset &+ half] = multiply(subtract(low, high), roots[offset &* stride])
                }
                start &+= half &* 2
            }
            half /= 2
        }
    }

    /// Replaces a transform in bit-reversed order by the values, times their count (Cooley and Tukey).
    private static func transformBack(
        _ values: UnsafeMutableBufferPointer<UInt64>, _ roots: UnsafeBufferPointer<UInt64>
    ) {
        assert(values.count == roots.count * 2)
        var half = 1
        while half < values.count {
            let stride = roots.count / half
            var start = 0
            while start < values.count {
                for offset in 0..<half {
                    // The inverse of a root is another one, with its sign changed.
                    let low = values[start &+ offset]
                    let high = values[start &+ offset &+ half]
                    if offset == 0 {
                        values[start] = add(low, high)
                        values[start &+ half] = subtract(low, high)
                    } else {
                        let negated = multiply(high, roots[(half &- offset) &* stride])
                        values[start &+ offset] = subtract(low, negated)
                        values[start &+ offset &+ half] = add(low, negated)
                    }
                }
                start &+= half &* 2
            }
            half *= 2
        }
    }

    private static func powers(of root: UInt64, count: Int) -> [UInt64] {
        var powers: [UInt64] = [1]
        powers.reserveCapacity(count)
        while powers.count < count { powers.append(multiply(powers[powers.count - 1], root)) }
        return powers
    }

    private static func power(_ base: UInt64, _ exponent: UInt64) -> UInt64 {
        var result: UInt64 = 1
        var square = base
        var rest = exponent
        while rest > 0 {
            if rest & 1 != 0 { result = multiply(result, square) }
            square = multiply(square, square)
            rest >>= 1
        }
        return result
    }

    @inline(__always)
    private static func add(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow || sum >= prime ? sum &- prime : sum
    }

    @inline(__always)
    private static func subtract(_ a: UInt64, _ b: UInt64) -> UInt64 {
        a >= b ? a &- b : a &- b &+ prime
    }

    @inline(__always)
    private static func multiply(_ a: UInt64, _ b: UInt64) -> UInt64 {
        assert(a < prime && b < prime)
        let (high, low) = a.multipliedFullWidth(by: b)
        // 2^96 is −1 and 2^64 is 2^32 − 1 modulo the prime.
        let (difference, borrow) = low.subtractingReportingOverflow(high >> 32)
        let middle = (high & wrapped) * wrapped
        let (sum, carry) = (borrow ? difference &- wrapped : difference).addingReportingOverflow(middle)
        let result = carry ? sum &+ wrapped : sum
        return result >= prime ? result &- prime : result
    }
}
