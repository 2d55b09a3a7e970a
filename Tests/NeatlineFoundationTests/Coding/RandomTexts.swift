import Foundation
import NeatlineTestSupport

/// Texts that fit the types of the test, mostly.
enum RandomTexts {
    static func text(for random: inout SeededGenerator) -> [UInt8] {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return Array(person(&random).utf8)
        case 1: return Array(everything(&random).utf8)
        default:
            let encoder = FoundationEncoder(EncodingSettings(floats: .strings))
            return [UInt8]((try? encoder.encode(loose(for: &random, depth: 4))) ?? Data())
        }
    }

    static func loose(for random: inout SeededGenerator, depth: Int) -> Coded.Loose {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .nothing
        case 1: return .flag(random.oneIn(2))
        case 2: return .number(Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random))
        case 3: return .real(Double(bitPattern: random.next()))
        case 4: return .text(Texts.strings.randomElement(using: &random)!)
        case 5:
            return .list((0..<Int.random(in: 0..<5, using: &random)).map { _ in loose(for: &random, depth: depth - 1) })
        default:
            var members: [String: Coded.Loose] = [:]
            for _ in 0..<Int.random(in: 0..<5, using: &random) {
                members[["a", "someKey", "other_key", "é", "", "URLPath"].randomElement(using: &random)!] = loose(
                    for: &random, depth: depth - 1)
            }
            return .members(members)
        }
    }

    /// A value that fits, or, now and then, any other.
    private static func pick(_ texts: [String], _ random: inout SeededGenerator) -> String {
        (random.oneIn(12) ? Texts.scalars : texts).randomElement(using: &random)!
    }

    /// An object of members in any order, some of them missing or repeated.
    private static func object(_ members: [String], _ random: inout SeededGenerator) -> String {
        var members = members
        if random.oneIn(2) { members.shuffle(using: &random) }
        if random.oneIn(8) { members.removeLast() }
        if random.oneIn(8), let member = members.first { members.append(member) }
        if random.oneIn(8) { members.append("\"extra\":[{}]") }
        let space = ["", " ", "\n  "].randomElement(using: &random)!
        return "{" + members.map { space + $0 }.joined(separator: ",") + space + "}"
    }

    private static func person(_ random: inout SeededGenerator) -> String {
        let strings = ["\"a\"", "\"é\"", "\"\\u00e9\\n\"", "\"\"", "\"some longer text that is written out\""]
        let address = object(
            [
                "\"street\":" + pick(strings, &random), "\"zip\":" + pick(strings + ["null"], &random),
                "\"location\":" + pick(["null", "[]", "[1,2.5]", "[1,\"x\"]"], &random),
            ], &random)
        return object(
            [
                "\"id\":" + pick(["1", "-5", "1e2", "9007199254740993"], &random), "\"name\":" + pick(strings, &random),
                "\"email\":" + pick(strings + ["null"], &random),
                "\"tags\":" + pick(["[]", "[\"a\"]", "[\"a\",\"b\"]", "[1]"], &random),
                "\"address\":" + pick([address, address, "null"], &random),
                "\"scores\":"
                    + pick(["{}", "{\"a\":1}", "{\"a\":1.5,\"some_key\":2,\"a\":3}", "{\"a\":\"+∞\"}"], &random),
            ], &random)
    }

    private static func everything(_ random: inout SeededGenerator) -> String {
        let isSnake = random.oneIn(2)
        func name(_ snake: String, _ camel: String) -> String { "\"\(isSnake ? snake : camel)\":" }
        let date = ["1.5", #""2016-03-15T00:00:00Z""#, #""2016-03-15 12:30""#, #"{"at":2}"#].randomElement(
            using: &random)!
        let data = [#""AQID""#, "[1,2,3]", #""é""#].randomElement(using: &random)!
        let rate = ["1.5", #""+∞""#, "0.1", "1e400"].randomElement(using: &random)!
        let part = object(
            [
                name("part_name", "partName") + pick(["\"x\""], &random),
                name("part_data", "partData") + pick([data, "null"], &random),
                name("made_at", "madeAt") + pick([date, "null"], &random),
            ], &random)
        return object(
            [
                name("created_at", "createdAt") + pick([date], &random),
                name("changed_at", "changedAt") + pick([date, "null"], &random),
                name("image_data", "imageData") + pick([data], &random),
                name("other_dates", "otherDates") + "[\(date),\(pick([date], &random))]",
                name("dates_by_name", "datesByName") + "{\"some_name\":\(date)}",
                name("rate_of_change", "rateOfChange") + rate,
                name("nested_parts", "nestedParts") + "[\(part)]",
                name("some_values", "someValues") + "{\"a_b\":\(pick([rate], &random))}",
            ], &random)
    }
}

extension Texts {
    /// Objects without their braces.
    static let braceless = [
        "\"value\":1", "\"value\": 1, \"other\": [1]", "value: 1", " \"value\" : 1 ", "\"value\":1}", "{\"value\":1}",
        "[1]", "", " ",
        "\"value\":1,", "\"value\"", "5", "\"value\":1 \"b\":2", "\"value\":{\"value\":1}", "\n\"value\":\n1\n",
    ]
}

extension Subjects {
    static let person = containers[0]
    static let loose = enums.first { $0.name == String(reflecting: Coded.Loose.self) }!

    static let all = scalars + enums + containers + classes + keys + oddities + [everything]

    /// One of each kind, for what has more to do with texts than with types.
    static let few: [CodingSubject] = [
        CodingSubject(Int.self), CodingSubject(String.self), CodingSubject(Bool.self), CodingSubject(Double.self),
        CodingSubject([Int].self),
        CodingSubject(Int?.self), CodingSubject(Decimal.self),
        CodingSubject(Coded.Box<Int>.self, Texts.boxes), CodingSubject(Coded.Box<String?>.self, Texts.boxes),
        CodingSubject(Coded.Box<[Double]>.self), CodingSubject(Coded.Box<Coded.Box<Int?>?>.self),
        CodingSubject(Coded.Box<Double>.self),
        CodingSubject([String: Int].self, Texts.boxes), CodingSubject(Coded.Loose.self, Texts.boxes),
        CodingSubject(decoding: Coded.Probed.self, []), CodingSubject(decoding: Coded.Ways.self, Texts.boxes),
    ]

    static let damaged: [CodingSubject] = [
        person, loose, containers[3], containers[4], keys[2], classes[1], everything,
        CodingSubject(Coded.Box<Double>.self, [#"{"value":-12.5e1}"#, #"{"value":0.1}"#]),
        CodingSubject(Coded.Box<String>.self, [#"{"value":"a\u00e9\n"}"#, #"{"v\u0061lue":"é😀"}"#]),
        CodingSubject([Bool?].self, ["[true, false ,null]"]),
        CodingSubject(decoding: Coded.Ways.self, [#"{"value":[1]}"#]),
        enums.first { $0.name == String(reflecting: Coded.Shape.self) }!,
    ]
}
