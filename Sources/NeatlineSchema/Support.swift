import NeatlineJSON
public import NeatlineMapping

// What the expansions of `@JSONSchema` call.

/// The functions of the expansions: their names begin with an underscore, because they change with the macro.
public enum _Schema {
    /// The schema of a member's value, without null.
    public struct Member {
        let schema: JSON
        let isOptional: Bool

        /// The values of a type.
        public init<Value: JSONSchemaDescribing>(_ builder: JSONSchemaBuilder, _ type: Value.Type) {
            guard let optional = Value.self as? any SchemaOptional.Type else {
                self.init(schema: builder.schema(of: Value.self), isOptional: false)
                return
            }
            let wrapped = optional.wrapped as? any JSONSchemaDescribing.Type
            self.init(schema: wrapped?.describeJSON(builder) ?? .object([:]), isOptional: true)
        }

        /// The values of a property, which is not called.
        public init<Model, Value: JSONSchemaDescribing>(_ builder: JSONSchemaBuilder, _ property: (Model) -> Value) {
            self.init(builder, Value.self)
        }

        /// What is said of a property whose type has no schema.
        @available(
            *, unavailable, message: "its type has to be JSONSchemaDescribing: give it @JSONSchema, or describe it"
        )
        @_disfavoredOverload
        public init<Model, Value>(_ builder: JSONSchemaBuilder, _ property: (Model) -> Value) {
            self.init(schema: .object([:]), isOptional: false)
        }

        /// What a transform makes of the values of a property, or of the elements of a container.
        public init<Model, Value, Transform: TransformType>(
            _ builder: JSONSchemaBuilder, using transform: Transform, _ property: (Model) -> Value
        ) {
            let schema = builder.schema(of: transform)
            func part(_ type: Any.Type) -> JSON {
                if type == Transform.Object.self { return schema }
                return (type as? any SchemaContainer.Type)?.schema(builder, part) ?? schema
            }
            let optional = Value.self == Transform.Object.self ? nil : Value.self as? any SchemaOptional.Type
            self.init(schema: part(optional?.wrapped ?? Value.self), isOptional: optional != nil)
        }

        init(schema: JSON, isOptional: Bool) {
            self.schema = schema
            self.isOptional = isOptional
        }
    }

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

    /// A schema with a description.
    static func described(_ schema: JSON, _ description: String?, _ form: JSONSchemaForm) -> JSON {
        guard let description, case .object(var members) = schema else { return schema }
        // Interfaces that want the strict form want nothing beside a reference.
        if form == .strict, members["$ref"] != nil { members = ["anyOf": .array([schema])] }
        members["description"] = .string(description)
        return .object(members)
    }

    /// The members of an object, while they are described.
    public final class Object {
        /// An object or an array on the way to a member, or the member itself.
        private final class Node {
            var names: [String] = []
            var parts: [String: Node] = [:]
            var schema: JSON?
            var required: [String] = []
            var others: JSON?

            func part(_ name: String) -> Node {
                if let part = parts[name] { return part }
                let part = Node()
                parts[name] = part
                names.append(name)
                return part
            }

            func require(_ name: String) { if !required.contains(name) { required.append(name) } }

            func json(_ form: JSONSchemaForm) -> JSON {
                guard let schema else { return container(form) }
                if names.isEmpty { return schema }
                // Other members are inside this one.
                return form == .strict ? container(form) : .object(["allOf": .array([schema, container(form)])])
            }

            /// The schema of what has the parts.
            private func container(_ form: JSONSchemaForm) -> JSON {
                let object = JSON.object(object(form))
                // A number is an index where there is an array; written, it makes one if it begins with 0.
                let indices = names.compactMap { Int($0) }.filter { (0..<100).contains($0) }
                guard form == .standard, indices.count == names.count, let last = indices.max() else { return object }
                return .object(["anyOf": .array([array(last, form), object])])
            }

            private func array(_ last: Int, _ form: JSONSchemaForm) -> JSON {
                var schema: JSONObject = ["type": "array"]
                schema["prefixItems"] = .array(
                    JSONArray((0...last).map { parts[String($0)]?.json(form) ?? .object([:]) }))
                if let least = required.compactMap({ Int($0) }).max() { schema["minItems"] = JSON(least + 1) }
                return .object(schema)
            }

            func object(_ form: JSONSchemaForm) -> JSONObject {
                var schema: JSONObject = ["type": "object"]
                if !names.isEmpty {
                    schema["properties"] = .object(
                        JSONObject(names.map { (key: $0, value: parts[$0]?.json(form) ?? .object([:])) }))
                }
                if !required.isEmpty { schema["required"] = .array(JSONArray(required.map { .string($0) })) }
                if let others { schema["additionalProperties"] = others }
                return schema
            }
        }

        private let builder: JSONSchemaBuilder
        private let root = Node()
        /// Schemas that the object has to fit, too.
        private var others: [JSON] = []

        /// Creates an object without members.
        public init(_ builder: JSONSchemaBuilder) { self.builder = builder }

