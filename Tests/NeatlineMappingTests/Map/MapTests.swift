import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Map") struct MapTests {
    private func map(_ JSON: [String: Any]) -> Map { Map(mappingType: .fromJSON, JSON: JSON) }

    /// A value that every way to write the same path finds.
    private let nested: [String: Any] = [
        "a": ["b": [10, ["c": "deep"], NSNull()] as [Any], "": 1] as [String: Any],
        "x.y": "flat", "x": ["y": "inner"], "null": NSNull(), "com.x": ["com.y": 5],
    ]

    @Test("A dot makes a path of names and elements' numbers")
    func paths() {
        let map = map(nested)
        expect(map["a.b.0"].currentValue as? Int == 10)
        expect(map["a.b.1.c"].currentValue as? String == "deep")
        expect(map["x.y"].currentValue as? String == "inner")
        for absent in ["a.b.3", "a.b.-1", "a.b.x", "a.b.0.c", "a.c.b", "null.a", "z", "a..z", ""] {
            expect(!map[absent].isKeyPresent, "\(absent)")
        }
        expect(map["a.b.2"].isKeyPresent)
        expect(map["a.b.2"].currentValue == nil)
    }

    @Test("The same paths are found in a text")
    func pathsInText() throws {
        let text = try JSON(nested).serializedString()
        let found = Property([String]()) { list, map in
            for key in ["a.b.0", "a.b.1.c", "x.y", "a.b.2", "a.b.3", "a.b.0.c", "null.a", "null", "a..b.0", ".a.b.0."] {
                list.append(map[key].isKeyPresent ? "\(map[key].currentValue ?? "nil")" : "absent")
            }
        }
        expectEqual(
            found.reading(text).value, ["10", "deep", "inner", "nil", "absent", "absent", "absent", "nil", "10", "10"])
        expectEqual(found.reading(nested).value, found.reading(text).value)
    }

    @Test("Without nesting a dot is part of the name")
    func notNested() {
        let map = map(nested)
        expect(map["x.y", nested: false].currentValue as? String == "flat")
        expect(map["x.y", nested: true].currentValue as? String == "inner")
        expect(map["x.y", nested: false, delimiter: "."].currentValue as? String == "flat")
        expect(!map["a.b.0", nested: false].isKeyPresent)
        expect(map["x", nested: true].currentValue is [String: Any])
    }

    @Test("Another delimiter leaves dots alone")
    func delimiter() {
        let map = map(nested)
        expect(map["com.x->com.y", delimiter: "->"].currentValue as? Int == 5)
        expect(map["com.x->com.y", nested: true, delimiter: "->"].currentValue as? Int == 5)
        expect(!map["com.x->com.y", nested: false, delimiter: "->"].isKeyPresent)
        expect(map["x.y", delimiter: "->"].currentValue as? String == "flat")
        expect(map["a->b->0", delimiter: "->"].currentValue as? Int == 10)
        expect(map["a", delimiter: ""].isKeyPresent)
        expectEqual(map["a->b", delimiter: "->"].nestedKeyDelimiter, "->")
        expectEqual(map["a.b"].nestedKeyDelimiter, ".")
    }

    @Test("With ignoreNil null counts as absent")
    func ignoreNil() {
        let map = map(nested)
        expect(map["null"].isKeyPresent)
        expect(!map["null", ignoreNil: true].isKeyPresent)
        expect(map["null", ignoreNil: false].isKeyPresent)
        expect(!map["a.b.2", ignoreNil: true].isKeyPresent)
        expect(!map["a.b.2", nested: true, ignoreNil: true].isKeyPresent)
        expect(!map["a->b->2", delimiter: "->", ignoreNil: true].isKeyPresent)
        expect(!map["a->b->2", nested: nil, delimiter: "->", ignoreNil: true].isKeyPresent)
        expect(map["a->b->0", nested: true, delimiter: "->", ignoreNil: true].isKeyPresent)
        var kept: Int? = 5
        kept <- map["null", ignoreNil: true]
        expectEqual(kept, 5)
        kept <- map["null"]
        expect(kept == nil)
    }

    @Test("Properties of a map that reads")
    func properties() throws {
        struct Context: MapContext {}
        let map = Map(
            mappingType: .fromJSON, JSON: ["a": 1, "n": NSNull()], toObject: true, context: Context(),
            shouldIncludeNilValues: true)
        expectEqual(map.mappingType, .fromJSON)
        expect(map.toObject)
        expect(map.context is Context)
        expect(map.shouldIncludeNilValues)
        expect(map.currentKey == nil)
        expect(map.currentValue == nil)
        expectEqual(map.currentJSON, JSON?.none)
        expect(!map.isKeyPresent)
        expect(map.JSON["a"] as? Int == 1)
        expect(map.JSON["n"] is NSNull)
        expect(map.json == ["a": 1, "n": JSON.null] as JSON)
        expectEqual(map.path, "$")
        let field = map["a"]
        expectEqual(field.currentKey, "a")
        expectEqual(field.currentJSON, JSON?.some(1))
        expectEqual(field.path, "$.a")
        expect(field.JSON["a"] as? Int == 1)
        expectEqual(map["n"].currentJSON, JSON?.some(.null))
        expectEqual(map["z"].currentJSON, JSON?.none)
        expectEqual(map["b.0.c"].path, "$.b[0].c")
        expectEqual(map["b.c", nested: false].path, #"$["b.c"]"#)
    }

    @Test("Properties of a map that writes")
    func writingProperties() {
        let map = Map(mappingType: .toJSON, JSON: ["a": 1], shouldIncludeNilValues: true)
        expectEqual(map.mappingType, .toJSON)
        expect(!map.toObject)
        expect(map.shouldIncludeNilValues)
        expectEqual(map["a"].currentKey, "a")
        expect(!map["a"].isKeyPresent)
        expect(map["a"].currentValue == nil)
        expectEqual(map["a"].currentJSON, JSON?.none)
        expectEqual(map["a"].path, "$.a")
        5 >>> map["b.c"]
        Int?.none >>> map["n"]
        expect(JSON(map.JSON) == ["a": 1, "b": ["c": 5], "n": JSON.null] as JSON)
        expectEqual(map.json["b", "c"], 5)
    }

    @Test("What was written so far can be seen while text is written")
    func writtenSoFar() {
        var seen: [JSON] = []
        let property = Property(0) { _, map in
            1 >>> map["a"]
            "x" >>> map["b.c"]
            seen.append(map.json)
            seen.append(JSON(map.JSON))
        }
        expectEqual(property.text(), #"{"a":1,"b":{"c":"x"}}"#)
        expect(seen == [["a": 1, "b": ["c": "x"]], ["a": 1, "b": ["c": "x"]]] as [JSON])
        seen = []
        expectEqual(property.dictionary().count, 2)
        expect(seen == [["a": 1, "b": ["c": "x"]], ["a": 1, "b": ["c": "x"]]] as [JSON])
    }

    @Test("Of two members with one name, all reads agree on the last")
    func duplicates() {
        let text = #"{"a": 1, "b": 2, "a": 3, "o": {"x": 1, "x": {"y": 5}}}"#
        let outcome = Property([Int]()) { list, map in
            for key in ["a", "b", "o.x.y"] { list.append(map[key].value() ?? 0) }
            list.append(map.JSON["a"] as? Int ?? 0)
        }.reading(text)
        expectEqual(outcome.value, [3, 2, 5, 3])
        var options = MappingOptions()
        options.parsing.duplicateKeys = .firstWins
        let first = Property([Int]()) { list, map in
            list.append(map["a"].value() ?? 0)
            list.append(map["o.x"].value() ?? 0)
        }.reading(text, options: options)
        expectEqual(first.value, [1, 1])
    }
}

@Suite("A map that outlives its mapping") struct EscapedMapTests {
    final class Keeper: MapContext {
        var maps: [Map] = []
        var errors: [any Error] = []
    }

    struct Model: Mappable {
        var name = ""
        var inner: [Model] = []
        init?(map: Map) { (map.context as? Keeper)?.maps.append(map) }
        mutating func mapping(map: Map) {
            (map.context as? Keeper)?.maps.append(map["name"])
            name <- map["name"]
            inner <- map["inner"]
        }
    }

    @Test("One that reads still finds its fields, and their positions")
    func reading() {
        let keeper = Keeper()
        do {
            let text = #"{"name": "outer", "inner": [{"name": "in"#
            _ = Mapper<Model>(context: keeper).map(JSONString: text + #"ner \u00e9"}]}"#)
        }
        let maps = keeper.maps
        expectEqual(maps.count, 4)
        expect(maps[2]["name"].currentValue as? String == "inner é")
        expectEqual(maps[2].path, "$.inner[0]")
        expectEqual(maps[3].currentKey, "name")
        expectEqual(maps[3].value(), "inner é")
        expectEqual(maps[0]["inner.0.name"].value(), "inner é")
        var text = ""
        text <- maps[3]
        expectEqual(text, "inner é")
        var model: [Model] = []
        model <- maps[0]["inner"]
        expectEqual(model.first?.name, "inner é")
        expectEqual(maps[0].JSON.count, 2)
    }

    @Test("An error that outlives its mapping knows its position")
    func errors() {
        final class Holder: MapContext { var error: (any Error)? }
        struct Strict: ImmutableMappable {
            init(map: Map) throws {
                do { let _: Int = try map.value("a.b") } catch {
                    (map.context as? Holder)?.error = error
                    throw error
                }
            }
        }
        let holder = Holder()
        _ = try? Strict(JSONString: #"{"a":\#n {"b": "five"}}"#, context: holder)
        let error = holder.error as? MapError
        expect(error?.currentValue as? String == "five")
        expectEqual(error?.failure?.line, 2)
        expectEqual(error?.failure?.path, "$.a.b")
    }

    @Test("One that writes does no harm afterwards")
    func writing() throws {
        let keeper = Keeper()
        var model = try #require(Model(JSONString: #"{"name": "outer", "inner": [{"name": "a"}]}"#))
        for _ in 0..<2 {
            let mapper = Mapper<Model>(context: keeper)
            expectEqual(mapper.toJSONString(model), #"{"name":"outer","inner":[{"name":"a","inner":[]}]}"#)
            expect(mapper.toJSON(model)["name"] as? String == "outer")
            for map in keeper.maps {
                "again" >>> map
                [model] >>> map["more.0.x"]
                Int?.none >>> map["none"]
                _ = map.JSON
                _ = map.json
                _ = map.path
                model.mapping(map: map)
            }
        }
        expectEqual(model.name, "outer")
    }

    @Test("A map without a field writes nothing")
    func noField() {
        let map = Map(mappingType: .toJSON, JSON: [:])
        5 >>> map
        "a" >>> map[""]
        5 >>> map["..."]
        [Model]() >>> map
        expectEqual(map.JSON.keys.sorted(), [""])
    }
}

@Suite("A map that a caller makes") struct ManualMapTests {
    struct Model: Mappable {
        var id = 0
        var tags: [String]?
        var inner: [String: Int] = [:]
        init() {}
        init?(map: Map) { mapping(map: map) }
        mutating func mapping(map: Map) {
            id <- map["id"]
            tags <- map["tags"]
            inner <- map["in.ner"]
        }
    }

    @Test("It reads a dictionary, nested values and Foundation's too")
    func reads() {
        let dictionary: [String: Any] = [
            "id": NSNumber(value: 5), "tags": NSArray(array: ["a", "b"]),
            "in": NSDictionary(dictionary: ["ner": ["x": 1]]),
        ]
        var model = Model()
        model.mapping(map: Map(mappingType: .fromJSON, JSON: dictionary))
        expectEqual(model.id, 5)
        expectEqual(model.tags, ["a", "b"])
        expectEqual(model.inner, ["x": 1])
        expectEqual(Model(map: Map(mappingType: .fromJSON, JSON: ["id": 6]))?.id, 6)
    }

    @Test("It reads optionals, JSON values and Swift numbers of every width")
    func readsSwiftValues() {
        let map = Map(
            mappingType: .fromJSON,
            JSON: [
                "optional": Optional(5) as Any, "nothing": Int?.none as Any, "json": JSON(["a": [1]]),
                "small": Int8(-3), "big": UInt64.max, "float": Float(0.1), "strings": ["a": "b"],
            ])
        expectEqual(map["optional"].value(), 5)
        expect(map["nothing"].isKeyPresent && map["nothing"].currentValue == nil)
        expectEqual(map["json.a.0"].value(), 1)
        expectEqual(map["small"].value(), -3)
        expectEqual(map["big"].value(), UInt64.max)
        expectEqual(map["float"].value(), Float(0.1))
        expectEqual(map["strings.a"].value(), "b")
    }

    @Test("It writes into the dictionary that it was given")
    func writes() {
        var model = Model()
        model.id = 7
        model.inner = ["y": 2]
        let map = Map(mappingType: .toJSON, JSON: ["id": 0, "other": "kept", "in": ["old": true]])
        model.mapping(map: map)
        expect(JSON(map.JSON) == ["id": 7, "other": "kept", "in": ["old": true, "ner": ["y": 2]]] as JSON)
    }
}
