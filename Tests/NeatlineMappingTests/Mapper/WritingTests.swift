import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Writing models") struct WritingTests {
    struct Item: Mappable, Hashable {
        var z = 1
        var a: String?
        var inner: [Item]?
        init(_ z: Int) { self.z = z }
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            z <- map["z"]
            a <- map["a"]
            inner <- map["inner"]
        }
    }

    private let item: Item = {
        var item = Item(1)
        item.a = "é/\u{2028}"
        item.inner = [Item(2)]
        return item
    }()

    @Test("Text has the order of mapping, and no spaces")
    func text() {
        let text = "{\"z\":1,\"a\":\"é/\u{2028}\",\"inner\":[{\"z\":2}]}"
        expectEqual(item.toJSONString(), text)
        expectEqual(Mapper().toJSONString(item), text)
        expectEqual(item.toJSONData(), Data(text.utf8))
        expectEqual(Mapper().toJSONData(item), Data(text.utf8))
        expectEqual(try! Mapper().tryToJSONBytes(item), Array(text.utf8))
        expectEqual(item.toJSONValue(), try! JSON(parsing: text))
        expect(item.toJSONValue().dictionary?.keys.first == "z" || item.toJSONValue()["z"] == 1)
    }

    @Test("Half a surrogate pair that a value has kept is written in every form")
    func keptHalves() throws {
        struct Holder: Mappable {
            var value = JSON.null, inner = 1
            init?(map: Map) {}
            mutating func mapping(map: Map) {
                value <- map["outer.value"]
                inner <- map["outer.inner"]
            }
        }
        let mapper = Mapper<Holder>()
        mapper.options.parsing.loneSurrogates = .keep
        let text = #"{"outer":{"value":["\ud800"],"inner":2}}"#
        let holder = try #require(mapper.map(JSONString: text))
        expectEqual(mapper.toJSONString(holder), text)
        expectEqual(mapper.toJSONString(holder, prettyPrint: true)?.filter { !$0.isWhitespace }, text)
        expectEqual(mapper.toJSONString(holder, prettyPrint: true)?.contains("\n"), true)
        try expectEqual(mapper.toJSONValue(holder).serializedString(), text)
        let encoded = try NeatlineJSONEncoder().encodeToString(Mapped(wrappedValue: holder))
        expectEqual(encoded, text)
    }

    @Test("Pretty text is that of pretty JSON")
    func pretty() throws {
        let pretty = try JSON(parsing: try #require(item.toJSONString())).serializedString(.pretty)
        expect(pretty.contains("\n"))
        expectEqual(item.toJSONString(prettyPrint: true), pretty)
        expectEqual(Mapper().toJSONString(item, prettyPrint: true), pretty)
        expectEqual(item.toJSONData(prettyPrint: true), Data(pretty.utf8))
        expectEqual([item].toJSONString(prettyPrint: true)?.contains("\n"), true)
    }

    @Test("Dictionaries hold the properties' own values")
    func dictionaries() {
        let dictionary = item.toJSON()
        expect(dictionary["z"] as? Int == 1)
        expect(dictionary["a"] as? String == "é/\u{2028}")
        expect((dictionary["inner"] as? [[String: Any]])?[0]["z"] as? Int == 2)
        expectEqual(Mapper().toJSON(item).count, 3)
        expect(Mapper().toJSONArray([item, Item(5)])[1]["z"] as? Int == 5)
        expect(Mapper().toJSONDictionary(["k": Item(5)])["k"]?["z"] as? Int == 5)
        expect(Mapper().toJSONDictionaryOfArrays(["k": [Item(5)]])["k"]?[0]["z"] as? Int == 5)
        expect(Mapper().toJSONSet([Item(5)])[0]["z"] as? Int == 5)
    }

    @Test("Collections")
    func collections() throws {
        expectEqual([Item(1), Item(2)].toJSONString(), #"[{"z":1},{"z":2}]"#)
        expectEqual([Item]().toJSONString(), "[]")
        expectEqual(Mapper().toJSONString([Item(1)]), #"[{"z":1}]"#)
        expect([Item(1)].toJSON()[0]["z"] as? Int == 1)
        let set: Set = [Item(1)]
        expectEqual(set.toJSONString(), #"[{"z":1}]"#)
        expectEqual(Mapper().toJSONString(set), #"[{"z":1}]"#)
        expect(set.toJSON()[0]["z"] as? Int == 1)
        expect(Mapper().toJSONValue([Item(1)]) == [["z": 1]] as JSON)
        try expectEqual(Mapper().tryToJSONBytes([Item(1)]), Array(#"[{"z":1}]"#.utf8))
    }

    struct Nils: Mappable {
        enum Kind: String { case a }
        var value: Int?
        var list: [Int]?
        var dictionary: [String: Int]?
        var kind: Kind?
        var kinds: [Kind]?
        var any: Any?
        var model: Item?
        var transformed: Int?
        var transforms: [Int]?
        var models: [Item]?
        var rows: [[Item]]?
        var named: [String: Item]?
        var groups: [String: [Item]]?
        var set: Set<Item>?
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            value <- map["value"]
            list <- map["list"]
            dictionary <- map["dictionary"]
            kind <- map["kind"]
            kinds <- map["kinds"]
            any <- map["any"]
            model <- map["model"]
            transformed <- (map["transformed"], NumberText())
            transforms <- (map["transforms"], NumberText())
            models <- map["models"]
            rows <- map["rows"]
            named <- map["named"]
            groups <- map["groups"]
            set <- map["set"]
        }
    }

    @Test("nil is left out, or written as null, except for collections of models")
    func nils() throws {
        let nils = try #require(Nils(JSON: [:]))
        expectEqual(nils.toJSONString(), "{}")
        expect(nils.toJSON().isEmpty)
        let mapper = Mapper<Nils>(shouldIncludeNilValues: true)
        let names = ["value", "list", "dictionary", "kind", "kinds", "any", "model", "transformed", "transforms"]
        let text = "{" + names.map { "\"\($0)\":null" }.joined(separator: ",") + "}"
        expectEqual(mapper.toJSONString(nils), text)
        let dictionary = mapper.toJSON(nils)
        expectEqual(dictionary.keys.sorted(), names.sorted())
        expect(dictionary.values.allSatisfy { $0 is NSNull })
        mapper.shouldIncludeNilValues = false
        expectEqual(mapper.toJSONString(nils), "{}")
    }

    @Test("Null for nil reaches models inside models")
    func nilsInside() {
        let mapper = Mapper<Item>(shouldIncludeNilValues: true)
        var outer = Item(1)
        outer.inner = [Item(2)]
        expectEqual(mapper.toJSONString(outer), #"{"z":1,"a":null,"inner":[{"z":2,"a":null}]}"#)
    }

    @Test("Text that a model cannot have is nil: NaN and infinities", arguments: [Double.nan, .infinity, -.infinity])
    func nonFinite(value: Double) {
        struct Numbers: Mappable {
            var a = 0.0
            var b: [Float] = []
            init?(map: Map) {}
            init() {}
            mutating func mapping(map: Map) {
                a <- map["a"]
                b <- map["b"]
            }
        }
        var numbers = Numbers()
        numbers.a = value
        expect(numbers.toJSONString() == nil)
        expect([numbers].toJSONString() == nil)
        expect(numbers.toJSON()["a"] as? Double != 0)
        numbers = Numbers()
        numbers.b = [Float(value)]
        expect(numbers.toJSONString() == nil)
        let mapper = Mapper<Numbers>()
        expect(mapper.toJSONString(numbers) == nil)
        expectEqual(mapper.failures.map(\.path), ["$.b[0]"])
        expect(
            mapper.toJSONString(Numbers()) == #"{"a":0.0,"b":[]}"#
                || mapper.toJSONString(Numbers()) == #"{"a":0,"b":[]}"#)
    }

    @Test("Objects without models")
    func withoutModels() {
        expectEqual(
            Mapper<Item>.toJSONString(["a": [1, NSNull()]] as [String: Any], prettyPrint: false), #"{"a":[1,null]}"#)
        expectEqual(Mapper<Item>.toJSONString([1], prettyPrint: true)?.contains("\n"), true)
        expect(Mapper<Item>.toJSONString(["a": Double.nan], prettyPrint: false) == nil)
        expect(Mapper<Item>.toJSONString(NSObject(), prettyPrint: false) == nil)
        expectEqual(Mapper<Item>.toJSONData(["a": 1], options: []), Data(#"{"a":1}"#.utf8))
        expect(Mapper<Item>.toJSONData(NSObject(), options: []) == nil)
    }
}
