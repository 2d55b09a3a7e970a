import NeatlineJSON
import NeatlineTestSupport
import Testing

/// What a stream gives: the text of each value, or the words of each error.
private func outcome<Chunks: Sequence>(
    _ chunks: Chunks, _ options: JSONStreamOptions
) -> [String] where Chunks.Element: Sequence<UInt8> {
    JSONStream(chunks, options: options).map(words)
}

private func outcome(_ text: String, _ options: JSONStreamOptions) -> [String] {
    outcome([Array(text.utf8)], options)
}

private func words(_ result: Result<JSON, JSONError>) -> String {
    switch result {
    case .success(let json):
        return (try? json.serializedString(.compact)) ?? "not written"
    case .failure(let error):
        return "byte \(error.byteOffset ?? -1), \(error)"
    }
}

@Suite("Streams of JSON")
struct JSONStreamParserTests {
    static func options(
        _ framing: JSONStreamOptions.Framing, continues: Bool = true, parsing: JSONParsingOptions = .init(),
        maximum: Int = 1 << 30
    ) -> JSONStreamOptions {
        var options = JSONStreamOptions(framing: framing)
        options.continuesAfterErrors = continues
        options.parsing = parsing
        options.maximumRecordSize = maximum
        return options
    }

    @Test("a value is there as soon as its last byte is")
    func completeAtOnce() throws {
        func offsets(_ text: String, _ framing: JSONStreamOptions.Framing) throws -> [Int] {
            var parser = JSONStreamParser(options: JSONStreamOptions(framing: framing))
            var found: [Int] = []
            for (offset, byte) in text.utf8.enumerated() {
                parser.feed([byte])
                while try parser.next() != nil { found.append(offset) }
            }
            parser.finish()
            while try parser.next() != nil { found.append(text.utf8.count) }
            return found
        }
        try expectEqual(offsets("1\n[2]\r\n\n\"3\"", .lines), [1, 6, 11])
        try expectEqual(offsets("{}[1]\"a\"12 3 true", .concatenated), [1, 4, 7, 10, 12, 17])
        try expectEqual(offsets("[\"]\\\"\"]1", .concatenated), [6, 8])
        try expectEqual(offsets("\u{1E}{}\n\u{1E}12\n\u{1E}\u{1E}[\n]\n", .sequence), [3, 7, 13])
    }

    @Test("lines: whitespace lines are skipped, carriage returns are whitespace, the last line needs no end")
    func lines() {
        let lines = Self.options(.lines)
        expectEqual(outcome("{\"a\":1}\r\n\n  \t\r\n[2]\n3", lines), ["{\"a\":1}", "[2]", "3"])
        expectEqual(outcome("", lines), [])
        expectEqual(outcome("\n\n", lines), [])
        expectEqual(outcome("\u{FEFF}1\n2", lines), ["1", "2"])
    }

    @Test("lines that are wrong are reported with their position, and the others read")
    func wrongLines() {
        let text = "{\"é\":1}\n{\"a\" 1}\n[1\n \n[1] 2\n\u{FEFF}1\n{\"ok\":true}\n\"x"
        expectEqual(
            outcome(text, Self.options(.lines)),
            [
                "{\"é\":1}",
                "byte 14, line 2, column 6: expected ':' after a key, found '1'\n    {\"a\" 1}\n         ^",
                "byte 19, line 3, column 3: unexpected end of the line\n    [1\n      ^",
                "byte 26, line 5, column 5: expected nothing after the value, found '2'\n    [1] 2\n        ^",
                "byte 28, line 6, column 1: expected a value, found U+FEFF\n    \u{FEFF}1\n    ^",
                "{\"ok\":true}",
                "byte 47, line 8, column 3: unexpected end of the line\n    \"x\n      ^",
            ])
    }

    @Test("the first error ends a strict stream")
    func strict() throws {
        expectEqual(outcome("1\n2 2\n3\n", Self.options(.lines, continues: false)).count, 2)
        var parser = JSONStreamParser()
        parser.feed(Array("x\n1\n".utf8))
        #expect(throws: JSONError.self) { try parser.next() }
        parser.feed(Array("1\n".utf8))
        expect(try parser.next() == nil)
    }

    @Test("concatenated values stand with and without whitespace between them")
    func concatenated() {
        let options = Self.options(.concatenated)
        expectEqual(
            outcome("{}{\"a\":[]} [1]\n\"x\"\"y\"1 2\t-3null[true]false", options),
            [
                "{}", "{\"a\":[]}", "[1]", "\"x\"", "\"y\"", "1", "2",
                "byte 27, line 2, column 13: expected nothing after the value, found 'n'\n    -3null\n      ^",
                "[true]", "false",
            ])
        expectEqual(
            outcome("] {\"a\":tru} 1,2 [", options),
            [
                "byte 0, line 1, column 1: expected a value, found ']'\n    ]\n    ^",
                "byte 10, line 1, column 11: expected null, true or false, found '}'\n    {\"a\":tru}\n            ^",
                "byte 13, line 1, column 14: expected nothing after the value, found ','\n    1,2\n     ^",
                "byte 17, line 1, column 18: unexpected end of the value\n    [\n     ^",
            ])
    }

