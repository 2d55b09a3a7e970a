import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Partial parser")
struct JSONPartialParserTests {
    private func unwrapped(_ snapshot: JSON?) throws -> JSON { try #require(snapshot) }

    /// Texts with each kind of token that can be cut off, and texts that are refused.
    static let texts: [String] = [
        "", " ", "1", "-", "0", "-0", "12.5e-3", "1.", "1.x", "01", "-x", "1e", "1e+", "0x1F", "1 2", "1,",
        "true", "tru", "trux", "truex", "nullnull", "nan", "NaN", "-Infinity", "false ", "\u{FEFF}[1]", "[\u{FEFF}1]",
        #""""#, #""abc""#, #""abc"#, #""\n\"\\\/\u00e9""#, #""\u12"#, #""\u12x4""#, #""\x""#, #""\"#,
        #""\ud83d\ude00 and \uD83D\uDE00""#, #""\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\u0041""#,
        #""\ude00""#,
        #""\\ud83d\\""#, #""\\\ud83d\ude00""#, "\"é 中 😀\"", "\"\u{0001}\"", "\"a\nb\"",
        "[]", "{}", "[ ]", "{ }", "[[],{}]", "[1,2,3]", "[1,]", "[,1]", "[1 2]", "[1", "[1,", "]", "}", "[}", "{]",
        #"{"a":1}"#, #"{"a":}"#, #"{"a"}"#, #"{"a" 1}"#, #"{"a":1,}"#, #"{"a":1 "b"}"#, #"{a:1}"#, #"{'a':1}"#, "{1:2}",
        #"{"a":1,"a":2}"#, #"{"a":{"a":"x"},"a":["y"]}"#, "[1] x", "[1] ]", "[1]\n", "/", "[1/", "[1 //x\n]",
        #" { "a" : [ 1 , true , null , "x\u00e9y" , { "b" : { "c" : "de" } } ] , "f\n" : -1.5E+3 } "#,
        #"{"choices":[{"delta":{"content":"Hi\ud83d\ude00"}},{"index":0}],"usage":{"total":12}}"#,
        "[" + Array(repeating: "[7]", count: 70).joined(separator: ",") + "]",
        "{" + (0..<70).map { "\"name \($0)\":\"v\($0)\"" }.joined(separator: ",") + "}",
        #"{"text":""# + String(repeating: "0123456789abcdef é\\n", count: 12) + #"","n":"#
            + String(repeating: "1234567890", count: 8) + "}",
    ]

    @Test(
        "all cuts: errors at once and as the parser's, snapshots that only grow, the parser's value", arguments: texts)
    func allCuts(_ text: String) {
        expect(PartialChecks.failure(Array(text.utf8)) == nil)
    }

    @Test(
        "all cuts under options that add or refuse something",
        arguments: texts + [
            "[1,2,] ", #"{"a":1,}"#, "[,]", "[1,,]", "// a\n[1/**/,/* x * / */2]//", "/* a", "//", "[1 / 2]", "/**/",
            "[" + String(repeating: "/", count: 40) + "\n1]", "[/*" + String(repeating: "*", count: 40) + "/1]",
        ])
    func allCutsUnderOptions(_ text: String) {
        var options = JSONParsingOptions.jsonc
        for surrogates in [JSONParsingOptions.LoneSurrogates.keep, .replace] {
            options.loneSurrogates = surrogates
            expect(PartialChecks.failure(Array(text.utf8), options: options) == nil)
        }
        options = JSONParsingOptions()
        options.duplicateKeys = .reject
        options.maximumDepth = 2
        expect(PartialChecks.failure(Array(text.utf8), options: options) == nil)
        options.duplicateKeys = .firstWins
        options.maximumDepth = 0
        options.allowsTopLevelScalars = false
        expect(PartialChecks.failure(Array(text.utf8), options: options) == nil)
    }

    @Test("all cuts of bytes that are not UTF-8, or are not in a string")
    func allCutsOfBytes() {
        let sequences: [[UInt8]] = [
            [0x80], [0xC0, 0x80], [0xC3], [0xC3, 0xA9], [0xC3, 0x22], [0xE0, 0x80, 0x80], [0xE0, 0xA0],
            [0xED, 0xA0, 0x80],
            [0xEF, 0xBB, 0xBF], [0xEF, 0xBB], [0xF0, 0x80], [0xF0, 0x9F, 0x98, 0x80], [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80], [0xF5], [0xFF], [0x00], [0x7F],
        ]
        for sequence in sequences {
            for (before, after) in [
                ("\"a", "b\""), ("[\"", "\"]"), ("{\"", "\":1}"), ("[", "]"), ("", ""), ("[1]", ""),
            ] {
                let text = Array(before.utf8) + sequence + Array(after.utf8)
                expect(PartialChecks.failure(text) == nil, "\(text)")
            }
        }
    }

    @Test("all cuts of JSONTestSuite, where it is at hand")
    func testSuite() {
        for (name, bytes) in SharedFiles.testSuite {
            if bytes.count < 600 {
                expect(PartialChecks.failure(bytes) == nil, "\(name)")
                continue
            }
            let expected = Result { try JSON(parsing: bytes) }
            let found = Result {
                var parser = JSONPartialParser()
                for byte in bytes { try parser.feed(CollectionOfOne(byte)) }
                return try parser.finish()
            }
            switch (found, expected) {
            case (.success(let found), .success(let expected)): expectEqual(found, expected, "\(name)")
            case (.failure(let found as JSONError), .failure(let expected as JSONError)):
                expect(found.byteOffset == expected.byteOffset && found.code == expected.code, "\(name)")
            default: Issue.record("\(name): \(found), not \(expected)")
            }
        }
    }

    @Test("each byte shows what is certain, and no less")
    func certain() throws {
        let text = #" {"a":[12,"x\u00e9\ud83d\ude00y",true,{}],"b":{"c":-1}} "#
        let shown: [(after: String, snapshot: String)] = [
            (#" "#, "-"), (#" {"#, "{}"), (#" {"a":"#, "{}"), (#" {"a":["#, #"{"a":[]}"#),
            (#" {"a":[12"#, #"{"a":[]}"#),
            (#" {"a":[12,"#, #"{"a":[12]}"#), (#" {"a":[12,""#, #"{"a":[12,""]}"#),
            (#" {"a":[12,"x\u00e"#, #"{"a":[12,"x"]}"#),
            (#" {"a":[12,"x\u00e9\ud83d\ude0"#, #"{"a":[12,"xé"]}"#),
            (#" {"a":[12,"x\u00e9\ud83d\ude00"#, #"{"a":[12,"xé😀"]}"#),
            (#" {"a":[12,"x\u00e9\ud83d\ude00y",tru"#, #"{"a":[12,"xé😀y"]}"#),
            (#" {"a":[12,"x\u00e9\ud83d\ude00y",true"#, #"{"a":[12,"xé😀y",true]}"#),
            (#" {"a":[12,"x\u00e9\ud83d\ude00y",true,{}],"b"#, #"{"a":[12,"xé😀y",true,{}]}"#),
            (#" {"a":[12,"x\u00e9\ud83d\ude00y",true,{}],"b":{"c":-1"#, #"{"a":[12,"xé😀y",true,{}],"b":{}}"#),
            (#" {"a":[12,"x\u00e9\ud83d\ude00y",true,{}],"b":{"c":-1}"#, #"{"a":[12,"xé😀y",true,{}],"b":{"c":-1}}"#),
        ]
        for (after, snapshot) in shown {
            expect(text.hasPrefix(after))
            var parser = JSONPartialParser()
            try parser.feed(after)
            let json = parser.snapshot
            try expectEqual(json.map { try $0.serializedString() } ?? "-", snapshot)
        }
    }

    @Test("completeness of values, and of such as are not there")
    func completeness() throws {
        var parser = JSONPartialParser()
        var completeness = parser.completeness(at: [])
        expectEqual(completeness, .missing)
        try parser.feed(#"{"a":[1,{"b":"x"}],"c":{"d":[true,"y"#)
        let expected: [([JSONKey], JSONPartialParser.Completeness)] = [
            ([], .growing), ([.key("a")], .final), ([.key("a"), .index(1), .key("b")], .final),
            ([.key("a"), .index(2)], .missing), ([.key("c")], .growing), ([.key("c"), .key("d")], .growing),
            ([.key("c"), .key("d"), .index(0)], .final), ([.key("c"), .key("d"), .index(1)], .growing),
            ([.key("c"), .key("d"), .index(1), .index(0)], .missing), ([.key("e")], .missing),
        ]
        for (path, expected) in expected {
            completeness = parser.completeness(at: path)
            expectEqual(completeness, expected, "\(path)")
        }
        try parser.feed(#""]}}"#)
        completeness = parser.completeness(at: [.key("c"), .key("d"), .index(1)])
        expectEqual(completeness, .final)
        completeness = parser.completeness(at: [])
        expectEqual(completeness, .final)
        let isComplete = parser.isComplete
        expect(isComplete)
    }

    @Test("a change of a snapshot changes no other one")
    func changes() throws {
        var parser = JSONPartialParser()
        try parser.feed(#"{"list":[1,2,"x"#)
        var changed = try unwrapped(parser.snapshot)
        changed["list"][0] = 7
        changed["list"][2] = "z"
        changed["more"] = true
        if case .array(var list) = changed["list"] {
            list.append(8)
            list.insert(9, at: 0)
            changed["list"] = .array(list)
        }
        try expectEqual(changed.serializedString(), #"{"list":[9,7,2,"z",8],"more":true}"#)
        try parser.feed(#"y",{"a":1}]}"#)
        try expectEqual(changed.serializedString(), #"{"list":[9,7,2,"z",8],"more":true}"#)
        let json = try parser.finish()
        try expectEqual(json.serializedString(), #"{"list":[1,2,"xy",{"a":1}]}"#)
        expect(changed._checkInvariants() == nil)
    }

    @Test(
        "a snapshot of which nothing is kept becomes the next one",
        arguments: [#"["x","#, #"{"a":"x","b":"#, #"[["x"],"#, #"{"a":{"b":["x"]},"b":"#, "[[[", #"{"a":[{"b":"#])
    func reuse(_ start: String) throws {
        var parser = JSONPartialParser()
        try parser.feed(start + #""x"#)
        weak var latest: AnyObject?
        /// Whether the next snapshot has the storage of the one before.
        func isReused() throws -> Bool {
            try parser.feed("z")
            return parser.withSnapshot { json in
                let storage = storage(of: json)
                defer { latest = storage }
                return storage === latest
            }
        }
        expect(try !isReused())
        expect(try isReused())
        var kept = parser.withSnapshot { $0 }
        expect(try !isReused())
        kept = nil
        expect(try isReused())
        // One that had another reference is not used again, although there is none any more.
        kept = parser.snapshot
        kept = nil
        expect(latest != nil)
        expect(try !isReused())
        expect(try isReused())
        // A container in a snapshot refers to the document.
        let inner = parser.withSnapshot { start.hasPrefix("{") ? $0?["a"] : $0?[0] }
        try expectEqual(isReused(), inner?.string != nil)
        expect(kept == nil)
    }

    /// The object of an array or object that is not a view of a document.
    private func storage(of json: JSON?) -> AnyObject? {
        if case .array(let array) = json, case .owned(let storage) = array.storage { return storage }
        if case .object(let object) = json, case .owned(let storage) = object.storage { return storage }
        return nil
    }

    @Test("snapshots read the same while the text goes on, also on other threads")
    func threads() async throws {
        var parser = JSONPartialParser()
        let text = Array(JSONPartialParserTests.texts.last.unsafelyUnwrapped.utf8)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for byte in text {
                try parser.feed(CollectionOfOne(byte))
                guard let json = parser.snapshot else { continue }
                group.addTask { PartialChecks.isBeginning(json, of: try JSON(parsing: text)) }
            }
            for try await isBeginning in group { expect(isBeginning) }
        }
    }

    @Test("errors of values in snapshots say where they are")
    func access() throws {
        var parser = JSONPartialParser()
        try parser.feed(#"{"a":{"b":[1]},"users":[{"name":"Ada"},{"name":"Gr"#)
        let json = try unwrapped(parser.snapshot)
        expectEqual(json["a"]["c"].error?.path, "$.a.c")
        expectEqual(json["users"][0]["mail"].error?.path, "$.users[0].mail")
        expectEqual(json["users"][1]["name"].string, "Gr")
        expect(json["users"][1]["mail"].string == nil)
    }

    @Test("open brackets: to the limit of depth, or as many as there are")
    func brackets() throws {
        var limited = JSONPartialParser()
        let error = #expect(throws: JSONError.self) {
            for _ in 0..<1000 { try limited.feed("[") }
        }
        expect(error?.code == .tooDeep && error?.byteOffset == 512)
        #expect(throws: JSONError.self) { try limited.feed("[") }
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        var parser = JSONPartialParser(options: options)
        for _ in 0..<20 { try parser.feed(repeatElement(0x5B, count: 10_000)) }
        var json = try unwrapped(parser.snapshot)
        for _ in 0..<199_999 { json = json[0] }
        expectEqual(json, [])
        let end = #expect(throws: JSONError.self) { try parser.finish() }
        expect(end?.code == .unexpectedEnd && end?.byteOffset == 200_000)
    }

    @Test("a long string costs what it is long, and is shown without a copy")
    func longString() throws {
        var parser = JSONPartialParser()
        try parser.feed(#"{"text":""#)
        var snapshots: [JSON] = []
        for _ in 0..<200 {
            try parser.feed(String(repeating: "0123456789é", count: 1000))
            snapshots.append(try unwrapped(parser.snapshot))
        }
        for (index, json) in snapshots.enumerated() where index.isMultiple(of: 50) {
            expectEqual(json["text"].string?.utf8.count, (index + 1) * 12_000)
        }
        try parser.feed(#""}"#)
        let json = try parser.finish()
        expectEqual(json["text"].string?.utf8.count, 200 * 12_000)
    }

    @Test("a string of more than 16 MB has a word with an extension")
    func extendedString() throws {
        var parser = JSONPartialParser(reportsEvents: true)
        let piece = [UInt8](repeating: 0x61, count: 6 << 20)
        try parser.feed("[\"")
        for count in 1...3 {
            try parser.feed(piece)
            let json = try unwrapped(parser.snapshot)
            expectEqual(json[0].string?.utf8.count, count * piece.count)
            let events = parser.takeEvents()
            expectEqual(events.count, 1)
        }
        try parser.feed("\"]")
        let json = try parser.finish()
        expectEqual(json[0].string?.utf8.count, 3 * piece.count)
    }

    @Test("nothing is taken after the end, and errors stay")
    func end() throws {
        var parser = JSONPartialParser()
        try parser.feed("[1] ")
        var json = try parser.finish()
        expectEqual(json, [1])
        try parser.feed("x")
        json = try parser.finish()
        expectEqual(json, [1])
        var refused = JSONPartialParser()
        #expect(throws: JSONError.self) { try refused.feed(#"{"a":1,"b":x"#) }
        json = try unwrapped(refused.snapshot)
        expectEqual(json, ["a": 1])
        #expect(throws: JSONError.self) { try refused.finish() }
    }

    @Test("a copy goes on by itself, at each byte")
    func copies() throws {
        let text = #"{"a":[1,"x\u00e9",{"b":true}],"c":"end"}"#
        let other = #"{"a":[1,"x\u00e8"]}"#
        var parser = JSONPartialParser(reportsEvents: true)
        for byte in text.utf8.prefix(15) { try parser.feed(CollectionOfOne(byte)) }
        let before = try unwrapped(parser.snapshot)
        var copy = parser
        for byte in other.utf8.dropFirst(15) { try copy.feed(CollectionOfOne(byte)) }
        let shown = try unwrapped(copy.snapshot)
        for byte in text.utf8.dropFirst(15) { try parser.feed(CollectionOfOne(byte)) }
        try expectEqual(before.serializedString(), #"{"a":[1,"x"]}"#)
        try expectEqual(shown.serializedString(), #"{"a":[1,"xè"]}"#)
        try expectEqual(parser.finish(), JSON(parsing: text))
        try expectEqual(copy.finish(), JSON(parsing: other))
        expectEqual(parser.takeEvents().count, 12)
        expectEqual(copy.takeEvents().count, 6)
    }

    @Test("a copy at any byte shows what the first one shows", arguments: texts.suffix(8))
    func copiesAtEachByte(_ text: String) throws {
        var parser = JSONPartialParser()
        var copies: [(parser: JSONPartialParser, snapshot: JSON?)] = []
        for byte in text.utf8 {
            guard (try? parser.feed(CollectionOfOne(byte))) != nil else { break }
            let copy = parser
            copies.append((copy, parser.snapshot))
        }
        for index in copies.indices {
            expectEqual(copies[index].parser.snapshot, copies[index].snapshot)
            let rest = Array(text.utf8.dropFirst(index + 1))
            let found = Result {
                try copies[index].parser.feed(rest); return try copies[index].parser.finish()
            }
            expectEqual(try? found.get(), try? JSON(parsing: text), "\(index)")
        }
    }

    @Test(
        "prose and fences around a value are passed over when asked, in all cuts",
        arguments: [
            ("Sure! Here it is:\n```json\n{\"a\": [1]}\n```\nDone.", #"{"a":[1]}"#), ("[1, 2] ] {", "[1,2]"),
            ("See [the list] {and this}: {\"a\": 1} [", #"{"a":1}"#), ("[[[x] {}", "{}"), ("[x[]", "[]"),
            ("é { } {", "{}"),
            ("[\"a\" is not JSON {}", nil), ("no brackets", nil), ("", nil), ("{\"a\": [1, 2", nil),
        ] as [(String, String?)])
    func prose(_ text: String, _ value: String?) throws {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var parser = JSONPartialParser(passesOverProse: true)
            let found = Result { () throws -> String in
                try parser.feed(bytes[..<cut])
                _ = parser.snapshot
                try parser.feed(bytes[cut...])
                return try parser.finish().serializedString()
            }
            expectEqual(try? found.get(), value, "\(cut)")
        }
    }

    @Test("Any number of brackets in prose are passed over")
    func manyBrackets() throws {
        var parser = JSONPartialParser(passesOverProse: true)
        try parser.feed(String(repeating: "[x {", count: 300_000))
        expectEqual(parser.snapshot?.members?.isEmpty, true)
        try parser.feed(#""a": 1} [y"#)
        try expectEqual(parser.finish(), ["a": 1])
    }

    @Test("without the entries that grow, the innermost first")
    func model() throws {
        var parser = JSONPartialParser()
        try parser.feed(#"{"a":[{"b":1,"c":"x"},{"b":2,"c":"y"#)
        var seen: [String] = []
        let none: Int? = try parser.model { json, growingCount in
            seen.append("\(growingCount) " + (try json.serializedString()))
            throw CancellationError()
        }
        expect(none == nil)
        expectEqual(
            seen,
            [
                #"4 {"a":[{"b":1,"c":"x"},{"b":2,"c":"y"}]}"#, #"3 {"a":[{"b":1,"c":"x"},{"b":2}]}"#,
                #"2 {"a":[{"b":1,"c":"x"}]}"#,
                "1 {}",
            ])
        // What is read whole comes before what is read of more, and that before nothing.
        func read(wholeFrom count: Int) throws -> Int? {
            try parser.model { _, growingCount in
                if growingCount == 4 { throw CancellationError() }
                return (model: growingCount, isWhole: growingCount <= count)
            }
        }
        try expectEqual(read(wholeFrom: 3), 3)
        try expectEqual(read(wholeFrom: 1), 1)
        try expectEqual(read(wholeFrom: 0), 3)
        try parser.feed(#""}]}"#)
        #expect(throws: CancellationError.self) {
            let _: Int? = try parser.model { _, _ in throw CancellationError() }
        }
    }

    @Test("the snapshot stays as it was before an error, also one at the end")
    func snapshotsAtErrors() throws {
        for (text, shown) in [
            (#"{"a":"bc\x"#, #"{"a":"bc"}"#), (#"["x","#, #"["x"]"#), ("[1, 2", "[1]"),
            (#"{"a":"b\ud8"#, #"{"a":"b"}"#),
            ("[1,\"a\u{1}", #"[1,"a"]"#), ("[1,x", "[1]"), (#""abc"#, #""abc""#), ("[1,\"a\" 2", #"[1,"a"]"#),
        ] {
            for isWhole in [false, true] {
                var parser = JSONPartialParser()
                #expect(throws: JSONError.self) {
                    if isWhole {
                        try parser.feed(text)
                    } else {
                        for byte in text.utf8 { try parser.feed(CollectionOfOne(byte)) }
                    }
                    _ = try parser.finish()
                }
                let snapshot = parser.snapshot
                try expectEqual(snapshot?.serializedString(), shown, "\(text)")
            }
        }
    }
}
