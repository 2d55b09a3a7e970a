import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Map.value") struct MapValueTests {
    enum Kind: String { case a, b }
    enum Level: Int { case one = 1, two }
    enum Long: Int64 { case one = 1, two }
    enum Share: Double { case half = 0.5 }
    enum Ratio: Float { case tenth = 0.1 }

    struct Item: Mappable, Equatable {
        var n = 0
        init?(map: Map) { if !map["n"].isKeyPresent { return nil } }
        init(_ n: Int) { self.n = n }
        mutating func mapping(map: Map) { n <- map["n"] }
    }

    struct Fixed: ImmutableMappable, Equatable {
        let n: Int
        init(map: Map) throws { n = try map.value("n") }
        func mapping(map: Map) { n >>> map["n"] }
    }

    private static let text = """
        {"int": 5, "string": "s", "bool": true, "double": 2.5, "float": 0.1, "null": null, "kind": "b", "level": 2,
         "long": 2, "share": 0.5, "ratio": 0.1, "kinds": ["a", "b"], "ints": [1, 2], "optionals": [1, null],
         "item": {"n": 1}, "items": [{"n": 1}, {"n": 2}], "named": {"x": {"n": 3}}, "rows": [[{"n": 4}], []],
         "text": "7", "texts": ["7", "8"], "textsByName": {"x": "9"}, "textRows": [["1"], []], "date": 0,
         "a": {"b": {"c": [10, 20]}}, "x.y": 1, "any": [1, "a", null], "dictionary": {"k": 1}}
        """

    /// A map over the text, and one over its dictionary.
    private func maps() throws -> [Map] {
        final class Keeper: MapContext { var map: Map? }
        let keeper = Keeper()
        _ = Mapper<Probe>(context: Probe.Body { keeper.map = $0 }).map(JSONString: Self.text)
        let dictionary = try #require(try JSON(parsing: Self.text).dictionaryObject)
        return [try #require(keeper.map), Map(mappingType: .fromJSON, JSON: dictionary)]
    }

    @Test("The type of the property decides what is read")
    func types() throws {
        for map in try maps() {
            let int: Int = try map.value("int")
            let string: String = try map.value("string")
            let bool: Bool = try map.value("bool")
            let double: Double = try map.value("double")
            let float: Float = try map.value("float")
            let byte: UInt8 = try map.value("int")
            let ints: [Int] = try map.value("ints")
            let optionals: [Int?] = try map.value("optionals")
            let set: Set<Int> = try map.value("ints")
            let dictionary: [String: Int] = try map.value("dictionary")
            let json: JSON = try map.value("a")
            expect(int == 5 && string == "s" && bool && double == 2.5 && float == 0.1 && byte == 5)
            expect(ints == [1, 2] && optionals == [1, nil] && set == [1, 2] && dictionary == ["k": 1])
            expectEqual(json["b", "c", 1], 20)
        }
    }

    @Test("Untyped values")
    func untyped() throws {
        for map in try maps() {
            let any: Any = try map.value("int")
            let list: [Any] = try map.value("any")
            let dictionary: [String: Any] = try map.value("dictionary")
            let number: NSNumber = try map.value("double")
            expect(any as? Int == 5 && list.count == 3 && dictionary["k"] as? Int == 1 && number == 2.5)
        }
    }

    @Test("Enums, and arrays of them")
    func enums() throws {
        for map in try maps() {
            let kind: Kind = try map.value("kind")
            let kindOptional: Kind? = try map.value("kind")
            let level: Level = try map.value("level")
            let long: Long = try map.value("long")
            let share: Share = try map.value("share")
            let ratio: Ratio = try map.value("ratio")
            let kinds: [Kind] = try map.value("kinds")
            let kindsOptional: [Kind]? = try map.value("kinds")
            expect(kind == .b && kindOptional == .b && level == .two && long == .two)
            expect(share == .half && ratio == .tenth && kinds == [.a, .b] && kindsOptional == [.a, .b])
            #expect(throws: MapError.self) { let _: Kind = try map.value("string") }
            #expect(throws: MapError.self) { let _: Kind? = try map.value("absent") }
            #expect(throws: MapError.self) { let _: [Level] = try map.value("kinds") }
        }
    }

    @Test("Models, and collections of them")
    func models() throws {
        for map in try maps() {
            let item: Item = try map.value("item")
            let itemOptional: Item? = try map.value("item")
            let items: [Item] = try map.value("items")
            let itemsOptional: [Item]? = try map.value("items")
            let named: [String: Item] = try map.value("named")
            let namedOptional: [String: Item]? = try map.value("named")
            let rows: [[Item]] = try map.value("rows")
            let rowsOptional: [[Item]]? = try map.value("rows")
            let fixed: Fixed = try map.value("item")
            let fixeds: [Fixed] = try map.value("items")
            expect(item == Item(1) && itemOptional == item && items == [Item(1), Item(2)] && itemsOptional == items)
            expect(
                named == ["x": Item(3)] && namedOptional == named && rows == [[Item(4)], []] && rowsOptional == rows)
            expect(fixed.n == 1 && fixeds.map(\.n) == [1, 2])
            #expect(throws: MapError.self) { let _: Item = try map.value("a") }
            #expect(throws: MapError.self) { let _: Item? = try map.value("absent") }
            #expect(throws: MapError.self) { let _: [Item] = try map.value("rows") }
            #expect(throws: MapError.self) { let _: [String: Item] = try map.value("items") }
        }
    }

    @Test("Transforms of values, arrays, dictionaries and arrays of arrays")
    func transforms() throws {
        for map in try maps() {
            let int: Int = try map.value("text", using: NumberText())
            let ints: [Int] = try map.value("texts", using: NumberText())
            let byName: [String: Int] = try map.value("textsByName", using: NumberText())
            let rows: [[Int]] = try map.value("textRows", using: NumberText())
            let nested: Int = try map.value("texts.1", nested: true, using: NumberText())
            expect(int == 7 && ints == [7, 8] && byName == ["x": 9] && rows == [[1], []] && nested == 8)
            let kept: Int = try map.value("string", default: 1, using: NumberText())
            let absent: Int = try map.value("absent", default: 2, using: NumberText())
            expect(kept == 1 && absent == 2)
            #expect(throws: MapError.self) { let _: Int = try map.value("int", using: NumberText()) }
            #expect(throws: MapError.self) { let _: [Int] = try map.value("kinds", using: NumberText()) }
        }
    }

    @Test("Paths, names with dots, and other delimiters")
    func paths() throws {
        for map in try maps() {
            let nested: Int = try map.value("a.b.c.1")
            let delimited: Int = try map.value("a->b->c->0", delimiter: "->")
            let flat: Int = try map.value("x.y", nested: false)
            let flatDelimited: Int = try map.value("x.y", delimiter: "->")
            expect(nested == 20 && delimited == 10 && flat == 1 && flatDelimited == 1)
            #expect(throws: MapError.self) { let _: Int = try map.value("x.y") }
            #expect(throws: MapError.self) { let _: Int = try map.value("a.b", nested: false) }
        }
    }

    @Test("try? gives nil for what is absent, null or wrong, to optional and implicitly unwrapped properties")
    func tryOptional() throws {
        for map in try maps() {
            let int: Int? = try? map.value("int")
            let unwrapped: Int! = try? map.value("int")
            let absent: Int? = try? map.value("absent")
            let null: String? = try? map.value("null")
            let wrong: Double! = try? map.value("string")
            let kind: Kind? = try? map.value("kind")
            let noKind: Kind! = try? map.value("string")
            let item: Item? = try? map.value("item")
            let noItem: Item? = try? map.value("null")
            let items: [Item]? = try? map.value("items")
            let fallback: Double = (try? map.value("string")) ?? .greatestFiniteMagnitude
            expect(int == 5 && unwrapped == 5 && absent == nil && null == nil && wrong == nil)
            expect(kind == .b && noKind == nil && item == Item(1) && noItem == nil && items?.count == 2)
            expectEqual(fallback, .greatestFiniteMagnitude)
        }
    }

    @Test("An optional value is nil if absent or null, and throws if it does not fit")
    func optionals() throws {
        for map in try maps() {
            let absent: Int? = try map.value("absent")
            let null: [String]? = try map.value("null")
            let any: Any? = try map.value("null")
            let list: [Any]? = try map.value("absent")
            expect(absent == nil && null == nil && any == nil && list == nil)
            #expect(throws: MapError.self) { let _: Int? = try map.value("string") }
            #expect(throws: MapError.self) { let _: [Any]? = try map.value("string") }
        }
    }

    @Test("A default stands in for what is absent or does not fit")
    func defaults() throws {
        for map in try maps() {
            let present: Int = try map.value("int", default: 1)
            let absent: Int = try map.value("absent", default: 1)
            let null: Int = try map.value("null", default: 2)
            let wrong: Int = try map.value("string", default: 3)
            let kind: Kind = try map.value("kind", default: .a)
            let noKind: Kind = try map.value("string", default: .a)
            let item: Item = try map.value("item", default: Item(9))
            let noItem: Item = try map.value("absent", default: Item(9))
            let items: [Item] = map.value("items", default: [])
            let noItems: [Item] = map.value("absent", default: [Item(9)])
            let any: [Any] = try map.value("any", default: [])
            let named: [String: Item] = try map.value("named", default: [:])
            let kinds: [Kind] = try map.value("kinds", default: [])
            expect(present == 5 && absent == 1 && null == 2 && wrong == 3)
            expect(kind == .b && noKind == .a)
            expect(item == Item(1) && noItem == Item(9) && items.count == 2 && noItems == [Item(9)])
            expect(any.count == 3 && named == ["x": Item(3)] && kinds == [.a, .b])
        }
    }

    @Test("Reading without a field's name reads the field that a subscript chose, and never throws")
    func unnamed() throws {
        for map in try maps() {
            expectEqual(map["int"].value(), 5)
            expectEqual(map["string"].value(), "s")
            expectEqual(map["bool"].value(), true)
            expectEqual(map["int"].value() as Double?, 5)
            expectEqual(map["float"].value() as Float?, 0.1)
            expect((map["string"].value() as Int?) == nil)
            expect((map["absent"].value() as Int?) == nil)
            expectEqual(map["ints"].value() as [Int]?, [1, 2])
            expectEqual(map["ints"].value() as [Float]?, [1, 2])
            expectEqual(map["dictionary"].value() as [String: Float]?, ["k": 1])
            expectEqual((map["any"].value() as [Any]?)?.count, 3)
        }
    }

    @Test("A field's value cannot be read while JSON is written")
    func whileWriting() {
        let map = Map(mappingType: .toJSON, JSON: ["a": 1])
        let error = #expect(throws: MapError.self) { let _: Int = try map.value("a") }
        expectEqual(error?.reason, "Nothing can be read while JSON is written")
        expectEqual(try? map.value("a", default: 7), 7)
        expect((map["a"].value() as Int?) == nil)
    }
}
