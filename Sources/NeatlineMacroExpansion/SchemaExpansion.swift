// The code that `@JSONSchema` makes: what describes the JSON that the code of `@Mappable` reads.

struct SchemaExpansion {
    private(set) var diagnostics: [Diagnostic] = []
    private var plan: Plan
    private let request: ExpansionRequest
    private let type: TypeDeclaration
    private let bytes: [UInt8]

    init(_ type: TypeDeclaration, _ request: ExpansionRequest) {
        plan = Plan(type)
        self.type = type
        self.request = request
        bytes = Array(request.declaration.text.utf8)
    }

    // MARK: Text

    mutating func text() -> String {
        if type.attribute("Mappable") == nil, !type.isRaw {
            let range = type.attribute("JSONSchema")?.range ?? type.range
            diagnostics.append(
                Diagnostic(
                    severity: .error,
                    message: "@JSONSchema describes what @Mappable maps, which this type does not have",
                    range: range,
                    repairs: [
                        Diagnostic.Repair(
                            message: "Map it", range: range.lowerBound..<range.lowerBound, text: "@Mappable ")
                    ]))
            return ""
        }
        let statements = type.kind == .enum ? cases() : members()
        // What is wrong is said by @Mappable.
        if plan.diagnostics.contains(where: { $0.severity == .error }) { return "" }
        switch request.role {
        case .peer: return ""
        case .member: return isInherited ? function(statements) : ""
        case .extension(let name):
            if !request.conformances.contains("JSONSchemaDescribing") { return "" }
            let parameters = type.genericParameters.map { "\($0.name): NeatlineSchema.JSONSchemaDescribing" }
            let condition = parameters.isEmpty ? "" : " where " + parameters.joined(separator: ", ")
            return "nonisolated extension \(name): NeatlineSchema.JSONSchemaDescribing\(condition) {\n"
                + "\(isInherited ? "" : function(statements))\n}"
        }
    }

    /// Whether the superclass has a schema, or subclasses may have one: then the function has to be in the class itself.
    private var isInherited: Bool { type.kind == .class && (overrides || !type.hasModifier("final")) }

    private var overrides: Bool {
        type.kind == .class && !type.inherited.isEmpty && !request.conformances.contains("JSONSchemaDescribing")
    }

    /// The type in its own code: in a class `Self` may be a subclass.
    private var name: String { type.kind == .class ? type.name : "Self" }

    private func function(_ statements: [String]) -> String {
        let isOpen = type.hasModifier("open")
        // The members of an extension with a condition have no more access than the type.
        let access = type.genericParameters.isEmpty || type.hasModifier("public") ? "public " : ""
        let modifiers =
            isInherited
            ? "nonisolated \(overrides ? "override " : "")\(isOpen ? "open" : "public") class" : access + "static"
        return """
            \(modifiers) func describeJSON(_ builder: NeatlineSchema.JSONSchemaBuilder) \
            -> NeatlineSchema.JSONSchemaBuilder.Schema {
            builder.definition(of: \(name).self) {
            \(ModelExpansion.body(statements))
            }
            }
            """
    }

    private func description(_ expression: String?, _ trivia: Range<Int>) -> String? {
        expression
            ?? Documentation.text(bytes[trivia.clamped(to: bytes.indices)], followsToken: trivia.lowerBound > 0).map(
                swiftLiteral)
    }

    /// The arguments of a description, with a comma before it; nothing if there is none.
    private func argument(_ description: String?) -> String { description.map { ", \($0)" } ?? "" }

    private var typeDescription: String {
        description(type.attribute("JSONSchema")?.argument("description")?.text, type.trivia) ?? ""
    }

    // MARK: Structs and classes

    private mutating func members() -> [String] {
        let fields = plan.fields()
        var lines = ["let object = NeatlineSchema._Schema.Object(builder)"]
        if overrides { lines.append("object.include(super.describeJSON(builder))") }
        lines += fields.map { conditional(statement($0), $0.conditions) }
        if !plan.ignoresUnknown { lines.append("object.close(\(list(plan.container)))") }
        return lines + ["return object.schema(\(typeDescription))"]
    }

    private func statement(_ field: Field) -> String {
        if !field.isRead { return field.isNamed ? "object.unread(\(list(field.keys.writing)))" : "" }
        let property = "{ (model: \(name)) in model.\(field.property.name) }"
        var transform = ""
        switch field.conversion {
        case .flat: return "object.flat \(property)"
        case .rest: return "object.rest \(property)"
        case .transform(let expression): transform = ", using: \(expression)"
        case .none, .lossy: break
        }
        let paths = "[" + field.keys.reading.map(list).joined(separator: ", ") + "]"
        let text = description(field.description, field.trivia) ?? field.check?.expected
        let kept = field.kept.map { kept in
            ", missing: \(kept.contains("missing")), null: \(kept.contains("null"))"
        }
        return "object.member(\(paths), NeatlineSchema._Schema.Member(builder\(transform)) \(property)"
            + "\(argument(text))\(kept ?? ""))"
    }

