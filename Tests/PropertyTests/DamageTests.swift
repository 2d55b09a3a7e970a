import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite("Damaged texts give a value or an error", .longRunning)
struct DamageTests {
    @Test("every truncation of a small document is an error at its end or at the token that was cut")
    func truncationsOfSmallDocument() {
        let whole = smallDocument.dropLast()
        for length in 0..<whole.count {
            let text = Array(whole[..<length])
            expect(Disagreement.ofTape(text) == nil)
            expect(Disagreement.ofFormatter(text) == nil)
            #expect(throws: JSONError.self) { try JSON(parsing: text) }
        }
    }

    @Test("every truncation of realistic documents agrees with the reference parser", arguments: Corpus.all)
    func truncationsOfCorpora(_ corpus: Corpus) throws {
        let pieces = try corpus.pieces(limit: 700)
        for (ordinal, piece) in pieces.enumerated() where ordinal % (pieces.count / 8 + 1) == 0 {
            for length in stride(from: 0, to: piece.count, by: TestScale.stride) {
                let text = Array(piece[..<length])
                if let difference = Disagreement.ofTape(text) { Issue.record("\(difference)") }
            }
        }
    }

    @Test("every byte of a small document replaced by each of the 256 values agrees with the reference parser")
    func replacedBytes() {
        for offset in smallDocument.indices {
            for value in UInt8.min ... .max {
                var text = smallDocument
                text[offset] = value
                if (offset + Int(value)) % TestScale.stride != 0 {
                    _ = try? JSON(parsing: text)
                    continue
                }
                if let difference = Disagreement.ofTape(text) { Issue.record("byte \(offset): \(difference)") }
                if let difference = Disagreement.ofFormatter(text) { Issue.record("byte \(offset): \(difference)") }
                if let wrong = Exercise.all(text) { Issue.record("byte \(offset): \(wrong)") }
            }
        }
    }

    /// Each corpus is cut into valid texts of at most 2 KB (`Corpus.pieces`), so that most damage is met in the middle of
    /// realistic structure instead of behind an error at the start. Each mutation changes one piece in one to four
    /// offsets. All are parsed; those that are still valid are hashed and described, a part of them also compared and
    /// written; one in 16 goes through the reference parser and one in 64, cut at random, through the streaming
    /// formatter, which differ only in how they read the same bytes.
    @Test("100,000 mutations of each corpus", arguments: Corpus.all)
    func mutations(_ corpus: Corpus) throws {
        let pieces = try corpus.pieces()
        try #require(!pieces.isEmpty)
        var random = SeededGenerator(seed: 30)
        let lenient = AgreementTests.optionSets[1]
        var accepted = 0
        for round in 0..<TestScale.rounds(100_000) {
            let piece = pieces[Int.random(in: pieces.indices, using: &random)]
            let other = pieces[Int.random(in: pieces.indices, using: &random)]
            let text = Mutation.mutate(piece, with: other, using: &random)
            let options = round % 4 == 3 ? lenient : JSONParsingOptions()
            if round % 16 == 0 {
                if let difference = Disagreement.ofTape(text, options: options) { Issue.record("\(difference)") }
            }
            if round % 64 == 0 {
                let chunk = Int.random(in: 1...200, using: &random)
                if let difference = Disagreement.ofFormatter(text, options: options, chunkSize: chunk) {
                    Issue.record("\(difference)")
                }
            }
            guard let json = try? JSON(parsing: text, options: options) else { continue }
            accepted += 1
            if accepted % 4 == 0, let wrong = Exercise.all(text, options: options) {
                Issue.record("\(wrong) in \(Disagreement.show(text))")
            }
            var hasher = Hasher()
            json.hash(into: &hasher)
            expect(json.description.utf8.count > 0 || json.string != nil)
        }
        // Damage that never or always shows would test nothing.
        expect(accepted > 0)
        expect(accepted < TestScale.rounds(100_000) || TestScale.rounds(100_000) < 100)
    }

    @Test("random bytes are never a problem")
    func randomBytes() {
        var random = SeededGenerator(seed: 31)
        for _ in 0..<TestScale.rounds(50_000) {
            let text = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            if let difference = Disagreement.ofTape(text) { Issue.record("\(difference)") }
        }
    }
}
