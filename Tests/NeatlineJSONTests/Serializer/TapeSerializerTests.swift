import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// Parsed containers are copied from their source in runs. The oracle puts the same text together from its tokens, each of which
/// is written by itself.
@Suite("TapeSerializer") struct TapeSerializerTests {
    /// A token of the source, and how it is written.
    private struct Token {
        let source: String
        let written: String

        init(_ source: String, _ written: String) {
            self.source = source
            self.written = written
        }

        /// A value, written as a value that is in no container.
        ///
        /// Such a string is decoded, so that an unpaired surrogate is no escape any more.
        init(value source: String) throws {
            if source.contains("ud800") { self.init(source, source); return }
            self.init(source, try JSON(parsing: source, options: TapeSerializerTests.options).serializedString())
        }

        /// A bracket, comma or colon.
        init(_ byte: Character) { self.init(String(byte), String(byte)) }
    }

    private static let options: JSONParsingOptions = {
        var options = JSONParsingOptions.json5
        options.loneSurrogates = .keep
        return options
    }()

    private static let scalars = [
        "1", "-2.50", "0", "1234567890123456789012345", "1e+5", "true", "false", "null", "\"\"", "\"plain\"",
        "\"a value that is longer than two vectors of 16\"", "\"a\u{7F}b\"", "\"\u{7F}\"", #""\/""#, #""\u00e9\n""#,
        #""\"""#, "\"日本語 é\"", #""\ud800""#, "\": ,\"", "'it'", #"'it\'s'"#, "'\"'", "0x1F", "+5", ".5", "5.", "[]",
        "{}",
    ]
    private static let names = [
        ("\"a\"", "\"a\""), ("\"a name that is longer than 32 bytes\"", "\"a name that is longer than 32 bytes\""),
        (#""\u0062""#, "\"b\""), ("c", "\"c\""), ("'d'", "\"d\""), ("\"\u{7F}\"", #""\u007f""#), ("\"é\"", "\"é\""),
        (#"'\x65'"#, "\"e\""), ("$", "\"$\""),
    ].map { Token($0.0, $0.1) }

    /// The tokens of a random container.
    private func container(_ depth: Int, _ random: inout SeededGenerator) throws -> [Token] {
        let isObject = Bool.random(using: &random)
        var tokens = [Token(isObject ? "{" : "[")]
        var names = TapeSerializerTests.names
        let count = Int.random(in: 0...4, using: &random)
        for number in 0..<count {
            if number > 0 { tokens.append(Token(",")) }
            if isObject {
                tokens.append(names.remove(at: Int.random(in: names.indices, using: &random)))
                tokens.append(Token(":"))
            }
            if depth < 4, Int.random(in: 0..<3, using: &random) == 0 {
                tokens += try container(depth + 1, &random)
            } else {
                tokens.append(try Token(value: TapeSerializerTests.scalars.randomElement(using: &random) ?? "1"))
            }
        }
        if count > 0, Int.random(in: 0..<6, using: &random) == 0 { tokens.append(Token(",", "")) }
        tokens.append(Token(isObject ? "}" : "]"))
        return tokens
    }

    private static let spaces = [" ", "\n  ", "\t", "\r\n", "/* \"]} */", "//,\n", "\u{A0}"]

    /// The source with whitespace between one in `rarity` pairs of tokens.
    private func source(_ tokens: [Token], rarity: Int, _ random: inout SeededGenerator) -> String {
        var source = ""
        for token in tokens {
            source += token.source
            if rarity > 0, Int.random(in: 0..<rarity, using: &random) == 0 {
                source += TapeSerializerTests.spaces.randomElement(using: &random) ?? ""
            }
        }
        return source
    }

    private func chunks(_ json: JSON, _ options: JSONWritingOptions) throws -> String {
        var text: [UInt8] = []
        try json.write(options) { text += $0 }
        return String(decoding: text, as: UTF8.self)
    }

    @Test("Containers are written as their tokens are, whatever is between them in the source")
    func randomContainers() throws {
        var random = SeededGenerator(seed: 37)
        for round in 0..<rounds(6_000) {
            let tokens = try container(0, &random)
            let text = source(tokens, rarity: [0, 1, 3, 30][round % 4], &random)
            let json = try JSON(parsing: text, options: TapeSerializerTests.options)
            let expected = tokens.map(\.written).joined()
            try expectEqual(json.serializedString(), expected, "\(text)")
            try expectEqual(String(decoding: json.serialized(), as: UTF8.self), expected, "\(text)")
            try expectEqual(chunks(json, .compact), expected, "\(text)")
        }
    }

    @Test("Entry by entry, and as parts of others, containers are written the same")
    func otherLayouts() throws {
        var random = SeededGenerator(seed: 38)
        let layouts = [
            JSONWritingOptions.compact, .pretty, JSONWritingOptions(indentation: .tabs(1), endsWithNewline: true),
            JSONWritingOptions(escapesNonASCII: true),
            JSONWritingOptions(indentation: .spaces(3), escapesSlashes: true),
        ]
        for round in 0..<rounds(2_000) {
            let text = source(try container(0, &random), rarity: [0, 1, 3, 30][round % 4], &random)
            let json = try JSON(parsing: text, options: TapeSerializerTests.options)
            let outer = try JSON(parsing: "[ 1,\(text) ,\(text)]", options: TapeSerializerTests.options)
            let document = try Document.parse(Array(text.utf8), options: TapeSerializerTests.options)
            for layout in layouts {
                // No names are repeated, so that this writes each entry by itself.
                let serializer = ValueSerializer(layout, dropsRepeatedNames: true)
                var bytes = try OutputBuffer.bytes(estimatedCount: 0) { try serializer.write(document, into: &$0) }
                if layout.endsWithNewline { bytes.append(Byte.lineFeed) }
                try expectEqual(json.serialized(layout), bytes, "\(text)")
                try expectEqual(outer[1].serialized(layout), bytes, "\(text)")
                try expectEqual(outer[2].serialized(layout), bytes, "\(text)")
                try expectEqual(chunks(json, layout), String(decoding: bytes, as: UTF8.self), "\(text)")
            }
        }
    }

    @Test("DEL is escaped at each position of strings of all lengths, next to other bytes of DEL")
    func deleteAtEachPosition() throws {
        for count in 1...100 {
            for position in 0..<count {
                var text = [UInt8](repeating: UInt8(ascii: "x"), count: count)
                text[position] = Byte.delete
                if position % 3 == 0 { text[count - 1] = Byte.delete }
                let string = String(decoding: text, as: UTF8.self)
                let expected = "[\"" + string.replacing("\u{7F}", with: #"\u007f"#) + "\"]"
                for space in ["", " "] {
                    let json = try JSON(parsing: "[\(space)\"\(string)\"]")
                    try expectEqual(json.serializedString(), expected)
                }
            }
        }
        let long =
            String(repeating: "y", count: StringWriter.pieceSize - 5) + "\u{7F}" + String(repeating: "z", count: 9_000)
        let json = try JSON(parsing: "[\"\(long)\"]")
        try expectEqual(json.serializedString(), "[\"\(long.replacing("\u{7F}", with: #"\u007f"#))\"]")
    }

    @Test("Containers nest as deep as they were parsed")
    func deepNesting() throws {
        for depth in [1, 60, 61, 62, 63, 64, 65, 500] {
            let text = String(repeating: "[{\"a\":", count: depth) + "1" + String(repeating: "}]", count: depth)
            var options = JSONParsingOptions()
            options.maximumDepth = 2 * depth
            let json = try JSON(parsing: text.replacing("[", with: "[ "), options: options)
            try expectEqual(json.serializedString(), text)
        }
    }

    @Test("A number that JSON has not is refused with its path")
    func nonFinite() throws {
        let json = try JSON(parsing: #"{"a":[1,NaN]}"#, options: .json5)
        let error = #expect(throws: JSONError.self) { try json.serialized() }
        expectEqual(error?.code, .nonFiniteNumber)
        expectEqual(error.map { "\($0)" }?.contains("$.a[1]"), true)
        try expectEqual(json.serializedString(JSONWritingOptions(nonFiniteNumbers: .null)), #"{"a":[1,null]}"#)
    }
}
