/// Converts numbers whose text was validated against the number grammar of RFC 8259, section 6.
///
/// The grammar is not checked again: invalid text has an unspecified value, but never traps and never causes an access
/// outside the text.
enum DecimalParser {
    /// The double nearest to the number, as `double(_:followedBy:)` returns it; with fewer comparisons for most numbers.
    ///
    /// - Parameters:
    ///   - isInteger: Whether the text has neither a point nor an exponent.
    ///   - readable: As for `double(_:followedBy:)`.
    static func double(
        _ text: UnsafeBufferPointer<UInt8>, isInteger: Bool, followedBy readable: Int
    ) -> Double {
        if isInteger {
            // -0 is a double, but not an integer.
            if let value = shortInt64(text, followedBy: readable), value != 0 { return Double(value) }
        } else if let decimal = ShortDecimal(usual: text, followedBy: readable) {
            return decimal.doubleValue
        }
        return double(text, followedBy: readable)
    }

    /// The double nearest to the number, ties to even; ±infinity above the range, ±0 below it.
    ///
    /// Up to 19 significant digits take constant time (Lemire, "Number Parsing at a Gigabyte per Second", 2021); more
    /// take time linear in their count.
    ///
    /// - Parameter readable: The number of bytes after the text that may be read; eight or more make it faster. The
    ///   first of them must not be a digit.
    static func double(_ text: UnsafeBufferPointer<UInt8>, followedBy readable: Int = 0) -> Double {
        guard let base = text.baseAddress, text.count > 0 else { return 0 }
        assert(readable <= 0 || !Byte.isDigit(base[text.count]), "a digit that is none of the number's")
        let start = UnsafeRawPointer(base)
        let end = start + text.count
        let limit = end + readable
        var next = start
        // SAFETY: the text is not empty, and every load below follows a comparison with `end`; digit runs touch nothing
        // outside `start..<limit`, which callers declare readable.
        let isNegative = next.load(as: UInt8.self) == UInt8(ascii: "-")
        if isNegative { next += 1 }

        let integer = DigitRun(at: next, in: start, upTo: limit, after: 0)
        var significand = integer.value
        // The grammar allows a leading zero only alone, so it is the one digit that is not significant.
        var digitCount = significand == 0 && integer.end - next <= 1 ? 0 : integer.end - next
        var exponent = 0
        next = integer.end
        if next < end, next.load(as: UInt8.self) == UInt8(ascii: ".") {
            next += 1
            let point = next
            if digitCount == 0 {
                while next < end, next.load(as: UInt8.self) == UInt8(ascii: "0") { next += 1 }
            }
            let fraction = DigitRun(at: next, in: start, upTo: limit, after: significand)
            significand = fraction.value
            digitCount &+= fraction.end - next
            next = fraction.end
            exponent = point - next
        }
        if next < end {
            exponent &+= Self.exponent(at: next, upTo: end)
        }
        guard digitCount <= 19 else { return doubleOfManyDigits(text) }
        let magnitude = scaled(significand, exponent)
        return isNegative ? -magnitude : magnitude
    }

    /// The largest exponent kept; beyond it, positive or negative, an exponent counts as this one.
    ///
    /// Far above the length of any text in memory, so that digits cannot bring a saturated exponent back into range,
    /// and far enough below `Int.max` for adding that length.
    static let exponentLimit = Int.max / 8

    /// The exponent written at `position`, from its "e" to `end`, kept within ±`exponentLimit`.
    static func exponent(at position: UnsafeRawPointer, upTo end: UnsafeRawPointer) -> Int {
        var next = position + 1
        // SAFETY: each load follows a comparison of its address with `end`.
        guard next < end else { return 0 }
        let sign = next.load(as: UInt8.self)
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { next += 1 }
        var value = 0
        while next < end, value < exponentLimit / 10 {
            value = value &* 10 &+ Int(next.load(as: UInt8.self) & 0x0F)
            next += 1
        }
        if next < end { value = exponentLimit }
        return sign == UInt8(ascii: "-") ? -value : value
    }

    /// `significand` × 10^`exponent` as the nearest double, ties to even; infinity above the range, zero below it.
    @inline(__always)
    static func scaled(_ significand: UInt64, _ exponent: Int) -> Double {
        // Both factors are exact doubles, so that one operation rounds once (Clinger, "How to read floating point
        // numbers accurately", 1990).
        if significand <= 1 &<< 53, UInt(bitPattern: exponent &+ 22) <= 44 {
            let exact = Double(Int64(bitPattern: significand))
            // SAFETY: the index is in 0...22, by the comparison above, and the table has 23 entries.
            let power = exactPowers.withUnsafeBufferPointer { $0[exponent < 0 ? 0 &- exponent : exponent] }
            return exponent < 0 ? exact / power : exact * power
        }
        return scaledByTable(significand, exponent)
    }

