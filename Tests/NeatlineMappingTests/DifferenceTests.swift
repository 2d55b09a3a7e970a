import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Each difference that Documentation/Migrating/FromObjectMapper.md names outside its section on transforms.
@Suite("Differences from ObjectMapper")
struct MappingDifferenceTests {
    // MARK: Names

    @Test func qualifiedNames() throws {
        let mapper = ObjectMapper.Mapper<Qualified>()
        let model = try #require(mapper.map(JSONString: #"{"name": "a", "site": "https://a.b"}"#))
        expect(model.name == "a" && model.site?.host == "a.b")
        expect(model.toJSON() as? [String: String] == ["name": "a", "site": "https://a.b"])
        let transform: any ObjectMapper.TransformType = ObjectMapper.DateTransform()
        expect(transform is DateTransform)
    }

    // MARK: Values that do not fit

    /// A mapper that says nothing about what is absent.
    private func valuesMapper() -> Mapper<Values> {
        let mapper = Mapper<Values>()
        mapper.options.reportsMissingKeys = false
        return mapper
    }

    @Test func integers() {
        for text in [#"{"count": "8"}"#, #"{"count": null}"#, #"{"count": 9223372036854775808}"#] {
            expectEqual(Values(JSONString: text)?.count, 7)
        }
        let mapper = valuesMapper()
        expectEqual(mapper.map(JSONString: #"{"small": 300}"#)?.small, 7)
        expectEqual(
            mapper.failures.map(\.description),
            ["$.small: expected an integer from 0 to 255, found the number 300 (line 1, column 11)"])
        expectEqual(mapper.map(JSONString: #"{"small": -1}"#)?.small, 7)
    }

    @Test func fractions() {
        let values = Values(JSONString: #"{"count": 1.5, "counts": [1.5]}"#)
        expectEqual(values?.count, 7)
        expectEqual(values?.counts, [7])
        let whole = Values(JSONString: #"{"count": 1.0, "counts": [1, 2.0]}"#)
        expectEqual(whole?.count, 1)
        expectEqual(whole?.counts, [1, 2])
    }

    @Test func booleans() {
        let text = #"{"flag": 1, "count": true, "ratio": true}"#
        let strict = Values(JSONString: text)
        expectEqual(strict?.flag, true)
        expectEqual(strict?.count, 7)
        expectEqual(strict?.ratio, 0.5)
        expectEqual(Values(JSON: ["flag": 1, "count": true])?.count, 7)

        let mapper = valuesMapper()
        mapper.options.coercesScalars = true
        let lenient = mapper.map(JSONString: text)
        expectEqual(lenient?.flag, true)
        expectEqual(lenient?.count, 1)
        expectEqual(lenient?.ratio, 1)
    }

    @Test func strings() {
        let text = #"{"flag": "true", "count": "8", "ratio": "3.5", "name": 5}"#
        let strict = Values(JSONString: text)
        expect(strict?.flag == nil)
        expectEqual(strict?.count, 7)
        expectEqual(strict?.ratio, 0.5)
        expect(strict?.name == nil)

        let mapper = valuesMapper()
        mapper.options.coercesScalars = true
        let lenient = mapper.map(JSONString: text)
        expectEqual(lenient?.flag, true)
        expectEqual(lenient?.count, 8)
        expectEqual(lenient?.ratio, 3.5)
        expectEqual(lenient?.name, "5")
        expectEqual(mapper.failures.map(\.reason), [.coerced, .coerced, .coerced, .coerced])
        expect(
            mapper.failures.map(\.description).contains(
                #"$.flag: expected a boolean, found the string "true" (line 1, column 10)"#))
    }

    @Test func beyondDouble() throws {
        let mapper = valuesMapper()
        let values = mapper.map(JSONString: #"{"ratio": 1e400, "name": "Ada", "exact": 1e400}"#)
        expectEqual(values?.name, "Ada")
        expectEqual(values?.ratio, 0.5)
        expectEqual(values?.exact?.text, "1e400")
        expectEqual(mapper.failures.map(\.path), ["$.ratio"])
    }

    @Test func transformsAndNull() {
        let dates = Dates(JSONString: #"{"byName": {"a": 0}, "set": [0]}"#)
        expectEqual(dates?.byName?.count, 1)
        expectEqual(dates?.set?.count, 1)
        let nulls = Mapper<Dates>().map(JSONString: #"{"byName": null, "set": null}"#, toObject: dates!)
        expect(nulls.byName == nil)
        expect(nulls.set == nil)
    }

    // MARK: Collections

    @Test func emptyCollections() {
        let shelf = Shelf(JSONString: #"{"byName": {}, "rows": [], "lists": {}}"#)
        expectEqual(shelf?.byName.isEmpty, true)
        expectEqual(shelf?.rows.isEmpty, true)
        expectEqual(shelf?.lists?.isEmpty, true)
        expectEqual(Mapper<Book>().mapDictionary(JSONString: "{}")?.isEmpty, true)
        expectEqual(Mapper<Book>().mapDictionaryOfArrays(JSON: [:])?.isEmpty, true)
        expectEqual(Mapper<Book>().mapArrayOfArrays(JSONObject: [[[String: Any]]]())?.isEmpty, true)
    }

    @Test func droppedElements() {
        let mapper = Mapper<Book>()
        let books = mapper.mapArray(JSONString: #"[{"title": "Atlas"}, {}, {"title": "Globe"}]"#)
        expectEqual(books?.map(\.title), ["Atlas", "Globe"])
        expectEqual(
            mapper.failures.map(\.description),
            ["$[1]: expected an object that Book accepts, found one that it rejects (line 1, column 22)"])
        expect(mapper.mapArray(JSONString: #"[{"title": "Atlas"}, 5]"#) == nil)
        expectEqual(
            mapper.failures.map(\.description), ["$[1]: expected an object, found the number 5 (line 1, column 22)"])
        expect(mapper.mapArray(JSONString: #"[{"title": 7}, 5]"#) == nil)
        expectEqual(mapper.failures.map(\.path), ["$[0].title", "$[1]"])
        let shelves = mapper.mapArrayOfArrays(json: [[["title": "Atlas"]], [5]])
        expectEqual(shelves?.map { $0.map(\.title) }, [["Atlas"]])
        expectEqual(mapper.failures.map(\.path), ["$[1][0]"])
    }

    @Test func updatedDictionaries() throws {
        let old = ["a": try #require(Book(JSON: ["title": "Atlas", "pages": 7]))]
        let new = Mapper<Book>().mapDictionary(JSON: ["a": ["pages": 8], "b": ["title": "Globe"]], toDictionary: old)
        expectEqual(new["a"]?.title, "Atlas")
        expectEqual(new["a"]?.pages, 8)
        expectEqual(new["b"]?.title, "Globe")
    }

    @Test func elementsInPaths() {
        let trip = Stages(JSONString: #"{"stages": [{"to": "Bern"}, {"to": "Thun"}]}"#)
        expectEqual(trip?.second, "Thun")
        expectEqual(trip?.toJSONString(), #"{"stages":[{"to":"Bern"},{"to":"Thun"}]}"#)
        expectEqual((trip?.toJSON()["stages"] as? [[String: String]])?.last, ["to": "Thun"])
    }

    @Test func canonicalNames() {
        let name = "e\u{301}"
        expect(Accented(JSONString: "{\"\(name)\": 1}")?.value == nil)
        expectEqual(Accented(JSON: [name: 1])?.value, 1)
    }

    // MARK: Failures

    @Test func quietFailures() {
        let mapper = Mapper<Fixed>()
        let refused: Fixed? = mapper.map(JSONString: #"{"name": 5}"#)
        expect(refused == nil)
        expectEqual(
            mapper.failures.map(\.description), ["$.name: expected a string, found the number 5 (line 1, column 10)"])
        let broken: Fixed? = mapper.map(JSONString: #"{"name": }"#)
        expect(broken == nil)
        expectEqual(
            mapper.failures.map(\.description),
            [
                """
                line 1, column 10: expected a value, found '}'
                    {"name": }
                             ^
                """
            ])
    }

    @Test func mapErrors() throws {
        let error = try #require(throws: MapError.self) { try Fixed(JSONString: "{\"name\":\n 5}") }
        expectEqual(error.key, "name")
        expect(error.currentValue as? Int == 5)
        expectEqual(error.reason, "Cannot cast to 'String'")
        expectEqual(error.failure?.path, "$.name")
        expectEqual(error.failure?.line, 2)
        expect(error.description.contains("- key: name\n- currentValue: 5\n- failure: $.name: expected a string"))
    }

    @Test func localizedErrors() throws {
        let error = try #require(throws: MapError.self) { try Fixed(JSONString: "{}") }
        expect((error as any Error) is any LocalizedError)
        expectEqual(error.localizedDescription, error.description)
    }

    @Test func defaults() {
        let mapper = Mapper<Fixed>()
        let fixed: Fixed? = mapper.map(JSONString: #"{"name": "Ada", "size": "large"}"#)
        expectEqual(fixed?.size, 3)
        expectEqual(mapper.failures.map(\.path), ["$.size"])
        let absent: Fixed? = mapper.map(JSONString: #"{"name": "Ada"}"#)
        expectEqual(absent?.size, 3)
        expect(mapper.failures.isEmpty)
    }

    @Test func baseMappableAlone() {
        let mapper = Mapper<WriteOnly>()
        expect(mapper.map(JSONString: #"{"name": "Ada"}"#) == nil)
        expectEqual(
            mapper.failures.map(\.description),
            ["$: expected an object that WriteOnly accepts, found one that it rejects (line 1, column 1)"])
        expectEqual(WriteOnly().toJSONString(), #"{"name":"Ada"}"#)
    }

    @Test func depth() {
        var text = "{}"
        for _ in 0..<600 { text = #"{"next":\#(text)}"# }
        let mapper = Mapper<Chain>()
        mapper.options.parsing.maximumDepth = 1000
        var count = 0
        var link = mapper.map(JSONString: text)
        while let next = link?.next {
            count += 1
            link = next
        }
        expectEqual(count, 511)
        expectEqual(mapper.failures.map(\.reason), [.tooDeep])
    }

    // MARK: Writing

    @Test func memberOrder() {
        expectEqual(
            Values(JSON: [:])?.toJSONString(), #"{"count":7,"small":7,"counts":[7],"ratio":0.5}"#)
        let shelf = Shelf(
            JSONString: #"{"byName": {"b": {"title": "B"}, "c": {"title": "C"}, "a": {"title": "A"}}, "rows": []}"#)
        expectEqual(
            shelf?.toJSONString(), #"{"byName":{"a":{"title":"A"},"b":{"title":"B"},"c":{"title":"C"}},"rows":[]}"#)
    }

    @Test func wholeDoubles() {
        expectEqual(Values(JSON: ["ratio": 3])?.toJSONString()?.hasSuffix(#""ratio":3.0}"#), true)
        expectEqual(Dates(JSON: ["set": [3]])?.toJSONString(), #"{"set":[3]}"#)
    }

    @Test func layout() {
        let book = Book(JSON: ["title": "a/b", "pages": 1])
        expectEqual(book?.toJSONString(), #"{"title":"a/b","pages":1}"#)
        expectEqual(book?.toJSONString(prettyPrint: true), "{\n  \"title\": \"a/b\",\n  \"pages\": 1\n}")
    }

    @Test func unwritableTypes() {
        let mapper = Mapper<Odd>()
        expectEqual(mapper.toJSONString(Odd()), #"{"name":"Ada"}"#)
        expectEqual(mapper.failures.map(\.steps.last), [.key("range")])
        expectEqual(mapper.failures.first?.expected, "a type that JSON can hold")
        expectEqual(mapper.failures.first?.found, "Range<Int>")
        #expect(throws: MappingError.self) { try mapper.tryToJSONBytes(Odd()) }
    }

    @Test func nilForNull() {
        expectEqual(
            Mapper<Shelf>(shouldIncludeNilValues: true).toJSONString(Shelf(JSON: [:])!),
            #"{"byName":{},"rows":[],"owner":null}"#)
    }

    // MARK: Map

    @Test func maps() {
        let map = Map(mappingType: .fromJSON, JSON: ["a": 1, "b": 2])
        let a = map["a"]
        let b = map["b"]
        expect(a.currentValue as? Int == 1)
        expect(b.currentValue as? Int == 2)
        expect(map.currentKey == nil)
        expectEqual(a.path, "$.a")
    }

    @Test func files() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json").path
        try Data(#"{"title": "Atlas"}"#.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        expectEqual(Mapper<Book>().map(JSONfile: path)?.title, "Atlas")
    }

    @Test func optionalValues() throws {
        expect(try Loose(JSON: [:]).name == nil)
        expect(try Loose(JSONString: #"{"name": null}"#).name == nil)
        #expect(throws: MapError.self) { try Loose(JSONString: #"{"name": 5}"#) }
        #expect(throws: MapError.self) { try Nested<Loose?>(JSON: [:]) { try $0.value("inner") } }
        #expect(throws: MapError.self) { try Nested<[Loose]?>(JSON: [:]) { try $0.value("inner") } }
        #expect(throws: MapError.self) { try Nested<[String: Loose]?>(JSON: [:]) { try $0.value("inner") } }
        #expect(throws: MapError.self) { try Nested<FloatingPointSign?>(JSON: [:]) { try $0.value("inner") } }
        expect(try Nested<Loose?>(JSON: [:]) { try $0.valueIfPresent("inner") }.value == nil)
        #expect(throws: MapError.self) { try Nested<Loose?>(JSON: ["inner": 5]) { try $0.valueIfPresent("inner") } }
    }
}

// MARK: - Models

private struct Accented: Mappable {
    var value: Int?
    init?(map: Map) {}
    mutating func mapping(map: Map) { value <- map["\u{e9}"] }
}

private struct Values: Mappable {
    var count = 7
    var small: UInt8 = 7
    var counts = [7]
    var ratio = 0.5
    var flag: Bool?
    var name: String?
    var exact: JSONNumber?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        count <- map["count"]
        small <- map["small"]
        counts <- map["counts"]
        ratio <- map["ratio"]
        flag <- map["flag"]
        name <- map["name"]
        exact <- map["exact"]
    }
}

private struct Dates: Mappable {
    var byName: [String: Date]?
    var set: Set<Date>?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        byName <- (map["byName"], DateTransform())
        set <- (map["set"], DateTransform())
    }
}

private struct Book: Mappable {
    var title = ""
    var pages: Int?

    init?(map: Map) {
        if !map["title"].isKeyPresent { return nil }
    }

    mutating func mapping(map: Map) {
        title <- map["title"]
        pages <- map["pages"]
    }
}

private struct Shelf: Mappable {
    var byName = ["old": Book(JSON: ["title": "Old"])!]
    var rows = [[Book(JSON: ["title": "Old"])!]]
    var lists: [String: [Book]]?
    var owner: String?

    init?(map: Map) {
        if map.JSON.isEmpty {
            byName = [:]
            rows = []
        }
    }

    mutating func mapping(map: Map) {
        byName <- map["byName"]
        rows <- map["rows"]
        lists <- map["lists"]
        owner <- map["owner"]
    }
}

private struct Stages: Mappable {
    var first: String?
    var second: String?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        first <- map["stages.0.to"]
        second <- map["stages.1.to"]
    }
}

private struct Fixed: ImmutableMappable {
    let name: String
    let size: Int

    init(map: Map) throws {
        name = try map.value("name")
        size = try map.value("size", default: 3)
    }
}

private struct Loose: ImmutableMappable {
    let name: String?

    init(map: Map) throws {
        name = try map.value("name")
    }
}

/// What reading one field of a dictionary gives.
private struct Nested<Value> {
    let value: Value

    init(JSON: [String: Any], _ read: (Map) throws -> Value) throws {
        value = try read(Map(mappingType: .fromJSON, JSON: JSON))
    }
}

private struct WriteOnly: BaseMappable {
    var name = "Ada"

    mutating func mapping(map: Map) {
        name <- map["name"]
    }
}

private final class Chain: Mappable {
    var next: Chain?

    init?(map: Map) {}

    func mapping(map: Map) {
        next <- map["next"]
    }
}

private struct Odd: Mappable {
    var name = "Ada"
    var range = 0..<5

    init() {}
    init?(map: Map) {}

    mutating func mapping(map: Map) {
        name <- map["name"]
        range <- map["range"]
    }
}

private struct Qualified: ObjectMapper.Mappable {
    var name = ""
    var site: URL?

    init?(map: ObjectMapper.Map) {}

    mutating func mapping(map: ObjectMapper.Map) {
        name <- map["name"]
        site <- (map["site"], ObjectMapper.URLTransform())
    }
}
