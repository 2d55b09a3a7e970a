import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Models that number their members, as `@Mappable` writes them, beside the same models by hand: both have to give the same.
@Suite("Members by number") struct NumberedMembersTests {
    /// Which of the two forms the models of a call have.
    struct Form: MapContext { let isNumbered: Bool }

    enum Kind: String, Equatable { case a, b }

    struct Inner: Mappable, Equatable {
        var id = 0
        var next: [Inner]?
        var text = "none"

        init() {}
        init?(map: Map) { if map["refuse"].isKeyPresent { return nil } }

        static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 2: if name == "id" { return 0 }
            case 4:
                if name == "next" { return 1 }
                if name == "text" { return 2 }
            default: break
            }
            return -1
        }

        mutating func mapping(map: Map) {
            if (map.context as? Form)?.isNumbered == true {
                let members = map.members(3, Self.member)
                id <- map[members, 0, "id"]
                next <- map[members, 1, "next"]
                text <- map[members, 2, "text"].optional
            } else {
                id <- map["id"]
                next <- map["next"]
                text <- map["text"].optional
            }
        }
    }

    final class Node: Mappable, Equatable {
        var id = 0
        var child: Node?

        init?(map: Map) {}
        static func == (a: Node, b: Node) -> Bool { a.id == b.id && a.child == b.child }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 2: if name == "id" { return 0 }
            case 5: if name == "child" { return 1 }
            default: break
            }
            return 7
        }

        func mapping(map: Map) {
            if (map.context as? Form)?.isNumbered == true {
                let members = map.members(2, Node.member)
                id <- map[members, 0, "id"]
                child <- map[members, 1, "child"]
            } else {
                id <- map["id"]
                child <- map["child"]
            }
        }
    }

    struct Model: Mappable, Equatable {
        var id = 1
        var big: UInt64?
        var ratio = 0.5
        var isOn: Bool?
        var price = Decimal(1)
        var text = "none"
        var kind = Kind.a
        var kinds: [Kind]?
        var numbers = [1]
        var rows: [[Double]]?
        var byName: [String: Int] = [:]
        var date: Date?
        var inner = Inner()
        var inners: [Inner] = []
        var named: [String: Inner]?
        var node: Node?
        var any: JSON?
        var state = Presence<Int>.absent
        var deep: Int?
        var dotted = ""
        var long = ""
        var accented = ""
        var empty = ""

        init() {}
        init?(map: Map) {}

        static let names = [
            "id", "big", "ratio", "isOn", "price", "text", "kind", "kinds", "numbers", "rows", "byName", "date",
            "inner",
            "inners", "named", "node", "any", "state", "a.b", "a name of many bytes", "größe", "",
        ]

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 0: return 21
            case 2: if name == "id" { return 0 }
            case 3:
                if name == "big" { return 1 }
                if name == "any" { return 16 }
                if name == "a.b" { return 18 }
            case 4:
                if name == "isOn" { return 3 }
                if name == "text" { return 5 }
                if name == "kind" { return 6 }
                if name == "rows" { return 9 }
                if name == "date" { return 11 }
                if name == "node" { return 15 }
            case 5:
                if name == "ratio" { return 2 }
                if name == "price" { return 4 }
                if name == "kinds" { return 7 }
                if name == "inner" { return 12 }
                if name == "named" { return 14 }
                if name == "state" { return 17 }
            case 6:
                if name == "byName" { return 10 }
                if name == "inners" { return 13 }
            case 7:
                if name == "numbers" { return 8 }
                if name == "größe" { return 20 }
            case 20: if name == "a name of many bytes" { return 19 }
            default: break
            }
            return -1
        }

        mutating func mapping(map: Map) {
            if (map.context as? Form)?.isNumbered == true {
                let members = map.members(22, Self.member)
                id <- map[members, 0, "id"]
                big <- map[members, 1, "big"]
                ratio <- map[members, 2, "ratio"].optional
                isOn <- map[members, 3, "isOn"]
                price <- map[members, 4, "price"]
                text <- map[members, 5, "text"]
                kind <- map[members, 6, "kind"]
                kinds <- map[members, 7, "kinds"]
                numbers <- map[members, 8, "numbers"]
                rows <- map[members, 9, "rows"]
                byName <- map[members, 10, "byName"]
                date <- (map[members, 11, "date"], ISO8601DateTransform())
                inner <- map[members, 12, "inner"]
                deep <- map["inner.deep"]
                inners <- map[members, 13, "inners"]
                named <- map[members, 14, "named"]
                node <- map[members, 15, "node"]
                any <- map[members, 16, "any"]
                state <- map[members, 17, "state"]
                dotted <- map[members, 18, "a.b"]
                long <- map[members, 19, "a name of many bytes"]
                accented <- map[members, 20, "größe"]
                empty <- map[members, 21, ""]
            } else {
                id <- map["id"]
                big <- map["big"]
                ratio <- map["ratio"].optional
                isOn <- map["isOn"]
                price <- map["price"]
                text <- map["text"]
                kind <- map["kind"]
                kinds <- map["kinds"]
                numbers <- map["numbers"]
                rows <- map["rows"]
                byName <- map["byName"]
                date <- (map["date"], ISO8601DateTransform())
                inner <- map["inner"]
                deep <- map["inner.deep"]
                inners <- map["inners"]
                named <- map["named"]
                node <- map["node"]
                any <- map["any"]
                state <- map["state"]
                dotted <- map["a.b", nested: false]
                long <- map["a name of many bytes"]
                accented <- map["größe"]
                empty <- map["", nested: false]
            }
        }
    }

    struct Fixed: ImmutableMappable, Equatable {
        let id: Int
        let text: String?
        let kind: Kind
        let inner: Inner?
        let date: Date?
        let long: String

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 2: if name == "id" { return 0 }
            case 4:
                if name == "text" { return 1 }
                if name == "kind" { return 2 }
                if name == "date" { return 4 }
            case 5: if name == "inner" { return 3 }
            case 20: if name == "a name of many bytes" { return 5 }
            default: break
            }
            return -1
        }

        init(map: Map) throws {
            if (map.context as? Form)?.isNumbered == true {
                let members = map.members(6, Self.member)
                id = try map[members, 0, "id"].value("id")
                text = try map[members, 1, "text"].valueIfPresent("text")
                kind = try map[members, 2, "kind"].value("kind", default: .b)
                inner = try map[members, 3, "inner"].valueIfPresent("inner")
                date = try map[members, 4, "date"].valueIfPresent("date", using: ISO8601DateTransform())
                long = try map[members, 5, "a name of many bytes"].value("a name of many bytes", default: "-")
            } else {
                id = try map.value("id")
                text = try map.valueIfPresent("text")
                kind = try map.value("kind", default: .b)
                inner = try map.valueIfPresent("inner")
                date = try map.valueIfPresent("date", using: ISO8601DateTransform())
                long = try map.value("a name of many bytes", default: "-")
            }
        }

        func mapping(map: Map) {
            if (map.context as? Form)?.isNumbered == true {
                guard let members = map.writtenMembers() else { return }
                id >>> map[members, 0, "id"]
                text >>> map[members, 1, "text"]
                kind >>> map[members, 2, "kind"]
                inner >>> map[members, 3, "inner"]
                (date, ISO8601DateTransform()) >>> map[members, 4, "date"]
                long >>> map[members, 5, "a name of many bytes"]
            } else {
                id >>> map["id"]
                text >>> map["text"]
                kind >>> map["kind"]
                inner >>> map["inner"]
                (date, ISO8601DateTransform()) >>> map["date"]
                long >>> map["a name of many bytes"]
            }
        }
    }
}

