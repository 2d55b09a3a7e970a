// Finds the properties that are mapped, and what is wrong with them.

extension Plan {
    /// The attributes that say how a property is mapped.
    static let attributes: Set = [
        "Key", "Ignored", "Default", "Required", "Transform", "Dates", "Base64", "Lossy", "Flat", "Rest", "Validated",
        "Unknown",
    ]

    /// The properties that are mapped, in their order.
    mutating func fields() -> [Field] {
        var fields: [Field] = []
        for member in type.members {
            let attributes = member.attributes.filter { Plan.attributes.contains($0.name) }
            if case .other = member.content, let attribute = attributes.first {
                error("the macro does not see whether #if holds: put the property inside, too", attribute.range)
            }
            guard case .property(let property) = member.content else { continue }
            if let reason = reasonToPass(member, property) {
                for attribute in attributes { warnNothing(attribute, reason) }
                continue
            }
            if let field = field(property, attributes, member) { fields.append(field) }
        }
        checkNames(fields)
        checkGenerics(fields)
        return fields
    }

    /// Why a property has nothing to map; nil if it has.
    private func reasonToPass(_ member: Member, _ property: Property) -> String? {
        if member.hasModifier("static") || member.hasModifier("class") { return "on a property of the type itself" }
        if member.hasModifier("lazy") { return "on a lazy property, which is not mapped" }
        if property.isComputed { return "on a computed property, which is not mapped" }
        return nil
    }

    private mutating func field(_ property: Property, _ attributes: [Attribute], _ member: Member) -> Field? {
        func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
        for attribute in attributes where attribute.name == "Unknown" {
            warnNothing(attribute, "on a property: it is for a case")
        }
        for name in ["Key", "Ignored", "Default", "Required", "Validated"] {
            if let second = attributes.filter({ $0.name == name }).dropFirst().first {
                error("@\(name) is there twice", second.range)
            }
        }
        var (isRead, isWritten) = (true, true)
        if let ignored = attribute("Ignored") {
            let directions = Set(ignored.arguments.map { String($0.text.split(separator: ".").last ?? "") })
            isRead = !directions.contains("reading") && !directions.isEmpty
            isWritten = !directions.contains("writing") && !directions.isEmpty
            if !isRead, !property.hasValue, !(type.kind == .class && !property.isConstant && property.isOptional) {
                error(
                    "\(property.name) is not read, so it needs an initial value", property.range,
                    [Diagnostic.Repair(message: "Remove @Ignored", range: ignored.range, text: "")])
            }
            if !isRead, !isWritten {
                for other in attributes where other.name != "Ignored" { warnNothing(other, "beside @Ignored") }
                return nil
            }
        }
        if !isRead {
            for other in attributes where ["Default", "Required", "Validated", "Lossy"].contains(other.name) {
                warnNothing(other, "on a property that is not read")
            }
        }
        guard isMappable(property, member, isRead: isRead) else { return nil }
        let conversion = conversion(property, attributes)
        let keys = names(of: property.name, attributes)
        if case .flat = conversion, let key = attribute("Key") { warnNothing(key, "beside @Flat") }
        if case .rest = conversion, let key = attribute("Key") { warnNothing(key, "beside @Rest") }
        return Field(
            property: property, conditions: member.conditions, keys: keys, conversion: conversion, isRead: isRead,
            isWritten: isWritten, kept: kept(property, attributes), check: check(attribute("Validated")),
            description: description(attributes), trivia: member.trivia,
            isWrapped: member.attributes.contains { !Plan.attributes.contains($0.name) })
    }

    /// Whether a property can be mapped at all; if not, it is said why.
    private mutating func isMappable(_ property: Property, _ member: Member, isRead: Bool) -> Bool {
        let ignore = Diagnostic.Repair(
            message: "Do not map it", range: property.keyword.lowerBound..<property.keyword.lowerBound,
            text: "@Ignored ")
        if property.name.hasPrefix("(") {
            error("declare each name by itself, to map it", property.range, [ignore])
        } else if property.isConstant, property.hasInitialValue, isRead {
            error(
                "\(property.name) has its value already, so it cannot be read", property.range,
                [Diagnostic.Repair(message: "Make it a variable", range: property.keyword, text: "var"), ignore])
        } else if member.hasModifier("weak") || member.hasModifier("unowned") {
            error("nothing would keep the object that is read into \(property.name)", property.range, [ignore])
        } else {
            return true
        }
        return false
    }

