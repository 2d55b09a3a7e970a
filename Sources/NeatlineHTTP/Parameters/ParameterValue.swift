internal import Foundation
internal import NeatlineFoundation
internal import NeatlineJSON

/// The kind of a value in a dictionary of parameters.
enum ParameterValue {
    case text(String)
    case bool(Bool)
    /// No value; with its description.
    case null(String)
    case elements([Any])
    case members([(key: String, value: Any)])

    init(_ value: Any) {
        // The exact types are tested first, because a cast from `Any` may bridge a number to a Boolean value.
        let type = Swift.type(of: value)
        if type == String.self, let text = value as? String {
            self = .text(text)
        } else if type == Int.self, let number = value as? Int {
            self = .text("\(number)")
        } else if type == Bool.self, let bool = value as? Bool {
            self = .bool(bool)
        } else if type == Double.self, let number = value as? Double {
            self = .text(NumberText.text(number))
        } else if type == Float.self, let number = value as? Float {
            self = .text(NumberText.text(number))
        } else if type is AnyClass {
            self.init(object: value)
        } else if let ordered = value as? any NamedValues {
            self = .members(ordered.namedValues)
        } else if let optional = value as? any OptionalParameter {
            if let wrapped = optional.wrapped { self.init(wrapped) } else { self = .null("nil") }
        } else if let json = value as? JSON {
            self.init(json: json)
        } else if let elements = value as? [Any] {
            self = .elements(elements)
        } else if let members = value as? [String: Any] {
            self = .members(members.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) })
        } else if let number = value as? CGFloat, type == CGFloat.self {
            self = .text(NumberText.text(Double(number)))
        } else if let date = value as? Date, date.timeIntervalSinceReferenceDate.isNaN {
            // On Linux `Date.description` traps for NaN. This is its text for other dates that have none.
            self = .text("<description unavailable>")
        } else {
            self = .text("\(value)")
        }
    }

    private init(object: Any) {
        if let number = object as? NSNumber {
            self = number.isBoolean ? .bool(number.boolValue) : .text(NumberText.text(number))
        } else if object is NSNull {
            self = .null("\(object)")
        } else if let container = object as? any JSONContainer, let parts = container.parts {
            switch parts {
            case .elements(let elements): self = .elements(elements)
            case .members(let members): self = .members(members.sorted { $0.key < $1.key })
            }
        } else {
            self = .text("\(object)")
        }
    }

    private init(json: JSON) {
        switch json {
        case .null, .error: self = .null("null")
        case .bool(let bool): self = .bool(bool)
        case .number(let number): self = .text(number.text)
        case .string(let text): self = .text(text)
        case .array(let array): self = .elements(array.map { $0 })
        case .object(let object): self = .members(object.map { (key: $0.key, value: $0.value) })
        }
    }
}

/// Named values that keep their order.
private protocol NamedValues {
    var namedValues: [(key: String, value: Any)] { get }
}

extension KeyValuePairs: NamedValues where Key == String {
    fileprivate var namedValues: [(key: String, value: Any)] { map { (key: $0.key, value: $0.value) } }
}

/// An optional of any type.
private protocol OptionalParameter {
    var wrapped: Any? { get }
}

extension Optional: OptionalParameter {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}

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
