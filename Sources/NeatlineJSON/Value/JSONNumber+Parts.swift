// Numbers as an integer and a count of fraction digits, for types of other modules.

extension JSONNumber {
    /// Digits as one integer, the number of digits after the point, and the sign.
    package typealias Parts = (significand: UInt64, fractionDigits: Int, isNegative: Bool)

    /// The number's parts, if it is an integer or a decimal of up to 19 digits without exponent; for modules that
    /// convert it to number types of their own.
    package var parts: Parts? {
        switch storage {
        case .int(let value): (value.magnitude, 0, value < 0)
        case .uint(let value): (value, 0, false)
        case .short(let text): text.decimal?.parts
        case .decimal(let value): value.parts
        default: nil
        }
    }

    /// Creates a number from its parts; nil if it has more than 19 digits.
    ///
    /// A negative zero without fraction digits has no parts: it would lose its sign.
    package init?(_ parts: Parts) {
        guard parts.fractionDigits == 0 else {
            let decimal = ShortDecimal(
                significand: parts.significand, fractionDigits: parts.fractionDigits, isNegative: parts.isNegative)
            guard let decimal else { return nil }
            self.init(decimal)
            return
        }
        if !parts.isNegative {
            self.init(parts.significand)
        } else if parts.significand > 0, parts.significand <= Int64.min.magnitude {
            self.init(Int64(truncatingIfNeeded: 0 &- parts.significand))
        } else {
            return nil
        }
    }
}
