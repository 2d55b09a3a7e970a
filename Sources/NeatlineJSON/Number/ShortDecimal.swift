/// A number without exponent and with at most 19 digits: the usual decimal, with its text in twelve bytes.
///
/// The digits as one integer and the count of those after the point are enough to write the same text again, because
/// the grammar allows no leading zero but the one before the point. So such a number needs neither its document nor
/// memory of its own.
struct ShortDecimal: Sendable {
    /// All digits, without sign and point.
    private let significand: UInt64
    /// The count of digits after the point: 1 to 19.
    private let fractionDigits: UInt8
    private let isNegative: Bool

    /// The most digits of which every sequence fits in 64 bits.
    private static let maximumDigits = 19

    /// The number with this text, which has passed the scanner; nil if it has no point, an exponent, or too many digits.
    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress, text.count <= ShortDecimal.maximumDigits + 2 else { return nil }
        let start = UnsafeRawPointer(base)
        let end = start + text.count
        let isNegative = base[0] == Byte.minus
        let integerStart = isNegative ? start + 1 : start
        let integer = DigitRun(at: integerStart, in: start, upTo: end, after: 0)
        // SAFETY: bytes are read only before `end`.
        guard integer.end < end, integer.end.load(as: UInt8.self) == Byte.dot else { return nil }
        let fraction = DigitRun(at: integer.end + 1, in: start, upTo: end, after: integer.value)
        let digits = end - integerStart - 1
        guard fraction.end == end, digits <= ShortDecimal.maximumDigits else { return nil }
        significand = fraction.value
        fractionDigits = UInt8(truncatingIfNeeded: end - integer.end - 1)
        self.isNegative = isNegative
    }

    /// The nearest double, ties to even.
    @inline(__always)
    var doubleValue: Double {
        let magnitude = DecimalParser.scaled(significand, 0 &- Int(fractionDigits))
        return isNegative ? -magnitude : magnitude
    }

    /// Writes the text, at most 22 bytes of the 32 that `output` has room for.
    ///
    /// - Returns: the length of the text.
    func write(to output: UnsafeMutablePointer<UInt8>) -> Int {
        var digits = significand
        let fraction = Int(fractionDigits)
        // From the end: the fraction's digits, the point, and the integer's digits, at least one.
        var count = 0
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { reversed in
            while count < fraction || digits != 0 || count == fraction {
                let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
                reversed[count] = Byte.zero + UInt8(truncatingIfNeeded: remainder)
                digits = quotient
                count += 1
            }
            var out = output
            if isNegative {
                out[0] = Byte.minus
                out += 1
            }
            for position in (0..<count).reversed() {
                out[0] = reversed[position]
                out += 1
                if position == fraction {
                    out[0] = Byte.dot
                    out += 1
                }
            }
            count = out - output
        }
        return count
    }
}
