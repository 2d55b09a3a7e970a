// The code that `@Mappable` makes for an enum.
//
//   raw type, or no values    a value: its name, its raw value or another spelling
//   values, no tag            a value: {"name": values}, and "name" for a case without any
//   values, `untagged`        a value: the values of the first case that fits
//   values, `tag`             a model: {"tag": "name", …values…}, or {"tag": "name", "content": values}

struct EnumExpansion {
    private(set) var plan: Plan
    private let request: ExpansionRequest
    private let type: TypeDeclaration
    private let cases: [Case]

    init(_ type: TypeDeclaration, _ request: ExpansionRequest) {
        var plan = Plan(type)
        cases = Case.all(of: type, &plan)
        self.plan = plan
        self.type = type
        self.request = request
    }

    private var isRaw: Bool { type.isRaw }
    /// The raw value in JSON, which has no characters.
    private var rawJSON: String { type.rawType == "Character" ? "Swift.String(rawValue)" : "rawValue" }
    private var hasValues: Bool { cases.contains { !$0.values.isEmpty && !$0.isUnknown } }
    private var isModel: Bool { plan.tag != nil }

    // MARK: Text

    mutating func text() -> String {
        guard case .extension(let name) = request.role else { return "" }
        var members: [String]
        if isModel {
            members = [taggedInitializer, taggedMapping]
        } else if plan.isUntagged {
            members = [reading(untagged), writing(untaggedWriting), mappedObject(untaggedObject)]
        } else if hasValues {
            members = [
                reading(external), externalMapping,
                writing(binds: false) { $0.values.isEmpty ? nil : "writer._object { self._mapValues($0) }" },
                mappedObject(binds: false) {
                    $0.values.isEmpty ? nil : "NeatlineMacros._Macro.object { self._mapValues($0) }"
                },
            ]
        } else {
            members = [
                reading(plain), writing { _ in nil }, mappedObject { _ in nil },
            ]
        }
        if !isModel { members.append(mappedName) }
        if plan.isCodable, isRaw { members.append(coding) }
        var protocols: [String] = []
        let model = isModel ? "ImmutableMappable" : "MappableValue"
        if request.conformances.contains(model) { protocols.append("NeatlineMapping.\(model)") }
        if plan.isCodable {
            if isModel, request.conformances.contains("MappedCodable") {
                protocols.append("NeatlineMacros.MappedCodable")
            } else if request.conformances.contains("MappedCodableValue") {
                protocols.append("NeatlineMacros.MappedCodableValue")
            }
        }
        let list = protocols.isEmpty ? "" : ": " + protocols.joined(separator: ", ")
        return "nonisolated extension \(name)\(list) {\n\(members.joined(separator: "\n"))\n}"
    }

    /// The functions of `Codable`: with raw values there is another default than that of `MappedCodableValue`, so that the
    /// compiler would take neither.
    private var coding: String {
        """
        public init(from decoder: any Swift.Decoder) throws { self = try NeatlineMacros._Macro.decode(from: decoder) }
        public func encode(to encoder: any Swift.Encoder) throws { try NeatlineMacros._Macro.encode(self, to: encoder) }
        """
    }

    /// The clauses of a switch, for all cases but the unknown one.
    private func clauses(_ clause: (Case) -> String?) -> String {
        cases.filter { !$0.isUnknown || $0.values.isEmpty }.compactMap { aCase in
            clause(aCase).map { conditional($0, aCase.conditions) }
        }.joined(separator: "\n")
    }

    private var unknown: Case? { cases.first(where: \.isUnknown) }

    // MARK: Values

    private func reading(_ body: String) -> String {
        var lines = body
        if let unknown {
            lines +=
                unknown.values.isEmpty
                ? "\nif reader.json != .null { return Self.\(unknown.name) }"
                : "\n" + attempt(unknown)
        }
        return """
            public static func value(from reader: NeatlineMapping.ValueReader) -> Self? {
            \(lines)
            reader.fail(expected: mappedName)
            return nil
            }
            """
    }

