import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Map.valueIfPresent") struct MapValueIfPresentTests {
    enum Kind: String, CaseIterable { case a, b }

    /// An enum whose raw type is no `MappableValue`: it is read by casts.
    enum Level: NSNumber { case one = 1, two = 2 }

    struct Item: Mappable, Hashable {
        var n = 0
        init(_ n: Int) { self.n = n }
        init?(map: Map) { if map["refuse"].isKeyPresent { return nil } }
        mutating func mapping(map: Map) { n <- map["n"] }
    }

    struct Fixed: ImmutableMappable, Equatable {
        let n: Int
        init(map: Map) throws { n = try map.value("n") }
    }

    /// A map over the text, and one over its dictionary.
    private func maps(_ text: String) throws -> [Map] {
        final class Keeper: MapContext { var map: Map? }
        let keeper = Keeper()
        _ = Mapper<Probe>(context: Probe.Body { keeper.map = $0 }).map(JSONString: text)
        let dictionary = try #require(try JSON(parsing: text).dictionaryObject)
        return [try #require(keeper.map), Map(mappingType: .fromJSON, JSON: dictionary)]
    }

    @Test("What is there is read, in each family of properties")
    func present() throws {
        let text = """
            {"int": 5, "ints": [1, 2], "any": [1, "a", null], "optionals": [1, null], "json": {"x": 1},
             "kind": "b", "kinds": ["a", "b"], "kindsByName": {"x": "a"}, "level": 2,
             "item": {"n": 1}, "items": [{"n": 1}, {"n": 2}], "named": {"x": {"n": 3}}, "rows": [[{"n": 4}], []],
             "text": "7", "texts": ["7", "8"], "textsByName": {"x": "9"}, "textRows": [["1"], []]}
            """
        for map in try maps(text) {
            let int: Int? = try map.valueIfPresent("int")
            let unwrapped: Int! = try map.valueIfPresent("int")
            let ints: [Int]? = try map.valueIfPresent("ints")
            let set: Set<Int>? = try map.valueIfPresent("ints")
            let optionals: [Int?]? = try map.valueIfPresent("optionals")
            let json: JSON? = try map.valueIfPresent("json")
            let any: Any? = try map.valueIfPresent("int")
            let list: [Any]? = try map.valueIfPresent("any")
            expect(int == 5 && unwrapped == 5 && ints == [1, 2] && set == [1, 2] && optionals == [1, nil])
            expect(json == ["x": 1] && any as? Int == 5 && list?.count == 3)

            let kind: Kind? = try map.valueIfPresent("kind")
            let kinds: [Kind]? = try map.valueIfPresent("kinds")
            let kindSet: Set<Kind>? = try map.valueIfPresent("kinds")
            let kindsByName: [String: Kind]? = try map.valueIfPresent("kindsByName")
            let level: Level? = try map.valueIfPresent("level")
            expect(
                kind == .b && kinds == [.a, .b] && kindSet == [.a, .b] && kindsByName == ["x": .a] && level == .two)

            let item: Item? = try map.valueIfPresent("item")
            let items: [Item]? = try map.valueIfPresent("items")
            let itemSet: Set<Item>? = try map.valueIfPresent("items")
            let named: [String: Item]? = try map.valueIfPresent("named")
            let rows: [[Item]]? = try map.valueIfPresent("rows")
            let fixed: Fixed? = try map.valueIfPresent("item")
            expect(item == Item(1) && items == [Item(1), Item(2)] && itemSet == [Item(1), Item(2)])
            expect(named == ["x": Item(3)] && rows == [[Item(4)], []] && fixed?.n == 1)

            let number: Int? = try map.valueIfPresent("text", using: NumberText())
            let numbers: [Int]? = try map.valueIfPresent("texts", using: NumberText())
            let byName: [String: Int]? = try map.valueIfPresent("textsByName", using: NumberText())
            let numberRows: [[Int]]? = try map.valueIfPresent("textRows", using: NumberText())
            expect(number == 7 && numbers == [7, 8] && byName == ["x": 9] && numberRows == [[1], []])
        }
    }

    @Test("What is absent or null is nil, in each family of properties", arguments: ["{}", #"{"k": null}"#])
    func absent(_ text: String) throws {
        for map in try maps(text) {
            let int: Int? = try map.valueIfPresent("k")
            let ints: [Int]? = try map.valueIfPresent("k")
            let json: JSON? = try map.valueIfPresent("k")
            let any: Any? = try map.valueIfPresent("k")
            let dictionary: [String: Any]? = try map.valueIfPresent("k")
            expect(int == nil && ints == nil && json == nil && any == nil && dictionary == nil)
            let kind: Kind? = try map.valueIfPresent("k")
            let kinds: [Kind]? = try map.valueIfPresent("k")
            expect(kind == nil && kinds == nil)
            let item: Item? = try map.valueIfPresent("k")
            let items: [Item]? = try map.valueIfPresent("k")
            let rows: [[Item]]? = try map.valueIfPresent("k")
            let named: [String: Item]? = try map.valueIfPresent("k")
            let fixed: Fixed? = try map.valueIfPresent("k")
            expect(item == nil && items == nil && rows == nil && named == nil && fixed == nil)
            // The transform would make a value of null.
            let count: Int? = try map.valueIfPresent(
                "k", using: TransformOf<Int, Int>(fromJSON: { $0 ?? 0 }, toJSON: { $0 }))
            let numbers: [Int]? = try map.valueIfPresent("k", using: NumberText())
            let numberRows: [[Int]]? = try map.valueIfPresent("k", using: NumberText())
            expect(count == nil && numbers == nil && numberRows == nil)
        }
    }

    /// Reads the field as each type and returns the error's reason and failure.
    private func error<T>(_ read: (Map) throws -> T?, _ text: String) throws -> [String] {
        try maps(text).map { map in
            let error = try #require(throws: MapError.self) { _ = try read(map) }
            let failure = try #require(error.failure)
            return "\(error.reason ?? ""); \(failure.path): expected \(failure.expected), found \(failure.found)"
        }
    }

    @Test("What does not fit throws, in each family of properties")
    func wrong() throws {
        func check<T>(_ text: String, _ message: String, _ read: (Map) throws -> T?) throws {
            try expectEqual(error(read, text), [message, message])
        }
        let wrong = #"{"k": "x"}"#
        try check(wrong, #"Cannot cast to 'Int'; $.k: expected a 64-bit integer, found the string "x""#) {
            try $0.valueIfPresent("k") as Int?
        }
        try check(wrong, #"Cannot cast to 'Array<Any>'; $.k: expected an array, found the string "x""#) {
            try $0.valueIfPresent("k") as [Any]?
        }
        try check(
            wrong, #"Cannot transform to 'Kind' using EnumTransform; $.k: expected "a" or "b", found the string "x""#
        ) {
            try $0.valueIfPresent("k") as Kind?
        }
        try check(#"{"k": ["a", "x"]}"#, #"Cannot cast to '[Any]'; $.k[1]: expected "a" or "b", found the string "x""#)
        {
            try $0.valueIfPresent("k") as [Kind]?
        }
        try check(wrong, #"Cannot map to 'Item'; $.k: expected an object, found the string "x""#) {
            try $0.valueIfPresent("k") as Item?
        }
        try check(
            #"{"k": [{"n": 1}, 7]}"#, "Cannot cast to '[Any]'; $.k[1]: expected an object, found the number 7"
        ) {
            try $0.valueIfPresent("k") as [Item]?
        }
        try check(
            #"{"k": [{"n": 1}, {"refuse": 1}]}"#,
            "Cannot cast to '[Any]'; $.k[1]: expected an object that Item accepts, found one that it rejects"
        ) {
            try $0.valueIfPresent("k") as [Item]?
        }
        // The error is that of the model's initializer.
        try check(
            #"{"k": {"n": "x"}}"#, #"Cannot cast to 'Int'; $.k.n: expected a 64-bit integer, found the string "x""#
        ) {
            try $0.valueIfPresent("k") as Fixed?
        }
        try check(
            wrong,
            """
            Cannot transform to 'Int' using NumberText(); $.k: expected a value that NumberText converts to Int, \
            found the string "x"
            """
        ) {
            try $0.valueIfPresent("k", using: NumberText()) as Int?
        }
        try check(
            #"{"k": [["x"]]}"#,
            """
            Cannot cast to '[[Any]]'; $.k[0][0]: expected a value that NumberText converts to Int, found the string "x"
            """
        ) {
            try $0.valueIfPresent("k", using: NumberText()) as [[Int]]?
        }
    }

    @Test("Paths, names with dots, and other delimiters; a path that leads nowhere is absent")
    func paths() throws {
        for map in try maps(#"{"a": {"b": [{"n": 1}, 5], "null": null}, "x.y": {"n": 2}}"#) {
            let nested: Item? = try map.valueIfPresent("a.b.0")
            let delimited: Item? = try map.valueIfPresent("a->b->0", delimiter: "->")
            let flat: Item? = try map.valueIfPresent("x.y", nested: false)
            let same = TransformOf<Int, Int>(fromJSON: { $0 }, toJSON: { $0 })
            let converted: Int? = try map.valueIfPresent("a->b->1", delimiter: "->", using: same)
            expect(nested == Item(1) && delimited == Item(1) && flat == Item(2) && converted == 5)
            for path in ["x.y", "a.b.2", "a.null", "a.null.c", "a.b.1.c"] {
                let absent: Item? = try map.valueIfPresent(path)
                expect(absent == nil, "\(path)")
            }
            #expect(throws: MapError.self) { try map.valueIfPresent("a.b.1") as Item? }
        }
    }

    @Test("Types of two families are read as `value` reads them")
    func families() throws {
        let text = #"{"own": "dos", "wrapped": "w", "model": {"n": 1}, "raw": {"raw": 7}, "models": [{"n": 2}]}"#
        for map in try maps(text) {
            let own: OverloadTests.Own? = try map.valueIfPresent("own")
            let wrapped: OverloadTests.Wrapped? = try map.valueIfPresent("wrapped")
            let model: OverloadTests.ValueModel? = try map.valueIfPresent("model")
            let models: [OverloadTests.ValueModel]? = try map.valueIfPresent("models")
            let raw: OverloadTests.RawModel? = try map.valueIfPresent("raw")
            expect(own == .two && wrapped?.rawValue.text == "w" && model?.n == 1 && models?.first?.n == 2)
            expectEqual(raw?.rawValue, 7)
        }
    }

    struct Outer: ImmutableMappable {
        let inner: Fixed?
        let kind: Kind?
        init(map: Map) throws {
            inner = try map.valueIfPresent("inner")
            kind = try map.valueIfPresent("kind")
        }
    }

    @Test("A wrong optional model is a failure of tryMap, and an absent or null one is none")
    func throwing() throws {
        let mapper = Mapper<Outer>()
        for text in ["{}", #"{"inner": null, "kind": null}"#] {
            let outer = try mapper.tryMap(JSONString: text)
            expect(outer.inner == nil && outer.kind == nil && mapper.failures.isEmpty)
        }
        for stoppingAtFirst in [false, true] {
            let error = #expect(throws: MappingError.self) {
                try mapper.tryMapArray(
                    JSONString: #"[{"inner": 5}, {"kind": "z"}]"#, stoppingAtFirst: stoppingAtFirst)
            }
            let messages = [
                "$[0].inner: expected an object, found the number 5 (line 1, column 12)",
                #"$[1].kind: expected "a" or "b", found the string "z" (line 1, column 25)"#,
            ]
            expectEqual(error?.failures.map(\.description), stoppingAtFirst ? [messages[0]] : messages)
        }
    }

    @Test("Nothing is read while JSON is written")
    func whileWriting() {
        let map = Map(mappingType: .toJSON, JSON: ["a": 1])
        let error = #expect(throws: MapError.self) { try map.valueIfPresent("a") as Int? }
        expectEqual(error?.reason, "Nothing can be read while JSON is written")
    }
}
