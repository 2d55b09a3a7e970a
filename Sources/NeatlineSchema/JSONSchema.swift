public import NeatlineJSON
@_exported import NeatlineMacros

// JSON Schemas of types: what a type says of its values, and how a schema is made of that.

/// Describes the JSON of a type with `@Mappable` by a JSON Schema (2020-12), also that of an enum with raw values.
///
/// ```swift
/// /// The weather at a place.
/// @Mappable
/// @JSONSchema
/// struct WeatherRequest {
///     /// The name of a town.
///     let place: String
///     @Key("unit", description: "The unit of the temperature.") var unit: Unit?
/// }
///
/// let parameters = WeatherRequest.jsonSchema(.strict)
/// ```
///
/// A value is valid if the model reads it without a failure. The descriptions are those of `@Key`, or else the documentation
/// comments. The types of the properties have to be ``JSONSchemaDescribing``.
///
/// - Parameter description: What the type is; its documentation comment if it is nil.
@attached(member, conformances: JSONSchemaDescribing, names: named(describeJSON(_:)))
@attached(extension, conformances: JSONSchemaDescribing, names: named(describeJSON(_:)))
public macro JSONSchema(description: String? = nil) =
    #externalMacro(module: "NeatlineMacroPlugin", type: "JSONSchema")

/// A type that describes its values in JSON by a JSON Schema (2020-12).
///
/// `@JSONSchema` makes a model or an enum such a type; booleans, numbers, strings, `JSON`, and optionals, arrays, sets and
/// dictionaries of such types are. A type by hand describes itself:
///
/// ```swift
/// extension Version: JSONSchemaDescribing {
///     static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
///         .object(["type": "string", "pattern": #"^[0-9]+\.[0-9]+$"#])
///     }
/// }
/// ```
public protocol JSONSchemaDescribing: SendableMetatype {
    /// Returns the schema of the values, as a part of that of a document.
    ///
    /// - Parameter builder: What makes the document; it has the schemas of other types.
    static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON
}

extension JSONSchemaDescribing {
    /// The schema of the type, in the standard form.
    ///
    /// It is made at each call, and is always the same: the members are in the order of their declarations.
    public static var jsonSchema: JSON { jsonSchema(.standard) }

    /// Returns the schema of the type, in one of the forms.
    ///
    /// - Parameter form: What the schema is for.
    public static func jsonSchema(_ form: JSONSchemaForm) -> JSON {
        JSONSchemaBuilder(form, root: Self.self).document(describeJSON)
    }
}

/// What a schema is for.
public enum JSONSchemaForm: Sendable, Hashable {
    /// Whatever is read without a failure is valid.
    case standard
    /// What interfaces of language models want of the parameters of a tool: all members are required, those that can be
    /// left out may be null, no others are allowed, and there is one way to write each value. What is valid is read
    /// without a failure.
    case strict
}

/// Makes the schema of a document: it has the definitions of the types, each of them once.
///
/// It is used within one call of ``JSONSchemaDescribing/jsonSchema(_:)``.
public final class JSONSchemaBuilder {
    /// The type of schemas.
    public typealias Schema = JSON

    /// What the schema is for.
    public let form: JSONSchemaForm

    private let root: ObjectIdentifier
    /// The names of the definitions, by their types and in their order.
    private var references: [ObjectIdentifier: String] = [:]
    private var order: [String] = []
    private var definitions: [String: JSON] = [:]
    /// The names of the definitions, and how many of them begin with the name of a type.
    private var names: Set<String> = []
    private var counts: [String: Int] = [:]
    private var depth = 0

    /// The number of types inside one another, as of generic types that contain longer ones of themselves, below which
    /// values are not described.
    private static let maximumDepth = 100

    init(_ form: JSONSchemaForm, root: Any.Type) {
        self.form = form
        self.root = ObjectIdentifier(root)
    }

    /// Returns the schema of a type: a reference, if the type has a definition.
    ///
    /// - Parameter type: The type.
    public func schema<Value: JSONSchemaDescribing>(of type: Value.Type) -> JSON { Value.describeJSON(self) }

