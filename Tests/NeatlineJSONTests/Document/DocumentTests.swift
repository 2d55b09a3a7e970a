import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Documents")
struct DocumentTests {
    private func document(of json: JSON) -> Document? {
        switch json {
        case .array(let array): if case .view(let document, _) = array.storage { return document }
        case .object(let object): if case .view(let document, _) = object.storage { return document }
        case .number(let number): if case .text(let document, _) = number.storage { return document }
        default: break
        }
        return nil
    }

    @Test(
        "A view keeps its document alive, and the last one lets it go",
        arguments: ["list", "object", "number", "error"])
    func lifetime(key: String) throws {
        weak var document: AnyObject?
        var kept = JSON.null
        do {
            let text = #"{"list": [1, "two"], "object": {"x": "y"}, "number": 1.500000000000000e0, "error": {}}"#
            let json = try JSON(parsing: text)
            document = self.document(of: json)?.object
            kept = key == "error" ? json["error"]["missing"] : json[key]
        }
        expect(document != nil)
        switch key {
        case "list": expectEqual(kept, [1, "two"])
        case "object": expectEqual(kept["x"], "y")
        case "number": expectEqual(kept.stringValue, "1.500000000000000e0")
        default: expectEqual(kept.error?.path, "$.error.missing")
        }
        kept = .null
        expect(document == nil)
    }

    @Test("A string, boolean or usual number does not keep its document alive")
    func scalars() throws {
        for text in [#"["text"]"#, "[true]", "[12]", "[-1.50]", "[1E05]", "[-65.613616999999977]", "[null]"] {
            weak var document: AnyObject?
            var kept = JSON.null
            do {
                let json = try JSON(parsing: text)
                document = self.document(of: json)?.object
                kept = json[0]
            }
            expect(document == nil, "\(text)")
            try expectEqual(JSON([kept]).serializedString(), text)
        }
    }

    /// Texts in which every value is at a known offset: at the digit that counts the values before it.
    @Test(
        "The offset of every value in the text is found",
        arguments: [
            (#"[1, [2], {"a": 3}, "x"]"#, [0, 1, 4, 5, 9, 15, 19]), ("  [ [ [ ] ] ]", [2, 4, 6]), ("\u{FEFF}{ }", [3]),
            (#"{"a":{"b":{"c":[]}}}"#, [0, 5, 10, 15]), ("12", [0]), (#" "s" "#, [1]), ("[[],[],{}]", [0, 1, 4, 7]),
            ("[null,\ttrue , -1.5e3]", [0, 1, 7, 14]),
        ])
    func offsets(text: String, offsets: [Int]) throws {
        let document = try Document.parse(Array(text.utf8), options: JSONParsingOptions())
        var found: [Int] = []
        var pending = [0]
        while let index = pending.popLast() {
            found.append(document.offset(of: index))
            let word = document[index]
            guard word.isContainer else { continue }
            var children: [Int] = []
            var entry = index + 1
            while entry < document.contentEnd(index) {
                if word.kind == TapeWord.Kind.object { entry = document.next(entry) }
                children.append(entry)
                entry = document.next(entry)
            }
            pending.append(contentsOf: children.reversed())
        }
        expectEqual(found, offsets)
    }

    @Test("Comments between values do not mislead the search for an offset")
    func offsetsAfterComments() throws {
        var options = JSONParsingOptions()
        options.allowsComments = true
        for comment in ["/* [ */", "/*/ { [ */", "// [ {\n", "/***/", "//\r", "/* ] \" */ // [\n"] {
            let text = "[1, \(comment) [ \(comment) { }]]"
            let document = try Document.parse(Array(text.utf8), options: options)
            let array = 4 + comment.utf8.count + 1
            expectEqual(document.offset(of: 2), array, "\(comment)")
            expectEqual(document.offset(of: 3), array + 2 + comment.utf8.count + 1, "\(comment)")
        }
    }

    @Test("The steps to every value lead back to it")
    func steps() throws {
        let members = (0..<100).map { "\"k\($0)\": [\($0), {\"x\": [true, \"\($0)\"]}]" }.joined(separator: ",")
        let text = "{\(members), \"e\\u0301\": 1}"
        let document = try Document.parse(Array(text.utf8), options: JSONParsingOptions())
        let root = JSON(document, 0)
        var checked = 0
        var pending = [0]
        while let index = pending.popLast() {
            expectEqual(root[document.steps(to: index)], JSON(document, index))
            checked += 1
            let word = document[index]
            guard word.isContainer else { continue }
            var entry = index + 1
            while entry < document.contentEnd(index) {
                if word.kind == TapeWord.Kind.object { entry = document.next(entry) }
                pending.append(entry)
                entry = document.next(entry)
            }
        }
        expectEqual(checked, 1 + 100 * 6 + 1)
    }

    @Test("Documents are used again and again, of every size", arguments: [0, 1, 10, 1_000, 100_000])
    func sizes(count: Int) throws {
        for round in 0..<3 {
            let text = "[" + (0..<count).map { "\($0 + round)" }.joined(separator: ",") + "]"
            let json = try JSON(parsing: text)
            expectEqual(json.count, count)
            expect(json[count - 1].int == count + round - 1 || count == 0)
        }
    }

    @Test("Names beyond ASCII are found in small and big objects", arguments: [1, 7, 40, 200])
    func namesBeyondASCII(count: Int) throws {
        let names = (0..<count).flatMap { ["é\($0)", "日本語\($0)", "e\($0)", "ein längerer Name \($0)"] }
        let members = names.enumerated().map { "\"\($1)\":\($0)" }
        for text in ["{" + members.joined(separator: ",") + "}", "{" + members.joined(separator: ", ") + "}      "] {
            let json = try JSON(parsing: text)
            for (number, name) in names.enumerated() { expectEqual(json[name].int, number) }
            for name in ["é", "É0", "e\u{301}0", "日本語", "日本語\(count)"] { expect(!json[name].exists()) }
        }
    }

    @Test("The limit of offsets holds for integers of any width")
    func offsetLimit() {
        // `Int` has 32 bits on some processors, where no text reaches the limit.
        for count in [0, 1, Int32.max - 1, .max] { expect(TapeWord.canHold(offset: count)) }
        for count in [0, UInt32.max - 1] { expect(TapeWord.canHold(offset: count)) }
        expect(!TapeWord.canHold(offset: UInt32.max))
        expect(TapeWord.canHold(offset: Int64(UInt32.max) - 1))
        expect(!TapeWord.canHold(offset: Int64(UInt32.max)) && !TapeWord.canHold(offset: Int64.max))
    }
}
