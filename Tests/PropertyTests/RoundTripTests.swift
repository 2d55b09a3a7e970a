import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite("Parsing and writing are each other's inverse", .longRunning)
struct RoundTripTests {
    @Test("compact text comes back byte for byte", arguments: Corpus.all)
    func compactText(_ corpus: Corpus) throws {
        for text in corpus.texts where TestScale.isAffordable(text) {
            let compact = try ReferenceParser.parse(text).compactText
            try expectEqual(JSON(parsing: text).serialized(), compact)
            try expectEqual(JSON(parsing: compact).serialized(), compact)
            expectEqual(Formatted(text).output, compact + [0x0A])
        }
    }

    @Test("every value that is read one by one and built again is equal, hashes alike and is written alike")
    func rebuiltValues() throws {
        var generator = DocumentGenerator(seed: 40)
        for _ in 0..<TestScale.rounds(5_000) {
            let parsed = try JSON(parsing: generator.anyText())
            let built = rebuild(parsed)
            expectEqual(parsed, built)
            expectEqual(built, parsed)
            expectEqual(parsed.hashValue, built.hashValue)
            try expectEqual(parsed.serialized(), built.serialized())
            try expectEqual(parsed.serialized(.pretty), built.serialized(.pretty))
            expectEqual(parsed.description, built.description)
        }
    }

    /// The same value in storage of its own.
    private func rebuild(_ json: JSON) -> JSON {
        switch json {
        case .array(let elements): .array(JSONArray(elements.map(rebuild)))
        case .object(let members): .object(JSONObject(members.map { (key: $0.key, value: rebuild($0.value)) }))
        default: json
        }
    }

    @Test("all ways of writing give the same value", arguments: Corpus.all)
    func allWritingOptions(_ corpus: Corpus) throws {
        let layouts: [JSONWritingOptions.Indentation] = [.none, .spaces(0), .spaces(3), .tabs(1)]
        let text = try #require(try corpus.pieces().max { $0.count < $1.count })
        let json = try JSON(parsing: text)
        for layout in layouts {
            for bits in 0..<16 {
                let options = JSONWritingOptions(
                    indentation: layout, sortsKeys: bits & 1 != 0, escapesNonASCII: bits & 2 != 0,
                    escapesSlashes: bits & 4 != 0, endsWithNewline: bits & 8 != 0)
                let written = try json.serialized(options)
                try expectEqual(JSON(parsing: written), json)
                expect(Disagreement.ofTape(written) == nil)
                if bits & 2 != 0 { expect(written.allSatisfy { $0 < 0x80 }) }
                var inChunks: [UInt8] = []
                try json.write(options) { inChunks += $0 }
                expectEqual(inChunks, written)
                if !options.sortsKeys {
                    let line: [UInt8] = options.endsWithNewline ? [] : [0x0A]
                    expectEqual(Formatted(text, writing: options).output, written + line)
                }
            }
        }
    }
}
