public import Foundation
import NeatlineFoundation
public import NeatlineJSON

/// Decimal numbers, such as prices, with all their digits; they are written as strings.
///
/// ```swift
/// price <- (map["price"], NSDecimalNumberTransform())   // "price": 1.66 or "price": "1.66"
/// ```
///
/// A number of the text is read from its digits, so that 1.66 is 1.66. Strings have to be a number and nothing else. A
/// number of more than some 38 significant digits, or beyond 10 to the power of 127, which no `Decimal` holds, is a failure.
open class NSDecimalNumberTransform: TransformType {
    /// The type of the property.
    public typealias Object = NSDecimalNumber
    /// The type of the value in JSON.
    public typealias JSON = String

    /// A transform.
    public init() {}

    /// The number that a number or string says; nil for everything else.
    ///
    /// A `Double` is the number with the fewest digits that reads back as the same.
    open func transformFromJSON(_ value: Any?) -> NSDecimalNumber? {
        NeatlineJSON.JSON(scalar: value).flatMap(NSDecimalNumberTransform.number)
    }

    /// The number's text; nil for one that is not a number.
    open func transformToJSON(_ value: NSDecimalNumber?) -> String? {
        guard let value, value != .notANumber else { return nil }
        return value.stringValue
    }

    /// The number that the value says; a subclass is asked through `transformFromJSON`.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> NSDecimalNumber? {
        guard type(of: self) == NSDecimalNumberTransform.self else { return transformAsAny(value) }
        return NSDecimalNumberTransform.number(value)
    }

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
    /// The number that the text is, apart from spaces around it: also with a plus sign, zeros in front, or no digits on
    /// one side of the point, none of which JSON has.
    fileprivate var decimalNumber: JSONNumber? {
        var rest = trimmingCharacters(in: .whitespacesAndNewlines)[...]
        let sign = rest.hasPrefix("-") ? "-" : ""
        if rest.hasPrefix("-") || rest.hasPrefix("+") { rest.removeFirst() }
        let digits = rest.prefix { $0 != "e" && $0 != "E" }
        var exponent = rest.dropFirst(digits.count)
        if exponent.dropFirst().hasPrefix("+") {
            exponent = exponent.dropFirst(2)
            // A second sign is none of the number's.
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
