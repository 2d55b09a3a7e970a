import NeatlineJSON
public import NeatlineMapping

extension _Schema {
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
}