    private func list(_ names: [String]) -> String { "[" + names.map(swiftLiteral).joined(separator: ", ") + "]" }

    // MARK: Enums

    private mutating func cases() -> [String] {
        let cases = EnumExpansion.Case.all(of: type, &plan)
        let hasValues = cases.contains { !$0.values.isEmpty && !$0.isUnknown }
        var lines = ["let choices = NeatlineSchema._Schema.Choices(builder)"]
        for aCase in cases {
            let statements: [String]
            if plan.tag != nil {
                statements = aCase.isUnknown ? [unknownTag(cases)] : tagged(aCase)
            } else if aCase.isUnknown {
                statements = [unknown(aCase)]
            } else if aCase.values.isEmpty {
                statements = plain(aCase) + (hasValues && !plan.isUntagged ? [external(aCase)] : [])
            } else {
                statements = [plan.isUntagged ? untagged(aCase) : external(aCase)]
            }
            lines.append(conditional(ModelExpansion.body(statements), aCase.conditions))
        }
        return lines + ["return choices.schema(\(typeDescription))"]
    }

    private func text(_ aCase: EnumExpansion.Case) -> String { argument(description(aCase.description, aCase.trivia)) }

    private func plain(_ aCase: EnumExpansion.Case) -> [String] {
        let isMapped = type.attribute("Mappable") != nil
        var values = type.isRaw ? ["NeatlineSchema._Schema.rawValue(Self.\(aCase.name).rawValue)"] : []
        if !type.isRaw || isMapped && aCase.hasTexts { values += aCase.texts.map(swiftLiteral) }
        let ranges = isMapped ? aCase.numbers.filter { $0.contains("...") } : []
        if isMapped { values += aCase.numbers.filter { !$0.contains("...") } }
        return ["choices.list([\(values.joined(separator: ", "))]\(text(aCase)))"]
            + ranges.map { "choices.numbers(\($0))" }
    }

    private func unknown(_ aCase: EnumExpansion.Case) -> String {
        "choices.unknown(\(aCase.values.isEmpty ? "" : creation(aCase)))"
    }

    private func unknownTag(_ cases: [EnumExpansion.Case]) -> String {
        "choices.unknownTag(\(list(plan.tag ?? [])), except: \(list(cases.filter { !$0.isUnknown }.flatMap(\.texts))))"
    }

    /// The function that creates a case, which knows the types of its values.
    private func creation(_ aCase: EnumExpansion.Case) -> String {
        "Self.\(aCase.name)(\(aCase.values.map { ($0.label?.asArgumentLabel ?? "_") + ":" }.joined()))"
    }

    private func values(_ aCase: EnumExpansion.Case) -> String {
        "let values = NeatlineSchema._Schema.values(builder, \(creation(aCase)))"
    }

    private func external(_ aCase: EnumExpansion.Case) -> String {
        let members: [String]
        if aCase.values.isEmpty {
            members = ["object.anything([name])"]
        } else if aCase.isAlone {
            // The name tells the case, so it is there even if the value may be missing.
            members = [values(aCase), "object.member([[name]], values[0], missing: false)"]
        } else {
            members = self.members(aCase, in: "name, ") + ["object.require(name)"]
        }
        let isPlain = aCase.values.isEmpty ? ", isPlain: true" : ""
        return """
            choices.members(\(list(aCase.texts))\(text(aCase))\(isPlain)) { object, name in
            \(ModelExpansion.body(members))
            }
            """
    }

    private func members(_ aCase: EnumExpansion.Case, in path: String) -> [String] {
        if aCase.values.isEmpty { return [] }
        return [values(aCase)]
            + aCase.names.enumerated().map { index, name in
                "object.member([[\(path)\(swiftLiteral(name.label))]], values[\(index)])"
            }
    }

    private func untagged(_ aCase: EnumExpansion.Case) -> String {
        if aCase.isAlone { return "choices.value(\(creation(aCase))\(text(aCase)))" }
        return objects(aCase, members(aCase, in: ""))
    }

    private func tagged(_ aCase: EnumExpansion.Case) -> [String] {
        var lines = ["object.member([\(list(plan.tag ?? []))], choices.tag(\(list(aCase.texts))))"]
        if !aCase.isAlone {
            lines += members(aCase, in: (plan.content ?? []).map { swiftLiteral($0) + ", " }.joined())
        } else if let content = plan.content {
            lines += [values(aCase), "object.member([\(list(content))], values[0])"]
        } else {
            lines.append("object.flatValue(\(creation(aCase)))")
        }
        return [objects(aCase, lines)]
    }

    private func objects(_ aCase: EnumExpansion.Case, _ members: [String]) -> String {
        let text = description(aCase.description, aCase.trivia).map { "(\($0))" } ?? ""
        return "choices.object\(text) { object in\n\(ModelExpansion.body(members))\n}"
    }
}
