public import NeatlineJSON
public import NeatlineMapping

/// A container of values of any type, also of such that only a transform describes.
protocol SchemaContainer {
    /// The schema of a container, around that of its elements.
    static func schema(_ builder: JSONSchemaBuilder, _ element: (Any.Type) -> JSON) -> JSON
}

/// A type of values that a member needs not have.
protocol SchemaOptional: SchemaContainer {
    static var wrapped: Any.Type { get }
}

extension SchemaOptional {
    static func schema(_ builder: JSONSchemaBuilder, _ element: (Any.Type) -> JSON) -> JSON {
        nullable(element(wrapped))
    }
}

extension Optional: SchemaOptional {
    static var wrapped: Any.Type { Wrapped.self }
}

extension Presence: SchemaOptional {
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
