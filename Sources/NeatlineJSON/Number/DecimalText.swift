/// The exact value of a number's text, compared and hashed without expanding its exponent.
///
/// The value is ±0.d₁d₂…dₙ × 10^`magnitude` with d₁ and dₙ not zero; zero has no digits and is never negative. So
/// `1`, `1.0`, `10e-1` and `1E0` are equal, and `1e400` differs from `1e401`. The digits remain in the text:
///
///     -00 12 . 3450 e7          (the grammar does not allow the leading zeros; they are harmless)
///         ^^   ^^^  digitCount 5, digitsBeforePoint 2, magnitude 2 + 7
///
/// Exponents beyond ±10^18 count as ±10^18. Numbers that differ only there are equal, and hash alike.
///
/// An instance points into the text and must not outlive it. Creating, comparing and hashing take time linear in the
/// length of the text.
struct DecimalValue {
    /// Whether the value is less than zero.
    let isNegative: Bool
    /// The number of digits from the first to the last that is not zero; 0 for zero.
    let digitCount: Int
    /// The position of the decimal point relative to the first digit: the power of ten just above the value.
    let magnitude: Int
    /// The first digit, if there is one; the point may be between two digits.
    private let digits: UnsafePointer<UInt8>?
    /// The number of digits before the point; all of them if the point is elsewhere.
    private let digitsBeforePoint: Int

    /// The value of text that the grammar of RFC 8259 section 6 allows.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        let signLength = text.first == UInt8(ascii: "-") ? 1 : 0
        var point: Int?
        var first: Int?
        var last = 0
        var end = signLength
        while end < text.count {
            // SAFETY: `end` is below the count and never negative.
            let byte = text[end]
            if byte == UInt8(ascii: ".") {
                point = end
            } else if byte | 0x20 == UInt8(ascii: "e") {
                break
            } else if byte != UInt8(ascii: "0") {
                if first == nil { first = end }
                last = end
            }
            end += 1
        }
        guard let first, let base = text.baseAddress else {
            self.init(isNegative: false, digitCount: 0, magnitude: 0, digits: nil, digitsBeforePoint: 0)
            return
        }
        let pointIndex = point ?? end
        // SAFETY: `end < text.count`, as just compared, so both pointers are in the text or at its end.
        let exponent =
            end < text.count ? DecimalParser.exponent(at: .init(base + end), upTo: .init(base + text.count)) : 0
        let spansPoint = first < pointIndex && pointIndex < last
        let unclamped = exponent + pointIndex - first + (first > pointIndex ? 1 : 0)
        let limit = DecimalParser.exponentLimit
        self.init(
            isNegative: signLength == 1,
            digitCount: last - first + (spansPoint ? 0 : 1),
            magnitude: min(max(unclamped, -limit), limit),
            digits: base + first,
            digitsBeforePoint: spansPoint ? pointIndex - first : last - first + 1)
    }

    private init(
        isNegative: Bool, digitCount: Int, magnitude: Int, digits: UnsafePointer<UInt8>?, digitsBeforePoint: Int
    ) {
        self.isNegative = isNegative
        self.digitCount = digitCount
        self.magnitude = magnitude
        self.digits = digits
        self.digitsBeforePoint = digitsBeforePoint
    }

    /// Whether the value is zero.
    var isZero: Bool { digitCount == 0 }

    /// The digit at `index`, 0 being the most significant, as its value.
    @inline(__always)
    func digit(_ index: Int) -> UInt8 {
        assert(index >= 0 && index < digitCount)
        guard let digits else { return 0 }
        // SAFETY: `index` is below `digitCount` (asserted), and that many digits with at most one point between them
        // follow `digits` in the text, as counted by the initializer.
        return digits[index < digitsBeforePoint ? index : index &+ 1] & 0x0F
    }
}

extension DecimalValue {
    /// Calls `body` with the value of an integer.
    static func with<Result>(_ value: Int64, _ body: (DecimalValue) -> Result) -> Result {
        withText({ NumberWriter.write(value, to: $0) }, body)
    }

    /// Calls `body` with the value of an integer.
    static func with<Result>(_ value: UInt64, _ body: (DecimalValue) -> Result) -> Result {
        withText({ NumberWriter.write(value, to: $0) }, body)
    }