    @Test("JSON text sequences: marked values, cut numbers, text without a mark (RFC 7464)")
    func sequences() {
        let options = Self.options(.sequence)
        expectEqual(
            outcome("\u{1E}{\"a\":\n1}\n\u{1E}[2]\u{1E}\u{1E}\"s\"\u{1E}3\n\u{1E}true", options),
            [
                "{\"a\":1}", "[2]", "\"s\"", "3",
                "byte 27, line 4, column 6: expected a line feed after the value, found the end of the value\n"
                    + "    true\n        ^",
            ])
        expectEqual(
            outcome("x\n\u{1E}1\u{1E}2\n3\n\u{1E}[\"\u{1E}4\n", options),
            [
                "byte 0, line 1, column 1: expected U+001E before a value, found 'x'\n    x\n    ^",
                "byte 4, line 2, column 3: expected a line feed after the value, found the end of the value\n    1\n     ^",
                "2", "byte 7, line 3, column 1: expected U+001E before a value, found '3'\n    3\n    ^",
                "byte 12, line 4, column 4: unexpected end of the value\n    [\"\n      ^", "4",
            ])
    }

    @Test("comments, single quotes and JSON5's whitespace do not confuse the frames")
    func JSON5() {
        let options = Self.options(.concatenated, parsing: .json5)
        expectEqual(
            outcome("// [\n{a: '}'} /* ] */ 0x10/**/['\\'']\u{A0}\u{FEFF}+1 // end", options),
            ["{\"a\":\"}\"}", "16", "[\"'\"]", "1"])
        let lines = Self.options(.lines, parsing: .json5)
        expectEqual(outcome("// one\n{a:1,} // two\n\u{A0}\n/**/\n'3'", lines), ["{\"a\":1}", "\"3\""])
        expectEqual(
            outcome("1 /* [", options),
            [
                "1",
                "byte 2, line 1, column 3: expected '*/' after a comment, found the end of the value\n    /* [\n    ^",
            ])
    }

    @Test("a record that is too large is one error, and is not kept")
    func limits() {
        let message = "at most 8 bytes in a record, found more"
        for framing in [JSONStreamOptions.Framing.lines, .concatenated, .sequence] {
            let mark = framing == .sequence ? "\u{1E}" : ""
            let options = Self.options(framing, maximum: 8)
            let texts = ["[1,2]\n", "[1,2,3,4,5,6,7,8]\n", "[3,4]\n"].map { mark + $0 }
            let whole = outcome(texts.joined(), options)
            expectEqual(whole.count, 3)
            expect(whole[1].contains("line 2, column \(mark.utf8.count + 1): expected \(message)"), "\(whole)")
            expectEqual(whole[2], "[3,4]")
            for size in 1...30 { expectEqual(outcome(Self.cut(texts.joined(), size), options), whole) }
        }
    }

    @Test("a comment between values counts as a record does, however the stream is cut")
    func longComments() {
        let options = Self.options(.concatenated, parsing: .json5, maximum: 6)
        let text = "1/*ab*/2/*abc*/3//abcd\n4//abcde\u{2028}5//abcdef"
        let whole = outcome(text, options)
        func tooLong(_ offset: Int, line: Int, column: Int, _ excerpt: String) -> String {
            "byte \(offset), line \(line), column \(column): expected at most 6 bytes in a record, found more\n"
                + "    \(excerpt)\n    ^"
        }
        expectEqual(
            whole,
            [
                "1", "2", tooLong(8, line: 1, column: 9, "/*abc*/"), "3", "4",
                tooLong(24, line: 2, column: 2, "//abcde"), "5", tooLong(35, line: 2, column: 11, "//abcde"),
            ])
        for size in 1...text.utf8.count { expectEqual(outcome(Self.cut(text, size), options), whole) }
    }

    @Test("the end of a comment is found in a record that is skipped, whose bytes are gone")
    func commentsInSkippedRecords() {
        let options = Self.options(.concatenated, parsing: .json5, maximum: 4)
        let text = "[1,2,3 /* ] */, 4 // ]\u{2028} , 5] 6"
        let whole = outcome(text, options)
        expect(whole.count == 2 && whole.last == "6")
        for size in 1...text.utf8.count { expectEqual(outcome(Self.cut(text, size), options), whole) }
    }