    /// Returns a reference to the definition of a type, which may contain itself.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - body: Returns its schema; it is called once for each type.
    public func definition(of type: Any.Type, _ body: () -> JSON) -> JSON {
        let identifier = ObjectIdentifier(type)
        if let reference = references[identifier] { return .object(["$ref": .string(reference)]) }
        if depth >= JSONSchemaBuilder.maximumDepth { return .object([:]) }
        let reference = identifier == root ? "#" : "#/$defs/" + name(of: type)
        references[identifier] = reference
        order.append(reference)
        depth += 1
        definitions[reference] = body()
        depth -= 1
        return .object(["$ref": .string(reference)])
    }

    /// What a reference refers to; nil if it is no reference, or if the definition is being made.
    func definition(_ schema: JSON) -> JSON? { schema["$ref"].string.flatMap { definitions[$0] } }

    /// A name that no other definition has.
    private func name(of type: Any.Type) -> String {
        let words = String(describing: type).split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_") }
        let name = words.isEmpty ? "Type" : words.joined(separator: "_")
        var unique = name
        repeat {
            let count = counts[name, default: 0] + 1
            counts[name] = count
            unique = count == 1 ? name : "\(name)_\(count)"
        } while !names.insert(unique).inserted
        return unique
    }

    // MARK: The document

    func document(_ describe: (JSONSchemaBuilder) -> JSON) -> JSON {
        var part = describe(self)
        if form == .strict {
            let parts = _Schema.StrictParts(definitions: definitions)
            for reference in order { definitions[reference] = parts.definition(reference) }
            part = parts.replaced(part)
        }
        var schema = part["$ref"] == "#" ? definitions["#"] ?? part : part
        var used: [String: JSON] = [:]
        collect(schema, into: &used)
        let entries = order.compactMap { name in used[name].map { (String(name.dropFirst("#/$defs/".count)), $0) } }
        if !entries.isEmpty { schema["$defs"] = .object(JSONObject(entries.map { (key: $0.0, value: $0.1) })) }
        if form == .strict { return JSONSchemaBuilder.strict(schema) }
        guard case .object(let members) = schema else { return schema }
        let dialect: (key: String, value: JSON) = ("$schema", "https://json-schema.org/draft/2020-12/schema")
        return .object(JSONObject([dialect] + members.map { (key: $0.key, value: $0.value) }))
    }

    /// Collects the definitions that a schema needs: those of types whose members became another's are not.
    private func collect(_ schema: JSON, into used: inout [String: JSON]) {
        if let reference = schema["$ref"].string, reference != "#", used[reference] == nil,
            let definition = definitions[reference]
        {
            used[reference] = definition
            collect(definition, into: &used)
        }
        for (_, part) in schema where part.type == .array || part.type == .dictionary { collect(part, into: &used) }
    }

    /// Requires all members of each object that has names for them, and forbids others.
    private static func strict(_ schema: JSON) -> JSON {
        guard case .object(let members) = schema else { return schema }
        var result = JSONObject()
        for (key, value) in members {
            switch (key, value) {
            case ("properties", .object(let parts)), ("$defs", .object(let parts)):
                result[key] = .object(JSONObject(parts.map { (key: $0.key, value: strict($0.value)) }))
            case ("anyOf", .array(let parts)), ("allOf", .array(let parts)), ("prefixItems", .array(let parts)):
                result[key] = .array(JSONArray(parts.map(strict)))
            case ("items", _), ("additionalProperties", _): result[key] = strict(value)
            default: result[key] = value
            }
        }
        let isObject = members["type"] == "object" || members["type"]?.elements?.contains("object") == true
        guard isObject, members["additionalProperties"]?.type != .dictionary else { return .object(result) }
        var names: [JSON] = []
        if case .object(let properties)? = members["properties"] { names = properties.keys.map { .string($0) } }
        if result["properties"] == nil { result["properties"] = .object([:]) }
        result["required"] = .array(JSONArray(names))
        result["additionalProperties"] = false
        return .object(result)
    }
}