// MARK: Random texts

/// Makes objects of the members that the models have, wrong ones, repeated ones, and others.
private struct ObjectTexts {
    var random: SeededGenerator

    mutating func object(_ depth: Int = 0) -> String {
        let names = depth == 0 ? NumberedMembersTests.Model.names : ["id", "next", "text", "child"]
        var members: [String] = []
        for name in names.shuffled(using: &random) where !random.oneIn(5) {
            members.append(member(name, depth))
            if random.oneIn(12) { members.append(member(name, depth)) }
        }
        while random.oneIn(2) {
            members.append("\(quoted(["x", "Id", "texts", "kin", "refuse", "deep", "a"]))\(value(depth))")
        }
        if random.oneIn(6) { members.shuffle(using: &random) }
        let space = random.oneIn(3) ? " " : ""
        return "{\(space)" + members.joined(separator: "\(space),\(space)") + "\(space)}"
    }

    private mutating func quoted(_ names: [String]) -> String {
        "\"\(names.randomElement(using: &random) ?? "")\":"
    }

    private mutating func member(_ name: String, _ depth: Int) -> String {
        var written = name
        if random.oneIn(8), let first = name.unicodeScalars.first, first.value < 0x80 {
            written = "\\u00" + String(first.value, radix: 16) + name.dropFirst()
        }
        return "\"\(written)\":" + (random.oneIn(6) ? value(depth) : fitting(name, depth))
    }