    private mutating func conversion(_ property: Property, _ attributes: [Attribute]) -> Field.Conversion {
        var found: (attribute: Attribute, conversion: Field.Conversion)?
        for attribute in attributes {
            guard let conversion = conversion(attribute) else { continue }
            if let found {
                error("@\(attribute.name) cannot be combined with @\(found.attribute.name)", attribute.range)
            }
            found = (attribute, conversion)
        }
        guard let found else { return .none }
        let (attribute, conversion) = found
        if let type = property.type, let purpose = Plan.purpose(of: attribute, unlike: type) {
            error(
                "@\(attribute.name) is for \(purpose)", attribute.range,
                [Diagnostic.Repair(message: "Remove it", range: attribute.range, text: "")])
        }
        switch conversion {
        case .lossy, .rest:
            if !property.hasInitialValue {
                let end = property.end..<property.end
                let isObject = attribute.name == "Rest" || property.type.map(Plan.isDictionary) == true
                let value = isObject ? " = [:]" : " = []"
                error(
                    "@\(attribute.name) needs an initial value, which has no elements", property.range,
                    [Diagnostic.Repair(message: "Give it one", range: end, text: value)])
            }
        case .flat:
            if property.type?.split(whereSeparator: { "?!".contains($0) }).first.map(String.init) == type.name {
                error("\(type.name) cannot have its own members in itself", attribute.range)
            }
        default: break
        }
        if attributes.contains(where: { $0.name == "Validated" }) {
            switch conversion {
            case .flat, .rest: error("@Validated is for a member with a name", attribute.range)
            default: break
            }
        }
        return conversion
    }

    /// What an attribute is for, if a type is surely something else: the compiler would say so in the code of the macro, where
    /// neither the attribute nor the property is.
    private static func purpose(of attribute: Attribute, unlike type: String) -> String? {
        let (whole, element) = (withoutOptional(type), element(of: type))
        let isContainer = whole.isContainerType
        let isOneValue = whole.isScalarType || whole.hasPrefix("Presence<")
        func isElement(_ name: String) -> Bool { !element.isScalarType || element.withoutModule == name }
        switch attribute.name {
        case "Dates": return isElement("Date") ? nil : "dates"
        case "Base64": return isElement("Data") ? nil : "bytes, of the type Data"
        case "Lossy" where isContainer && element == "Any": return "elements of which some may not fit"
        case "Lossy": return isOneValue ? "an array, a set or a dictionary" : nil
        case "Flat": return isOneValue || isContainer ? "a model" : nil
        case "Rest":
            let fits = isContainer ? isDictionary(whole) : !whole.isScalarType || whole.withoutModule == "JSON"
            return fits && !type.isOptionalType ? nil : "a JSON object or a dictionary"
        default: return nil
        }
    }

    private mutating func conversion(_ attribute: Attribute) -> Field.Conversion? {
        switch attribute.name {
        case "Transform":
            guard let first = attribute.arguments.first else {
                error("@Transform needs a transform", attribute.range)
                return .transform("")
            }
            // From JSON to the property, in this order.
            return .transform(
                attribute.arguments.dropFirst().reduce(first.text) {
                    "NeatlineMacros._Macro.Composed(\($0), \($1.text))"
                })
        case "Dates":
            let form = attribute.arguments.first?.text ?? ".iso8601"
            return .transform("NeatlineMacros._Macro.Dates(\(form))")
        case "Base64": return .transform("NeatlineMapping.DataTransform()")
        case "Lossy": return .lossy
        case "Flat": return .flat
        case "Rest": return .rest
        default: return nil
        }
    }

    /// The cases in which the initial value stays.
    private mutating func kept(_ property: Property, _ attributes: [Attribute]) -> Set<String>? {
        let found = attributes.filter { $0.name == "Default" || $0.name == "Required" }
        guard let attribute = found.first else { return nil }
        if Set(found.map(\.name)).count > 1 { error("@Default cannot be combined with @Required", found[1].range) }
        if attributes.contains(where: { ["Lossy", "Flat", "Rest"].contains($0.name) }) {
            error("@\(attribute.name) is for a member that is one value", attribute.range)
        }
        if attribute.name == "Required" {
            // Without a value it is required in any case.
            if !property.hasValue, !property.isOptional { warnNothing(attribute, "without an initial value") }
            return []
        }
        if !property.hasValue {
            error(
                "@Default needs an initial value to keep", property.range,
                [Diagnostic.Repair(message: "Remove it", range: attribute.range, text: "")])
            return nil
        }
        let names = attribute.arguments.map { String($0.text.split(separator: ".").last ?? "") }
        return names.isEmpty ? ["missing", "null", "wrong"] : Set(names)
    }

