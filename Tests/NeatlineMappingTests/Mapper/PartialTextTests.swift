import Neatline
import NeatlineTestSupport
import Testing

@Suite("Models of partial texts")
struct PartialTextTests {
    struct Step: ImmutableMappable, Equatable {
        let text: String
        let minutes: Int

        init(text: String, minutes: Int) { (self.text, self.minutes) = (text, minutes) }

        init(map: Map) throws {
            text = try map.value("text")
            minutes = try map.value("minutes")
        }
    }

    enum Kind: String, Codable { case hot, cold }

    struct Recipe: Mappable, Equatable {
        var title: String?
        var kind: Kind?
        var steps: [Step] = []

        init() {}
        init?(map: Map) {}

        mutating func mapping(map: Map) {
            title <- map["title"]
            kind <- map["kind"]
            steps <- map["steps"]
        }
    }

    /// A text of two parts, of which a beginning is none.
    struct Version: MappableValue, Equatable {
        let parts: [Substring]

        static func value(from reader: ValueReader) -> Version? {
            let parts = String.value(from: reader)?.split(separator: ".") ?? []
            if parts.count == 2, parts[1].count == 2 { return Version(parts: parts) }
            reader.fail(expected: "a version")
            return nil
        }

        func write(to writer: ValueWriter) { parts.joined(separator: ".").write(to: writer) }
    }

    struct Release: ImmutableMappable, Equatable {
        let id: Int
        let version: Version?
        let others: [Version]?

        init(map: Map) throws {
            id = try map.value("id")
            version = try map.valueIfPresent("version")
            others = try map.valueIfPresent("others")
        }

        func mapping(map: Map) {
            id >>> map["id"]
            version >>> map["version"]
            others >>> map["others"]
        }

        var text: String { "\(id)\(version.map { " \($0.parts)" } ?? "")\(others.map { " \($0.count)" } ?? "")" }
    }

    struct Releases: Mappable, Equatable {
        var versions: [Version] = []
        var named: [String: Version]?
        var latest: Release?
        var all: [Release]?
        var result: Result<Version, MappingError>?
        var isOld: Bool?

