// The digits of a number as SwiftyJSON's `stringValue` shows them, and its representation.

extension JSONNumber {
    /// The text of `stringValue` and `description`: `text`, except for a double from 1e16 on that code has stored and
    /// that needs more than nine digits. `NSNumber`, whose text SwiftyJSON shows, prints 16 digits of it instead of the
    /// fewest that suffice: -9.999999991999999e+24 for the double next to -9.999999992e+24.
    ///
    /// Either text reads back as the same double. Written JSON always has the shortest.
    var shownText: String {
        guard case .double(let value) = storage, value.isFinite, value.magnitude >= 1e16 else { return text }
        let shortest = text
        let digits = shortest.prefix { $0 != "e" }.count { $0.isNumber }
        guard digits > 9 else { return shortest }
        let long = JSONNumber.sixteenDigits(value)
        return Double(long) == value ? long : shortest
    }

    /// Returns the double, which is at least 1e16 and therefore whole, rounded to 16 significant digits, ties to even.
    private static func sixteenDigits(_ value: Double) -> String {
        let digits = decimalDigits(value.magnitude)
        let kept = 16
        var leading = digits[..<kept].reduce(0 as UInt64) { $0 * 10 + UInt64($1) }
        let rest = digits[kept...]
        let isAboveHalf = rest[kept] > 5 || (rest[kept] == 5 && rest.dropFirst().contains { $0 != 0 })
        if isAboveHalf || (rest[kept] == 5 && !leading.isMultiple(of: 2)) { leading += 1 }
        var exponent = digits.count - 1
        if leading == 10_000_000_000_000_000 {
            leading = 1
            exponent += 1
        }
        while leading.isMultiple(of: 10) { leading /= 10 }
        let text = String(leading)
        let fraction = text.dropFirst()
        return (value < 0 ? "-" : "") + text.prefix(1) + (fraction.isEmpty ? "" : ".\(fraction)") + "e+\(exponent)"
    }

    /// Returns all digits, at least 17, of a whole number from 1e16 on.
    private static func decimalDigits(_ value: Double) -> [UInt8] {
        let base: UInt64 = 1_000_000_000
        let significand = value.significandBitPattern | 1 << 52
        // In base 10^9, the least significant part first.
        var parts = [significand % base, significand / base]
        for _ in 0..<(Int(value.exponent) - 52) {
            var carry: UInt64 = 0
            for index in parts.indices {
                let doubled = parts[index] * 2 + carry
                parts[index] = doubled % base
                carry = doubled / base
            }
            if carry != 0 { parts.append(carry) }
        }
        var digits: [UInt8] = []
        for part in parts {
            var part = part
            for _ in 0..<9 {
                digits.append(UInt8(truncatingIfNeeded: part % 10))
                part /= 10
            }
        }
        while digits.last == 0 { digits.removeLast() }
        return digits.reversed()
    }
}

extension JSONNumber {
    /// The representation of a number, as far as other modules need it.
    package enum Kind {
        case double(Double)
        case float(Float)
        /// A number whose text is stored, or an integer.
        case text
    }

    /// The representation of the number.
    package var kind: Kind {
        switch storage {
        case .double(let value): .double(value)
        case .float(let value): .float(value)
        default: .text
        }
    }
}