        /// Adds a member.
        ///
        /// - Parameters:
        ///   - paths: Where it can be.
        ///   - value: Its value.
        ///   - description: What it is.
        ///   - missing: Whether it can be missing; nil if that follows from its type.
        ///   - null: Whether it can be null; nil if that follows from its type.
        public func member(
            _ paths: [[String]], _ value: Member, _ description: String? = nil, missing: Bool? = nil,
            null: Bool? = nil
        ) {
            let schema = described(
                null ?? value.isOptional ? nullable(value.schema) : value.schema, description, builder.form)
            let paths = builder.form == .strict ? Array(paths.prefix(1)) : paths
            let isRequired = !(missing ?? value.isOptional)
            for path in paths {
                var node = root
                for name in path {
                    expand(node)
                    if isRequired, paths.count == 1 { node.require(name) }
                    node = node.part(name)
                }
                node.schema = schema
            }
            if isRequired, paths.count > 1 { others.append(.object(["anyOf": .array(JSONArray(paths.map(isThere)))])) }
        }

        /// The schema of objects that have a member.
        private func isThere(_ path: [String]) -> JSON {
            guard let name = path.first else { return .object([:]) }
            var schema: JSONObject = ["required": .array([.string(name)])]
            if path.count > 1 {
                guard case .object(let inner) = isThere(Array(path.dropFirst())) else { return .object(schema) }
                let part = JSONObject(
                    [(key: "type", value: JSON("object"))] + inner.map { (key: $0.key, value: $0.value) })
                schema["properties"] = .object([name: .object(part)])
            }
            return .object(schema)
        }

        /// Says that a member has to be there.
        public func require(_ name: String) { root.require(name) }

        /// Adds a member that can have any value.
        public func anything(_ path: [String]) {
            member([path], Member(schema: .object([:]), isOptional: false))
        }

        /// Adds a member that is written and not read.
        public func unread(_ path: [String]) {
            if builder.form == .strict { return }
            path.reduce(root) { $0.part($1) }.schema = .object(["readOnly": true])
        }

        /// Adds the members of a model; those of one that need not be there are not described.
        ///
        /// - Parameter property: A property of this type, or what creates a case with a model; it is not called.
        public func flat<Model, Value: JSONSchemaDescribing>(_ property: (Model) -> Value) {
            if Value.self is any SchemaOptional.Type { return }
            include(builder.schema(of: Value.self))
        }

        /// Adds the members of a model that is the value of a case.
        public func flatValue<Value: JSONSchemaDescribing, Enum>(_ creation: (Value) -> Enum) {
            if Value.self is any SchemaOptional.Type { return }
            include(builder.schema(of: Value.self))
        }

        /// Adds the members that a schema of objects describes.
        public func include(_ schema: JSON) {
            if !include(schema, in: root) { others.append(schema) }
        }

        /// Replaces the reference to a type by its members, if a path leads to another member beside them.
        private func expand(_ node: Node) {
            if let schema = node.schema, include(schema, in: node) { node.schema = nil }
        }

        /// Adds the members of a type that has a plain object as its schema; returns whether it has.
        private func include(_ schema: JSON, in node: Node) -> Bool {
            guard case .object(let body)? = builder.definition(schema), let properties = plain(body, in: node) else {
                return false
            }
            for (name, schema) in properties { node.part(name).schema = schema }
            if case .array(let names)? = body["required"] { for name in names { node.require(name.stringValue) } }
            return true
        }

        /// The properties of a schema that says nothing else, if the object has none of them.
        private func plain(_ body: JSONObject, in node: Node) -> JSONObject? {
            guard body.keys.allSatisfy({ ["type", "properties", "required", "description"].contains($0) }),
                case .object(let properties)? = body["properties"] ?? .object([:]),
                properties.keys.allSatisfy({ node.parts[$0] == nil })
            else { return nil }
            return properties
        }

        /// Describes the members without a property.
        public func rest<Model, Value: JSONSchemaDescribing>(_ property: (Model) -> [String: Value]) {
            let schema = builder.schema(of: Value.self)
            // Null is left out.
            if schema != .object([:]) { root.others = nullable(schema) }
        }

        /// Describes the members without a property, which can have any value.
        @_disfavoredOverload
        public func rest<Model, Value>(_ property: (Model) -> Value) {}

        /// Forbids members without a property, in an object inside.
        public func close(_ path: [String]) { path.reduce(root) { $0.part($1) }.others = false }

        /// The schema.
        public func schema(_ description: String? = nil) -> JSON {
            if builder.form == .strict { return described(strictSchema(), description, .strict) }
            var schema = root.object(builder.form)
            if others.count == 1, case .object(let only)? = others.first, only["anyOf"] != nil, only.count == 1 {
                schema["anyOf"] = only["anyOf"]
            } else if !others.isEmpty {
                schema["allOf"] = .array(JSONArray(others))
            }
            return described(.object(schema), description, builder.form)
        }

