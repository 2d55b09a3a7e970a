import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Foundation's arrays and dictionaries as the input of mappers, also those that contain themselves.
@Suite("Foundation's containers") struct ForeignContainerTests {
    final class Node: Mappable {
        var name = ""
        var next: Node?
        var others: [Node]?
        var any: Any?
        var nested: [String: [String: Any]]?
        var rows: [[Any]]?
        var members: [String: Any]?
        required init?(map: Map) {}
        func mapping(map: Map) {
            name <- map["name"]
            next <- map["next"]
            others <- map["others"]
            any <- map["any"]
            nested <- map["nested"]
            rows <- map["rows"]
            members <- map["members"]
        }
    }

    /// A dictionary, and how to take it apart again.
    private func withLoop(_ key: String, _ body: (NSMutableDictionary) throws -> Void) rethrows {
        let dictionary = NSMutableDictionary()
        dictionary.setObject("a" as NSString, forKey: "name" as NSString)
        dictionary.setObject(dictionary, forKey: key as NSString)
        defer { dictionary.removeAllObjects() }
        try body(dictionary)
    }

    @Test("Models are mapped from them, in each other and in Swift's")
    func plain() throws {
        let next: NSDictionary = ["name": "b", "others": [["name": "c"], ["name": "d"]] as NSArray]
        let object: NSDictionary = ["name": "a", "next": next, "rows": [[1], [2, "x"]] as NSArray, "members": next]
        for input in [object as Any, object as? [String: Any] as Any, ["name": "a", "next": next] as [String: Any]] {
            let mapper = Mapper<Node>()
            let node = try #require(mapper.map(JSONObject: input))
            expect(node.name == "a" && node.next?.others?.map(\.name) == ["c", "d"])
            expect(mapper.failures.isEmpty)
        }
        let node = try #require(Mapper<Node>().map(JSONObject: object))
        expect(node.rows?.count == 2 && node.rows?.last?.last as? String == "x")
        expectEqual((node.members?["others"] as? [[String: Any]])?.count, 2)
        expectEqual(Mapper<Node>().mapArray(JSONObject: [object, next] as NSArray)?.map(\.name), ["a", "b"])
        expectEqual(Mapper<Node>().mapDictionary(JSONObject: ["x": next] as NSDictionary)?["x"]?.name, "b")
    }

    @Test("A dictionary that contains itself is mapped as far as the model goes, and then too deep")
    func loops() {
        withLoop("unread") { expectEqual(Mapper<Node>().map(JSONObject: $0)?.name, "a") }
        withLoop("next") { dictionary in
            let mapper = Mapper<Node>()
            expectEqual(mapper.map(JSONObject: dictionary)?.name, "a")
            expectEqual(mapper.failures.map(\.reason), [.tooDeep])
            expectEqual(mapper.failures.first?.path.hasPrefix("$.next.next.next"), true)
            #expect(throws: MappingError.self) { try mapper.tryMap(JSONObject: dictionary) }
            expectEqual(mapper.map(JSONObject: ["next": dictionary])?.next?.name, "a")
            expectEqual(mapper.failures.last?.reason, .tooDeep)
        }
        withLoop("others") { dictionary in
            let mapper = Mapper<Node>()
            dictionary.setObject([dictionary, 1] as NSArray, forKey: "others" as NSString)
            expect(mapper.map(JSONObject: dictionary)?.others == nil)
            expect(mapper.failures.contains { $0.reason == .tooDeep })
        }
    }

    @Test("A cast to other containers refuses it, and one to Any hands it on")
    func casts() throws {
        let key = "any"
        try withLoop(key) { dictionary in
            expect(Mapper<Node>().map(JSONObject: dictionary)?.any != nil)
            let input: [String: Any] = [
                "nested": ["x": dictionary], "rows": [[dictionary], dictionary], "members": dictionary,
                "any": dictionary,
            ]
            let mapper = Mapper<Node>()
            let node = try #require(mapper.map(JSON: input))
            expect(node.nested == nil && node.rows == nil && node.members?["name"] as? String == "a")
            let texts = mapper.failures.map(\.description).filter { !$0.hasPrefix("$.name") }
            expectEqual(texts.count, 2)
            expect(texts.allSatisfy { $0.contains("inside itself") }, "\(texts)")
            expect(Map(mappingType: .fromJSON, JSON: input)["nested"].value() as [String: [String: Any]]? == nil)
        }
    }

