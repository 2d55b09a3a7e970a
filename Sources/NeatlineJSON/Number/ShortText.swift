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
