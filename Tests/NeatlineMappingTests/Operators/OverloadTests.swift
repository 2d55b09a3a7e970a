import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Which operator each shape of property picks, told by what happens to it: a wrong pick casts where it should convert,
/// and so refuses.
@Suite("The overload that each shape picks") struct OverloadTests {
    enum Text: String { case a, b }
    enum Whole: Int { case one = 1, two }
    enum Long: Int64 { case one = 1, two }
    enum Share: Double { case half = 0.5, one = 1 }
    enum Ratio: Float { case half = 0.5, tenth = 0.1 }
    enum Small: UInt8 { case one = 1, two }

    /// An enum whose form in JSON is not its raw value.
    enum Own: Int, MappableValue {
        case one = 1, two

        static func value(from reader: ValueReader) -> Own? {
            switch reader.json {
            case .string("uno"): return .one
            case .string("dos"): return .two
            default:
                reader.fail(expected: "a word")
                return nil
            }
        }
        func write(to writer: ValueWriter) { writer.append(.string(self == .one ? "uno" : "dos")) }
        var mappedObject: Any { self == .one ? "uno" : "dos" }
    }

    /// A raw-representable type whose raw value has no form in JSON, but which has one itself.
    struct Wrapped: RawRepresentable, MappableValue, Hashable {
        struct Inner: Hashable { let text: String }
        let rawValue: Inner

        init(rawValue: Inner) { self.rawValue = rawValue }
        static func value(from reader: ValueReader) -> Wrapped? {
            String.value(from: reader).map { Wrapped(rawValue: Inner(text: $0)) }
        }
        func write(to writer: ValueWriter) { writer.append(.string(rawValue.text)) }
        var mappedObject: Any { rawValue.text }
    }

    /// A model that is raw-representable as well.
    struct RawModel: Mappable, RawRepresentable, Hashable {
        var rawValue: Int
        init(rawValue: Int) { self.rawValue = rawValue }
        init?(map: Map) { rawValue = 0 }
        mutating func mapping(map: Map) { rawValue <- map["raw"] }
    }

    /// A model that is raw-representable by a type without a form in JSON.
    struct OpaqueModel: Mappable, RawRepresentable {
        struct Inner { var n = 0 }
        var rawValue = Inner()
        init(rawValue: Inner) { self.rawValue = rawValue }
        init?(map: Map) {}
        mutating func mapping(map: Map) { rawValue.n <- map["n"] }
    }

    /// A model that has a form of its own as well.
    struct ValueModel: Mappable, MappableValue, Hashable {
        var n = 0
        init(n: Int) { self.n = n }
        init?(map: Map) {}
        mutating func mapping(map: Map) { n <- map["n"] }
        static func value(from reader: ValueReader) -> ValueModel? { nil }
        func write(to writer: ValueWriter) { writer.append("a value, not a model") }
    }

    /// An enum without raw values.
    enum Plain: Equatable { case a }

    struct Everything: Mappable {
        var bool = false
        var int = 0
        var text = Text.a
        var textOptional: Text?
        var whole = Whole.one
        var wholeOptional: Whole! = .one
        var long = Long.one
        var share = Share.half
        var ratio = Ratio.half
        var ratioOptional: Ratio?
        var small = Small.one
        var own = Own.one
        var ownOptional: Own?
        var owns: [Own] = []
        var ownsOptional: [Own]?
        var ownsByName: [String: Own] = [:]
        var wrapped = Wrapped(rawValue: .init(text: ""))
        var wrappedOptional: Wrapped?
        var wrappeds: [Wrapped]?
        var wrappedsByName: [String: Wrapped] = [:]

        init?(map: Map) {}
        mutating func mapping(map: Map) {
            bool <- map["bool"]
            int <- map["int"]
            text <- map["text"]
            textOptional <- map["textOptional"]
            whole <- map["whole"]
            wholeOptional <- map["wholeOptional"]
            long <- map["long"]
            share <- map["share"]
            ratio <- map["ratio"]
            ratioOptional <- map["ratioOptional"]
            small <- map["small"]
            own <- map["own"]
            ownOptional <- map["ownOptional"]
            owns <- map["owns"]
            ownsOptional <- map["ownsOptional"]
            ownsByName <- map["ownsByName"]
            wrapped <- map["wrapped"]
            wrappedOptional <- map["wrappedOptional"]
            wrappeds <- map["wrappeds"]
            wrappedsByName <- map["wrappedsByName"]
        }
    }

