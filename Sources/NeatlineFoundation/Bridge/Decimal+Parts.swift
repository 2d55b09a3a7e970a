internal import Foundation
internal import NeatlineJSON

// Between decimals and digits, without the text in between, which costs some thousand instructions.
extension Decimal {
    /// The number of these parts.
    init(_ parts: JSONNumber.Parts) {
        // Without zeroes at the end of its digits, as Foundation makes it from the same text.
        var significand = parts.significand
        var exponent = -parts.fractionDigits
        while significand > 0 {
            let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: 10)
            if remainder != 0 { break }
            significand = quotient
            exponent += 1
        }
        if significand == 0 {
            self.init()
        } else {
            self.init(
                sign: parts.isNegative ? .minus : .plus, exponent: exponent, significand: Decimal(significand))
        }
    }

    /// The parts of a number whose digits fit in 64 bits and which has at most 19 digits after the point; nil for others,
    /// for NaN, and where Foundation keeps decimals in another way than is known here.
    var parts: JSONNumber.Parts? {
        guard let layout = Layout.known, !isNaN else { return nil }
        let fields = Fields(self, layout)
        guard fields.length <= 4, (-19...0).contains(fields.exponent) else { return nil }
        if fields.significand == 0 { return (0, 0, false) }
        return (fields.significand, -fields.exponent, fields.isNegative)
    }

    /// Where a decimal's second byte, of twenty, has the count of its groups of digits and its sign.
    ///
    /// ```
    ///   0        8       16               32                                        160
    /// +----------+-------+----------------+----------+----------+------------------+
    /// | exponent | here  | ...            | digits, in up to 8 groups of 16 bits ...  |
    /// +----------+-------+----------------+----------+----------+------------------+
    /// ```
    private enum Layout: CaseIterable {
        /// The count in the lower half, the sign above it: a C structure of bit fields.
        case countBelow
        /// The count in the upper half, the sign below it: the structure in Swift.
        case countAbove

        /// The one in which this process's Foundation keeps decimals; nil if it is none of them.
        static let known: Layout? = {
            guard MemoryLayout<Decimal>.size == 20, 1.littleEndian == 1 else { return nil }
            let significands: [UInt64] = [1, 12_345, 0xFFFF, 0x1_0000, 0x1234_5678_9ABC, .max, 9_007_199_254_740_993]
            return allCases.first { layout in
                significands.allSatisfy { significand in
                    [-19, -7, -1, 0].allSatisfy { exponent in
                        [FloatingPointSign.plus, .minus].allSatisfy { sign in
                            let decimal = Decimal(
                                sign: sign, exponent: exponent, significand: Decimal(significand))
                            let fields = Fields(decimal, layout)
                            return fields.significand == significand && fields.exponent == exponent
                                && fields.isNegative == (sign == .minus) && (1...4).contains(fields.length)
                        }
                    }
                }
            }
        }()
    }

    /// What a decimal's first twelve bytes say.
    private struct Fields {
        let exponent: Int
        let length: Int
        let isNegative: Bool
        let significand: UInt64

        init(_ decimal: Decimal, _ layout: Layout) {
            // SAFETY: `Layout.known` has found that a decimal has twenty bytes.
            let (head, low, high) = withUnsafeBytes(of: decimal) { bytes in
                (
                    bytes.loadUnaligned(as: UInt32.self), bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
                )
            }
            exponent = Int(Int8(truncatingIfNeeded: head))
            length = Int(head &>> (layout == .countBelow ? 8 : 12) & 0x0F)
            isNegative = head &>> (layout == .countBelow ? 12 : 11) & 1 != 0
            let digits = UInt64(low) | UInt64(high) &<< 32
            significand = length >= 4 ? digits : digits & ~(~0 &<< UInt64(truncatingIfNeeded: 16 &* length))
        }
    }
}
