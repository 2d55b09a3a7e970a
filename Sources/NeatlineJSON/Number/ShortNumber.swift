// Numbers of a few bytes without a document: as their text, and as a decimal.

/// The text of a number of up to 16 bytes, in two words: copied from a document without converting it, which happens
/// when its value is read.
@usableFromInline
struct ShortText: Sendable {
    /// The bytes in their order, the first in the lowest bits, and zeros after the last.
    private let low: UInt64
    private let high: UInt64

    /// The maximum number of bytes.
    static let capacity = 16

    /// Creates a text of one to 16 bytes.
    ///
    /// - Parameter readable: The number of bytes after the text that may be read; with 16, two loads copy it.
    @inline(__always)
    init(_ text: UnsafeBufferPointer<UInt8>, followedBy readable: Int) {
        assert((1...ShortText.capacity).contains(text.count))
        guard readable >= ShortText.capacity, let start = text.baseAddress else {
            self.init(bytesOf: text)
            return
        }
        // SAFETY: 16 bytes from the first one on may be read, as just compared.
        let first = start.load64()
        let second = (start + 8).load64()
        let bits = UInt64(truncatingIfNeeded: text.count &* 8)
        // Shifts beyond the word give 0, so that 64 and more bits keep all of the first word.
        self.init(low: first & ~(~0 << bits), high: bits > 64 ? second & ~(~0 << (bits &- 64)) : 0)
    }

    @inline(__always)
    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// Creates a text without reading after its end.
    @inline(never)
    private init(bytesOf text: UnsafeBufferPointer<UInt8>) {
        var words: (UInt64, UInt64) = (0, 0)
        for byte in text.reversed() {
            words.1 = words.1 &<< 8 | words.0 &>> 56
            words.0 = words.0 &<< 8 | UInt64(byte)
        }
        self.init(low: words.0, high: words.1)
    }

    /// The number of bytes in the text.
    var count: Int {
        high == 0 ? 8 &- low.leadingZeroBitCount &>> 3 : ShortText.capacity &- high.leadingZeroBitCount &>> 3
    }

    /// Writes the text, followed by zeros up to 16 bytes.
    ///
    /// - Returns: the length of the text.
    func write(to output: UnsafeMutablePointer<UInt8>) -> Int {
        let out = UnsafeMutableRawPointer(output)
        // SAFETY: the callers' promise of room for 32 bytes.
        out.storeBytes(of: low.littleEndian, as: UInt64.self)
        out.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
        return count
    }

    /// The number's digits, if it has a point after up to seven digits and no exponent.
    ///
    /// Sign and point are shifted out of the two words, without a loop over the digits.
    @inline(__always)
    var decimal: ShortDecimal? {
        let isNegative = low & 0xFF == UInt64(Byte.minus)
        let sign: UInt64 = isNegative ? 8 : 0
        let first = low &>> sign | (isNegative ? high &<< 56 : 0)
        let second = high &>> sign
        guard
            let (integerDigits, digits) = DigitWord.beforePoint(first, withoutFirst: first &>> 8 | second &<< 56)
        else { return nil }
        let more = DigitWord(bytes: second &>> 8)
        let count = self.count &- (isNegative ? 2 : 1)
        let significand: UInt64
        if count <= 8 {
            guard digits.digitCount >= count else { return nil }
            significand = digits.value(ofFirst: count)
        } else {
            let rest = count &- 8
            guard digits.digitCount == 8, more.digitCount >= rest else { return nil }
            significand = digits.value &* DigitRun.smallPower(rest) &+ more.value(ofFirst: rest)
        }
        return ShortDecimal(scanned: significand, fractionDigits: count &- integerDigits, isNegative: isNegative)
    }

    /// The nearest double, ties to even.
    @inline(never) @usableFromInline
    var nearestDouble: Double {
        if let decimal { return decimal.doubleValue }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digits in
            // SAFETY: the allocation has an address, since it is not empty, and as many bytes as `write` requires.
            let start = digits.baseAddress!
            return DecimalParser.double(UnsafeBufferPointer(start: start, count: write(to: start)))
        }
    }
}

/// A decimal without exponent and with at most 19 digits, stored in twelve bytes without its text.
///
/// All digits as one integer and the number of those after the point suffice to write the same text again, because the
/// grammar allows no leading zero except the one before the point. So such a number needs neither its document nor an
/// allocation.
@usableFromInline
struct ShortDecimal: Sendable {
    /// All digits, without sign and point.
    private let significand: UInt64
    /// The number of digits after the point: 1 to 19.
    private let fractionDigits: UInt8
    private let isNegative: Bool

    /// The maximum number of digits that always fit in 64 bits.
    private static let maximumDigits = 19

