import Neatline
import NeatlineTestSupport
import Testing

/// Texts that keep their layout.
@Suite("Work of texts that keep their layout", .longRunning)
struct LayoutGrowthTests {
    /// Kinds of texts of an array of that many values.
    private static let texts: [(name: String, make: @Sendable (Int) -> String)] = [
        ("compact", { "[" + String(repeating: "[1],", count: $0) + "2]" }),
        ("on lines with comments", { "[\n" + String(repeating: "  // a\n  {\"a\": 1}, // b\n", count: $0) + "  2\n]" }),
        ("wrapped", { "[\n" + String(repeating: "1, ", count: $0) + "2]" }),
        ("deep", { String(repeating: "[", count: $0) + "2" + String(repeating: "]", count: $0) }),
        ("deep on lines", { String(repeating: "[\n", count: $0) + "2" + String(repeating: "\n]", count: $0) }),
        ("members", { "[{\n" + (0..<$0).map { "\"a\($0)\": {}, \n" }.joined() + "\"a\": 2}]" }),
        ("members with one name", { "[{\n" + String(repeating: "\"a\": [], // b\n", count: $0) + "\"a\": 2}]" }),
        ("empty", { "[\n" + String(repeating: "[ ], [[ ]],", count: $0) + "2]" }),
    ]

    private static var options: JSONParsingOptions {
        var options = JSONParsingOptions.jsonc
        options.maximumDepth = .max
        return options
    }

    private func text(_ kind: Int, _ size: Int) throws -> JSONText {
        try JSONText(parsing: Self.texts[kind].make(size), options: Self.options)
    }

    /// The path to a value in the last element, as deep as possible.
    private func path(_ value: JSON) -> [JSONKey] {
        var path: [JSONKey] = []
        var value = value
        while true {
            if let elements = value.elements, let last = elements.last {
                path.append(.index(elements.count - 1))
                value = last
            } else if let name = value.members?.keys.first {
                path.append(.key(name))
                value = value[name]
            } else {
                return path
            }
        }
    }

    @Test("parsing", arguments: texts.indices)
    func parsing(_ kind: Int) throws {
        try expectLinear {
            Self.texts[kind].make($0)
        } _: { source in
            let text = try JSONText(parsing: source, options: Self.options)
            expect(text.text == source && text.description == source && text.value.count > 0)
        }
    }

    @Test("one edit", arguments: texts.indices)
    func oneEdit(_ kind: Int) throws {
        try expectLinear {
            try text(kind, $0)
        } _: { (text: JSONText) in
            let path = path(text.value)
            var text = text
            try text.set(["x": [1, [2]]], at: path)
            try text.set(3, at: path + ["x"])
            try text.append(["x"], to: [])
            try text.insert(["x"], at: 0)
            try text.remove(at: 0)
            try text.remove(at: path)
        }
    }

    @Test("differences", arguments: texts.indices)
    func differences(_ kind: Int) throws {
        try expectLinear {
            let text = try text(kind, $0)
            var value = text.value
            try value.set(["x": [1]], at: path(value))
            // Each value that is no container becomes one, and each empty array gets an element.
            let all = text.text.replacing("1", with: "[3]").replacing("2", with: "{}").replacing("[ ]", with: "[[5]]")
            return (text, value, try JSON(parsing: all, options: Self.options))
        } _: { (input: (JSONText, JSON, JSON)) in
            var text = input.0
            try text.update(to: input.1)
            try text.update(to: input.2)
            try text.change { $0 = input.1 }
            expectEqual(text.value, input.1)
        }
    }
}
