public import Foundation
public import NeatlineJSON

// Conversion of numbers from and to `NSNumber` and `Decimal`, with all digits.

extension JSONNumber {
    /// Creates the value of an `NSNumber`, with all its digits; 1 and 0 for booleans.
    ///
    /// - Parameter number: the number.
    public init(_ number: NSNumber) {
        if let decimal = number as? NSDecimalNumber {
            self.init(decimal.decimalValue)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"): self.init(number.doubleValue)
        case UInt8(ascii: "f"): self.init(number.floatValue)
        case UInt8(ascii: "Q"): self.init(number.uint64Value)
        default: self.init(number.int64Value)
        }
    }

    /// Creates the value of a `Decimal`, with all its digits; NaN remains NaN.
    ///
    /// - Parameter decimal: the decimal.
    public init(_ decimal: Decimal) {
        if let parts = decimal.parts, let number = JSONNumber(parts) {
            self = number
        } else {
            self = decimal.isNaN ? JSONNumber(Double.nan) : JSONNumber(text: decimal.description) ?? 0
        }
    }

    /// The value, if `Decimal` can represent it exactly: up to 38 digits, and exponents from -128 to 127.
    ///
    /// ```swift
    /// let price = json["price"].elements?[0].decimal
    /// ```
    public var decimal: Decimal? {
        if let parts { return Decimal(parts) }
        guard isFinite, let decimal = Decimal(string: text), !decimal.isNaN else { return nil }
        return JSONNumber(decimal) == self ? decimal : nil
    }

    /// The value as Foundation's parser represents it: an integer of 64 bits if it is one and is written as one, a
    /// double for up to 17 significant digits, which distinguish any two doubles, and a decimal number for up to 38;
    /// the nearest double if that cannot represent it.
    ///
    /// A decimal number is not used for fewer digits, because its `doubleValue` is not always the nearest double.
    var foundationNumber: NSNumber {
        switch kind {
        case .float(let value): return NSNumber(value: value)
        case .double(let value): return NSNumber(value: value)
        case .text: break
        }
        let text = text.utf8
        let significand = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        if significand.count == text.count, !text.contains(UInt8(ascii: ".")) {
            if let value = exactInt64 { return NSNumber(value: value) }
            if let value = exactUInt64 { return NSNumber(value: value) }
        }
        let digits = significand.lazy.filter { $0 >= UInt8(ascii: "0") }.drop { $0 == UInt8(ascii: "0") }
        if digits.count > 17, let decimal { return NSDecimalNumber(decimal: decimal) }
        return NSNumber(value: doubleValue)
    }
}

extension NSNumber {
    /// Whether the number was created from a boolean.
    ///
    /// The Objective-C type is not sufficient: it is the same for `Int8`.
    package var isBoolean: Bool {
        #if canImport(Darwin)
        self === kCFBooleanTrue || self === kCFBooleanFalse
        #else
        ObjectIdentifier(type(of: self)) == NSNumber.booleanClass
        #endif
    }

    #if !canImport(Darwin)
    /// The class of the two booleans, which no other number has.
    private static let booleanClass = ObjectIdentifier(type(of: NSNumber(value: true)))
    #endif
}