    /// Reads a case with one value: how it is created tells its type, whose name the extension may not find.
    ///
    /// - Parameter converted: The argument that keeps it if it fits after a conversion, with its comma.
    private func attempt(_ aCase: Case, _ converted: String = "") -> String {
        let creation = aCase.creation { _, _ in "$0" }
        return "if let value = reader._alternative(\(converted){ NeatlineMacros._Macro.read($0).map { \(creation) } }) "
            + "{ return value }"
    }

    /// How values are read that have no members: by their texts and numbers.
    private var plain: String {
        var lines: [String] = []
        let texts = clauses { $0.texts.isEmpty || isRaw && !$0.hasTexts ? nil : textClause($0) }
        if !texts.isEmpty { lines.append(textSwitch(texts)) }
        let numbers = clauses { aCase in
            aCase.numbers.isEmpty
                ? nil : "case \(aCase.numbers.joined(separator: ", ")): return Self.\(aCase.name)"
        }
        if !numbers.isEmpty {
            lines.append(
                """
                if let value: Self = reader._attempt({ reader in
                guard let number = Swift.Int.value(from: reader) else { return nil }
                switch number {
                \(numbers)
                default: return nil
                }
                }) { return value }
                """)
        }
        if isRaw {
            lines.append(
                """
                if let value: Self = reader._attempt({ reader in
                \(type.rawType == "Character" ? "NeatlineMacros._Macro.character(reader)" : "RawValue.value(from: reader)").flatMap { Self(rawValue: $0) }
                }) { return value }
                """)
        }
        return lines.joined(separator: "\n")
    }

    private func textClause(_ aCase: Case) -> String { "case \(aCase.patterns): return Self.\(aCase.name)" }

    private func textSwitch(_ clauses: String) -> String {
        """
        if let value: Self = reader._attempt({ reader in
        guard let text = Swift.String.value(from: reader) else { return nil }
        switch text {
        \(clauses)
        default: return nil
        }
        }) { return value }
        """
    }

    private func writing(binds: Bool = true, _ body: (Case) -> String?) -> String {
        let clauses = self.clauses { aCase in
            "case \(body(aCase) == nil || !binds ? ".\(aCase.name)" : aCase.pattern): "
                + (body(aCase) ?? (isRaw ? "\(rawJSON).write(to: writer)" : "\(aCase.text).write(to: writer)"))
        }
        return """
            public func write(to writer: NeatlineMapping.ValueWriter) {
            switch self {
            \(clauses)
            \(unknownClause { "NeatlineMacros._Macro.write(\($0), to: writer)" })
            }
            }
            """
    }

    private func mappedObject(binds: Bool = true, _ body: (Case) -> String?) -> String {
        let clauses = self.clauses { aCase in
            "case \(body(aCase) == nil || !binds ? ".\(aCase.name)" : aCase.pattern): return "
                + (body(aCase) ?? (isRaw ? rawJSON : aCase.text))
        }
        return """
            public var mappedObject: Any {
            switch self {
            \(clauses)
            \(unknownClause { "return NeatlineMacros._Macro.value { map in \($0) >>> map[\"value\"] }" })
            }
            }
            """
    }

    private func unknownClause(_ body: (String) -> String) -> String {
        guard let unknown, !unknown.values.isEmpty else { return "" }
        return conditional("case \(unknown.pattern): \(body("v0"))", unknown.conditions)
    }

