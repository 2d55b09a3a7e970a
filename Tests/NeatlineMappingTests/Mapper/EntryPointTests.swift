import Foundation
import Neatline
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
        #expect(mapper.map(JSONString: one) == Item(1))
        #expect(mapper.map(bytes: Array(one.utf8)) == Item(1))
        #expect(mapper.map(data: data(one)) == Item(1))
        #expect(mapper.map(json: try json(one)) == Item(1))
        #expect(mapper.map(json: ["n": 1]) == Item(1))
        #expect(mapper.map(JSON: dictionary) == Item(1))
        #expect(mapper.map(JSONObject: dictionary) == Item(1))
        #expect(mapper.map(JSONObject: NSDictionary(dictionary: dictionary)) == Item(1))
        #expect(mapper.map(JSONObject: ["n": 1] as JSON) == Item(1))
        #expect(try mapper.tryMap(JSONString: one) == Item(1))
        #expect(try mapper.tryMap(bytes: Array(one.utf8)) == Item(1))
        #expect(try mapper.tryMap(data: data(one)) == Item(1))
        #expect(try mapper.tryMap(json: try json(one)) == Item(1))
        #expect(try mapper.tryMap(JSON: dictionary) == Item(1))
        #expect(try mapper.tryMap(JSONObject: dictionary) == Item(1))
    }

    @Test("What is no object gives nil", arguments: ["", "[", "[]", "5", "null", "{}", #"[{"n": 1}]"#, "{\"n\": 1}}"])
    func noModel(text: String) throws {
        #expect(mapper.map(JSONString: text) == nil)
        #expect(mapper.map(data: data(text)) == nil)
        #expect(!mapper.failures.isEmpty)
        #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: text) }
        if let json = try? JSON(parsing: text) {
            #expect(mapper.map(json: json) == nil)
            #expect(mapper.map(JSONObject: json.object) == nil)
        }
    }

    @Test("Arrays; a lone object in a text is an array of one")
    func arrays() throws {
        let text = #"[{"n": 1}, {}, {"n": 2}]"#
        let both = [Item(1), Item(2)]
        let dictionaries: [[String: Any]] = [["n": 1], [:], ["n": 2]]
        #expect(mapper.mapArray(JSONString: text) == both)
        #expect(mapper.failures.map(\.path) == ["$[1]"])
        #expect(mapper.mapArray(bytes: Array(text.utf8)) == both)
        #expect(mapper.mapArray(data: data(text)) == both)
        #expect(mapper.mapArray(json: try json(text)) == both)
        #expect(mapper.mapArray(JSONArray: dictionaries) == both)
        #expect(mapper.mapArray(JSONObject: dictionaries) == both)
        #expect(mapper.mapArray(JSONString: one) == [Item(1)])
        #expect(mapper.mapArray(data: data(one)) == [Item(1)])
        #expect(mapper.mapArray(JSONObject: dictionary) == nil)
        #expect(mapper.mapArray(JSONString: "[]") == [])
        #expect(mapper.mapArray(JSONString: "{}") == nil)
        #expect(mapper.mapArray(JSONString: "") == nil)
        #expect(mapper.mapArray(JSONString: "null") == nil)
        #expect(mapper.mapArray(JSONObject: nil) == nil)
        #expect(mapper.mapArray(JSONString: #"[{"n": 1}, null]"#) == nil)
        #expect(throws: MappingError.self) { try mapper.tryMapArray(JSONString: text) }
        #expect(try mapper.tryMapArray(JSONString: "[{\"n\": 1}]") == [Item(1)])
        #expect(try mapper.tryMapArray(bytes: Array(one.utf8)) == [Item(1)])
        #expect(try mapper.tryMapArray(data: data(one)) == [Item(1)])
        #expect(try mapper.tryMapArray(json: [["n": 1]]) == [Item(1)])
        #expect(try mapper.tryMapArray(JSONArray: [["n": 1]]) == [Item(1)])
        #expect(try mapper.tryMapArray(JSONObject: [["n": 1]]) == [Item(1)])
    }

    @Test("Arrays of arrays keep inner ones that are empty")
    func arraysOfArrays() throws {
        let rows: [[[String: Any]]] = [[["n": 1]], [], [[:]]]
        #expect(mapper.mapArrayOfArrays(JSONObject: rows) == [[Item(1)], [], []])
        #expect(mapper.mapArrayOfArrays(json: JSON(rows)) == [[Item(1)], [], []])
        #expect(mapper.mapArrayOfArrays(JSONObject: [Any]()) == [])
        #expect(mapper.mapArrayOfArrays(JSONObject: 5) == nil)
        #expect(mapper.mapArrayOfArrays(JSONObject: nil) == nil)
        #expect(try mapper.tryMapArrayOfArrays(JSONObject: [[["n": 1]]]) == [[Item(1)]])
        #expect(try mapper.tryMapArrayOfArrays(json: [[["n": 1]]]) == [[Item(1)]])
        #expect(throws: MappingError.self) { try mapper.tryMapArrayOfArrays(JSONObject: rows) }
    }

    @Test("Dictionaries; an empty one is empty")
    func dictionaries() throws {
        let text = #"{"a": {"n": 1}, "b": {}}"#
        let only = ["a": Item(1)]
        let object: [String: [String: Any]] = ["a": ["n": 1], "b": [:]]
        #expect(mapper.mapDictionary(JSONString: text) == only)
        #expect(mapper.failures.map(\.path) == ["$.b"])
        #expect(mapper.mapDictionary(data: data(text)) == only)
        #expect(mapper.mapDictionary(json: try json(text)) == only)
        #expect(mapper.mapDictionary(JSONObject: object) == only)
        #expect(mapper.mapDictionary(JSON: object) == only)
        #expect(mapper.mapDictionary(JSONString: "{}") == [:])
        #expect(mapper.mapDictionary(JSON: [:]) == [:])
        #expect(mapper.mapDictionary(JSONString: #"{"a": {}}"#) == nil)
        #expect(mapper.mapDictionary(JSONString: one) == nil)
        #expect(mapper.mapDictionary(JSONString: "[]") == nil)
        #expect(try mapper.tryMapDictionary(JSON: ["a": ["n": 1]]) == only)
        #expect(try mapper.tryMapDictionary(JSONObject: ["a": ["n": 1]]) == only)
        #expect(try mapper.tryMapDictionary(json: ["a": ["n": 1]]) == only)
        #expect(try mapper.tryMapDictionary(JSONString: #"{"a": {"n": 1}}"#) == only)
        #expect(try mapper.tryMapDictionary(data: data(#"{"a": {"n": 1}}"#)) == only)
        #expect(throws: MappingError.self) { try mapper.tryMapDictionary(JSONString: text) }
    }

    @Test("Dictionaries of arrays")
    func dictionariesOfArrays() throws {
        let object: [String: [[String: Any]]] = ["a": [["n": 1], [:]], "b": []]
        let result = ["a": [Item(1)], "b": []]
        #expect(mapper.mapDictionaryOfArrays(JSONObject: object) == result)
        #expect(mapper.mapDictionaryOfArrays(JSON: object) == result)
        #expect(mapper.mapDictionaryOfArrays(json: JSON(object)) == result)
        #expect(mapper.mapDictionaryOfArrays(JSON: [:]) == [:])
        #expect(mapper.mapDictionaryOfArrays(JSONObject: ["a": 5]) == nil)
        #expect(mapper.mapDictionaryOfArrays(JSONObject: nil) == nil)
        #expect(try mapper.tryMapDictionaryOfArrays(JSON: ["a": [["n": 1]]]) == ["a": [Item(1)]])
        #expect(try mapper.tryMapDictionaryOfArrays(JSONObject: ["a": [["n": 1]]]) == ["a": [Item(1)]])
        #expect(try mapper.tryMapDictionaryOfArrays(json: ["a": [["n": 1]]]) == ["a": [Item(1)]])
        #expect(throws: MappingError.self) { try mapper.tryMapDictionaryOfArrays(JSON: object) }
    }

    @Test("Sets")
    func sets() throws {
        let text = #"[{"n": 1}, {"n": 1}, {"n": 2}]"#
        let both: Set = [Item(1), Item(2)]
        #expect(mapper.mapSet(JSONString: text) == both)
        #expect(mapper.mapSet(JSONString: one) == [Item(1)])
        #expect(mapper.mapSet(json: try json(text)) == both)
        #expect(mapper.mapSet(JSONObject: [["n": 1], ["n": 2]]) == both)
        #expect(mapper.mapSet(JSONArray: [["n": 1], ["n": 2]]) == both)
        #expect(mapper.mapSet(JSONString: "") == nil)
        #expect(try mapper.tryMapSet(JSONString: text) == both)
        #expect(try mapper.tryMapSet(json: try json(text)) == both)
        #expect(try mapper.tryMapSet(JSONObject: [["n": 1]]) == [Item(1)])
    }

    @Test("Files, by their paths")
    func files() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: url) }
        try data(one).write(to: url)
        #expect(mapper.map(JSONfile: url.path) == Item(1))
        #expect(mapper.mapArray(JSONfile: url.path) == [Item(1)])
        #expect(try mapper.map(contentsOf: url) == Item(1))
        #expect(mapper.map(JSONfile: url.path + "x") == nil)
        #expect(mapper.mapArray(JSONfile: "") == nil)
        #expect(throws: (any Error).self) { try mapper.map(contentsOf: url.appendingPathExtension("x")) }
    }

    @Test("Parsing without models")
    func parsing() {
        #expect(Mapper<Item>.parseJSONStringIntoDictionary(JSONString: one)?["n"] as? Int == 1)
        #expect(Mapper<Item>.parseJSONStringIntoDictionary(JSONString: "[]") == nil)
        #expect(Mapper<Item>.parseJSONStringIntoDictionary(JSONString: "") == nil)
        #expect(Mapper<Item>.parseJSONString(JSONString: "5") as? Int == 5)
        #expect(Mapper<Item>.parseJSONString(JSONString: "null") is NSNull)
        #expect(Mapper<Item>.parseJSONString(JSONString: "x") == nil)
    }

    @Test("Text in UTF-8 that is broken is no JSON")
    func brokenText() {
        #expect(mapper.map(bytes: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]) == nil)
        #expect(mapper.failures.map(\.reason) == [.invalidJSON])
    }
}