    @Test("A transform and an error that receive it do not convert it")
    func transformsAndErrors() {
        struct Model: Mappable {
            var value = 0
            init?(map: Map) {}
            mutating func mapping(map: Map) {
                let transform = TransformOf<Int, [String: [String: Any]]>(fromJSON: { $0?.count }, toJSON: { _ in nil })
                value <- (map["value"], transform)
            }
        }
        withLoop("loop") { dictionary in
            let mapper = Mapper<Model>()
            expectEqual(mapper.map(JSON: ["value": ["x": dictionary]])?.value, 0)
            expectEqual(mapper.failures.map(\.path), ["$.value"])
            let error = MapError(key: nil, currentValue: dictionary, reason: nil)
            expect(error.description.contains("inside itself"))
        }
    }

    @Test("A property that contains itself is left out when it is written, and reported")
    func writing() throws {
        try withLoop("loop") { dictionary in
            let node = try #require(Node(JSON: ["name": "a"]))
            node.any = dictionary
            node.rows = [[dictionary]]
            let mapper = Mapper<Node>()
            expectEqual(mapper.toJSONString(node), #"{"name":"a"}"#)
            expectEqual(mapper.failures.map(\.path), ["$.any", "$.rows"])
            expectEqual(mapper.toJSON(node).keys.sorted(), ["name"])
        }
    }

    @Test("A hundred thousand levels")
    func deep() throws {
        var chain: [NSMutableDictionary] = []
        for _ in 0..<100_000 {
            let level = NSMutableDictionary()
            if let last = chain.last { level.setObject(last, forKey: "next" as NSString) }
            level.setObject("a" as NSString, forKey: "name" as NSString)
            chain.append(level)
        }
        let mapper = Mapper<Node>()
        let top = chain[chain.count - 1]
        expectEqual(mapper.map(JSONObject: top)?.name, "a")
        expectEqual(mapper.failures.map(\.reason), [.tooDeep])
        expect(mapper.map(JSON: ["nested": ["x": top]])?.nested == nil)
        // Freed one by one: Foundation frees nested objects by recursion.
        for level in chain { level.removeAllObjects() }
    }
}

/// The encodings of a text in `Data`, and what a URL may be.
@Suite("Data and files of mappers") struct DataInputTests {
    struct Model: Mappable, Equatable {
        var name = ""
        init?(map: Map) {}
        mutating func mapping(map: Map) { name <- map["name"] }
    }

    @Test("UTF-8, UTF-16 and UTF-32, with a mark and without, in every method")
    func encodings() throws {
        let text = #"{"name": "Zoë 😀"}"#
        let marks: [(String.Encoding, [UInt8])] = [
            (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
            (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]), (.utf32BigEndian, [0, 0, 0xFE, 0xFF]),
        ]
        let expected = try #require(Model(JSONString: text))
        expectEqual(expected.name, "Zoë 😀")
        let file = FileManager.default.temporaryDirectory.appending(path: "encodings-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let mapper = Mapper<Model>()
        for (encoding, mark) in marks {
            for mark in [[], mark] {
                func data(_ text: String) throws -> Data { Data(mark) + (try #require(text.data(using: encoding))) }
                let one = try data(text)
                let list = try data("[\(text), \(text)]")
                let named = try data("{\"x\": \(text)}")
                expect(mapper.map(data: one) == expected && Model(data: one) == expected, "\(encoding)")
                try expectEqual(mapper.tryMap(data: one), expected)
                expectEqual(mapper.map(data: one, toObject: try #require(Model(JSON: [:]))), expected)
                expectEqual(mapper.mapArray(data: list), [expected, expected])
                try expectEqual(mapper.tryMapArray(data: list).count, 2)
                expectEqual(mapper.mapDictionary(data: named), ["x": expected])
                try expectEqual(mapper.tryMapDictionary(data: named), ["x": expected])
                try one.write(to: file)
                try expectEqual(mapper.map(contentsOf: file), expected)
                expectEqual(mapper.map(JSONfile: file.path()), expected)
            }
        }
    }

    @Test("A URL that is not a file's is refused, unless it is allowed")
    func otherURLs() throws {
        let mapper = Mapper<Model>()
        for text in ["http://127.0.0.1:1/x.json", "data:application/json,%7B%7D"] {
            let url = try #require(URL(string: text))
            let error = #expect(throws: JSONFileError.self) { try mapper.map(contentsOf: url) }
            expect((error?.cause as? CocoaError)?.code == .fileReadUnsupportedScheme && error?.path == text)
        }
        let unreachable = try #require(URL(string: "http://127.0.0.1:1/x.json"))
        let error = #expect(throws: (any Error).self) {
            try mapper.map(contentsOf: unreachable, allowsOtherSchemes: true)
        }
        expect(error != nil && !(error is JSONFileError))
    }
}
