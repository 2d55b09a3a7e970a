// What the attributes of a type ask for, and what is wrong with them.

/// The options of a type.
struct Plan {
    let type: TypeDeclaration
    private(set) var naming = NamingStyle.asWritten
    /// The names of the objects that the type's members are in.
    private(set) var container: [String] = []
    private(set) var ignoresUnknown = true
    private(set) var isCodable = false
    private(set) var isUntagged = false
    /// What the subclasses of a class are: `mappable` or `immutable`.
    private(set) var subclasses: String?
    /// The names of the members that tell which case an enum is, and that hold its values.
    private(set) var tag: [String]?
    private(set) var content: [String]?
    var diagnostics: [Diagnostic] = []

    init(_ type: TypeDeclaration) {
        self.type = type
        for argument in type.attribute("Mappable")?.arguments ?? [] {
            switch argument.label {
            case "naming": naming = style(argument) ?? .asWritten
            case "in": container = path(argument) ?? []
            case "ignoresUnknown": ignoresUnknown = flag(argument) ?? true
            case "codable": isCodable = flag(argument) ?? false
            case "untagged": isUntagged = flag(argument) ?? false
            case "subclasses": subclasses = argument.text.split(separator: ".").last.map(String.init)
            case "tag": tag = path(argument)
            case "content": content = path(argument)
            default: break
            }
        }
        if subclasses != nil, !isCodable, let argument = type.attribute("Mappable")?.argument("codable") {
            // The compiler would crash at subclasses that lack a protocol which the macro may have added.
            error("a class with subclasses is codable, or does not say so", argument.range)
        }
        if type.kind == .actor {
            error("an actor's initializer cannot take the map; map a struct, and give that to the actor", type.range)
        }
        if let actor = type.attributes.first(where: { $0.name == "MainActor" }) {
            error("a model is mapped on any thread, so it cannot belong to the main actor", actor.range)
        }
        if type.inherited.contains("~Copyable") || type.inherited.contains("~Escapable") {
            error("a model has to be copyable, because mappers return it as an optional", type.range)
        }
    }

    mutating func error(_ message: String, _ range: Range<Int>, _ repairs: [Diagnostic.Repair] = []) {
        diagnostics.append(Diagnostic(severity: .error, message: message, range: range, repairs: repairs))
    }

    mutating func warnNothing(_ attribute: Attribute, _ reason: String) {
        let message = "@\(attribute.name) does nothing \(reason)"
        diagnostics.append(
            Diagnostic(
                severity: .warning, message: message, range: attribute.range,
                repairs: [Diagnostic.Repair(message: "Remove it", range: attribute.range, text: "")]))
    }

    // MARK: Arguments

    private mutating func flag(_ argument: Attribute.Argument) -> Bool? {
        switch argument.text {
        case "true": return true
        case "false": return false
        default:
            error("the macro has to know it: write true or false", argument.range)
            return nil
        }
    }

    mutating func style(_ argument: Attribute.Argument) -> NamingStyle? {
        let name = argument.text.split(separator: ".").last.map(String.init) ?? ""
        if let style = NamingStyle(rawValue: name) { return style }
        error("the macro has to know the style: write one of NamingStyle, such as .snakeCase", argument.range)
        return nil
    }

    /// The names of a path between dots.
    mutating func path(_ argument: Attribute.Argument) -> [String]? {
        guard let text = literal(argument) else { return nil }
        let names = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if names.contains("") {
            error("a name of the path is empty; for a name with dots write literal: true", argument.range)
            return nil
        }
        return names
    }

    /// The text of a string literal.
    mutating func literal(_ argument: Attribute.Argument) -> String? {
        if let text = unescaped(argument.text) { return text }
        error(
            "the macro has to know the text: write a string literal on one line, without interpolation", argument.range)
        return nil
    }

