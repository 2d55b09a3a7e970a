import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("<- and >>> of raw-representable types") struct RawValueShapeTests {
    enum Colour: String {
        case red, green
    }

    enum Level: Int {
        case low = 1, high = 2
    }

    enum Long: Int64 {
        case one = 1
        case huge = 9_007_199_254_740_993
    }

    enum Share: Double {
        case half = 0.5, tenth = 0.1
    }

    enum Ratio: Float {
        case half = 0.5, tenth = 0.1
    }

    struct Flags: OptionSet {
        let rawValue: UInt8
        static let a = Flags(rawValue: 1)
        static let b = Flags(rawValue: 2)
    }

    enum Grade: NSNumber {
        case one = 1, two = 2
    }

    struct Graded: Mappable {
        var plain = Grade.one
        var optional: Grade?
        var list: [Grade] = []
        var optionalList: [Grade]?
        var named: [String: Grade] = [:]
        var optionalNamed: [String: Grade]?
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            plain <- map["plain"]
            optional <- map["optional"]
            list <- map["list"]
            optionalList <- map["optionalList"]
            named <- map["named"]
            optionalNamed <- map["optionalNamed"]
        }
    }

    @Test("An enum whose raw type has no form of its own in JSON, in all shapes and both directions")
    func rawTypesWithoutAForm() throws {
        let text = #"""
            {"plain":2,"optional":2,"list":[2,1],"optionalList":[1],"named":{"a":2},"optionalNamed":{"b":1}}
            """#
        let mapper = Mapper<Graded>()
        let dictionary: [String: Any] = [
            "plain": 2, "optional": 2, "list": [2, 1], "optionalList": [1], "named": ["a": 2],
            "optionalNamed": ["b": 1],
        ]
        for model in [mapper.map(JSONString: text), mapper.map(JSON: dictionary)] {
            let model = try #require(model)
            expect(mapper.failures.isEmpty, "\(mapper.failures)")
            expect(model.plain == .two && model.optional == .two)
            expect(model.list == [.two, .one] && model.optionalList == [.one])
            expect(model.named == ["a": .two] && model.optionalNamed == ["b": .one])
            expectEqual(mapper.toJSONString(model), text)
            try expectEqual(JSON(mapper.toJSON(model)), JSON(parsing: text))
            expect(mapper.failures.isEmpty)
        }
    }

    @Test("Raw values that are none of such an enum's are dropped, and reported")
    func unknownRawValuesWithoutAForm() throws {
        let mapper = Mapper<Graded>()
        let model = try #require(
            mapper.map(
                JSONString: #"{"plain": 3, "optional": "x", "list": [1, 3], "optionalList": [3], "named": {"a": 3}}"#))
        expect(model.plain == .one && model.optional == nil && model.list == [.one] && model.optionalList == [])
        expect(model.named == [:] && model.optionalNamed == nil)
        expectEqual(
            mapper.failures.map(\.path), ["$.plain", "$.optional", "$.list[1]", "$.optionalList[0]", "$.named.a"])
    }

    @Test("map.value reads such an enum, arrays of it, and optionals")
    func valuesOfRawTypesWithoutAForm() throws {
        struct Grades: ImmutableMappable {
            let plain: Grade
            let optional: Grade?
            let list: [Grade]
            let optionalList: [Grade]?
            let fallback: Grade
            let fallbacks: [Grade]
            init(map: Map) throws {
                plain = try map.value("plain")
                optional = try? map.value("optional")
                list = try map.value("list")
                optionalList = try? map.value("list")
                fallback = try map.value("none", default: .two)
                fallbacks = try map.value("mixed", default: [])
            }
        }
        let grades = try Grades(JSONString: #"{"plain": 2, "optional": 1, "list": [1, 2], "mixed": [1, 7]}"#)
        expect(grades.plain == .two && grades.optional == .one && grades.list == [.one, .two])
        expect(grades.optionalList == [.one, .two] && grades.fallback == .two && grades.fallbacks == [.one])
        #expect(throws: MapError.self) { try Grades(JSONString: #"{"plain": 3, "list": []}"#) }
        #expect(throws: MapError.self) { try Grades(JSONString: #"{"plain": 1, "list": [1, 3]}"#) }
    }

    struct Nested: Mappable {
        var rows: [[Colour]] = []
        var cubes: [[[Level]]]?
        var named: [String: [Colour]] = [:]
        var tables: [String: [String: Level]]?
        var records: [[String: Share]] = []
        var groups: [String: Set<Colour>]?
        var gaps: [Colour?] = []
        var gappedRows: [[Level]?]?
        var namedGaps: [String: Level?] = [:]
        var grades: [[Grade]]?
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            rows <- map["rows"]
            cubes <- map["cubes"]
            named <- map["named"]
            tables <- map["tables"]
            records <- map["records"]
            groups <- map["groups"]
            gaps <- map["gaps"]
            gappedRows <- map["gappedRows"]
            namedGaps <- map["namedGaps"]
            grades <- map["grades"]
        }
    }

    @Test("Enums at a deeper level of containers, and optional ones, in both directions")
    func deeperLevels() throws {
        let text = #"""
            {"rows":[["red","green"],[]],"cubes":[[[1],[2]]],"named":{"a":["red"]},"tables":{"b":{"c":2}},\#
            "records":[{"d":0.5}],"groups":{"e":["green"]},"gaps":["red",null],"gappedRows":[[1],null],\#
            "namedGaps":{"f":1,"g":null},"grades":[[2]]}
            """#
        let mapper = Mapper<Nested>()
        let dictionary = try #require(JSON(parsing: text).dictionaryObject)
        for model in [mapper.map(JSONString: text), mapper.map(JSON: dictionary)] {
            let model = try #require(model)
            expect(mapper.failures.isEmpty, "\(mapper.failures)")
            expect(model.rows == [[.red, .green], []] && model.cubes == [[[.low], [.high]]])
            expect(model.named == ["a": [.red]] && model.tables == ["b": ["c": .high]])
            expect(model.records == [["d": .half]] && model.groups == ["e": [.green]])
            expect(model.gaps == [.red, nil] && model.gappedRows == [[.low], nil])
            expect(model.namedGaps == ["f": .low, "g": nil] && model.grades == [[.two]])
            expectEqual(mapper.toJSONString(model), text)
            try expectEqual(JSON(mapper.toJSON(model)), JSON(parsing: text))
            expect(mapper.failures.isEmpty)
        }
    }

    @Test("Unknown raw values at a deeper level are dropped and reported, or thrown")
    func unknownRawValuesAtDeeperLevels() throws {
        let text = #"{"rows": [["red", "blue"], 5], "tables": {"a": {"b": 7}}, "gaps": ["blue", null], "records": {}}"#
        let mapper = Mapper<Nested>()
        mapper.options.reportsMissingKeys = false
        let model = try #require(mapper.map(JSONString: text))
        expect(model.rows == [[.red]] && model.tables == ["a": [:]] && model.gaps == [nil] && model.records == [])
        expectEqual(
            mapper.failures.map(\.description),
            [
                #"$.rows[0][1]: expected a case of Colour, found the string "blue" (line 1, column 19)"#,
                "$.rows[1]: expected an array, found the number 5 (line 1, column 28)",
                "$.tables.a.b: expected a case of Level, found the number 7 (line 1, column 54)",
                "$.records: expected an array, found an object (line 1, column 94)",
                #"$.gaps[0]: expected a case of Colour, found the string "blue" (line 1, column 68)"#,
            ])
        struct Rows: ImmutableMappable {
            let rows: [[Colour]]
            init(map: Map) throws { rows = try map.value("rows") }
        }
        try expectEqual(Rows(JSONString: #"{"rows": [["red"]]}"#).rows, [[.red]])
        #expect(throws: MapError.self) { try Rows(JSONString: text) }
    }

    @Test("A dictionary whose values are all refused is empty, and not nil")
    func refusedMembers() throws {
        struct Refused: Mappable {
            var colours: [String: Colour]?
            var levels: [String: Level] = ["old": .low]
            var dates: [String: URL]?
            var lists: [String: [URL]]?
            var models: [String: Refused]?
            init?(map: Map) { if map["refuse"].isKeyPresent { return nil } }
            mutating func mapping(map: Map) {
                let number = TransformOf<URL, String>(fromJSON: { _ in nil }, toJSON: { _ in nil })
                colours <- map["colours"]
                levels <- map["levels"]
                dates <- (map["dates"], number)
                lists <- (map["lists"], number)
                models <- map["models"]
            }
        }
        let mapper = Mapper<Refused>()
        let model = try #require(
            mapper.map(
                JSONString: #"""
                    {"colours": {"a": "blue"}, "levels": {"b": 7}, "dates": {"c": 1}, "lists": {"d": 5},
                     "models": {"e": {"refuse": 1}}}
                    """#))
        expect(model.colours == [:] && model.levels == [:] && model.dates == [:] && model.lists == [:])
        // As in ObjectMapper, models differ.
        expect(model.models == nil)
        expectEqual(
            mapper.failures.map(\.path), ["$.colours.a", "$.levels.b", "$.dates.c", "$.lists.d", "$.models.e"])
    }

    @Test("An enum of strings")
    func strings() throws {
        try ShapeCheck<Colour>(
            old: .red, new: .green, text: #""green""#, wrong: #""blue""#,
            failure: #"$.k: expected a case of Colour, found the string "blue""#, reason: .unknownCase,
            expected: "a case of Colour",
            plain: { (x: inout Colour, map: Map) in x <- map["k"] },
            optional: { (x: inout Colour?, map: Map) in x <- map["k"] },
            write: { (x: Colour, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Colour?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("A value of another type is no raw value")
    func otherType() throws {
        try ShapeCheck<Colour>(
            old: .red, new: .green, text: #""green""#, wrong: "1",
            failure: "$.k: expected a string, found the number 1", expected: "a case of Colour",
            plain: { (x: inout Colour, map: Map) in x <- map["k"] },
            optional: { (x: inout Colour!, map: Map) in x <- map["k"] },
            write: { (x: Colour, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Colour!, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("Enums of integers")
    func integers() throws {
        try ShapeCheck<Level>(
            old: .low, new: .high, text: "2", wrong: "9",
            failure: "$.k: expected a case of Level, found the number 9", reason: .unknownCase,
            expected: "a case of Level",
            plain: { (x: inout Level, map: Map) in x <- map["k"] },
            optional: { (x: inout Level?, map: Map) in x <- map["k"] },
            write: { (x: Level, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Level?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<Long>(
            old: .one, new: .huge, text: "9007199254740993", wrong: "9007199254740992",
            failure: "$.k: expected a case of Long, found the number 9007199254740992", reason: .unknownCase,
            expected: "a case of Long",
            plain: { (x: inout Long, map: Map) in x <- map["k"] },
            optional: { (x: inout Long?, map: Map) in x <- map["k"] },
            write: { (x: Long, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Long?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("Enums of floating-point numbers")
    func floats() throws {
        try ShapeCheck<Share>(
            old: .half, new: .tenth, text: "0.1", wrong: "0.2",
            failure: "$.k: expected a case of Share, found the number 0.2", reason: .unknownCase,
            expected: "a case of Share",
            plain: { (x: inout Share, map: Map) in x <- map["k"] },
            optional: { (x: inout Share?, map: Map) in x <- map["k"] },
            write: { (x: Share, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Share?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<Ratio>(
            old: .half, new: .tenth, text: "0.1", wrong: "0.2",
            failure: "$.k: expected a case of Ratio, found the number 0.2", reason: .unknownCase,
            expected: "a case of Ratio",
            plain: { (x: inout Ratio, map: Map) in x <- map["k"] },
            optional: { (x: inout Ratio?, map: Map) in x <- map["k"] },
            write: { (x: Ratio, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Ratio?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("An option set is a number")
    func optionSet() throws {
        try ShapeCheck<Flags>(
            old: [], new: [.a, .b], text: "3", wrong: "-1",
            failure: "$.k: expected an integer from 0 to 255, found the number -1", expected: "a case of Flags",
            plain: { (x: inout Flags, map: Map) in x <- map["k"] },
            optional: { (x: inout Flags?, map: Map) in x <- map["k"] },
            write: { (x: Flags, map: Map) in x >>> map["k"] },
            writeOptional: { (x: Flags?, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("Arrays and dictionaries drop what is no case, and keep the property if there is no container")
    func containers() throws {
        try ShapeCheck<[Colour]>(
            old: [.red], new: [.green, .red], text: #"["green", "red"]"#, wrong: #"["green", "blue"]"#,
            failure: #"$.k[1]: expected a case of Colour, found the string "blue""#, reason: .unknownCase,
            expected: "an array", remainder: [.green],
            plain: { (x: inout [Colour], map: Map) in x <- map["k"] },
            optional: { (x: inout [Colour]?, map: Map) in x <- map["k"] },
            write: { (x: [Colour], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [Colour]?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<[Level]>(
            old: [.low], new: [.high], text: "[2]", wrong: "2", failure: "$.k: expected an array, found the number 2",
            expected: "an array",
            plain: { (x: inout [Level], map: Map) in x <- map["k"] },
            optional: { (x: inout [Level]!, map: Map) in x <- map["k"] },
            write: { (x: [Level], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [Level]!, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<[String: Level]>(
            old: ["z": .low], new: ["a": .high], text: #"{"a": 2}"#, wrong: #"{"a": 1, "b": 3}"#,
            failure: "$.k.b: expected a case of Level, found the number 3", reason: .unknownCase,
            expected: "an object", remainder: ["a": .low],
            plain: { (x: inout [String: Level], map: Map) in x <- map["k"] },
            optional: { (x: inout [String: Level]?, map: Map) in x <- map["k"] },
            write: { (x: [String: Level], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [String: Level]?, map: Map) in x >>> map["k"] }
        ).verify()
        try ShapeCheck<[String: Colour]>(
            old: ["z": .red], new: ["a": .green], text: #"{"a": "green"}"#, wrong: "[]",
            failure: "$.k: expected an object, found an empty array",
            expected: "an object",
            plain: { (x: inout [String: Colour], map: Map) in x <- map["k"] },
            optional: { (x: inout [String: Colour]!, map: Map) in x <- map["k"] },
            write: { (x: [String: Colour], map: Map) in x >>> map["k"] },
            writeOptional: { (x: [String: Colour]!, map: Map) in x >>> map["k"] }
        ).verify()
    }

    @Test("A dictionary of which nothing is left is empty")
    func nothingLeft() {
        let property = Property(["z": Level.low]) { (x: inout [String: Level], map: Map) in x <- map["k"] }
        let outcome = property.reading(#"{"k": {"a": 7, "b": "1"}}"#)
        expectEqual(outcome.value, [:])
        expectEqual(outcome.reasons, [.unknownCase, .mismatch])
        expectEqual(property.reading(#"{"k": {}}"#).value, [:])
    }
}
