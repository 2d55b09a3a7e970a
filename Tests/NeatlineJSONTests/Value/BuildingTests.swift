import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Literals, and JSON from Swift values")
struct BuildingTests {
    private struct Money: JSONRepresentable {
        let amount: Int
        var json: JSON { ["amount": amount, "currency": "EUR"] }
    }

    private struct Opaque {}

    private enum Suit: String { case hearts }

    @Test("Every literal has its type")
    func literals() {
        let null: JSON = .null
        let bool: JSON = true
        let integer: JSON = 42
        let double: JSON = 3.0
        let string: JSON = "text"
        let interpolated: JSON = "\(1 + 1) items"
        let array: JSON = [1, 2.0, 3.3]
        let object: JSON = ["a": 1]
        let emptyArray: JSON = []
        let emptyObject: JSON = [:]
        guard case .null = null else { return expect(Bool(false), "not null") }
        expectEqual(bool.bool, true)
        expectEqual(integer.stringValue, "42")
        expectEqual(double.stringValue, "3.0")
        expectEqual(string.string, "text")
        expectEqual(interpolated.string, "2 items")
        expectEqual(array[1].double, 2)
        expectEqual(array[1].description, "2.0")
        expectEqual(object["a"].int, 1)
        expectEqual(emptyArray.type, .array)
        expectEqual(emptyObject.type, .dictionary)
    }

    @Test("Literals are nested and of mixed types")
    func nestedLiterals() throws {
        let inner: JSON = ["deep": [nil, 1]]
        let json: JSON = [
            "null": nil, "list": [1, "two", 3.5, true, nil, [], [:], ["x": [["y": -1]]]], "json": inner,
            "elements": [inner, inner],
            "money": Money(amount: 5),
        ]
        try expectEqual(
            json.serializedString(),
            """
            {"null":null,"list":[1,"two",3.5,true,null,[],{},{"x":[{"y":-1}]}],"json":{"deep":[null,1]},\
            "elements":[{"deep":[null,1]},{"deep":[null,1]}],"money":{"amount":5,"currency":"EUR"}}
            """)
    }

