import NeatlineTestSupport

@testable import CodingSubjects

/// Decoder and encoder do what Foundation's do, with one of the subjects of the differential test; the differences that
/// are meant are let pass.
func fuzzCoding(_ input: inout FuzzInput) {
    let subjects = Subjects.all
    let subject = subjects[(Int(input.byte()) << 8 | Int(input.byte())) % subjects.count]
    var flags = input.flags()
    if flags.next() {
        var settings = EncodingSettings(
            dates: input.choice(EncodingSettings.Dates.allCases), bytes: input.choice(EncodingSettings.Bytes.allCases),
            keys: input.choice(EncodingSettings.Keys.allCases), floats: input.choice(EncodingSettings.Floats.allCases))
        settings.isSorted = flags.next()
        settings.isPretty = flags.next()
        settings.escapesSlashes = flags.next()
        settings.hasUserInfo = flags.next()
        if flags.next(), subject.valueCount > 0 {
            check(subject.encodingDisagreement(Int(input.byte()) % subject.valueCount, settings))
            return
        }
        if flags.next() {
            let value = ScriptedValue(script: input.rest(), depth: 0)
            check(CodingSubject(encoding: [value]).encodingDisagreement(0, settings))
            return
        }
        var random = SeededGenerator(seed: 0, choices: input.rest())
        let value = RandomTexts.loose(for: &random, depth: 4)
        check(CodingSubject(encoding: [value]).encodingDisagreement(0, settings))
    } else {
        var settings = DecodingSettings(
            dates: input.choice(DecodingSettings.Dates.allCases), bytes: input.choice(DecodingSettings.Bytes.allCases),
            keys: input.choice(DecodingSettings.Keys.allCases), floats: input.choice(DecodingSettings.Floats.allCases))
        settings.allowsJSON5 = flags.next()
        settings.assumesTopLevelDictionary = flags.next()
        settings.hasUserInfo = flags.next()
        let script = flags.next() ? input.piece() : nil
        let text = input.rest()
        // Foundation takes a text for UTF-16 only if its first two characters are ASCII.
        if text.prefix(2).contains(0) { return }
        // Of damaged JSON5 Foundation does not survive everything, and of Unicode's spaces it knows two.
        if settings.allowsJSON5, !DecodingComparison.isJSON5(text) || text.contains(where: { $0 >= 0x80 }) { return }
        if let script {
            check(scriptedReadingDisagreement(script, text, settings))
        } else {
            check(subject.decodingDisagreement(text, settings))
        }
    }
}

extension DecodingComparison {
    fileprivate static func isJSON5(_ text: [UInt8]) -> Bool {
        DecodingComparison(
            text: text, settings: DecodingSettings(allowsJSON5: true), ours: nil, theirs: nil
        ).isValid
    }
}
