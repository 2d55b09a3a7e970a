// Properties: names, types, and where initial values, accessors and observers begin and end.

extension DeclarationReader {
    mutating func properties() -> [Property] {
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

    mutating func skipExpression() {
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
}
