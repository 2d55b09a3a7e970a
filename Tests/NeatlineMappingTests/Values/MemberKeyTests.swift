import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Dictionaries whose keys are not strings") struct MemberKeyTests {
    enum Currency: String, MemberKey { case chf, eur }
    enum Level: Int, MemberKey { case low = 1, high = 2 }
    enum Kind: String { case a, b }

    /// A key that is converted to text and back.
    struct Version: LosslessStringConvertible, MemberKey {
        let major: Int
        init?(_ description: String) {
            guard description.hasPrefix("v"), let major = Int(description.dropFirst()) else { return nil }
            self.major = major
        }
        var description: String { "v\(major)" }
    }

    struct Item: Mappable, Equatable {
        var n = 0
        init() {}
        init?(map: Map) {}
        mutating func mapping(map: Map) { n <- map["n"] }
    }

    struct Model: Mappable, Equatable {
        var rates: [Currency: Decimal] = [:]
        var names: [Int: String]?
        var kinds: [Level: Kind] = [:]
        var items: [Version: Item] = [:]
        var lists: [Currency: [Item]]?
        var dates: [Int: Date] = [:]
        var nested: [Int8: [Int: Bool]] = [:]

        init() {}
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            rates <- map["rates"]
            names <- map["names"]
            kinds <- map["kinds"]
            items <- map["items"]
            lists <- map["lists"]
            dates <- (map["dates"], DateTransform())
            nested <- map["nested"]
        }
    }

    static let text = """
        {"rates":{"chf":1,"eur":0.95},"names":{"-3":"c","7":"d"},"kinds":{"1":"a","2":"b"},"items":{"v1":{"n":1},"v2":{"n":2}},\
        "lists":{"eur":[{"n":3}]},"dates":{"10":0},"nested":{"5":{"6":true}}}
        """

    @Test("are read and written as objects")
    func roundTrip() throws {
        var failures: [MappingFailure] = []
        let model = try #require(Model(JSONString: Self.text, failures: &failures))
        expect(failures.isEmpty)
        expectEqual(model.rates, [.chf: 1, .eur: Decimal(string: "0.95")])
        expectEqual(model.names, [-3: "c", 7: "d"])
        expectEqual(model.kinds, [.low: .a, .high: .b])
        expectEqual(model.items.mapValues(\.n), [Version("v1"): 1, Version("v2"): 2].compactMapKeys())
        expectEqual(model.lists?[.eur]?.first?.n, 3)
        expectEqual(model.dates, [10: Date(timeIntervalSince1970: 0)])
        expectEqual(model.nested, [5: [6: true]])
        expectEqual(model.toJSONString().flatMap { try? JSON(parsing: $0) }, try JSON(parsing: Self.text))
        expectEqual(Model(JSON: model.toJSON()), model)
    }

    @Test("note a name that is no key, and leave it out where elements may be refused")
    func unknownNames() {
        var failures: [MappingFailure] = []
        let text = """
            {"rates":{"chf":1,"usd":2},"names":{"x":"c"},"kinds":{"1":"a","3":"b"},"items":{"v1":{"n":1},"w":{"n":2}},
             "dates":{},"nested":{"500":{}}}
            """
        let model = Model(JSONString: text, failures: &failures)
        expectEqual(model?.rates, [:])
        expect(model?.names == nil)
        expectEqual(model?.kinds, [.low: .a])
        expectEqual(model?.items.map(\.key.description), ["v1"])
        expectEqual(
            failures.map(\.description),
            [
                #"$.rates.usd: expected a case of Currency, found the name "usd" (line 1, column 25)"#,
                #"$.names.x: expected a 64-bit integer, found the name "x" (line 1, column 41)"#,
                #"$.kinds["3"]: expected a case of Level, found the name "3" (line 1, column 67)"#,
                #"$.items.w: expected a value of type Version, found the name "w" (line 1, column 98)"#,
                #"$.nested["500"]: expected an integer from -128 to 127, found the name "500" (line 2, column 29)"#,
            ])
        let mapper = Mapper<Model>()
        mapper.options.omitsBrokenElements = true
        expectEqual(mapper.map(JSONString: text)?.rates, [.chf: 1])
        expectEqual(mapper.failures.count, 5)
        expect(mapper.failures.allSatisfy { $0.isInOmittedElement })
    }

    @Test("of models are updated name by name")
    func updating() {
        var model = Model()
        model = Mapper<Model>().map(JSONString: #"{"items":{"v1":{"n":1},"v2":{"n":2}}}"#, toObject: model)
        let mapper = Mapper<Model>()
        model = mapper.map(JSONString: #"{"items":{"v2":{"n":3},"v4":{"n":4},"x":{"n":5}}}"#, toObject: model)
        expectEqual(model.items.map { "\($0.key)=\($0.value.n)" }.sorted(), ["v1=1", "v2=3", "v4=4"])
        expect(mapper.failures.contains { $0.description.hasPrefix(#"$.items.x: expected a value of type Version"#) })
    }

    @Test("leave initialisers without a label unambiguous")
    func initializersWithoutALabel() {
        let texts = ["1", "x"]
        let text: String? = "2"
        expect(texts.compactMap(Int.init) == [1] && text.flatMap(Int.init) == 2)
        expect(texts.compactMap(UInt8.init) == [1] && texts.compactMap(Int64.init) == [1])
        expectEqual([3, 4].map(String.init), ["3", "4"])
        expectEqual(["v1"].compactMap(Version.init).map(\.major), [1])
        expect(["chf"].compactMap(Currency.init) == [.chf] && [2].compactMap(Level.init) == [.high])
    }

    @Test("that have the same name are one member")
    func sameName() {
        struct Twin: MemberKey {
            let number: Int
            init(number: Int) { self.number = number }
            init?(memberName: String) { nil }
            var memberName: String { "twin" }
        }
        struct Twins: Mappable {
            var values: [Twin: Int] = [Twin(number: 1): 1, Twin(number: 2): 1]
            init() {}
            init?(map: Map) {}
            mutating func mapping(map: Map) { values <- map["values"] }
        }
        expectEqual(Twins().toJSONString(), #"{"values":{"twin":1}}"#)
    }
}

extension Dictionary {
    /// The members whose key is not nil.
    fileprivate func compactMapKeys<K: Hashable>() -> [K: Value] where Key == K? {
        var result: [K: Value] = [:]
        for (key, value) in self { if let key { result[key] = value } }
        return result
    }
}
