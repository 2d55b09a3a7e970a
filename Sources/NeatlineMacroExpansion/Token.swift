// The smallest parts of Swift source that the reader of declarations tells apart.

/// A word, a literal or a punctuation mark, without the space and the comments around it.
struct Token {
    enum Kind {
        /// A name or a keyword, also in backticks, and `#if` and the like.
        case word
        case number
        /// A string literal, with its delimiters and all that is interpolated.
        case string
        case regex
        case punctuation
    }

    let kind: Kind
    let text: String
    /// Its range in the source, in bytes.
    let range: Range<Int>
    /// Whether it is the first of its line.
    let startsLine: Bool
    /// Whether there is space, or a comment, before it.
    let followsSpace: Bool
}

/// A declaration's source text, in tokens.
struct Source {
    let bytes: [UInt8]
    let tokens: [Token]
    /// For each opening bracket the index of the closing one, or the number of tokens if there is none; otherwise the
    /// token's own index.
    let partners: [Int]

    init(_ text: String) {
        var tokenizer = Tokenizer(text)
        tokenizer.run()
        bytes = tokenizer.bytes
        tokens = tokenizer.tokens
        var partners = Array(tokens.indices)
        var open: [Int] = []
        for (index, token) in tokens.enumerated() where token.kind == .punctuation {
            switch token.text {
            case "(", "[", "{":
                open.append(index)
                partners[index] = tokens.count
            case ")", "]", "}":
                guard let last = open.last, Source.closing[tokens[last].text] == token.text else { continue }
                partners[last] = index
                open.removeLast()
            default: continue
            }
        }
        self.partners = partners
    }

    private static let closing = ["(": ")", "[": "]", "{": "}"]

    /// The place of what is between a token and the one before it.
    func trivia(before index: Int) -> Range<Int> {
        let start = index > 0 ? tokens[index - 1].range.upperBound : 0
        return start..<max(start, index < tokens.count ? tokens[index].range.lowerBound : bytes.count)
    }

    /// The text of the tokens at these indices, as it is written.
    func text(_ indices: Range<Int>) -> String {
        guard let range = range(indices) else { return "" }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// The place of the tokens at these indices; nil if there are none.
    func range(_ indices: Range<Int>) -> Range<Int>? {
        if indices.isEmpty { return nil }
        return tokens[indices.lowerBound].range.lowerBound..<tokens[indices.upperBound - 1].range.upperBound
    }
}
