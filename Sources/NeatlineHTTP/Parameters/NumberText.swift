internal import Foundation
internal import NeatlineFoundation

/// The text of a number in a dictionary of parameters.
enum NumberText {
    /// Returns the text of a number. Integral numbers have no decimal point, as with `NSNumber`; others have the
    /// shortest digits that identify them.
    static func text(_ number: Double) -> String {
        // Up to this limit `NSNumber` writes no exponent.
        guard number.magnitude < 1e17, number == number.rounded() else { return "\(number)" }
        return number.sign == .minus && number == 0 ? "-0" : "\(Int64(number))"
    }

    /// Returns the text of a number with single precision.
    static func text(_ number: Float) -> String {
        guard number.magnitude < 1e9, number == number.rounded() else { return "\(number)" }
        return number.sign == .minus && number == 0 ? "-0" : "\(Int64(number))"
    }

    /// Returns the text of a number that was not created from a Boolean value.
    static func text(_ number: NSNumber) -> String {
        if let decimal = number as? NSDecimalNumber { return decimal.decimalValue.description }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"): return text(number.doubleValue)
        case UInt8(ascii: "f"): return text(number.floatValue)
        case UInt8(ascii: "Q"): return "\(number.uint64Value)"
        default: return "\(number.int64Value)"
        }
    }
}
