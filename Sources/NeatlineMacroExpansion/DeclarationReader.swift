// Reads types and their members from source text. It accepts every text: what it does not know is passed over.

struct DeclarationReader {
    private let source: Source
    private var index = 0
    private let end: Int

    /// The number of types inside one another, above which they are passed over.
    private static let maximumDepth = 64

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

    private init(_ source: Source, _ range: Range<Int>) {
        self.source = source
        index = range.lowerBound
        end = min(range.upperBound, source.tokens.count)
    }

    // MARK: Tokens

    private var token: Token? { index < end ? source.tokens[index] : nil }
    private var text: String { token?.text ?? "" }

    private func text(at index: Int) -> String { index < end ? source.tokens[index].text : "" }

    /// Passes over the token, or over all that is in the brackets that it opens.
    private mutating func skip() { index = min(max(source.partners[index], index) + 1, end) }

    /// Passes over `<…>` if the token opens it and nothing speaks against types inside.
    private mutating func skipTypeArguments() -> Bool {
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

    private mutating func members(depth: Int) -> [Member] {
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
    private func split(_ indices: Range<Int>) -> [Range<Int>] {
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

    // MARK: Types

    private mutating func type(
        _ attributes: [Attribute], _ modifiers: [String], _ trivia: Range<Int>, _ depth: Int
    ) -> TypeDeclaration? {
        let keyword = text
        let range = source.tokens[index].range
        index += 1
        let name = text
        if token != nil { index += 1 }
        while text == "." { index = min(index + 2, end) }
        let generics = genericParameters()
        var inherited: [String] = []
        if text == ":" {
            index += 1
            let start = index
            while token != nil, text != "{", text != "where" { if !skipTypeArguments() { skip() } }
            inherited = split(start..<index).map { source.text($0) }
        }
        var constrained: Set<String> = []
        while token != nil, text != "{" {
            if let token, token.kind == .word { constrained.insert(token.text) }
            skip()
        }
        let close = token == nil ? end : min(source.partners[index], end)
        let body = index + 1..<max(close, index + 1)
        index = min(close + 1, end)
        let parameters = generics.map {
            TypeDeclaration.GenericParameter(
                name: $0.name, isConstrained: $0.isConstrained || constrained.contains($0.name), end: $0.end)
        }
        var reader = DeclarationReader(source, body)
        let members = depth < DeclarationReader.maximumDepth ? reader.members(depth: depth + 1) : []
        guard let kind = TypeDeclaration.Kind(rawValue: keyword) else { return nil }
        return TypeDeclaration(
            kind: kind, name: name, range: range, attributes: attributes, modifiers: modifiers,
            genericParameters: parameters, inherited: inherited, trivia: trivia, members: members)
    }

    private mutating func genericParameters() -> [TypeDeclaration.GenericParameter] {
        let start = index + 1
        guard skipTypeArguments(), start < index else { return [] }
        return split(start..<index - 1).compactMap { part in
            var part = part
            if ["each", "let"].contains(text(at: part.lowerBound)) { part = part.lowerBound + 1..<part.upperBound }
            guard let first = part.first else { return nil }
            return TypeDeclaration.GenericParameter(
                name: text(at: first), isConstrained: part.count > 1, end: source.tokens[first].range.upperBound)
        }
    }

    // MARK: Properties

    private mutating func properties() -> [Property] {
        let isConstant = text == "let"
        let keyword = source.tokens[index].range
        var properties: [Property] = []
        repeat {
            index += 1
            guard let name = token, name.kind == .word || name.text == "(" else { break }
            let start = index
            skip()
            let nameEnd = index
            var type: String?
            var last = index
            if text == ":" {
                index += 1
                let start = index
                skipType()
                type = source.text(start..<index)
                last = index
            }
            var hasInitialValue = false
            if text == "=" {
                hasInitialValue = true
                index += 1
                skipExpression()
                last = index
            }
            let hasBraces = text == "{"
            let hasObservers = hasBraces && self.hasObservers
            if hasBraces { skip() }
            guard let range = source.range(start..<nameEnd), let written = source.range(start..<last) else { break }
            properties.append(
                Property(
                    name: name.text, range: range, keyword: keyword, isConstant: isConstant, type: type,
                    hasInitialValue: hasInitialValue, isComputed: hasBraces && !hasObservers,
                    hasObservers: hasObservers,
                    end: written.upperBound))
        } while text == ","
        // A type is that of the names before it, too, which have neither a type nor a value.
        var type: String?
        for index in properties.indices.reversed() {
            if properties[index].hasInitialValue {
                type = nil
            } else if properties[index].type == nil {
                properties[index].type = type
            } else {
                type = properties[index].type
            }
        }
        return properties
    }

    /// Whether the braces that come next hold observers.
    private var hasObservers: Bool {
        var position = index + 1
        // Attributes of the observers.
        while text(at: position) == "@" { position += 2 }
        return ["willSet", "didSet"].contains(text(at: position))
    }

    private mutating func skipType() {
        let joining: Set = [":", "&", "->", ".", "any", "some", "@", "inout", "async", "throws", "each", "~"]
        let start = index
        while let token {
            if ["=", ",", ";", "{", "}"].contains(token.text) { return }
            if index > start, token.startsLine, !["&", "->", "."].contains(token.text),
                !joining.contains(text(at: index - 1))
            {
                return
            }
            if !skipTypeArguments() { skip() }
        }
    }

    private mutating func skipExpression() {
        let start = index
        while let token {
            if [",", ";", "}"].contains(token.text) { return }
            if index > start {
                if token.startsLine, !continuesExpression(token) { return }
                if token.text == "{", hasObservers { return }
            }
            if token.followsSpace || !skipTypeArguments() { skip() }
        }
    }

    /// Whether a token at the beginning of a line belongs to the expression of the line before.
    private func continuesExpression(_ token: Token) -> Bool {
        let last = source.tokens[index - 1]
        let unary: Set = ["try", "await", "as", "is", "in", "return", "else", "throw"]
        if last.kind == .word, unary.contains(last.text) { return true }
        if last.kind == .punctuation, ![")", "]", "}", ">", "?", "!"].contains(last.text) { return true }
        if ["as", "is", "else"].contains(token.text) { return true }
        return token.kind == .punctuation && !["@", "(", "[", "{", "}"].contains(token.text)
    }

    private mutating func cases() -> [EnumCase] {
        var cases: [EnumCase] = []
        repeat {
            index += 1
            guard let name = token, name.kind == .word else { break }
            index += 1
            var values: [EnumCase.Value] = []
            if text == "(" {
                let close = min(source.partners[index], end)
                values = split(min(index + 1, close)..<close).map(value)
                skip()
            }
            let hasRawValue = text == "="
            if hasRawValue {
                index += 1
                skipExpression()
            }
            cases.append(EnumCase(name: name.text, range: name.range, values: values, hasRawValue: hasRawValue))
        } while text == ","
        return cases
    }

    private func value(_ indices: Range<Int>) -> EnumCase.Value {
        var indices = indices
        var label: String?
        let words = indices.prefix { source.tokens[$0].kind == .word }
        if let last = words.last, text(at: last + 1) == ":" {
            label = text(at: indices.lowerBound) == "_" ? nil : text(at: indices.lowerBound)
            indices = last + 2..<max(indices.upperBound, last + 2)
        }
        // Without its default.
        if let equals = indices.first(where: { text(at: $0) == "=" }) { indices = indices.lowerBound..<equals }
        return EnumCase.Value(label: label, type: source.text(indices))
    }
}
