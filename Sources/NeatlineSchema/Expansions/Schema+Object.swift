import NeatlineJSON

extension _Schema {
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

        /// Replaces a schema by the members that it describes, if a path leads to another member beside them.
        private func expand(_ node: Node) {
            if let schema = node.schema, include(schema, in: node) { node.schema = nil }
        }

        /// Adds the members of a plain object, or of a type that has one as its schema; returns whether it is one.
        private func include(_ schema: JSON, in node: Node) -> Bool {
            guard case .object(let body) = builder.definition(schema) ?? schema, let properties = plain(body, in: node)
            else { return false }
            for (name, schema) in properties { node.part(name).schema = schema }
            if case .array(let names)? = body["required"] { for name in names { node.require(name.stringValue) } }
            return true
        }

        /// The properties of a schema that says nothing else, if the object has none of them.
        private func plain(_ body: JSONObject, in node: Node) -> JSONObject? {
            guard let properties = _Schema.properties(ofPlain: body),
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
            var schema = root.object(builder.form)
            if builder.form == .strict {
                schema["additionalProperties"] = nil
                if !others.isEmpty { schema[StrictParts.key] = .array(JSONArray(others)) }
            } else if others.count == 1, case .object(let only)? = others.first, only["anyOf"] != nil, only.count == 1 {
                schema["anyOf"] = only["anyOf"]
            } else if !others.isEmpty {
                schema["allOf"] = .array(JSONArray(others))
            }
            return described(.object(schema), description, builder.form)
        }
    }
}
