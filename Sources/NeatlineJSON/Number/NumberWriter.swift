/// Writes numbers as text.
///
/// All functions write to memory with room for `capacity` bytes, and return the length of the text. Bytes after the
/// text, within the capacity, may be overwritten.
enum NumberWriter {
    /// The number of bytes that a call may write. The longest text has 24.
    static let capacity = 32

    /// Writes the shortest text that reads back as `value`, of several the one closest to it: the text of
    /// `Double.description`, byte for byte.
    ///
    /// The value must be finite. Uses the Schubfach algorithm (Giulietti, "The Schubfach way to render doubles",
    /// 2020), and integers' own digits up to 2^53.
    static func write(_ value: Double, to output: UnsafeMutablePointer<UInt8>) -> Int {
        assert(value.isFinite)
        var start = UnsafeMutableRawPointer(output)
        if value.sign == .minus {
            // SAFETY: here and below the callers' promise of 32 bytes: the sign, and at most 26 bytes after it.
            start.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
            start += 1
        }
        let end = writeMagnitude(abs(value), to: start)
        return end - UnsafeMutableRawPointer(output)
    }

    @inline(__always)
    private static func writeMagnitude(_ value: Double, to start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        let isSmall = value <= 0x1p53
        if isSmall {
            let integer = UInt64(truncatingIfNeeded: Int64(value))
            if Double(Int64(truncatingIfNeeded: integer)) == value {
                let end = writeDigits(integer, to: start)
                // SAFETY: at most 16 digits and these two bytes.
                end.storeBytes(of: UInt16(0x302E).littleEndian, as: UInt16.self)
                return end + 2
            }
        }
        let decimal = ShortestDecimal(value)
        return isSmall && decimal.exponent >= -4
            ? writePlain(decimal, to: start) : writeScientific(decimal, to: start)
    }

    /// Writes `0.000123` or `12.3`, for exponents in -4...15 and numbers with a fraction.
    @inline(__always)
    private static func writePlain(
        _ decimal: ShortestDecimal, to start: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        let upper = DigitWord.characters(decimal.upper)
        let lower = DigitWord.characters(decimal.lower)
        if decimal.exponent < 0 {
            // SAFETY: "0." and up to three zeros, then 17 digits: 22 bytes.
            start.storeBytes(of: 0x3030_3030_3030_2E30 as UInt64, littleEndianAt: 0)
            let first = 1 &- decimal.exponent
            start.storeBytes(of: UInt8(truncatingIfNeeded: decimal.leading) | 0x30, toByteOffset: first, as: UInt8.self)
            start.storeBytes(of: upper, littleEndianAt: first &+ 1)
            start.storeBytes(of: lower, littleEndianAt: first &+ 9)
            return start + first + decimal.digitCount
        }
        // All digits first; then those of the fraction again, one position further.
        // SAFETY: 17 bytes.
        start.storeBytes(of: UInt8(truncatingIfNeeded: decimal.leading) | 0x30, as: UInt8.self)
        start.storeBytes(of: upper, littleEndianAt: 1)
        start.storeBytes(of: lower, littleEndianAt: 9)
        let point = decimal.exponent &+ 1
        let shift = UInt64(truncatingIfNeeded: (decimal.exponent & 7) &* 8)
        // SAFETY: the point is at 1...16. Up to 8 the fraction takes 16 bytes, after it 8: 25 in all.
        start.storeBytes(of: UInt8(ascii: "."), toByteOffset: point, as: UInt8.self)
        if decimal.exponent < 8 {
            let joined = (upper &>> shift) | (lower &<< 1) &<< (63 &- shift)
            start.storeBytes(of: joined, littleEndianAt: point &+ 1)
            start.storeBytes(of: lower &>> shift, littleEndianAt: point &+ 9)
        } else {
            start.storeBytes(of: lower &>> shift, littleEndianAt: point &+ 1)
        }
        return start + decimal.digitCount + 1
    }

