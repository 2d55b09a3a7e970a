package import Foundation
package import NeatlineJSON

// Converts between decimals and digits without text in between, which would take some thousand instructions.
extension Decimal {
    /// Creates the number of these parts.
    package init(_ parts: JSONNumber.Parts) {
        // Without trailing zeros in its digits, as Foundation creates it from the same text.
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
        } else if let layout = Layout.made {
            self = Fields(exponent: exponent, isNegative: parts.isNegative, significand: significand).decimal(layout)
        } else {
            self.init(
                sign: parts.isNegative ? .minus : .plus, exponent: exponent, significand: Decimal(significand))
        }
    }

    /// The parts of a number whose digits fit in 64 bits and which has at most 19 digits after the point; nil for other
    /// numbers, for NaN, and if Foundation stores decimals in an unknown layout.
    package var parts: JSONNumber.Parts? {
        guard let layout = Layout.known, !isNaN else { return nil }
        let fields = Fields(self, layout)
        guard fields.length <= 4, (-19...0).contains(fields.exponent) else { return nil }
        if fields.significand == 0 { return (0, 0, false) }
        return (fields.significand, -fields.exponent, fields.isNegative)
    }

    /// The layout of a decimal's second byte, of twenty, which contains the number of its groups of digits and its
    /// sign.
    ///
    /// ```
    ///   0        8       16               32                                        160
    /// +----------+-------+----------------+----------+----------+------------------+
    /// | exponent | here  | ...            | digits, in up to 8 groups of 16 bits ...  |
    /// +----------+-------+----------------+----------+----------+------------------+
    /// ```
    private enum Layout: CaseIterable {
        /// The number in the lower half, the sign above it: a C structure of bit fields.
        case countBelow
        /// The number in the upper half, the sign below it: the structure in Swift.
        case countAbove

        /// The layout that this process's Foundation uses; nil if it is none of these.
        static let known: Layout? = allCases.first { layout in
            layout.agrees { decimal, fields in Fields(decimal, layout) == fields }
        }

        /// The layout that decimals can be created in, byte for byte as Foundation does; nil if there is none.
        static let made: Layout? = known.flatMap { layout in
            layout.agrees { decimal, fields in
                withUnsafeBytes(of: decimal) { expected in
                    withUnsafeBytes(of: fields.decimal(layout)) { expected.elementsEqual($0) }
                }
            } ? layout : nil
        }

        /// Returns whether `test` is true for decimals that Foundation creates, and their fields.
        private func agrees(_ test: (Decimal, Fields) -> Bool) -> Bool {
            guard MemoryLayout<Decimal>.size == 20, 1.littleEndian == 1 else { return false }
            let significands: [UInt64] = [1, 12_345, 0xFFFF, 0x1_0001, 0x1234_5678_9ABC, .max, 9_007_199_254_740_993]
            return significands.allSatisfy { significand in
                [-19, -7, -1, 0, 1, 19].allSatisfy { exponent in
                    [FloatingPointSign.plus, .minus].allSatisfy { sign in
                        test(
                            Decimal(sign: sign, exponent: exponent, significand: Decimal(significand)),
                            Fields(exponent: exponent, isNegative: sign == .minus, significand: significand))
                    }
                }
            }
        }

        /// The shifts of the number's bits, of the sign, and of the flag that there are no trailing zeros.
        fileprivate var shifts: (length: UInt32, sign: UInt32, compact: UInt32) {
            self == .countBelow ? (8, 12, 13) : (12, 11, 10)
        }
    }

    /// The contents of a decimal's first twelve bytes.
    private struct Fields: Equatable {
        let exponent: Int
        let length: Int
        let isNegative: Bool
        let significand: UInt64

        /// Creates the fields of a number that is not 0.
        init(exponent: Int, isNegative: Bool, significand: UInt64) {
            self.exponent = exponent
            self.isNegative = isNegative
            self.significand = significand
            length = (79 &- significand.leadingZeroBitCount) &>> 4
        }

        /// Returns the decimal with these fields.
        func decimal(_ layout: Layout) -> Decimal {
            let shifts = layout.shifts
            let head =
                UInt32(UInt8(truncatingIfNeeded: exponent)) | UInt32(truncatingIfNeeded: length) &<< shifts.length
                | (isNegative ? 1 : 0) &<< shifts.sign | 1 &<< shifts.compact
            var decimal = Decimal()
            // SAFETY: `Layout.known` has verified that a decimal has twenty bytes, and that these create one.
            withUnsafeMutableBytes(of: &decimal) { bytes in
                bytes.storeBytes(of: head, as: UInt32.self)
                bytes.storeBytes(of: UInt32(truncatingIfNeeded: significand), toByteOffset: 4, as: UInt32.self)
                bytes.storeBytes(
                    of: UInt32(truncatingIfNeeded: significand &>> 32), toByteOffset: 8, as: UInt32.self)
            }
            return decimal
        }

        init(_ decimal: Decimal, _ layout: Layout) {
            // SAFETY: `Layout.known` has verified that a decimal has twenty bytes.
            let (head, low, high) = withUnsafeBytes(of: decimal) { bytes in
                (
                    bytes.loadUnaligned(as: UInt32.self), bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
                )
            }
            exponent = Int(Int8(truncatingIfNeeded: head))
            length = Int(head &>> layout.shifts.length & 0x0F)
            isNegative = head &>> layout.shifts.sign & 1 != 0
            let digits = UInt64(low) | UInt64(high) &<< 32
            significand = length >= 4 ? digits : digits & ~(~0 &<< UInt64(truncatingIfNeeded: 16 &* length))
        }
    }
}