    @Test("Enums are read by their raw values, and by a form of their own if they have one")
    func values() throws {
        let text = """
            {"bool":true,"int":7,"text":"b","textOptional":"b","whole":2,"wholeOptional":2,"long":2,"share":1.0,\
            "ratio":0.1,"ratioOptional":0.1,"small":2,"own":"dos","ownOptional":"dos","owns":["dos","uno"],\
            "ownsOptional":["dos"],"ownsByName":{"k":"dos"},"wrapped":"w","wrappedOptional":"w","wrappeds":["w"],\
            "wrappedsByName":{"k":"w"}}
            """
        let model = try Mapper<Everything>().tryMap(JSONString: text)
        expectEqual(model.text, .b)
        expectEqual(model.textOptional, .b)
        expectEqual(model.whole, .two)
        expectEqual(model.wholeOptional, .two)
        expectEqual(model.long, .two)
        expectEqual(model.share, .one)
        expectEqual(model.ratio, .tenth)
        expectEqual(model.ratioOptional, .tenth)
        expectEqual(model.small, .two)
        expectEqual(model.own, .two)
        expectEqual(model.ownOptional, .two)
        expectEqual(model.owns, [.two, .one])
        expectEqual(model.ownsOptional, [.two])
        expectEqual(model.ownsByName, ["k": .two])
        expectEqual(model.wrapped.rawValue.text, "w")
        expectEqual(model.wrappeds?.count, 1)
        try expectEqual(JSON(parsing: try #require(model.toJSONString())), JSON(parsing: text))
        expectEqual(JSON(model.toJSON()), try JSON(parsing: text))
        let again = try Mapper<Everything>().tryMap(JSON: try #require(try JSON(parsing: text).dictionaryObject))
        expectEqual(again.toJSONString(), model.toJSONString())
    }

    @Test("An own form is not the raw value, in containers neither")
    func ownForm() {
        let outcome = Property([Own.one]) { $0 <- $1["k"] }.reading(#"{"k": ["dos", 2]}"#)
        expectEqual(outcome.value, [.one])
        expectEqual(outcome.messages, ["$.k[1]: expected a word, found the number 2 (line 1, column 15)"])
    }

    struct Models: Mappable {
        var raw = RawModel(rawValue: 0)
        var rawOptional: RawModel?
        var raws: [RawModel] = []
        var rawsOptional: [RawModel]?
        var rawsByName: [String: RawModel] = [:]
        var rawsByNameOptional: [String: RawModel]?
        var opaque = OpaqueModel(rawValue: .init())
        var opaqueOptional: OpaqueModel?
        var opaques: [OpaqueModel] = []
        var value = ValueModel(n: 0)
        var valueOptional: ValueModel?
        var values: [ValueModel] = []
        var valuesOptional: [ValueModel]?
        var valuesByName: [String: ValueModel] = [:]
        var valuesByNameOptional: [String: ValueModel]?

        init?(map: Map) {}
        mutating func mapping(map: Map) {
            raw <- map["raw"]
            rawOptional <- map["rawOptional"]
            raws <- map["raws"]
            rawsOptional <- map["rawsOptional"]
            rawsByName <- map["rawsByName"]
            rawsByNameOptional <- map["rawsByNameOptional"]
            opaque <- map["opaque"]
            opaqueOptional <- map["opaqueOptional"]
            opaques <- map["opaques"]
            value <- map["value"]
            valueOptional <- map["valueOptional"]
            values <- map["values"]
            valuesOptional <- map["valuesOptional"]
            valuesByName <- map["valuesByName"]
            valuesByNameOptional <- map["valuesByNameOptional"]
        }
    }

    @Test("What is a model and something else counts as a model")
    func models() throws {
        let text = """
            {"raw":{"raw":1},"rawOptional":{"raw":2},"raws":[{"raw":3}],"rawsOptional":[{"raw":4}],\
            "rawsByName":{"k":{"raw":5}},"rawsByNameOptional":{"k":{"raw":6}},"opaque":{"n":7},\
            "opaqueOptional":{"n":8},"opaques":[{"n":9}],"value":{"n":10},"valueOptional":{"n":11},\
            "values":[{"n":12}],"valuesOptional":[{"n":13}],"valuesByName":{"k":{"n":14}},\
            "valuesByNameOptional":{"k":{"n":15}}}
            """
        let models = try Mapper<Models>().tryMap(JSONString: text)
        expectEqual(models.raw.rawValue, 1)
        expectEqual(models.rawsByNameOptional?["k"]?.rawValue, 6)
        expectEqual(models.opaqueOptional?.rawValue.n, 8)
        expectEqual(models.valuesByNameOptional?["k"]?.n, 15)
        expectEqual(models.toJSONString(), text)
        expectEqual(JSON(models.toJSON()), try JSON(parsing: text))
    }

    @Test("Map.value takes what is two of these at once as the operators do")
    func twofoldValues() throws {
        let item: [String: Any] = ["raw": 1, "n": 2]
        let map = Map(
            mappingType: .fromJSON,
            JSON: ["m": item, "list": [item], "named": ["k": item], "own": "dos", "owns": ["dos"]])
        let raw: RawModel = try map.value("m")
        let rawOptional: RawModel? = try? map.value("m")
        let raws: [RawModel] = try map.value("list")
        let rawsByName: [String: RawModel] = try map.value("named")
        let rawDefault: RawModel = try map.value("absent", default: RawModel(rawValue: 9))
        let rawsDefault: [RawModel] = map.value("list", default: [])
        expect(raw.rawValue == 1 && rawOptional == raw && raws == [raw] && rawsByName == ["k": raw])
        expect(rawDefault.rawValue == 9 && rawsDefault == [raw])
        let value: ValueModel = try map.value("m")
        let valueOptional: ValueModel? = try? map.value("m")
        let values: [ValueModel] = try map.value("list")
        let valuesByName: [String: ValueModel] = try map.value("named")
        let valueDefault: ValueModel = try map.value("absent", default: ValueModel(n: 9))
        let valuesDefault: [ValueModel] = map.value("list", default: [])
        expect(value.n == 2 && valueOptional == value && values == [value] && valuesByName == ["k": value])
        expect(valueDefault.n == 9 && valuesDefault == [value])
        let own: Own = try map.value("own")
        let owns: [Own] = try map.value("owns")
        let ownDefault: Own = try map.value("list", default: .one)
        let ownsDefault: [Own] = try map.value("owns", default: [])
        expect(own == .two && owns == [.two] && ownDefault == .one && ownsDefault == [.two])
    }

    struct Untyped: Mappable {
        var any: Any = "old"
        var anyOptional: Any? = "old"
        var object: AnyObject = NSNull()
        var objectOptional: AnyObject?
        var list: [Any] = ["old"]
        var listOptional: [Any]?
        var dictionary: [String: Any] = ["old": 1]
        var dictionaryOptional: [String: Any]! = ["old": 1]
        var dictionaries: [[String: Any]] = []
        var nested: [[Any]]?
        var number: NSNumber = 0
        var numberOptional: NSNumber?
        var json: JSON = "old"
        var jsons: [JSON] = []
        var jsonsByName: [String: JSON]?
        var optionals: [Any?] = []

        init?(map: Map) {}
        mutating func mapping(map: Map) {
            any <- map["any"]
            anyOptional <- map["anyOptional"]
            object <- map["object"]
            objectOptional <- map["objectOptional"]
            list <- map["list"]
            listOptional <- map["listOptional"]
            dictionary <- map["dictionary"]
            dictionaryOptional <- map["dictionaryOptional"]
            dictionaries <- map["dictionaries"]
            nested <- map["nested"]
            number <- map["number"]
            numberOptional <- map["numberOptional"]
            json <- map["json"]
            jsons <- map["jsons"]
            jsonsByName <- map["jsonsByName"]
            optionals <- map["optionals"]
        }
    }

    private let untyped = """
        {"any":5,"anyOptional":[true],"object":"o","objectOptional":2.5,"list":[1,"a",null],"listOptional":[{}],\
        "dictionary":{"a":1},"dictionaryOptional":{"b":[2]},"dictionaries":[{"c":3}],"nested":[[1],["b"]],\
        "number":7,"numberOptional":1.5,"json":[1],"jsons":[1,null],"jsonsByName":{"a":null},"optionals":[1,"b"]}
        """

    @Test("Untyped properties receive what Foundation would give")
    func untypedProperties() throws {
        let model = try Mapper<Untyped>().tryMap(JSONString: untyped)
        expect(model.any as? Int == 5)
        expect(model.any as? Double == 5)
        expect(model.any is NSNumber)
        expect(model.anyOptional as? [Bool] == [true])
        expect(model.object as? String == "o")
        expect(model.objectOptional as? Double == 2.5)
        expect(model.list.count == 3 && model.list[2] is NSNull)
        expectEqual((model.listOptional?[0] as? [String: Any])?.isEmpty, true)
        expect(model.dictionary["a"] as? Int == 1)
        expect(model.dictionaryOptional["b"] as? [Int] == [2])
        expect(model.dictionaries[0]["c"] as? Int == 3)
        expect(model.nested?[1][0] as? String == "b")
        expectEqual(model.number, 7)
        expectEqual(model.numberOptional, 1.5)
        expectEqual(model.json[0].int, 1)
        expectEqual(model.jsons[1], JSON.null)
        expectEqual(model.jsonsByName?["a"], JSON.null)
        expect(model.optionals[1] as? String == "b")
        try expectEqual(JSON(parsing: try #require(model.toJSONString())), JSON(parsing: untyped))
        expectEqual(JSON(model.toJSON()), try JSON(parsing: untyped))
    }

    @Test("Untyped properties of a dictionary receive what stands in it")
    func untypedFromDictionary() throws {
        final class Thing {}
        let thing = Thing()
        let model = try #require(
            Mapper<Untyped>().map(JSON: ["any": thing, "object": thing, "number": 5, "list": [1, thing]]))
        expect(model.any as? Thing === thing)
        let isSame = model.object === thing
        expect(isSame)
        expectEqual(model.number, 5)
        expect(model.list[1] as? Thing === thing)
    }

    @Test("Null makes untyped optionals nil, and keeps the others")
    func untypedNull() throws {
        let null = #"{"any": null, "anyOptional": null, "list": null, "dictionaryOptional": null, "number": null}"#
        let mapper = Mapper<Untyped>()
        mapper.options.reportsMissingKeys = false
        let model = try #require(mapper.map(JSONString: null))
        expect(model.any as? String == "old")
        expect(model.anyOptional == nil)
        expect(model.list as? [String] == ["old"])
        expect(model.dictionaryOptional == nil)
        expectEqual(mapper.failures.map(\.reason), [.null, .null, .null])
        expectEqual(mapper.failures.map(\.path), ["$.any", "$.list", "$.number"])
        let absent = try #require(Mapper<Untyped>().map(JSONString: "{}"))
        expect(absent.anyOptional as? String == "old")
        expect(absent.dictionaryOptional?["old"] as? Int == 1)
    }

    @Test("A wrong value for an untyped container is a mismatch")
    func untypedMismatch() {
        let list = Property([1] as [Any]) { $0 <- $1["k"] }.reading(#"{"k": {}}"#)
        expect(list.value as? [Int] == [1])
        expectEqual(list.messages, ["$.k: expected an array, found an object (line 1, column 7)"])
        let dictionary = Property(["a": 1] as [String: Any]?) { $0 <- $1["k"] }.reading(#"{"k": 5}"#)
        expect(dictionary.value == nil)
        expectEqual(
            dictionary.messages, ["$.k: expected an object, found the number 5 (line 1, column 7)"])
    }

    @Test("A value that has no form in JSON is left out, and reported")
    func noForm() {
        let property = Property(Plain.a) { $0 <- $1["k"] }
        expectEqual(property.text(), "{}")
        expect(property.dictionary().isEmpty)
        let mapper = Mapper<Probe>(context: Probe.Body { Plain.a >>> $0["k"] })
        _ = mapper.toJSONString(Probe())
        expectEqual(mapper.failures.map(\.description), ["$.k: expected a type that JSON can hold, found Plain"])
    }

    @Test("A type without a form in JSON is found in dictionaries by a cast")
    func opaque() {
        let property = Property([Plain]()) { $0 <- $1["k"] }
        expectEqual(property.reading(["k": [Plain.a]]).value, [.a])
        expectEqual(property.reading(["k": [1]]).reasons, [.mismatch])
    }
}

/// A model that is compiled for any integer type.
private struct IntegerModel<T: FixedWidthInteger>: Mappable {
    var value: T = 0
    var optional: T?
    init?(map: Map) {}
    mutating func mapping(map: Map) {
        value <- map["value"]
        optional <- map["optional"]
    }
}

struct GenericIntegerTests {
    @Test("A generic integer reads integers of other types, if they fit")
    func integers() throws {
        func check<T: FixedWidthInteger>(_: T.Type) throws {
            let sources: [[String: Any]] = [
                ["value": 100, "optional": 100], ["value": Int64(100), "optional": UInt8(100)],
                ["value": UInt16(100), "optional": Int8(100)], ["value": T(100), "optional": NSNumber(value: 100)],
            ]
            for source in sources {
                let model = try #require(IntegerModel<T>(JSON: source))
                expect(model.value == 100 && model.optional == 100)
                expectEqual(IntegerModel<T>(JSON: model.toJSON())?.optional, 100)
            }
            let least = T.isSigned ? T(Int8.min) : 0
            let text = try #require(IntegerModel<T>(JSONString: "{\"value\": \(least), \"optional\": \(least)}"))
            expect(text.value == least && text.optional == least)
            let refused: Any = T.isSigned ? UInt64.max : -1
            let mapper = Mapper<IntegerModel<T>>()
            let model = try #require(mapper.map(JSON: ["value": refused, "optional": refused]))
            expect(model.value == 0 && model.optional == nil && mapper.failures.count == 2)
            let null = try #require(mapper.map(JSON: ["value": refused, "optional": NSNull()]))
            expect(null.value == 0 && null.optional == nil && mapper.failures.count == 1)
        }
        let types: [any FixedWidthInteger.Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
            UInt64.self,
        ]
        for type in types { try check(type) }
    }
}

private struct Generic<T>: Mappable {
    var value: T?
    init?(map: Map) {}
    mutating func mapping(map: Map) { value <- map["value"] }
}

struct GenericValueTests {
    @Test("A property of a generic type reads what one of that type does, alone and in arrays and dictionaries")
    func numbers() throws {
        expectEqual(Generic<Double>(JSON: ["value": 5])?.value, 5)
        expectEqual(Generic<[Int8]>(JSON: ["value": [100, UInt16(1)]])?.value, [100, 1])
        expectEqual(Generic<[String: UInt?]>(JSON: ["value": ["a": 1, "b": NSNull()]])?.value, ["a": 1, "b": nil])
        func value<T>(_ map: Map) throws -> T { try map.value("value") }
        expect(try value(Map(mappingType: .fromJSON, JSON: ["value": 5])) as UInt8 == 5)

        let mapper = Mapper<Generic<[Int8]>>()
        expect(try #require(mapper.map(JSON: ["value": [1, 1000]])).value == nil)
        expectEqual(mapper.failures.map(\.path), ["$.value[1]"])
    }

    @Test("A property of a generic type that is Float is rounded, alone and in arrays and dictionaries")
    func floats() throws {
        let text = #"{"value": 0.1}"#
        expectEqual(Generic<Float>(JSONString: text)?.value, 0.1)
        expectEqual(Generic<Float>(JSON: ["value": 0.1])?.value, 0.1)
        expectEqual(Generic<[Float]>(JSONString: #"{"value": [0.1, 2]}"#)?.value, [0.1, 2])
        expectEqual(Generic<[String: Float]>(JSONString: #"{"value": {"a": 0.1}}"#)?.value, ["a": 0.1])
        func value<T>(_ map: Map) -> T? { map["value"].value() }
        expect(value(Map(mappingType: .fromJSON, JSON: ["value": 0.1])) as Float? == 0.1)

        let mapper = Mapper<Generic<Float>>()
        expect(mapper.map(JSONString: #"{"value": 1e300}"#)?.value == nil)
        expectEqual(mapper.failures.count, 1)
        expect(mapper.map(JSONString: #"{"value": "0.1"}"#)?.value == nil)
        expectEqual(mapper.failures.count, 1)
    }
}
