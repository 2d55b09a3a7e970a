public import Foundation
public import NeatlineJSON
import NeatlineMacros
public import NeatlineMapping

// The schemas of scalars, containers, and what transforms write.

/// The schema of one of the basic types.
private func basic(_ type: String) -> JSON { .object(["type": .string(type)]) }

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

// MARK: Containers

/// A container of values of any type, also of such that only a transform describes.
protocol SchemaContainer {
    /// The schema of a container, around that of its elements.
    static func schema(_ builder: JSONSchemaBuilder, _ element: (Any.Type) -> JSON) -> JSON
}

/// A type of values that a member needs not have.
protocol SchemaOptional {
    static var wrapped: Any.Type { get }
}

extension Optional: SchemaContainer, SchemaOptional {
    static func schema(_ builder: JSONSchemaBuilder, _ element: (Any.Type) -> JSON) -> JSON {
        nullable(element(Wrapped.self))
    }
    static var wrapped: Any.Type { Wrapped.self }
}

extension Presence: SchemaContainer, SchemaOptional {
    static func schema(_ builder: JSONSchemaBuilder, _ element: (Any.Type) -> JSON) -> JSON {
        nullable(element(Value.self))
    }
    static var wrapped: Any.Type { Value.self }
}

extension Array: SchemaContainer {
    static func schema(_ builder: JSONSchemaBuilder, _ element: (Any.Type) -> JSON) -> JSON {
        .object(["type": "array", "items": element(Element.self)])
    }
}

extension Set: SchemaContainer {
    static func schema(_ builder: JSONSchemaBuilder, _ element: (Any.Type) -> JSON) -> JSON {
        [Element].schema(builder, element)
    }
}

extension Dictionary: SchemaContainer {
    static func schema(_ builder: JSONSchemaBuilder, _ element: (Any.Type) -> JSON) -> JSON {
        var schema: JSONObject = ["type": "object"]
        if let names = names(builder) { schema["propertyNames"] = names }
        schema["additionalProperties"] = element(Value.self)
        return .object(schema)
    }

    /// The schema of the names; nil if they can be any.
    private static func names(_ builder: JSONSchemaBuilder) -> JSON? {
        guard let key = Key.self as? any JSONSchemaDescribing.Type else { return nil }
        let schema = key.describeJSON(builder)
        let type = (builder.definition(schema) ?? schema)["type"]
        if type == "integer" { return .object(["pattern": "^[+-]?[0-9]+$"]) }
        return type == "string" && Key.self != String.self ? schema : nil
    }
}

extension Optional: JSONSchemaDescribing where Wrapped: JSONSchemaDescribing {
    /// That of the value, or null.
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
        schema(builder) { _ in builder.schema(of: Wrapped.self) }
    }
}

extension Presence: JSONSchemaDescribing where Value: JSONSchemaDescribing {
    /// That of the value, or null.
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
        schema(builder) { _ in builder.schema(of: Value.self) }
    }
}

extension Array: JSONSchemaDescribing where Element: JSONSchemaDescribing {
    /// An array of what the elements are.
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
        schema(builder) { _ in builder.schema(of: Element.self) }
    }
}

extension Set: JSONSchemaDescribing where Element: JSONSchemaDescribing {
    /// An array of what the elements are.
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
        schema(builder) { _ in builder.schema(of: Element.self) }
    }
}

extension Dictionary: JSONSchemaDescribing where Key: MemberKey, Value: JSONSchemaDescribing {
    /// An object whose members are what the values are. Its names fit the schema of the key's type, if it has one.
    public static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
        schema(builder) { _ in builder.schema(of: Value.self) }
    }
}

/// A schema that null fits, too.
func nullable(_ schema: JSON) -> JSON {
    guard case .object(var members) = schema, !members.isEmpty else { return schema }
    guard case .string(let type)? = members["type"], members["const"] == nil, members["enum"] == nil else {
        if members["type"]?.type == .array { return schema }
        return .object(["anyOf": .array([schema, basic("null")])])
    }
    if type == "null" { return schema }
    members["type"] = .array([.string(type), "null"])
    return .object(members)
}

// MARK: Transforms

/// A transform whose schema depends on its options.
protocol SchemaTransform {
    func schema(_ builder: JSONSchemaBuilder) -> NeatlineJSON.JSON
}

extension _Macro.Dates: SchemaTransform {
    func schema(_ builder: JSONSchemaBuilder) -> NeatlineJSON.JSON {
        switch form {
        case .iso8601: .object(["type": "string", "format": "date-time"])
        case .secondsSince1970, .millisecondsSince1970: basic("number")
        case .microsoft: .object(["type": "string", "pattern": #"^/Date\(-?[0-9]+([+-][0-9]+)?\)/$"#])
        case .format("yyyy-MM-dd"): .object(["type": "string", "format": "date"])
        case .format: basic("string")
        }
    }
}

extension DataTransform: SchemaTransform {
    func schema(_ builder: JSONSchemaBuilder) -> NeatlineJSON.JSON {
        guard expectedJSON == DataTransform().expectedJSON else { return basic("string") }
        return .object(
            builder.form == .strict
                ? ["type": "string", "pattern": "^[A-Za-z0-9+/]*={0,2}$"]
                : ["type": "string", "contentEncoding": "base64"])
    }
}

extension ISO8601DateTransform: SchemaTransform {
    func schema(_ builder: JSONSchemaBuilder) -> NeatlineJSON.JSON {
        .object(["type": "string", "format": "date-time"])
    }
}

extension _Macro.Composed: SchemaTransform {
    func schema(_ builder: JSONSchemaBuilder) -> NeatlineJSON.JSON {
        builder.schema(of: first)
    }
}

extension JSONSchemaBuilder {
    /// The schema of what a transform writes.
    func schema<Transform: TransformType>(of transform: Transform) -> JSON {
        if let transform = transform as? any SchemaTransform { return transform.schema(self) }
        let type =
            Transform.self as? any JSONSchemaDescribing.Type ?? Transform.JSON.self as? any JSONSchemaDescribing.Type
        return type?.describeJSON(self) ?? .object([:])
    }
}