    /// Returns the text of a literal; nil if it has several lines, or an interpolation.
    ///
    /// It compares scalars: a combining character after a quotation mark or a backslash would be one character with it.
    private func unescaped(_ literal: String) -> String? {
        let source = Source(literal)
        guard source.tokens.count == 1, source.tokens[0].kind == .string else { return nil }
        let scalars = Array(literal.unicodeScalars)
        let hashes = scalars.prefix { $0 == "#" }
        let marks = hashes.count + 1
        guard scalars.count >= 2 * marks, !scalars.contains("\n"), scalars.suffix(marks).elementsEqual(["\""] + hashes)
        else {
            return nil
        }
        let escape = ["\\"] + hashes
        var rest = scalars.dropFirst(marks).dropLast(marks)
        var text = String.UnicodeScalarView()
        while let scalar = rest.first {
            guard rest.starts(with: escape) else {
                text.append(scalar)
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(escape.count)
            switch rest.popFirst() {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            case "0": text.append("\0")
            case "\\": text.append("\\")
            case "\"": text.append("\"")
            case "'": text.append("'")
            case "u":
                let digits = rest.dropFirst().prefix { $0 != "}" }
                let number = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
                guard let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
                text.append(scalar)
                rest = rest.dropFirst(digits.count + 2)
            default: return nil
            }
        }
        return String(text)
    }
}

/// The names of a field, as they are written in code.
struct FieldNames {
    /// The text of each name, or path, as a literal.
    let reading: [String]
    let writing: String
    /// The arguments after the name: whether it is a path, and what separates its parts.
    let suffix: String

    init(reading: [[String]], writing: [String]) {
        let all = reading + [writing]
        let parts = all.flatMap { $0 }
        let hasDots = parts.contains { $0.unicodeScalars.contains(".") }
        var delimiter = "."
        if !hasDots {
            suffix = ""
        } else if all.allSatisfy({ $0.count == 1 }) {
            suffix = ", nested: false"
        } else {
            delimiter = "/"
            while parts.contains(where: { $0.unicodeScalars.contains(delimiter.unicodeScalars) }) { delimiter += "/" }
            suffix = ", nested: true, delimiter: \"\(delimiter)\""
        }
        self.reading = reading.map { swiftLiteral($0.joined(separator: delimiter)) }
        self.writing = swiftLiteral(writing.joined(separator: delimiter))
    }

    /// The expression of the name that is there, of which `Map.value` takes the arguments.
    var key: String {
        if reading == [writing] { return writing + suffix }
        return
            "NeatlineMacros._Macro.key(map, [\(reading.joined(separator: ", "))], writing: \(writing)\(suffix))\(suffix)"
    }

    /// The expression of the field.
    var field: String { "map[\(key)]" }
}

/// A text as a literal of Swift.
func swiftLiteral(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\":
            result += "\\"
            result.unicodeScalars.append(scalar)
        case "\0"..<" ", "\u{7F}": result += "\\u{" + String(scalar.value, radix: 16) + "}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// Statements between the conditions of `#if`s around them.
func conditional(_ text: String, _ conditions: [String]) -> String {
    if text.isEmpty || conditions.isEmpty { return text }
    let before = conditions.map { "#if \($0)\n" }.joined()
    return before + text + "\n" + conditions.map { _ in "#endif" }.joined(separator: "\n")
}

extension Plan {
    /// The description in the attribute @Key of a member, an expression.
    mutating func description(_ attributes: [Attribute]) -> String? {
        guard let argument = attributes.lazy.compactMap({ $0.name == "Key" ? $0.argument("description") : nil }).first
        else { return nil }
        if type.attribute("JSONSchema") == nil {
            diagnostics.append(
                Diagnostic(
                    severity: .warning, message: "description does nothing in a type without @JSONSchema",
                    range: argument.range))
        }
        return argument.text
    }

    /// The names in the attribute @Key of a member; those that follow from its own name if there is none.
    mutating func names(of name: String, _ attributes: [Attribute]) -> (reading: [[String]], writing: [String]) {
        guard let key = attributes.first(where: { $0.name == "Key" }) else {
            let name = [naming.name(name.unquoted)]
            return ([container + name], container + name)
        }
        let isLiteral = key.argument("literal").flatMap { flag($0) } ?? false
        func path(_ argument: Attribute.Argument) -> [String]? {
            isLiteral ? literal(argument).map { [$0] } : self.path(argument)
        }
        var reading: [[String]] = []
        var writing: [String]?
        for argument in key.arguments {
            switch argument.label {
            case nil:
                guard let path = path(argument) else { continue }
                if reading.contains(path) { error("the key is there twice", argument.range) }
                reading.append(path)
            case "writing": writing = path(argument)
            case "naming": reading.append([style(argument)?.name(name.unquoted) ?? name])
            default: break
            }
        }
        if reading.isEmpty { reading = [[naming.name(name.unquoted)]] }
        return (reading.map { container + $0 }, container + (writing ?? reading[0]))
    }
}
