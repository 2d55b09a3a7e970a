import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("ImmutableMappable") struct ImmutableMappableTests {
    enum Kind: String { case a, b }
    struct OwnError: Error, Equatable { var code: Int }

    struct Base: ImmutableMappable, Equatable {
        let n: Int
        init(map: Map) throws { n = try map.value("n") }
        func mapping(map: Map) { n >>> map["n"] }
    }

    struct Full: ImmutableMappable, Equatable {
        let name: String
        let height: Double
        let kind: Kind
        let kinds: [Kind]
        let maybe: Int?
        let base: Base
        let bases: [Base]
        let named: [String: Base]
        let rows: [[Base]]
        let number: Int
        let fallback: String

        init(map: Map) throws {
            name = try map.value("name")
            height = try map.value("size.height")
            kind = try map.value("kind")
            kinds = try map.value("kinds")
            maybe = try? map.value("maybe")
            base = try map.value("base")
            bases = try map.value("bases")
            named = try map.value("named")
            rows = try map.value("rows")
            number = try map.value("number", using: NumberText())
            fallback = try map.value("fallback", default: "Sasha")
            if let code: Int = try? map.value("throw") { throw OwnError(code: code) }
        }

        func mapping(map: Map) {
            name >>> map["name"]
            height >>> map["size.height"]
            kind >>> map["kind"]
            kinds >>> map["kinds"]
            maybe >>> map["maybe"]
            base >>> map["base"]
            bases >>> map["bases"]
            named >>> map["named"]
            rows >>> map["rows"]
            number >>> (map["number"], NumberText())
            fallback >>> map["fallback"]
        }
    }

    private let text = """
        {"name":"n","size":{"height":1.5},"kind":"b","kinds":["a","b"],"maybe":5,"base":{"n":1},\
        "bases":[{"n":2},{"n":3}],"named":{"x":{"n":4}},"rows":[[{"n":5}],[]],"number":"7","fallback":"f"}
        """

    @Test("All that it can be made of, and back")
    func roundTrip() throws {
        let dictionary = try #require(try JSON(parsing: text).dictionaryObject)
        let full = try Full(JSONString: text)
        expectEqual(full.toJSONString(), text)
        try expectEqual(Full(JSON: dictionary), full)
        try expectEqual(Full(JSONObject: dictionary), full)
        try expectEqual(Full(json: try JSON(parsing: text)), full)
        try expectEqual(Full(data: Data(text.utf8)), full)
        try expectEqual(Full(JSON: full.toJSON()), full)
        expect(try Mapper<Full>().map(JSONString: text) as Full == full)
        let optional: Full? = Mapper<Full>().map(JSONString: text)
        expectEqual(optional, full)
        try expectEqual(Mapper<Full>().tryMap(JSONString: text), full)
        let plain = try Full(JSONString: text.replacingOccurrences(of: #","fallback":"f""#, with: ""))
        expectEqual(plain.fallback, "Sasha")
    }

    @Test(
        "One field that does not fit makes the whole model throw",
        arguments: [
            (#""name":"n""#, #""name":null"#, "$.name"), (#""kind":"b""#, #""kind":"z""#, "$.kind"),
            (#"["a","b"]"#, #"["a",1]"#, "$.kinds[1]"), (#"{"n":1}"#, "{}", "$.base.n"),
            (#"{"n":3}"#, "{}", "$.bases[1].n"),
            (#"{"n":4}"#, "[]", "$.named.x"), (#"[[{"n":5}],[]]"#, "[[{}]]", "$.rows[0][0].n"),
            (#""7""#, "7", "$.number"),
            (#"{"height":1.5}"#, "{}", "$.size.height"),
        ])
    func throwing(good: String, bad: String, path: String) throws {
        let broken = text.replacingOccurrences(of: good, with: bad)
        let error = #expect(throws: MapError.self) { try Full(JSONString: broken) }
        expectEqual(error?.failure?.path, path)
        expectEqual(error?.failure?.line, 1)
        let mapper = Mapper<Full>()
        let optional: Full? = mapper.map(JSONString: broken)
        expect(optional == nil)
        expectEqual(mapper.failures.map(\.path), [path])
        let thrown = #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: broken) }
        expectEqual(thrown?.failures.map(\.path), [path])
    }

    @Test("Errors of one's own come through unchanged, from every depth")
    func ownErrors() throws {
        struct Outer: ImmutableMappable {
            let list: [Full]
            init(map: Map) throws { list = try map.value("a.list") }
        }
        let inner = text.dropLast() + #","throw":42}"#
        #expect(throws: OwnError(code: 42)) { try Full(JSONString: String(inner)) }
        #expect(throws: OwnError(code: 42)) { try Outer(JSONString: #"{"a":{"list":[\#(text),\#(inner)]}}"#) }
        #expect(throws: OwnError(code: 42)) { try Mapper<Full>().mapArray(JSONString: "[\(inner)]") as [Full] }
        #expect(throws: OwnError(code: 42)) {
            try Mapper<Full>().mapDictionary(JSONString: #"{"a":\#(inner)}"#) as [String: Full]
        }
    }

    @Test("Collections throw if one element does")
    func collections() throws {
        let mapper = Mapper<Base>()
        let good = try mapper.mapArray(JSONString: #"[{"n":1},{"n":2}]"#) as [Base]
        expectEqual(good.map(\.n), [1, 2])
        try expectEqual((mapper.mapArray(JSONString: #"{"n":1}"#) as [Base]).count, 1)
        try expectEqual((mapper.mapArray(JSONArray: [["n": 1]]) as [Base]).count, 1)
        try expectEqual((mapper.mapArray(JSONObject: [["n": 1]]) as [Base]).count, 1)
        try expectEqual((mapper.mapArrayOfArrays(JSONObject: [[["n": 1]], []]) as [[Base]]).count, 2)
        expect(try (mapper.mapArrayOfArrays(JSONObject: [Any]()) as [[Base]]).isEmpty)
        try expectEqual((mapper.mapDictionary(JSONString: #"{"a":{"n":1}}"#) as [String: Base])["a"]?.n, 1)
        try expectEqual((mapper.mapDictionary(JSON: ["a": ["n": 1]]) as [String: Base])["a"]?.n, 1)
        expect(try (mapper.mapDictionary(JSONObject: [String: Any]()) as [String: Base]).isEmpty)
        try expectEqual(
            (mapper.mapDictionaryOfArrays(JSON: ["a": [["n": 1]], "b": []]) as [String: [Base]])["a"]?.count, 1)
        expect(try (mapper.mapDictionaryOfArrays(JSONObject: [String: Any]()) as [String: [Base]]).isEmpty)
        let broken: [(String, () throws -> Void)] = [
            ("$[1].n", { _ = try mapper.mapArray(JSONString: #"[{"n":1},{}]"#) as [Base] }),
            ("$[0]", { _ = try mapper.mapArray(JSONObject: [5]) as [Base] }),
            ("$", { _ = try mapper.mapArray(JSONString: "5") as [Base] }),
            ("$[0][0].n", { _ = try mapper.mapArrayOfArrays(JSONObject: [[[String: Any]()]]) as [[Base]] }),
            ("$.a.n", { _ = try mapper.mapDictionary(JSONString: #"{"a":{}}"#) as [String: Base] }),
            ("$.a", { _ = try mapper.mapDictionary(JSONObject: ["a": 5]) as [String: Base] }),
            (
                "$.a[0].n",
                { _ = try mapper.mapDictionaryOfArrays(JSONObject: ["a": [[String: Any]()]]) as [String: [Base]] }
            ),
            ("$", { _ = try mapper.map(JSONObject: 5) as Base }),
            ("$", { _ = try mapper.map(JSONString: "[]") as Base }),
        ]
        for (path, map) in broken {
            let error = #expect(throws: MapError.self, performing: map)
            expectEqual(error?.failure?.path, path)
        }
        let some: [Base]? = mapper.mapArray(JSONString: #"[{"n":1},{}]"#)
        expectEqual(some?.count, 1)
        expectEqual(mapper.failures.map(\.path), ["$[1].n"])
    }

    @Test("The reasons of roots that do not fit")
    func roots() {
        let mapper = Mapper<Base>()
        let object = #expect(throws: MapError.self) { try mapper.map(JSONString: "[]") as Base }
        expectEqual(object?.reason, "Cannot cast to '[String: Any]'")
        let array = #expect(throws: MapError.self) { try mapper.mapArray(JSONString: "5") as [Base] }
        expectEqual(array?.reason, "Cannot cast to '[Any]'")
        let text = #expect(throws: MapError.self) { try mapper.map(JSONString: "{") as Base }
        expectEqual(text?.reason, "Cannot parse into '[String: Any]'")
        expect(text?.currentValue as? String == "{")
        expectEqual(text?.failure?.reason, .invalidJSON)
        expectEqual(text?.failure?.line, 1)
    }

    @Test("A model without mapping(map:) writes nothing")
    func writesNothing() throws {
        struct Silent: ImmutableMappable {
            let n: Int
            init(map: Map) throws { n = try map.value("n") }
        }
        try expectEqual(Silent(JSONString: #"{"n": 1}"#).toJSONString(), "{}")
    }

    class Animal: ImmutableMappable {
        let name: String
        required init(map: Map) throws { name = try map.value("name") }
        func mapping(map: Map) { name >>> map["name"] }
    }

    final class Dog: Animal {
        let age: Int
        required init(map: Map) throws {
            age = try map.value("age")
            try super.init(map: map)
        }
        override func mapping(map: Map) {
            super.mapping(map: map)
            age >>> map["age"]
        }
    }

    @Test("Subclasses")
    func subclasses() throws {
        let dog = try Dog(JSONString: #"{"name":"d","age":3}"#)
        expectEqual(dog.toJSONString(), #"{"name":"d","age":3}"#)
        #expect(throws: MapError.self) { try Dog(JSON: ["age": 3]) }
        #expect(throws: MapError.self) { try Dog(JSON: ["name": "d"]) }
    }
}