    @Test("a stream may not end in the middle of a character")
    func cutCharacterAtTheEnd() {
        let options = Self.options(.concatenated, parsing: .json5)
        for bytes in [Array("1 ".utf8) + [0xE2], Array("1 ".utf8) + [0xE2, 0x80]] {
            let whole = outcome([bytes], options)
            expectEqual(whole.count, 2)
            expectEqual(whole.last?.hasPrefix("byte 2, line 1, column 3: expected a value"), true)
            expectEqual(outcome(bytes.map { [$0] }, options), whole)
        }
    }

    @Test("members with one name are rejected where the options say so, with the position in the stream")
    func duplicates() {
        var parsing = JSONParsingOptions()
        parsing.duplicateKeys = .reject
        expectEqual(
            outcome("{}\n{\"a\":1,\"a\":2}\n3", Self.options(.lines, parsing: parsing)),
            [
                "{}",
                "byte 10, line 2, column 8: expected a name not used before, found \"a\" again\n    "
                    + "{\"a\":1,\"a\":2}\n           ^", "3",
            ])
    }

    @Test("ill-formed UTF-8 is an error, or replaced where the options say so")
    func illFormed() {
        var parsing = JSONParsingOptions()
        let bytes = Array("1\n\"".utf8) + [0xFF] + Array("\"\n2\n".utf8)
        expectEqual(outcome([bytes], Self.options(.lines, parsing: parsing)).count, 3)
        expect(outcome([bytes], Self.options(.lines, parsing: parsing))[1].hasPrefix("byte 3, line 2, column 2: "))
        parsing.invalidUTF8 = .replace
        expectEqual(outcome([bytes], Self.options(.lines, parsing: parsing)), ["1", "\"\u{FFFD}\"", "2"])
    }

    static func cut(_ text: String, _ size: Int) -> [[UInt8]] { cut(Array(text.utf8), size) }

    static func cut(_ bytes: [UInt8], _ size: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    }

    static let streams: [(framing: JSONStreamOptions.Framing, text: String)] = [
        (.lines, "\u{FEFF}{\"é\":[1,2]}\r\n\n[1\n\"日本\"\n1 2\nnull"),
        (.concatenated, "\u{FEFF}{\"a\":\"}\\\"\"}[1]\n]12 \"é\"tru{} 1,2 [\"\n"),
        (.sequence, "\u{FEFF}x\u{1E}{\"é\":\n1}\n\u{1E}\u{1E}12\u{1E}[\"]\"\u{1E}3\ny\u{1E}\"z\"\n"),
        (.lines, "{a:'\\'x',} // é\n/*\n0x1F\n\u{A0}\n+\n"),
        (.concatenated, "/* é */{a:'}'}\u{2028}0x1F//\u{2029}['\\''] / 1/**/2"),
        (.sequence, "\u{1E}/*]*/[1]\n\u{1E}'\n'\u{1E}0x1F \u{1E}// x\n2\n"),
    ]

