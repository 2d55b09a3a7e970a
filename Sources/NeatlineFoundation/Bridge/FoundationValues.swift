public import Foundation
public import NeatlineJSON

// What `JSON(_:)` and the literals take besides Swift's own types.

extension NSNull: JSONRepresentable {
    /// `null`.
    public var json: JSON { .null }
}

extension NSString: JSONRepresentable {
    /// A JSON string.
    public var json: JSON { .string(String(self)) }
}

extension NSNumber: JSONRepresentable {
    /// A JSON boolean if the number was made from one, a JSON number otherwise.
    public var json: JSON { isBoolean ? .bool(boolValue) : .number(JSONNumber(self)) }
}

extension Decimal: JSONRepresentable {
    /// A JSON number with all digits.
    public var json: JSON { .number(JSONNumber(self)) }
}

extension CGFloat: JSONRepresentable {
    /// A JSON number.
    public var json: JSON { .number(JSONNumber(Double(self))) }
}

extension Data: JSONRepresentable {
    /// The value that the text says, as `JSON(data:)` reads it; `.error` if there is none.
    public var json: JSON { JSON(reading: self, options: []) }
}

extension NSData: JSONRepresentable {
    /// As `Data.json`.
    public var json: JSON { Data(referencing: self).json }
}
