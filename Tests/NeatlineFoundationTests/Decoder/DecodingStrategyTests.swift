import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("NeatlineJSONDecoder: strategies") struct DecodingStrategyTests {
    /// The members' names, as keys.
    struct Names: Decodable {
        let all: [String]

        init(from decoder: any Decoder) throws {
            all = try decoder.container(keyedBy: AnyName.self).allKeys.map(\.stringValue)
        }
    }

    @Test("Snake case becomes camel case as Foundation does it")
    func snakeCase() throws {
        let names = [
            "one_two_three", "_a_b", "a_b_", "__x_y__", "ABC_def", "aB_cD", "a__b", "_", "__", "", "a", "é_ü", "x_1_y",
            "HTTP_url", "already_camelCase", "1_a", "_one", "image_url",
        ]
        let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        let (own, other) = (NeatlineJSONDecoder(), JSONDecoder())
        own.keyDecodingStrategy = .convertFromSnakeCase
        other.keyDecodingStrategy = .convertFromSnakeCase
        let converted = try own.decode(Names.self, from: text).all
        expectEqual(converted.sorted(), try other.decode(Names.self, from: Data(text.utf8)).all.sorted())
        expectEqual(converted.prefix(4), ["oneTwoThree", "_aB", "aB_", "__xY__"])
    }

    struct Person: Decodable, Equatable {
        let firstName: String
        let imageUrl: [String: Int]?
    }

    @Test("Keys are converted, names of dictionaries are not, and paths have the keys")
    func keys() throws {
        let decoder = NeatlineJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let people = try decoder.decode(
            [String: Person].self, from: #"{"the_first":{"first_name":"A","image_url":{"b_c":1}}}"#)
        expectEqual(people, ["the_first": Person(firstName: "A", imageUrl: ["b_c": 1])])
        // Of two names that become one key the first counts.
        try expectEqual(decoder.decode(Person.self, from: #"{"first_name":"A","firstName":"B"}"#).firstName, "A")
        let error = decodingError { try decoder.decode([Person].self, from: #"[{"first_name":1}]"#) }
        expectEqual(error?.context.codingPath.map(\.stringValue), ["Index 0", "firstName"])
        expectEqual(error?.context.debugDescription.contains("line 1, column 16:"), true)
    }

    @Test("A function may convert keys, and is told their paths")
    func customKeys() throws {
        let decoder = NeatlineJSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in
            AnyName(path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/"))
        }
        try expectEqual(decoder.decode([Names].self, from: #"[{},{"a":1,"b":2}]"#).map(\.all), [[], ["1/a", "1/b"]])
    }

    @Test("Dates are read as their strategy says")
    func dates() throws {
        let decoder = NeatlineJSONDecoder()
        func read(_ text: String) throws -> Double {
            try decoder.decode([Date].self, from: "[\(text)]")[0].timeIntervalSince1970
        }
        try expectEqual(read("1.5"), 978_307_201.5)
        decoder.dateDecodingStrategy = .secondsSince1970
        try expectEqual(read("1.5"), 1.5)
        decoder.dateDecodingStrategy = .millisecondsSince1970
        try expectEqual(read("1500"), 1.5)
        decoder.dateDecodingStrategy = .iso8601
        try expectEqual(read("\"1970-01-01T01:00:01+01:00\""), 1)
        try expectEqual(read("\"1970-01-01T00:00:01.5Z\""), 1.5)
        let error = decodingError { try read("\"tomorrow\"") }
        expect(error?.kind == "dataCorrupted" && error?.context.codingPath.map(\.intValue) == [0])
        expectEqual(
            error?.context.debugDescription.hasPrefix("Expected date string to be ISO8601-formatted. At line 1"), true
        )
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "dd.MM.yyyy"
        decoder.dateDecodingStrategy = .formatted(formatter)
        try expectEqual(read("\"02.01.1970\""), 86_400)
        expectEqual(decodingError { try read("\"1970\"") }?.kind, "dataCorrupted")
        decoder.dateDecodingStrategy = .custom { decoder in
            Date(timeIntervalSince1970: Double(try decoder.singleValueContainer().decode(String.self).count))
        }
        try expectEqual(read("\"four\""), 4)
        expectEqual(decodingError { try read("4") }?.kind, "typeMismatch String")
        expectEqual(decodingError { try read("null") }?.kind, "valueNotFound Date")
    }

    @Test("Data is read as its strategy says")
    func data() throws {
        let decoder = NeatlineJSONDecoder()
        try expectEqual(decoder.decode(Data.self, from: "\"AQID\""), Data([1, 2, 3]))
        decoder.dataDecodingStrategy = .deferredToData
        try expectEqual(decoder.decode(Wrapped<Data>.self, from: "{\"a\":[1,2]}").a, Data([1, 2]))
        decoder.dataDecodingStrategy = .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) }
        try expectEqual(decoder.decode([Data].self, from: "[\"a\"]"), [Data("a".utf8)])
    }

    @Test("Numbers that JSON has no form for are read from strings, if asked for")
    func nonConformingFloats() throws {
        let decoder = NeatlineJSONDecoder()
        expectEqual(decodingError { try decoder.decode(Double.self, from: "\"inf\"") }?.kind, "typeMismatch Double")
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        try expectEqual(decoder.decode([Double].self, from: "[\"inf\",\"-inf\",1]"), [.infinity, -.infinity, 1])
        expect(try decoder.decode(Wrapped<Float>.self, from: "{\"a\":\"nan\"}").a.isNaN)
        expectEqual(decodingError { try decoder.decode(Float.self, from: "\"x\"") }?.kind, "typeMismatch Float")
    }

    struct Informed: Decodable {
        static let key = CodingUserInfoKey(rawValue: "key")
        let value: Int?

        init(from decoder: any Decoder) throws { value = Informed.key.flatMap { decoder.userInfo[$0] as? Int } }
    }

    @Test("User information reaches the types")
    func userInfo() throws {
        let decoder = NeatlineJSONDecoder()
        expect(try decoder.decode(Informed.self, from: "{}").value == nil)
        decoder.userInfo[try #require(Informed.key)] = 7
        try expectEqual(decoder.decode([Informed].self, from: "[1]")[0].value, 7)
    }

    struct Scaled: DecodableWithConfiguration {
        let value: Int

        init(from decoder: any Decoder, configuration: Int) throws {
            value = try decoder.singleValueContainer().decode(Int.self) * configuration
        }
    }

    struct Tenfold: DecodingConfigurationProviding {
        static let decodingConfiguration = 10
    }

    @Test("Types that need a configuration get it")
    func configurations() throws {
        let decoder = NeatlineJSONDecoder()
        try expectEqual(decoder.decode(Scaled.self, from: Data("4".utf8), configuration: 3).value, 12)
        try expectEqual(decoder.decode(Scaled.self, from: Data("4".utf8), configuration: Tenfold.self).value, 40)
        let error = decodingError { try decoder.decode(Scaled.self, from: Data("[]".utf8), configuration: 3) }
        expectEqual(error?.kind, "typeMismatch Int")
    }

    @Test("JSON5 is read if it is allowed")
    func json5() throws {
        let decoder = NeatlineJSONDecoder()
        let text = "{a: 0x1F, /* no */ }"
        expectEqual(decodingError { try decoder.decode(Wrapped<Int>.self, from: text) }?.kind, "dataCorrupted")
        decoder.allowsJSON5 = true
        try expectEqual(decoder.decode(Wrapped<Int>.self, from: text).a, 31)
        try expectEqual(decoder.decode([Double].self, from: "[+Infinity, .5]"), [.infinity, 0.5])
        expectEqual(decodingError { try decoder.decode([Int].self, from: "[Infinity]") }?.kind, "dataCorrupted")
        decoder.allowsJSON5 = false
        decoder.parsingOptions.allowsComments = true
        try expectEqual(decoder.decode(Int.self, from: "/* one */ 1"), 1)
    }

    @Test("Braces may be left out at the top, if that is assumed")
    func topLevelDictionary() throws {
        let decoder = NeatlineJSONDecoder()
        decoder.assumesTopLevelDictionary = true
        try expectEqual(decoder.decode(Wrapped<Int>.self, from: "\"a\": 1").a, 1)
        try expectEqual(decoder.decode(Wrapped<Int>.self, from: " {\"a\": 1}").a, 1)
        try expectEqual(decoder.decode([String: Int].self, from: ""), [:])
        decoder.allowsJSON5 = true
        try expectEqual(decoder.decode(Wrapped<Int>.self, from: "a: 1 // one").a, 1)
    }

    @Test("One decoder serves many threads")
    func threads() async {
        let decoder = NeatlineJSONDecoder()
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<200).allSatisfy { round in
                        let text = "[{\"a\":{\"x\":[\(task),\(round)]}}]"
                        let value = try? decoder.decode([Wrapped<[String: [Int]]>].self, from: text)
                        return value?.first?.a == ["x": [task, round]]
                    }
                }
            }
            for await isRight in group { expect(isRight) }
        }
    }
}