    private mutating func check(_ attribute: Attribute?) -> (expected: String, condition: String)? {
        guard let attribute else { return nil }
        guard attribute.arguments.count == 2 else {
            error("@Validated needs what it expects, and a condition", attribute.range)
            return nil
        }
        return (attribute.arguments[0].text, attribute.arguments[1].text)
    }

    // MARK: All properties

    private mutating func checkNames(_ fields: [Field]) {
        var read: [[String]: Field] = [:]
        var written: [[String]: Field] = [:]
        func isAlternative(_ first: Field, _ second: Field) -> Bool {
            !first.conditions.isEmpty && !second.conditions.isEmpty && first.conditions != second.conditions
        }
        for field in fields where field.isNamed {
            for key in field.isRead ? field.keys.reading : [] {
                if let other = read[key], !isAlternative(other, field) {
                    error(
                        "\(other.property.name) and \(field.property.name) have the same key "
                            + swiftLiteral(key.joined(separator: ".")), field.property.range)
                }
                read[key] = field
            }
            if field.isWritten {
                if let other = written[field.keys.writing], !isAlternative(other, field),
                    !other.keys.reading.contains(where: { field.keys.reading.contains($0) })
                {
                    error(
                        "\(other.property.name) and \(field.property.name) are written with the same key "
                            + swiftLiteral(field.keys.writing.joined(separator: ".")), field.property.range)
                }
                written[field.keys.writing] = field
            }
        }
        let rests = fields.filter(\.isRest)
        if rests.count > 1 { error("the rest can have one property only", rests[1].property.range) }
        if let rest = rests.first, fields.contains(where: \.isFlat) {
            error(
                "the macro does not know which members are those of @Flat, and which are the rest", rest.property.range)
        }
        if !container.isEmpty, let flat = fields.first(where: \.isFlat) {
            error("@Flat is for the members of the object itself, not of a container", flat.property.range)
        }
        if !container.isEmpty, let rest = rests.first {
            error("@Rest is for the members of the object itself, not of a container", rest.property.range)
        }
    }

    /// A value whose type is a generic parameter needs a constraint, by which the operators know how to map it.
    private mutating func checkGenerics(_ fields: [Field]) {
        for parameter in type.genericParameters where !parameter.isConstrained {
            for field in fields {
                guard case .none = field.conversion, let type = field.property.type,
                    Plan.element(of: type) == parameter.name
                else { continue }
                error(
                    "\(parameter.name) can be any type, so \(field.property.name) cannot be mapped",
                    field.property.range,
                    [
                        Diagnostic.Repair(
                            message: "Make it a value of JSON", range: parameter.end..<parameter.end,
                            text: ": MappableValue"),
                        Diagnostic.Repair(
                            message: "Make it a model", range: parameter.end..<parameter.end, text: ": BaseMappable"),
                    ])
            }
        }
    }

    /// Whether a type is surely a dictionary, or an optional one.
    private static func isDictionary(_ type: String) -> Bool {
        type.withoutModule.hasPrefix("Dictionary<") || colon(of: type) != nil
    }

    /// Where the colon of `[Key: Value]` is; nil if a type is not written so.
    private static func colon(of type: String) -> String.Index? {
        guard type.hasPrefix("[") else { return nil }
        var depth = 0
        return type.indices.first { index in
            if "[<(".contains(type[index]) { depth += 1 }
            if "]>)".contains(type[index]) { depth -= 1 }
            return type[index] == ":" && depth == 1
        }
    }

    /// A type without the marks of optionals.
    private static func withoutOptional(_ type: String) -> String {
        var type = type.filter { !$0.isWhitespace }
        while type.hasSuffix("?") || type.hasSuffix("!") { type = String(type.dropLast()) }
        let isOptional = type.hasPrefix("Optional<") && type.hasSuffix(">")
        return isOptional ? String(type.dropFirst("Optional<".count).dropLast()) : type
    }

    /// The innermost type of optionals and containers.
    private static func element(of type: String) -> String {
        var type = type.filter { !$0.isWhitespace }
        while true {
            if type.hasSuffix("?") || type.hasSuffix("!") {
                type = String(type.dropLast())
            } else if type.hasPrefix("["), type.hasSuffix("]") {
                let start = colon(of: type) ?? type.startIndex
                type = String(type[start...].dropFirst().dropLast())
            } else if let name = ["Array<", "Set<", "Optional<", "Presence<"].first(where: type.hasPrefix),
                type.hasSuffix(">")
            {
                type = String(type.dropFirst(name.count).dropLast())
            } else {
                return type
            }
        }
    }
}
