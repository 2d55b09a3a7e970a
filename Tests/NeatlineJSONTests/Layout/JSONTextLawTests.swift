import NeatlineJSON
import NeatlineTestSupport
import Testing

/// What holds for every text and every edit: the text then says what the same edit makes of the value.
@Suite("Laws of texts that keep their layout")
struct JSONTextLawTests {
    /// What may be between two tokens. Comments on lines of their own are `// own`.
    private static let spaces = ["", " ", "\n ", " // c\n", "\n // own\n ", " /* c */ "]

    /// Applies an edit to a text and to its value, and compares them.
    private func check(
        _ source: JSONText, _ edit: (inout JSONText) throws -> Void, _ same: (inout JSON) throws -> Void
    ) throws {
        var text = source
        try edit(&text)
        var value = source.value
        try same(&value)
        let parsed = try JSON(parsing: text.bytes, options: source.options)
        guard parsed == value, text.value == value else {
            Issue.record("\(source.text.debugDescription) became \(text.text.debugDescription), not \(value)")
            return
        }
        if value == source.value, text.bytes != source.bytes {
            Issue.record("\(source.text.debugDescription) became \(text.text.debugDescription), which is equal")
        }
        // The text around the root, and a member before and after it.
        if !text.text.hasPrefix("// first\n{\"x\" : 1,\"y\":") || !text.text.hasSuffix(", \"z\" : 1.0 }\n//last") {
            Issue.record("\(source.text.debugDescription) became \(text.text.debugDescription)")
        }
        // A comment between an entry and its comma belongs to the entry.
        let keepsComments = !source.text.contains("// own\n ,")
        if keepsComments, text.text.split(separator: "// own").count != source.text.split(separator: "// own").count {
            Issue.record("\(source.text.debugDescription) became \(text.text.debugDescription), without a comment")
        }
    }

    /// Calls `check` for all small edits of the container at `y`.
    private func checkEdits(_ container: String, _ count: Int, isObject: Bool) throws {
        let source = "// first\n{\"x\" : 1,\"y\":" + container + ", \"z\" : 1.0 }\n//last"
        let text = try JSONText(parsing: source, options: .jsonc)
        func step(_ number: Int) -> JSONKey { isObject ? .key("k\(number)") : .index(number) }
        for index in 0..<count {
            let path: [any JSONSubscriptType] = ["y", step(index)]
            try check(text) {
                try $0.remove(at: path)
            } _: {
                try $0.remove(at: path)
            }
            try check(text) {
                try $0.set([true], at: path)
            } _: {
                try $0.set([true], at: path)
            }
            try check(text) {
                try $0.set(.init(index), at: path)
            } _: {
                try $0.set(.init(index), at: path)
            }
        }
        if isObject {
            try check(text) {
                try $0.set(9, at: "y", "new")
            } _: {
                try $0.set(9, at: "y", "new")
            }
        } else {
            for index in 0...count {
                try check(text) {
                    try $0.insert(9, at: "y", index)
                } _: {
                    try $0.insert(9, at: "y", index)
                }
            }
        }
        // Each subset of the entries, with a new one at each place.
        let old = text.value["y"]
        for subset in 0..<1 << count {
            let kept = (0..<count).filter { subset & 1 << $0 != 0 }
            for place in 0...kept.count {
                var new: JSON
                if isObject {
                    if place > 0 { continue }
                    new = .object(JSONObject(kept.map { ("k\($0)", old["k\($0)"]) } + [("new", 9)]))
                } else {
                    var elements = kept.map { old[$0] }
                    elements.insert([[]], at: place)
                    new = .array(JSONArray(elements))
                }
                try check(text) {
                    try $0.set(new, at: "y")
                } _: {
                    try $0.set(new, at: "y")
                }
            }
            let new: JSON =
                isObject
                ? .object(JSONObject(kept.map { ("k\($0)", old["k\($0)"]) })) : .array(JSONArray(kept.map { old[$0] }))
            try check(text) {
                try $0.change { $0["y"] = new }
            } _: {
                $0["y"] = new
            }
        }
    }

    @Test("all edits of all small containers", arguments: 0...3, [false, true])
    func smallContainers(_ count: Int, isObject: Bool) throws {
        // Of two and more entries only some of the combinations.
        let spaces = Self.spaces
        let slots = count == 0 ? 1 : 2 * count + 1
        var total = 1
        for _ in 0..<slots { total *= spaces.count }
        var generator = SeededGenerator(seed: UInt64(count))
        let limit = rounds(4_000)
        let picked =
            total <= limit ? Array(0..<total) : (0..<limit).map { _ in Int.random(in: 0..<total, using: &generator) }
        for number in picked {
            for endsWithComma in count > 0 ? [false, true] : [false] {
                var rest = number
                func space() -> String {
                    defer { rest /= spaces.count }
                    return spaces[rest % spaces.count]
                }
                var text = isObject ? "{" : "["
                text += space()
                for index in 0..<count {
                    text += (isObject ? "\"k\(index)\":" : "") + "\(index)" + space()
                    if index < count - 1 {
                        text += "," + space()
                    } else if endsWithComma {
                        text += "," + space()
                    }
                }
                try checkEdits(text + (isObject ? "}" : "]"), count, isObject: isObject)
            }
        }
    }

