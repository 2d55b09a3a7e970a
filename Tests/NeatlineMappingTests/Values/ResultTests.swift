import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Properties that keep the failure") struct ResultTests {
    enum Kind: String { case a, b }

    struct Item: Mappable, Equatable {
        var n = 0
        init() {}
        init?(map: Map) { if map["refuse"].isKeyPresent { return nil } }
        mutating func mapping(map: Map) { n <- map["n"] }
    }

    struct Model: Mappable {
        var price: Result<Int, MappingError> = .success(0)
        var numbers: Result<[Int], MappingError> = .success([])
        var item: Result<Item, MappingError> = .success(Item())
        var kind: Result<Kind, MappingError> = .success(.a)
        var all: [Result<Int, MappingError>] = []
        var maybe: Result<Int, MappingError>?

        init() {}
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            price <- map["price"]
            numbers <- map["numbers"]
            item <- map["item"]
            kind <- map["kind"]
            all <- map["all"]
            maybe <- map["maybe"]
        }
    }

    private static func failures<T>(of result: Result<T, MappingError>?) -> [String] {
        if case .failure(let error)? = result { return error.failures.map(\.description) }
        return []
    }

    @Test("have the value if it fits, and are written as it")
    func success() throws {
        let text = #"{"price":5,"numbers":[1,2],"item":{"n":3},"kind":"b","all":[1,2],"maybe":7}"#
        var failures: [MappingFailure] = []
        let model = try #require(Model(JSONString: text, failures: &failures))
        expect(failures.isEmpty)
        try expectEqual(model.price.get(), 5)
        try expectEqual(model.numbers.get(), [1, 2])
        try expectEqual(model.item.get().n, 3)
        try expectEqual(model.kind.get(), .b)
        try expectEqual(model.all.map { try $0.get() }, [1, 2])
        try expectEqual(model.maybe?.get(), 7)
        expectEqual(model.toJSONString(), text)
        expect(model.toJSON()["price"] as? Int == 5)
    }

    @Test("have the failure and its place otherwise, and the mapper has none")
    func failure() throws {
        let text = #"{"price":"x","numbers":[1,"y",null],"item":{"refuse":1},"kind":"c","all":[1,null],"maybe":[]}"#
        let mapper = Mapper<Model>()
        mapper.options.isStrict = true
        let model = try #require(mapper.map(JSONString: text))
        expect(mapper.failures.isEmpty)
        expectEqual(
            Self.failures(of: model.price),
            [#"$.price: expected a 64-bit integer, found the string "x" (line 1, column 10)"#])
        expectEqual(
            Self.failures(of: model.numbers),
            [#"$.numbers[1]: expected a 64-bit integer, found the string "y" (line 1, column 27)"#])
        expectEqual(
            Self.failures(of: model.item),
            ["$.item: expected an object that Item accepts, found one that it rejects (line 1, column 44)"])
        expectEqual(
            Self.failures(of: model.kind),
            [
                #"$.kind: expected a case of Kind, found the string "c" (line 1, column 64)"#
            ])
        try expectEqual(model.all.first?.get(), 1)
        expectEqual(
            Self.failures(of: model.all.last), ["$.all[1]: expected a 64-bit integer, found null (line 1, column 77)"]
        )
        expectEqual(
            Self.failures(of: model.maybe),
            [
                "$.maybe: expected a 64-bit integer, found an empty array (line 1, column 91)"
            ])
        expectEqual(
            model.toJSONString(), #"{"price":null,"numbers":null,"item":null,"kind":null,"all":[1,null],"maybe":null}"#)
    }

    struct Constants: ImmutableMappable {
        let kind: Result<Kind, MappingError>
        var kinds: Result<[Kind], MappingError>?

        init(map: Map) throws {
            kind = try map.value("kind")
            kinds <- map["kinds"]
        }
        func mapping(map: Map) {
            kind >>> map["kind"]
            kinds >>> map["kinds"]
        }
    }

    @Test("are read by an initializer, and written by >>>, also of enums")
    func constants() throws {
        for text in [#"{"kind":"a"}"#, #"{"kind":"a","kinds":["b"]}"#] {
            let model = try Mapper<Constants>().tryMap(JSONString: text)
            expect(try model.kind.get() == .a && model.toJSONString() == text)
            expectEqual(JSON(model.toJSON()), try JSON(parsing: text))
        }
        let wrong = try Mapper<Constants>().tryMap(JSONString: #"{"kind":"c","kinds":5}"#)
        expect(Self.failures(of: wrong.kind).count == 1 && Self.failures(of: wrong.kinds).count == 1)
        expectEqual(wrong.toJSONString(), #"{"kind":null,"kinds":null}"#)
        let mapper = Mapper<Constants>()
        expect(mapper.map(JSONString: "{}") == nil && mapper.failures.map(\.path) == ["$.kind"])
    }

    @Test("keep their value if the member is absent, which is a failure as elsewhere")
    func absent() throws {
        var failures: [MappingFailure] = []
        let model = try #require(Model(JSONString: "{}", failures: &failures))
        try expectEqual(model.price.get(), 0)
        expectEqual(failures.map(\.path), ["$.price", "$.numbers", "$.item", "$.kind", "$.all"])
    }

    @Test("do not hide the failures before them, also if the first failure ends the call")
    func stopping() {
        struct Pair: Mappable {
            var a = 0
            var b: Result<Int, MappingError> = .success(0)
            var c = 0
            init?(map: Map) {}
            mutating func mapping(map: Map) {
                a <- map["a"]
                b <- map["b"]
                c <- map["c"]
            }
        }
        let text = #"{"a":1,"b":"x","c":"y"}"#
        #expect(throws: MappingError.self) { try Mapper<Pair>().tryMap(JSONString: text, stoppingAtFirst: true) }
        do {
            _ = try Mapper<Pair>().tryMap(JSONString: text, stoppingAtFirst: true)
        } catch {
            expect("\(error)".hasPrefix("$.c: "))
        }
    }
}

@Suite("Enums of immutable models") struct OmittedCaseTests {
    enum Kind: String { case a, b }

    struct Model: ImmutableMappable {
        let kinds: [Kind]
        let named: [String: Kind]
        init(map: Map) throws {
            kinds = try map.value("kinds", omitsUnknownCases: true)
            named = try map.value("named", omitsUnknownCases: true)
        }
    }

    @Test("pass over cases that are unknown, each noted with its place")
    func unknownCases() throws {
        let mapper = Mapper<Model>()
        let model = try mapper.map(JSONString: #"{"kinds":["a","x","b",1],"named":{"n":"b","o":"y"}}"#) as Model
        expectEqual(model.kinds, [.a, .b])
        expectEqual(model.named, ["n": .b])
        expectEqual(mapper.failures.map(\.path), ["$.kinds[1]", "$.kinds[3]", "$.named.o"])
        #expect(throws: MapError.self) { try mapper.map(JSONString: #"{"kinds":5,"named":{}}"#) as Model }
        #expect(throws: MapError.self) { try mapper.map(JSONString: #"{"kinds":[]}"#) as Model }
    }
}