    private mutating func fitting(_ name: String, _ depth: Int) -> String {
        switch name {
        case "id", "big", "state": return "\(Int.random(in: -9...999_999_999_999, using: &random))"
        case "ratio", "price":
            return ["1.5", "-0.25", "12", "1e3", "123456789.123"].randomElement(using: &random) ?? "0"
        case "isOn": return random.oneIn(2) ? "true" : "false"
        case "kind": return random.oneIn(2) ? "\"a\"" : "\"b\""
        case "kinds": return #"["a","c","b"]"#
        case "numbers": return "[1,2,3]"
        case "rows": return "[[1.5],[],[2,3]]"
        case "byName": return #"{"one":1,"two":2}"#
        case "date": return #""2024-05-06T07:08:09Z""#
        case "inner", "node", "child": return depth > 2 ? "{}" : object(depth + 1)
        case "inners", "next":
            return depth > 2
                ? "[]"
                : "["
                    + (0..<Int.random(in: 0...2, using: &random)).map { _ in object(depth + 1) }
                    .joined(separator: ",") + "]"
        case "named": return "{\"k\":\(object(depth + 1)),\"l\":\(object(depth + 1))}"
        default:
            return ["\"\"", "\"short\"", "\"a text that is longer than fifteen bytes\"", "\"\\u00e9\\n\""]
                .randomElement(using: &random) ?? ""
        }
    }

    private mutating func value(_ depth: Int) -> String {
        let values = [
            "null", "1", "1.5", "\"a\"", "\"5\"", "true", "[]", "{}", "[1,null]", "{\"id\":2}", "99999999999999999999",
        ]
        return values.randomElement(using: &random) ?? "null"
    }
}

extension NumberedMembersTests {
    private static func mapper<N: BaseMappable>(
        _ type: N.Type, _ isNumbered: Bool, _ options: MappingOptions, includesNil: Bool = false
    ) -> Mapper<N> {
        let mapper = Mapper<N>(context: Form(isNumbered: isNumbered), shouldIncludeNilValues: includesNil)
        mapper.options = options
        return mapper
    }

    /// All sets of options that a run depends on.
    static var optionSets: [MappingOptions] {
        (0..<64).map { bits in
            var options = MappingOptions()
            options.coercesScalars = bits & 1 != 0
            options.reportsUnknownKeys = bits & 2 != 0
            options.reportsMissingKeys = bits & 4 == 0
            options.isStrict = bits & 8 != 0
            options.omitsBrokenElements = bits & 16 != 0
            options.parsing.duplicateKeys = bits & 32 == 0 ? .lastWins : .firstWins
            return options
        }
    }

    private static func text(of body: () throws -> some Any) -> String {
        do { return "\(try body())" } catch { return "\(error)" }
    }

    /// Compares everything that the two forms give for a text.
    private static func expectSame<N: BaseMappable & Equatable>(
        _ type: N.Type, _ text: String, _ options: MappingOptions
    ) {
        let byHand = mapper(N.self, false, options)
        let byNumber = mapper(N.self, true, options)
        let bytes = Array(text.utf8)
        let expected = byHand.map(bytes: bytes)
        expectEqual(byNumber.map(bytes: bytes), expected, "\(text)")
        expectEqual(byNumber.failures.map(\.description), byHand.failures.map(\.description), "\(text)")
        let inArray = Array("[\(text),\(text)]".utf8)
        expectEqual(byNumber.mapArray(bytes: inArray), byHand.mapArray(bytes: inArray))
        expectEqual(byNumber.failures.map(\.description), byHand.failures.map(\.description), "\(text)")
        for stops in [false, true] {
            let thrown = Self.text { try byHand.tryMap(bytes: bytes, stoppingAtFirst: stops) == expected }
            expectEqual(
                Self.text { try byNumber.tryMap(bytes: bytes, stoppingAtFirst: stops) == expected }, thrown, "\(text)"
            )
        }
        if let dictionary = (try? JSON(parsing: text))?.dictionaryObject {
            expectEqual(byNumber.map(JSON: dictionary), byHand.map(JSON: dictionary), "\(text)")
        }
        guard let expected else { return }
        for includesNil in [false, true] {
            let first = mapper(N.self, false, options, includesNil: includesNil)
            let second = mapper(N.self, true, options, includesNil: includesNil)
            expectEqual(second.toJSONString(expected), first.toJSONString(expected))
            expectEqual(
                NSDictionary(dictionary: second.toJSON(expected)), NSDictionary(dictionary: first.toJSON(expected)))
        }
    }

