import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@testable import NeatlineMapping

@Suite("What did not fit") struct MappingFailureTests {
    enum Kind: String { case a, b }

    struct Address: Mappable {
        var zip = ""
        init?(map: Map) {}
        mutating func mapping(map: Map) { zip <- map["zip"] }
    }

    struct Item: Mappable {
        var n = 0
        init?(map: Map) { if map["refuse"].isKeyPresent { return nil } }
        mutating func mapping(map: Map) { n <- map["n"] }
    }

    struct Broken: Error, CustomStringConvertible {
        var description: String { "broken on purpose" }
    }

    struct Throwing: ImmutableMappable {
        init(map: Map) throws { if map["throw"].isKeyPresent { throw Broken() } }
    }

    struct Fixed: ImmutableMappable {
        let n: Int
        init(map: Map) throws { n = try map.value("n") }
    }

    struct User: Mappable {
        var name = "old"
        var age: UInt8 = 0
        var kind = Kind.a
        var kinds: [Kind]?
        var address: Address?
        var items: [Item] = []
        var number: Int?
        var throwing: Throwing?
        var fixed: [Fixed]?

        init?(map: Map) {}
        mutating func mapping(map: Map) {
            name <- map["name"]
            age <- map["age"]
            kind <- map["kind"]
            kinds <- map["kinds"]
            address <- map["address"]
            items <- map["items"]
            number <- (map["number"], NumberText())
            throwing <- map["throwing"]
            fixed <- map["fixed"]
        }
    }

    private let text = """
        {
          "users": [
            {"name": "A", "age": 1, "kind": "a", "items": []},
            {"name": null, "age": 300, "kind": "z", "kinds": ["a", "x", 5],
             "address": {"zip": 12345},
             "items": [{"n": 1}, {"refuse": 1}, {"n": 1.5}],
             "number": "seven", "throwing": {"throw": true}, "fixed": [{"n": 1}, {}]},
            {"age": -1, "kind": "b", "items": {}}
          ]
        }
        """

    private let messages = [
        "$.users[1].name: expected a string, found null (line 4, column 14)",
        "$.users[1].age: expected an integer from 0 to 255, found the number 300 (line 4, column 27)",
        #"$.users[1].kind: expected a case of Kind, found the string "z" (line 4, column 40)"#,
        #"$.users[1].kinds[1]: expected a case of Kind, found the string "x" (line 4, column 60)"#,
        "$.users[1].kinds[2]: expected a string, found the number 5 (line 4, column 65)",
        "$.users[1].address.zip: expected a string, found the number 12345 (line 5, column 25)",
        "$.users[1].items[1]: expected an object that Item accepts, found one that it rejects (line 6, column 26)",
        """
        $.users[1].items[2].n: expected a 64-bit integer, \
        found the number 1.5 (line 6, column 47)
        """,
        #"$.users[1].number: expected a value that NumberText converts to Int, found the string "seven" (line 7, column 16)"#,
        "$.users[1].throwing: expected an object that Throwing accepts, found an object: broken on purpose (line 7, column 37)",
        """
        $.users[1].fixed[1].n: expected a 64-bit integer, found nothing \
        (line 7, column 74)
        """,
        "$.users[2].name: expected a string, found nothing (line 8, column 5)",
        "$.users[2].age: expected an integer from 0 to 255, found the number -1 (line 8, column 13)",
        "$.users[2].items: expected an array, found an object (line 8, column 39)",
    ]

    struct Users: Mappable {
        var users: [User] = []
        init?(map: Map) {}
        mutating func mapping(map: Map) { users <- map["users"] }
    }