    /// Writes `1.5e+16`: an exponent has a sign and at least two digits, and the point is omitted if no digits follow.
    @inline(__always)
    private static func writeScientific(
        _ decimal: ShortestDecimal, to start: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        // SAFETY: 18 bytes, then at most five of the exponent, stored as eight: 26 in all.
        start.storeBytes(of: UInt8(truncatingIfNeeded: decimal.leading) | 0x30, as: UInt8.self)
        start.storeBytes(of: UInt8(ascii: "."), toByteOffset: 1, as: UInt8.self)
        start.storeBytes(of: DigitWord.characters(decimal.upper), littleEndianAt: 2)
        start.storeBytes(of: DigitWord.characters(decimal.lower), littleEndianAt: 10)
        let end = start + (decimal.digitCount == 1 ? 1 : decimal.digitCount &+ 1)
        let isNegative = decimal.exponent < 0
        let magnitude = UInt64(truncatingIfNeeded: isNegative ? 0 &- decimal.exponent : decimal.exponent)
        let digits = DigitWord.characters(DigitWord.digits(of: magnitude))
        let isLong = magnitude >= 100
        let shown = digits &>> (isLong ? 40 : 48)
        let sign = UInt64(isNegative ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        end.storeBytes(of: UInt64(UInt8(ascii: "e")) | sign &<< 8 | shown &<< 16, littleEndianAt: 0)
        return end + (isLong ? 5 : 4)
    }
}

/// The shortest decimal that reads back as a double, and of several the closest to it.
///
/// Its digits are `leading`, the eight of `upper` and the eight of `lower`, as `DigitWord.digits(of:)` lays them out.
struct ShortestDecimal {
    /// The first digit, 1...9.
    let leading: UInt64
    /// The next eight digits.
    let upper: UInt64
    /// The last eight digits.
    let lower: UInt64
    /// The power of ten of the first digit.
    let exponent: Int

    /// The number of digits up to the last that is not zero, 1...17.
    @inline(__always)
    var digitCount: Int {
        lower != 0 ? 17 &- lower.leadingZeroBitCount &>> 3 : 9 &- upper.leadingZeroBitCount &>> 3
    }

    /// Creates the decimal of a double, which must be finite and greater than zero.
    @inline(__always)
    init(_ value: Double) {
        let (significand, power) = Self.significand(of: value)
        var digits = significand
        var exponent = power
        // Seventeen digits. Normal doubles have sixteen or seventeen, which no branch could predict; subnormal ones have
        // as few as one.
        let isShort: UInt64 = digits < 10_000_000_000_000_000 ? 1 : 0
        digits &*= 1 &+ 9 &* isShort
        exponent &-= Int(truncatingIfNeeded: isShort)
        while digits < 10_000_000_000_000_000 {
            digits &*= 10
            exponent &-= 1
        }
        let head = digits / 100_000_000
        leading = head / 100_000_000
        upper = DigitWord.digits(of: head &- leading &* 100_000_000)
        lower = DigitWord.digits(of: digits &- head &* 100_000_000)
        self.exponent = exponent &+ 16
    }

    /// The decimal `digits` × 10^`power` for a double, `digits` being below 10^17 and possibly ending in zeros.
    ///
    /// The double is c × 2^q. All decimals between the middles to its neighbors read back as it; k is chosen so that
    /// one or more multiples of 10^k are there, and at most one of 10^(k+1). Everything is computed in quarters of 10^k
    /// and, as the paper proves sufficient, rounded to odd from 128-bit powers of ten.
    @inline(__always)
    private static func significand(of value: Double) -> (digits: UInt64, power: Int) {
        let bits = value.bitPattern
        let fraction = bits & (1 &<< 52 &- 1)
        let biased = Int(truncatingIfNeeded: bits &>> 52)
        let c = biased == 0 ? fraction : fraction | 1 &<< 52
        let q = (biased == 0 ? 1 : biased) &- 1075
        // Below a power of two the doubles are twice as dense.
        let isLowerCloser = fraction == 0 && biased > 1

        // floor(log10(2^q)), or of 3/4 × 2^q.
        let k = (q &* 1_262_611 &- (isLowerCloser ? 524_031 : 0)) &>> 22
        let shift = UInt64(truncatingIfNeeded: q &+ PowersOfTen.binaryExponent(0 &- k) &+ 1)
        let power = PowersOfTen.entryRoundedUp(0 &- k)
        let odd = c & 1
        let middle = roundedToOdd(power, (c &* 4) &<< shift)
        let lower = roundedToOdd(power, (c &* 4 &- (isLowerCloser ? 1 : 2)) &<< shift) &+ odd
        let upper = roundedToOdd(power, (c &* 4 &+ 2) &<< shift) &- odd

        // Is one of the two multiples of 10^(k+1) around the value inside? Both never are. All candidates are computed
        // and one is chosen without branches: how many digits a double needs is nothing a processor could predict.
        let s = middle &>> 2
        let tens = s / 10 &* 10
        let isTensBelowInside = lower <= tens &* 4
        let isTensAboveInside = tens &* 4 &+ 40 <= upper
        let areTensShorter = (isTensBelowInside != isTensAboveInside) && s >= 10
        let byTens = tens &+ (isTensAboveInside ? 10 : 0)

        // Of the two multiples of 10^k the one inside; if both are, the closer one, of a tie the even one.
        let isBelowInside: UInt64 = lower <= s &* 4 ? 1 : 0
        let isAboveInside: UInt64 = s &* 4 &+ 4 <= upper ? 1 : 0
        let isCloserToAbove: UInt64 = middle &+ (s & 1) > s &* 4 &+ 2 ? 1 : 0
        let isOnlyOneInside = isBelowInside ^ isAboveInside
        let byOnes = s &+ (isOnlyOneInside & isAboveInside | (isOnlyOneInside ^ 1) & isCloserToAbove)

        let mask = 0 &- (areTensShorter ? 1 : 0 as UInt64)
        return (byOnes ^ (byOnes ^ byTens) & mask, k)
    }