    /// Calls `body` with the value of a finite double's text, the shortest that reads back as the double.
    ///
    /// So the double 0.1 has the value of the text `0.1`, and 2^60 that of `1152921504606847e3`: a number written and
    /// read again stays equal to itself.
    static func with<Result>(_ value: Double, _ body: (DecimalValue) -> Result) -> Result {
        withText({ NumberWriter.write(value, to: $0) }, body)
    }

    @inline(__always)
    private static func withText<Result>(
        _ write: (UnsafeMutablePointer<UInt8>) -> Int, _ body: (DecimalValue) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberWriter.capacity) { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("an allocation of 32 bytes has an address") }
            // SAFETY: the buffer has the capacity that every writer stays within, and lives as long as `body` runs.
            let count = write(base)
            return body(DecimalValue(UnsafeBufferPointer(start: base, count: count)))
        }
    }
}

extension DecimalValue {
    /// The value as an integer, if it is one and in range: `1.0`, `1E2` and `-0.0` are integers.
    var int64: Int64? {
        guard let value = integerMagnitude else { return nil }
        return DecimalParser.int64(magnitude: value, isNegative: isNegative)
    }

    /// The value as an unsigned integer, if it is one and in range.
    var uint64: UInt64? {
        isNegative ? nil : integerMagnitude
    }

    private var integerMagnitude: UInt64? {
        isZero || digitCount <= magnitude ? truncatedMagnitude : nil
    }

    /// The absolute value without its fraction, if it is in the range of `UInt64`.
    var truncatedMagnitude: UInt64? {
        guard !isZero, magnitude > 0 else { return 0 }
        guard magnitude <= 20 else { return nil }
        var value: UInt64 = 0
        for index in 0..<min(magnitude, 19) {
            value = value &* 10 &+ (index < digitCount ? UInt64(digit(index)) : 0)
        }
        guard magnitude == 20 else { return value }
        let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = tens.addingReportingOverflow(digitCount >= 20 ? UInt64(digit(19)) : 0)
        return overflow || carry ? nil : sum
    }

    /// Returns the number as an integer, if its exact value is one and in range; the text must follow RFC 8259, section
    /// 6.
    static func exactInt64(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        DecimalValue(text).int64
    }

    /// Returns the number as an unsigned integer, if its exact value is one and in range; the text must follow RFC
    /// 8259, section 6.
    static func exactUInt64(_ text: UnsafeBufferPointer<UInt8>) -> UInt64? {
        DecimalValue(text).uint64
    }
}

extension DecimalValue: Comparable, Hashable {
    static func == (left: Self, right: Self) -> Bool {
        guard left.isNegative == right.isNegative, left.magnitude == right.magnitude,
            left.digitCount == right.digitCount
        else { return false }
        return left.firstDifference(from: right, in: left.digitCount) == nil
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isCloserToZero(than: left) : left.isCloserToZero(than: right)
    }

    /// Whether the absolute value is less than that of `other`.
    private func isCloserToZero(than other: Self) -> Bool {
        if isZero || other.isZero { return isZero && !other.isZero }
        if magnitude != other.magnitude { return magnitude < other.magnitude }
        if let index = firstDifference(from: other, in: min(digitCount, other.digitCount)) {
            return digit(index) < other.digit(index)
        }
        return digitCount < other.digitCount
    }

    /// Returns the index of the first of `count` digits that differs from `other`.
    private func firstDifference(from other: Self, in count: Int) -> Int? {
        var index = 0
        while index < count {
            if digit(index) != other.digit(index) { return index }
            index &+= 1
        }
        return nil
    }

    /// Hashes the value; one that `Int64` can represent has the hash of that integer.
    func hash(into hasher: inout Hasher) {
        if let int64 {
            hasher.combine(int64)
            return
        }
        hasher.combine(isNegative)
        hasher.combine(magnitude)
        // Sixteen digits a word. The digit count is not hashed: there are no trailing zeros that would make it
        // ambiguous.
        var index = 0
        while index < digitCount {
            var word: UInt64 = 0
            for position in index..<min(index &+ 16, digitCount) {
                word = word &* 10 &+ UInt64(digit(position))
            }
            hasher.combine(word)
            index &+= 16
        }
    }
}
