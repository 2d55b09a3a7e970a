import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite("Tape, streaming formatter and reference parser agree", .longRunning)
struct AgreementTests {
    static let optionSets: [JSONParsingOptions] = {
        var lenient = JSONParsingOptions()
        lenient.allowsComments = true
        lenient.allowsTrailingCommas = true
        lenient.allowsNonFiniteNumbers = true
        lenient.loneSurrogates = .keep
        var narrow = JSONParsingOptions()
        narrow.maximumDepth = 2
        narrow.allowsTopLevelScalars = false
        narrow.loneSurrogates = .replace
        return [JSONParsingOptions(), lenient, narrow]
    }()

    @Test("on every shared and generated corpus", arguments: Corpus.all)
    func corpora(_ corpus: Corpus) {
        for text in corpus.texts where TestScale.isAffordable(text) {
            expect(Disagreement.ofTape(text) == nil)
            expect(Disagreement.ofFormatter(text) == nil)
            expect(Disagreement.ofFormatter(text, chunkSize: 4099) == nil)
        }
    }

    @Test("on random valid texts, whatever their layout and however they are cut", arguments: optionSets.indices)
    func randomTexts(_ set: Int) {
        let options = Self.optionSets[set]
        var generator = DocumentGenerator(seed: 20)
        var random = SeededGenerator(seed: 21)
        for _ in 0..<TestScale.rounds(20_000) {
            let text = generator.anyText()
            expect(Disagreement.ofTape(text, options: options) == nil)
            let chunk = Int.random(in: 1...100, using: &random)
            expect(Disagreement.ofFormatter(text, options: options, chunkSize: chunk) == nil)
        }
    }

    @Test("on random runs of tokens", arguments: optionSets.indices)
    func randomTokens(_ set: Int) {
        let options = Self.optionSets[set]
        let tokens = [
            "[", "]", "{", "}", ",", ":", " ", "\n", "\"a\"", "\"a\":", "\"\\u0041\"", "\"\\ud800\"", "1", "-0",
            "1.5e3", "true",
            "false", "null", "nul", "01", "/*c*/", "//c\n", "//c", "/*", "NaN", "Infinity", "-Infinity", "\"é\"", "\"",
            "\\", "\u{FEFF}", String(repeating: " ", count: 70), "\"" + String(repeating: "x", count: 70) + "\"",
        ].map { Array($0.utf8) }
        var random = SeededGenerator(seed: 22)
        for _ in 0..<TestScale.rounds(60_000) {
            var text: [UInt8] = random.oneIn(2) ? Array("[".utf8) : []
            for _ in 0..<Int.random(in: 0...12, using: &random) { text += tokens.randomElement(using: &random) ?? [] }
            if let difference = Disagreement.ofTape(text, options: options) { Issue.record("\(difference)") }
            if random.oneIn(4), let difference = Disagreement.ofFormatter(text, options: options, chunkSize: 7) {
                Issue.record("\(difference)")
            }
        }
    }

    @Test(
        "on the position of an error far into a stream, whatever the ends of its lines",
        arguments: ["\n", "\r", "\r\n", "\n\n", ""])
    func positionsInStreams(_ lineEnd: String) {
        var random = SeededGenerator(seed: 25)
        for _ in 0..<TestScale.rounds(40) {
            var text = "[1"
            while text.utf8.count < 400_000 {
                let width = Int.random(in: 0...300, using: &random)
                text += ",\"" + String(repeating: "é", count: width) + "\"" + lineEnd
            }
            for end in [" !", "\"\u{1}\"", ",]", ""] {
                let chunk = Int.random(in: 1000...200_000, using: &random)
                let difference = Disagreement.ofFormatter(Array((text + end).utf8), chunkSize: chunk)
                expect(difference?.prefix(400) == nil)
            }
        }
    }

    @Test("on repaired text: ill-formed UTF-8 becomes what String(decoding:as:) makes of it")
    func repairedText() {
        var options = JSONParsingOptions()
        options.invalidUTF8 = .replace
        var random = SeededGenerator(seed: 23)
        let parts: [[UInt8]] = [
            [0xE2, 0x82], [0xF0, 0x9F], [0xF0, 0x9F, 0x98], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF], [0x80],
            [0xF5, 0x80],
            [0xE2, 0x82, 0xAC], [0x61], [0x5C, 0x6E], [0xF4, 0x90, 0x80, 0x80], [0xC3],
        ]
        for _ in 0..<TestScale.rounds(20_000) {
            var text = Array("[\"".utf8)
            for _ in 0..<Int.random(in: 1...8, using: &random) { text += parts.randomElement(using: &random) ?? [] }
            text += Array("\"]".utf8)
            if let difference = Disagreement.ofTape(text, options: options) { Issue.record("\(difference)") }
        }
    }
}
