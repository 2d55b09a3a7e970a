import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Encoding as Foundation's JSONEncoder", .longRunning) struct EncodingAgreementTests {
    @Test("Every type, in every format whose bytes are determined", arguments: Subjects.all)
    func everyType(subject: CodingSubject) {
        var found = Disagreements()
        for settings in EncodingSettings.formats {
            for index in 0..<subject.valueCount { found.note(subject.encodingDisagreement(index, settings)) }
        }
        found.report()
    }

    @Test("Every type without sorting, as an equal value", arguments: Subjects.all)
    func unsorted(subject: CodingSubject) {
        var found = Disagreements()
        for isPretty in [false, true] {
            let settings = EncodingSettings(isSorted: false, isPretty: isPretty)
            for index in 0..<subject.valueCount { found.note(subject.encodingDisagreement(index, settings)) }
        }
        found.report()
    }

    @Test("All strategies, crossed", arguments: EncodingSettings.Dates.allCases)
    func strategies(dates: EncodingSettings.Dates) {
        var found = Disagreements()
        for settings in EncodingSettings.crossed where settings.dates == dates {
            for index in 0..<Subjects.everything.valueCount {
                found.note(Subjects.everything.encodingDisagreement(index, settings))
            }
        }
        found.report()
    }

    @Test("Every type with keys, dates, data and floats of another form", arguments: EncodingSettings.allOther)
    func otherStrategies(settings: EncodingSettings) {
        var found = Disagreements()
        for subject in Subjects.all {
            for index in 0..<subject.valueCount { found.note(subject.encodingDisagreement(index, settings)) }
        }
        found.report()
    }

    @Test("Random values", arguments: 0..<4)
    func randomValues(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var found = Disagreements()
        for _ in 0..<TestScale.rounds(2_000) {
            let settings = EncodingSettings.crossed.randomElement(using: &random)!
            let value = RandomTexts.loose(for: &random, depth: 4)
            found.note(CodingSubject(encoding: [value]).encodingDisagreement(0, settings))
            let number = Double(bitPattern: random.next())
            let small = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            found.note(
                CodingSubject(encoding: [Coded.Pair(first: number, second: small)]).encodingDisagreement(0, settings))
        }
        found.report()
    }

    @Test("A strategy for keys is given the whole path, through nested containers too")
    func paths() throws {
        let encoder = NeatlineJSONEncoder()
        encoder.keyEncodingStrategy = .custom {
            CustomStrategies.Key(stringValue: $0.map(\.stringValue).joined(separator: "."))
        }
        let nested = Coded.Nested(first: 1, second: [], third: true, last: 2)
        expectEqual(
            String(decoding: try encoder.encode(["k": nested]), as: UTF8.self),
            #"{"k":{"k.deep":{"k.deep.inner":{"k.deep.inner.first":1},"k.deep.flag":true},"k.list":[],"k.end":2}}"#
        )
    }

    @Test("Members stand in the order in which they were encoded, dictionaries by name")
    func order() throws {
        let settings = EncodingSettings(isSorted: false)
        let encoder = NeatlineEncoder(settings)
        let person = Coded.Person(
            id: 1, name: "Ada", email: "e", tags: [], address: .init(street: "s", zip: "z", location: nil),
            scores: ["a": 1])
        expectEqual(
            String(decoding: try encoder.encode(person), as: UTF8.self),
            #"{"id":1,"name":"Ada","email":"e","tags":[],"address":{"street":"s","zip":"z"},"scores":{"a":1}}"#)
        let nested = Coded.Nested(first: 1, second: ["a"], third: true, last: 2)
        expectEqual(
            String(decoding: try encoder.encode(nested), as: UTF8.self),
            #"{"deep":{"inner":{"first":1},"flag":true},"list":[["a"]],"end":2}"#)
        expectEqual(String(decoding: try encoder.encode(Coded.Twice()), as: UTF8.self), #"{"a":"again","b":2}"#)
    }
}

extension EncodingSettings {
    /// Each strategy alone, and all at once.
    static let allOther: [EncodingSettings] =
        Dates.allCases.dropFirst().map { EncodingSettings(dates: $0) }
        + Bytes.allCases.dropFirst().map { EncodingSettings(bytes: $0) }
        + Keys.allCases.dropFirst().map { EncodingSettings(keys: $0) } + [
            EncodingSettings(floats: .strings), EncodingSettings(hasUserInfo: true),
            EncodingSettings(
                dates: .iso8601, bytes: .custom, keys: .snakeCase, floats: .strings, isPretty: true,
                escapesSlashes: false,
                hasUserInfo: true),
        ]
}