    /// 10^0...10^22, the powers that a double represents exactly.
    private static let exactPowers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// The Eisel-Lemire algorithm: `significand` × 10^`exponent` by one or two multiplications with a table of powers.
    ///
    /// Needs no fallback for any 64-bit significand (Mushtak and Lemire, "Fast number parsing without fallback", 2023).
    private static func scaledByTable(_ significand: UInt64, _ exponent: Int) -> Double {
        // Below: 2^64 × 10^-343 is less than half the least double. Above: 10^309 exceeds the greatest one.
        guard significand != 0, exponent >= -342 else { return 0 }
        guard exponent <= 308 else { return .infinity }
        let leadingZeros = significand.leadingZeroBitCount
        let normalized = significand &<< UInt64(truncatingIfNeeded: leadingZeros)
        let power = PowersOfTen.entry(exponent)

        var product = UInt128(truncatingIfNeeded: normalized) &* UInt128(truncatingIfNeeded: power.high)
        if UInt64(truncatingIfNeeded: product &>> 64) & 0x1FF == 0x1FF {
            // The bits that decide the rounding could still change by a carry from the power's low word.
            product &+= UInt128(truncatingIfNeeded: normalized.multipliedFullWidth(by: power.low).high)
        }
        let high = UInt64(truncatingIfNeeded: product &>> 64)
        let low = UInt64(truncatingIfNeeded: product)

        // 53 bits and one that decides the rounding; the product has its top bit at 63 or 62.
        let topBit = high &>> 63
        var mantissa = high &>> (topBit &+ 9)
        var biased =
            PowersOfTen.binaryExponent(exponent) &+ 63 &+ 1023 &+ Int(truncatingIfNeeded: topBit) &- leadingZeros
        if biased <= 0 {
            // Subnormal. No such number is a tie between two doubles: 5^-exponent would have to divide its significand.
            guard biased > -63 else { return 0 }
            mantissa = mantissa &>> UInt64(truncatingIfNeeded: 1 &- biased)
            mantissa = (mantissa &+ 1) &>> 1
            // Rounding up to 2^52 gives the least normal number, whose pattern this is as well.
            return Double(bitPattern: mantissa)
        }
        // A product that has only the rounding bit after its 53 is a tie, possible only while 5^|exponent| can divide
        // or be part of a 64-bit number. Dropping the bit rounds an even mantissa down.
        if low <= 1, exponent >= -4, exponent <= 23, mantissa & 3 == 1,
            mantissa &<< (topBit &+ 9) == high
        {
            mantissa &= ~1
        }
        mantissa = (mantissa &+ 1) &>> 1
        if mantissa == 1 &<< 53 {
            mantissa = 1 &<< 52
            biased &+= 1
        }
        guard biased < 0x7FF else { return .infinity }
        return Double(bitPattern: UInt64(truncatingIfNeeded: biased) &<< 52 | mantissa & (1 &<< 52 &- 1))
    }

    /// Returns the double of a text with more than 19 digits, some of which may be zeros at its ends.
    ///
    /// The number is between its first 19 digits and those plus one. If both round to the same double, that is the
    /// result; otherwise the standard library converts the digits.
    @inline(never)
    private static func doubleOfManyDigits(_ text: UnsafeBufferPointer<UInt8>) -> Double {
        let value = DecimalValue(text)
        let kept = min(value.digitCount, 19)
        var significand: UInt64 = 0
        for index in 0..<kept { significand = significand &* 10 &+ UInt64(value.digit(index)) }
        let exponent = value.magnitude &- kept
        let lower = scaled(significand, exponent)
        let isExact = value.digitCount == kept || lower == scaled(significand &+ 1, exponent)
        let magnitude = isExact ? lower : doubleByStandardLibrary(value)
        // Zero is never negative as a `DecimalValue`, but it is as a double.
        // SAFETY: a text with more than 19 digits has a first byte.
        return text[0] == UInt8(ascii: "-") ? -magnitude : magnitude
    }

