// Reads the declarations of source text, with attributes and modifiers. It accepts every text: what it does not know is passed over.

struct DeclarationReader {
    let source: Source
    var index = 0
    let end: Int

    /// The number of types inside one another, above which they are passed over.
    static let maximumDepth = 64

    private static let modifiers: Set = [
        "public", "private", "fileprivate", "internal", "package", "open", "final", "static", "class", "lazy", "weak",
        "unowned", "override", "required", "convenience", "mutating", "nonmutating", "indirect", "nonisolated",
        "isolated",
        "dynamic", "optional", "borrowing", "consuming", "distributed", "prefix", "postfix", "infix", "async",
        "__owned",
    ]
    private static let introducers: Set = [
        "let", "var", "func", "init", "deinit", "subscript", "typealias", "associatedtype", "case", "struct", "class",
        "actor", "enum", "extension", "protocol", "import", "operator", "precedencegroup", "macro", "#if", "#elseif",
        "#else", "#endif",
    ]

    /// Reads the first type of a text; nil if it is none that the macros know.
    static func type(_ text: String) -> TypeDeclaration? {
        let source = Source(text)
        var reader = DeclarationReader(source, 0..<source.tokens.count)
        for member in reader.members(depth: 0) {
            if case .type(let type) = member.content { return type }
        }
        return nil
    }

    /// Reads the declarations of a file, or of one member.
    static func members(_ text: String) -> [Member] {
        let source = Source(text)
        var reader = DeclarationReader(source, 0..<source.tokens.count)
        return reader.members(depth: 0)
    }

    /// Reads the attributes at the beginning of a text.
    static func attributes(_ text: String) -> [Attribute] {
        let source = Source(text)
        var reader = DeclarationReader(source, 0..<source.tokens.count)
        return reader.attributes()
    }

    init(_ source: Source, _ range: Range<Int>) {
        self.source = source
        index = range.lowerBound
        end = min(range.upperBound, source.tokens.count)
    }

    // MARK: Tokens

    var token: Token? { index < end ? source.tokens[index] : nil }
    var text: String { token?.text ?? "" }

    func text(at index: Int) -> String { index < end ? source.tokens[index].text : "" }

    /// Passes over the token, or over all that is in the brackets that it opens.
    mutating func skip() { index = min(max(source.partners[index], index) + 1, end) }

    /// Passes over `<…>` if the token opens it and nothing speaks against types inside.
    mutating func skipTypeArguments() -> Bool {
        guard text == "<" else { return false }
        var depth = 0
        var position = index
        while position < end {
            let token = source.tokens[position]
            switch token.text {
            case "<": depth += 1
            case ">":
                depth -= 1
                if depth == 0 {
                    index = position + 1
                    return true
                }
            case "(", "[": position = source.partners[position]
            case ".", ",", "?", "!", ":", "&", "->", "@", "...", "==", "~", "??", "-": break
            case _ where token.kind == .word || token.kind == .number: break
            default: return false
            }
            position += 1
        }
        return false
    }

    /// Whether the token begins another member.
    private var startsMember: Bool {
        guard let token else { return true }
        if token.text == ";" { return true }
        guard token.startsLine else { return false }
        if token.text == "@" { return true }
        if DeclarationReader.introducers.contains(token.text) { return true }
        if token.text.hasPrefix("#") { return true }
        // A modifier, unless it is a name of the line before.
        guard DeclarationReader.modifiers.contains(token.text) else { return false }
        let next = text(at: index + 1)
        return DeclarationReader.introducers.contains(next) || DeclarationReader.modifiers.contains(next) || next == "("
    }

    // MARK: Members

    mutating func members(depth: Int) -> [Member] {
        var members: [Member] = []
        // For each open `#if`: the condition of the present clause, and that none of those before held.
        var clauses: [(present: String, before: [String])] = []
        while let token {
            let start = index
            switch token.text {
            case "#if":
                clauses.append((condition(), []))
            case "#elseif", "#else":
                let condition = token.text == "#else" ? "" : condition()
                if token.text == "#else" { index += 1 }
                guard var clause = clauses.popLast() else { continue }
                clause.before.append("!(\(clause.present))")
                clause.present = condition
                clauses.append(clause)
            case "#endif":
                index += 1
                _ = clauses.popLast()
            case ";", "}":
                index += 1
            default:
                let conditions = clauses.map { clause in
                    (clause.before + (clause.present.isEmpty ? [] : ["(\(clause.present))"])).joined(separator: " && ")
                }
                members += member(conditions, depth)
            }
            if index == start { index += 1 }
        }
        return members
    }

    /// The condition of `#if` or `#elseif`, which ends with its line.
    private mutating func condition() -> String {
        index += 1
        let start = index
        while let token, !token.startsLine { index += 1 }
        return source.text(start..<index)
    }

    private mutating func member(_ conditions: [String], _ depth: Int) -> [Member] {
        let trivia = source.trivia(before: index)
        var attributes = attributes()
        var conditional: [Member] = []
        while text == "#if", !attributes.isEmpty {
            conditional.append(
                Member(
                    content: .other, attributes: conditionalAttributes(), modifiers: [], conditions: conditions,
                    trivia: trivia))
            attributes += self.attributes()
        }
        // The attributes are all that is between `#if` and this; the declaration follows.
        if ["#elseif", "#else", "#endif"].contains(text) {
            return [
                Member(content: .other, attributes: attributes, modifiers: [], conditions: conditions, trivia: trivia)
            ]
        }
        return conditional + declaration(attributes, conditions, trivia, depth)
    }