    @Test("every split of a small stream into three parts gives what the whole gives", arguments: streams.indices)
    func everySplit(_ stream: Int) {
        let (framing, text) = Self.streams[stream]
        let bytes = Array(text.utf8)
        for continues in [true, false] {
            for parsing in [JSONParsingOptions(), .json5] {
                let options = Self.options(framing, continues: continues, parsing: parsing)
                let whole = outcome([bytes], options)
                expect(!whole.isEmpty)
                expectEqual(outcome(bytes.map { [$0] }, options), whole)
                for first in 0...bytes.count {
                    for second in stride(from: first, through: bytes.count, by: TestScale.stride) {
                        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]].map { Array($0) }
                        if outcome(parts, options) != whole { Issue.record("cut at \(first) and \(second)") }
                    }
                }
            }
        }
    }

    @Test("random splits of random streams, some damaged, give what the whole gives, and each record its own document")
    func randomSplits() {
        var generator = DocumentGenerator(seed: 60)
        var random = NeatlineTestSupport.SeededGenerator(seed: 61)
        for round in 0..<TestScale.rounds(1000) {
            let framing = [JSONStreamOptions.Framing.lines, .concatenated, .sequence][round % 3]
            var bytes: [UInt8] = []
            var expected: [String] = []
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                let text = generator.anyText()
                guard let json = try? JSON(parsing: text), let line = try? json.serialized(.compact) else { continue }
                expected.append(String(decoding: line, as: UTF8.self))
                bytes += (framing == .sequence ? [0x1E] : []) + line + [0x0A]
            }
            let options = Self.options(framing, maximum: round % 2 == 0 ? 1 << 30 : 400)
            if round % 4 > 0 { bytes = Mutation.mutate(bytes, with: generator.anyText(), using: &random) }
            let whole = outcome([bytes], options)
            if round % 4 == 0 { expectEqual(whole, expected) }
            var parts: [[UInt8]] = []
            var offset = 0
            let largest = [3, 100, 5000].randomElement(using: &random) ?? 1
            while offset < bytes.count {
                let count = min(Int.random(in: 1...largest, using: &random), bytes.count - offset)
                parts.append(Array(bytes[offset..<offset + count]))
                offset += count
            }
            if outcome(parts, options) != whole { Issue.record("round \(round)") }
        }
    }

    @Test(
        "a record of megabytes in small chunks is looked at once",
        arguments: [JSONStreamOptions.Framing.lines, .concatenated])
    func largeRecord(_ framing: JSONStreamOptions.Framing) throws {
        let count = TestScale.rounds(2_000_000)
        let text = "[\"" + String(repeating: "x", count: count) + "\"]\n1\n"
        for size in [1, 1024] {
            var parser = JSONStreamParser(options: JSONStreamOptions(framing: framing))
            var found: [JSON] = []
            for chunk in Self.cut(text, size) {
                parser.feed(chunk)
                while let value = try parser.next() { found.append(value) }
            }
            expectEqual(found.count, 2)
            expectEqual(found.first?[0].string?.utf8.count, count)
        }
    }

    @Test("values stay what they are when the parser is gone, and copies of a parser go separate ways")
    func independence() throws {
        var parser = JSONStreamParser()
        parser.feed(Array("{\"a\":[1,\"é\"]}\n[2]\n".utf8))
        var copy = parser
        let first = try parser.next()
        parser.feed(Array("[3]\n".utf8))
        try expectEqual(copy.next(), first)
        try expectEqual(copy.next()?[0].int, 2)
        expect(try copy.next() == nil)
        try expectEqual(parser.next()?[0].int, 2)
        try expectEqual(parser.next()?[0].int, 3)
        parser = JSONStreamParser()
        expectEqual(first?["a"][1].string, "é")
        expectEqual(first?["a"]["b"].error?.path, "$.a")
    }

    @Test("an asynchronous sequence of chunks gives the same")
    func asynchronous() async throws {
        let chunks = Self.cut("{\"a\":1}\n[2\n3\n", 5)
        let stream = AsyncStream<[UInt8]> { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
        var found: [String] = []
        for await record in AsyncJSONStream(stream, options: Self.options(.lines)) { found.append(words(record)) }
        expectEqual(found, outcome(chunks, Self.options(.lines)))
        expectEqual(found.count, 3)
    }
}

@Suite("Streams that are written")
struct JSONStreamWriterTests {
    private func written(
        _ framing: JSONStreamOptions.Framing, _ options: JSONWritingOptions, _ values: [JSON]
    ) throws -> String {
        let output = Output()
        var writer = JSONStreamWriter(framing: framing, options: options) { output.bytes += $0 }
        for value in values { try writer.write(value) }
        try writer.flush()
        return String(decoding: output.bytes, as: UTF8.self)
    }

    private final class Output {
        var bytes: [UInt8] = []
    }

    @Test("a line feed follows each value, U+001E stands before it in sequences")
    func frames() throws {
        let values: [JSON] = [["a": [1, 2]], "x\ny", .null]
        try expectEqual(written(.lines, .pretty, values), "{\"a\":[1,2]}\n\"x\\ny\"\nnull\n")
        try expectEqual(written(.concatenated, .compact, values), "{\"a\":[1,2]}\n\"x\\ny\"\nnull\n")
        try expectEqual(
            written(.sequence, .pretty, values),
            "\u{1E}{\n  \"a\": [\n    1,\n    2\n  ]\n}\n\u{1E}\"x\\ny\"\n\u{1E}null\n")
    }

    @Test("what is written is read back", arguments: [JSONStreamOptions.Framing.lines, .concatenated, .sequence])
    func roundTrip(_ framing: JSONStreamOptions.Framing) throws {
        var generator = DocumentGenerator(seed: 62)
        let values = try (0..<100).map { _ in try JSON(parsing: generator.anyText()) }
        let text = try written(framing, .pretty, values)
        let read = try JSONStream(Array(text.utf8), options: JSONStreamOptions(framing: framing)).map { try $0.get() }
        expectEqual(read, values)
    }

    @Test("a value that cannot be written leaves nothing behind")
    func refused() throws {
        let output = Output()
        var writer = JSONStreamWriter(framing: .sequence) { output.bytes += $0 }
        try writer.write([1])
        #expect(throws: JSONError.self) { try writer.write(.array(JSONArray([2, .number(JSONNumber(Double.nan))]))) }
        try writer.write([3])
        try writer.flush()
        expectEqual(output.bytes, Array("\u{1E}[1]\n\u{1E}[3]\n".utf8))
    }
}
