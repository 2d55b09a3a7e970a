import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Random models there and back") struct RoundTripTests {
    struct Model: Mappable, Equatable, Hashable {
        enum Kind: String, CaseIterable { case a, b = "long name of a case", c = "é\"" }
        enum Level: Int, CaseIterable { case low = -1, high = 1_000_000 }

        var int = 0, byte: UInt8 = 0, big: UInt64?, double = 0.0, float: Float?, bool: Bool?, string = ""
        var optional: String?, kind = Kind.a, level: Level?, kinds: [Kind] = [], ints: [Int]?, rows: [[Double]] = []
        var sparse: [Int?] = [], strings: [String: String] = [:], lists: [String: [Int]]?, set: Set<Int> = []
        var child: [Model] = [], children: [Model]?, named: [String: Model] = [:], models: Set<Model> = [], nested: Int?
        var element: String?, flat: Bool?, transformed: Int?, transforms: [Int] = [], json: JSON = .null,
            decimal: Decimal?

        init() {}
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            int <- map["int"]
            byte <- map["byte"]
            big <- map["big"]
            double <- map["double"]
            float <- map["float"]
            bool <- map["bool"]
            string <- map["string"]
            optional <- map["optional"]
            kind <- map["kind"]
            level <- map["level"]
            kinds <- map["kinds"]
            ints <- map["ints"]
            rows <- map["rows"]
            sparse <- map["sparse"]
            strings <- map["strings"]
            lists <- map["lists"]
            set <- map["set"]
            child <- map["child"]
            children <- map["children"]
            named <- map["named"]
            models <- map["models"]
            nested <- map["in.ner.most"]
            element <- map["array.0.name"]
            flat <- map["in.flat", nested: false]
            transformed <- (map["in.transformed"], NumberText())
            transforms <- (map["transforms"], NumberText())
            json <- map["json"]
            decimal <- map["decimal"]
        }

        init(depth: Int, _ random: inout SeededGenerator) {
            int =
                random.oneIn(4) ? Int.random(in: .min ... .max, using: &random) : Int.random(in: -9...9, using: &random)
            byte = UInt8.random(in: 0...255, using: &random)
            big = random.oneIn(2) ? nil : random.next()
            double = Model.double(&random)
            float = random.oneIn(2) ? nil : Float.random(in: -1e9...1e9, using: &random)
            bool = random.oneIn(3) ? nil : random.oneIn(2)
            string = Model.text(&random)
            optional = random.oneIn(2) ? nil : Model.text(&random)
            kind = Kind.allCases.randomElement(using: &random) ?? .a
            level = random.oneIn(3) ? nil : Level.allCases.randomElement(using: &random)
            kinds = (0..<Int.random(in: 0...3, using: &random)).map { _ in random.oneIn(2) ? .b : .c }
            ints = random.oneIn(2) ? nil : (0..<Int.random(in: 0...5, using: &random)).map { $0 * 1001 }
            rows = (0..<Int.random(in: 0...2, using: &random)).map { _ in [Model.double(&random)] }
            sparse = (0..<Int.random(in: 0...3, using: &random)).map { random.oneIn(2) ? nil : $0 }
            strings = Model.dictionary(&random) { Model.text(&$0) }
            lists = random.oneIn(2) ? nil : Model.dictionary(&random) { [Int($0.next() >> 40)] }
            set = Set((0..<Int.random(in: 0...3, using: &random)).map { $0 })
            nested = random.oneIn(2) ? nil : 5
            element = random.oneIn(2) ? nil : Model.text(&random)
            flat = random.oneIn(2) ? nil : true
            transformed = random.oneIn(2) ? nil : Int(random.next() >> 33)
            transforms = (0..<Int.random(in: 0...3, using: &random)).map { $0 }
            json = random.oneIn(2) ? .null : JSON(["k": [1, Model.text(&random), nil as Int?] as [Any?]])
            decimal = random.oneIn(2) ? nil : Decimal(Int(random.next() >> 20)) / 1000
            if depth == 0 { return }
            child = [Model(depth: depth - 1, &random)]
            children = random.oneIn(2) ? nil : (0..<2).map { _ in Model(depth: depth - 1, &random) }
            named = Model.dictionary(&random) { Model(depth: depth - 1, &$0) }
            models = [Model(depth: 0, &random)]
        }

        private static func double(_ random: inout SeededGenerator) -> Double {
            let value = Double(bitPattern: random.next())
            return value.isFinite && random.oneIn(3) ? value : Double.random(in: -1000...1000, using: &random)
        }

        private static func text(_ random: inout SeededGenerator) -> String {
            let parts = ["", "a", "name", "é", "日本", "😀", "\"", "\\", "\n", "\u{0}", "/", "0123456789abcdefgh"]
            return (0..<Int.random(in: 0...3, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
                .joined()
        }

        private static func dictionary<Value>(
            _ random: inout SeededGenerator, _ value: (inout SeededGenerator) -> Value
        ) -> [String: Value] {
            var dictionary: [String: Value] = [:]
            for _ in 0..<Int.random(in: 0...3, using: &random) { dictionary[text(&random)] = value(&random) }
            return dictionary
        }
    }

    @Test("Through text, dictionary and JSON, every model comes back as it was")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 0x6D61_7070)
        for round in 0..<TestScale.rounds(1500) {
            let model = Model(depth: 2, &random)
            let mapper = Mapper<Model>()
            let text = try #require(mapper.toJSONString(model))
            expect(mapper.failures.isEmpty)
            try expectEqual(mapper.tryMap(JSONString: text), model, "text, round \(round)")
            try expectEqual(mapper.tryMap(JSON: mapper.toJSON(model)), model, "dictionary, round \(round)")
            let value = mapper.toJSONValue(model)
            try expectEqual(mapper.tryMap(json: value), model, "JSON, round \(round)")
            expectEqual(JSON(mapper.toJSON(model)), value, "the three agree, round \(round)")
            let pretty = try #require(mapper.toJSONString(model, prettyPrint: true))
            try expectEqual(JSON(parsing: pretty), value)
            let updated = mapper.map(JSONString: text, toObject: Model())
            expectEqual(updated, model, "into an object, round \(round)")
        }
    }

    @Test("Texts that were damaged give models or failures, and nothing worse")
    func damaged() throws {
        var random = SeededGenerator(seed: 0x6461_6D61)
        for _ in 0..<TestScale.rounds(1500) {
            let model = Model(depth: 1, &random)
            var text = Array(try #require(model.toJSONString()).utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let byte = Array(#""{}[],:019.-etrufalsn\x"#.utf8).randomElement(using: &random) ?? 0
                text[Int.random(in: 0..<text.count, using: &random)] = byte
            }
            let mapper = Mapper<Model>()
            mapper.options.reportsUnknownKeys = random.oneIn(2)
            mapper.options.coercesScalars = random.oneIn(2)
            if let damaged = mapper.map(bytes: text) {
                let messages = mapper.failures.map(\.description)
                expect(damaged.toJSONString() != nil)
                let json = try JSON(parsing: text)
                let other = Mapper<Model>()
                other.options = mapper.options
                // A number beyond `Double` is infinite in Foundation's objects, and has no text.
                let viaObject = other.map(JSONObject: json.object)
                expect(viaObject == damaged || json.object is [Any] || viaObject?.toJSONString() == nil)
                expectEqual(other.map(json: json), damaged)
                expectEqual(other.failures.map(\.description), messages)
            } else {
                expect(!mapper.failures.isEmpty)
            }
        }
    }
}
