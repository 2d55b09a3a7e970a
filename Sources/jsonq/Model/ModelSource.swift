/// Writes the source of a model.
struct ModelSource {
    private let settings: ModelSettings
    private let name: String
    private let root: ModelType
    /// The declared types in the order in which they are referred to.
    private let declarations: [ModelDeclaration]

    /// Creates the source of a model whose samples have a type.
    init(_ root: ModelType, name: String, settings: ModelSettings) {
        self.root = root
        self.name = name
        self.settings = settings
        var found: [ModelDeclaration] = []
        var seen = Set<ObjectIdentifier>()
        var pending = [root]
        while let type = pending.popLast() {
            switch type.leaf {
            case .model(let declaration), .enumeration(let declaration):
                guard seen.insert(ObjectIdentifier(declaration)).inserted else { continue }
                found.append(declaration)
                pending += declaration.properties.reversed().map(\.type)
            default: continue
            }
        }
        declarations = found
    }

    /// The source, as a file.
    var text: String {
        var lines = header
        if case .model(let declaration) = root {
            lines += source(of: declaration, nested: Array(declarations.dropFirst()))
        } else {
            lines.append("\(access)typealias \(name) = \(root.name)")
            for declaration in declarations { lines += [""] + source(of: declaration, nested: []) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var header: [String] {
        let types = [root.leaf] + declarations.flatMap { $0.properties.map(\.type.leaf) }
        let hasDates = types.contains { if case .date = $0 { true } else { false } }
        let needsFoundation = hasDates || types.contains(.url)
        let isMapped = settings.style != .codable && declarations.contains { !$0.properties.isEmpty }
        var modules: [String] = []
        if needsFoundation { modules.append("Foundation") }
        if isMapped || types.contains(.json) { modules.append("Neatline") }
        if isMapped, settings.style == .macro { modules.append("NeatlineMacros") }
        var lines = modules.map { "import \($0)" }
        if hasDates, settings.style == .codable {
            lines += [
                "",
                "// Dates: decode with `dateDecodingStrategy = .iso8601`, encode with `dateEncodingStrategy = .iso8601`.",
            ]
        }
        if !lines.isEmpty { lines.append("") }
        return lines
    }

    private var access: String { settings.isPublic ? "public " : "" }

    private func source(of declaration: ModelDeclaration, nested: [ModelDeclaration]) -> [String] {
        if !declaration.cases.isEmpty { return enumeration(declaration) }
        let word = settings.isClass ? "final class" : "struct"
        let conformance =
            switch settings.style {
            case .mappable: ": Mappable"
            case .immutable: ": ImmutableMappable"
            case .codable: ": Codable"
            case .macro: ""
            }
        var body =
            switch settings.style {
            case .mappable: mappable(declaration)
            case .immutable: immutable(declaration)
            case .codable: codable(declaration)
            case .macro: macro(declaration)
            }
        for inner in nested { body += [""] + source(of: inner, nested: []) }
        return (settings.style == .macro ? ["@Mappable"] : [])
            + ["\(access)\(word) \(declaration.name)\(conformance) {"] + ModelSource.indented(body) + ["}"]
    }

    private static func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? $0 : "    " + $0 } }

    private func enumeration(_ declaration: ModelDeclaration) -> [String] {
        // The mapper's failures list the cases of a type that knows them.
        let conformance = settings.style == .codable ? "String, Codable" : "String, CaseIterable"
        let cases = declaration.cases.map { ModelSource.enumerationCase($0.name, $0.value) }
        return ["\(access)enum \(declaration.name): \(conformance) {"] + ModelSource.indented(cases) + ["}"]
    }

    private static func enumerationCase(_ name: String, _ value: String) -> String {
        "case \(SwiftName.declared(name))" + (name == value ? "" : " = \(SwiftName.literal(value))")
    }
}

// MARK: Mappable

extension ModelSource {
    private func mappable(_ declaration: ModelDeclaration) -> [String] {
        var lines = declaration.properties.map { property in
            let start = "\(access)var \(SwiftName.declared(property.name))"
            return property.isOptional ? "\(start): \(property.type.name)?" : start + initialValue(property.type)
        }
        lines += ["", "\(access)init() {}", "", "\(access)init?(map: Map) {}", ""]
        lines.append("\(access)\(settings.isClass ? "" : "mutating ")func mapping(map: Map) {")
        lines += declaration.properties.map { "    \(ModelSource.reference($0)) <- \(field($0))" }
        return lines + ["}"]
    }

