// The documentation comment of a declaration, as a description.

enum Documentation {
    /// The text of the last documentation comment in the space before a declaration: lines of a paragraph are joined.
    ///
    /// - Parameters:
    ///   - trivia: The space and the comments.
    ///   - followsToken: Whether the first line is the end of another declaration's.
    static func text(_ trivia: ArraySlice<UInt8>, followsToken: Bool) -> String? {
        if trivia.count < 4 { return nil }
        var lines: [String] = []
        var isOpen = false
        var isBlock = false
        let all = trivia.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for line in all.dropFirst(followsToken ? 1 : 0) {
            var line = trimmed(Substring(decoding: line, as: UTF8.self))
            if isBlock {
                if line.hasPrefix("*"), !line.hasPrefix("*/") { line = line.dropFirst() }
            } else if line.hasPrefix("///") {
                if !isOpen { lines = [] }
                isOpen = true
                lines.append(String(trimmed(line.dropFirst(3))))
                continue
            } else if line.hasPrefix("/**"), !line.hasPrefix("/**/") {
                lines = []
                isBlock = true
                line = line.dropFirst(3)
            } else {
                isOpen = false
                continue
            }
            if line.hasSuffix("*/") {
                isBlock = false
                line = line.dropLast(2)
            }
            lines.append(String(trimmed(line)))
        }
        return joined(lines)
    }

    private static func trimmed(_ line: Substring) -> Substring {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" || character == "\r" }
        var line = line.drop(while: isSpace)
        while let last = line.last, isSpace(last) { line = line.dropLast() }
        return line
    }

    private static func joined(_ lines: [String]) -> String? {
        var text = ""
        var startsParagraph = false
        for line in lines {
            if line.isEmpty {
                startsParagraph = true
                continue
            }
            let isItem = ["- ", "* ", "+ ", ". "].contains { line.drop(while: \.isNumber).hasPrefix($0) }
            if !text.isEmpty { text += startsParagraph || isItem ? "\n" : " " }
            text += line
            startsParagraph = false
        }
        return text.isEmpty ? nil : text
    }
}
