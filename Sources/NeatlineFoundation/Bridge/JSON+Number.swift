public import Foundation
public import NeatlineJSON

// Numbers as `NSNumber` and `Decimal`.

extension JSON {
    /// The number, or the boolean as a number; nil for all other types, and for a number beyond the range of `Double`.
    /// Setting nil stores null.
    public var number: NSNumber? {
        get {
            switch self {
            case .bool(let value): return NSNumber(value: value)
            case .number(let number):
                let value = number.foundationNumber
                return value.doubleValue.isInfinite && number.isFinite ? nil : value
            default: return nil
            }
        }
        set { self = newValue?.json ?? .null }
        _modify { yield &self[read: number, { $0.number = $1 }] }
    }

    /// The number or the boolean, also the number that a string begins with, of which `NSDecimalNumber` keeps 38
    /// digits; otherwise 0.
    public var numberValue: NSNumber {
        get {
            switch self {
            case .bool(let value): return NSNumber(value: value)
            case .number(let number): return number.foundationNumber
            case .string(let text):
                let decimal = NSDecimalNumber(string: text)
                return decimal == .notANumber ? NSNumber(value: 0) : decimal
            default: return NSNumber(value: 0)
            }
        }
        set { self = newValue.json }
    }

    /// The number, if `Decimal` can represent it exactly; nil for all other values. Setting nil stores null.
    ///
    /// ```swift
    /// let price = json["price"].decimal   // 19.90, not 19.899999999999998579
    /// ```
    public var decimal: Decimal? {
        get {
            guard case .number(let number) = self else { return nil }
            return number.decimal
        }
        set { self = newValue.map { .number(JSONNumber($0)) } ?? .null }
    }
}