    @Test("give the same values, failures and texts as members by name, for random texts")
    func agreement() {
        var texts = ObjectTexts(random: SeededGenerator(seed: 361))
        let options = Self.optionSets
        for round in 0..<TestScale.rounds(20_000) {
            let text = texts.object()
            Self.expectSame(Model.self, text, options[round % options.count])
            Self.expectSame(Fixed.self, text, options[(round / 3) % options.count])
        }
    }

    @Test("are the last of several, or the first, as the options say")
    func repeated() {
        for options in Self.optionSets {
            for text in [
                #"{"id":1,"id":2}"#, #"{"id":"x","id":2,"id":null}"#, #"{"id":1,"i\u0064":3}"#, #"{"id":3,"id":"x"}"#,
                #"{"inner":{"id":1},"inner":{"text":"b"}}"#, #"{"node":{"child":{"id":5}},"node":{"id":6}}"#, "{}",
            ] {
                Self.expectSame(Model.self, text, options)
            }
        }
    }

    @Test("update models inside the model in place")
    func updating() {
        var texts = ObjectTexts(random: SeededGenerator(seed: 362))
        for _ in 0..<TestScale.rounds(5_000) {
            let (first, second) = (texts.object(), texts.object())
            let results = [false, true].map { isNumbered in
                let mapper = Self.mapper(Model.self, isNumbered, MappingOptions())
                let model = mapper.map(JSONString: first) ?? Model()
                return (mapper.map(JSONString: second, toObject: model), mapper.failures.map(\.description))
            }
            expectEqual(results[0].0, results[1].0)
            expectEqual(results[0].1, results[1].1)
        }
    }

    @Test("are found in objects with thousands of members and of any depth")
    func extremes() {
        let others = (0..<3000).map { "\"n\($0)\":[\($0)]" }.joined(separator: ",")
        Self.expectSame(Model.self, "{\(others),\"id\":5,\(others),\"text\":\"t\"}", MappingOptions())
        let depth = 600
        let nested = String(repeating: #"{"id":1,"child":"#, count: depth) + "{}" + String(repeating: "}", count: depth)
        let results = [false, true].map { isNumbered in
            let mapper = Self.mapper(Node.self, isNumbered, MappingOptions())
            return (mapper.map(JSONString: nested), mapper.failures.map(\.description))
        }
        expectEqual(results[0].0, results[1].0)
        expectEqual(results[0].1, results[1].1)
    }
}

// MARK: Two mappings of one object

extension NumberedMembersTests {
    /// A part of `Whole` that has members in the same object.
    struct Part: Mappable, Equatable {
        var id = 0
        var name = ""

        init() {}
        init?(map: Map) {}

        private static func member(_ name: borrowing MemberName) -> Int {
            if name == "id" { return 0 }
            return name == "name" ? 1 : -1
        }

        mutating func mapping(map: Map) {
            let members = map.members(2, Self.member)
            id <- map[members, 0, "id"]
            name <- map[members, 1, "name"]
        }
    }

    struct Whole: Mappable, Equatable {
        var first = 1
        var part = Part()
        var last: Int?
        var path = 3
        var again = Part()
        var repeated = 9
        /// What `map.json` was in the middle of writing.
        var seen: JSON?

        init() {}
        init?(map: Map) {}

        private static func member(_ name: borrowing MemberName) -> Int {
            if name == "first" { return 0 }
            return name == "last" ? 1 : -1
        }

        mutating func mapping(map: Map) {
            let members = map.members(2, Self.member)
            first <- map[members, 0, "first"]
            part.mapping(map: map)
            path <- map["at.a.path"]
            again.mapping(map: map)
            repeated <- map["first"]
            if map.mappingType == .toJSON { seen = map.json }
            last <- map[members, 1, "last"]
        }
    }

