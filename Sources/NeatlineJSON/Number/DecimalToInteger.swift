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