    /// Returns the magnitude of a number, converted by the standard library.
    ///
    /// A double, or the middle between two, has at most 767 significant digits. Digits after the 800th can only make
    /// the number larger than the digits before them, so a single 1 replaces them.
    private static func doubleByStandardLibrary(_ value: DecimalValue) -> Double {
        let kept = min(value.digitCount, 800)
        var characters: [UInt8] = []
        characters.reserveCapacity(kept + 1)
        for index in 0..<kept { characters.append(UInt8(ascii: "0") &+ value.digit(index)) }
        if kept < value.digitCount { characters.append(UInt8(ascii: "1")) }
        let exponent = value.magnitude - characters.count
        return Double("\(String(decoding: characters, as: UTF8.self))e\(exponent)") ?? .nan
    }
}

/// Integers from text that the grammar of RFC 8259 section 6 allows, without fraction and exponent.
extension DecimalParser {
    /// Returns the integer of an optional "-" and digits, or nil if it is out of the range of `Int64`. "-0" is 0.
    static func int64(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        guard let magnitude = magnitude(text, from: isNegative ? 1 : 0) else { return nil }
        return int64(magnitude: magnitude, isNegative: isNegative)
    }

    /// Returns the integer of an optional "-" and digits, or nil if it is out of the range of `UInt64`. "-0" is 0.
    static func uint64(_ text: UnsafeBufferPointer<UInt8>) -> UInt64? {
        let isNegative = text.first == UInt8(ascii: "-")
        guard let magnitude = magnitude(text, from: isNegative ? 1 : 0) else { return nil }
        return isNegative && magnitude != 0 ? nil : magnitude
    }

    /// Returns the integer of `text` as `int64(_:)` does; inlined for up to sixteen digits.
    ///
    /// - Parameter readable: the number of bytes after the text that may be read; with eight, the time is the same for
    ///   up to eight digits.
    @inline(__always)
    static func shortInt64(_ text: UnsafeBufferPointer<UInt8>, followedBy readable: Int) -> Int64? {
        guard let start = text.baseAddress, text.count <= 16 else { return int64(text) }
        // SAFETY: an integer of the grammar has a digit, so there is a byte, and another after a minus sign.
        let isNegative = start[0] == Byte.minus
        let sign = isNegative ? 1 : 0
        let count = text.count &- sign
        let magnitude: UInt64
        if count <= 8, readable >= 8 {
            // SAFETY: the word begins inside the text, so that at most seven of its bytes are after it.
            magnitude = DigitWord(at: UnsafeRawPointer(start + sign)).value(ofFirst: count)
        } else {
            magnitude = DigitWord.value(ofDigits: start + sign, count: count)
        }
        return isNegative ? 0 &- Int64(bitPattern: magnitude) : Int64(bitPattern: magnitude)
    }

    /// Returns ±`magnitude` if it is in the range of `Int64`.
    @inline(__always)
    static func int64(magnitude: UInt64, isNegative: Bool) -> Int64? {
        if magnitude >> 63 == 0 {
            let value = Int64(bitPattern: magnitude)
            return isNegative ? 0 &- value : value
        }
        return isNegative && magnitude == 1 << 63 ? .min : nil
    }

    /// Returns the value of the digits from `offset` to the end, or nil if it is out of the range of `UInt64`.
    @inline(__always)
    private static func magnitude(_ text: UnsafeBufferPointer<UInt8>, from offset: Int) -> UInt64? {
        guard let base = text.baseAddress else { return nil }
        let start = UnsafeRawPointer(base)
        let end = start + text.count
        let digits = start + offset
        // Twenty digits are the most that can fit: there are no leading zeros.
        guard end - digits <= 20 else { return nil }
        if end - digits < 20 {
            return DigitRun(at: digits, in: start, upTo: end, after: 0).value
        }
        let leading = DigitRun(at: digits, in: start, upTo: end - 1, after: 0).value
        // SAFETY: the text has at least twenty bytes here.
        let last = UInt64((end - 1).load(as: UInt8.self) & 0x0F)
        let (tens, overflow) = leading.multipliedReportingOverflow(by: 10)
        let (value, carry) = tens.addingReportingOverflow(last)
        return overflow || carry ? nil : value
    }
}

extension Document {
    /// Returns the integer at `index`, if it has no sign and at most eight digits.
    @inline(__always)
    func shortInteger(_ index: Int) -> Int64? {
        let word = self[index]
        guard word.bits & 0xFF == TapeWord.Kind.number | TapeWord.integerFlag, word.shortLength <= 8,
            word.textOffset &+ 8 <= readableCount
        else { return nil }
        // SAFETY: eight bytes from the text's first on may be read, as just compared.
        let start = bytes + word.textOffset
        if start[0] == Byte.minus { return nil }
        return Int64(truncatingIfNeeded: DigitWord(at: UnsafeRawPointer(start)).value(ofFirst: word.shortLength))
    }
}
