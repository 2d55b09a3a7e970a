import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// A public function and work that uses it. `.ci/check-growth` reads the names.
struct Row: Sendable, CustomTestStringConvertible {
    /// What the work is done on; all items are parsed.
    enum Input {
        /// An array of objects of one member.
        case array
        /// An object of many members, which are numbers.
        case object
        /// A string, and one that is a URL.
        case string
    }

    let name: String
    let input: Input
    let work: @Sendable (JSON) throws -> Void

    /// A row of `name`: its type, and its own name with the labels.
    init(_ name: String, _ input: Input, _ work: @escaping @Sendable (JSON) throws -> Void) {
        self.name = name
        self.input = input
        self.work = work
    }

    var testDescription: String { name }
}

/// Functions without a test of their own, each on an input of its kind. The others are in `.ci/public-functions`.
@Suite("Work of each public function", .longRunning)
struct FunctionGrowthTests {
    /// A parsed array of the integers in the members `a` of an array of objects.
    private static func integers(_ objects: JSON) throws -> JSON {
        try JSON(parsing: JSON(objects.arrayValue.map { $0["a"].intValue }).serialized())
    }

    static let rowsOfValues: [Row] = [
        Row("JSON.<(_:_:)", .string) { _ = $0 < $0 },
        Row("JSON.<=(_:_:)", .string) { _ = $0 <= $0 },
        Row("JSON.>(_:_:)", .string) { _ = $0 > $0 },
        Row("JSON.>=(_:_:)", .string) { _ = $0 >= $0 },
        Row("JSON.stringValue", .string) { _ = $0.stringValue },
        Row("JSON.url", .string) { _ = $0.url },
        Row("JSON.numberText", .string) { _ = $0.numberText },
        Row("JSON.array", .array) { _ = $0.array },
        Row("JSON.arrayValue", .array) { _ = $0.arrayValue },
        Row("JSON.arrayObject", .array) { _ = $0.arrayObject },
        Row("JSON.dictionary", .object) { _ = $0.dictionary },
        Row("JSON.dictionaryValue", .object) { _ = $0.dictionaryValue },
        Row("JSON.dictionaryObject", .object) { _ = $0.dictionaryObject },
        Row("JSON.rawValue", .array) { _ = $0.rawValue },
        Row("JSON.rawData(options:)", .array) { _ = try $0.rawData() },
        Row("JSON.rawString(_:options:)", .object) { _ = $0.rawString(.utf8, options: [.sortedKeys]) },
        Row("JSON.debugDescription", .array) { _ = $0.debugDescription },
        Row("JSON.serializedString(_:)", .object) { _ = try $0.serializedString(.prettySorted) },
        Row("JSON.write(_:to:)", .array) { try $0.write(.pretty) { _ in } },
        Row("JSON.init(data:options:)", .array) { _ = try JSON(data: Data(try $0.serialized())) },
        Row("JSON.init(parseJSON:)", .array) { _ = JSON(parseJSON: try $0.serializedString()) },
        Row("JSON.get(_:as:)", .array) { _ = try $0.get(as: [[String: Int]].self) },
        Row("Array.init(_:)", .array) { _ = [[String: Int]]($0) },
        Row("JSON.ints", .array) { _ = try integers($0).ints },
        Row("JSON.doubles", .array) { _ = try integers($0).doubles },
        Row("JSON.strings", .array) { _ = JSON(try integers($0).arrayValue.map(\.stringValue)).strings },
        Row("JSON.getIfPresent(_:as:)", .array) { _ = try $0.getIfPresent(0, "a", as: Int.self) },
        Row("JSON.decode(_:using:)", .array) { _ = try $0.decode([[String: Int]].self) },
        Row("JSON.encode(to:)", .array) { _ = try NeatlineJSONEncoder().encodeToBytes($0) },
        Row("JSON.init(from:)", .array) { json in
            _ = try NeatlineJSONDecoder().decode(JSON.self, from: try json.serialized())
        },
        Row("JSON.init(encoding:encoder:)", .array) { json in
            _ = try JSON(encoding: json.arrayValue.map { $0["a"].intValue })
        },
        Row("JSON.insert(_:at:)", .array) { json in
            var copy = json
            try copy.insert(1, at: json.count / 2)
        },
        Row("JSON.remove(at:)", .array) { json in
            var copy = json
            for index in (0..<json.count).reversed() { try copy.remove(at: index) }
        },
        Row("JSON.remove(key:)", .object) { json in
            var copy = json
            for name in json.dictionaryValue.keys { try copy.remove(key: name) }
        },
        Row("JSON.removeAll()", .array) { json in
            var copy = json
            try copy.removeAll()
        },
        Row("JSON.set(_:at:)", .array) { json in
            var copy = json
            for index in 0..<json.count { try copy.set(2, at: JSONPointer(["\(index)", "a"])) }
        },
        Row("JSON.set(_:at:creatingMissing:)", .array) { json in
            var copy = json
            for index in 0..<json.count { try copy.set(2, at: index, "b", "c", creatingMissing: true) }
        },
        Row("JSON.tryChange(_:)", .array) { json in
            var copy = json
            try copy.tryChange { json in
                for index in 0..<json.count { json[index, "a"] = 2 }
            }
        },
        Row("JSON.mergePatch(to:)", .object) { json in
            var other = json
            other["k1"] = "other"
            _ = try json.mergePatch(to: other)
        },
        Row("JSON.merged(with:)", .array) { _ = try $0.merged(with: $0) },
        Row("JSONArray.append(contentsOf:)", .array) { json in
            var copy = json.elements ?? []
            copy.append(contentsOf: json.arrayValue)
        },
        Row("JSONArray.replaceSubrange(_:with:)", .array) { json in
            var copy = json.elements ?? []
            copy.replaceSubrange(copy.count / 4..<copy.count / 2, with: json.arrayValue)
        },
        Row("JSONArray.init(_:)", .array) { _ = JSONArray($0.arrayValue) },
        Row("JSONArray.description", .array) { _ = $0.elements?.description },
        Row("JSONArray.==(_:_:)", .array) { _ = $0.elements == JSONArray($0.arrayValue) },
        Row("JSONArray.hash(into:)", .array) { _ = $0.elements.hashValue },
        Row("JSONArray.removeAll(keepingCapacity:)", .array) { json in
            var copy = json.elements ?? []
            copy.removeAll(keepingCapacity: true)
        },
        Row("JSONObject.keys", .object) { json in _ = json.members.map { Array($0.keys) } },
        Row("JSONObject.values", .object) { json in _ = json.members.map { Array($0.values) } },
        Row("JSONObject.Keys.description", .object) { _ = $0.members?.keys.description },
        Row("JSONObject.Values.description", .object) { _ = $0.members?.values.description },
        Row("JSONObject.description", .object) { _ = $0.members?.description },
        Row("JSONObject.==(_:_:)", .object) { _ = $0.members == $0.members.map { JSONObject($0) } },
        Row("JSONObject.hash(into:)", .object) { _ = $0.members.hashValue },
        Row("JSONObject.init(_:)", .object) { json in _ = json.members.map { JSONObject(Array($0)) } },
        Row("JSONObject.updateValue(_:forKey:)", .object) { json in
            var copy = json.members ?? [:]
            for key in json.dictionaryValue.keys { copy.updateValue(2, forKey: key) }
        },
        Row("JSONObject.removeValue(forKey:)", .object) { json in
            var copy = json.members ?? [:]
            for key in json.dictionaryValue.keys { copy.removeValue(forKey: key) }
        },
        Row("JSONObject.merge(_:uniquingKeysWith:)", .object) { json in
            var copy = json.members ?? [:]
            copy.merge(json.members ?? [:]) { _, new in new }
        },
        Row("JSONObject.removeAll(keepingCapacity:)", .object) { json in
            var copy = json.members ?? [:]
            copy.removeAll(keepingCapacity: true)
        },
        Row("JSONPointer.fragment", .string) { _ = JSONPointer([$0.stringValue] as [String]).fragment },
        Row("JSONPointer.init(parsingFragment:)", .string) { json in
            _ = try JSONPointer(parsingFragment: JSONPointer([json.stringValue] as [String]).fragment)
        },
        Row("JSONPointer.hasPrefix(_:)", .array) { json in
            let pointer = Self.deep(json)
            _ = pointer.hasPrefix(pointer)
        },
        Row("JSONPointer.appending(_:)", .array) { _ = Self.deep($0).appending("b") },
        Row("JSONPointer.==(_:_:)", .array) { json in
            _ = Self.deep(json) == Self.deep(json)
        },
        Row("JSONPointer.hash(into:)", .array) { _ = Self.deep($0).hashValue },
        Row("JSONPatch.init(parsing:)", .array) { json in
            _ = try JSONPatch(parsing: Self.patch(json).serializedString())
        },
        Row("JSONPatch.init(_:)", .array) { json in _ = try JSONPatch(Self.patch(json)) },
        Row("JSONPatch.json", .array) { json in _ = try JSONPatch(parsing: Self.patch(json).serializedString()).json },
        Row("Array.read(from:)", .array) { _ = try [JSON].read(from: $0) },
        Row("Dictionary.read(from:)", .object) { _ = try [String: Int].read(from: $0) },
        Row("String.read(from:)", .string) { _ = try String.read(from: $0) },
    ]

