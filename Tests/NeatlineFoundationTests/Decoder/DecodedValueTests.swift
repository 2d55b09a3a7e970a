import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("NeatlineJSONDecoder: values") struct DecodedValueTests {
    /// Foundation's decoder says what is right.
    private func compare<T: Decodable>(_ type: T.Type, _ texts: [String]) {
        for text in texts {
            for member in ["\(text)", "[\(text)]", "{\"a\":\(text)}"] {
                let data = Data(member.utf8)
                let (mine, theirs) = (NeatlineJSONDecoder(), JSONDecoder())
                let (own, other): (Outcome, Outcome)
                switch member.first {
                case "[" where text.first != "[":
                    own = Outcome { try mine.decode([T].self, from: data) }
                    other = Outcome { try theirs.decode([T].self, from: data) }
                case "{" where text.first != "{":
                    own = Outcome { try mine.decode(Wrapped<T>.self, from: data) }
                    other = Outcome { try theirs.decode(Wrapped<T>.self, from: data) }
                default:
                    own = Outcome { try mine.decode(T.self, from: data) }
                    other = Outcome { try theirs.decode(T.self, from: data) }
                }
                expectEqual(own, other, "\(T.self) from \(member)")
            }
        }
    }

    private let anything = ["1", "-3", "1.0", "1e2", "true", "false", "null", "\"x\"", "[]", "{}", "\"\"", "-0", "255"]

    @Test("Integers of all widths are read as Foundation reads them")
    func integers() {
        compare(Int.self, anything)
        compare(Int8.self, anything.filter { $0 != "255" })
        compare(Int16.self, anything)
        compare(Int32.self, anything)
        compare(Int64.self, anything)
        compare(Int128.self, anything)
        compare(UInt.self, anything.filter { $0 != "-3" })
        compare(UInt8.self, anything.filter { $0 != "-3" })
        compare(UInt16.self, anything.filter { $0 != "-3" })
        compare(UInt32.self, anything.filter { $0 != "-3" })
        compare(UInt64.self, anything.filter { $0 != "-3" })
        compare(UInt128.self, anything.filter { $0 != "-3" })
    }

    /// A model with a type for each of 36 times 36 pairs, more than the decoder's table of types has slots.
    private struct Pair<First: Decodable, Second: Decodable>: Decodable {
        let first: First?
        let second: Second?
    }

    @Test("A type is decoded right the first time and later, however many types there are")
    func manyTypes() throws {
        let types: [any Decodable.Type] = [
            Int.self, String.self, Bool.self, Double.self, [Int].self, [String: Int].self,
        ]
        func pair<First: Decodable, Second: Decodable>(
            _: First.Type, _: Second.Type
        ) -> any Decodable.Type { Pair<First, Second>.self }
        func check<First: Decodable, Second: Decodable>(_: First.Type, _: Second.Type) throws {
            let decoder = NeatlineJSONDecoder()
            for _ in 0..<2 {
                let pairs = try decoder.decode([Pair<First, Second>].self, from: "[{}, {\"first\": null}]")
                expect(pairs.count == 2 && pairs.allSatisfy { $0.first == nil && $0.second == nil })
                #expect(throws: DecodingError.self) { try decoder.decode(Pair<First, Second>.self, from: "[]") }
            }
        }
        let pairs = types.flatMap { first in types.map { pair(first, $0) } }
        for first in pairs {
            for second in pairs { try check(first, second) }
        }
    }

    @Test("Other scalars, optionals and containers of them are read as Foundation reads them")
    func others() {
        compare(Bool.self, anything)
        compare(String.self, anything)
        compare(Double.self, anything)
        compare(Float.self, anything)
        compare(Decimal.self, anything)
        compare(Int?.self, anything)
        compare(String??.self, anything)
        compare([Int].self, anything + ["[1,2]", "[1,null]", "[[1]]"])
        compare([[Double]].self, anything + ["[[1,2.5],[]]", "[[1],[\"x\"]]", "[1]"])
        compare([Wrapped<Int>].self, anything + ["[{\"a\":1}]", "[{\"a\":1},{}]"])
        compare([String: Int].self, anything + ["{\"b\":1}", "{\"b\":\"x\"}"])
        compare(Set<Int>.self, anything + ["[1,1]"])
    }

    @Test("Integers are exact to the ends of their ranges")
    func exactIntegers() throws {
        let decoder = NeatlineJSONDecoder()
        try expectEqual(decoder.decode(Int64.self, from: "9223372036854775807.0"), .max)
        try expectEqual(decoder.decode(UInt64.self, from: "18446744073709551615"), .max)
        try expectEqual(decoder.decode(Int128.self, from: "-170141183460469231731687303715884105728"), .min)
        try expectEqual(decoder.decode(UInt128.self, from: "340282366920938463463374607431768211455"), .max)
        try expectEqual(decoder.decode(Int128.self, from: "1e30"), 1_000_000_000_000_000_000_000_000_000_000)
        try expectEqual(decoder.decode([UInt128].self, from: "[1.50e1, 0, 0.0]"), [15, 0, 0])
    }

    @Test(
        "A number that its type cannot hold is corrupted data at its path",
        arguments: ["128", "-129", "1.5", "1e400", "99999999999999999999999999999999999999999"])
    func unrepresentable(text: String) throws {
        let error = try #require(
            decodingError { try NeatlineJSONDecoder().decode([String: [Int8]].self, from: "{\"k\":[0,\(text)]}") })
        expectEqual(error.kind, "dataCorrupted")
        expectEqual(error.context.codingPath.map(\.stringValue), ["k", "Index 1"])
        let shown = text.count > 40 ? text.prefix(39) + "…" : text[...]
        expect(error.context.debugDescription.hasPrefix("The number \(shown) is not representable as Int8."))
        expectEqual(decodingError { try NeatlineJSONDecoder().decode(UInt128.self, from: "-1") }?.kind, "dataCorrupted")
        expectEqual(
            decodingError { try NeatlineJSONDecoder().decode(Int128.self, from: "1e39") }?.kind, "dataCorrupted")
    }

    @Test("Doubles and floats are those nearest to the text, and overflow is an error")
    func floats() throws {
        let decoder = NeatlineJSONDecoder()
        try expectEqual(decoder.decode(Double.self, from: "0.1"), 0.1)
        try expectEqual(decoder.decode(Double.self, from: "1e-400"), 0)
        try expectEqual(decoder.decode(Double.self, from: "-0").sign, .minus)
        // Rounded to a double first, the first would be a tie between two floats.
        try expectEqual(decoder.decode(Float.self, from: "1.00000017881393432617187499"), 1.0000001)
        try expectEqual(decoder.decode(Float.self, from: "1.4e-45"), .leastNonzeroMagnitude)
        expectEqual(decodingError { try decoder.decode(Double.self, from: "1e400") }?.kind, "dataCorrupted")
        expectEqual(decodingError { try decoder.decode(Float.self, from: "3.5e38") }?.kind, "dataCorrupted")
    }

    @Test("Decimals keep their digits")
    func decimals() throws {
        let text = "[0.1,1.66,123456789012345678901234567890.12345678,1E+2]"
        let values = try NeatlineJSONDecoder().decode([Decimal].self, from: text)
        expectEqual(values.map(\.description), ["0.1", "1.66", "123456789012345678901234567890.12345678", "100"])
        expectEqual(
            decodingError { try NeatlineJSONDecoder().decode(Decimal.self, from: "1e200") }?.kind, "dataCorrupted")
    }

    @Test("A JSON value is read as it stands")
    func json() throws {
        let values = try NeatlineJSONDecoder().decode(Wrapped<[JSON]>.self, from: #"{"a":[1.50,{"b":[]},null]}"#)
        expectEqual(values.a.map { $0.description.filter { !$0.isWhitespace } }, ["1.50", "{\"b\":[]}", "null"])
    }

    @Test("Dictionaries are read by name, by number, and as pairs")
    func dictionaries() throws {
        let decoder = NeatlineJSONDecoder()
        try expectEqual(decoder.decode([Int: String].self, from: #"{"1":"a","2":"b"}"#), [1: "a", 2: "b"])
        try expectEqual(decoder.decode([Double: Int].self, from: "[1.5,2]"), [1.5: 2])
        try expectEqual(decoder.decode([String: [String: Int?]].self, from: #"{"a":{"b":null}}"#), ["a": ["b": nil]])
        let error = decodingError { try decoder.decode([Int: String].self, from: #"{"x":"a"}"#) }
        expect(error?.kind == "typeMismatch Int" && error?.context.codingPath.map(\.stringValue) == ["x"])
    }

    @Test("Of several members with one name the last counts, or as the options say")
    func duplicates() throws {
        let text = #"{"a":1,"b":0,"a":2}"#
        let decoder = NeatlineJSONDecoder()
        try expectEqual(decoder.decode(Wrapped<Int>.self, from: text).a, 2)
        try expectEqual(decoder.decode([String: Int].self, from: text), ["a": 2, "b": 0])
        decoder.parsingOptions.duplicateKeys = .firstWins
        try expectEqual(decoder.decode(Wrapped<Int>.self, from: text).a, 1)
        try expectEqual(decoder.decode([String: Int].self, from: text), ["a": 1, "b": 0])
        decoder.parsingOptions.duplicateKeys = .reject
        expectEqual(decodingError { try decoder.decode(Wrapped<Int>.self, from: text) }?.kind, "dataCorrupted")
    }

    @Test("A text is taken as data, bytes and string, in any encoding of Unicode")
    func inputs() throws {
        let decoder = NeatlineJSONDecoder()
        try expectEqual(decoder.decode(Int.self, from: Data("5".utf8)), 5)
        try expectEqual(decoder.decode(Int.self, from: Array(" 5 ".utf8)), 5)
        try expectEqual(decoder.decode([String].self, from: "[\"é\"]"), ["é"])
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian] {
            let data = try #require("{\"a\":\"é\"}".data(using: encoding))
            try expectEqual(decoder.decode(Wrapped<String>.self, from: data).a, "é")
        }
    }

    @Test("A parsed value is decoded where it stands")
    func parsedValue() throws {
        let json = try JSON(parsing: "{\n \"users\": [{\"a\": 1}, {\"a\": \"x\"}]}")
        try expectEqual(json["users"][0].decode(Wrapped<Int>.self).a, 1)
        try expectEqual(json["users"][1]["a"].decode(), "x")
        try expectEqual(JSON(3).decode(Int.self), 3)
        try expectEqual((["a": [1, 2]] as JSON).decode(Wrapped<[Int]>.self).a, [1, 2])
        let error = decodingError { try json["users"].decode([Wrapped<Int>].self) }
        expect(error?.kind == "typeMismatch Int" && error?.context.codingPath.map(\.stringValue) == ["Index 1", "a"])
        expectEqual(error?.context.debugDescription.contains("line 2, column 28"), true)
        let missing = decodingError { try json["nobody"].decode(Int.self) }
        expectEqual(missing?.kind, "valueNotFound Int")
        expectEqual(missing?.context.debugDescription, "There is no value to decode.")
        let cause = missing?.context.underlyingError as? JSONError
        expectEqual(cause?.description, "$.nobody: expected a member \"nobody\", found none")
    }
}
