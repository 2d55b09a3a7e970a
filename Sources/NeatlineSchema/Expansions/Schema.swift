import NeatlineJSON

// What the expansions of `@JSONSchema` call.

/// The functions of the expansions: their names begin with an underscore, because they change with the macro.
public enum _Schema {
    /// The values of a case, by the function that creates it, which is not called.
    public static func values<each Value: JSONSchemaDescribing, Enum>(
        _ builder: JSONSchemaBuilder, _ creation: (repeat each Value) -> Enum
    ) -> [Member] {
        var values: [Member] = []
        for type in repeat (each Value).self { values.append(Member(builder, type)) }
        return values
    }

    /// What is said of a case with a value whose type has no schema.
    @available(
        *, unavailable,
        message: "its values have to be JSONSchemaDescribing: give their types @JSONSchema, or describe them"
    )
    @_disfavoredOverload
    public static func values<Creation>(_ builder: JSONSchemaBuilder, _ creation: Creation) -> [Member] {
        []
    }

    /// Values that are listed.
    static func listed(_ values: [JSON]) -> JSON {
        var schema = JSONObject()
        if values.allSatisfy({ $0.type == .string }) { schema["type"] = "string" }
        if values.allSatisfy({ $0.type == .number }) {
            schema["type"] =
                values.allSatisfy { $0.int != nil && $0.double == Double($0.intValue) } ? "integer" : "number"
        }
        if values.count == 1 { schema["const"] = values[0] } else { schema["enum"] = .array(JSONArray(values)) }
        return .object(schema)
    }

    /// The properties of an object whose schema says nothing else, but what is required; nil of any other schema.
    static func properties(ofPlain body: JSONObject) -> JSONObject? {
        guard body["type"] == "object",
            body.keys.allSatisfy({ ["type", "properties", "required", "description"].contains($0) }),
            case .object(let properties)? = body["properties"] ?? .object([:])
        else { return nil }
        return properties
    }

    /// A schema with a description.
    static func described(_ schema: JSON, _ description: String?, _ form: JSONSchemaForm) -> JSON {
        guard let description, case .object(var members) = schema else { return schema }
        // Interfaces that want the strict form want nothing beside a reference.
        if form == .strict, members["$ref"] != nil { members = ["anyOf": .array([schema])] }
        members["description"] = .string(description)
        return .object(members)
    }

    /// A raw value of an enum.
    public static func rawValue(_ value: Any) -> JSON { JSON((value as? Character).map { String($0) } ?? value) }
}
