internal import NeatlineJSON
public import NeatlineMacros
internal import NeatlineMapping

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