    /// Returns floor(`power` × `factor` / 2^128), with its last bit set if the result is inexact.
    @inline(__always)
    private static func roundedToOdd(_ power: (high: UInt64, low: UInt64), _ factor: UInt64) -> UInt64 {
        let low = factor.multipliedFullWidth(by: power.low).high
        // 128-bit arithmetic compiles to a multiplication and an addition with carry; a carry flag of our own becomes
        // a branch that no processor can predict.
        let product =
            UInt128(truncatingIfNeeded: factor) &* UInt128(truncatingIfNeeded: power.high)
            &+ UInt128(truncatingIfNeeded: low)
        // The power is too large by less than one, so the cut-off part by less than two; never is a true one that small.
        let isInexact = UInt64(truncatingIfNeeded: product) > 1
        return UInt64(truncatingIfNeeded: product &>> 64) | (isInexact ? 1 : 0)
    }
}

extension UnsafeMutableRawPointer {
    /// Stores a word at an offset, its lowest byte first.
    @inline(__always)
    fileprivate func storeBytes(of word: UInt64, littleEndianAt offset: Int) {
        // SAFETY: the caller names the bytes it may write.
        storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
}

// The digits of integers, eight at a time.

extension NumberWriter {
    /// Writes an integer of at most 20 bytes, and nothing after the twentieth byte.
    static func write(_ value: Int64, to output: UnsafeMutablePointer<UInt8>) -> Int {
        var start = UnsafeMutableRawPointer(output)
        if value < 0 {
            // SAFETY: the callers' promise of room: the sign, and at most 19 digits after it.
            start.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
            start += 1
        }
        return writeDigits(value.magnitude, to: start) - UnsafeMutableRawPointer(output)
    }

    /// Writes an integer of at most 20 bytes, and nothing after the twentieth byte.
    static func write(_ value: UInt64, to output: UnsafeMutablePointer<UInt8>) -> Int {
        writeDigits(value, to: UnsafeMutableRawPointer(output)) - UnsafeMutableRawPointer(output)
    }

    /// Writes the digits of `value` and returns their end; stores eight bytes at a time, 20 at most.
    @inline(__always)
    static func writeDigits(_ value: UInt64, to start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        if value < 100_000_000 {
            return writeLeading(value, to: start)
        }
        let head = value / 100_000_000
        let last = value &- head &* 100_000_000
        if head < 100_000_000 {
            return writeEight(last, to: writeLeading(head, to: start))
        }
        // Here `first` is 1...1844.
        let first = head / 100_000_000
        let middle = head &- first &* 100_000_000
        return writeEight(last, to: writeEight(middle, to: writeLeading(first, to: start)))
    }

    /// Writes a number below 10^8 without leading zeros.
    @inline(__always)
    private static func writeLeading(_ value: UInt64, to start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        let digits = DigitWord.digits(of: value)
        // Zero keeps one digit.
        let zeros = min(digits.trailingZeroBitCount &>> 3, 7)
        let characters = DigitWord.characters(digits) &>> UInt64(truncatingIfNeeded: zeros &* 8)
        // SAFETY: the first eight of the bytes that callers provide; fewer may be text.
        start.storeBytes(of: characters.littleEndian, as: UInt64.self)
        return start + (8 &- zeros)
    }

    /// Writes a number below 10^8 with eight digits.
    @inline(__always)
    private static func writeEight(_ value: UInt64, to start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        // SAFETY: at most 4 + 8 digits come before; eight more end within 20 bytes.
        start.storeBytes(of: DigitWord.characters(DigitWord.digits(of: value)).littleEndian, as: UInt64.self)
        return start + 8
    }
}
