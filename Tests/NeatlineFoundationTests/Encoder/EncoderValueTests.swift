import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Single values, in the spelling of Foundation's encoder.
struct EncoderValueTests {
    @Test("Numbers are spelled as Foundation spells them")
    func numbersAreSpelledAsFoundationSpellsThem() throws {
        let doubles: [Double] = [
            1, 0, -0.0, 0.1, 100, 1e15, 1e16, 1e17, 123_456_789_012_345_680, 1e21, 1e22, 1e-4, 1e-5, 1e-7,
            .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, 9_007_199_254_740_992, 2.5e-10, -1.5e300, .pi,
        ]
        try expectEqual(encodedText(doubles), foundationText(doubles))
        expect(
            try encodedText(doubles).hasPrefix(
                "[1,0,-0,0.1,100,1000000000000000,1e+16,1e+17,1.2345678901234568e+17,1e+21"))
        let floats: [Float] = [
            1, -0.0, 0.1, 1e16, 3.4e38, 1e-5, 16_777_216, 67_108_864, 1e10, .leastNormalMagnitude, 123_456.7,
        ]
        try expectEqual(encodedText(floats), foundationText(floats))
        try expectEqual(encodedText([Int128.max, .min]), foundationText([Int128.max, .min]))
        try expectEqual(encodedText(UInt128.max), "340282366920938463463374607431768211455")
        try expectEqual(encodedText([Int8.min, .max]), "[-128,127]")
        try expectEqual(encodedText(UInt64.max), "18446744073709551615")
        try expectEqual(encodedText(Int64.min), "-9223372036854775808")
        try expectEqual(encodedText(Float16(1.5)), "1.5")
    }

    @Test("Decimals keep their digits")
    func decimalsKeepTheirDigits() throws {
        let decimals = [
            "1.5", "-0.01", "123456789012345678901234567890.123", "1e100", "1e-100", "0", "-7", "1000000", "12.340",
        ]
        .compactMap { Decimal(string: $0) }
        try expectEqual(encodedText(decimals), foundationText(decimals))
        expectEqual(
            encodingFailure(["d": [Decimal.nan]]),
            "d.0: Unable to encode Decimal.nan in JSON, which has no form for it.")
    }

