import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("MappingOptions") struct MappingOptionsTests {
    struct Model: Mappable {
        var int = 0
        var byte: UInt8 = 0
        var double = 0.0
        var float: Float?
        var bool = false
        var string = ""
        var ints: [Int] = []
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            int <- map["int"]
            byte <- map["byte"]
            double <- map["double"]
            float <- map["float"]
            bool <- map["bool"]
            string <- map["string"]
            ints <- map["ints"]
        }
    }

    private let text = #"""
        {"int": "8", "byte": "255", "double": "3.5", "float": "0.1", "bool": 1, "string": 1.50, "ints": ["1", true, 3]}
        """#

    @Test("Unless asked, no value is converted")
    func strict() throws {
        let mapper = Mapper<Model>()
        mapper.options.readsNumbersAsBooleans = false
        let model = try #require(mapper.map(JSONString: text))
        expect(model.int == 0 && model.byte == 0 && model.double == 0 && !model.bool && model.string.isEmpty)
        expectEqual(mapper.failures.count, 7)
        expect(mapper.failures.allSatisfy { $0.reason == .mismatch })
    }

    @Test("Strict options give no model if anything does not fit, whatever it is made of, and say what")
    func strictOptions() throws {
        let wrong = #"{"int": "x", "byte": 1, "double": 1, "float": 1, "bool": true, "string": "", "ints": []}"#
        let right = wrong.replacing(#""x""#, with: "7")
        let mapper = Mapper<Model>()
        expectEqual(mapper.map(JSONString: wrong)?.int, 0)
        mapper.options = .strict
        expect(mapper.map(JSONString: wrong) == nil)
        expectEqual(mapper.failures.map(\.path), ["$.int"])
        expect(mapper.map(data: Data(wrong.utf8)) == nil)
        expect(mapper.map(json: JSON(parseJSON: wrong)) == nil)
        expect(mapper.map(JSON: ["int": "x"]) == nil)
        expect(mapper.mapArray(JSONString: "[\(right), \(wrong)]") == nil)
        expectEqual(mapper.failures.map(\.path), ["$[1].int"])
        expect(mapper.mapDictionary(JSONString: "{\"a\": \(wrong)}") == nil)
        expectEqual(mapper.map(JSONString: right)?.int, 7)
        expect(mapper.failures.isEmpty)
    }

    @Test("Reports do not count for strict options")
    func strictOptionsAndReports() {
        let mapper = Mapper<Model>()
        mapper.options = .strict
        mapper.options.coercesScalars = true
        expectEqual(mapper.map(JSONString: text)?.int, 8)
        expect(!mapper.failures.isEmpty && mapper.failures.allSatisfy { $0.reason == .coerced })
    }

    @Test("With strict options models with constants throw what did not fit, even if their initialisers do not")
    func strictConstants() throws {
        struct Place: ImmutableMappable {
            let name: String
            let height: Int?
            init(map: Map) throws {
                name = try map.value("name")
                height = try? map.value("height")
            }
        }
        struct Tagged: ImmutableMappable {
            let name: String
            var tags: [Int] = []
            init(map: Map) throws {
                name = try map.value("name")
                tags <- map["tags"]
            }
        }
        let mapper = Mapper<Tagged>()
        try expectEqual(mapper.map(JSONString: #"{"name": "a", "tags": "no"}"#).tags, [])
        mapper.options = .strict
        let error = #expect(throws: MappingError.self) { try mapper.map(JSONString: #"{"name": "a", "tags": "no"}"#) }
        expectEqual(error?.failures.map(\.path), ["$.tags"])
        try expectEqual(mapper.map(JSONString: #"{"name": "a", "tags": [1]}"#).tags, [1])
        #expect(throws: MapError.self) { try mapper.map(JSONString: #"{"tags": [1]}"#) }
        // What the initialiser has asked for and done without is no failure.
        let lenient = Mapper<Place>()
        lenient.options = .strict
        expect(try lenient.map(JSONString: #"{"name": "a"}"#).height == nil)
    }

    @Test("A model that is mapped into keeps what did fit, with strict options, too")
    func strictUpdate() throws {
        let mapper = Mapper<Model>()
        let model = try #require(mapper.map(JSONString: "{}"))
        mapper.options = .strict
        let updated = mapper.map(JSONString: #"{"int": 3, "string": 5}"#, toObject: model)
        expect(updated.int == 3 && updated.string.isEmpty)
        expect(mapper.failures.contains { $0.path == "$.string" })
    }

    @Test("Models' initialisers have forms that say what did not fit")
    func initialisersWithFailures() throws {
        var failures = [MappingFailure]()
        let wrong = #"{"int": "x", "byte": 300}"#
        let model = Model(JSONString: wrong, failures: &failures)
        expectEqual(model?.int, 0)
        expectEqual(failures.filter { $0.reason == .mismatch }.map(\.path), ["$.int", "$.byte"])
        expect(failures.first?.found == #"the string "x""# && failures.first?.column == 9)
        expect(Model(JSONString: wrong, options: .strict, failures: &failures) == nil)
        expect(!failures.isEmpty)
        failures = []
        expect(Model(data: Data(wrong.utf8), failures: &failures) != nil && failures.first?.path == "$.int")
        failures = []
        expect(Model(json: ["int": "x"], failures: &failures) != nil && failures.first?.path == "$.int")
        failures = []
        expect(Model(JSON: ["int": "x"], failures: &failures) != nil && failures.first?.path == "$.int")
        failures = []
        expect(Model(JSONObject: 5, failures: &failures) == nil && failures.first?.path == "$")
        expect(Model(JSONString: "{", failures: &failures) == nil && failures.map(\.reason) == [.invalidJSON])
        let models = [Model](JSONString: "[\(wrong)]", failures: &failures)
        expect(models?.count == 1 && failures.first?.path == "$[0].int")

        struct Constant: ImmutableMappable {
            let id: Int
            init(map: Map) throws { id = try map.value("id") }
        }
        expect(Constant(JSONString: #"{"id": "x"}"#, failures: &failures) == nil)
        expectEqual(failures.map(\.path), ["$.id"])
        expect(Constant(JSONString: #"{"id": 1}"#, failures: &failures)?.id == 1 && failures.isEmpty)
    }

    @Test("1 and 0 are booleans unless that is unset, and are reported as conversions")
    func numbersAsBooleans() throws {
        struct Flags: Mappable {
            var on = false
            var off: Bool? = true
            var all: [Bool] = []
            init?(map: Map) {}
            mutating func mapping(map: Map) {
                on <- map["on"]
                off <- map["off"]
                all <- map["all"]
            }
        }
        let text = #"{"on": 1, "off": 0, "all": [1, false, 0]}"#
        let mapper = Mapper<Flags>()
        let dictionary: [String: Any] = ["on": 1, "off": 0, "all": [1, false, 0]]
        for flags in [mapper.map(JSONString: text), mapper.map(JSON: dictionary)] {
            expect(flags?.on == true && flags?.off == false && flags?.all == [true, false, false])
            expectEqual(mapper.failures.map(\.path), ["$.on", "$.off", "$.all[0]", "$.all[2]"])
            expect(mapper.failures.allSatisfy { $0.reason == .coerced })
        }
        expect(try mapper.tryMap(JSONString: text, stoppingAtFirst: true).on)
        mapper.options.readsNumbersAsBooleans = false
        let strict = try #require(mapper.map(JSONString: text))
        expect(!strict.on && strict.off == nil && strict.all.isEmpty)
        expectEqual(mapper.failures.map(\.reason), [.mismatch, .mismatch, .mismatch])
        #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: text) }
    }

    @Test("Values whose meaning is plain are converted, and reported")
    func coercion() throws {
        let mapper = Mapper<Model>()
        mapper.options.coercesScalars = true
        let dictionary = try #require(try JSON(parsing: text).dictionaryObject)
        for model in [mapper.map(JSONString: text), mapper.map(JSON: dictionary)] {
            let model = try #require(model)
            expect(model.int == 8 && model.byte == 255 && model.double == 3.5 && model.float == 0.1)
            expect(model.bool && model.ints == [1, 1, 3])
            expectEqual(mapper.failures.count, 8)
            expect(mapper.failures.allSatisfy { $0.reason == .coerced })
        }
        expectEqual(mapper.map(JSONString: text)?.string, "1.50")
        expect(
            mapper.failures[0].description.hasPrefix(
                "$.int: expected an integer, found the string \"8\" (line 1, column 9)"))
        try expectEqual(mapper.tryMap(JSONString: text).int, 8)
        try expectEqual(mapper.tryMap(JSONString: text, stoppingAtFirst: true).ints.count, 3)
    }

    @Test(
        "What is not plain stays a failure",
        arguments: [
            #"{"int": "8x"}"#, #"{"int": ""}"#, #"{"int": "1.5"}"#, #"{"byte": "256"}"#, #"{"byte": "-1"}"#,
            #"{"double": "1e400"}"#, #"{"bool": 2}"#, #"{"bool": "yes"}"#, #"{"string": null}"#, #"{"string": []}"#,
            #"{"int": {}}"#, #"{"double": "NaN"}"#, #"{"float": "1e39"}"#, #"{"int": " 8"}"#,
        ])
    func notPlain(text: String) throws {
        let mapper = Mapper<Model>()
        mapper.options.coercesScalars = true
        mapper.options.reportsMissingKeys = false
        let model = try #require(mapper.map(JSONString: text))
        expect(model.int == 0 && model.byte == 0 && model.double == 0 && !model.bool && model.string.isEmpty)
        expect(model.float == nil)
        expect(mapper.failures.contains { $0.reason == .mismatch || $0.reason == .null })
        // What is not converted is not reported as converted.
        expect(mapper.failures.allSatisfy { $0.reason != .coerced })
        #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: text) }
        let object = try #require(try JSON(parsing: text).dictionaryObject)
        _ = mapper.map(JSON: object)
        expect(!mapper.failures.isEmpty && mapper.failures.allSatisfy { $0.reason != .coerced })
    }

    @Test("A text whose number is out of range is one failure, which names the range")
    func convertedOutOfRange() {
        struct Amounts: Mappable {
            var amount = Decimal(1)
            var size: UInt64 = 1
            var ratio: Float = 1
            init?(map: Map) {}
            mutating func mapping(map: Map) {
                amount <- map["amount"]
                size <- map["size"]
                ratio <- map["ratio"]
            }
        }
        let mapper = Mapper<Amounts>()
        mapper.options.coercesScalars = true
        let amounts = mapper.map(JSON: ["amount": "1e400", "size": "18446744073709551616", "ratio": "1e39"])
        expect(amounts?.amount == 1 && amounts?.size == 1 && amounts?.ratio == 1)
        expectEqual(
            mapper.failures.map(\.description),
            [
                #"$.amount: expected a number in the range of Decimal, found the string "1e400""#,
                #"$.size: expected an unsigned 64-bit integer, found the string "18446744073709551616""#,
                #"$.ratio: expected a number in the range of Float, found the string "1e39""#,
            ])
        expectEqual(mapper.map(JSON: ["amount": "2.50", "size": "18446744073709551615", "ratio": "0.5"])?.size, .max)
        expectEqual(mapper.failures.map(\.reason), [.coerced, .coerced, .coerced])
    }

    struct Nested: Mappable {
        var a = 0
        var inner: [Nested] = []
        var deep = 0
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            a <- map["a"]
            inner <- map["inner"]
            deep <- map["x.y"]
        }
    }

    @Test("Members that no field asks for are reported, if wanted")
    func unknownKeys() throws {
        let text = #"""
            {"a": 1, "b": 2, "inner": [{"a": 1, "c d": {}, "x": {"y": 1, "z": 2}}], "x": {"y": 3}}
            """#
        let mapper = Mapper<Nested>()
        mapper.options.reportsMissingKeys = false
        _ = mapper.map(JSONString: text)
        expect(mapper.failures.isEmpty)
        mapper.options.reportsUnknownKeys = true
        _ = mapper.map(JSONString: text)
        expectEqual(
            Set(mapper.failures.map(\.description)),
            [
                #"$.inner[0]["c d"]: expected no member "c d", found an object (line 1, column 44)"#,
                #"$.b: expected no member "b", found the number 2 (line 1, column 15)"#,
            ])
        expect(mapper.failures.allSatisfy { $0.reason == .unknownKey })
        try expectEqual(mapper.tryMap(JSONString: text).a, 1)
    }

    @Test("Unknown members of dictionaries are reported, and the others are not")
    func unknownKeysOfDictionaries() {
        let mapper = Mapper<Nested>()
        mapper.options.reportsMissingKeys = false
        mapper.options.reportsUnknownKeys = true
        _ = mapper.map(JSON: ["a": 1, "b": 2, "x": ["y": 3], "inner": [["a": 1, "c": 5], ["x": ["y": 1]]]])
        expectEqual(
            Set(mapper.failures.map(\.description)),
            [
                #"$.b: expected no member "b", found the number 2"#,
                #"$.inner[0].c: expected no member "c", found the number 5"#,
            ])
    }

    @Test("Absent members are no failures, if not wanted")
    func missing() throws {
        let mapper = Mapper<Model>()
        _ = mapper.map(JSONString: "{}")
        expectEqual(mapper.failures.count, 6)
        mapper.options.reportsMissingKeys = false
        _ = mapper.map(JSONString: "{}")
        expect(mapper.failures.isEmpty)
        try expectEqual(mapper.tryMap(JSONString: "{}").int, 0)
    }

    @Test("Other kinds of JSON are parsed if the options say so")
    func parsing() {
        let mapper = Mapper<Model>()
        expect(mapper.map(JSONString: "{int: 5, // five\n}") == nil)
        mapper.options.parsing = .json5
        expectEqual(mapper.map(JSONString: "{int: 5, // five\n}")?.int, 5)
        expectEqual(mapper.map(JSONString: "{byte: 0x10, string: 'a'}")?.byte, 16)
        expectEqual(mapper.map(JSONString: "{double: Infinity}")?.double, .infinity)
    }

    struct Patch: Mappable {
        enum Kind: String { case a }
        struct Part: Mappable, Equatable {
            var number = 0
            init?(map: Map) {}
            mutating func mapping(map: Map) { number <- map["number"] }
        }
        var name = Presence<String>.absent
        var kind = Presence<Kind>.absent
        var list = Presence<[Int]>.absent
        var inner = Presence<Model>.absent
        var kinds = Presence<[Kind]>.absent
        var rows = Presence<[String: [Kind]]>.absent
        var parts = Presence<[Part]>.absent
        var named = Presence<[String: Part]>.absent
        var number = Presence<NSNumber>.absent
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            name <- map["name"]
            kind <- map["kind"]
            list <- map["list"]
            inner <- map["inner"]
            kinds <- map["kinds"]
            rows <- map["rows"]
            parts <- map["parts"]
            named <- map["named"]
            number <- map["number"]
        }
    }

    @Test("Presence tells null from absent, both ways")
    func presence() throws {
        let texts = [
            "{}", #"{"name":null}"#, #"{"name":"n","kind":"a","list":[1]}"#, #"{"kind":null,"list":null,"inner":null}"#,
            #"{"kinds":null,"rows":null,"parts":null,"named":null,"number":null}"#,
            #"{"kinds":["a"],"rows":{"r":["a"]},"parts":[{"number":1}],"named":{"n":{"number":2}},"number":3}"#,
        ]
        for text in texts {
            let patch = try Mapper<Patch>().tryMap(JSONString: text)
            expectEqual(patch.toJSONString(), text)
            expectEqual(JSON(patch.toJSON()), try JSON(parsing: text))
        }
        let patch = try #require(Patch(JSONString: #"{"name": null, "inner": {"int": 5}}"#))
        expect(patch.name == .null && patch.kind == .absent && patch.inner.value?.int == 5)
        expect(patch.name.value == nil)
        let mapper = Mapper<Patch>()
        expectEqual(mapper.map(JSONString: #"{"name": 5, "kind": "z"}"#)?.name, .absent)
        expectEqual(mapper.failures.map(\.reason), [.mismatch, .unknownCase])
    }

    @Test("Presence of collections, and of types that are read by a cast, reports what does not fit")
    func presenceOfCollections() throws {
        let mapper = Mapper<Patch>()
        let patch = try #require(
            mapper.map(JSONString: #"{"kinds": ["a", "z"], "rows": null, "parts": [5], "number": "x"}"#))
        expect(patch.kinds == .value([.a]) && patch.rows == .null && patch.parts == .absent)
        expect(patch.named == .absent && patch.number == .absent)
        expectEqual(mapper.failures.map(\.path), ["$.kinds[1]", "$.parts[0]", "$.number"])
    }
    struct ConstantPatch: ImmutableMappable {
        let name: Presence<String>
        let kind: Presence<Patch.Kind>
        let kinds: Presence<[Patch.Kind]>
        let part: Presence<Patch.Part>
        let parts: Presence<[Patch.Part]>
        let number: Presence<NSNumber>
        init(map: Map) throws {
            name = try map.value("name")
            kind = try map.value("kind")
            kinds = try map.value("kinds")
            part = try map.value("inner.part")
            parts = try map.valueIfPresent("parts") ?? .absent
            number = try map.value("number")
        }
        func mapping(map: Map) {
            name >>> map["name"]
            kind >>> map["kind"]
            kinds >>> map["kinds"]
            part >>> map["inner.part"]
            parts >>> map["parts"]
            number >>> map["number"]
        }
    }

    @Test("Presence of constants, which are read by an initializer, and written by >>>")
    func presenceOfConstants() throws {
        let texts = [
            "{}", #"{"name":null,"kind":null,"kinds":null,"inner":{"part":null},"number":null}"#,
            #"{"name":"n","kind":"a","kinds":["a"],"inner":{"part":{"number":1}},"parts":[{"number":2}],"number":3}"#,
        ]
        for text in texts {
            let patch = try Mapper<ConstantPatch>().tryMap(JSONString: text)
            expectEqual(patch.toJSONString(), text)
            expectEqual(JSON(patch.toJSON()), try JSON(parsing: text))
        }
        let wrong = [
            "name": "5", "kind": #""z""#, "kinds": #"["a", "z"]"#, "inner": #"{"part": 5}"#, "parts": "[5]",
            "number": "{}",
        ]
        for (name, value) in wrong {
            let mapper = Mapper<ConstantPatch>()
            expect(mapper.map(JSONString: #"{"\#(name)": \#(value)}"#) == nil && mapper.failures.count == 1)
        }
    }
}
