import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite("Texts that keep their layout")
struct JSONTextTests {
    private static let configuration = """
        // The server.
        {
          "port": 80, // may be changed
          // Names, the first is the default.
          "hosts": ["a", "b"],
          "limits": { "size": 1.50e3, "time": 30 },
          "routes": [
            {"path": "/", "to": "index"},
            {"path": "/x", "to": "x"}, // an example
          ],
          "empty": [],
        }

        """

    /// An edit of a text, and what it changes in the text: lines of it and what they become.
    private static let edits: [(change: @Sendable (inout JSONText) throws -> Void, old: String, new: String)] = [
        ({ try $0.set(8080, at: "port") }, #""port": 80,"#, #""port": 8080,"#),
        ({ try $0.set("c", at: "hosts", 1) }, #"["a", "b"]"#, #"["a", "c"]"#),
        ({ try $0.append("c", to: "hosts") }, #"["a", "b"]"#, #"["a", "b", "c"]"#),
        ({ try $0.insert("c", at: "hosts", 0) }, #"["a", "b"]"#, #"["c", "a", "b"]"#),
        ({ try $0.remove(at: "hosts", 0) }, #"["a", "b"]"#, #"["b"]"#),
        ({ try $0.remove(at: "hosts", 1) }, #"["a", "b"]"#, #"["a"]"#),
        ({ try $0.set([], at: "hosts") }, #"["a", "b"]"#, "[]"),
        ({ try $0.set(["b", 1], at: "hosts") }, #"["a", "b"]"#, #"["b", 1]"#),
        ({ try $0.set(.null, at: "hosts") }, #"["a", "b"]"#, "null"),
        ({ try $0.set(["c": [1]], at: "hosts") }, #"["a", "b"]"#, #"{ "c": [1] }"#),
        ({ try $0.set(2, at: "limits", "new") }, #""time": 30 }"#, #""time": 30, "new": 2 }"#),
        ({ try $0.set([2, [3]], at: "limits", "new") }, #""time": 30 }"#, #""time": 30, "new": [2, [3]] }"#),
        ({ try $0.remove(at: "limits", "size") }, #"{ "size": 1.50e3, "time""#, #"{ "time""#),
        ({ try $0.remove(at: "limits", "time") }, #"1.50e3, "time": 30 }"#, "1.50e3 }"),
        ({ try $0.set([:], at: "limits") }, #"{ "size": 1.50e3, "time": 30 }"#, "{}"),
        ({ try $0.remove(at: "port") }, "\n  \"port\": 80, // may be changed", ""),
        ({ try $0.remove(at: "hosts") }, "\n  \"hosts\": [\"a\", \"b\"],", ""),
        ({ try $0.remove(at: "empty") }, "\n  \"empty\": [],", ""),
        ({ try $0.remove(at: "routes", 1) }, "\n    {\"path\": \"/x\", \"to\": \"x\"}, // an example", ""),
        (
            { try $0.append(["path": "/y", "to": [1, 2]], to: "routes") }, "// an example",
            "// an example\n    { \"path\": \"/y\", \"to\": [1, 2] },"
        ),
        ({ try $0.append(1, to: "empty") }, #""empty": []"#, #""empty": [1]"#),
        ({ try $0.set(["a": 1], at: "new") }, #""empty": [],"#, "\"empty\": [],\n  \"new\": { \"a\": 1 },"),
        (
            { try $0.set(1, at: "x", "y", creatingMissing: true) }, #""empty": [],"#,
            "\"empty\": [],\n  \"x\": { \"y\": 1 },"
        ),
        ({ try $0.set(3, at: JSONPointer(["limits", "time"])) }, #""time": 30"#, #""time": 3"#),
        ({ try $0.set("c", at: JSONPointer(["hosts", "-"])) }, #"["a", "b"]"#, #"["a", "b", "c"]"#),
        ({ try $0.insert("c", at: JSONPointer(["hosts", "1"])) }, #"["a", "b"]"#, #"["a", "c", "b"]"#),
        ({ try $0.remove(at: JSONPointer(["hosts", "1"])) }, #"["a", "b"]"#, #"["a"]"#),
        (
            {
                try $0.change { json in
                    json["limits", "time"] = 31
                    json["limits", "size"] = 1500
                    json["hosts"].elements?.insert("c", at: 1)
                }
            }, "[\"a\", \"b\"],\n  \"limits\": { \"size\": 1.50e3, \"time\": 30 }",
            "[\"a\", \"c\", \"b\"],\n  \"limits\": { \"size\": 1.50e3, \"time\": 31 }"
        ),
    ]

    @Test("edits of a configuration", arguments: edits.indices)
    func configuration(_ index: Int) throws {
        let edit = Self.edits[index]
        let parts = Self.configuration.split(separator: edit.old, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        for lineEnd in ["\n", "\r\n"] {
            func withLineEnds(_ text: String) -> String { text.replacing("\n", with: lineEnd) }
            var text = try JSONText(parsing: withLineEnds(Self.configuration), options: .jsonc)
            expectEqual(text.text, withLineEnds(Self.configuration))
            try edit.change(&text)
            expectEqual(text.text, withLineEnds(parts[0] + edit.new + parts[1]))
            expectEqual(text.value, try JSON(parsing: text.bytes, options: .jsonc))
        }
    }

    @Test(
        "entries of other layouts",
        arguments: [
            ("[1]", "[1,2]"), ("[1]\n", "[1, 2]\n"), ("[ 1 ]", "[ 1, 2 ]"), ("[\n\t1\n]", "[\n\t1,\n\t2\n]"),
            ("[]", "[2]"),
            ("[]\n", "[\n  2\n]\n"), ("[\n]", "[\n  2\n]"), ("[ ]", "[2]"), ("[1, 3,\n 4, 5]", "[1, 3,\n 4, 5, 2]"),
            ("[1 // one\n]", "[1, // one\n 2\n]"), ("[1 /* one */]", "[1 /* one */, 2]"), ("[1,]", "[1, 2,]"),
            ("[ // none\n]", "[ // none\n  2\n]"), ("[/* none */]", "[/* none */2]"), ("\u{FEFF}[1]", "\u{FEFF}[1, 2]"),
            ("[1\n // end\n]", "[1, 2\n // end\n]"),
        ])
    func appending(_ old: String, _ new: String) throws {
        var text = try JSONText(parsing: old, options: .jsonc)
        try text.append(2)
        expectEqual(text.text, new)
    }

    @Test(
        "members that are removed",
        arguments: [
            ("{\"a\": 1}", "{}"), ("{\n  \"a\": 1 // one\n}", "{}"), ("{\n  // one\n  \"a\": 1\n}", "{\n  // one\n}"),
            ("{ // all\n\"a\": 1}", "{ // all\n}"), ("{\"a\": 1, \"b\": 2}", "{\"b\": 2}"),
            ("{\"b\": 2, // two\n\"a\": 1}", "{\"b\": 2 // two\n}"), ("{\"a\": 1, \"b\": 2, \"a\": 3}", "{\"b\": 2}"),
            ("{\n  \"b\": 2,\n  // one\n  \"a\": 1\n}", "{\n  \"b\": 2\n  // one\n}"),
            ("{\n  \"a\": 1, \"b\": 2,\n  \"c\": 3\n}", "{\n  \"b\": 2,\n  \"c\": 3\n}"),
            ("{\n  \"c\": 3,\n  \"a\": 1, \"b\": 2\n}", "{\n  \"c\": 3,\n  \"b\": 2\n}"),
            ("{ \"b\": 2 , \"a\": 1 }", "{ \"b\": 2 }"),
            ("{\"b\": 2 /* two */ ,\n\"a\": 1\n}", "{\"b\": 2 /* two */\n}"),
            ("{ \"b\": 2\n, \"a\": 1\n}", "{ \"b\": 2\n}"),
            ("{ \"b\": 2 // two\n, \"a\": 1\n}", "{ \"b\": 2 // two\n}"),
            ("{\"b\": 2 // two\n , \"a\": 1}", "{\"b\": 2 // two\n}"),
            ("{\"b\": 2 // two\n, // 2\n\"a\": 1}", "{\"b\": 2 // two\n // 2\n}"),
        ])
    func removing(_ old: String, _ new: String) throws {
        var text = try JSONText(parsing: old, options: .jsonc)
        try text.remove(at: "a")
        expectEqual(text.text, new)
    }

    @Test("values of other types take the layout beside them")
    func replacing() throws {
        var text = try JSONText(parsing: "{\n\t\"a\": [\n\t\t1\n\t],\n\t\"b\":  2\n}\n")
        try text.set(["x": [1, [:]], "y": []], at: "b")
        expectEqual(
            text.text,
            "{\n\t\"a\": [\n\t\t1\n\t],\n\t\"b\":  {\n\t\t\"x\": [\n\t\t\t1,\n\t\t\t{}\n\t\t],\n\t\t\"y\": []\n\t}\n}\n"
        )
        try text.set([1], at: [])
        expectEqual(text.text, "[\n\t1\n]\n")
        try text.set(1, at: [])
        expectEqual(text.text, "1\n")
        try text.update(to: [1])
        expectEqual(text.text, "[\n  1\n]\n")
    }

    @Test("JSON5 keeps its spelling")
    func json5() throws {
        let source = "{a: 'it\\'s', 'b': 0x1F, /* c */ c: [+1, .5,],}"
        var text = try JSONText(parsing: source, options: .json5)
        try text.update(to: text.value)
        try text.set(31, at: "b")
        expectEqual(text.text, source)
        try text.set("x", at: "a")
        try text.set(.number(JSONNumber(Double.infinity)), at: "c", 0)
        expectEqual(text.text, "{a: \"x\", 'b': 0x1F, /* c */ c: [Infinity, .5,],}")
        try text.remove(at: "b")
        try text.set(1, at: "d e")
        expectEqual(text.text, "{a: \"x\", /* c */ c: [Infinity, .5,], \"d e\": 1,}")
    }

    @Test("of several members with one name, the effective one is changed")
    func duplicates() throws {
        var options = JSONParsingOptions()
        var text = try JSONText(parsing: #"{"a":1,"a":2}"#, options: options)
        try text.set(3, at: "a")
        expectEqual(text.text, #"{"a":1,"a":3}"#)
        options.duplicateKeys = .firstWins
        text = try JSONText(parsing: #"{"a":1,"a":2}"#, options: options)
        try text.change { $0["a"] = 3 }
        expectEqual(text.text, #"{"a":3,"a":2}"#)
        // A value that was read by the other rule is written so that it is read as the same.
        try text.set(JSON(parsing: #"{"b":1,"b":2}"#), at: "c")
        expectEqual(text.text, #"{"a":3,"a":2,"c":{"b":2}}"#)
    }

    @Test("errors are those of JSON and of the parser, and change nothing")
    func errors() throws {
        #expect(throws: JSONError.self) { try JSONText(parsing: "[1,]") }
        func message(_ body: () throws -> Void) -> String {
            do { try body() } catch { return "\(error)" }
            return ""
        }
        let source = #"{"a": [1], "b": null}"#
        var text = try JSONText(parsing: source)
        var json = text.value
        expectEqual(message { try text.set(1, at: "c", "d") }, message { try json.set(1, at: "c", "d") })
        expectEqual(message { try text.set(1, at: "a", 1) }, message { try json.set(1, at: "a", 1) })
        expectEqual(message { try text.set(1, at: "a", "x") }, message { try json.set(1, at: "a", "x") })
        expectEqual(message { try text.append(1, to: "b") }, message { try json.append(1, to: "b") })
        expectEqual(message { try text.append(json["x"], to: "a") }, message { try json.append(json["x"], to: "a") })
        expectEqual(message { try text.insert(1, at: "a", 2) }, message { try json.insert(1, at: "a", 2) })
        expectEqual(message { try text.insert(1, at: "a") }, message { try json.insert(1, at: "a") })
        expectEqual(message { try text.remove(at: "a", 1) }, message { try json.remove(at: "a", 1) })
        expectEqual(message { try text.remove(at: []) }, message { try json.remove(at: []) })
        expectEqual(
            message { try text.remove(at: JSONPointer(["a", "-"])) },
            message { try json.remove(at: JSONPointer(["a", "-"])) })
        expectEqual(
            message { try text.set(1, at: JSONPointer(["a", "7"])) },
            message { try json.set(1, at: JSONPointer(["a", "7"])) })
        expect(message { try text.update(to: json["x"]) }.hasPrefix("$.x: "))
        let nan: JSON = ["x": [JSON.number(JSONNumber(Double.nan))]]
        expect(message { try text.set(nan, at: "c") }.hasPrefix("$.x[0]: "))
        expectEqual(text.text, source)

        var options = JSONParsingOptions()
        options.maximumDepth = 2
        options.allowsTopLevelScalars = false
        text = try JSONText(parsing: source, options: options)
        #expect(throws: JSONError.self) { try text.append([1], to: "a") }
        #expect(throws: JSONError.self) { try text.update(to: 1) }
        expectEqual(text.text, source)
    }

    @Test("values of any depth are changed")
    func depth() throws {
        var options = JSONParsingOptions.jsonc
        options.maximumDepth = .max
        let depth = 50_000
        let deep = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        var text = try JSONText(parsing: deep, options: options)
        let path = [JSONKey](repeating: .index(0), count: depth)
        try text.set(2, at: path)
        expectEqual(text.text, deep.replacing("1", with: "2"))
        let changed = try JSON(parsing: deep, options: options)
        try text.update(to: changed)
        expectEqual(text.text, deep)
        text = try JSONText(parsing: "{\n  \"a\": 0\n}", options: options)
        try text.set(changed, at: "a")
        expectEqual(text.text, "{\n  \"a\": \(deep)\n}")
        try text.remove(at: "a")
        expectEqual(text.text, "{}")
    }
}
