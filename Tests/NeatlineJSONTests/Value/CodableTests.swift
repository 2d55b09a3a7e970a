import Foundation
import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite("JSON with Foundation's coders")
struct CodableTests {
    private struct Model: Codable, Equatable {
        var name: String
        var extra: JSON
        var list: [JSON]
        var table: [String: JSON]
        var missing: JSON?
    }

    private func decode(_ text: String) throws -> JSON {
        try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    }

    private func encode(_ json: JSON) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(json), as: UTF8.self)
    }

    @Test(
        "Values survive a round trip",
        arguments: [
            "null", "true", "false", "0", "-1", "1.5", "1e+100", "9223372036854775807", "-9223372036854775808",
            "18446744073709551615", #""""#, #""text é 🙂 \n \/ \"""#, "[]", "{}", "[null]", "[1,0,true,false]",
            #"{"a":null,"b":{"c":[1,"x",{}]},"":0}"#, #"[[[]],{"a":[{}]}]"#,
        ])
    func roundTrip(text: String) throws {
        let parsed = try JSON(parsing: text)
        let decoded = try decode(text)
        expectEqual(decoded, parsed)
        expectEqual(decoded.type, parsed.type)
        try expectEqual(JSON(parsing: encode(decoded)), parsed)
        try expectEqual(JSON(parsing: encode(parsed)), parsed)
        try expectEqual(decode(encode(parsed)), parsed)
    }

    @Test("Numbers never become booleans, nor the other way round")
    func boolsAndNumbers() throws {
        let json = try decode("[1, 0, true, false, 1.0]")
        expect(json[0].bool == nil)
        expect(json[1].bool == nil)
        expectEqual(json[2].bool, true)
        expectEqual(json[3].int, 0)
        expectEqual(json.map(\.1.type), [.number, .number, .bool, .bool, .number])
        try expectEqual(encode([1, 0, true, false]), "[1,0,true,false]")
    }

    @Test("Nil, and what is missing, is written as null")
    func nils() throws {
        try expectEqual(encode(JSON([nil] as [Int?])), "[null]")
        try expectEqual(encode(["key": nil]), #"{"key":null}"#)
        try expectEqual(encode(JSON([1])[7]), "null")
        try expectEqual(encode(["a": [JSON([1])["x"]]]), #"{"a":[null]}"#)
    }

    @Test("Of members with one name the one that lookup finds is written")
    func duplicates() throws {
        let text = #"{"a": 1, "b": 2, "a": 3}"#
        try expectEqual(encode(JSON(parsing: text)), #"{"a":3,"b":2}"#)
        var options = JSONParsingOptions()
        options.duplicateKeys = .firstWins
        try expectEqual(encode(JSON(parsing: text, options: options)), #"{"a":1,"b":2}"#)
    }

    @Test("As a property of a model")
    func property() throws {
        let text = #"{"extra":{"a":[1,2.5,"x",null]},"list":[1,"two",[]],"name":"n","table":{"t":{"u":true}}}"#
        let model = try JSONDecoder().decode(Model.self, from: Data(text.utf8))
        expectEqual(model.extra["a"], [1, 2.5, "x", nil])
        expectEqual(model.list, [1, "two", []])
        expectEqual(model.table["t"]?["u"].bool, true)
        expect(model.missing == nil as JSON?)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        expectEqual(String(decoding: try encoder.encode(model), as: UTF8.self), text)
        try expectEqual(JSONDecoder().decode(Model.self, from: encoder.encode(model)), model)
    }

    @Test("Property lists hold everything but null")
    func propertyList() throws {
        let json: JSON = ["a": [1, 2.5, "x", true], "b": ["c": []]]
        let data = try PropertyListEncoder().encode(json)
        try expectEqual(PropertyListDecoder().decode(JSON.self, from: data), json)
    }

    @Test("Integers are written exactly, and whole numbers as integers")
    func integers() throws {
        try expectEqual(encode(JSON(Int64.min as Any)), "-9223372036854775808")
        try expectEqual(encode(JSON(UInt64.max as Any)), "18446744073709551615")
        try expectEqual(encode(JSON(parsing: "[1e2, 1.0, 0.5]")), "[100,1,0.5]")
    }

    @Test("NaN is refused as the encoder says")
    func nonFinite() throws {
        #expect(throws: EncodingError.self) { try encode([JSON(Double.nan)]) }
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        expectEqual(String(decoding: try encoder.encode([JSON(Double.nan)]), as: UTF8.self), #"["nan"]"#)
    }
}