    static let rowsOfMapping: [Row] = [
        Row("Mapper.map(json:)", .object) { _ = Mapper<Item>().map(json: $0) },
        Row("Mapper.mapArray(json:)", .array) { _ = Mapper<Item>().mapArray(json: $0) },
        Row("Mapper.mapArrayOfArrays(json:)", .array) { _ = Mapper<Item>().mapArrayOfArrays(json: [$0, $0]) },
        Row("Mapper.mapSet(json:)", .array) { _ = Mapper<Item>().mapSet(json: $0) },
        Row("Mapper.mapDictionary(json:)", .object) { _ = Mapper<Item>().mapDictionary(json: Self.nested($0)) },
        Row("Mapper.mapDictionaryOfArrays(json:)", .array) {
            _ = Mapper<Item>().mapDictionaryOfArrays(json: ["a": $0])
        },
        Row("Mapper.tryMapArray(json:stoppingAtFirst:)", .array) { _ = try Mapper<Item>().tryMapArray(json: $0) },
        Row("Mapper.tryMapSet(json:stoppingAtFirst:)", .array) { _ = try Mapper<Item>().tryMapSet(json: $0) },
        Row("Mapper.toJSONArray(_:)", .array) { _ = Mapper<Item>().toJSONArray(Self.items($0)) },
        Row("Mapper.toJSONSet(_:)", .array) { _ = Mapper<Item>().toJSONSet(Set(Self.items($0))) },
        Row("Mapper.toJSONDictionary(_:)", .object) { json in
            _ = Mapper<Item>().toJSONDictionary(Mapper<Item>().mapDictionary(json: Self.nested(json)) ?? [:])
        },
        Row("Mapper.toJSONDictionaryOfArrays(_:)", .array) { json in
            _ = Mapper<Item>().toJSONDictionaryOfArrays(["a": Self.items(json)])
        },
        Row("Mapper.toJSONString(_:prettyPrint:)", .array) { json in
            _ = Mapper<Item>().toJSONString(Self.items(json), prettyPrint: true)
        },
        Row("Mapper.toJSONValue(_:)", .array) { _ = Mapper<Item>().toJSONValue(Self.items($0)) },
        Row("CodableTransform.transformFromJSON(_:)", .array) { json in
            _ = CodableTransform<[[String: Int]]>().transformFromJSON(json.object)
        },
        Row("CodableTransform.transformToJSON(_:)", .array) { json in
            _ = CodableTransform<[[String: Int]]>().transformToJSON(try json.get(as: [[String: Int]].self))
        },
        Row("DataTransform.transformFromJSON(_:)", .string) { _ = DataTransform().transformFromJSON($0.string) },
        Row("DataTransform.transformToJSON(_:)", .string) {
            _ = DataTransform().transformToJSON(Data($0.stringValue.utf8))
        },
        Row("URLTransform.transformFromJSON(_:)", .string) { _ = URLTransform().transformFromJSON($0.string) },
        Row("HexColor.init(_:)", .string) { _ = HexColor($0.stringValue) },
        Row("DateTransform.transformFromJSON(_:)", .string) { _ = DateTransform().transformFromJSON($0.string) },
        Row("ISO8601DateTransform.transformFromJSON(_:)", .string) { json in
            _ = ISO8601DateTransform().transformFromJSON(json.string as Any?)
        },
        Row("NSDecimalNumberTransform.transformFromJSON(_:)", .string) { json in
            _ = NSDecimalNumberTransform().transformFromJSON(json.string as Any?)
        },
    ]