    @Test("JSON keeps its digits and its order")
    func jsonKeepsItsDigitsAndItsOrder() throws {
        struct Page: Encodable {
            var rest: JSON
            var link: JSON?
        }
        let text = #"{"z":[1.10,123456789012345678901234567890,-0,1E2],"a":{"b":null,"a":"\/"},"n":true}"#
        try expectEqual(encodedText(Page(rest: JSON(parsing: text))), #"{"rest":\#(text)}"#)
        try expectEqual(encodedText([JSON(1.0), JSON(0.1 as Float), JSON(7), "/"]), #"[1,0.1,7,"\/"]"#)
        expect(try encodedText(Page(rest: .number(JSONNumber(0.5)), link: JSON(parsing: "2.50"))).contains("2.50"))
        expectEqual(encodingFailure(["d": JSON(Double.infinity)])?.hasPrefix("d: Unable to encode Double.inf"), true)
        try expectEqual(encodedText(JSON(parsing: #"{"a":1,"a":2.0}"#)), #"{"a":1,"a":2.0}"#)
    }

    @Test("Strings are escaped as Foundation escapes them")
    func stringsAreEscapedAsFoundationEscapesThem() throws {
        let controls = (0..<0x30).map { "x" + String(UnicodeScalar(UInt8($0))) }
        let strings = controls + ["\u{7F}", "\u{80}", "\u{2028}", "/", "\"", "\\", "😀é", "", "\u{FEFF}x"]
        try expectEqual(encodedText(strings), foundationText(strings))
        for length in 0..<70 {
            for special in ["/", "\"", "\u{1}", "é", "\u{7F}"] {
                for offset in Set([0, length / 2, length]) {
                    let string =
                        String(repeating: "a", count: offset) + special
                        + String(repeating: "b", count: length - offset)
                    try expectEqual(encodedText(string), foundationText(string))
                }
            }
        }
        let long = String(repeating: "a/é\n", count: 5_000)
        try expectEqual(encodedText(long), foundationText(long))
        try expectEqual(encodedText("a/b") { $0.outputFormatting = .withoutEscapingSlashes }, #""a/b""#)
        let bridged = NSString(string: "bridged/\u{E9}") as String
        try expectEqual(encodedText([bridged]), foundationText([bridged]))
    }

    @Test(
        "What is escaped is found at each offset of a string",
        arguments: ["/", "\"", "\\", "\n", "\u{1}", "\u{1F}", "//", "/\"/"])
    func whatIsEscapedIsFoundAtEachPositionOfAString(escaped: String) throws {
        for count in 0...50 {
            for offset in 0...count {
                let text =
                    String(repeating: "a", count: offset) + escaped + String(repeating: "é", count: count - offset)
                try expectEqual(encodedText([text]), foundationText([text]))
                let ending = text + escaped
                try expectEqual(encodedText([ending]), foundationText([ending]))
            }
        }
        let long = String(repeating: "a\(escaped)bc", count: 2000)
        try expectEqual(encodedText([long]), foundationText([long]))
    }

    @Test("Numbers that are not finite are errors with their path")
    func numbersThatAreNotFiniteAreErrorsWithTheirPath() {
        struct Model: Encodable { var inner = ["a": [1, Double.nan]] }
        expectEqual(
            encodingFailure(Model()),
            """
            inner.a.1: Unable to encode Double.nan directly in JSON, which has no form for it; \
            NonConformingFloatEncodingStrategy.convertToString says how to encode it as a string.
            """)
        expectEqual(encodingFailure(Float.infinity)?.hasPrefix(": Unable to encode Float.inf directly in JSON"), true)
        expectEqual(
            encodingFailure(encodedObject { try $0.encode(-Double.infinity, forKey: FreeKey("k")) })?.hasPrefix("k: "),
            true)
        expectEqual(encodingFailure(encodedArray { try $0.encode(Float.nan) })?.hasPrefix("0: "), true)
    }

    @Test("Numbers that are not finite may become strings")
    func numbersThatAreNotFiniteMayBecomeStrings() throws {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 1]
        let result = try encodedText(numbers) {
            $0.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "+∞/", negativeInfinity: "-I", nan: "N\"")
        }
        expectEqual(result, #"["N\"","+∞\/","-I",1]"#)
        let model = encodedObject {
            try $0.encode(Double.nan, forKey: FreeKey("d"))
            try $0.encode(Float.infinity, forKey: FreeKey("f"))
        }
        let named = try encodedText(model) {
            $0.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        }
        expectEqual(named, #"{"d":"nan","f":"inf"}"#)
    }

    @Test("Dates follow their strategy")
    func datesFollowTheirStrategy() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000.125)
        try expectEqual(encodedText([date]), "[721692800.125]")
        try expectEqual(encodedText(date) { $0.dateEncodingStrategy = .secondsSince1970 }, "1700000000.125")
        try expectEqual(encodedText(date) { $0.dateEncodingStrategy = .millisecondsSince1970 }, "1700000000125")
        try expectEqual(encodedText(date) { $0.dateEncodingStrategy = .iso8601 }, #""2023-11-14T22:13:20Z""#)
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy/MM/dd"
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        try expectEqual(encodedText(date) { $0.dateEncodingStrategy = .formatted(formatter) }, #""2023\/11\/14""#)
        let paths = try encodedText(["a": [date]]) {
            $0.dateEncodingStrategy = .custom { date, encoder in
                var container = encoder.unkeyedContainer()
                for key in encoder.codingPath { try container.encode(key.stringValue) }
            }
        }
        expectEqual(paths, #"{"a":[["a","Index 0"]]}"#)
        try expectEqual(encodedText(date) { $0.dateEncodingStrategy = .custom { _, _ in } }, "{}")
    }

    @Test("The error of a date without a form in ISO 8601 can be printed", arguments: [Double.infinity, .nan, 1e14])
    func dateWithoutForm(seconds: Double) throws {
        let encoder = NeatlineJSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let error = try #require(throws: EncodingError.self) {
            try encoder.encode(["a": Date(timeIntervalSinceReferenceDate: seconds)])
        }
        expect("\(error)".contains("not between 0 and 999,999"))
    }

    @Test("Data follows its strategy")
    func dataFollowsItsStrategy() throws {
        let data = Data([1, 2, 3, 250])
        try expectEqual(encodedText(data), #""AQID+g==""#)
        try expectEqual(encodedText([data]) { $0.dataEncodingStrategy = .deferredToData }, "[[1,2,3,250]]")
        try expectEqual(encodedText(Data()) { $0.dataEncodingStrategy = .deferredToData }, "[]")
        try expectEqual(encodedText([data]) { $0.dataEncodingStrategy = .custom { _, _ in } }, "[{}]")
        try expectEqual(
            encodedText(data) {
                $0.dataEncodingStrategy = .custom { data, encoder in try data.count.encode(to: encoder) }
            }, "4")
    }

    @Test("URLs are their text")
    func urlsAreTheirText() throws {
        let base = try #require(URL(string: "http://a.b/"))
        let relative = try #require(URL(string: "c?d=e", relativeTo: base))
        try expectEqual(encodedText([base, relative]), foundationText([base, relative]))
    }

    @Test("Nil is null where it is encoded and absent where it is not")
    func nilIsNullWhereItIsEncodedAndAbsentWhereItIsNot() throws {
        struct Model: Encodable { var a: Int?, b: Int??, c: [Int?] }
        try expectEqual(encodedText(Model(a: nil, b: .some(nil), c: [nil, 1])), #"{"b":null,"c":[null,1]}"#)
        try expectEqual(encodedText(Int?.none), "null")
        try expectEqual(encodedText(["a": String?.none]), #"{"a":null}"#)
        try expectEqual(encodedText(encodedObject { try $0.encodeNil(forKey: FreeKey("n")) }), #"{"n":null}"#)
    }

    @Test("Dictionaries with other keys are objects or arrays of pairs")
    func dictionariesWithOtherKeysAreObjectsOrArraysOfPairs() throws {
        enum Represented: String, Encodable, CodingKeyRepresentable { case fooBar }
        enum Raw: String, Encodable { case a }
        try expectEqual(encodedText([1: "a"]), #"{"1":"a"}"#)
        try expectEqual(encodedText([1.5: "a"]), #"[1.5,"a"]"#)
        try expectEqual(encodedText([Raw.a: 1]), #"["a",1]"#)
        try expectEqual(encodedText([Represented.fooBar: 1]), #"{"fooBar":1}"#)
        try expectEqual(
            encodedText([Represented.fooBar: 1]) { $0.keyEncodingStrategy = .convertToSnakeCase }, #"{"foo_bar":1}"#)
    }

    @Test("Enums with values are objects")
    func enumsWithValuesAreObjects() throws {
        enum Shape: Encodable { case circle(radius: Double), pair(Int, Int), none }
        let shapes: [Shape] = [.circle(radius: 1.5), .pair(1, 2), .none]
        try expectEqual(
            encodedText(shapes), #"[{"circle":{"radius":1.5}},{"pair":{"_0":1,"_1":2}},{"none":{}}]"#)
    }

    @Test("Values of other types encode themselves")
    func valuesOfOtherTypesEncodeThemselves() throws {
        let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        try expectEqual(encodedText([id]), #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]"#)
        try expectEqual(encodedText(1..<3), "[1,3]")
        try expectEqual(encodedText(Set([1])), "[1]")
        let json: JSON = ["a": [1, 2.5, nil, "x"], "b": true]
        try expectEqual(encodedText(json), #"{"a":[1,2.5,null,"x"],"b":true}"#)
    }

    @Test("User info reaches each type")
    func userInfoReachesEachType() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "k"))
        let value = Encoded { try ($0.userInfo[key] as? Int).encode(to: $0) }
        try expectEqual(encodedText([value]) { $0.userInfo[key] = 5 }, "[5]")
    }
}
