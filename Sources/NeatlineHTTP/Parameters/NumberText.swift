internal import Foundation
internal import NeatlineFoundation

/// The text of a number in a dictionary of parameters.
enum NumberText {
    /// A number without a fraction is written without a point, as `NSNumber` writes it; others with the digits that tell
    /// them apart from their neighbours.
    static func text(_ number: Double) -> String {
        // Up to there `NSNumber` writes no exponent.
        guard number.magnitude < 1e17, number == number.rounded() else { return "\(number)" }
        return number.sign == .minus && number == 0 ? "-0" : "\(Int64(number))"
    }

    /// As the other, with the digits of a single precision number.
    static func text(_ number: Float) -> String {
        guard number.magnitude < 1e9, number == number.rounded() else { return "\(number)" }
        return number.sign == .minus && number == 0 ? "-0" : "\(Int64(number))"
    }

    /// The text of a number that was not made from a boolean.
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