    // MARK: Random

    private func randomValue(_ depth: Int, _ generator: inout SeededGenerator) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .init(Int.random(in: -2...9, using: &generator))
        case 3: return .string(["", "a", "/*é*/ \"\\", "// \n"].randomElement(using: &generator) ?? "")
        case 4, 5:
            let count = Int.random(in: 0..<5, using: &generator)
            return .array(JSONArray((0..<count).map { _ in randomValue(depth - 1, &generator) }))
        default:
            let count = Int.random(in: 0..<5, using: &generator)
            return .object(
                JSONObject(
                    (0..<count).map { _ in
                        (
                            ["a", "b", "c", "d\u{E9}"].randomElement(using: &generator) ?? "",
                            randomValue(depth - 1, &generator)
                        )
                    }))
        }
    }

    /// The text of a value with random whitespace and comments; members with a name that an object has twice are written twice.
    private func randomText(_ value: JSON, json5: Bool, _ generator: inout SeededGenerator) throws -> String {
        var spaces = Self.spaces + ["\r\n\t", "\r", "  ", "/* ] \n */", "\n\n", "//, {\r\n"]
        if json5 { spaces += ["\u{2028}", "//\u{2029}", "\u{A0}"] }
        func space(_ generator: inout SeededGenerator) -> String {
            Int.random(in: 0..<3, using: &generator) > 0 ? "" : spaces.randomElement(using: &generator) ?? ""
        }
        switch value {
        case .array(let elements):
            var text = "[" + space(&generator)
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," + space(&generator) }
                text += try randomText(element, json5: json5, &generator) + space(&generator)
            }
            if elements.count > 0, Bool.random(using: &generator) { text += "," + space(&generator) }
            return text + "]"
        case .object(let members):
            var text = "{" + space(&generator)
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," + space(&generator) }
                var name = try JSON.string(member.key).serializedString()
                if json5, Bool.random(using: &generator) { name = member.key }
                text += name + space(&generator) + ":" + space(&generator)
                text += try randomText(member.value, json5: json5, &generator) + space(&generator)
            }
            if members.count > 0, Bool.random(using: &generator) { text += "," + space(&generator) }
            return text + "}"
        case .number where json5 && Bool.random(using: &generator): return "+\(value)".replacing("+-", with: "-")
        default: return try value.serializedString()
        }
    }

    /// A random path to a value in `value`; sometimes with one step more.
    private func randomPath(_ value: JSON, _ generator: inout SeededGenerator) -> [JSONKey] {
        var value = value
        var path: [JSONKey] = []
        while Int.random(in: 0..<5, using: &generator) > 0 {
            if let elements = value.elements, !elements.isEmpty {
                path.append(.index(Int.random(in: 0..<elements.count, using: &generator)))
            } else if let members = value.members, let name = members.keys.randomElement(using: &generator) {
                path.append(.key(name))
            } else {
                break
            }
            value = value[path[path.count - 1]]
        }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            path.append(Bool.random(using: &generator) ? .key("new") : .index(0))
        }
        return path
    }

    @Test("random edits of random texts", arguments: 0..<8)
    func randomEdits(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<rounds(500) {
            var options = seed % 2 == 0 ? JSONParsingOptions.jsonc : .json5
            options.duplicateKeys = Bool.random(using: &generator) ? .lastWins : .firstWins
            let source = try randomText(randomValue(4, &generator), json5: seed % 2 == 1, &generator)
            var text = try JSONText(parsing: source, options: options)
            expectEqual(text.text, source)
            var value = text.value
            for _ in 0..<6 {
                let before = text.text
                let path = randomPath(value, &generator)
                let new = randomValue(2, &generator)
                let kind = Int.random(in: 0..<6, using: &generator)
                let creates = Bool.random(using: &generator)
                func apply(_ body: () throws -> Void) -> String {
                    do { try body() } catch { return (error as? JSONError)?.expected ?? "\(error)" }
                    return ""
                }
                let failure: (String, String)
                switch kind {
                case 0, 1:
                    failure = (
                        apply { try text.set(new, at: path, creatingMissing: creates) },
                        apply { try value.set(new, at: path, creatingMissing: creates) }
                    )
                case 2: failure = (apply { try text.remove(at: path) }, apply { try value.remove(at: path) })
                case 3: failure = (apply { try text.append(new, to: path) }, apply { try value.append(new, to: path) })
                case 4: failure = (apply { try text.insert(new, at: path) }, apply { try value.insert(new, at: path) })
                default:
                    var changed = value
                    for _ in 0..<3 { try? changed.set(randomValue(2, &generator), at: randomPath(changed, &generator)) }
                    failure = (apply { try text.update(to: changed) }, "")
                    value = changed
                }
                expectEqual(failure.0, failure.1)
                let parsed = try JSON(parsing: text.bytes, options: options)
                guard parsed == value, text.value == value else {
                    Issue.record("\(before.debugDescription) became \(text.text.debugDescription), not \(value)")
                    return
                }
                let bytes = text.bytes
                try text.update(to: value)
                expectEqual(text.bytes, bytes)
                value = text.value
            }
        }
    }
}
