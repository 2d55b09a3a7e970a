import NeatlineJSON

extension _Schema {
    /// The values of an enum, while they are described.
    public final class Choices {
        private let builder: JSONSchemaBuilder
        private var listed: [JSON] = []
        private var choices: [JSON] = []
        private var notes: [String] = []
        /// The names of the cases that are the only member of an object.
        private var names: [JSON] = []
        /// The index in `choices` of the case for what is none of the others.
        private var unknownIndex: Int?

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
            self.names += names.map { .string($0) }
            if builder.form == .strict, isPlain { return }
            for name in builder.form == .strict ? Array(names.prefix(1)) : names {
                object(description) { body($0, name) }
            }
        }

        /// Adds the case for what is none of the others: any value but null.
        public func unknown() {
            unknown(.object(["not": .object(["type": "null"])]))
        }

        /// Adds the case for what is none of the others.
        public func unknown<Value: JSONSchemaDescribing, Enum>(_ creation: (Value) -> Enum) {
            if builder.form == .standard { unknown(builder.schema(of: Value.self)) }
        }

        private func unknown(_ schema: JSON) {
            if builder.form == .strict { return }
            unknownIndex = choices.count
            choices.append(schema)
        }

        /// The schema of what is none of the others: an object with the name of a case is that case, or does not fit.
        private func withoutNames(_ schema: JSON) -> JSON {
            guard !names.isEmpty, case .object(let keywords) = schema, keywords["type"] != "string" else {
                return schema
            }
            let objects: [JSON] = names.map { .object(["type": "object", "required": [$0]]) }
            let excluded = [keywords["not"]].compactMap { $0 } + objects
            let others = JSON.object(["not": .object(["anyOf": .array(JSONArray(excluded))])])
            return keywords.isEmpty || keywords["not"] != nil ? others : .object(["allOf": [schema, others]])
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
            if let unknownIndex { choices[unknownIndex] = withoutNames(choices[unknownIndex]) }
            unknownIndex = nil
            let all = (listed.isEmpty ? [] : [_Schema.listed(listed)]) + choices
            let text = ([description].compactMap { $0 } + notes).joined(separator: "\n")
            let schema = all.count == 1 ? all[0] : .object(["anyOf": .array(JSONArray(all))])
            return described(schema, text.isEmpty ? nil : text, builder.form)
        }
    }
}