    @Test("of several models in one object are read and written like those by name")
    func oneObject() {
        let text = #"{"last":4,"name":"n","at":{"a":{"path":5}},"id":7,"first":8}"#
        let whole = Whole(JSONString: text)
        expectEqual(whole?.first, 8)
        expectEqual(whole?.part, whole?.again)
        expectEqual(whole?.part.name, "n")
        expectEqual(whole?.last, 4)
        expectEqual(whole?.path, 5)
        expectEqual(whole?.repeated, 8)
        var changed = Whole()
        changed.part.id = 11
        changed.again.id = 12
        changed.again.name = "again"
        changed.last = 2
        // The last of several members with one name counts, where the first is.
        expectEqual(changed.toJSONString(), #"{"first":9,"id":12,"name":"again","at":{"a":{"path":3}},"last":2}"#)
        var copy = changed
        _ = Mapper<Whole>().toJSONString(copy)
        let writing = Map(mappingType: .toJSON, JSON: [:])
        copy.mapping(map: writing)
        expectEqual(copy.seen?["first"].int, 9)
    }

    /// A model that keeps what `map.json` was while it was written.
    final class Watching: Mappable {
        var id = 5
        var part = Part()
        var seen: [JSON] = []

        init() {}
        init?(map: Map) {}

        func mapping(map: Map) {
            let members = map.members(2) { name in name == "id" ? 0 : name == "part" ? 1 : -1 }
            id <- map[members, 0, "id"]
            seen.append(map.json)
            part <- map[members, 1, "part"]
            seen.append(map.json)
        }
    }

    @Test("that were written so far are in the map's object")
    func objectSoFar() {
        let model = Watching()
        expectEqual(model.toJSONString(), #"{"id":5,"part":{"id":0,"name":""}}"#)
        expectEqual(model.seen, [["id": 5], ["id": 5, "part": ["id": 0, "name": ""]]])
    }

    @Test("compare the bytes of names")
    func names() {
        let texts = ["", "a", "id", "idx", "größe", "a name of many bytes"]
        for text in texts {
            var found: [String] = []
            let json = JSON.object([text: 1])
            _ = Mapper<Probe>(
                context: Probe.Names { name in
                    if name == "" { found.append("") }
                    if name == "id" { found.append("id") }
                    if name == "größe" { found.append("größe") }
                    if name == "a name of many bytes" { found.append("a name of many bytes") }
                    let count = name.count
                    expectEqual(count, text.utf8.count)
                }
            ).map(json: json)
            expectEqual(found, ["a", "idx"].contains(text) ? [] : [text])
        }
    }

    @Test("Members that are kept, or have no such number, are looked up by their names")
    func keptMembers() throws {
        let keeper = Keeping.Keeper()
        let text = #"[{"id": 1, "next": {"id": 2}}, {"id": 3}]"#
        for _ in 0..<3 {
            keeper.isNewRun = true
            let all = try Mapper<Keeping>(context: keeper).tryMapArray(JSONString: text)
            expect(all.map(\.id) == [1, 3] && all.map(\.late) == [1, 3] && all.map(\.beyond) == [1, 3])
            expectEqual(all[0].next?.late, 2)
            let map = try #require(keeper.map)
            let id: Int? = map[try #require(keeper.members), 0, "id"].value()
            expectEqual(id, 3)
        }
    }

    /// A model that uses the members of the mapping before.
    final class Keeping: Mappable {
        final class Keeper: MapContext {
            var isNewRun = false
            var members: MappedMembers?
            var map: Map?
        }

        var id = 0
        var late = 0
        var beyond = 0
        var next: Keeping?

        init?(map: Map) {}
        func mapping(map: Map) {
            let members = map.members(2) { $0 == "id" ? 0 : $0 == "next" ? 1 : -1 }
            guard let keeper = map.context as? Keeper else { return }
            // Of an earlier run there is nothing but the names.
            if keeper.isNewRun, let kept = keeper.members { late <- map[kept, 0, "id"] } else { late <- map["id"] }
            keeper.isNewRun = false
            id <- map[members, 0, "id"]
            beyond <- map[members, 1 << 40, "id"]
            next <- map[members, 1, "next"]
            keeper.members = members
            keeper.map = map
        }
    }

    /// A model that passes the names of its object on.
    struct Probe: Mappable {
        struct Names: MapContext {
            let body: (borrowing MemberName) -> Void
            init(_ body: @escaping (borrowing MemberName) -> Void) { self.body = body }
        }

        init?(map: Map) {}
        func mapping(map: Map) {
            _ = map.members(0) { name in
                (map.context as? Names)?.body(name)
                return -1
            }
        }
    }
}
