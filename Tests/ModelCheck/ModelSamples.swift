// model-samples FOLDER COUNT: writes files of random samples, the same in every run, for `.ci/check-models`.
//
// Each file has one to four samples of one random shape: what a member is called, which type it has, and whether it may be
// missing or null. The shapes have all that a model has a rule for.

import Foundation

@main
struct ModelSamples {
    static func main() throws {
        let folder = CommandLine.arguments[1]
        for number in 1...(Int(CommandLine.arguments[2]) ?? 1) {
            var writer = SampleWriter(seed: UInt64(number))
            let digits = String(number)
            let name = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            try Data(writer.text().utf8).write(to: URL(filePath: "\(folder)/\(name).json"))
        }
    }
}

/// A type of values.
indirect enum SampleShape {
    case integer, double, bigInteger, hugeInteger, mixedNumber
    case string, word([String]), date(fraction: ClosedRange<Int>, zones: [String]), url
    case boolean, null, mixed
    case array(SampleShape, hasNull: Bool)
    case dictionary(SampleShape)
    case object([(name: String, shape: SampleShape, isRequired: Bool)])
}

struct SampleWriter {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private static let names = [
        "id", "name", "user_id", "userId", "UserID", "first-name", "URL", "html_url", "class", "default", "self",
        "init",
        "map", "mapping", "in", "Type", "type", "is", "async", "await", "any", "some", "repeat", "date", "error", "Int",
        "string", "json", "", " ", "a.b", ".", "..", "a.0", "+1", "-1", "1st", "42", "$ref", "@type", "#", "émile",
        "名前",
        "ключ", "😀", "quote\\\"quote", "back\\\\slash", "line\\nfeed", "tab\\t", "\\u0000", "\\u202e", "e\\u0301",
        "people",
        "children", "entries", "statuses", "addresses", "boxes", "data", "items", "tags", "location", "owner", "status",
        "description", "hashValue", "encode", "rawValue", "toJSON", "_private", "__v", "snake_case_name", "SCREAMING",
        "HTTPServer", "iPhone", "x", "y", "Z", "a1", "1a", "copy", "each", "unsafe", "left", "right", "get", "set",
    ]

    mutating func text() -> String {
        let shape = object(depth: 0)
        let count = Int.random(in: 1...4, using: &generator)
        let samples = (0..<count).map { _ in value(shape) }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return samples.joined(separator: "\n") + "\n"
        case 1: return "[" + samples.joined(separator: ", ") + "]"
        default: return samples.joined(separator: " ")
        }
    }

    private mutating func object(depth: Int) -> SampleShape {
        let count = Int.random(in: 1...(depth == 0 ? 6 : 3), using: &generator)
        var names = Set<String>()
        // At the top the names are never all numbers, so that the samples are of a model.
        var members: [(name: String, shape: SampleShape, isRequired: Bool)] = []
        if depth == 0 { members.append(("uuid", .string, true)) }
        for _ in 0..<count {
            let name = Self.names.randomElement(using: &generator) ?? ""
            guard names.insert(name).inserted else { continue }
            members.append((name, shape(depth: depth + 1), !generator.oneIn(3)))
        }
        return .object(members)
    }

    private mutating func shape(depth: Int) -> SampleShape {
        switch Int.random(in: 0..<(depth > 3 ? 12 : 17), using: &generator) {
        case 0, 1: .integer
        case 2: .double
        case 3: generator.oneIn(2) ? .bigInteger : .hugeInteger
        case 4: .mixedNumber
        case 5, 6: .string
        case 7:
            .word(
                Array(
                    ["open", "CLOSED", "in progress", "", "1", "self", "default", "é"].shuffled(using: &generator)
                        .prefix(3)))
        case 8:
            .date(
                fraction: [0...0, 3...3, 1...3, 6...6].randomElement(using: &generator) ?? 0...0,
                zones: [["Z"], ["+01:00"], ["-05:30"], ["Z", "+02:00"], ["+00:00"]].randomElement(using: &generator)
                    ?? ["Z"])
        case 9: .url
        case 10: .boolean
        case 11: generator.oneIn(2) ? .null : .mixed
        case 12, 13: .array(shape(depth: depth + 1), hasNull: generator.oneIn(4))
        case 14: .dictionary(shape(depth: depth + 1))
        default: object(depth: depth)
        }
    }

    private mutating func value(_ shape: SampleShape) -> String {
        switch shape {
        case .integer: return String(Int.random(in: -1_000_000...1_000_000, using: &generator))
        case .double:
            return "\(Int.random(in: -99...99, using: &generator)).\(Int.random(in: 0...999, using: &generator))"
        case .bigInteger: return String(UInt64.random(in: .max / 2 ... .max, using: &generator))
        case .hugeInteger: return "12345678901234567890" + String(UInt64.random(in: 1_000...9_999, using: &generator))
        case .mixedNumber:
            return ["1", "-2.5", "1e3", "12E-2", "9007199254740993", "0", "-0", "1e400"].randomElement(
                using: &generator) ?? "0"
        case .string: return "\"text \(Int.random(in: 0...99, using: &generator)) \\u00e9 \\\"\""
        case .word(let words): return "\"\(words.randomElement(using: &generator) ?? "")\""
        case .date(let fraction, let zones): return date(fraction, zones)
        case .url: return "\"https://example.org/\(Int.random(in: 0...99, using: &generator))?q=%20a&b#c\""
        case .boolean: return generator.oneIn(2) ? "true" : "false"
        case .null: return "null"
        case .mixed:
            return ["1", "\"one\"", "[1]", "{\"one\": 1}", "true", "null"].randomElement(using: &generator) ?? "1"
        case .array(let element, let hasNull):
            let count = Int.random(in: 0...3, using: &generator)
            let values = (0..<count).map { _ in hasNull && generator.oneIn(2) ? "null" : value(element) }
            return "[" + values.joined(separator: ", ") + "]"
        case .dictionary(let element):
            let count = Int.random(in: 0...3, using: &generator)
            let members = (0..<count).map { "\"\($0 * 7 + 10)\": \(value(element))" }
            return "{" + members.joined(separator: ", ") + "}"
        case .object(let members):
            let present = members.filter { $0.isRequired || !generator.oneIn(3) }
            let texts = present.map { member in
                let isNull = !member.isRequired && generator.oneIn(4)
                return "\"\(member.name)\": \(isNull ? "null" : value(member.shape))"
            }
            return "{" + texts.joined(separator: ", ") + "}"
        }
    }

    private mutating func date(_ fraction: ClosedRange<Int>, _ zones: [String]) -> String {
        func two(_ range: ClosedRange<Int>) -> String {
            let number = Int.random(in: range, using: &generator)
            return number < 10 ? "0\(number)" : "\(number)"
        }
        let digits = Int.random(in: fraction, using: &generator)
        let second = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
        let year = Int.random(in: 1970...2040, using: &generator)
        return "\"\(year)-\(two(1...12))-\(two(1...28))T\(two(0...23)):\(two(0...59)):\(two(0...59))"
            + (digits > 0 ? "." : "") + second + (zones.randomElement(using: &generator) ?? "Z") + "\""
    }
}
