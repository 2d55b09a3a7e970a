/// Makes strings of up to 15 bytes of ASCII, which `String` holds in place, in a few instructions.
///
/// Most keys and many values are that short, and making a `String` costs more than scanning it. The standard library's
/// public initialisers validate, count and branch; this writes the two words of a small string at once: the bytes, and
/// in the topmost byte 0xE0 plus their count. That layout is part of Swift's ABI on Apple platforms and is the same
/// elsewhere, but it is not documented API; therefore `isKnown` compares it with what the standard library makes, once
/// in a process, and where it differs nobody calls `make`.
enum SmallString {
    /// The longest text, in bytes.
    static let capacity = 15

    /// Whether this process's `String` has the layout that `make` writes.
    static let isKnown: Bool = {
        guard MemoryLayout<String>.size == 16, MemoryLayout<(UInt64, UInt64)>.size == 16, 1.littleEndian == 1 else {
            return false
        }
        // Three that own memory, or refer to it, or are not ASCII: none may look like those that `make` writes.
        let others = [String(repeating: "a", count: 16), "a text of the program", "\u{E9}"]
        let ends = others.map { unsafeBitCast($0, to: (UInt64, UInt64).self).1 }
        guard ends.allSatisfy({ $0 &>> 60 != 0xE }) else { return false }
        // Of them, only the last holds its bytes in place, and says how many.
        guard ends.map({ $0 & smallFlag != 0 }) == [false, false, true], ends[2] &>> 56 & 0x0F == 2 else {
            return false
        }
        return (0...capacity).allSatisfy { count in
            var text = String(decoding: (0..<count).map { UInt8(0x30 + $0) }, as: UTF8.self)
            let words = withUnsafeBytes(of: &text) { text in
                (text.loadUnaligned(as: UInt64.self), text.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            let bytes = (0..<capacity).map { $0 < count ? UInt8(0x30 + $0) : 0 } + [0xE0 | UInt8(count)]
            return bytes.withUnsafeBytes { bytes in
                words == (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
        }
    }()

    /// In the second word of a `String` that holds its bytes in place, whether they are ASCII or not.
    static let smallFlag: UInt64 = 1 &<< 61

    /// The string of `source`: at most 15 bytes, all of them ASCII.
    @inline(__always)
    static func make(_ source: UnsafeBufferPointer<UInt8>) -> String {
        assert(isKnown && source.allSatisfy { $0 < 0x80 })
        let (low, high) = words(source)
        return string(low, high | UInt64(truncatingIfNeeded: 0xE0 | source.count) &<< 56)
    }

    /// The bytes of `source`, at most 15, in two words; zeroes behind them.
    @inline(__always)
    static func words(_ source: UnsafeBufferPointer<UInt8>) -> (low: UInt64, high: UInt64) {
        assert(source.count <= capacity)
        guard let bytes = source.baseAddress else { return (0, 0) }
        let count = source.count
        var low: UInt64 = 0
        var high: UInt64 = 0
        // SAFETY: each load lies within the `count` bytes.
        if count >= 8 {
            low = bytes.load64()
            if count > 8 {
                high |= (bytes + (count &- 8)).load64() &>> UInt64(truncatingIfNeeded: (16 &- count) &* 8)
            }
        } else if count >= 4 {
            let last = UInt64((bytes + (count &- 4)).load32())
            low = UInt64(bytes.load32()) | last &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
        } else if count > 0 {
            // First, middle and last byte cover one, two and three.
            let middle = count &>> 1
            low =
                UInt64(bytes[0]) | UInt64(bytes[middle]) &<< UInt64(truncatingIfNeeded: middle &* 8)
                | UInt64(bytes[count &- 1]) &<< UInt64(truncatingIfNeeded: (count &- 1) &* 8)
        }
        return (low, high)
    }

    /// The string of the `count` bytes at `source`: at most 15, all of them ASCII, the first of 16 that may be read.
    ///
    /// Without a branch on the count: the lengths of names and values in a text are hard to predict.
    @inline(__always)
    static func make(prefixOf source: Cursor, count: Int) -> String {
        assert(isKnown)
        let (low, high) = words(prefixOf: source, count: count)
        return string(low, high | UInt64(truncatingIfNeeded: 0xE0 | count) &<< 56)
    }

    /// The `count` bytes at `source`, at most 15 and the first of 16 that may be read, in two words.
    @inline(__always)
    static func words(prefixOf source: Cursor, count: Int) -> (low: UInt64, high: UInt64) {
        assert(count >= 0 && count <= capacity)
        // SAFETY: required of the caller.
        let bits = UInt64(truncatingIfNeeded: count &* 8)
        let low = source.load64() & (count >= 8 ? ~0 : ~(~0 &<< bits))
        let high = (source + 8).load64() & (count > 8 ? ~(~0 &<< (bits &- 64)) : 0)
        return (low, high)
    }

    /// The string that consists of two words.
    @inline(__always)
    private static func string(_ low: UInt64, _ high: UInt64) -> String {
        // SAFETY: `isKnown` has found that a small string of ASCII is these two words. It is moved out of them, not
        // copied, because it owns no memory and so has no reference to be counted.
        var words = (low, high)
        return withUnsafeMutableBytes(of: &words) { words in
            words.baseAddress!.assumingMemoryBound(to: String.self).move()
        }
    }
}
