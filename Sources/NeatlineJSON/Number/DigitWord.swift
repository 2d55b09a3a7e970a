/// Eight ASCII bytes in one machine word, the first byte in the lowest bits: reading and writing decimal digits without
/// a loop over them.
///
/// All functions take few instructions and are inlined into the number kernels.
struct DigitWord {
    /// The bytes, each with the bits of `"0"` (0x30) flipped: a digit is its own value, any other byte is above 9.
    private let lanes: UInt64

    private static let asciiZeros: UInt64 = 0x3030_3030_3030_3030

    /// Loads up to eight bytes from `position`; bytes from `limit` on read as "not a digit". Nothing outside
    /// `start..<limit` is touched.
    @inline(__always)
    init(at position: UnsafeRawPointer, in start: UnsafeRawPointer, upTo limit: UnsafeRawPointer) {
        let available = limit - position
        if available >= 8 {
            // SAFETY: eight bytes from `position` lie before `limit`, as just compared.
            lanes = position.loadUnaligned(as: UInt64.self).littleEndian ^ Self.asciiZeros
        } else {
            lanes = Self.lastBytes(from: position, in: start, upTo: limit) ^ Self.asciiZeros
        }
    }

    /// Loads eight bytes, all of which the caller may read.
    @inline(__always)
    init(at position: UnsafeRawPointer) {
        // SAFETY: required of the caller.
        lanes = position.loadUnaligned(as: UInt64.self).littleEndian ^ Self.asciiZeros
    }

    /// Eight bytes, the first in the lowest bits.
    @inline(__always)
    init(bytes: UInt64) { lanes = bytes ^ Self.asciiZeros }

    /// The fewer than eight bytes from `position` to `limit`, with zeros after them.
    @inline(__always)
    private static func lastBytes(
        from position: UnsafeRawPointer, in start: UnsafeRawPointer, upTo limit: UnsafeRawPointer
    ) -> UInt64 {
        let count = limit - start
        if count >= 8 {
            // SAFETY: the last eight bytes of a text that has eight. The shift drops those before `position`.
            let last = (limit - 8).loadUnaligned(as: UInt64.self).littleEndian
            return last >> UInt64(truncatingIfNeeded: 64 &- (limit - position) &* 8)
        }
        let whole: UInt64
        if count >= 4 {
            // SAFETY: the first and the last four bytes of a text that has four to seven; they may overlap.
            let first = UInt64(start.loadUnaligned(as: UInt32.self).littleEndian)
            let last = UInt64((limit - 4).loadUnaligned(as: UInt32.self).littleEndian)
            whole = first | last &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
        } else {
            guard count > 0 else { return 0 }
            // SAFETY: the first, the middle and the last of one to three bytes; they may be the same.
            let half = count &>> 1
            let first = UInt64(start.load(as: UInt8.self))
            let middle = UInt64(start.load(fromByteOffset: half, as: UInt8.self))
            let last = UInt64(start.load(fromByteOffset: count &- 1, as: UInt8.self))
            whole =
                first | middle &<< UInt64(truncatingIfNeeded: half &* 8)
                | last &<< UInt64(truncatingIfNeeded: (count &- 1) &* 8)
        }
        return whole >> UInt64(truncatingIfNeeded: (position - start) &* 8)
    }

    /// Returns the number of digits before the first byte that is not a digit.
    @inline(__always)
    var digitCount: Int {
        // Adding 0x76 carries into the top bit of a lane above 9. A carry out of a lane above 0x89 spoils only later
        // lanes, and those no longer matter.
        let others = ((lanes &+ 0x7676_7676_7676_7676) | lanes) & 0x8080_8080_8080_8080
        return others.trailingZeroBitCount &>> 3
    }

    /// Returns the first eight digits of a decimal, and how many of them are before the point; nil unless that is one
    /// to seven.
    ///
    /// - Parameters:
    ///   - bytes: The first eight bytes of its text, the first in the lowest bits.
    ///   - later: The eight bytes from the second one on, which have the digits after the point at their positions.
    @inline(__always)
    static func beforePoint(_ bytes: UInt64, withoutFirst later: UInt64) -> (count: Int, digits: DigitWord)? {
        let count = DigitWord(bytes: bytes).digitCount
        let bits = UInt64(truncatingIfNeeded: count &* 8)
        // Shifting by 64 bits would shift by none, and find the first byte.
        guard count > 0, count < 8, bytes &>> bits & 0xFF == UInt64(Byte.dot) else { return nil }
        let before = ~(~0 &<< bits)
        return (count, DigitWord(bytes: bytes & before | later & ~before))
    }

