import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// What `MappingOptions.omitsBrokenElements` does: every container, whatever its elements and wherever it is, keeps the
/// elements that fit, and reports the others.
@Suite("Broken elements") struct BrokenElementTests {
    struct Plain: Mappable, Hashable {
        var x = 7
        init?(map: Map) {}
        mutating func mapping(map: Map) { x <- map["x"] }
    }

    struct Constant: ImmutableMappable, Hashable {
        let x: Int
        init(map: Map) throws { x = try map.value("x") }
    }

    final class Made: StaticMappable, Hashable {
        var x = 7
        class func objectForMapping(map: Map) -> (any BaseMappable)? { Made() }
        func mapping(map: Map) { x <- map["x"] }
        static func == (a: Made, b: Made) -> Bool { a.x == b.x }
        func hash(into hasher: inout Hasher) { hasher.combine(x) }
    }

    enum Level: Int { case one = 1, two }

    struct Lists: Mappable {
        var ints: [Int]? = nil
        var levels: [Level]? = nil
        var lengths: [Int]? = nil
        var nested: [[Int]]? = nil
        var names: [String: Int]? = nil
        var set: Set<Int>? = nil
        var models: [Plain]? = nil
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            ints <- map["ints"]
            levels <- map["levels"]
            lengths <- (map["lengths"], TransformOf<Int, String>(fromJSON: { $0?.count }, toJSON: { _ in nil }))
            nested <- map["nested"]
            names <- map["names"]
            set <- map["set"]
            models <- map["models"]
        }
    }

    struct Order: ImmutableMappable {
        let name: String
        let lines: [Constant]
        let owner: Constant?
        init(map: Map) throws {
            lines = try map.value("lines")
            name = try map.value("name")
            owner = try map.valueIfPresent("owner")
        }
    }

    private func mapper<Model: BaseMappable>(_ type: Model.Type) -> Mapper<Model> {
        let mapper = Mapper<Model>()
        mapper.options.omitsBrokenElements = true
        return mapper
    }

    /// Checks all arrays of up to three elements, as a text, as a value, as objects, as a dictionary and as a stream.
    private func check<Model: BaseMappable & Hashable>(_ type: Model.Type) throws {
        let elements = [#"{"x": 1}"#, #"{"x": 2, "y": []}"#, #"{"x": "a"}"#, "{}", "null", "5", "[]", #"{"x": null}"#]
        let models = elements.map { try? Mapper<Model>().tryMap(JSONString: $0) }
        expectEqual(models.map { $0 != nil }, [true, true, false, false, false, false, false, false])
        let mapper = mapper(type)
        for indices in Lists.choices(of: elements.indices, upTo: 3) {
            let text = "[" + indices.map { elements[$0] }.joined(separator: ",\n") + "]"
            let good = indices.compactMap { models[$0] }
            let broken = indices.indices.filter { models[indices[$0]] == nil }
            func check(_ found: [Model]?, inText: Bool, _ comment: Comment) {
                expectEqual(found, good, "\(comment) \(text)")
                let steps = mapper.failures.map(\.steps.first)
                expectEqual(steps, broken.map { .index($0) }, "\(comment) \(text)")
                expect(mapper.failures.allSatisfy { $0.isInOmittedElement && ($0.line == nil) == !inText })
                if inText { expectEqual(mapper.failures.map(\.line), broken.map { $0 + 1 }) }
            }
            check(mapper.mapArray(JSONString: text), inText: true, "text")
            let json = JSON(parseJSON: text)
            check(mapper.mapArray(json: json), inText: true, "value")
            check(mapper.mapArray(JSONObject: json.object), inText: false, "object")
            check(try mapper.tryMapArray(JSONString: text), inText: true, "throwing")
            mapper.options.isStrict = true
            check(mapper.mapArray(json: json), inText: true, "strict")
            mapper.options.isStrict = false
            expectEqual(mapper.mapSet(json: json), Set(good))
            let names = Dictionary(uniqueKeysWithValues: indices.enumerated().map { ("k\($0)", elements[$1]) })
            let members = names.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }.joined(separator: ", ")
            let byName = mapper.mapDictionary(JSONString: "{\(members)}")
            expectEqual(byName, names.compactMapValues { text in models[elements.firstIndex(of: text) ?? 0] })
            expectEqual(mapper.failures.map(\.steps.first), broken.map { .key("k\($0)") })
            expectEqual(mapper.mapArrayOfArrays(json: [json, 5, []]), [good, []])

            let lines = indices.map { elements[$0] + "\n" }.joined()
            let results = JSONStream(Array(lines.utf8)).map { mapper.map(record: $0) }
            expectEqual(results.map { try? $0.get() }, indices.map { models[$0] })
            let errors = results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
            for (error, index) in zip(errors, broken) {
                let isScalar = indices[index] == 4 || indices[index] == 5
                expectEqual(error.failures.map(\.line), [isScalar ? nil : index + 1], "\(lines)")
            }
        }
    }

    @Test("Mappable") func plainModels() throws { try check(Plain.self) }
    @Test("ImmutableMappable") func constantModels() throws { try check(Constant.self) }
    @Test("StaticMappable") func madeModels() throws { try check(Made.self) }

    @Test("A single object in step of an array is its only element")
    func singleObject() throws {
        let mapper = mapper(Constant.self)
        expectEqual(mapper.mapArray(JSONString: #"{"x": 1}"#)?.map(\.x), [1])
        expectEqual(mapper.mapArray(JSONString: "{}")?.isEmpty, true)
        expect(try mapper.mapArray(JSONString: "{}").isEmpty)
        try expectEqual(mapper.mapArray(JSONString: #"[{"x": 1}, {}]"#).map(\.x), [1])
        expectEqual(mapper.failures.map(\.path), ["$[1].x"])
    }

    @Test("Lists of values, enums, results of transforms, lists and models, in a field")
    func fields() throws {
        let text = #"""
            {"ints": [1, "a", null, 2], "levels": [1, 9, 2], "lengths": ["ab", 5], "nested": [[1, "a"], 5, [2]],
             "names": {"a": 1, "b": "x"}, "set": [1, 1.5], "models": [{"x": 1}, null]}
            """#
        let mapper = mapper(Lists.self)
        let lists = try mapper.tryMap(JSONString: text)
        expect(lists.ints == [1, 2] && lists.levels == [.one, .two] && lists.lengths == [2])
        expect(lists.nested == [[1], [2]] && lists.names == ["a": 1] && lists.set == [1])
        expectEqual(lists.models?.map(\.x), [1])
        let paths = [
            "$.ints[1]", "$.ints[2]", "$.levels[1]", "$.lengths[1]", "$.nested[0][1]", "$.nested[1]", "$.names.b",
            "$.set[1]", "$.models[1]",
        ]
        expectEqual(mapper.failures.map(\.path), paths)
        let object = JSON(parseJSON: text).object
        expectEqual(mapper.map(JSONObject: object)?.nested, [[1], [2]])
        expectEqual(mapper.failures.map(\.path).sorted(), paths.sorted())
        // Without the option, the rules are ObjectMapper's.
        let plain = try #require(Lists(JSONString: text))
        expect(plain.ints == nil && plain.nested == nil && plain.models == nil && plain.levels == [.one, .two])
    }

    @Test("Without the option, the rules are ObjectMapper's, as the guide has them in a table")
    func defaults() {
        struct Rejecting: Mappable {
            var x = 7
            init?(map: Map) { if !map["x"].isKeyPresent { return nil } }
            mutating func mapping(map: Map) { x <- map["x"] }
        }
        struct Model: Mappable {
            var plain: [Rejecting] = []
            var constant: [Constant] = []
            var ints = [7]
            var levels: [Level] = []
            var lengths: [Int] = []
            init?(map: Map) {}
            mutating func mapping(map: Map) {
                plain <- map["plain"]
                constant <- map["constant"]
                ints <- map["ints"]
                levels <- map["levels"]
                lengths <- (map["lengths"], TransformOf<Int, String>(fromJSON: { $0?.count }, toJSON: { _ in nil }))
            }
        }
        for other in ["null", "5.5"] {
            expect(Mapper<Rejecting>().mapArray(JSONString: #"[{"x": 1}, \#(other)]"#) == nil)
            expect(Mapper<Constant>().mapArray(JSONString: #"[{"x": 1}, \#(other)]"#) as [Constant]? == nil)
            let text = #"""
                {"plain": [{"x": 1}, \#(other)], "constant": [{"x": 1}, \#(other)], "ints": [1, \#(other)],
                 "levels": [1, \#(other)], "lengths": ["a", \#(other)]}
                """#
            let model = Model(JSONString: text)
            expect(model?.plain.isEmpty == true && model?.constant.isEmpty == true && model?.ints == [7])
            expect(model?.levels == [.one] && model?.lengths == [1])
        }
        let objects = #"[{"x": 1}, {"x": "a"}, {}]"#
        expectEqual(Mapper<Rejecting>().mapArray(JSONString: objects)?.map(\.x), [1, 7])
        expectEqual((Mapper<Constant>().mapArray(JSONString: objects) as [Constant]?)?.map(\.x), [1])
    }

    @Test("The guide's example")
    func guide() throws {
        struct Point: Mappable {
            var name = ""
            var height = 0
            var rating = 3
            init?(map: Map) {}
            mutating func mapping(map: Map) {
                name <- map["name"]
                height <- map["height"]
                rating <- map["rating"].optional
            }
        }
        let mapper = mapper(Point.self)
        let points = try mapper.tryMapArray(
            JSONString: """
                [{"name": "Niesen", "height": 2362}, null,
                 {"name": "Thun", "height": "low"}, {"height": 5}]
                """)
        expect(points.map(\.name) == ["Niesen"] && points.map(\.rating) == [3])
        expectEqual(
            mapper.failures.map(\.description),
            [
                "$[1]: expected an object, found null (line 1, column 38)",
                #"$[2].height: expected a 64-bit integer, found the string "low" (line 2, column 29)"#,
                "$[3].name: expected a string, found nothing (line 2, column 37)",
            ])
    }

    @Test("Only the innermost element that contains a failure is left out, and the reason of a throw is not its")
    func innermost() throws {
        let mapper = mapper(Order.self)
        let text = #"""
            [{"name": "a", "lines": [{"x": 1}, {}]},
             {"lines": [{}]},
             {"name": "c", "lines": 5},
             {"name": "d", "lines": [], "owner": {}}]
            """#
        expectEqual(mapper.mapArray(JSONString: text)?.map(\.name), ["a"])
        let paths = ["$[0].lines[1].x", "$[1].lines[0].x", "$[1].name", "$[2].lines", "$[3].owner.x"]
        expectEqual(mapper.failures.map(\.path), paths)
        expectEqual(mapper.failures.map(\.line), [1, 2, 2, 3, 4])
        let error = try #require(throws: MapError.self) { try mapper.map(JSONString: #"{"lines": [{}]}"#) as Order }
        expect(error.key == "name" && error.failure?.path == "$.name")
    }

    @Test("What is outside of all elements still fails a strict or throwing call, with the first or all such failures")
    func outside() throws {
        struct Page: Mappable {
            var count = 0
            var size = 0
            var items: [Plain] = []
            init?(map: Map) {}
            mutating func mapping(map: Map) {
                items <- map["items"]
                count <- map["count"]
                size <- map["size"]
            }
        }
        let mapper = mapper(Page.self)
        let text = #"{"items": [{}, {"x": 1}], "count": "a", "size": "b"}"#
        var error = try #require(throws: MappingError.self) { try mapper.tryMap(JSONString: text) }
        expectEqual(error.failures.map(\.path), ["$.count", "$.size"])
        error = try #require(throws: MappingError.self) { try mapper.tryMap(JSONString: text, stoppingAtFirst: true) }
        expectEqual(error.failures.map(\.path), ["$.count"])
        expectEqual(mapper.failures.map(\.isInOmittedElement), [true, false])
        mapper.options.isStrict = true
        expect(mapper.map(JSONString: text) == nil)
        expectEqual(mapper.map(JSONString: #"{"items": [{}, {"x": 1}], "count": 2, "size": 1}"#)?.items.map(\.x), [1])
    }

    @Test("Models that are updated by name: new ones that are broken are left out, others keep what fits")
    func updating() throws {
        let old = ["a": try #require(Plain(JSON: ["x": 1])), "b": try #require(Plain(JSON: ["x": 2]))]
        let mapper = mapper(Plain.self)
        let new = mapper.mapDictionary(
            JSONObject: ["a": ["x": 5], "b": ["x": "no"], "c": [:], "d": 5, "e": ["x": 6]] as [String: Any],
            toDictionary: old)
        expectEqual(new.mapValues(\.x), ["a": 5, "b": 2, "e": 6])
        expectEqual(mapper.failures.map(\.path).sorted(), ["$.b.x", "$.c.x", "$.d"])
    }

    @Test("A dictionary whose names are cases of an enum")
    func enumNames() {
        enum Size: String { case small, large }
        struct Images: Mappable {
            var images: [Size: Plain] = [:]
            init?(map: Map) {}
            mutating func mapping(map: Map) { images <- (map["images"], DictionaryTransform<Size, Plain>()) }
        }
        let mapper = mapper(Images.self)
        let images = mapper.map(JSONString: #"{"images": {"small": {"x": 1}, "large": {"x": []}}}"#)
        expectEqual(images?.images.mapValues(\.x), [.small: 1])
        expectEqual(mapper.failures.map(\.path), ["$.images.large.x"])
    }

    @Test("Models in Codable types")
    func mappedProperties() throws {
        struct Page: Codable {
            @Mapped var points: [Plain]
            @Mapped var constants: [Constant]
        }
        let decoder = NeatlineJSONDecoder()
        var options = MappingOptions()
        options.omitsBrokenElements = true
        decoder.userInfo[.mappingOptions] = options
        decoder.userInfo[.requiresEveryField] = true
        let elements = #"[{"x": 1}, null, {"x": []}, {"x": 2}]"#
        let page = try decoder.decode(Page.self, from: #"{"points": \#(elements), "constants": \#(elements)}"#)
        expect(page.points.map(\.x) == [1, 2] && page.constants.map(\.x) == [1, 2])
        #expect(throws: DecodingError.self) {
            try decoder.decode(Page.self, from: #"{"points": 5, "constants": []}"#)
        }
    }

    @Test("The lines of a file, also one that is not JSON, and the lines of a stream in every split")
    func lines() throws {
        let text = "{\"x\": 1}\n\n{\"x\": \"a\"}\n{\"x\" 2}\n null\n{\"x\": 3}\n{\"x\": 4, \"y\": {\n{}"
        let expected = ["1", "3:7", "4:6", "5:2", "3", "7:16", "8:1"]
        func describe(_ results: some Sequence<Result<Plain, MappingError>>) -> [String] {
            results.map { result in
                switch result {
                case .success(let model): "\(model.x)"
                case .failure(let error):
                    error.failures.map { "\($0.line ?? 0):\($0.column ?? 0)" }.joined(separator: " ")
                }
            }
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID()).ndjson")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let mapper = mapper(Plain.self)
        expectEqual(describe(mapper.mapLines(contentsOf: file)), expected)
        let bytes = Array(text.utf8)
        var options = JSONStreamOptions()
        options.continuesAfterErrors = true
        for first in 0...bytes.count {
            for second in stride(from: first, through: bytes.count, by: 3) {
                let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]].map { Array($0) }
                let stream = JSONStream(chunks, options: options)
                let found = describe(stream.map { mapper.map(record: $0) })
                // A scalar alone does not know where it is.
                expectEqual(found.map { $0 == "0:0" ? "5:2" : $0 }, expected, "\(first) \(second)")
            }
        }
        // By ObjectMapper's rules, a model with a field that does not fit is one, and what is not JSON ends the file.
        mapper.options.omitsBrokenElements = false
        expectEqual(describe(mapper.mapLines(contentsOf: file)), ["1", "7", "4:6"])
        let missing = mapper.mapLines(contentsOf: file.appending(path: "none"))
        expectEqual(missing.map { try? $0.get() }, [nil])
        expectEqual(mapper.failures.first?.description.contains("none"), true)
    }

    @Test("The errors of a decoder in a stream have its lines, too")
    func decodedRecords() throws {
        struct Point: Decodable { var x: Int }
        var options = JSONStreamOptions()
        options.framing = .concatenated
        let values = JSONStream([Array("{\"x\": 1}\n".utf8), Array("{\"x\":\n  \"a\"}\n".utf8)], options: options)
        let records = try values.map { try $0.get() }
        expectEqual(records.count, 2)
        let error = try #require(throws: DecodingError.self) {
            try NeatlineJSONDecoder().decode(Point.self, from: records[1])
        }
        expect("\(error)".contains("line 3, column 3"), "\(error)")
    }
}

/// A field that the text may leave out.
@Suite("Optional fields") struct OptionalFieldTests {
    enum Level: Int { case one = 1, two }

    struct Model: Mappable {
        var value = 3
        var text: String? = "x"
        var level = Level.two
        var list = [1]
        var date = Date(timeIntervalSince1970: 0)
        var any: Any = 5
        var inner = Inner()
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            value <- map["value"].optional
            text <- map["text"].optional
            level <- map["level"].optional
            list <- map["a.list"].optional
            date <- (map["date"].optional, DateTransform())
            any <- map["any"].optional
            inner <- map["in.ner", nested: false].optional
        }
    }

    struct Inner: Mappable {
        var x = 1
        init() {}
        init?(map: Map) {}
        mutating func mapping(map: Map) { x <- map["x"].optional }
    }

    private let written =
        #"{"value":3,"text":"x","level":2,"a":{"list":[1]},"date":0,"any":5,"in.ner":{"x":1}}"#

    @Test("If it is absent or null, the property keeps its default, nothing is reported, and it is written")
    func defaults() throws {
        let nulls = #"{"value":null,"text":null,"level":null,"a":{"list":null},"date":null,"any":null,"in.ner":null}"#
        for text in ["{}", nulls, #"{"a": 5}"#, #"{"a": null}"#] {
            let mapper = Mapper<Model>()
            let model = try mapper.tryMap(JSONString: text)
            expect(mapper.failures.isEmpty)
            expectEqual(model.toJSONString(), written)
            expectEqual(Mapper<Model>().map(JSONObject: JSON(parseJSON: text).object)?.toJSONString(), written)
        }
    }

    @Test("A value that is there is read, and is a failure if it does not fit")
    func present() throws {
        let text = #"{"value":4,"text":"y","level":1,"a":{"list":[2]},"date":1,"any":"z","in.ner":{"x":2}}"#
        try expectEqual(Mapper<Model>().tryMap(JSONString: text).toJSONString(), text)
        let error = try #require(throws: MappingError.self) {
            try Mapper<Model>().tryMap(JSONString: #"{"value":"4","a":{"list":5},"in.ner":{"x":[]}}"#)
        }
        expectEqual(error.failures.map(\.path), ["$.value", "$.a.list", #"$["in.ner"].x"#])
    }

    @Test("A text that is not JSON makes a strict call fail, one without broken elements does not")
    func openFailures() {
        let mapper = Mapper<Plain>()
        mapper.options.omitsBrokenElements = true
        for (text, isOpen) in [("[", true), ("[{}]", false), ("[1]", false), ("[]", false)] {
            _ = mapper.mapArray(JSONString: text)
            expectEqual(mapper.hasOpenFailures, isOpen, "\(text)")
        }
    }

    @Test("The map of an absent optional field has its name and path")
    func names() {
        let map = Map(mappingType: .fromJSON, JSON: [:])
        expect(map["a.b"].optional.path == "$.a.b" && map["a.b"].optional.currentKey == "a.b")
        expectEqual(map["a.b", nested: false].optional.path, #"$["a.b"]"#)
        expectEqual(map["a/b", delimiter: "/"].optional.path, "$.a.b")
        expect(map.optional.currentKey == nil && !map["a"].optional.isKeyPresent)
    }
}

extension BrokenElementTests.Lists {
    /// Returns all lists of up to `count` of the given values.
    static func choices(of values: Range<Int>, upTo count: Int) -> [[Int]] {
        var all: [[Int]] = [[]]
        var last = all
        for _ in 0..<count {
            last = last.flatMap { list in values.map { list + [$0] } }
            all += last
        }
        return all
    }
}
