import Foundation
import NeatlineJSON
import NeatlineTestSupport
import Testing

/// `JSONSerialization` and `Double(String)` as a second opinion, where they are right: on valid texts without
/// duplicate members (`JSONSerialization` accepts trailing commas, and refuses numbers beyond `Double`).
@Suite("Foundation agrees", .longRunning)
struct FoundationDifferentialTests {
    @Test("on all values of the corpora", arguments: Corpus.all)
    func corpora(_ corpus: Corpus) throws {
        for text in TestScale.share(of: try corpus.texts.count > 1 ? corpus.texts : corpus.pieces()) {
            try compare(text)
        }
    }

    @Test("on random texts")
    func randomTexts() throws {
        var generator = DocumentGenerator(seed: 60)
        for _ in 0..<TestScale.rounds(5_000) {
            let text = generator.anyText()
            try compare(text)
        }
    }

    /// Whether a number may lie beyond `Double`: then `JSONSerialization` refuses the whole text.
    private func isRefused(_ text: [UInt8]) -> Bool {
        String(decoding: text, as: UTF8.self).contains(/[eE][+-]?[0-9]{3}/)
    }

    private func compare(_ text: [UInt8]) throws {
        if isRefused(text) { return }
        let json = try JSON(parsing: text)
        let object = try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
        if let difference = difference(json, object) {
            Issue.record("\(difference) in \(Disagreement.show(text))")
        }
    }

    private func difference(_ json: JSON, _ object: Any) -> String? {
        switch json {
        case .array(let elements):
            guard let others = object as? [Any], others.count == elements.count else {
                return "no array of \(elements.count)"
            }
            return zip(elements, others).lazy.compactMap { difference($0, $1) }.first
        case .object(let members):
            guard let others = object as? [String: Any] else { return "no object" }
            let names = Set(members.keys)
            if others.count != names.count { return "\(others.count) members" }
            return names.lazy.compactMap { name -> String? in
                guard let member = members[name], let other = others[name] else { return "no \(name)" }
                return difference(member, other)
            }.first
        case .string(let text): return object as? String == text ? nil : "\(object) instead of \(text)"
        case .bool(let value): return object as? Bool == value ? nil : "\(object) instead of \(value)"
        case .null: return object is NSNull ? nil : "\(object) instead of null"
        case .number(let number):
            guard let other = object as? NSNumber else { return "no number" }
            if Double(number.text) != number.doubleValue { return "double of \(number) is \(number.doubleValue)" }
            // `1.5e3` is a `Double` to Foundation, which need not hold the integer.
            if number.text.contains(/[.eE]/), !(other is NSDecimalNumber) {
                return other.doubleValue == number.doubleValue ? nil : "\(other) instead of \(number)"
            }
            if let integer = number.exactInt64 {
                return other.int64Value == integer ? nil : "\(other) instead of \(number)"
            }
            if let integer = number.exactUInt64 {
                return other.uint64Value == integer ? nil : "\(other) instead of \(number)"
            }
            // More than 17 digits are an NSDecimalNumber, whose doubleValue is not correctly rounded.
            if other is NSDecimalNumber { return nil }
            return other.doubleValue == number.doubleValue ? nil : "\(other) instead of \(number)"
        case .error(let error): return "\(error)"
        }
    }

    @Test("what is written is what Foundation reads", arguments: Corpus.all)
    func written(_ corpus: Corpus) throws {
        for piece in try corpus.pieces().prefix(TestScale.rounds(200)) where !isRefused(piece) {
            let json = try JSON(parsing: piece)
            let options = JSONWritingOptions(
                indentation: .tabs(1), sortsKeys: true, escapesNonASCII: true, escapesSlashes: true)
            let object = try JSONSerialization.jsonObject(
                with: Data(json.serialized(options)), options: .fragmentsAllowed)
            expect(difference(json, object) == nil)
        }
    }

    @Test("strings decode as JSONDecoder decodes them")
    func strings() throws {
        var generator = DocumentGenerator(seed: 61)
        for _ in 0..<TestScale.rounds(1_000) {
            let text = generator.anyText()
            guard case .string(let string) = try JSON(parsing: text) else { continue }
            try expectEqual(JSONDecoder().decode(String.self, from: Data(text)), string)
        }
    }
}