    /// Passes over the attributes of a declaration between `#if` and `#endif`, and returns them.
    private mutating func conditionalAttributes() -> [Attribute] {
        var attributes: [Attribute] = []
        var depth = 0
        repeat {
            switch text {
            case "#if":
                depth += 1
                _ = condition()
            case "#elseif": _ = condition()
            case "#endif":
                depth -= 1
                index += 1
            case "@":
                let start = index
                attributes += self.attributes()
                if index == start { index += 1 }
            default: index += 1
            }
        } while depth > 0 && token != nil
        return attributes
    }

    private mutating func declaration(
        _ attributes: [Attribute], _ conditions: [String], _ trivia: Range<Int>, _ depth: Int
    ) -> [Member] {
        let modifiers = modifiers()
        func member(_ content: Member.Content) -> Member {
            Member(
                content: content, attributes: attributes, modifiers: modifiers, conditions: conditions, trivia: trivia)
        }
        switch text {
        case "let", "var": return properties().map { member(.property($0)) }
        case "case": return cases().map { member(.enumCase($0)) }
        case "struct", "class", "actor", "enum", "extension", "protocol":
            return [type(attributes, modifiers, trivia, depth).map { member(.type($0)) } ?? member(.other)]
        case "func", "init", "deinit", "subscript", "macro":
            return [member(.function(function()))]
        default:
            index += 1
            while !startsMember {
                if text == "{" {
                    skip()
                    break
                }
                skip()
            }
            return [member(.other)]
        }
    }

    private mutating func attributes() -> [Attribute] {
        var attributes: [Attribute] = []
        while text == "@" {
            let start = index
            index += 1
            var name = ""
            while let token, token.kind == .word {
                name = token.text
                index += 1
                guard text == ".", source.tokens[index].followsSpace == false else { break }
                index += 1
            }
            _ = token?.followsSpace == false && skipTypeArguments()
            var arguments: [Attribute.Argument] = []
            if text == "(", token?.followsSpace == false {
                let close = min(source.partners[index], end)
                arguments = self.arguments(index + 1..<max(close, index + 1))
                index = min(close + 1, end)
            }
            guard let range = source.range(start..<index) else { break }
            attributes.append(Attribute(name: name.unquoted, arguments: arguments, range: range))
        }
        return attributes
    }

    /// Reads arguments with commas between them.
    private func arguments(_ indices: Range<Int>) -> [Attribute.Argument] {
        split(indices).compactMap { part in
            var part = part
            var label: String?
            if part.count > 1, source.tokens[part.lowerBound].kind == .word, text(at: part.lowerBound + 1) == ":" {
                label = text(at: part.lowerBound).unquoted
                part = part.lowerBound + 2..<part.upperBound
            }
            guard let range = source.range(part) else { return nil }
            return Attribute.Argument(label: label, text: source.text(part), range: range)
        }
    }

    /// Splits a list at its commas, which are neither in brackets nor among the arguments of a generic type.
    func split(_ indices: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var reader = DeclarationReader(source, indices)
        var start = indices.lowerBound
        while reader.index < indices.upperBound {
            if reader.text == "," {
                parts.append(start..<reader.index)
                start = reader.index + 1
                reader.index += 1
            } else if reader.token?.followsSpace == true || !reader.skipTypeArguments() {
                reader.skip()
            }
        }
        if start < indices.upperBound { parts.append(start..<indices.upperBound) }
        return parts
    }

    private mutating func modifiers() -> [String] {
        var modifiers: [String] = []
        while let token, DeclarationReader.modifiers.contains(token.text) {
            let next = text(at: index + 1)
            // The keyword of a class: it is followed by a name.
            let isClass = token.text == "class"
            if isClass, !DeclarationReader.modifiers.contains(next),
                !["var", "func", "subscript", "let"].contains(next)
            {
                break
            }
            index += 1
            if text == "(", self.token?.followsSpace == false {
                // `private(set)` says nothing of the getter.
                if self.text(at: index + 1) != "set" { modifiers.append(token.text) }
                skip()
            } else {
                modifiers.append(token.text)
            }
        }
        return modifiers
    }

    private mutating func function() -> Function {
        var name = text
        index += 1
        if name == "func" {
            name = text.unquoted
            index += 1
        }
        while !startsMember, text != "(", text != "{" { if !skipTypeArguments() { skip() } }
        var mapLabel: String?
        if text == "(" {
            let close = min(source.partners[index], end)
            let parameters = split(min(index + 1, close)..<close)
            if parameters.count == 1 { mapLabel = self.mapLabel(parameters[0]) }
            skip()
        }
        var isThrowing = false
        while !startsMember {
            if text == "{" {
                skip()
                break
            }
            if text == "throws" || text == "rethrows" { isThrowing = true }
            skip()
        }
        return Function(name: name, mapLabel: mapLabel, isThrowing: isThrowing)
    }

    /// The label of a parameter whose type is `Map`.
    private func mapLabel(_ parameter: Range<Int>) -> String? {
        guard let colon = parameter.first(where: { text(at: $0) == ":" }) else { return nil }
        let type = source.text(colon + 1..<parameter.upperBound)
        return type == "Map" || type == "NeatlineMapping.Map" ? text(at: parameter.lowerBound).unquoted : nil
    }
}