    @Test("In a dictionary literal the last of equal names counts, at the position of the first")
    func duplicates() throws {
        let json: JSON = ["b": 1, "a": 2, "b": 3]
        try expectEqual(json.serializedString(), #"{"b":3,"a":2}"#)
        let names: JSON = ["\u{E9}": 1, "e\u{301}": 2]
        expectEqual(names.count, 2, "names are equal if their bytes are")
        let many = JSON(
            dictionaryLiteral: ("k", 0), ("k1", 1), ("k2", 2), ("k3", 3), ("k4", 4), ("k5", 5), ("k6", 6), ("k7", 7),
            ("k8", 8),
            ("k9", 9), ("k10", 10), ("k11", 11), ("k12", 12), ("k13", 13), ("k14", 14), ("k15", 15), ("k", 16))
        expectEqual(many.count, 16)
        expectEqual(many["k"], 16)
    }

    @Test("Numbers of every Swift type")
    func numbers() {
        let integers: [any BinaryInteger] = [
            Int(7), Int8(7), Int16(7), Int32(7), Int64(7), UInt(7), UInt8(7), UInt16(7), UInt32(7), UInt64(7),
        ]
        for value in integers { expectEqual(JSON(value as Any).stringValue, "7", "\(type(of: value))") }
        expectEqual(JSON(UInt64.max as Any).description, "18446744073709551615")
        expectEqual(JSON(Int64.min as Any).description, "-9223372036854775808")
        expectEqual(JSON(0.1 as Any).description, "0.1")
        expectEqual(JSON(Float(0.1) as Any).description, "0.1")
        expectEqual(JSON(Float(1e10) as Any).doubleValue, 1e10)
        expectEqual(JSON(Float.infinity as Any).double, .infinity)
        expectEqual(JSON(Float.nan as Any).double?.isNaN, true)
        expectEqual(JSON(JSONNumber(5) as Any), 5)
        // Neither is taken for the other.
        expectEqual(JSON(1 as Any).type, .number)
        expectEqual(JSON(UInt8(1) as Any).type, .number)
        expectEqual(JSON(1.0 as Any).type, .number)
        expectEqual(JSON(true as Any).type, .bool)
        expectEqual(JSON(false as Any), false)
    }

    @Test("Text of every Swift type, never parsed")
    func text() {
        expectEqual(JSON("123").string, "123")
        expectEqual(JSON("{\"a\": 1}" as Any).string, "{\"a\": 1}")
        expectEqual(JSON("a long text".prefix(6) as Any).string, "a long")
        expectEqual(JSON(Character("é") as Any).string, "é")
    }

    @Test("Arrays and dictionaries, of any depth and of optionals")
    func containers() throws {
        expectEqual(JSON([1, 2, 3] as [Int]), [1, 2, 3])
        expectEqual(JSON(["a", nil] as [String?]), ["a", nil])
        expectEqual(JSON([[1], nil, [nil, 2]] as [[Int?]?]), [[1], nil, [nil, 2]])
        expectEqual(JSON(["a": 1, "b": nil] as [String: Int?]), ["a": 1, "b": nil])
        expectEqual(
            JSON(["a": [["b": [1, true, "x"] as [Any]]]] as [String: Any]), ["a": [["b": [1, true, "x"] as [Any]]]])
        expectEqual(JSON([JSON(1), JSON("x")]), [1, "x"])
        expectEqual(JSON([JSON(1), 2, [JSON.null]] as [Any]), [1, 2, [nil]])
        expectEqual(JSON(["a": JSON(1)] as [String: JSON]), ["a": 1])
        expectEqual(JSON([] as [Int]).type, .array)
        expectEqual(JSON([:] as [String: Int]).type, .dictionary)
        expectEqual(JSON(JSONArray([1]) as Any), [1])
        expectEqual(JSON(JSONObject([(key: "a", value: JSON(1))]) as Any), ["a": 1])
        expect(JSON([1, 2, 3].dropFirst() as Any).type == .unknown || JSON([1, 2, 3].dropFirst() as Any) == [2, 3])
    }

    @Test("The members of a dictionary are put in the order of their names")
    func dictionaryOrder() throws {
        let names = (0..<50).map { "k\($0 * 7 % 50 + 10)" }
        let dictionary = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        expectEqual(JSON(dictionary).map(\.0), names.sorted())
        expectEqual(JSON(dictionary as Any).map(\.0), names.sorted())
        expectEqual(JSON(dictionary.mapValues { JSON($0) }).map(\.0), names.sorted())
    }

    @Test("Optionals are what they hold; nil is null, however deep")
    func optionals() {
        expectEqual(JSON(Optional<Int>.none as Any).type, .null)
        expect(JSON(Optional<Int>.none as Any).error == nil)
        expectEqual(JSON(Optional<Int?>.some(.none) as Any).type, .null)
        expectEqual(JSON(Optional<Int?>.some(.some(5)) as Any), 5)
        expectEqual(JSON(Optional<[Int?]>.some([1, nil]) as Any), [1, nil])
        expectEqual(JSON(Optional<Any>.some(Optional<String>.some("x") as Any) as Any), "x")
        expectEqual(JSON(Optional<Opaque>.some(Opaque()) as Any).type, .unknown)
        expectEqual(JSON(Optional<Money>.some(Money(amount: 1)) as Any)["amount"], 1)
        var nested: Any = 1
        for _ in 0..<2_000 { nested = [Optional<Any>.some(nested)] }
        var json = JSON(nested)
        for _ in 0..<2_000 { json = json[0] }
        expectEqual(json, 1)
    }

    @Test("JSON itself, and what presents itself as JSON, is taken as it is")
    func representable() throws {
        let parsed = try JSON(parsing: #"{"b": 1, "a": 1.50}"#)
        try expectEqual(JSON(parsed as Any).serializedString(), #"{"b":1,"a":1.50}"#)
        expectEqual(JSON(Money(amount: 7)), ["currency": "EUR", "amount": 7])
        expectEqual(JSON([Money(amount: 7)])[0]["amount"], 7)
        expectEqual(JSON(["m": Money(amount: 7)] as [String: Any])["m"]["amount"], 7)
    }

    @Test("Any other type has no form in JSON, and says so")
    func unsupported() throws {
        let values: [(Any, String)] = [
            ([1: 2] as [Int: Int], "Dictionary<Int, Int>"), (Opaque(), "Opaque"), (Suit.hearts, "Suit"),
            (Opaque.self, "Opaque.Type"),
            ((1, 2), "(Int, Int)"), (Set([1]), "Set<Int>"),
        ]
        for (value, name) in values {
            let json = JSON(value)
            expectEqual(json.type, .unknown)
            expectEqual(json.error?.code, .unsupportedType)
            expectEqual(json.error?.found, name)
            expect(!json.exists())
            expect(json.string == nil)
            expectEqual(json.intValue, 0)
            expectEqual(json[0].error?.code, .unsupportedType)
            expectEqual(json["a"].type, .unknown)
            let error = #expect(throws: JSONError.self) { try json.serialized() }
            expectEqual(error?.code, .unsupportedType)
        }
    }

    @Test("An unsupported value inside others is an error there, with its path when it is written")
    func nestedUnsupported() throws {
        let json = JSON(["a": [1, Opaque()] as [Any], "b": 2] as [String: Any])
        expectEqual(json["b"], 2)
        expectEqual(json["a"][0], 1)
        expectEqual(json["a"][1].type, .unknown)
        let error = try #require(throws: JSONError.self) { try json.serialized() }
        expectEqual(error.description, "$.a[1]: expected a type that JSON can hold, found Opaque")
    }

    @Test("A number that cannot be written is reported with its path, also inside a parsed part")
    func nonFinitePath() throws {
        var options = JSONParsingOptions()
        options.allowsNonFiniteNumbers = true
        let parsed = try JSON(parsing: #"{"x": [0, {"y": [NaN]}]}"#, options: options)
        let alone = try #require(throws: JSONError.self) { try parsed.serialized() }
        expectEqual(alone.description, "$.x[1].y[0]: expected a finite number, found NaN")
        let built: JSON = ["list": [1, parsed["x"][1]], "z": 1]
        let error = try #require(throws: JSONError.self) { try built.serialized() }
        expectEqual(error.description, "$.list[1].y[0]: expected a finite number, found NaN")
        let number: JSON = ["list": [parsed["x"][1]["y"][0]]]
        #expect(throws: JSONError.self) { try number.serialized() }
        expectEqual(#expect(throws: JSONError.self) { try number.serialized() }?.path, "$.list[0]")
        expectEqual(#expect(throws: JSONError.self) { try JSON(Double.infinity).serialized() }?.path, "$")
    }

    @Test("Of equal names in a literal the last value counts, at the position of the first")
    func repeatedNames() throws {
        let json: JSON = ["a": 1, "b": 2, "a": 3]
        let object: JSONObject = ["a": 1, "b": 2, "a": 3]
        try expectEqual(json.serializedString(), #"{"a":3,"b":2}"#)
        try expectEqual(JSON.object(object).serializedString(), #"{"a":3,"b":2}"#)
    }
}