    private var mappedName: String {
        let names = cases.flatMap(\.texts).map(swiftLiteral)
        let expected =
            plan.isUntagged || names.isEmpty
            ? "\"a value of type \\(Self.self)\"" : swiftLiteral("one of " + names.joined(separator: ", "))
        return
            "public static var mappedName: Swift.String { \(isRaw && !hasText ? "\"a value of type \\(Self.self)\"" : expected) }"
    }

    private var hasText: Bool { type.rawType == "String" && !cases.contains { $0.declaration.hasRawValue } }

    // MARK: Values with a name: {"circle": {"radius": 1}}

    private var external: String {
        let texts = clauses { $0.values.isEmpty ? textClause($0) : nil }
        let objects = clauses { aCase in
            let keys = aCase.texts.map { "map[\(swiftLiteral($0)), nested: false].isKeyPresent" }
            let key =
                aCase.texts.count == 1
                ? aCase.text
                : "NeatlineMacros._Macro.key(map, [\(aCase.patterns)], writing: \(aCase.text), nested: false)"
            return
                "if \(keys.joined(separator: " || ")) { return \(aCase.values.isEmpty ? "" : "try ")\(creation(aCase, in: key)) }"
        }
        return (texts.isEmpty ? "" : textSwitch(texts) + "\n") + """
            if let map = reader._object() {
            do {
            \(objects)
            } catch {
            map._fail(error, for: Self.self)
            return nil
            }
            }
            """
    }

    /// The case with the values that the member `key` holds.
    private func creation(_ aCase: Case, in key: String) -> String {
        if aCase.isAlone {
            return aCase.creation { _, value in value.expression(key, "nested: false") }
        }
        return aCase.creation { index, value in
            value.expression(
                "\(key) + \(swiftLiteral("\u{1}" + aCase.names[index].label))", "nested: true, delimiter: \"\\u{1}\"")
        }
    }

    private var externalMapping: String {
        let clauses = self.clauses { aCase in
            aCase.values.isEmpty ? nil : "case \(aCase.pattern):\n" + assignments(aCase, in: aCase.text)
        }
        return """
            private func _mapValues(_ map: NeatlineMapping.Map) {
            switch self {
            \(clauses)
            \(cases.contains { $0.values.isEmpty || $0.isUnknown } ? "default: break" : "")
            }
            }
            """
    }

    private func assignments(_ aCase: Case, in key: String) -> String {
        let field = "map[\(key), nested: false]"
        let lines =
            aCase.isAlone
            ? "v0 >>> \(field)"
            : aCase.names.map { variable, label in
                "\(variable) >>> map[\(key) + \(swiftLiteral("\u{1}" + label)), nested: true, delimiter: \"\\u{1}\"]"
            }.joined(separator: "\n")
        if !aCase.values.allSatisfy(\.mayBeMissing) { return lines }
        // The member is there without a value, too, because its name tells the case.
        let nothing = aCase.names.map { "NeatlineMacros._Macro.isMissing(\($0.variable))" }
        return """
            if \(nothing.joined(separator: ", ")) {
            NeatlineMacros._Macro.\(aCase.isAlone ? "writeNull" : "writeEmpty")(\(field))
            } else {
            \(lines)
            }
            """
    }

    // MARK: Untagged values

    private var untagged: String {
        let texts = clauses { $0.values.isEmpty ? textClause($0) : nil }
        let keepsConverted = cases.contains { $0.isAlone && !$0.isUnknown && $0.conditions.isEmpty }
        let attempts = clauses { aCase in
            if aCase.values.isEmpty { return nil }
            if aCase.isAlone {
                return attempt(aCase, keepsConverted ? "&converted, " : "")
            }
            let creation = aCase.creation { index, value in
                value.expression(swiftLiteral(aCase.names[index].label), "nested: false")
            }
            return """
                if let value: Self = reader._alternative({ reader in
                guard let map = reader._object() else { return nil }
                return try \(creation)
                }) { return value }
                """
        }
        let lines = (texts.isEmpty ? "" : textSwitch(texts) + "\n")
        if !keepsConverted { return lines + attempts }
        return lines + """
            var converted = NeatlineMapping._ConvertedAlternative<Self>()
            \(attempts)
            if let value = reader._first(converted) { return value }
            """
    }

    private func untaggedWriting(_ aCase: Case) -> String? {
        if aCase.values.isEmpty { return nil }
        if aCase.isAlone {
            return "NeatlineMacros._Macro.write(v0, to: writer)"
        }
        return "writer._object { map in\n\(memberAssignments(aCase, in: []))\n}"
    }

    private func untaggedObject(_ aCase: Case) -> String? {
        if aCase.values.isEmpty { return nil }
        if aCase.isAlone {
            return "NeatlineMacros._Macro.value { map in v0 >>> map[\"value\"] }"
        }
        return "NeatlineMacros._Macro.object { map in\n\(memberAssignments(aCase, in: []))\n}"
    }

    /// The values as members, with their names, of an object.
    private func memberAssignments(_ aCase: Case, in path: [String]) -> String {
        aCase.names.map { variable, label in
            let names = FieldNames(reading: [path + [label]], writing: path + [label])
            return "\(variable) >>> \(names.field)"
        }.joined(separator: "\n")
    }

    // MARK: Tagged values

    private var tagField: FieldNames { FieldNames(reading: [plan.tag ?? []], writing: plan.tag ?? []) }

    private var taggedInitializer: String {
        let clauses = self.clauses {
            "case \($0.patterns): self = \($0.values.isEmpty ? "" : "try ")\(taggedCreation($0))"
        }
        let tag = tagField
        var unknownLine = "throw \(tag.field)._error(expected: \(swiftLiteral(taggedExpectation)))"
        if let unknown {
            let value = unknown.values.first.map { value in
                value.isJSON ? "map._object" : value.expression(tag.key, "")
            }
            let attempt = unknown.values.first?.isJSON == false ? "try " : ""
            unknownLine = "self = \(attempt)\(unknown.creation { _, _ in value ?? "" })"
        }
        return """
            public init(map: NeatlineMapping.Map) throws {
            switch try map.value(\(tag.key)) as Swift.String {
            \(clauses)
            default: \(unknownLine)
            }
            }
            """
    }

    private var taggedExpectation: String {
        "one of " + cases.flatMap(\.texts).map(swiftLiteral).joined(separator: ", ")
    }

    private func taggedCreation(_ aCase: Case) -> String {
        return aCase.creation { index, value in
            guard aCase.isAlone else {
                let path = (plan.content ?? []) + [aCase.names[index].label]
                return value.expression(FieldNames(reading: [path], writing: path).key, "")
            }
            guard let content = plan.content else {
                return "NeatlineMacros._Macro.\(value.isOptional ? "flatIfPresent" : "flat")(map)"
            }
            return value.expression(FieldNames(reading: [content], writing: content).key, "")
        }
    }

    private var taggedMapping: String {
        let clauses = self.clauses { aCase in
            var lines = ["case \(aCase.pattern):", "\(aCase.text) >>> \(tagField.field)"]
            if aCase.isAlone {
                if let content = plan.content {
                    lines.append("v0 >>> \(FieldNames(reading: [content], writing: content).field)")
                } else {
                    lines.append("NeatlineMacros._Macro.writeFlat(v0, map)")
                }
            } else {
                lines.append(memberAssignments(aCase, in: plan.content ?? []))
            }
            return lines.filter { !$0.isEmpty }.joined(separator: "\n")
        }
        let unknownClause = self.unknownClause { value in
            unknown?.values.first?.isJSON == true
                ? "NeatlineMacros._Macro.writeRest(\(value), map)" : "\(value) >>> \(tagField.field)"
        }
        return """
            public mutating func mapping(map: NeatlineMapping.Map) {
            if map.mappingType == .fromJSON { return NeatlineMacros._Macro.replace(&self, map) }
            switch self {
            \(clauses)
            \(unknownClause)
            }
            }
            """
    }
}

extension EnumCase.Value {
    var isJSON: Bool { type == "JSON" || type == "NeatlineJSON.JSON" }

    /// The expression that reads it as a member.
    func expression(_ key: String, _ suffix: String) -> String {
        let arguments = suffix.isEmpty ? key : "\(key), \(suffix)"
        return "map.\(isOptional ? "valueIfPresent" : "value")(\(arguments))"
    }
}