        /// The schema in the strict form. An object has no other members there, so those of a flat value cannot be in a schema
        /// beside that of the object: each alternative of the flat value has the members of both.
        private func strictSchema() -> JSON {
            var objects = [root.object(.strict)]
            objects[0]["additionalProperties"] = nil
            for other in others {
                let alternatives = alternatives(of: other)
                if alternatives.isEmpty { continue }
                objects = objects.flatMap { object in alternatives.map { Object.joined(object, $0) } }
            }
            return objects.count == 1
                ? .object(objects[0]) : .object(["anyOf": .array(JSONArray(objects.map { .object($0) }))])
        }

        /// The schemas of objects that a value with a schema may be.
        private func alternatives(of schema: JSON) -> [JSONObject] {
            guard case .object(let body) = builder.definition(schema) ?? schema else { return [] }
            if case .array(let parts)? = body["anyOf"] { return parts.flatMap(alternatives(of:)) }
            return body["type"] == "object" ? [body] : []
        }

        /// The schema of an object with the members of two objects.
        private static func joined(_ first: JSONObject, _ second: JSONObject) -> JSONObject {
            var joined = first
            if case .object(var properties) = first["properties"] ?? .object([:]),
                case .object(let more)? = second["properties"]
            {
                for (name, schema) in more {
                    let own = properties[name] ?? schema
                    properties[name] = own == schema ? schema : .object(["allOf": .array([own, schema])])
                }
                joined["properties"] = .object(properties)
            }
            if case .array(let names) = first["required"] ?? .array([]), case .array(let more)? = second["required"] {
                joined["required"] = .array(JSONArray(names + more.filter { !names.contains($0) }))
            }
            if let description = second["description"] { joined["description"] = description }
            return joined
        }
    }

    /// The values of an enum, while they are described.
    public final class Choices {
        private let builder: JSONSchemaBuilder
        private var listed: [JSON] = []
        private var choices: [JSON] = []
        private var notes: [String] = []

        /// Creates an enum without cases.
        public init(_ builder: JSONSchemaBuilder) { self.builder = builder }

        /// Adds a case without values.
        ///
        /// - Parameters:
        ///   - values: What is read as the case; the first is written.
        ///   - description: What it means.
        public func list(_ values: [JSON], _ description: String? = nil) {
            let values = builder.form == .strict ? Array(values.prefix(1)) : values
            for value in values where !listed.contains(value) { listed.append(value) }
            if let description, let value = values.first { notes.append("\(value.stringValue): \(description)") }
        }

        /// Adds numbers that are read as a case.
        public func numbers(_ range: ClosedRange<Int>) {
            if builder.form == .strict { return }
            choices.append(
                .object(["type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)]))
        }

        /// Adds a case that is a value of a type.
        public func value<Value: JSONSchemaDescribing, Enum>(
            _ creation: (Value) -> Enum, _ description: String? = nil
        ) {
            choices.append(described(builder.schema(of: Value.self), description, builder.form))
        }

        /// Adds a case that is an object.
        public func object(_ description: String? = nil, _ body: (Object) -> Void) {
            let object = Object(builder)
            body(object)
            choices.append(object.schema(description))
        }

        /// Adds a case that is the only member of an object: for each of its names, one object.
        ///
        /// - Parameters:
        ///   - names: What is read as the case; the first is written.
        ///   - description: What it means.
        ///   - isPlain: Whether it is also written without an object.
        ///   - body: Adds the members in a member with the name.
        public func members(
            _ names: [String], _ description: String? = nil, isPlain: Bool = false,
            _ body: (Object, String) -> Void
        ) {
            if builder.form == .strict, isPlain { return }
            for name in builder.form == .strict ? Array(names.prefix(1)) : names {
                object(description) { body($0, name) }
            }
        }

        /// Adds the case for what is none of the others: any value but null.
        public func unknown() {
            if builder.form == .standard { choices.append(.object(["not": .object(["type": "null"])])) }
        }

        /// Adds the case for what is none of the others.
        public func unknown<Value: JSONSchemaDescribing, Enum>(_ creation: (Value) -> Enum) {
            if builder.form == .standard { choices.append(builder.schema(of: Value.self)) }
        }

        /// Adds the case of an object whose tag is none of the others.
        public func unknownTag(_ path: [String], except names: [String]) {
            if builder.form == .strict { return }
            object {
                $0.member(
                    [path],
                    Member(
                        schema: .object([
                            "type": "string",
                            "not": .object(["enum": .array(JSONArray(names.map { .string($0) }))]),
                        ]), isOptional: false))
            }
        }

        /// The value of a tag.
        public func tag(_ names: [String]) -> Member {
            let names = builder.form == .strict ? Array(names.prefix(1)) : names
            return Member(schema: _Schema.listed(names.map { .string($0) }), isOptional: false)
        }

        /// The schema.
        public func schema(_ description: String? = nil) -> JSON {
            let all = (listed.isEmpty ? [] : [_Schema.listed(listed)]) + choices
            let text = ([description].compactMap { $0 } + notes).joined(separator: "\n")
            let schema = all.count == 1 ? all[0] : .object(["anyOf": .array(JSONArray(all))])
            return described(schema, text.isEmpty ? nil : text, builder.form)
        }
    }

    /// A raw value of an enum.
    public static func rawValue(_ value: Any) -> JSON { JSON((value as? Character).map { String($0) } ?? value) }
}
