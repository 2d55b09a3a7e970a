public import Foundation
public import NeatlineJSON

/// The schema of one of the basic types.
func basic(_ type: String) -> JSON { .object(["type": .string(type)]) }

extension Bool: JSONSchemaDescribing {
    /// `{"type": "boolean"}`
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON { basic("boolean") }
}

extension String: JSONSchemaDescribing {
    /// `{"type": "string"}`
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON { basic("string") }
}

extension JSON: JSONSchemaDescribing {
    /// `{}`, which any value fits.
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON { .object([:]) }
}

extension JSONSchemaDescribing where Self: BinaryFloatingPoint {
    /// `{"type": "number"}`
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON { basic("number") }
}

extension Double: JSONSchemaDescribing {}
extension Float: JSONSchemaDescribing {}
extension CGFloat: JSONSchemaDescribing {}

extension Decimal: JSONSchemaDescribing {
    /// `{"type": "number"}`
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON { basic("number") }
}

extension JSONNumber: JSONSchemaDescribing {
    /// `{"type": "number"}`
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON { basic("number") }
}

extension JSONSchemaDescribing where Self: FixedWidthInteger {
    /// `{"type": "integer"}`, with the limits of a type that has at most 32 bits on all platforms, and 0 as the least of one
    /// without a sign.
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
        var schema: JSONObject = ["type": "integer"]
        let isShort = bitWidth <= 32 && Self.self != Int.self && Self.self != UInt.self
        if isShort || !isSigned { schema["minimum"] = JSON(Int(min)) }
        if isShort { schema["maximum"] = JSON(Int(max)) }
        return .object(schema)
    }
}

extension Int: JSONSchemaDescribing {}
extension Int8: JSONSchemaDescribing {}
extension Int16: JSONSchemaDescribing {}
extension Int32: JSONSchemaDescribing {}
extension Int64: JSONSchemaDescribing {}
extension UInt: JSONSchemaDescribing {}
extension UInt8: JSONSchemaDescribing {}
extension UInt16: JSONSchemaDescribing {}
extension UInt32: JSONSchemaDescribing {}
extension UInt64: JSONSchemaDescribing {}
