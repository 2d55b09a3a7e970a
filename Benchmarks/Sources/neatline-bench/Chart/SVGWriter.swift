/// Writes elements of an SVG document, one a line.
struct SVGWriter {
    private(set) var text = ""
    private var open: [String] = []

    /// Attributes in the order in which they are written.
    struct Attributes: ExpressibleByDictionaryLiteral {
        fileprivate let pairs: [(name: String, value: String)]

        private init(pairs: [(name: String, value: String)]) {
            self.pairs = pairs
        }

        init(dictionaryLiteral elements: (String, String)...) {
            pairs = elements.map { (name: $0.0, value: $0.1) }
        }

        static func + (first: Attributes, second: Attributes) -> Attributes {
            Attributes(pairs: first.pairs + second.pairs)
        }
    }

    mutating func begin(_ name: String, _ attributes: Attributes) {
        line("<\(name)\(written(attributes))>")
        open.append(name)
    }

    mutating func end() {
        if let name = open.popLast() { line("</\(name)>") }
    }

    mutating func element(_ name: String, _ attributes: Attributes, text content: String? = nil) {
        let tag = "<\(name)\(written(attributes))"
        line(content.map { "\(tag)>\(escaped($0))</\(name)>" } ?? "\(tag)/>")
    }

    private mutating func line(_ content: String) {
        text += String(repeating: "  ", count: open.count) + content + "\n"
    }

    private func written(_ attributes: Attributes) -> String {
        attributes.pairs.map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
    }

    private func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }
}
