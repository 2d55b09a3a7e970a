public import Foundation
public import NeatlineJSON

// Foundation's scalars as arguments of `JSON(_:)` and literals.

extension NSNull: JSONRepresentable {
    /// The JSON value `null`; `NSNull` has no other value.
    public var json: JSON { .null }
}

extension NSString: JSONRepresentable {
    /// A JSON string with this text.
    public var json: JSON { .string(String(self)) }
}

extension NSNumber: JSONRepresentable {
    /// A JSON boolean if the number was created from one, otherwise a JSON number.
    public var json: JSON { isBoolean ? .bool(boolValue) : .number(JSONNumber(self)) }
}

extension Decimal: JSONRepresentable {
    /// A JSON number with all digits.
    public var json: JSON { .number(JSONNumber(self)) }
}

extension CGFloat: JSONRepresentable {
    /// A JSON number with the shortest digits that read back as this value.
    public var json: JSON { .number(JSONNumber(Double(self))) }
}

extension Data: JSONRepresentable {
    /// The parsed text, as by `JSON(data:)`; `.error` if it is invalid.
    public var json: JSON { JSON(reading: self, options: []) }
}

extension NSData: JSONRepresentable {
    /// The parsed text, as of `Data.json`.
    public var json: JSON { Data(referencing: self).json }
}
