import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("JSONParser")
struct JSONParserTests {
    private static let parsing: [JSONParsingOptions] = {
        var unusual = JSONParsingOptions.json5
        unusual.duplicateKeys = .reject
        unusual.invalidUTF8 = .replace
        unusual.loneSurrogates = .replace
        return [JSONParsingOptions(), unusual]
    }()

    /// Texts for which a document is made in every way there is, right and wrong.
    private static let texts: [[UInt8]] = {
        let short: [String] = [
            #"{"id": 1, "ok": true, "name": "user 1"}"#, "[]", "{}", "0", "-1.50", #""é🙂\n""#, "null",
            " [1, [2, {\"a\": []}]] ",
            "\u{FEFF}[true]", #"{"a": 1, "a": 2}"#, #"{"a": {"b": 1, "b": 2}}"#, #""\ud800""#,
            "{a: 0x1F, 'b': [+1, .5,],}",
            "", " ", "[1,", #"{"a": x}"#, "[\"\u{1}\"]", "[1] 2", "{", "\"",
        ]
        // As many values as there can be, which need more words than there are, and a slot for an index; and a long string.
        let long = [Document.smallCount - 1, Document.smallCount, Document.smallCount + 1, 1_000].flatMap {
            size -> [String] in
            let ones = String(repeating: "1,", count: (size - 3) / 2)
            let brackets = String(repeating: "[", count: size / 2) + String(repeating: "]", count: size / 2)
            let string = String(repeating: "s", count: size - 2)
            return ["[\(ones)\(size % 2)]", brackets, "\"\(string)\""]
        }
        let illFormed: [UInt8] = [UInt8(ascii: "["), UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\""), UInt8(ascii: "]")]
        return (short + long).map { Array($0.utf8) } + [illFormed]
    }()

    @Test("After any text, any other has the value or the error that it has by itself", arguments: parsing)
    func anyOrder(options: JSONParsingOptions) throws {
        let expected = Self.texts.map { text in outcome { try JSON(parsing: text, options: options) } }
        var parser = JSONParser(options: options)
        for before in Self.texts.indices {
            for after in Self.texts.indices {
                _ = outcome { try parser.withJSON(parsing: Self.texts[before]) { $0 } }
                let text = Self.texts[after]
                let found = outcome { try parser.withJSON(parsing: text) { $0 } }
                expectEqual(found, expected[after], "\(String(decoding: text, as: UTF8.self))")
            }
        }
    }

    @Test("A string, an array and a span have the same values", arguments: texts)
    func inputs(text: [UInt8]) {
        let expected = outcome { try JSON(parsing: text) }
        var parser = JSONParser()
        expectEqual(outcome { try parser.withJSON(parsing: text) { $0 } }, expected)
        expectEqual(outcome { try parser.withJSON(parsing: text.span) { $0 } }, expected)
        guard let string = String(validating: text, as: UTF8.self) else { return }
        expectEqual(outcome { try parser.withJSON(parsing: string) { $0 } }, expected)
        expectEqual(outcome { try parser.withJSON(parsing: String(string[...])) { $0 } }, expected)
    }

    @Test("What is kept of a value stays as it is", arguments: 0..<8)
    func kept(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var generator = DocumentGenerator(seed: seed)
        var parser = JSONParser()
        var kept: [(json: JSON, expected: JSON)] = []
        for _ in 0..<rounds(2_000) {
            let text = generator.anyText()
            let expected = try JSON(parsing: text)
            if random.oneIn(3) { kept.append((try parser.withJSON(parsing: text) { $0 }, expected)) }
            if random.oneIn(3) { kept.append((try parser.withJSON(parsing: text) { $0[0] }, expected[0])) }
            if random.oneIn(4), !kept.isEmpty { kept.remove(at: Int.random(in: kept.indices, using: &random)) }
            if random.oneIn(20) { parser = [parser][0] }
            let found = try parser.withJSON(parsing: text) { try $0.serializedString() }
            try expectEqual(found, expected.serializedString())
        }
        for (json, expected) in kept { expectEqual(json, expected) }
    }

    /// The object of the document of an array.
    private func storage(of json: JSON) -> AnyObject? {
        guard case .array(let array) = json, case .view(let document, _) = array.storage else { return nil }
        return document.object
    }

    @Test("The memory is that of the text before, unless its value is kept")
    func reuse() throws {
        var parser = JSONParser()
        weak var latest: AnyObject?
        /// Whether the next value has the storage of the one before.
        func isReused(_ text: String = "[1, 2]") throws -> Bool {
            try parser.withJSON(parsing: text) { json in
                let storage = storage(of: json)
                defer { latest = storage }
                return storage === latest
            }
        }
        expect(try !isReused())
        expect(try isReused())
        #expect(throws: JSONError.self) { try parser.withJSON(parsing: "[1, ") { $0 } }
        expect(try isReused("[{}]"))
        var kept: JSON? = try parser.withJSON(parsing: "[3]") { $0 }
        expect(try !isReused())
        expectEqual(kept, [3])
        kept = nil
        expect(try isReused())
        // A copy has memory of its own.
        var copy = parser
        let isShared = try copy.withJSON(parsing: "[4]") { storage(of: $0) === latest }
        expect(!isShared)
        expect(try isReused())
    }

    @Test("What the closure throws is thrown, and the next text is read")
    func errors() throws {
        struct Refusal: Error {}
        var parser = JSONParser()
        #expect(throws: Refusal.self) { try parser.withJSON(parsing: "[1]") { _ in throw Refusal() } }
        try expectEqual(parser.withJSON(parsing: "[2]") { $0[0].intValue }, 2)
    }
}
