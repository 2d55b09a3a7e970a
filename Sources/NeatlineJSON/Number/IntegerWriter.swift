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