        static func == (left: Releases, right: Releases) -> Bool { left.toJSONString() == right.toJSONString() }

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            versions <- map["versions"]
            named <- map["named"]
            latest <- map["latest"]
            all <- map["all"]
            result <- map["result"]
            // An attempt whose failure is not recorded.
            if map.mappingType == .fromJSON { isOld = map["versions"].value() }
        }
    }

    struct Answer: Decodable, Equatable {
        struct Item: Decodable, Equatable { let name: String, price: Int? }
        let id: Int
        let kind: Kind?
        let items: [Item]?
    }

    private func drafts<Model: Equatable>(
        _ text: String, _ read: (inout JSONPartialParser) throws -> Model?
    ) throws -> [Model] {
        var parser = JSONPartialParser()
        var drafts: [Model] = []
        for byte in text.utf8 {
            try parser.feed(CollectionOfOne(byte))
            if let draft = try read(&parser), draft != drafts.last { drafts.append(draft) }
        }
        return drafts
    }

    @Test("of a mutable model what is missing is nil or the default, and elements that are not whole are left out")
    func mutable() throws {
        let text = #"{"title":"Te","kind":"hot","steps":[{"text":"a","minutes":1},{"text":"b","minutes":20}]}"#
        let found = try drafts(text) { try $0.mapped(Recipe.self) }
        func recipe(_ title: String?, _ kind: Kind? = nil, _ steps: [Step] = []) -> Recipe {
            var recipe = Recipe()
            (recipe.title, recipe.kind, recipe.steps) = (title, kind, steps)
            return recipe
        }
        let first = Step(text: "a", minutes: 1)
        expectEqual(
            found,
            [
                recipe(nil), recipe(""), recipe("T"), recipe("Te"), recipe("Te", .hot), recipe("Te", .hot, [first]),
                recipe("Te", .hot, [first, Step(text: "b", minutes: 20)]),
            ])
    }

    @Test("of an immutable model there is none until all that it needs has come")
    func immutable() throws {
        let found = try drafts(#"{"text":"ab","minutes":12,"more":[1,2]}"#) { try $0.mapped(Step.self) }
        expectEqual(found, [Step(text: "ab", minutes: 12)])
    }

    @Test("of an array all that are whole are there, and of mutable models the one that grows")
    func array() throws {
        let text = #"[{"text":"a","minutes":1},{"text":"b","minutes":2},{"minutes":3}]"#
        let (a, b) = (Step(text: "a", minutes: 1), Step(text: "b", minutes: 2))
        try expectEqual(drafts(text) { try $0.mapped([Step].self) }, [[], [a], [a, b]])
        let recipes = try drafts(#"[{"title":"x"},{"title":"yz"}]"#) { try $0.mapped([Recipe].self) }
        expectEqual(
            recipes.map { $0.map { $0.title ?? "nil" } },
            [
                [], ["nil"], [""], ["x"], ["x", "nil"], ["x", ""], ["x", "y"], ["x", "yz"],
            ])
    }

    @Test("a value that cannot be made of a part of a string takes nothing with it that was there")
    func refusedGrowth() throws {
        let versions = try drafts(#"{"versions":["1.20","2.30"],"named":{"a":"1.20","b":"2.30"}}"#) {
            try $0.mapped(Releases.self)
        }
        expectEqual(versions.map(\.versions.count), [0, 1, 2, 2, 2, 2])
        expectEqual(versions.map(\.named?.count), [nil, nil, nil, 0, 1, 2])
        let latest = try drafts(#"{"latest":{"id":1,"version":"1.20","others":["1.20","2.30"]}}"#) {
            try $0.mapped(Releases.self)
        }
        let stages = ["1", #"1 ["1", "20"]"#, #"1 ["1", "20"] 0"#, #"1 ["1", "20"] 1"#, #"1 ["1", "20"] 2"#]
        expectEqual(latest.map(\.latest?.text), [nil] + stages)
        let all = try drafts(#"{"all":[{"id":1},{"id":2,"version":"1.20"}]}"#) { try $0.mapped(Releases.self) }
        expectEqual(
            all.map { $0.all?.map(\.text) }, [nil, [], ["1"], ["1", "2"], ["1", #"2 ["1", "20"]"#]])
        let results = try drafts(#"{"versions":[],"result":"1.20"}"#) { try $0.mapped(Releases.self) }
        expectEqual(results.map { $0.toJSONString() }, [#"{"versions":[]}"#, #"{"versions":[],"result":"1.20"}"#])
        let list = try drafts(#"[{"id":1,"others":["1.20","1.20"]}]"#) { try $0.mapped([Release].self) }
        expectEqual(list.map { $0.map(\.text) }, [[], ["1"], ["1 0"], ["1 1"], ["1 2"]])
    }

    @Test("an array whose element cannot be mapped is an error of a strict mapper, and text that is none of any")
    func arrayErrors() throws {
        let strict = Mapper<Step>()
        strict.options.isStrict = true
        var parser = JSONPartialParser()
        try parser.feed(#"[{"text":"a","minutes":1},{"text":"b""#)
        try expectEqual(parser.mapped([Step].self, by: strict), [Step(text: "a", minutes: 1)])
        try parser.feed("}]")
        #expect(throws: MappingError.self) { try parser.mapped([Step].self, by: strict) }
        try expectEqual(parser.mapped([Step].self), [Step(text: "a", minutes: 1)])
        for text in ["5 ", #"{"text":"a","minutes":1}"#] {
            var parser = JSONPartialParser()
            try parser.feed(text)
            #expect(throws: MappingError.self) { try parser.mapped([Step].self) }
        }
    }

    @Test("of a Decodable type optional properties are nil until they have come")
    func decodable() throws {
        let text = #"{"id":7,"kind":"cold","items":[{"name":"x","price":1},{"price":2,"name":"y"}]}"#
        let found = try drafts(text) { try $0.decoded(Answer.self) }
        func item(_ name: String, _ price: Int?) -> Answer.Item { Answer.Item(name: name, price: price) }
        let kinds: [Answer] = [
            Answer(id: 7, kind: nil, items: nil), Answer(id: 7, kind: .cold, items: nil),
            Answer(id: 7, kind: .cold, items: []),
            Answer(id: 7, kind: .cold, items: [item("", nil)]), Answer(id: 7, kind: .cold, items: [item("x", nil)]),
            Answer(id: 7, kind: .cold, items: [item("x", 1)]),
            Answer(id: 7, kind: .cold, items: [item("x", 1), item("", 2)]),
            Answer(id: 7, kind: .cold, items: [item("x", 1), item("y", 2)]),
        ]
        expectEqual(found, kinds)
    }

    @Test("what is wrong is an error once the value has ended")
    func errors() throws {
        var parser = JSONPartialParser()
        try parser.feed(#"{"text":5,"minutes":"x""#)
        expect(try parser.mapped(Step.self) == nil)
        expect(try parser.decoded(Answer.self) == nil)
        try parser.feed("}")
        #expect(throws: MappingError.self) { try parser.mapped(Step.self) }
        #expect(throws: DecodingError.self) { try parser.decoded(Answer.self) }
    }

    @Test("failures of values in a snapshot have their place in the text")
    func places() throws {
        var parser = JSONPartialParser()
        try parser.feed("{\"steps\":\n[{\"text\":\"a\",\"minutes\":\"x\"},")
        let snapshot = parser.snapshot
        let json = try #require(snapshot)
        let error = #expect(throws: MappingError.self) { try Mapper<Step>().tryMap(json: json["steps"][0]) }
        expectEqual(error?.failures.first?.path, "$.steps[0].minutes")
        expectEqual(error?.failures.first?.line, 2)
    }
}
