import NeatlineJSON
import NeatlineTestSupport
import Testing

/// What the targets of `Tests/Fuzzing` have found, each the shortest input that showed it.
@Suite("Finds of the fuzzing") struct FuzzFindTests {
    private static let json5 = JSONParsingOptions.json5

    @Test(
        "The formatter does the same with a text however it is cut",
        arguments: ["1\u{2029}ll]", "1\u{A0}2", "null\u{FEFF}[1]", "[1\u{2028},2]"])
    func cutFormatting(text: String) {
        let bytes = Array(text.utf8)
        let whole = Formatted(bytes, parsing: Self.json5)
        for size in 1...bytes.count {
            let other = Formatted(bytes, parsing: Self.json5, chunkSize: size)
            expectEqual(other.output, whole.output)
            expectEqual(other.valueCount, whole.valueCount)
            expectEqual(other.error, whole.error)
        }
    }

    @Test(
        "The parser of streams does the same with a text however it is cut, also in comments that are too long",
        arguments: [",],/*:.cc*$/[1]1\\v\\.'}//e\n[2\u{1}]", "\n\n///////////\n\n\u{1}", "[1]/*/*/[2]", "/**/[1]"])
    func cutStreams(text: String) {
        for framing in [JSONStreamOptions.Framing.lines, .concatenated, .sequence] {
            for limit in [1, 2, 10, 18] {
                var options = JSONStreamOptions(framing: framing)
                options.parsing = Self.json5
                options.continuesAfterErrors = true
                options.maximumRecordSize = limit
                let bytes = Array(text.utf8)
                let whole = results(bytes, options, chunkSize: bytes.count)
                for size in 1..<bytes.count { expectEqual(results(bytes, options, chunkSize: size), whole) }
            }
        }
    }

    @Test("A comment of any length may be cut, also where scalars must not stand alone")
    func cutComments() {
        var parsing = Self.json5
        parsing.allowsTopLevelScalars = false
        let long = String(repeating: "/", count: 300)
        for text in ["\(long)\n[1]", "\(long)\n2b", "/*\(long)*/{'a:' ", "/*\(long)", long] {
            let bytes = Array(text.utf8)
            let whole = Formatted(bytes, parsing: parsing)
            for size in [1, 7, 16, 100, 200, 299] {
                let other = Formatted(bytes, parsing: parsing, chunkSize: size)
                expectEqual(other.output, whole.output, "\(text)")
                expectEqual(other.error, whole.error, "\(text)")
            }
            expect(Disagreement.ofFormatter(bytes, options: parsing) == nil)
        }
    }

    @Test(
        "The halves of a surrogate pair are one character, also with continued lines between them",
        arguments: ["\\\n", "\\\r\n", "\\\r\\\n", "\\\u{2028}\\\u{2029}", String(repeating: "\\\u{2029}", count: 100)])
    func continuedPairs(between: String) throws {
        for loneSurrogates in [JSONParsingOptions.LoneSurrogates.reject, .keep, .replace] {
            var parsing = Self.json5
            parsing.loneSurrogates = loneSurrogates
            for quote in ["\"", "'"] {
                let string = "\(quote)\\ud83d\(between)\\ude19\(quote)"
                let bytes = Array("{\(string):\(string)}".utf8)
                try expectEqual(JSON(parsing: bytes, options: parsing), ["😙": "😙"])
                expect(Disagreement.ofTape(bytes, options: parsing) == nil)
                for size in [1, 2, 3, 16, 200, .max] {
                    expect(Disagreement.ofFormatter(bytes, options: parsing, chunkSize: size) == nil)
                }
            }
        }
    }

    @Test("Numbers of JSON5 have their own digits only, whatever number stands next to them")
    func neighbours() throws {
        let numbers = [
            ".5", "5.", "+1", "0x1F", ".00000000000513631559", "+12345678.25", "0x123456789ABCDEF", "7.e2", "-.5e1",
            "3",
            "0.25", "+1e-3", "+12345678901234567890",
        ]
        for (first, second) in numbers.flatMap({ first in numbers.map { (first, $0) } }) {
            let text = Array("[\(first),\(second)]".utf8)
            expect(Disagreement.ofTape(text, options: Self.json5) == nil)
            let reader = try DocumentReader(parsing: text, options: Self.json5)
            let position = reader.firstElement(0)
            let number = try #require(reader.number(position))
            expectEqual(reader.double(position), Double(number.text), "\(first) before \(second)")
            // In a stream the last number of a record has no bracket behind it.
            var options = JSONStreamOptions(framing: .concatenated)
            options.parsing = Self.json5
            var parser = JSONStreamParser(options: options)
            parser.feed(Array("\(second) \(first) ".utf8))
            parser.finish()
            for expected in [second, first] {
                let value = try #require(try parser.next())
                expectEqual(
                    value.doubleValue, try JSON(parsing: expected, options: Self.json5).doubleValue, "\(expected)")
            }
        }
    }

    /// The values and errors of a stream, as text.
    private func results(_ bytes: [UInt8], _ options: JSONStreamOptions, chunkSize: Int) -> [String] {
        var parser = JSONStreamParser(options: options)
        var results: [String] = []
        func takeAll() {
            while true {
                do {
                    guard let value = try parser.next() else { return }
                    results.append(value.description)
                } catch {
                    results.append("\((error as? JSONError)?.byteOffset ?? -1): \(error)")
                }
            }
        }
        for start in stride(from: 0, to: bytes.count, by: chunkSize) {
            parser.feed(bytes[start..<Swift.min(start + chunkSize, bytes.count)])
            takeAll()
        }
        parser.finish()
        takeAll()
        return results
    }
}
