import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Decoding as Foundation's JSONDecoder", .longRunning) struct DecodingAgreementTests {
    @Test("Every type from its texts", arguments: Subjects.all)
    func everyType(subject: CodingSubject) {
        var found = Disagreements()
        for text in subject.texts + subject.encodedTexts() {
            found.note(subject.decodingDisagreement(Array(text.utf8), DecodingSettings()))
        }
        found.report()
    }

    @Test("Texts that are no JSON, or nearly", arguments: Subjects.few)
    func invalidTexts(subject: CodingSubject) {
        var found = Disagreements()
        for text in Texts.invalid + Texts.extended {
            found.note(subject.decodingDisagreement(Array(text.utf8), DecodingSettings()))
        }
        found.report()
    }

    @Test("JSON5", arguments: Subjects.few + [Subjects.everything])
    func json5(subject: CodingSubject) {
        let settings = DecodingSettings(allowsJSON5: true)
        var found = Disagreements()
        for text in Texts.extended + Texts.invalid + subject.texts {
            found.note(subject.decodingDisagreement(Array(text.utf8), settings))
        }
        found.report()
    }

    @Test("Objects without braces", arguments: Subjects.few)
    func topLevelDictionary(subject: CodingSubject) {
        var found = Disagreements()
        for allowsJSON5 in [false, true] {
            let settings = DecodingSettings(allowsJSON5: allowsJSON5, assumesTopLevelDictionary: true)
            for text in Texts.braceless + subject.texts {
                found.note(subject.decodingDisagreement(Array(text.utf8), settings))
            }
        }
        found.report()
    }

    @Test("All strategies, crossed", arguments: DecodingSettings.Dates.allCases)
    func strategies(dates: DecodingSettings.Dates) {
        var found = Disagreements()
        for settings in DecodingSettings.crossed where settings.dates == dates {
            for text in Subjects.everything.texts {
                found.note(Subjects.everything.decodingDisagreement(Array(text.utf8), settings))
            }
        }
        found.report()
    }

    @Test("Every type with keys, dates, data and floats of another form", arguments: DecodingSettings.allOther)
    func otherStrategies(settings: DecodingSettings) {
        var found = Disagreements()
        for (number, subject) in Subjects.all.enumerated() {
            // Of the long lists another part for each type.
            let texts = subject.texts + subject.encodedTexts()
            let step = texts.count > 100 ? TestScale.stride : 1
            for index in stride(from: number % step, to: texts.count, by: step) {
                found.note(subject.decodingDisagreement(Array(texts[index].utf8), settings))
            }
        }
        found.report()
    }

    @Test("Texts damaged at each byte", arguments: Subjects.damaged)
    func damage(subject: CodingSubject) {
        var found = Disagreements()
        for text in subject.texts.prefix(3).map({ Array($0.utf8) }) where text.count < 200 {
            for offset in text.indices {
                var shortened = text
                shortened.remove(at: offset)
                found.note(subject.decodingDisagreement(shortened, DecodingSettings()))
                found.note(subject.decodingDisagreement(Array(text[..<offset]), DecodingSettings()))
                for byte in Array("\"\\[]{},:-.e0 n\u{1}".utf8) + [0x80, 0xFF] where byte != text[offset] {
                    var changed = text
                    changed[offset] = byte
                    found.note(subject.decodingDisagreement(changed, DecodingSettings()))
                }
            }
        }
        found.report()
    }

    @Test("Random values, as written, and damaged", arguments: 0..<8)
    func randomTexts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var found = Disagreements()
        for _ in 0..<TestScale.rounds(2_000) {
            let text = RandomTexts.text(for: &random)
            var settings = DecodingSettings.crossed.randomElement(using: &random)!
            settings.allowsJSON5 = random.oneIn(4)
            let damaged = Mutation.mutate(text, with: text, using: &random)
            for subject in [Subjects.person, Subjects.everything, Subjects.loose] {
                found.note(subject.decodingDisagreement(text, settings))
                // Of damaged JSON5 Foundation does not survive everything.
                if !settings.allowsJSON5 { found.note(subject.decodingDisagreement(damaged, settings)) }
            }
        }
        found.report()
    }

    @Test("Nested containers of 600 levels and more")
    func depth() {
        var found = Disagreements()
        for count in [1, 100, 510, 511, 512, 513, 600, 10_000] {
            for subject in Subjects.few {
                let lists = String(repeating: "[", count: count) + String(repeating: "]", count: count)
                let objects =
                    String(repeating: "{\"value\":", count: count) + "1" + String(repeating: "}", count: count)
                // Foundation traps at 513 brackets and nothing behind them.
                let open = String(repeating: "[", count: count) + "1"
                for text in [lists, objects, "{\"value\":1,\"other\":\(lists)}", open] {
                    found.note(subject.decodingDisagreement(Array(text.utf8), DecodingSettings()))
                }
            }
        }
        found.report()
    }

    @Test(
        "UTF-16 and UTF-32, with and without a mark",
        arguments: [
            String.Encoding.utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian, .utf16, .utf32,
        ])
    func encodings(encoding: String.Encoding) throws {
        var found = Disagreements()
        for text in ["{\"value\":1}", "[1,\"é😀\"]", "5", "\"a\"", "[", ""] {
            let bytes = [UInt8](try #require(text.data(using: encoding)))
            for subject in Subjects.few { found.note(subject.decodingDisagreement(bytes, DecodingSettings())) }
        }
        found.report()
    }

    @Test("UTF-8, UTF-16 and UTF-32 with the mark of each, which Foundation takes all but in one")
    func marks() throws {
        let marks: [(encoding: String.Encoding, mark: [UInt8])] = [
            (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16BigEndian, [0xFE, 0xFF]), (.utf16LittleEndian, [0xFF, 0xFE]),
            (.utf32BigEndian, [0, 0, 0xFE, 0xFF]), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
        ]
        for text in ["[]", "[1]", "[\"é😀\"]", " [ \"\u{4E2D}\"]", "{}"] {
            let expected = try JSON(parsing: text)
            for (encoding, mark) in marks {
                let bytes = Data(mark) + (try #require(text.data(using: encoding)))
                try expectEqual(
                    NeatlineJSONDecoder().decode(JSON.self, from: bytes), expected, "\(text) in \(encoding)")
                try expectEqual(JSON(data: bytes), expected)
                let theirs = try? JSONDecoder().decode(JSON.self, from: bytes)
                expectEqual(theirs, encoding == .utf32LittleEndian ? nil : expected, "\(text) in \(encoding)")
                #expect(throws: DecodingError.self) {
                    try NeatlineJSONDecoder().decode(JSON.self, from: bytes.prefix(mark.count))
                }
            }
        }
    }

    @Test("Integers of 128 bits, at the ends of their range and beyond")
    func wideIntegers() throws {
        for text in [
            "\(Int128.max)", "\(Int128.min)", "\(UInt128.max)", "9223372036854775808", "-9223372036854775809",
            "18446744073709551616", "170141183460469231731687303715884105728", "-1", "1.5",
            "340282366920938463463374607431768211456", "-170141183460469231731687303715884105729", "1.0", "1e2",
        ] {
            let data = Data("[\(text)]".utf8)
            expectEqual(
                try? NeatlineJSONDecoder().decode([Int128].self, from: data),
                try? JSONDecoder().decode([Int128].self, from: data), "\(text)")
            expectEqual(
                try? NeatlineJSONDecoder().decode([UInt128].self, from: data),
                try? JSONDecoder().decode([UInt128].self, from: data), "\(text)")
        }
        // Foundation reads an exponent by way of a `Double`, which has no 10^38.
        let power = Data("[1e38]".utf8)
        try expectEqual(
            NeatlineJSONDecoder().decode([Int128].self, from: power),
            [
                Int128("1" + String(repeating: "0", count: 38))
            ])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Int128].self, from: power) }
        try expectEqual(NeatlineJSONDecoder().decode([Int128].self, from: Data("[\(Int128.min)]".utf8)), [.min])
        try expectEqual(NeatlineJSONDecoder().decode([UInt128].self, from: Data("[\(UInt128.max)]".utf8)), [.max])
    }
}

/// What a test found, of which a part is shown.
struct Disagreements {
    private var texts: [String] = []
    private var count = 0

    mutating func note(_ disagreement: String?) {
        guard let disagreement else { return }
        count += 1
        if texts.count < 12 { texts.append(disagreement) }
    }

    func report(sourceLocation: SourceLocation = #_sourceLocation) {
        if count > 0 {
            Issue.record("\(count) differences:\n\(texts.joined(separator: "\n"))", sourceLocation: sourceLocation)
        }
    }
}

extension DecodingSettings {
    /// Each strategy alone, and all at once.
    static let allOther: [DecodingSettings] =
        Dates.allCases.dropFirst().map { DecodingSettings(dates: $0) }
        + Bytes.allCases.dropFirst().map { DecodingSettings(bytes: $0) }
        + Keys.allCases.dropFirst().map { DecodingSettings(keys: $0) } + [
            DecodingSettings(floats: .strings), DecodingSettings(hasUserInfo: true),
            DecodingSettings(
                dates: .iso8601, bytes: .custom, keys: .snakeCase, floats: .strings, allowsJSON5: true,
                hasUserInfo: true),
        ]
}