    struct Item: Mappable, Hashable {
        var a = 0
        init?(map: Map) {}
        mutating func mapping(map: Map) { a <- map["a"] }
    }

    /// As many steps as there are elements.
    private static func deep(_ json: JSON) -> JSONPointer { JSONPointer([String](repeating: "a", count: json.count)) }

    private static func items(_ json: JSON) -> [Item] { Mapper<Item>().mapArray(json: json) ?? [] }

    /// An object of objects of one member.
    private static func nested(_ json: JSON) -> JSON {
        .object(JSONObject((json.members ?? [:]).map { (key: $0.key, value: ["a": $0.value]) }))
    }

    private static func patch(_ json: JSON) -> JSON {
        .array(JSONArray((0..<json.count).map { number -> JSON in ["op": "remove", "path": "/\(number)"] }))
    }

    @Test("of values", arguments: rowsOfValues)
    func functionOfValues(_ row: Row) throws { try check(row) }

    @Test("of mapping", arguments: rowsOfMapping)
    func functionOfMapping(_ row: Row) throws { try check(row) }

    private func check(_ row: Row) throws {
        try expectLinear(row.name) { size in
            switch row.input {
            case .array: try JSON(parsing: HostileText.smallObjects.text(size))
            case .object: try JSON(parsing: HostileText.distinctNames.text(size))
            case .string: try JSON(parsing: HostileText.asciiString.text(size))
            }
        } _: {
            try row.work($0)
        }
    }
}
