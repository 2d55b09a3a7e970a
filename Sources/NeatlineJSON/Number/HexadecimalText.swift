/// Hexadecimal integers of any length as decimal digits.
enum HexadecimalText {
    /// Each limb of a decimal number holds so many digits.
    private static let limbDigits = 9
    private static let limbBase: UInt64 = 1_000_000_000
    /// Numbers of so many hexadecimal digits are converted digit by digit; longer ones by halves.
    private static let shortCount = 512
    /// Products of fewer limbs are worked out limb by limb.
    private static let shortLimbs = 48

    /// Appends the decimal digits of the number that `digits`, all of them hexadecimal, spell; `0` for none.
    ///
    /// - Complexity: O(*n*^1.6), by halving the digits and multiplying as Karatsuba does.
    static func appendDecimal(_ digits: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
        let significant = UnsafeBufferPointer(rebasing: digits.drop { $0 == Byte.zero })
        // Powers of 16: the exponent doubles from one to the next.
        var powers: [[UInt64]] = []
        var count = shortCount
        while count < significant.count {
            if let last = powers.last {
                powers.append(product(last[...], last[...]))
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
        text += String(first).utf8
        for limb in limbs.reversed() {
            let digits = String(limb).utf8
            text += repeatElement(Byte.zero, count: limbDigits - digits.count)
            text += digits
        }
    }

    private static func multiplied(sixteen count: Int) -> [UInt64] {
        var limbs: [UInt64] = [1]
        for _ in 0..<count / 4 { shift(&limbs, 16, adding: 0) }
        return limbs
    }

    /// `limbs` × 2^`bits` + `value`, for up to 16 bits.
    private static func shift(_ limbs: inout [UInt64], _ bits: Int, adding value: UInt64) {
        var carry = value
        for index in limbs.indices {
            let sum = limbs[index] << UInt64(bits) + carry
            limbs[index] = sum % limbBase
            carry = sum / limbBase
        }
        if carry > 0 { limbs.append(carry) }
    }

    /// The number that `digits` spell, the lowest limb first.
    private static func limbs(_ digits: UnsafeBufferPointer<UInt8>, _ powers: ArraySlice<[UInt64]>) -> [UInt64] {
        guard let power = powers.last, digits.count > shortCount else {
            var limbs: [UInt64] = []
            for digit in digits { shift(&limbs, 4, adding: UInt64(Byte.hexValue(digit) ?? 0)) }
            return limbs
        }
        // The power is 16 to as many digits as the lower half has.
        let lowCount = shortCount << (powers.count - 1)
        if digits.count <= lowCount { return limbs(digits, powers.dropLast()) }
        let low = limbs(UnsafeBufferPointer(rebasing: digits.suffix(lowCount)), powers.dropLast())
        let high = limbs(UnsafeBufferPointer(rebasing: digits.dropLast(lowCount)), powers.dropLast())
        var sum = product(high[...], power[...])
        add(low[...], to: &sum, at: 0)
        return sum
    }

    /// Adds `limbs` to `sum`, which becomes longer if need be, `offset` limbs up.
    private static func add(_ limbs: ArraySlice<UInt64>, to sum: inout [UInt64], at offset: Int) {
        var carry: UInt64 = 0
        var index = offset
        var next = limbs.startIndex
        while next < limbs.endIndex || carry > 0 {
            while sum.count <= index { sum.append(0) }
            let value = sum[index] + carry + (next < limbs.endIndex ? limbs[next] : 0)
            sum[index] = value < limbBase ? value : value - limbBase
            carry = value < limbBase ? 0 : 1
            index += 1
            next += 1
        }
    }

    /// Takes `limbs` from `rest`, which is not less.
    private static func subtract(_ limbs: [UInt64], from rest: inout [UInt64]) {
        var borrow: UInt64 = 0
        var index = 0
        while index < limbs.count || borrow > 0 {
            guard index < rest.count else { return }
            let taken = borrow + (index < limbs.count ? limbs[index] : 0)
            borrow = rest[index] < taken ? 1 : 0
            rest[index] = rest[index] &+ borrow * limbBase &- taken
            index += 1
        }
    }

    /// The product of two numbers (Karatsuba and Ofman, 1962).
    private static func product(_ a: ArraySlice<UInt64>, _ b: ArraySlice<UInt64>) -> [UInt64] {
        if a.isEmpty || b.isEmpty { return [] }
        if Swift.min(a.count, b.count) < shortLimbs { return shortProduct(a, b) }
        let half = (Swift.max(a.count, b.count) + 1) / 2
        let (a0, a1) = (a.prefix(half), a.dropFirst(half))
        let (b0, b1) = (b.prefix(half), b.dropFirst(half))
        let low = product(a0, b0)
        let high = product(a1, b1)
        var aSum = Array(a0)
        add(a1, to: &aSum, at: 0)
        var bSum = Array(b0)
        add(b1, to: &bSum, at: 0)
        var middle = product(aSum[...], bSum[...])
        subtract(low, from: &middle)
        subtract(high, from: &middle)
        while middle.last == 0 { middle.removeLast() }
        var sum = low
        add(middle[...], to: &sum, at: half)
        add(high[...], to: &sum, at: half * 2)
        return sum
    }

    private static func shortProduct(_ a: ArraySlice<UInt64>, _ b: ArraySlice<UInt64>) -> [UInt64] {
        var sum = [UInt64](repeating: 0, count: a.count + b.count)
        for (place, factor) in a.enumerated() where factor != 0 {
            var carry: UInt64 = 0
            var index = place
            for limb in b {
                let value = factor * limb + sum[index] + carry
                sum[index] = value % limbBase
                carry = value / limbBase
                index += 1
            }
            while carry > 0 {
                let value = sum[index] + carry
                sum[index] = value % limbBase
                carry = value / limbBase
                index += 1
            }
        }
        while sum.last == 0 { sum.removeLast() }
        return sum
    }
}
