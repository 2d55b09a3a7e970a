import Neatline
import NeatlineTestSupport
import Testing

/// Models, and what is said of those that do not fit.
@Suite("Work of mapping", .longRunning)
struct MappingGrowthTests {
    struct Item: Mappable {
        var id = 0
        var tags: [String: Int] = [:]

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            id <- map["id"]
            tags <- map["tags"]
        }
    }

    struct FixedItem: ImmutableMappable {
        let id: Int
        init(map: Map) throws { id = try map.value("id") }
    }

    /// A model whose fields are named by the context.
    struct Fields: Mappable {
        var values: [Int?]

        init?(map: Map) {
            guard let names = map.context as? FieldNames else { return nil }
            values = names.names.map { _ in nil }
        }

        init(_ count: Int) { values = Array(0..<count) }

        mutating func mapping(map: Map) {
            guard let names = map.context as? FieldNames else { return }
            for (index, name) in names.names.enumerated() { values[index] <- map[name] }
        }
    }

    struct FieldNames: MapContext { let names: [String] }

    // MARK: Failures

    /// Arrays in which nothing fits.
    static let misfits = [
        "{}", "[]", "1", "null", #"{"id":null}"#, #"{"id":"x"}"#, #"{"id":{}}"#, #"{"id":[[]]}"#, "{\n}",
        #"{"tags":[]}"#, #"{"unknown":1,"other":{}}"#,
    ]

    @Test("failures of an array", arguments: misfits)
    func failures(_ item: String) {
        let mapper = Mapper<Item>()
        mapper.options.reportsUnknownKeys = true
        expectLinear { size -> [UInt8] in
            Array("[".utf8) + repeated(item + ",", size) + Array("{}]".utf8)
        } _: { (text: [UInt8]) in
            _ = mapper.mapArray(bytes: text)
            expect(!mapper.failures.isEmpty)
            _ = mapper.failures.last?.description
        }
    }

    @Test("failures of throwing models", arguments: misfits)
    func thrownFailures(_ item: String) {
        let mapper = Mapper<FixedItem>()
        expectLinear { size -> [UInt8] in
            Array("[".utf8) + repeated(item + ",", size) + Array("{}]".utf8)
        } _: { (text: [UInt8]) in
            _ = mapper.mapArray(bytes: text)
            _ = mapper.failures.last?.description
            do { _ = try mapper.tryMapArray(bytes: text) } catch { _ = "\(error)" }
        }
    }

    @Test(
        "failures within one object of many members", arguments: TestScale.share(of: HostileText.allCases, offset: 14))
    func memberFailures(_ shape: HostileText) {
        let mapper = Mapper<Item>()
        mapper.options.reportsUnknownKeys = true
        mapper.options.parsing = HostileText.options
        expectLinear {
            Array(#"{"tags":"#.utf8) + shape.text($0) + Array("}".utf8)
        } _: { text in
            _ = mapper.map(bytes: text)
            _ = mapper.failures.last?.description
        }
    }

    @Test("unknown members", arguments: Names.kinds.indices)
    func unknownMembers(_ kind: Int) throws {
        let mapper = Mapper<Item>()
        mapper.options.reportsUnknownKeys = true
        try expectLinear {
            try object(Names.kinds[kind].make($0)).serialized()
        } _: { text in
            _ = mapper.map(bytes: text)
            expect(!mapper.failures.isEmpty)
        }
    }

    @Test("failures in dictionaries of models")
    func dictionaries() throws {
        let mapper = Mapper<Item>()
        try expectLinear {
            try object(Names.kinds[1].make($0)).serializedString()
        } _: { text in
            _ = mapper.mapDictionary(JSONString: text)
            expect(!mapper.failures.isEmpty)
        }
    }

    // MARK: Many fields

    /// How the names of a model's fields are related.
    enum FieldKind: CaseIterable {
        case distinct, alike, colliding, inOneObject, inOwnObjects, twoLevelsDown, inSomeObjectsInTurn, longInOneObject

        func names(_ count: Int) -> [String] {
            switch self {
            case .distinct: (0..<count).map(Names.distinct)
            case .alike: (0..<count).map { withoutDots(Names.alike($0)) }
            case .colliding: Names.colliding(count)
            case .inOneObject: (0..<count).map { "a.k\($0)" }
            case .inOwnObjects: (0..<count).map { "k\($0).a" }
            case .twoLevelsDown: (0..<count).map { "a.b.k\($0)" }
            case .inSomeObjectsInTurn: (0..<count).map { (number: Int) -> String in "a\(number % 100).k\(number)" }
            case .longInOneObject: (0..<count).map { "a." + withoutDots(Names.alike($0)) }
            }
        }

        private func withoutDots(_ name: String) -> String { String(name.map { $0 == "." ? "-" : $0 }) }
    }

    @Test("writing a model of many fields as text", arguments: FieldKind.allCases)
    func writingFields(_ kind: FieldKind) {
        expectLinear {
            (kind.names($0), Fields($0))
        } _: { (names, model) in
            expect(Mapper<Fields>(context: FieldNames(names: names)).toJSONString(model) != nil)
        }
    }

    @Test("writing a model of many fields as a dictionary", arguments: FieldKind.allCases)
    func writingDictionaries(_ kind: FieldKind) {
        expectLinear {
            (kind.names($0), Fields($0))
        } _: { (names, model) in
            expect(!Mapper<Fields>(context: FieldNames(names: names)).toJSON(model).isEmpty)
        }
    }

    @Test("reading a model of many fields", arguments: FieldKind.allCases)
    func readingFields(_ kind: FieldKind) throws {
        try expectLinear { size -> ([String], [UInt8]) in
            let names = kind.names(size)
            let mapper = Mapper<Fields>(context: FieldNames(names: names))
            return (names, try mapper.tryToJSONBytes(Fields(size)))
        } _: { (names, text) in
            let mapper = Mapper<Fields>(context: FieldNames(names: names))
            expectEqual(mapper.map(bytes: text)?.values.last, names.count - 1)
        }
    }

    /// A model of two members by number, among many others.
    struct Numbered: Mappable {
        var first = 0
        var last = 0

        init?(map: Map) {}

        private static func number(of name: borrowing MemberName) -> Int {
            name == "first" ? 0 : name == "last" ? 1 : -1
        }

        mutating func mapping(map: Map) {
            let members = map.members(2, Self.number)
            first <- map[members, 0, "first"]
            last <- map[members, 1, "last"]
        }
    }

    @Test("members by number among many others, with escapes and without", arguments: ["n", "\\u006e"])
    func numberedMembers(_ letter: String) {
        expectLinear { size in
            let others = (0..<size).map { "\"\(letter)\($0)\":[\($0)]," }.joined()
            return Array("{\"first\":1,\(others)\"last\":2}".utf8)
        } _: { text in
            let model = Mapper<Numbered>().map(bytes: text)
            expectEqual(model?.last, 2)
            expectEqual(model?.toJSONString(), #"{"first":1,"last":2}"#)
        }
    }

    @Test("reading a model of many fields from a dictionary", arguments: FieldKind.allCases)
    func readingDictionaries(_ kind: FieldKind) {
        expectLinear { size -> ([String], [String: Any]) in
            let names = kind.names(size)
            return (names, Mapper<Fields>(context: FieldNames(names: names)).toJSON(Fields(size)))
        } _: { (names, dictionary) in
            let mapper = Mapper<Fields>(context: FieldNames(names: names))
            expectEqual(mapper.map(JSON: dictionary)?.values.last, names.count - 1)
        }
    }

    @Test("fields that are all absent", arguments: FieldKind.allCases)
    func absentFields(_ kind: FieldKind) {
        expectLinear {
            kind.names($0)
        } _: { names in
            let mapper = Mapper<Fields>(context: FieldNames(names: names))
            _ = mapper.map(JSONString: #"{"a":{"b":{}}}"#)
            _ = mapper.failures
        }
    }

    @Test("writing and reading dictionaries of values", arguments: Names.kinds.indices)
    func values(_ kind: Int) throws {
        struct Tags: Mappable {
            var tags: [String: Int] = [:]
            init?(map: Map) {}
            init(_ tags: [String: Int]) { self.tags = tags }
            mutating func mapping(map: Map) { tags <- map["tags"] }
        }
        expectLinear { size in
            Tags(Dictionary(uniqueKeysWithValues: Names.kinds[kind].make(size).map { ($0, 1) }))
        } _: { model in
            let text = model.toJSONString() ?? ""
            expectEqual(Tags(JSONString: text)?.tags, model.tags)
            expectEqual(Tags(JSON: model.toJSON())?.tags, model.tags)
        }
    }
}
