public import Foundation
import NeatlineFoundation
public import NeatlineJSON

/// Maps decimal numbers, such as prices, with all their digits to strings.
///
/// ```swift
/// price <- (map["price"], NSDecimalNumberTransform())   // "price": 1.66 or "price": "1.66"
/// ```
///
/// A number is read from its digits, so that 1.66 is 1.66. A string must contain only a number. A number that `Decimal`
/// cannot represent, with more than about 38 significant digits or beyond 10 to the power of 127, is a failure.
open class NSDecimalNumberTransform: TransformType {
    /// The type of the property.
    public typealias Object = NSDecimalNumber
    /// The type of the value in JSON.
    public typealias JSON = String

    /// Creates a transform, which has no settings.
    public init() {}

    /// Returns the decimal of a number or of a string that contains one; nil for all other values.
    ///
    /// A `Double` is the number with the fewest digits that reads back as the same.
    ///
    /// - Parameter value: A string or a number; nil for null.
    open func transformFromJSON(_ value: Any?) -> NSDecimalNumber? {
        NeatlineJSON.JSON(scalar: value).flatMap(NSDecimalNumberTransform.number)
    }

    /// Returns the number's text; nil for NaN.
    ///
    /// - Parameter value: The number; nil if the property is nil.
    open func transformToJSON(_ value: NSDecimalNumber?) -> String? {
        guard let value, value != .notANumber else { return nil }
        return value.stringValue
    }

    /// Returns the decimal of the value; for a subclass, calls `transformFromJSON`.
    ///
    /// - Parameter value: The parsed value.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> NSDecimalNumber? {
        guard type(of: self) == NSDecimalNumberTransform.self else { return transformAsAny(value) }
        return NSDecimalNumberTransform.number(value)
    }

    /// The text "a decimal number", for messages about values that do not fit.
    open var expectedJSON: String { "a decimal number" }

    private static func number(_ value: NeatlineJSON.JSON) -> NSDecimalNumber? {
        let number: JSONNumber?
        switch value {
        case .number(let parsed): number = parsed
        case .string(let text): number = text.decimalNumber
        default: return nil
        }
        return number?.decimal.map { NSDecimalNumber(decimal: $0) }
    }
}

extension String {
    /// The number that the text contains, apart from spaces around it: also with a plus sign, leading zeros, or no
    /// digits on one side of the point, which JSON does not allow.
    fileprivate var decimalNumber: JSONNumber? {
        var rest = trimmingCharacters(in: .whitespacesAndNewlines)[...]
        let sign = rest.hasPrefix("-") ? "-" : ""
        if rest.hasPrefix("-") || rest.hasPrefix("+") { rest.removeFirst() }
        let digits = rest.prefix { $0 != "e" && $0 != "E" }
        var exponent = rest.dropFirst(digits.count)
        if exponent.dropFirst().hasPrefix("+") {
            exponent = exponent.dropFirst(2)
            // A second sign is invalid.
            guard !exponent.hasPrefix("-") else { return nil }
            exponent = "e" + exponent
        }
        let whole = digits.prefix { $0 != "." }
        let fraction = digits.dropFirst(whole.count + 1)
        guard !(whole + fraction).isEmpty, !whole.hasPrefix("-") else { return nil }
        let significant = whole.drop { $0 == "0" }
        let decimals = fraction.isEmpty ? "" : "." + fraction
        return JSONNumber(text: sign + (significant.isEmpty ? "0" : significant) + decimals + exponent)
    }
}