    @Test("Every failure has its path, line and column, in the order of finding")
    func everything() throws {
        let mapper = Mapper<Users>()
        let users = try #require(mapper.map(JSONString: text)).users
        expectEqual(mapper.failures.map(\.description), messages)
        expectEqual(users.count, 3)
        expect(users[1].name == "old" && users[1].age == 0 && users[1].kinds == [.a])
        expectEqual(users[1].items.map(\.n), [1, 0])
        expectEqual(users[1].fixed?.count, 1)
        expectEqual(
            mapper.failures.map(\.reason),
            [
                .null, .mismatch, .unknownCase, .unknownCase, .mismatch, .mismatch, .refused, .mismatch,
                .notTransformed,
                .thrown, .missing, .missing, .mismatch, .mismatch,
            ])
        let failure = mapper.failures[7]
        expect(failure.line == 6 && failure.column == 47)
        expectEqual(failure.steps, [.key("users"), .index(1), .key("items"), .index(2), .key("n")])
        expectEqual(failure.byteOffset, text.utf8.count - text[text.range(of: "1.5")!.lowerBound...].utf8.count)
        expectEqual(failure.excerpt?.contains(#"{"n": 1.5}"#), true)
        expect(mapper.failures[9].underlying is Broken)
    }

    @Test("A dictionary and a value have paths, and no positions")
    func withoutText() throws {
        let dictionary = try #require(try JSON(parsing: text).dictionaryObject)
        let mapper = Mapper<Users>()
        _ = mapper.map(JSON: dictionary)
        let expected = messages.map { String($0[..<$0.range(of: " (line")!.lowerBound]) }
        expectEqual(mapper.failures.map(\.description), expected)
        expect(mapper.failures.allSatisfy { $0.line == nil && $0.column == nil && $0.excerpt == nil })
        _ = mapper.map(json: JSON(dictionary))
        expectEqual(Set(mapper.failures.map(\.description)), Set(expected))
    }

    @Test("A view of a parsed value keeps the positions in its text")
    func view() throws {
        let json = try JSON(parsing: text)
        let mapper = Mapper<User>()
        _ = mapper.mapArray(json: json["users"])
        expectEqual(mapper.failures.map(\.description), messages)
        _ = mapper.map(json: json["users", 2])
        expectEqual(mapper.failures.map(\.description), Array(messages.suffix(3)))
    }

    @Test("tryMap throws them all, or the first")
    func throwing() throws {
        let mapper = Mapper<Users>()
        let all = #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: text) }
        expectEqual(all?.description, messages.joined(separator: "\n"))
        let first = #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: text, stoppingAtFirst: true) }
        expectEqual(first?.description, messages[0])
        expectEqual(mapper.failures.count, 1)
    }

    @Test("What is read in vain does not end a mapping that stops at the first failure")
    func stoppingLater() throws {
        struct Tolerant: ImmutableMappable {
            let maybe: Int?
            let kind: Kind?
            let n: Int
            init(map: Map) throws {
                maybe = try? map.value("maybe")
                kind = try? map.value("kind")
                n = try map.value("n")
            }
        }
        let mapper = Mapper<Tolerant>()
        try expectEqual(mapper.tryMap(JSONString: #"{"kind": "z", "n": 5}"#, stoppingAtFirst: true).n, 5)
        let error = #expect(throws: MappingError.self) {
            try mapper.tryMapArray(JSONString: #"[{"kind": 1, "n": 5}, {"n": "x"}, {}]"#, stoppingAtFirst: true)
        }
        expectEqual(error?.failures.map(\.path), ["$[1].n"])
    }

    @Test("The next call forgets what the last one noted")
    func forgets() {
        let mapper = Mapper<Users>()
        expect(mapper.failures.isEmpty)
        _ = mapper.map(JSONString: text)
        expect(!mapper.failures.isEmpty)
        _ = mapper.map(JSONString: #"{"users": []}"#)
        expect(mapper.failures.isEmpty)
    }

    @Test("A text that is no JSON is a failure with the parser's message")
    func invalidJSON() throws {
        let mapper = Mapper<Users>()
        expect(mapper.map(JSONString: "{\"users\": [}") == nil)
        let failure = try #require(mapper.failures.first)
        expectEqual(failure.reason, .invalidJSON)
        expect(failure.line == 1 && failure.column == 12)
        let parsing = #expect(throws: JSONError.self) { try JSON(parsing: "{\"users\": [}") }
        expectEqual(failure.description, parsing?.description)
        expect(failure.underlying is JSONError)
        let thrown = #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: "") }
        expectEqual(thrown?.failures.map(\.reason), [.invalidJSON])
    }

    @Test("A root that is no object")
    func root() {
        let mapper = Mapper<Users>()
        expect(mapper.map(JSONString: "[1]") == nil)
        expectEqual(mapper.failures.map(\.description), ["$: expected an object, found an array (line 1, column 1)"])
        expect(mapper.map(JSONObject: nil) == nil)
        expectEqual(mapper.failures.map(\.description), ["$: expected an object, found null"])
        expect(mapper.map(JSONObject: "a") == nil)
        expectEqual(mapper.failures.map(\.description), [#"$: expected an object, found the string "a""#])
        expect(mapper.map(json: try! JSON(parsing: "{}")["no"]) == nil)
        expectEqual(mapper.failures.map(\.reason), [.invalidJSON])
    }

    @Test("Long texts and numbers are shortened")
    func long() {
        let outcome = Property(true) { $0 <- $1["k"] }
        let string = String(repeating: "é", count: 100)
        expectEqual(
            outcome.reading(#"{"k": "\#(string)"}"#).messages,
            [#"$.k: expected a boolean, found the string "\#(string.prefix(39))…" (line 1, column 7)"#])
        let number = String(repeating: "7", count: 100)
        expectEqual(
            outcome.reading(#"{"k": \#(number)}"#).messages,
            ["$.k: expected a boolean, found the number \(number.prefix(39))… (line 1, column 7)"])
    }

    @Test("Names that are no identifiers are quoted in paths")
    func quoted() {
        let outcome = Property(0) { $0 <- $1["a b", nested: false] }.reading(#"{"a b": "x"}"#)
        expectEqual(outcome.failures.first?.path, #"$["a b"]"#)
    }

    @Test("An array of models with another element is reported where it is")
    func otherElement() {
        let mapper = Mapper<Item>()
        expect(mapper.mapArray(JSONString: #"[{"n": 1}, 5]"#) == nil)
        expectEqual(
            mapper.failures.map(\.description), ["$[1]: expected an object, found the number 5 (line 1, column 12)"])
        expect(mapper.mapDictionary(JSONString: #"{"a": {"n": 1}, "b": [1]}"#) == nil)
        expectEqual(mapper.failures.map(\.description), ["$.b: expected an object, found an array (line 1, column 22)"])
        expectEqual(mapper.mapArrayOfArrays(JSONObject: [[["n": 1]], 7])?.count, 1)
        expectEqual(mapper.failures.map(\.description), ["$[1]: expected an array, found the number 7"])
    }

    struct Lists: Mappable {
        var array = [Item(JSON: [:])!]
        var optional: [Item]? = []
        var named: [String: Item] = ["old": Item(JSON: [:])!]
        var rows: [[Item]] = []
        var namedRows: [String: [Item]] = [:]
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            array <- map["array"]
            optional <- map["optional"]
            named <- map["named"]
            rows <- map["rows"]
            namedRows <- map["namedRows"]
        }
    }

    @Test("An element that is no object does not hide the other failures of an array or a dictionary of models")
    func otherElements() throws {
        let elements = #"[{"n": "a"}, 7, {"n": true}, {"refuse": 1}, null, {"n": 1}]"#
        let paths = ["[0].n", "[1]", "[2].n", "[3]", "[4]"]
        let members = #"{"a": {"n": "a"}, "b": 7, "c": {"n": "c"}}"#
        let text = #"""
            {"array": \#(elements), "optional": \#(elements), "named": \#(members), "rows": [\#(elements), [{"n": 1}]],
             "namedRows": {"x": \#(elements)}}
            """#
        func inside(_ container: String) -> [String] { paths.map { container + $0 } }
        let expected =
            inside("$.array") + inside("$.optional") + ["$.named.a.n", "$.named.b", "$.named.c.n"]
            + inside("$.rows[0]") + inside("$.namedRows.x")
        let mapper = Mapper<Lists>()
        mapper.options.reportsMissingKeys = false
        let error = #expect(throws: MappingError.self) { try mapper.tryMap(JSONString: text) }
        expectEqual(error?.failures.map(\.path), expected)
        let other = "$.array[1]: expected an object, found the number 7 (line 1, column 24)"
        expectEqual(error?.failures[1].description, other)

        // The properties are those of ObjectMapper: arrays that do not fit are not assigned.
        let lists = try #require(mapper.map(JSONString: text))
        expectEqual(mapper.failures.map(\.path), expected)
        expect(lists.array.count == 1 && lists.optional == nil && lists.named.keys.first == "old")
        expect(lists.rows.map(\.count) == [1] && lists.namedRows.isEmpty)

        let dictionary = try #require(try JSON(parsing: text).dictionaryObject)
        _ = mapper.map(JSON: dictionary)
        expectEqual(Set(mapper.failures.map(\.path)), Set(expected))

        let items = Mapper<Item>()
        items.options.reportsMissingKeys = false
        let all = #expect(throws: MappingError.self) { try items.tryMapArray(JSONString: elements) }
        expectEqual(all?.failures.map(\.path), paths.map { "$" + $0 })
        let first = #expect(throws: MappingError.self) {
            try items.tryMapArray(JSONString: elements, stoppingAtFirst: true)
        }
        expectEqual(first?.failures.map(\.path), ["$[0].n"])
        let named = #expect(throws: MappingError.self) { try items.tryMapDictionary(JSONString: members) }
        expectEqual(named?.failures.map(\.path), ["$.a.n", "$.b", "$.c.n"])
    }

    @Test("Values that cannot be written are reported with their paths")
    func writing() throws {
        struct Outer: Mappable {
            var list: [[String: Double]] = [["a": 1], ["b": .nan]]
            init?(map: Map) {}
            mutating func mapping(map: Map) { list <- map["in.list"] }
        }
        let outer = try #require(Outer(JSON: [:]))
        let mapper = Mapper<Outer>()
        expect(mapper.toJSONString(outer) == nil)
        expectEqual(mapper.failures.map(\.reason), [.notWritable])
        expectEqual(mapper.failures.map(\.found), ["nan"])
        let error = #expect(throws: MappingError.self) { try mapper.tryToJSONBytes(outer) }
        expectEqual(error?.failures.count, 1)
        expectEqual(outer.toJSONValue(), JSON.null)
        expect(outer.toJSONData() == nil)
    }

    @Test("The failures of a large text are the same as those of a small one, and do not keep it")
    func largeText() throws {
        let mapper = Mapper<Named>()
        expect(mapper.map(JSONString: "{\"name\":1,\n \"list\":[true]}") != nil)
        let small = mapper.failures
        expect(mapper.last.load() is MappingReader)
        let padding = "\n" + String(repeating: " ", count: 70_000)
        expect(mapper.map(JSONString: "{\"name\":1,\n \"list\":[true]}" + padding) != nil)
        expect(!small.isEmpty && mapper.last.load() is FailedRun)
        expectEqual(mapper.failures.map(\.description), small.map(\.description))
        expect(mapper.failures.map(\.excerpt) == small.map(\.excerpt) && small[0].excerpt != nil)
        expectEqual(mapper.failures.map(\.byteOffset), small.map(\.byteOffset))
        expect(mapper.map(JSONString: "{\"name\":\"Ada\"}") != nil && mapper.failures.isEmpty)
    }

    private struct Named: Mappable {
        var name = ""
        var list: [String]?

        init?(map: Map) {}
        mutating func mapping(map: Map) {
            name <- map["name"]
            list <- map["list"]
        }
    }
}