    /// Creates the number with this text, which the scanner has validated; nil if it has no point, an exponent, or too
    /// many digits.
    ///
    /// - Parameter readable: the number of bytes after the text that may be read; eight make it faster.
    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>, followedBy readable: Int) {
        if let decimal = ShortDecimal(usual: text, followedBy: readable) { self = decimal } else { self.init(text) }
    }

    /// Creates the number with this text; nil also unless eight bytes after it may be read and it has one to seven digits
    /// before the point.
    @inline(__always)
    init?(usual text: UnsafeBufferPointer<UInt8>, followedBy readable: Int) {
        guard readable >= 8, let base = text.baseAddress else { return nil }
        let isNegative = base[0] == Byte.minus
        let start = base + (isNegative ? 1 : 0)
        let count = text.count &- (isNegative ? 2 : 1)
        // SAFETY: every word that is loaded below begins inside the text, so at most seven of its bytes, which are
        // readable, are after the text. A text of a single digit or sign has no second byte, but eight after it.
        guard count > 1, count <= ShortDecimal.maximumDigits,
            let (integerDigits, head) = DigitWord.beforePoint(start.load64(), withoutFirst: (start + 1).load64())
        else { return nil }
        // A word that contains anything but digits has an exponent.
        let value: UInt64
        if count <= 8 {
            guard head.digitCount >= count else { return nil }
            value = head.value(ofFirst: count)
        } else {
            let next = DigitWord(at: UnsafeRawPointer(start + 9))
            let rest = count &- 8
            if rest <= 8 {
                guard head.digitCount == 8, next.digitCount >= rest else { return nil }
                value = head.value &* DigitRun.smallPower(rest) &+ next.value(ofFirst: rest)
            } else {
                let last = DigitWord(at: UnsafeRawPointer(start + 17))
                guard head.digitCount == 8, next.digitCount == 8, last.digitCount >= rest &- 8 else { return nil }
                let leading = head.value &* 100_000_000 &+ next.value
                value = leading &* DigitRun.smallPower(rest &- 8) &+ last.value(ofFirst: rest &- 8)
            }
        }
        self.init(scanned: value, fractionDigits: count &- integerDigits, isNegative: isNegative)
    }

    /// Creates the number with this text, without reading after its end.
    @inline(never)
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
        self.init(scanned: fraction.value, fractionDigits: end - integer.end - 1, isNegative: isNegative)
    }

    /// Creates a number of a significand below 10^19 and 1 to 19 digits after the point, both checked by the caller.
    @inline(__always)
    init(scanned significand: UInt64, fractionDigits: Int, isNegative: Bool) {
        self.significand = significand
        self.fractionDigits = UInt8(truncatingIfNeeded: fractionDigits)
        self.isNegative = isNegative
    }

    /// Creates a number of a significand below 10^19 and 1 to 19 digits after the point.
    init?(significand: UInt64, fractionDigits: Int, isNegative: Bool) {
        guard (1...ShortDecimal.maximumDigits).contains(fractionDigits), significand < 10_000_000_000_000_000_000 else {
            return nil
        }
        self.init(scanned: significand, fractionDigits: fractionDigits, isNegative: isNegative)
    }

    /// The digits as one integer, the number of digits after the point, and the sign.
    var parts: (significand: UInt64, fractionDigits: Int, isNegative: Bool) {
        (significand, Int(fractionDigits), isNegative)
    }

    /// The nearest double, ties to even.
    @inline(__always)
    var doubleValue: Double {
        let magnitude = DecimalParser.scaled(significand, 0 &- Int(fractionDigits))
        return isNegative ? -magnitude : magnitude
    }

    /// `doubleValue`, not inlined: for code that is compiled in clients.
    @inline(never) @usableFromInline
    var nearestDouble: Double { doubleValue }

    /// Writes the text, at most 22 bytes of the 32 that `output` has room for.
    ///
    /// - Returns: the length of the text.
    func write(to output: UnsafeMutablePointer<UInt8>) -> Int {
        var out = UnsafeMutableRawPointer(output)
        if isNegative {
            // SAFETY (all stores): the callers' promise of room; what `writeDigits` stores ends within 30 bytes.
            out.storeBytes(of: Byte.minus, as: UInt8.self)
            out += 1
        }
        // The fraction is written with a one before it, which preserves its zeros and is then replaced by the point.
        // With 19 digits after the point that sum might not fit; then all digits are the fraction.
        let isLong = Int(fractionDigits) == ShortDecimal.maximumDigits
        let power = DigitRun.smallPower(Int(fractionDigits) &- (isLong ? 1 : 0))
        let (head, tail) = significand.quotientAndRemainder(dividingBy: power)
        let point: UnsafeMutableRawPointer
        if isLong {
            out.storeBytes(of: Byte.zero, as: UInt8.self)
            out.storeBytes(of: Byte.dot, toByteOffset: 1, as: UInt8.self)
            point = out + 2
        } else {
            point = NumberWriter.writeDigits(head, to: out)
        }
        let end = NumberWriter.writeDigits(power &+ tail, to: point)
        point.storeBytes(of: isLong ? Byte.zero &+ UInt8(truncatingIfNeeded: head) : Byte.dot, as: UInt8.self)
        return end - UnsafeMutableRawPointer(output)
    }
}