    /// The rest of the declaration of a property that is not optional.
    private func initialValue(_ type: ModelType) -> String {
        switch type {
        case .boolean: " = false"
        case .integer: " = 0"
        case .double: " = 0.0"
        case .string: " = \"\""
        case .json: " = JSON.null"
        case .unsignedInteger: ": UInt64 = 0"
        case .array: ": \(type.name) = []"
        case .dictionary: ": \(type.name) = [:]"
        case .enumeration(let declaration): " = \(declaration.name).\(SwiftName.declared(declaration.cases[0].name))"
        case .model(let declaration): " = \(declaration.name)()"
        case .url, .date, .optional: ": \(type.name)?"
        }
    }

    /// The property in a function with a parameter `map`.
    private static func reference(_ property: ModelDeclaration.Property) -> String {
        property.name == "map" ? "self.map" : SwiftName.declared(property.name)
    }

    /// The arguments that choose a member; a name with dots is no path.
    private static func choice(_ property: ModelDeclaration.Property) -> String {
        SwiftName.literal(property.key) + (property.key.utf8.contains(UInt8(ascii: ".")) ? ", nested: false" : "")
    }

    private func field(_ property: ModelDeclaration.Property) -> String {
        let field = "map[\(ModelSource.choice(property))]"
        return ModelSource.transform(property.type).map { "(\(field), \($0))" } ?? field
    }

    private static func transform(_ type: ModelType) -> String? {
        switch type.leaf {
        case .url: return "URLTransform()"
        case .date(let form):
            let offset = form.offset ?? 0
            let zone = offset == 0 ? ".gmt" : "TimeZone(secondsFromGMT: \(offset * 60))"
            let digits = form.fractionDigits == 0 ? "" : ", fractionDigits: \(form.fractionDigits)"
            return "ISO8601DateTransform(timeZone: \(zone)\(digits))"
        default: return nil
        }
    }

    private func immutable(_ declaration: ModelDeclaration) -> [String] {
        var lines = constants(declaration, "let")
        lines += ["", "\(access)init(map: Map) throws {"]
        lines += declaration.properties.map { property in
            let transform = ModelSource.transform(property.type)
            let using = transform.map { ", using: \($0)" } ?? ""
            let method = property.isOptional ? "valueIfPresent" : "value"
            return "    \(ModelSource.reference(property)) = "
                + "try map.\(method)(\(ModelSource.choice(property))\(using))"
        }
        lines += ["}", "", "\(access)func mapping(map: Map) {"]
        lines += declaration.properties.map { "    \(ModelSource.reference($0)) >>> \(field($0))" }
        return lines + ["}"]
    }

    private func constants(_ declaration: ModelDeclaration, _ word: String) -> [String] {
        declaration.properties.map { property in
            let type = property.type.name + (property.isOptional ? "?" : "")
            return "\(access)\(word) \(SwiftName.declared(property.name)): \(type)"
        }
    }
}

// MARK: The macro

extension ModelSource {
    private func macro(_ declaration: ModelDeclaration) -> [String] {
        zip(declaration.properties, constants(declaration, "let")).map { property, constant in
            let key = property.name == property.key ? "" : "@Key(\(ModelSource.literalChoice(property))) "
            return key + (ModelSource.transform(property.type).map { "@Transform(\($0)) " } ?? "") + constant
        }
    }

    /// The arguments of `@Key`; a name with dots, or without a character, is no path.
    private static func literalChoice(_ property: ModelDeclaration.Property) -> String {
        let isPath = !property.key.isEmpty && !property.key.utf8.contains(UInt8(ascii: "."))
        return SwiftName.literal(property.key) + (isPath ? "" : ", literal: true")
    }
}

// MARK: Codable

extension ModelSource {
    private func codable(_ declaration: ModelDeclaration) -> [String] {
        var lines = constants(declaration, "var")
        if declaration.properties.contains(where: { $0.name != $0.key }) {
            lines += ["", "\(access)enum CodingKeys: String, CodingKey {"]
            lines += declaration.properties.map { "    " + ModelSource.enumerationCase($0.name, $0.key) }
            lines.append("}")
        }
        return lines
    }
}
