import NeatlineJSON

extension _Schema {
    /// The parts of objects in the strict form: types whose members are beside those of an object.
    ///
    /// An object has no other members there, so those of a part cannot be in a schema beside that of the object: each alternative
    /// of the part has the members of both. The definition of a part may refer to the object in turn, so the parts are listed in
    /// the object until all definitions are there.
    struct StrictParts {
        /// The name of the list of an object's parts; no keyword of JSON Schema has this character.
        static let key = "\u{1}parts"

        /// The definitions by their references, with the lists of parts.
        let definitions: [String: JSON]

        /// Returns the definition that a reference refers to, with the members of the parts.
        func definition(_ reference: String) -> JSON? {
            definitions[reference].map { replaced($0, in: [reference]) }
        }

        /// Returns a schema with the members of the parts of all objects in it. A choice that has itself as a part has no values, and
        /// is left out.
        ///
        /// - Parameter outer: The references of the definitions that the schema is a part of.
        func replaced(_ schema: JSON, in outer: Set<String> = []) -> JSON {
            guard case .object(var members) = schema else {
                guard case .array(let elements) = schema else { return schema }
                return .array(JSONArray(elements.map { replaced($0, in: outer) }))
            }
            if case .array(let choices)? = members["anyOf"] {
                let others = choices.filter { !isEndless($0, in: outer) }
                if !others.isEmpty { members["anyOf"] = .array(JSONArray(others)) }
            }
            if members[StrictParts.key] != nil {
                guard case .object(let joined)? = joined(members, in: outer) else {
                    members[StrictParts.key] = nil
                    return replaced(.object(members), in: outer)
                }
                members = joined
            }
            return .object(JSONObject(members.map { (key: $0.key, value: replaced($0.value, in: outer)) }))
        }

        private func isEndless(_ schema: JSON, in outer: Set<String>) -> Bool {
            guard case .object(let body) = schema, body[StrictParts.key] != nil else { return false }
            return joined(body, in: outer) == nil
        }

        /// Returns the schema of an object with the members of its parts; nil if it has no values, because it is a part of itself.
        private func joined(_ body: JSONObject, in outer: Set<String>) -> JSON? {
            guard case .array(let parts)? = body[StrictParts.key] else { return .object(body) }
            var own = body
            own[StrictParts.key] = nil
            own["description"] = nil
            var objects = [own]
            for part in parts {
                guard let alternatives = alternatives(of: part, in: outer) else { continue }
                objects = objects.flatMap { object in alternatives.map { joined(object, $0) } }
            }
            if objects.isEmpty { return nil }
            let schema: JSON =
                objects.count == 1
                ? .object(objects[0]) : .object(["anyOf": .array(JSONArray(objects.map { .object($0) }))])
            return described(schema, body["description"]?.string, .strict)
        }

        /// Returns the schemas of objects that a value with a schema may be, without those that are a part of themselves; nil if the
        /// value is no object.
        private func alternatives(of schema: JSON, in outer: Set<String>) -> [JSONObject]? {
            var outer = outer
            if let reference = schema["$ref"].string, !outer.insert(reference).inserted { return [] }
            let definition = schema["$ref"].string.flatMap { definitions[$0] }
            guard case .object(let body) = definition ?? schema else { return nil }
            if body[StrictParts.key] != nil {
                guard let joined = joined(body, in: outer) else { return [] }
                return alternatives(of: joined, in: outer)
            }
            if case .array(let choices)? = body["anyOf"] {
                let objects = choices.compactMap { alternatives(of: $0, in: outer) }
                return objects.isEmpty ? nil : objects.flatMap { $0 }
            }
            return body["type"] == "object" ? [body] : nil
        }

        /// The schema of an object with the members of two objects.
        private func joined(_ first: JSONObject, _ second: JSONObject) -> JSONObject {
            var both = first
            if case .object(var properties) = first["properties"] ?? .object([:]),
                case .object(let more)? = second["properties"]
            {
                for (name, schema) in more {
                    properties[name] = properties[name].map { joined($0, schema) } ?? schema
                }
                both["properties"] = .object(properties)
            }
            if case .array(let names) = first["required"] ?? .array([]), case .array(let more)? = second["required"] {
                both["required"] = .array(JSONArray(names + more.filter { !names.contains($0) }))
            }
            if let description = second["description"] { both["description"] = description }
            return both
        }

        /// The schema of values that have two schemas. Each of two objects would allow its own members only.
        private func joined(_ first: JSON, _ second: JSON) -> JSON {
            if first == second { return first }
            // Of two types that contain themselves, the members of the members would have no end.
            let areTypes = first["$ref"].exists() && second["$ref"].exists()
            if !areTypes, let first = plain(first), let second = plain(second) { return .object(joined(first, second)) }
            return .object(["allOf": .array([first, second])])
        }

        private func plain(_ schema: JSON) -> JSONObject? {
            let definition = schema["$ref"].string.flatMap { definitions[$0] }
            guard case .object(let body) = definition ?? schema, properties(ofPlain: body) != nil else { return nil }
            return body
        }
    }
}
