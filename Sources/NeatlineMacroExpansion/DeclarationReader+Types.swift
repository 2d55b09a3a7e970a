// Types with their parameters and what they inherit, and the cases of enums.

extension DeclarationReader {
    mutating func type(
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

    // MARK: Cases

    mutating func cases() -> [EnumCase] {
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