    /// Returns the number of the first `count` bytes, which must be digits.
    @inline(__always)
    func value(ofFirst count: Int) -> UInt64 {
        assert((1...8).contains(count) && digitCount >= count)
        // Shifting the digits to the end puts zeros before them.
        return Self.value(lanes &<< UInt64(truncatingIfNeeded: 64 &- count &* 8))
    }

    /// Returns the number of all eight bytes, which must be digits.
    @inline(__always)
    var value: UInt64 { Self.value(lanes) }

    /// Returns the number of eight digits, given as values and not as characters, the first in the lowest byte.
    @inline(__always)
    static func value(_ digits: UInt64) -> UInt64 {
        // Lemire's `parse_eight_digits_unrolled`: neighbours are joined to pairs, pairs to fours, fours to eight.
        let pairs = digits &* 10 &+ digits &>> 8
        let mask: UInt64 = 0x0000_00FF_0000_00FF
        let upper = (pairs & mask) &* 0x000F_4240_0000_0064
        let lower = ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001
        return (upper &+ lower) &>> 32
    }

    /// Returns the number of the `count` digits from `start` on: one to sixteen.
    @inline(__always)
    static func value(ofDigits start: Cursor, count: Int) -> UInt64 {
        assert((1...16).contains(count))
        // SAFETY: each load below lies within the `count` digits.
        if count < 8 {
            var value: UInt64 = 0
            var position = 0
            while position < count {
                value = value &* 10 &+ UInt64(start[position] &- Byte.zero)
                position &+= 1
            }
            return value
        }
        let leading = Self.value(start.load64() ^ asciiZeros)
        let rest = count &- 8
        if rest == 0 { return leading }
        // The last eight bytes contain the rest; those before it become zeros.
        let last = (start + rest).load64() ^ asciiZeros
        let trailing = Self.value(last & (~0 &<< UInt64(truncatingIfNeeded: 64 &- rest &* 8)))
        return leading &* DigitRun.smallPower(rest) &+ trailing
    }

    /// The eight digits of a number below 10^8, most significant first, one value (not character) a byte.
    ///
    /// Splits eight digits into two fours, those into pairs and those into digits, all lanes at once; each division is
    /// a multiplication by a reciprocal that is exact in the range of its lane.
    @inline(__always)
    static func digits(of value: UInt64) -> UInt64 {
        assert(value < 100_000_000)
        let thousands = (value &* 3_518_437_209) &>> 45
        let fours = value &<< 32 &- thousands &* ((10_000 &<< 32) &- 1)
        let hundreds = ((fours &* 10_486) &>> 20) & 0x0000_007F_0000_007F
        let pairs = fours &<< 16 &- hundreds &* ((100 &<< 16) &- 1)
        let tens = ((pairs &* 103) &>> 10) & 0x000F_000F_000F_000F
        return pairs &<< 8 &- tens &* ((10 &<< 8) &- 1)
    }

    /// Returns the characters of digits from `digits(of:)`, as a word to be stored in little-endian order.
    @inline(__always)
    static func characters(_ digits: UInt64) -> UInt64 {
        digits | asciiZeros
    }
}

/// The value of a run of digits, and its end.
struct DigitRun {
    /// The value of the digits appended to those before them; it wraps if there are more than 19 in all.
    let value: UInt64
    /// The first byte after the run.
    let end: UnsafeRawPointer

    /// Reads digits from `position` to the first byte that is not a digit, or to `limit`, appending them to `prefix`.
    ///
    /// Touches nothing outside `start..<limit`.
    @inline(__always)
    init(at position: UnsafeRawPointer, in start: UnsafeRawPointer, upTo limit: UnsafeRawPointer, after prefix: UInt64)
    {
        var value = prefix
        var next = position
        while next < limit {
            let word = DigitWord(at: next, in: start, upTo: limit)
            let count = word.digitCount
            if count == 8 {
                value = value &* 100_000_000 &+ word.value(ofFirst: 8)
                next += 8
                continue
            }
            if count > 0 {
                value = value &* Self.smallPower(count) &+ word.value(ofFirst: count)
                next += count
            }
            break
        }
        self.value = value
        self.end = next
    }

    /// 10^`exponent` for 0...19.
    @inline(__always)
    static func smallPower(_ exponent: Int) -> UInt64 {
        assert((0...19).contains(exponent))
        // SAFETY: callers keep the exponent in 0...19 (asserted here), and the table has twenty entries.
        return smallPowers.withUnsafeBufferPointer { $0[exponent] }
    }

    private static let smallPowers: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]
}
