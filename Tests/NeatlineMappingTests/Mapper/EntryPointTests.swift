import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Mapper's entry points") struct EntryPointTests {
    struct Item: Mappable, Hashable {
        var n = 0
        init?(map: Map) { if !map["n"].isKeyPresent { return nil } }
        init(_ n: Int) { self.n = n }
        mutating func mapping(map: Map) { n <- map["n"] }
    }

    private let mapper = Mapper<Item>()
    private let one = #"{"n": 1}"#
    private let dictionary: [String: Any] = ["n": 1]

    private func data(_ text: String) -> Data { Data(text.utf8) }
    private func json(_ text: String) throws -> JSON { try JSON(parsing: text) }

    @Test("One model, from everything that JSON comes as")
    func model() throws {
        expectEqual(mapper.map(JSONString: one), Item(1))
        expectEqual(mapper.map(bytes: Array(one.utf8)), Item(1))
        expectEqual(mapper.map(data: data(one)), Item(1))
        expectEqual(mapper.map(json: try json(one)), Item(1))
        expectEqual(mapper.map(json: ["n": 1]), Item(1))
        expectEqual(mapper.map(JSON: dictionary), Item(1))
        expectEqual(mapper.map(JSONObject: dictionary), Item(1))
        expectEqual(mapper.map(JSONObject: NSDictionary(dictionary: dictionary)), Item(1))
        expectEqual(mapper.map(JSONObject: ["n": 1] as JSON), Item(1))
        try expectEqual(mapper.tryMap(JSONString: one), Item(1))
        try expectEqual(mapper.tryMap(bytes: Array(one.utf8)), Item(1))
        try expectEqual(mapper.tryMap(data: data(one)), Item(1))
        try expectEqual(mapper.tryMap(json: try json(one)), Item(1))
        try expectEqual(mapper.tryMap(JSON: dictionary), Item(1))
        try expectEqual(mapper.tryMap(JSONObject: dictionary), Item(1))
    }

    @Test("What is no object gives nil", arguments: ["", "[", "[]", "5", "null", "{}", #"[{"n": 1}]"#, "{\"n\": 1}}"])
    func noModel(text: String) throws {
        expect(mapper.map(JSONString: text) == nil)
        expect(mapper.map(data: data(text)) == nil)
        expect(!mapper.failures.isEmpty)
        #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: text) }
        if let json = try? JSON(parsing: text) {
            expect(mapper.map(json: json) == nil)
            expect(mapper.map(JSONObject: json.object) == nil)
        }
    }

    @Test("Arrays; a lone object in a text is an array of one")
    func arrays() throws {
        let text = #"[{"n": 1}, {}, {"n": 2}]"#
        let both = [Item(1), Item(2)]
        let dictionaries: [[String: Any]] = [["n": 1], [:], ["n": 2]]
        expectEqual(mapper.mapArray(JSONString: text), both)
        expectEqual(mapper.failures.map(\.path), ["$[1]"])
        expectEqual(mapper.mapArray(bytes: Array(text.utf8)), both)
        expectEqual(mapper.mapArray(data: data(text)), both)
        expectEqual(mapper.mapArray(json: try json(text)), both)
        expectEqual(mapper.mapArray(JSONArray: dictionaries), both)
        expectEqual(mapper.mapArray(JSONObject: dictionaries), both)
        expectEqual(mapper.mapArray(JSONString: one), [Item(1)])
        expectEqual(mapper.mapArray(data: data(one)), [Item(1)])
        expect(mapper.mapArray(JSONObject: dictionary) == nil)
        expectEqual(mapper.mapArray(JSONString: "[]"), [])
        expect(mapper.mapArray(JSONString: "{}") == nil)
        expect(mapper.mapArray(JSONString: "") == nil)
        expect(mapper.mapArray(JSONString: "null") == nil)
        expect(mapper.mapArray(JSONObject: nil) == nil)
        expect(mapper.mapArray(JSONString: #"[{"n": 1}, null]"#) == nil)
        #expect(throws: MappingError.self) { try mapper.tryMapArray(JSONString: text) }
        try expectEqual(mapper.tryMapArray(JSONString: "[{\"n\": 1}]"), [Item(1)])
        try expectEqual(mapper.tryMapArray(bytes: Array(one.utf8)), [Item(1)])
        try expectEqual(mapper.tryMapArray(data: data(one)), [Item(1)])
        try expectEqual(mapper.tryMapArray(json: [["n": 1]]), [Item(1)])
        try expectEqual(mapper.tryMapArray(JSONArray: [["n": 1]]), [Item(1)])
        try expectEqual(mapper.tryMapArray(JSONObject: [["n": 1]]), [Item(1)])
    }

    @Test("Arrays of arrays keep inner ones that are empty")
    func arraysOfArrays() throws {
        let rows: [[[String: Any]]] = [[["n": 1]], [], [[:]]]
        expectEqual(mapper.mapArrayOfArrays(JSONObject: rows), [[Item(1)], [], []])
        expectEqual(mapper.mapArrayOfArrays(json: JSON(rows)), [[Item(1)], [], []])
        expectEqual(mapper.mapArrayOfArrays(JSONObject: [Any]()), [])
        expect(mapper.mapArrayOfArrays(JSONObject: 5) == nil)
        expect(mapper.mapArrayOfArrays(JSONObject: nil) == nil)
        try expectEqual(mapper.tryMapArrayOfArrays(JSONObject: [[["n": 1]]]), [[Item(1)]])
        try expectEqual(mapper.tryMapArrayOfArrays(json: [[["n": 1]]]), [[Item(1)]])
        #expect(throws: MappingError.self) { try mapper.tryMapArrayOfArrays(JSONObject: rows) }
    }

    @Test("Dictionaries; an empty one is empty")
    func dictionaries() throws {
        let text = #"{"a": {"n": 1}, "b": {}}"#
        let only = ["a": Item(1)]
        let object: [String: [String: Any]] = ["a": ["n": 1], "b": [:]]
        expectEqual(mapper.mapDictionary(JSONString: text), only)
        expectEqual(mapper.failures.map(\.path), ["$.b"])
        expectEqual(mapper.mapDictionary(data: data(text)), only)
        expectEqual(mapper.mapDictionary(json: try json(text)), only)
        expectEqual(mapper.mapDictionary(JSONObject: object), only)
        expectEqual(mapper.mapDictionary(JSON: object), only)
        expectEqual(mapper.mapDictionary(JSONString: "{}"), [:])
        expectEqual(mapper.mapDictionary(JSON: [:]), [:])
        expect(mapper.mapDictionary(JSONString: #"{"a": {}}"#) == nil)
        expect(mapper.mapDictionary(JSONString: one) == nil)
        expect(mapper.mapDictionary(JSONString: "[]") == nil)
        try expectEqual(mapper.tryMapDictionary(JSON: ["a": ["n": 1]]), only)
        try expectEqual(mapper.tryMapDictionary(JSONObject: ["a": ["n": 1]]), only)
        try expectEqual(mapper.tryMapDictionary(json: ["a": ["n": 1]]), only)
        try expectEqual(mapper.tryMapDictionary(JSONString: #"{"a": {"n": 1}}"#), only)
        try expectEqual(mapper.tryMapDictionary(data: data(#"{"a": {"n": 1}}"#)), only)
        #expect(throws: MappingError.self) { try mapper.tryMapDictionary(JSONString: text) }
    }

    @Test("Dictionaries of arrays")
    func dictionariesOfArrays() throws {
        let object: [String: [[String: Any]]] = ["a": [["n": 1], [:]], "b": []]
        let result = ["a": [Item(1)], "b": []]
        expectEqual(mapper.mapDictionaryOfArrays(JSONObject: object), result)
        expectEqual(mapper.mapDictionaryOfArrays(JSON: object), result)
        expectEqual(mapper.mapDictionaryOfArrays(json: JSON(object)), result)
        expectEqual(mapper.mapDictionaryOfArrays(JSON: [:]), [:])
        expect(mapper.mapDictionaryOfArrays(JSONObject: ["a": 5]) == nil)
        expect(mapper.mapDictionaryOfArrays(JSONObject: nil) == nil)
        try expectEqual(mapper.tryMapDictionaryOfArrays(JSON: ["a": [["n": 1]]]), ["a": [Item(1)]])
        try expectEqual(mapper.tryMapDictionaryOfArrays(JSONObject: ["a": [["n": 1]]]), ["a": [Item(1)]])
        try expectEqual(mapper.tryMapDictionaryOfArrays(json: ["a": [["n": 1]]]), ["a": [Item(1)]])
        #expect(throws: MappingError.self) { try mapper.tryMapDictionaryOfArrays(JSON: object) }
    }

    @Test("Sets")
    func sets() throws {
        let text = #"[{"n": 1}, {"n": 1}, {"n": 2}]"#
        let both: Set = [Item(1), Item(2)]
        expectEqual(mapper.mapSet(JSONString: text), both)
        expectEqual(mapper.mapSet(JSONString: one), [Item(1)])
        expectEqual(mapper.mapSet(json: try json(text)), both)
        expectEqual(mapper.mapSet(JSONObject: [["n": 1], ["n": 2]]), both)
        expectEqual(mapper.mapSet(JSONArray: [["n": 1], ["n": 2]]), both)
        expect(mapper.mapSet(JSONString: "") == nil)
        try expectEqual(mapper.tryMapSet(JSONString: text), both)
        try expectEqual(mapper.tryMapSet(json: try json(text)), both)
        try expectEqual(mapper.tryMapSet(JSONObject: [["n": 1]]), [Item(1)])
    }

    @Test("Files, by their paths")
    func files() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: url) }
        try data(one).write(to: url)
        expectEqual(mapper.map(JSONfile: url.path), Item(1))
        expectEqual(mapper.mapArray(JSONfile: url.path), [Item(1)])
        try expectEqual(mapper.map(contentsOf: url), Item(1))
        expect(mapper.map(JSONfile: url.path + "x") == nil)
        expect(mapper.mapArray(JSONfile: "") == nil)
        #expect(throws: (any Error).self) { try mapper.map(contentsOf: url.appendingPathExtension("x")) }
    }

    @Test("Parsing without models")
    func parsing() {
        expect(Mapper<Item>.parseJSONStringIntoDictionary(JSONString: one)?["n"] as? Int == 1)
        expect(Mapper<Item>.parseJSONStringIntoDictionary(JSONString: "[]") == nil)
        expect(Mapper<Item>.parseJSONStringIntoDictionary(JSONString: "") == nil)
        expect(Mapper<Item>.parseJSONString(JSONString: "5") as? Int == 5)
        expect(Mapper<Item>.parseJSONString(JSONString: "null") is NSNull)
        expect(Mapper<Item>.parseJSONString(JSONString: "x") == nil)
    }

    @Test("Text in UTF-8 that is broken is no JSON")
    func brokenText() {
        expect(mapper.map(bytes: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]) == nil)
        expectEqual(mapper.failures.map(\.reason), [.invalidJSON])
    }
}
