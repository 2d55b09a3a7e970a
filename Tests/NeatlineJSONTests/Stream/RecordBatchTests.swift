import NeatlineJSON
import NeatlineTestSupport
import Testing

@Suite("Records that share a document")
struct RecordBatchTests {
    private func values(
        _ text: String, _ options: JSONStreamOptions = JSONStreamOptions()
    ) throws -> [JSON] {
        try JSONStream(Array(text.utf8), options: options).map { try $0.get() }
    }

    @Test(
        "each value is its own root for paths",
        arguments: [JSONStreamOptions.Framing.lines, .concatenated, .sequence])
    func paths(_ framing: JSONStreamOptions.Framing) throws {
        let mark = framing == .sequence ? "\u{1E}" : ""
        let text = ["{\"a\":{\"b\":[1]}}", "{\"c\":[[],{\"d\":1}]}"].map { mark + $0 + "\n" }.joined()
        let values = try values(text, JSONStreamOptions(framing: framing))
        expectEqual(values.count, 2)
        expectEqual(values[0]["a"]["b"][7].error?.path, "$.a.b[7]")
        expectEqual(values[1]["c"][1]["x"].error?.path, "$.c[1].x")
        expectEqual(values[1]["x"].error?.path, "$.x")
    }

    @Test("values that share a document are changed, written and compared apart")
    func independence() throws {
        var values = try values("{\"a\":[1,2]}\n{\"a\":[1,2]}\n")
        values[0]["a"][0] = 9
        expect(values[0].description != values[1].description)
        try expectEqual(values[1].serializedString(.compact), "{\"a\":[1,2]}")
        expectEqual(values[1].detached(), values[1])
    }

    @Test("a line feed inside a value is an error in lines, and whitespace elsewhere")
    func innerLineFeeds() throws {
        let text = "[1,\n2]\n{\"a\":\n3}\n[4]\n"
        var lines = JSONStreamOptions()
        lines.continuesAfterErrors = true
        let results = Array(JSONStream(Array(text.utf8), options: lines))
        expectEqual(results.count, 5)
        expectEqual(results.compactMap { try? $0.get() }, [[4]])
        try expectEqual(values(text, JSONStreamOptions(framing: .concatenated)), [[1, 2], ["a": 3], [4]])
    }

    @Test("comments and continued strings do not carry a line feed into a record")
    func hiddenLineFeeds() throws {
        var options = JSONStreamOptions()
        options.parsing = .json5
        options.continuesAfterErrors = true
        let text = "[1/*\n*/]\n['a\\\nb']\n[2] // c\n0x10\n"
        let results = Array(JSONStream(Array(text.utf8), options: options))
        expectEqual(results.compactMap { try? $0.get() }, [[2], 16])
    }

    @Test("chunks larger than a batch, with wrong lines among the others, give what each line gives alone")
    func largeChunks() throws {
        var generator = DocumentGenerator(seed: 63)
        var random = NeatlineTestSupport.SeededGenerator(seed: 64)
        var text: [UInt8] = []
        var expected: [JSON?] = []
        while text.count < 300_000 {
            var line: [UInt8]
            switch Int.random(in: 0..<20, using: &random) {
            case 0: line = Array("[1,".utf8)
            case 1: line = Array("1 2".utf8)
            case 2:
                line = Array("\"\(String(repeating: "x", count: Int.random(in: 0..<90_000, using: &random)))\"".utf8)
            default: line = try JSON(parsing: generator.anyText()).serialized(.compact)
            }
            if Int.random(in: 0..<50, using: &random) == 0 { line.append(0x0D) }
            expected.append((try? JSON(parsing: line)).map { .some($0) } ?? Optional<JSON>.none)
            text += line + [0x0A]
        }
        var options = JSONStreamOptions()
        options.continuesAfterErrors = true
        for size in [text.count, 65_536, 10_000] {
            let chunks = stride(from: 0, to: text.count, by: size).map { Array(text[$0..<min($0 + size, text.count)]) }
            let found = JSONStream(chunks, options: options).map { result -> JSON? in
                guard case .success(let value) = result else { return Optional<JSON>.none }
                return .some(value)
            }
            expectEqual(found.count, expected.count)
            expect(zip(found, expected).allSatisfy { $0 == $1 })
        }
    }
}
