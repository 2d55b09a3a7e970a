import NeatlineTestSupport
import Testing

/// The source that `jsonq --model` prints; that it compiles and reads its samples is what `.ci/check-models` tries.
@Suite struct ModelTests {
    /// The properties of a Codable model, which are one a line.
    private func properties(_ samples: String, _ options: String...) throws -> [String] {
        let run = try jsonq(["--model", "M", "--codable"] + options, bytes: Array(samples.utf8))
        expectEqual(run.errors, "")
        expectEqual(run.status, 0)
        return run.text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("var ") }
            .map { String($0.dropFirst(4)) }
    }

    @Test("A model is Mappable unless told otherwise")
    func aModelIsMappableUnlessToldOtherwise() throws {
        let samples = #"""
            [
                {"id": 1, "ok": true, "size": 1.5, "big": 18446744073709551615, "tags": ["a"], "owner": {"user_id": 7}},
                {"id": 2, "ok": false, "size": 2, "big": 1, "tags": [], "owner": {"user_id": 8}, "seen": "2026-01-02T03:04:05.250Z"}
            ]
            """#
        let run = try jsonq("--model", "Item", input: samples)
        expectEqual(
            run.text,
            """
            import Foundation
            import Neatline

            struct Item: Mappable {
                var id = 0
                var ok = false
                var size = 0.0
                var big: UInt64 = 0
                var tags: [String] = []
                var owner = Owner()
                var seen: Date?

                init() {}

                init?(map: Map) {}

                mutating func mapping(map: Map) {
                    id <- map["id"]
                    ok <- map["ok"]
                    size <- map["size"]
                    big <- map["big"]
                    tags <- map["tags"]
                    owner <- map["owner"]
                    seen <- (map["seen"], ISO8601DateTransform(timeZone: .gmt, fractionDigits: 3))
                }

                struct Owner: Mappable {
                    var userID = 0

                    init() {}

                    init?(map: Map) {}

                    mutating func mapping(map: Map) {
                        userID <- map["user_id"]
                    }
                }
            }

            """)
        expectEqual(run.status, 0)
        try expectEqual(jsonq("--model", "Item", "--mappable", "--struct", input: samples).text, run.text)
    }

    @Test("A model with the macro names members and conversions where a property is declared")
    func aModelWithTheMacroNamesMembersAndConversionsWhereAPropertyIsDeclared() throws {
        let samples = #"{"id": 1, "a.b": {"x": 1}, "home_page": "https://example.org/"} {"id": 2, "kind": "k"}"#
        let run = try jsonq(["--model", "Item", "--macro", "--enums"], bytes: Array((samples + samples).utf8))
        expectEqual(
            run.text,
            """
            import Foundation
            import Neatline
            import NeatlineMacros

            @Mappable
            struct Item {
                let id: Int
                @Key("a.b", literal: true) let aB: AB?
                @Key("home_page") @Transform(URLTransform()) let homePage: URL?
                let kind: String?

                @Mappable
                struct AB {
                    let x: Int
                }
            }

            """)
    }

    @Test("A name without a character is no path for the macro")
    func aNameWithoutACharacterIsNoPathForTheMacro() throws {
        let run = try jsonq(["--model", "Item", "--macro"], bytes: Array(#"{"": 1}"#.utf8))
        expect(run.text.contains(#"    @Key("", literal: true) let empty: Int"#))
    }

    @Test("An immutable model reads what may be missing with valueIfPresent, which throws what is wrong")
    func anImmutableModelReadsWhatMayBeMissingWithValueIfPresent() throws {
        let samples =
            #"{"map": 1, "a.b": {"x": 1}, "url": "https://example.org/"} {"map": 2, "kind": "k"} {"map": 3, "kind": "k"}"#
        let run = try jsonq(
            ["--model", "Item", "--immutable", "--class", "--public", "--enums"], bytes: Array((samples + samples).utf8)
        )
        expectEqual(
            run.text,
            """
            import Foundation
            import Neatline

            public final class Item: ImmutableMappable {
                public let map: Int
                public let aB: AB?
                public let url: URL?
                public let kind: Kind?

                public init(map: Map) throws {
                    self.map = try map.value("map")
                    aB = try map.valueIfPresent("a.b", nested: false)
                    url = try map.valueIfPresent("url", using: URLTransform())
                    kind = try map.valueIfPresent("kind")
                }

                public func mapping(map: Map) {
                    self.map >>> map["map"]
                    aB >>> map["a.b", nested: false]
                    url >>> (map["url"], URLTransform())
                    kind >>> map["kind"]
                }

                public final class AB: ImmutableMappable {
                    public let x: Int

                    public init(map: Map) throws {
                        x = try map.value("x")
                    }

                    public func mapping(map: Map) {
                        x >>> map["x"]
                    }
                }

                public enum Kind: String, CaseIterable {
                    case k
                }
            }

            """)
        expectEqual(run.status, 0)
    }

    @Test("A coded model has coding keys where names differ, and says what dates need")
    func aCodedModelHasCodingKeysWhereNamesDiffer() throws {
        let samples =
            #"{"first-name": "A", "in": 1, "at": "2026-01-02T03:04:05+01:00", "any": {"x": null}, "all": [1, "a"]}"#
        try expectEqual(
            jsonq("--model", "Item", "--codable", input: samples).text,
            """
            import Foundation
            import Neatline

            // Dates: decode with `dateDecodingStrategy = .iso8601`, encode with `dateEncodingStrategy = .iso8601`.

            struct Item: Codable {
                var firstName: String
                var `in`: Int
                var at: Date
                var `any`: AnyModel
                var all: [JSON]

                enum CodingKeys: String, CodingKey {
                    case firstName = "first-name"
                    case `in`
                    case at
                    case `any`
                    case all
                }

                struct AnyModel: Codable {
                    var x: JSON?
                }
            }

            """)
        try expectEqual(
            jsonq("--model", "Item", "--codable", input: #"{"a": 1}"#).text,
            "struct Item: Codable {\n    var a: Int\n}\n")
    }

    @Test(
        "A type follows from all samples",
        arguments: [
            (#"{"a": 1} {"a": 2}"#, "a: Int"),
            (#"{"a": 1} {}"#, "a: Int?"),
            (#"{"a": 1} {"a": null}"#, "a: Int?"),
            (#"{"a": null}"#, "a: JSON?"),
            (#"{"a": 1} {"a": 2.0}"#, "a: Double"),
            (#"{"a": 1e2}"#, "a: Double"),
            (#"{"a": 9223372036854775807}"#, "a: Int"),
            (#"{"a": 9223372036854775808}"#, "a: UInt64"),
            (#"{"a": 9223372036854775808} {"a": -1}"#, "a: JSON"),
            (#"{"a": 18446744073709551616}"#, "a: JSON"),
            (#"{"a": 9007199254740993} {"a": 0.5}"#, "a: JSON"),
            (#"{"a": 1e400}"#, "a: JSON"),
            (#"{"a": 1} {"a": "1"}"#, "a: JSON"),
            (#"{"a": 1} {"a": true} {}"#, "a: JSON?"),
            (#"{"a": []}"#, "a: [JSON]"),
            (#"{"a": [1]} {"a": [0.5]}"#, "a: [Double]"),
            (#"{"a": [1, null]}"#, "a: [Int?]"),
            (#"{"a": [[1], []]}"#, "a: [[Int]]"),
            (#"{"a": [1, "a"]}"#, "a: [JSON]"),
            (#"{"a": {}}"#, "a: [String: JSON]"),
            (#"{"a": {"1": 1, "22": 2}}"#, "a: [String: Int]"),
            (#"{"a": {"123e4567-e89b-12d3-a456-426614174000": "x"}}"#, "a: [String: String]"),
            (#"{"a": {"1": {"x": 1}, "x": 2}}"#, "a: A"),
            (#"{"a": "2026-01-02T03:04:05Z"}"#, "a: Date"),
            (#"{"a": "2026-01-02T03:04:05Z"} {"a": "never"}"#, "a: String"),
            (#"{"a": "2026-02-29T03:04:05Z"}"#, "a: String"),
            (#"{"a": "2026-01-02T03:04:05.5Z"}"#, "a: String"),
            (#"{"a": "2026-01-02"}"#, "a: String"),
            (#"{"a": "https://example.org:80/a%20b?c=d#e"}"#, "a: URL"),
            (#"{"a": "https://example.org/a b"}"#, "a: String"),
            (#"{"a": "https://example.org/%zz"}"#, "a: String"),
            (#"{"a": "https://"}"#, "a: String"),
            (#"{"a": "ftp://example.org/"}"#, "a: String"),
            (#"{"e\u0301": 1, "\u00e9": 2, "a": 3} {"a": 1}"#, nil),
        ] as [(String, String?)])
    func aTypeFollowsFromAllSamples(_ samples: String, _ property: String?) throws {
        try expectEqual(properties(samples).first, property)
    }

    @Test(
        "How dates are written is kept",
        arguments: [
            (["2026-01-02T03:04:05Z"], ".gmt)"),
            (["2026-01-02T03:04:05+00:00"], ".gmt)"),
            (["2026-01-02T03:04:05.12Z", "2026-01-02T03:04:05Z"], ".gmt, fractionDigits: 2)"),
            (["2026-01-02T03:04:05-05:30"], "TimeZone(secondsFromGMT: -19800))"),
            (["2026-01-02T03:04:05+01:00", "2026-07-02T03:04:05+02:00"], ".gmt)"),
        ])
    func howDatesAreWrittenIsKept(_ dates: [String], _ arguments: String) throws {
        let samples = dates.map { #"{"a": "\#($0)"}"# }.joined()
        expect(
            try jsonq("--model", "M", input: samples).text.contains(
                #"a <- (map["a"], ISO8601DateTransform(timeZone: \#(arguments))"#))
    }

    @Test(
        "Names are those of Swift",
        arguments: [
            ("user_id", "userID"), ("userId", "userId"), ("UserName", "userName"), ("HTTPServer", "httpServer"),
            ("URL", "url"),
            ("html_url", "htmlURL"), ("first name", "firstName"), ("SCREAMING_CASE", "screamingCase"),
            ("_links", "links"),
            ("$ref", "ref"), ("+1", "plus1"), ("-1", "minus1"), ("", "empty"), ("😀", "value"),
            ("class", "`class`"), ("default", "`default`"), ("self", "selfValue"), ("init", "initValue"),
            ("mapping", "mappingValue"), ("été", "été"), ("名前", "名前"), ("Größe in m", "größeInM"), ("İ", "i"),
        ])
    func namesAreThoseOfSwift(_ name: String, _ property: String) throws {
        try expectEqual(properties(#"{"\#(name)": 1}"#), ["\(property): Int"])
    }

    @Test("Names that become the same get numbers")
    func namesThatBecomeTheSameGetNumbers() throws {
        try expectEqual(properties(#"{"1st": 1, "x": 2}"#), ["_1st: Int", "x: Int"])
        try expectEqual(properties(#"{"a_b": 1, "aB": 2, "a b": 3}"#), ["aB: Int", "aB2: Int", "aB3: Int"])
        try expectEqual(properties(#"{"a_1": 1, "a1": 2}"#), ["a1: Int", "a1_2: Int"])
    }

    @Test("A name of JSON is a literal that stays as it is")
    func aNameOfJSONIsALiteralThatStaysAsItIs() throws {
        let text = try jsonq("--model", "M", input: #"{"a\"b\\(c)\n\u0000\u202e\u0301": 1, "a.b": 2}"#).text
        expect(text.contains(#"map["a\"b\\(c)\n\u{0}\u{202E}\u{301}"]"#))
        expect(
            text.contains(#"aB2 <- map["a.b", nested: false]"#) || text.contains(#"aB <- map["a.b", nested: false]"#))
    }

    @Test(
        "Types have the name of their member, in the singular if there are several",
        arguments: [
            (#"{"owner": {"x": 1}}"#, "owner: Owner"), (#"{"people": [{"x": 1}]}"#, "people: [Person]"),
            (#"{"addresses": [{"x": 1}]}"#, "addresses: [Address]"), (#"{"entries": [{"x": 1}]}"#, "entries: [Entry]"),
            (#"{"statuses": [{"x": 1}]}"#, "statuses: [Status]"),
            (#"{"events": {"1": {"x": 1}}}"#, "events: [String: Event]"),
            (#"{"status": [{"x": 1}]}"#, "status: [Status]"), (#"{"line_items": [{"x": 1}]}"#, "lineItems: [LineItem]"),
            (#"{"date": {"x": 1}}"#, "date: DateModel"), (#"{"type": {"x": 1}}"#, "type: TypeModel"),
            (#"{"": {"x": 1}}"#, "empty: Value"), (#"{"1": {"x": 1}, "a": 1}"#, "_1: Model1"),
            (#"{"m": {"x": 1}}"#, "m: M2"),
            (#"{"名前": {"x": 1}}"#, "名前: Model名前"), (#"{"𝒜": {"x": 1}}"#, "𝒜: Model𝒜"),
            (#"{"case_iterable": {"x": 1}}"#, "caseIterable: CaseIterableModel"),
        ])
    func typesHaveTheNameOfTheirMember(_ samples: String, _ property: String) throws {
        try expectEqual(properties(samples).first, property)
    }

    @Test("Types of one name with the same members are one")
    func typesOfOneNameWithTheSameMembersAreOne() throws {
        let same = #"{"a": {"user": {"id": 1}}, "b": {"user": {"id": 2}, "c": 3}}"#
        try expectEqual(properties(same), ["a: A", "b: B", "user: User", "id: Int", "user: User", "c: Int"])
        let other = #"{"a": {"user": {"id": 1}}, "b": {"user": {"id": "2"}, "c": 3}}"#
        try expectEqual(properties(other).filter { $0.hasPrefix("user") }, ["user: User", "user: User2"])
    }

    @Test("Strings that repeat are enumerations on demand")
    func stringsThatRepeatAreEnumerationsOnDemand() throws {
        let samples = ["in progress", "open", "default", "", "open", "self"].map { #"{"state": "\#($0)"}"# }.joined()
        let all = samples + samples + samples
        try expectEqual(properties(all), ["state: String"])
        try expectEqual(properties(samples, "--enums"), ["state: String"])
        try expectEqual(properties(all, "--enums"), ["state: State"])
        expect(
            try jsonq("--model", "M", "--enums", input: all).text.contains(
                """
                    enum State: String, CaseIterable {
                        case inProgress = "in progress"
                        case open
                        case `default`
                        case empty = ""
                        case selfValue = "self"
                    }

                """))
        let coded = try jsonq("--model", "M", "--enums", "--codable", input: all).text
        expect(coded.contains("enum State: String, Codable {"))
        // The enumeration has `allCases` already.
        let taken = String(repeating: #"{"scope": "allCases"} {"scope": "all_cases"}"#, count: 3)
        expect(
            try jsonq("--model", "M", "--enums", input: taken).text.contains(
                """
                    enum Scope: String, CaseIterable {
                        case allCasesValue = "allCases"
                        case allCasesValue2 = "all_cases"
                    }

                """))
        let many = (0..<17).map { #"{"state": "s\#($0)"}"# }.joined()
        try expectEqual(properties(many + many + many, "--enums"), ["state: String"])
    }

    @Test("Many names for values of one type are those of a dictionary")
    func manyNamesForValuesOfOneTypeAreThoseOfADictionary() throws {
        func object(_ names: Range<Int>, _ value: (Int) -> String) -> String {
            "{" + names.map { "\"n\($0)\": \(value($0))" }.joined(separator: ", ") + "}"
        }
        try expectEqual(properties(#"{"a": \#(object(0..<32) { "\($0)" })}"#), ["a: [String: Int]"])
        try expectEqual(properties(#"{"a": \#(object(0..<31) { "\($0)" })}"#).count, 32)
        try expectEqual(properties(#"{"a": \#(object(0..<40) { $0 == 7 ? "\"x\"" : "1" })}"#).count, 41)
        try expectEqual(properties(#"{"a": \#(object(0..<32) { "{\"x\": \($0)}" })}"#), ["a: [String: A]", "x: Int"])
        // Sections of settings, each with members of its own.
        try expectEqual(properties(#"{"a": \#(object(0..<32) { "{\"x\($0)\": 1}" })}"#).count, 65)
        // The same names in each object are the columns of a table.
        let row = object(0..<40) { _ in "\"x\"" }
        try expectEqual(properties("[\(row), \(row)]").count, 40)
        let sparse = #"{"a": \#(object(0..<30) { _ in "1" })} {"a": \#(object(30..<60) { _ in "1" })} {"a": {}}"#
        try expectEqual(properties(sparse), ["a: [String: Int]"])
    }

    @Test("Samples come from several files, lines, arrays and filters")
    func samplesComeFromSeveralFilesLinesArraysAndFilters() throws {
        let expected = "struct M: Codable {\n    var a: Int\n    var b: Int?\n}\n"
        let files: [String: [UInt8]] = ["one": Array("{\"a\": 1}\n".utf8), "two": Array("[{\"a\": 2, \"b\": 3}]".utf8)]
        try expectEqual(jsonq(["--model", "M", "--codable", "@one", "@two"], files: files).text, expected)
        try expectEqual(jsonq("--model=M", "--codable", input: "{\"a\":1}\n{\"a\":2,\"b\":3}\n").text, expected)
        try expectEqual(jsonq("--model=M", "--codable", "--json5", input: "[{a: 1}, {a: 2, b: 3,}]").text, expected)
        try expectEqual(jsonq("--model=M", "--codable", "-s", input: "{\"a\":1} {\"a\":2,\"b\":3}").text, expected)
        let inner = #"{"x": {"y": [{"a": 1}, {"a": 2, "b": 3}]}}"#
        for filter in [".x.y", ".x.y[]", ".x | .y", "[.x.y[]]"] {
            try expectEqual(jsonq("--model=M", "--codable", filter, input: inner).text, expected, "\(filter)")
        }
    }

    @Test(
        "Samples that are no objects make another name of a type",
        arguments: [
            ("[1, 2.5]", "typealias M = Double\n"), ("[[1, 2], [3]]", "typealias M = [Int]\n"),
            ("1 \"a\"", "import Neatline\n\ntypealias M = JSON\n"), (#"{"1": true}"#, "typealias M = [String: Bool]\n"),
            (#"[[{"x": 1}]]"#, "typealias M = [M2]\n\nstruct M2: Codable {\n    var x: Int\n}\n"),
        ])
    func samplesThatAreNoObjectsMakeAnotherNameOfAType(_ samples: String, _ source: String) throws {
        try expectEqual(jsonq("--model=M", "--codable", input: samples).text, source)
    }

    @Test("Where no operator exists the type is a simpler one")
    func whereNoOperatorExistsTheTypeIsASimplerOne() throws {
        let samples =
            #"{"a": [[["https://example.org/"]]], "b": ["https://example.org/", null], "c": [{"x": 1}, null]}"#
        try expectEqual(
            properties(samples), ["a: [[[URL]]]", "b: [URL?]", "c: [C?]", "x: Int"])
        let mappable = try jsonq("--model", "M", input: samples).text
        expect(mappable.contains("var a: [[[String]]] = []"))
        expect(mappable.contains("var b: [String?] = []"))
        expect(mappable.contains("var c: [C?] = []"))
        for style in ["--immutable", "--macro"] {
            expect(try jsonq("--model", "M", style, input: samples).text.contains("let c: [JSON]"))
        }
    }
}

@Suite struct ModelLimitTests {
    @Test("Without a sample there is no model", arguments: ["[]", "[] []"])
    func withoutASampleThereIsNoModel(_ input: String) throws {
        let run = try jsonq("--model", "M", input: input)
        expect(run.output.isEmpty)
        expectEqual(run.errors, "jsonq: error: --model: there is no sample to make a model of\n")
        expectEqual(run.status, 5)
    }

    @Test("An invalid input makes no model unless the others are enough")
    func anInvalidInputMakesNoModelUnlessTheOthersAreEnough() throws {
        let input = "{\"a\": 1}\n{\"a\": }\n"
        let run = try jsonq("--model", "M", input: input)
        expect(run.output.isEmpty)
        expect(run.errors.hasPrefix("<stdin>:2:7: error: expected a value, found '}'\n"))
        expectEqual(run.status, 5)
        let kept = try jsonq("--model", "M", "--codable", "--keep-going", input: input)
        expectEqual(kept.text, "struct M: Codable {\n    var a: Int\n}\n")
        expectEqual(kept.status, 5)
        let unfit = try jsonq("--model", "M", ".a.b", input: "{\"a\": 1}")
        expect(unfit.output.isEmpty)
        expectEqual(unfit.errors, "<stdin>:1:1: error: $.a: Cannot index number with \"b\"\n")
    }

    @Test("Half a surrogate pair is invalid, as it is for the model")
    func halfASurrogatePairIsInvalid() throws {
        let run = try jsonq("--model", "M", input: #"{"a": "\ud800"}"#)
        expect(run.output.isEmpty && run.status == 5)
    }

    @Test("Below 64 levels all is JSON")
    func below64LevelsAllIsJSON() throws {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let deep = String(repeating: open, count: 9_000) + "1" + String(repeating: close, count: 9_000)
            let run = try jsonq("--model", "M", "--codable", input: deep)
            expectEqual(run.status, 0)
            expect(run.text.contains("JSON"))
            expect(run.text.utf8.count < 10_000)
        }
    }

    @Test("Very many names are those of a dictionary")
    func veryManyNamesAreThoseOfADictionary() throws {
        let count = TestScale.isThorough ? 200_000 : 20_000
        let members = (0..<count).map { "\"name\($0)\":{\"x\":\($0),\"y\($0 % 3)\":1}" }.joined(separator: ",")
        let run = try jsonq("--model", "M", "--codable", input: "{\"a\":{\(members)}}")
        expectEqual(run.status, 0)
        expect(run.text.contains("var a: [String: A]\n"))
        expect(run.text.contains("var y2: Int?\n"))
        let long = try jsonq(
            "--model", "M", "--codable", input: "{\"a\":{\"\(String(repeating: "x", count: 257))\":1}}")
        expect(long.text.contains("var a: [String: Int]\n"))
    }

    @Test("More different members than a model can have are an error")
    func moreDifferentMembersThanAModelCanHaveAreAnError() throws {
        let inner = (0..<400).map { "\"n\($0)\":1" }.joined(separator: ",")
        let members = (0..<300).map { "\"m\($0)\":{\(inner)}" }.joined(separator: ",")
        let run = try jsonq("--model", "M", input: "{\(members)}")
        expect(run.output.isEmpty)
        expectEqual(
            run.errors,
            "jsonq: error: --model: the samples have more than 100000 different members, of which no model is made\n"
        )
        expectEqual(run.status, 5)
    }

    @Test("One sample of a long array is in memory at a time")
    func oneSampleOfALongArrayIsInMemoryAtATime() throws {
        let folder = try TemporaryFolder()
        var process = try Jsonq(["--model", "M"], in: folder)
        let element = #"{"text": ""# + String(repeating: "x", count: 1_000) + #""}"#
        let block = Array(String(repeating: element + ",", count: 1_000).utf8)
        process.write(Array("[".utf8))
        for _ in 0..<60 { process.write(block) }
        let peak = process.peakMemory
        process.write(Array("{}]".utf8))
        let run = process.finish()
        expectEqual(run.status, 0)
        if let peak, !JsonqBinary.isSanitized { expect(peak < 40_000_000) }
    }

    @Test(
        "A name that no type can have is refused",
        arguments: [
            "", "1a", "a b", "class", "String", "JSON", "Map", "Self", "_", "a-b", "😀", "CodingKeys", "CaseIterable",
            "NeatlineMapping", "NeatlineMacros",
        ])
    func aNameThatNoTypeCanHaveIsRefused(_ name: String) throws {
        let run = try jsonq("--model", name, input: "{}")
        expect(run.output.isEmpty)
        expectEqual(
            run.errors,
            """
            jsonq: error: --model takes the name of a Swift type that the source does not use for something else, not '\(name)'
            Try 'jsonq --help'.

            """)
        expectEqual(run.status, 2)
    }

    @Test(
        "Options of models need a model",
        arguments: ["mappable", "immutable", "codable", "macro", "struct", "class", "public", "enums"])
    func optionsOfModelsNeedAModel(_ name: String) throws {
        let run = try jsonq("--\(name)", input: "{}")
        expectEqual(run.errors, "jsonq: error: --\(name) needs --model\nTry 'jsonq --help'.\n")
        expectEqual(run.status, 2)
    }

    @Test("A model of nothing makes no sense, and neither does one in place")
    func aModelOfNothingMakesNoSense() throws {
        try expectEqual(
            jsonq("-n", "--model", "M").errors,
            "jsonq: error: --model does not go together with --null-input\nTry 'jsonq --help'.\n")
        try expectEqual(
            jsonq("-i", "--model", "M", "f").errors,
            "jsonq: error: --in-place does not go together with an option that writes no values\nTry 'jsonq --help'.\n"
        )
    }
}
