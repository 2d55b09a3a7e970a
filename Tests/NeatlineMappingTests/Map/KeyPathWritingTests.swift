import Neatline
import NeatlineTestSupport
import Testing

@Suite("Writing to paths") struct KeyPathWritingTests {
    /// What is written by `body`, as text and as the dictionary.
    private func written(_ body: @escaping (Map) -> Void) -> (text: String?, dictionary: JSON) {
        let property = Property(0) { _, map in body(map) }
        return (property.text(), JSON(property.dictionary()))
    }

    @Test("Members of one object come together, in the order in which the object was first written")
    func order() throws {
        let (text, dictionary) = written { map in
            1 >>> map["z"]
            2 >>> map["b.x"]
            3 >>> map["a"]
            4 >>> map["b.w"]
            5 >>> map["b.v.u"]
        }
        expectEqual(text, #"{"z":1,"b":{"x":2,"w":4,"v":{"u":5}},"a":3}"#)
        expectEqual(dictionary, try JSON(parsing: try #require(text)))
    }

    @Test("Elements' numbers make arrays again")
    func elements() throws {
        let (text, dictionary) = written { map in
            1 >>> map["list.0.value"]
            2 >>> map["list.1.value"]
            3 >>> map["list.0.more"]
            "a" >>> map["grid.0.0"]
            "b" >>> map["grid.0.1"]
        }
        expectEqual(text, #"{"list":[{"value":1,"more":3},{"value":2}],"grid":[["a","b"]]}"#)
        expectEqual(dictionary, try JSON(parsing: try #require(text)))
    }

    @Test("A number that cannot be an element's is a name")
    func names() throws {
        let (text, dictionary) = written { map in
            1 >>> map["a.1"]
            2 >>> map["b.0"]
            3 >>> map["b.5"]
            4 >>> map["c.x"]
            5 >>> map["c.0"]
        }
        expect(dictionary["a"] == ["1": 1] as JSON)
        expect(dictionary["c"] == ["x": 4, "0": 5] as JSON)
        expectEqual(dictionary, try JSON(parsing: try #require(text)))
    }

    @Test("Without nesting the name is written as it stands; empty parts of a path are dropped")
    func flat() {
        let (text, dictionary) = written { map in
            1 >>> map["a.b", nested: false]
            2 >>> map["c->d.e", delimiter: "->"]
            3 >>> map["f->g", nested: false, delimiter: "->"]
            4 >>> map["..h..i."]
        }
        expectEqual(text, #"{"a.b":1,"c":{"d.e":2},"f->g":3,"h":{"i":4}}"#)
        expect(dictionary == ["a.b": 1, "c": ["d.e": 2], "f->g": 3, "h": ["i": 4]] as JSON)
    }

    @Test("A member that is written twice keeps its first position and has its last value")
    func twice() {
        let (text, dictionary) = written { map in
            1 >>> map["a"]
            2 >>> map["b"]
            3 >>> map["a"]
            4 >>> map["c.x"]
            5 >>> map["c.x"]
        }
        expectEqual(text, #"{"a":3,"b":2,"c":{"x":5}}"#)
        expect(dictionary == ["a": 3, "b": 2, "c": ["x": 5]] as JSON)
    }

    @Test("A path through a value replaces it")
    func throughValue() throws {
        let (text, dictionary) = written { map in
            1 >>> map["a"]
            2 >>> map["a.b"]
            3 >>> map["c.d"]
            4 >>> map["c"]
        }
        expectEqual(text, #"{"a":{"b":2},"c":4}"#)
        expect(dictionary == ["a": ["b": 2], "c": 4] as JSON)
    }

    @Test("Many members, some twice, names alike")
    func many() throws {
        let names = (0..<40).map { "name\($0 % 30)" } + ["\"", "\\", "\u{1}", "é", ""]
        let (text, dictionary) = written { map in
            for (index, name) in names.enumerated() { index >>> map[name, nested: false] }
        }
        let json = try JSON(parsing: try #require(text))
        expectEqual(json.count, 35)
        expectEqual(json, dictionary)
        expectEqual(json["name9"], 39)
        expectEqual(json["name10"], 10)
        expectEqual(json["\""], 40)
    }

    struct Place: Mappable {
        var city = ""
        var zip: Int?
        var first = ""
        var inner: [Place] = []
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            city <- map["address.city"]
            zip <- map["address.code.zip"]
            first <- map["names.0"]
            inner <- map["address.inner"]
        }
    }

    @Test("Models with paths inside models with paths, there and back")
    func models() throws {
        let text = """
            {"address":{"city":"A","code":{"zip":1},"inner":[{"address":{"city":"B","inner":[]},"names":["y"]}]},\
            "names":["x"]}
            """
        let place = try Mapper<Place>().tryMap(JSONString: text)
        expectEqual(place.inner.first?.first, "y")
        expectEqual(place.toJSONString(), text)
        expectEqual(JSON(place.toJSON()), try JSON(parsing: text))
    }

    /// A name of the test's choice.
    struct Named: Mappable {
        var name: String
        var value = 5
        init?(map: Map) { return nil }
        init(_ name: String) { self.name = name }
        mutating func mapping(map: Map) { value <- map[name] }
    }

    @Test("A path of more names than objects may be deep is left out, and reported", arguments: [513, 100_000])
    func longPath(count: Int) {
        let model = Named(Array(repeating: "a", count: count).joined(separator: "."))
        let mapper = Mapper<Named>()
        expectEqual(mapper.toJSONString(model), "{}")
        expectEqual(mapper.failures.map(\.reason), [.tooDeep])
        expect(mapper.toJSON(model).isEmpty)
        expectEqual(mapper.failures.map(\.reason), [.tooDeep])
        let longest = Named(Array(repeating: "a", count: 512).joined(separator: "."))
        expectEqual(mapper.toJSONString(longest)?.hasSuffix(#"{"a":5}"# + String(repeating: "}", count: 511)), true)
        expectEqual(mapper.toJSON(longest).count, 1)
    }

    /// A field for each of the names.
    struct Dotted: Mappable, Equatable {
        struct Names: MapContext {
            let names: [String]
        }
        var values: [String: Int] = [:]
        init(_ values: [String: Int]) { self.values = values }
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            for name in (map.context as? Names)?.names ?? [] {
                var value = values[name]
                value <- map[name]
                values[name] = value
            }
        }
    }

    @Test("Many paths with one beginning, with different ones, long ones, and elements' numbers")
    func manyPaths() throws {
        let long = Array(repeating: "x", count: 300).joined(separator: ".")
        let names =
            (0..<100).map { "a.k\($0)" } + (0..<100).map { "k\($0).a" } + (0..<100).map { "list.\($0)" }
            + (0..<20).map { "rows.\($0).0.k" } + (0..<20).map { "\(long).k\($0)" }
        let model = Dotted(Dictionary(uniqueKeysWithValues: zip(names, 0...)))
        let mapper = Mapper<Dotted>(context: Dotted.Names(names: names))
        let text = try #require(mapper.toJSONString(model))
        let json = try JSON(parsing: text)
        expectEqual(JSON(mapper.toJSON(model)), json)
        expectEqual(json["list"].arrayValue.map(\.int), Array(200..<300))
        expect(json["a"].count == 100 && json["rows", 19, 0, "k"].int == 319)
        expectEqual(mapper.map(JSONString: text), model)
        expectEqual(mapper.map(JSON: mapper.toJSON(model)), model)
    }

    @Test("Paths into values of a dictionary that have to be converted")
    func convertedValues() throws {
        let names = ["a.x", "a.y", "b.0", "b.1", "c.x", "a.x"]
        let mapper = Mapper<Dotted>(context: Dotted.Names(names: names))
        let c: JSON = ["x": 5]
        let model = mapper.map(JSON: ["a": ["x": 1, "y": 2] as [String: Int], "b": [3, 4] as [Int], "c": c])
        expectEqual(model?.values, ["a.x": 1, "a.y": 2, "b.0": 3, "b.1": 4, "c.x": 5])
    }
}
