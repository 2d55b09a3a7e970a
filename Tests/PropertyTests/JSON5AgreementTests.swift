import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite("Tape, streaming formatter and reference parser agree about JSON5", .longRunning)
struct JSON5AgreementTests {
    /// All of it, all with halves of surrogate pairs, and each switch alone.
    static let optionSets: [JSONParsingOptions] = {
        var sets = [JSONParsingOptions.json5, .json5, .jsonc]
        sets[1].loneSurrogates = .keep
        sets[1].maximumDepth = 3
        let switches: [WritableKeyPath<JSONParsingOptions, Bool>] = [
            \.allowsSingleQuotes, \.allowsUnquotedKeys, \.allowsExtendedStrings, \.allowsExtendedNumbers,
            \.allowsExtendedWhitespace, \.allowsNonFiniteNumbers,
        ]
        for path in switches {
            var options = JSONParsingOptions()
            options[keyPath: path] = true
            sets.append(options)
        }
        return sets
    }()

    @Test("on random valid texts, however they are cut")
    func randomTexts() {
        var generator = JSON5Generator(seed: 40)
        var random = SeededGenerator(seed: 41)
        for _ in 0..<TestScale.rounds(30_000) {
            let text = generator.anyText()
            if let difference = Disagreement.ofTape(text, options: .json5) { Issue.record("\(difference)") }
            let chunk = Int.random(in: 1...100, using: &random)
            if let difference = Disagreement.ofFormatter(text, options: .json5, chunkSize: chunk) {
                Issue.record("cut by \(chunk): \(difference)")
            }
            if let wrong = Exercise.all(text, options: .json5) {
                Issue.record("\(wrong) in \(Disagreement.show(text))")
            }
        }
    }

    @Test("on damaged texts, with all of the options and with each alone", arguments: optionSets.indices)
    func damagedTexts(_ set: Int) {
        let options = Self.optionSets[set]
        var generator = JSON5Generator(seed: 42)
        var random = SeededGenerator(seed: 43)
        for _ in 0..<TestScale.rounds(20_000) {
            let text = Mutation.mutate(generator.anyText(), with: generator.anyText(), using: &random)
            if let difference = Disagreement.ofTape(text, options: options) { Issue.record("\(difference)") }
            if random.oneIn(2), let difference = Disagreement.ofFormatter(text, options: options, chunkSize: 11) {
                Issue.record("\(difference)")
            }
        }
    }

    @Test("on random runs of JSON5's tokens", arguments: optionSets.indices)
    func randomTokens(_ set: Int) {
        let options = Self.optionSets[set]
        let tokens = [
            "[", "]", "{", "}", ",", ":", " ", "\n", "\u{B}", "\u{A0}", "\u{FEFF}", "\u{2028}", "'a'", "a", "a:", "$:1",
            "\\u0061", "\\u00", "\"\\x41\"", "'\\'", "'", "\"", "\\", "0x1F", "0x", "0", "-0xa", "+", "-", ".", "5.",
            ".5",
            "+.5e1", "01", "NaN", "-NaN", "Infinity", "+Infinity", "Infin", "'\\\n'", "'\t'", "\"\n\"", "//", "/*",
            "*/",
            "\\ud83d", "\\ude00", "\\\n", "\\\r", "\\\u{2029}", "\"\\ud83d\\\r\n", "\\ude19\"", "\\",
            "null", "'\\1'", "'\\0'", String(repeating: "\u{A0}", count: 40),
            "'" + String(repeating: "é", count: 70) + "'",
        ].map { Array($0.utf8) }
        var random = SeededGenerator(seed: 44)
        for _ in 0..<TestScale.rounds(40_000) {
            var text: [UInt8] = random.oneIn(2) ? Array(random.oneIn(2) ? "[".utf8 : "{".utf8) : []
            for _ in 0..<Int.random(in: 0...10, using: &random) { text += tokens.randomElement(using: &random) ?? [] }
            if let difference = Disagreement.ofTape(text, options: options) { Issue.record("\(difference)") }
            if random.oneIn(3), let difference = Disagreement.ofFormatter(text, options: options, chunkSize: 7) {
                Issue.record("\(difference)")
            }
        }
    }

    @Test("on ill-formed UTF-8 in strings, which the formatter replaces as the tape does")
    func repairedText() {
        var random = SeededGenerator(seed: 45)
        let parts: [[UInt8]] = [
            [0xE2, 0x82], [0xF0, 0x9F], [0xF0, 0x9F, 0x98], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF], [0x80],
            [0xE2, 0x82, 0xAC], [0x61], [0x5C, 0x6E], [0xF4, 0x90, 0x80, 0x80], [0xC3], Array("é".utf8),
        ]
        for round in 0..<TestScale.rounds(20_000) {
            var options = round % 2 == 0 ? JSONParsingOptions() : .json5
            options.invalidUTF8 = .replace
            var content: [UInt8] = []
            for _ in 0..<Int.random(in: 1...8, using: &random) { content += parts.randomElement(using: &random) ?? [] }
            let text = Array("{\"k".utf8) + content + Array("\":[\"".utf8) + content + Array("\"]}".utf8)
            if let difference = Disagreement.ofTape(text, options: options) { Issue.record("\(difference)") }
            let chunk = Int.random(in: 1...20, using: &random)
            if let difference = Disagreement.ofFormatter(text, options: options, chunkSize: chunk) {
                Issue.record("\(difference)")
            }
        }
    }
}
