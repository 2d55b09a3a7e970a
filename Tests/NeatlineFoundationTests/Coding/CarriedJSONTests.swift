import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// `JSON` inside `Codable` types: its members are data, which no strategy for keys changes.
@Suite("JSON in Codable types, under all strategies for keys")
struct CarriedJSONTests {
    struct Model: Codable, Equatable {
        var anyValue: JSON
        var inList: [JSON]
        var byName: [String: JSON]
        var maybeOne: JSON?
        var deepOnes: [String: [JSON?]]
        var inItself: Inner
        var unique: Set<JSON>
    }

    struct Inner: Codable, Equatable {
        var ownWay: JSON

        init(_ value: JSON) { ownWay = value }
        init(from decoder: any Decoder) throws { ownWay = try JSON(from: decoder) }
        func encode(to encoder: any Encoder) throws { try ownWay.encode(to: encoder) }
    }

    enum Keys: CaseIterable {
        case unchanged, snakeCase, custom
    }

    static let values = [
        #"{"first_name":1,"firstName":2,"FIRST_NAME":3,"_a_b_":{"x_y":[{"y_z":{}}]},"":null}"#,
        #"{"a":1,"a":2,"a_b":{"c":1,"c":2}}"#, #"["\ud800",{"\udfff_x":"\ud83d"}]"#,
        #"[1.0,1e400,0.10,-0,12345678901234567890]"#,
        #"[[],{},[{}],""]"#, #""one_two""#, "true", "7", #"[{"é":1,"é":2}]"#, #"["\/","/","\u0041"]"#,
    ]

    private func decoder(_ keys: Keys) -> NeatlineJSONDecoder {
        let decoder = NeatlineJSONDecoder()
        decoder.parsingOptions.loneSurrogates = .keep
        switch keys {
        case .unchanged: break
        case .snakeCase: decoder.keyDecodingStrategy = .convertFromSnakeCase
        case .custom:
            decoder.keyDecodingStrategy = .custom {
                FreeKey(($0.last?.stringValue ?? "").replacingOccurrences(of: "x-", with: ""))
            }
        }
        return decoder
    }

    private func encoder(_ keys: Keys) -> NeatlineJSONEncoder {
        let encoder = NeatlineJSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        switch keys {
        case .unchanged: break
        case .snakeCase: encoder.keyEncodingStrategy = .convertToSnakeCase
        case .custom: encoder.keyEncodingStrategy = .custom { FreeKey("x-" + ($0.last?.stringValue ?? "")) }
        }
        return encoder
    }

    private func name(_ key: String, _ keys: Keys) -> String {
        switch keys {
        case .unchanged: key
        case .snakeCase: key.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
        case .custom: "x-" + key
        }
    }

    /// The text of a model with the same value everywhere.
    private func text(_ value: String, _ keys: Keys) -> String {
        let members = [
            ("anyValue", value), ("inList", "[\(value)]"), ("byName", #"{"a_b":\#(value)}"#), ("maybeOne", value),
            ("deepOnes", #"{"c_d":[null,\#(value)]}"#), ("inItself", value), ("unique", "[\(value)]"),
        ]
        return "{" + members.map { "\"\(name($0, keys))\":\($1)" }.joined(separator: ",") + "}"
    }

    @Test("What is read is what was written, byte by byte", arguments: Keys.allCases, values)
    func bothWays(keys: Keys, value: String) throws {
        let text = text(value, keys)
        let model = try decoder(keys).decode(Model.self, from: text)
        var options = JSONParsingOptions()
        options.loneSurrogates = .keep
        let whole = try JSON(parsing: value, options: options)
        for read in [model.anyValue, model.inList[0], model.byName["a_b"], model.maybeOne, model.deepOnes["c_d"]?[1]] {
            try expectEqual(read?.serializedString(), whole.serializedString())
        }
        expect(model.inItself.ownWay == whole && model.unique == [whole])
        let plain = value.replacingOccurrences(of: #"\/"#, with: "/").replacingOccurrences(of: #"\u0041"#, with: "A")
        let written = try encoder(keys).encodeToString(model)
        expectEqual(
            written.replacingOccurrences(of: #"\/"#, with: "/").replacingOccurrences(of: #"\u0041"#, with: "A"),
            self.text(plain, keys))
        try expectEqual(decoder(keys).decode(Model.self, from: written), model)
    }

    @Test("Foundation's coders do not rename the members either")
    func foundation() throws {
        let value: JSON = ["first_name": 1, "firstName": ["x_y": [["y_z": true]]], "_a": nil]
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let data = try encoder.encode(["k": Inner(value)])
        try expectEqual(JSON(data: data)["k"], value)
        try expectEqual(decoder.decode([String: Inner].self, from: data)["k"]?.ownWay, value)
    }

    @Test(
        "What code has built is written as the values are: doubles without a point, slashes as the encoder writes them")
    func built() throws {
        let value: JSON = ["one_two": [5.0, 0.5, 1e30], "a/b": "\u{7F}/"]
        try expectEqual(
            NeatlineJSONEncoder().encodeToString([value]), #"[{"one_two":[5,0.5,1e+30],"a\/b":"\#u{7F}\/"}]"#)
        let parsed = try JSON(parsing: #"{"x_y":"a/b"}"#)
        try expectEqual(NeatlineJSONEncoder().encodeToString([parsed]), #"[{"x_y":"a\/b"}]"#)
    }

    @Test("A number that is not finite is an error with its path, or the string that the strategy has for it")
    func nonFinite() throws {
        let json5 = try JSON(parsing: "{a: [1, NaN, -Infinity]}", options: .json5)
        for value in [json5["a"], JSON([1, Double.nan, -Double.infinity])] {
            let error = #expect(throws: EncodingError.self) {
                try NeatlineJSONEncoder().encode(["k": ["v": value] as JSON])
            }
            guard case .invalidValue(_, let context)? = error else {
                Issue.record("no error")
                return
            }
            expectEqual(context.codingPath.map(\.stringValue), ["k", "v", "Index 1"])
            let encoder = NeatlineJSONEncoder()
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "+", negativeInfinity: "-", nan: "?")
            try expectEqual(encoder.encodeToString(["k": value]), #"{"k":[1,"?","-"]}"#)
        }
        let error = #expect(throws: EncodingError.self) { try NeatlineJSONEncoder().encode(["k": json5]) }
        guard case .invalidValue(_, let context)? = error else { return }
        expectEqual(context.codingPath.map(\.stringValue), ["k", "a", "Index 1"])
    }

    @Test("Sorted and indented text has the members of the value")
    func arranged() throws {
        let encoder = NeatlineJSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let value = try JSON(parsing: #"{"bB":1,"a_a":2,"bB":3}"#)
        let text = try encoder.encodeToString(["k": value])
        expectEqual(
            text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) },
            ["{", #""k" : {"#, #""a_a" : 2,"#, #""bB" : 1,"#, #""bB" : 3"#, "}", "}"])
    }

    @Test("Any depth is written, since nothing recurses")
    func deep() throws {
        var options = JSONParsingOptions()
        options.maximumDepth = 100_000
        let text = String(repeating: #"{"a_b":["#, count: 20_000) + String(repeating: "]}", count: 20_000)
        let value = try JSON(parsing: text, options: options)
        let encoder = NeatlineJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        try expectEqual(encoder.encodeToString(value), text)
    }
}
