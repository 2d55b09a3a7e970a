// The cases of an enum, as `@Mappable` reads them.

extension EnumExpansion {
    /// A case of an enum, and what is written and read for it.
    struct Case {
        let declaration: EnumCase
        let conditions: [String]
        let isUnknown: Bool
        /// The texts that are read as this case; the first is written.
        var texts: [String]
        /// The patterns of the numbers that are read as this case.
        var numbers: [String]
        /// Whether the texts are those of an attribute.
        let hasTexts: Bool
        /// The expression of what it means, and the range of the comments before it.
        let description: String?
        let trivia: Range<Int>

        /// Whether it has one value, without a label: then that is not a member with a name.
        var isAlone: Bool { values.count == 1 && values[0].label == nil }

        var name: String { declaration.name }
        var values: [EnumCase.Value] { declaration.values }
        var text: String { swiftLiteral(texts.first ?? "") }
        var patterns: String { texts.map(swiftLiteral).joined(separator: ", ") }

        /// The names of the values in code, and their names in JSON if they have any.
        var names: [(variable: String, label: String)] {
            values.enumerated().map { ("v\($0)", $1.label?.unquoted ?? "_\($0)") }
        }

        /// `.name(let v0, let v1)`
        var pattern: String {
            if values.isEmpty { return ".\(name)" }
            return ".\(name)(" + names.map { "let \($0.variable)" }.joined(separator: ", ") + ")"
        }

        /// `Self.name(label: value, other)`: a case may be called `none`, as that of an optional is.
        func creation(_ value: (Int, EnumCase.Value) -> String) -> String {
            if values.isEmpty { return "Self.\(name)" }
            let arguments = values.enumerated().map { index, part in
                (part.label.map { "\($0.asArgumentLabel): " } ?? "") + value(index, part)
            }
            return "Self.\(name)(\(arguments.joined(separator: ", ")))"
        }
    }
}

extension EnumExpansion.Case {
    /// Reads the cases of an enum, and reports what they cannot have.
    static func all(of type: TypeDeclaration, _ plan: inout Plan) -> [Self] {
        var cases: [Self] = []
        for member in type.members {
            guard case .enumCase(let declaration) = member.content else { continue }
            var texts: [String] = []
            var numbers: [String] = []
            let attributes = member.attributes.filter { Plan.attributes.contains($0.name) }
            for attribute in attributes {
                switch attribute.name {
                case "Key":
                    for argument in attribute.arguments {
                        switch argument.label {
                        case nil where argument.text.contains("\""):
                            if let text = plan.literal(argument) { texts.append(text) }
                        case nil: numbers.append(argument.text)
                        case "naming":
                            if let style = plan.style(argument) { texts.append(style.name(declaration.name.unquoted)) }
                        case "description": break
                        default: plan.error("this is for properties", argument.range)
                        }
                    }
                case "Unknown": break
                default: plan.warnNothing(attribute, "on a case")
                }
            }
            let isUnknown = attributes.contains { $0.name == "Unknown" }
            let hasTexts = !texts.isEmpty
            let isNamed = !type.isRaw || type.rawType == "String" && !declaration.hasRawValue
            if texts.isEmpty, isNamed, !isUnknown || declaration.values.isEmpty {
                texts = [type.isRaw ? declaration.name.unquoted : plan.naming.name(declaration.name.unquoted)]
            }
            cases.append(
                Self(
                    declaration: declaration, conditions: member.conditions, isUnknown: isUnknown, texts: texts,
                    numbers: numbers, hasTexts: hasTexts, description: plan.description(attributes),
                    trivia: member.trivia))
        }
        check(cases, of: type, &plan)
        return cases
    }

    /// Reports values that cannot be beside the tag.
    private static func checkTag(_ cases: [Self], _ plan: inout Plan) {
        let tag = plan.tag ?? []
        for aCase in cases {
            if aCase.isAlone, plan.content == nil,
                aCase.values[0].type.isScalarType || aCase.values[0].type.isContainerType
            {
                plan.error(
                    "the value of \(aCase.name) is no model, whose members could be beside the tag: name the value, "
                        + "or write content:", aCase.declaration.range)
            }
            let content = plan.content ?? []
            let keys = aCase.isAlone ? [content] : aCase.names.map { content + [$0.label] }
            for key in keys where !key.isEmpty && (key.starts(with: tag) || tag.starts(with: key)) {
                plan.error(
                    "the tag and a value of \(aCase.name) have the same key "
                        + swiftLiteral(key.joined(separator: ".")), aCase.declaration.range)
            }
        }
    }

    private static func check(_ cases: [Self], of type: TypeDeclaration, _ plan: inout Plan) {
        if cases.isEmpty { plan.error("an enum without cases has no values to map", type.range) }
        let unknown = cases.filter(\.isUnknown)
        if unknown.count > 1 { plan.error("only one case can be @Unknown", unknown[1].declaration.range) }
        if let first = unknown.first, first.values.count > 1 {
            plan.error(
                "a case that is @Unknown has one value, which keeps what was found, or none", first.declaration.range)
        }
        var found: [String: String] = [:]
        for aCase in cases where aCase.conditions.isEmpty {
            for text in aCase.texts {
                if let other = found[text], other != aCase.name {
                    plan.error(
                        "\(other) and \(aCase.name) have the same name \(swiftLiteral(text))", aCase.declaration.range)
                }
                found[text] = aCase.name
            }
        }
        if plan.content != nil, plan.tag == nil {
            plan.error("content needs tag, the name of the member that tells the case", type.range)
        }
        if plan.isUntagged, plan.tag != nil {
            plan.error("an enum is tagged or untagged", type.range)
        }
        if !plan.container.isEmpty {
            plan.error("in: is for structs and classes", type.range)
        }
        if !plan.ignoresUnknown {
            plan.error("ignoresUnknown: is for structs and classes", type.range)
        }
        if type.isRaw, let naming = type.attribute("Mappable")?.argument("naming") {
            plan.diagnostics.append(
                Diagnostic(
                    severity: .warning, message: "naming does nothing beside raw values, which are read and written",
                    range: naming.range))
        }
        if plan.tag != nil { checkTag(cases.filter { !$0.isUnknown }, &plan) }
    }
}
