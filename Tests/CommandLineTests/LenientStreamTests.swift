import NeatlineTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Streams of JSONC and JSON5 in which a value is wrong, or that have record separators.
@Suite struct LenientStreamTests {
    @Test("It goes on behind an invalid line", arguments: [".", ".a?"])
    func itGoesOnBehindAnInvalidLine(_ filter: String) throws {
        let input = "{a:1} // one\n{a:}\n/* two\n lines */ {a:2,} {'a':\n{a 3}\n{a:4}\n[5"
        let run = try jsonq("--keep-going", "--json5", "-c", "-f", filter, input: input)
        expectEqual(run.text, filter == "." ? "{\"a\":1}\n{\"a\":2}\n{\"a\":4}\n" : "1\n2\n4\n")
        expectEqual(
            run.errors,
            """
            <stdin>:2:4: error: expected a value, found '}'
                {a:}
                   ^
            <stdin>:5:4: error: expected ':' after a key, found '3'
                {a 3}
                   ^
            <stdin>:7:3: error: unexpected end of the text
                [5
                  ^

            """)
        expectEqual(run.status, 5)
    }

    @Test("It goes on behind what JSON has no form for")
    func itGoesOnBehindWhatJSONHasNoFormFor() throws {
        let run = try jsonq("--keep-going", "--json5", "-c", input: "[1, NaN]\n[2]\n")
        expectEqual(run.text, "[2]\n")
        expect(run.errors.hasPrefix("<stdin>:1:5: error: expected a finite number, found NaN\n"))
        expectEqual(run.status, 5)
    }

    @Test("A duplicate name is no end of the others")
    func aDuplicateNameIsNoEndOfTheOthers() throws {
        let input = "{\"a\":1,\"a\":2} // x\n{\"b\":3}\n"
        let run = try jsonq("--keep-going", "--jsonc", "--dup=error", "-c", input: input)
        expectEqual(run.text, "{\"b\":3}\n")
        expectEqual(run.errors, "<stdin>:1:1: error: expected a name not used before, found \"a\" again\n")
        expectEqual(run.status, 5)
    }

    @Test("Check reports all that is wrong")
    func checkReportsAllThatIsWrong() throws {
        let run = try jsonq("--keep-going", "--jsonc", "--check", input: "[1] // x\n[,]\n{}\n[,]\n")
        expectEqual(run.text, "")
        expectEqual(run.errors.split(separator: "\n").filter { $0.contains("error:") }.count, 2)
        expectEqual(run.status, 5)
    }

    @Test("JSON comes out as without the options")
    func jsonComesOutAsWithoutTheOptions() throws {
        let input = "{\"a\":1}\n{\"a\":\n{\"a\":2}\n{\"a\" 3}\n\"x\" 1 null\n{\"a\":4}\ntru\n[5"
        let strict = try jsonq("--keep-going", "-c", input: input)
        for option in ["--jsonc", "--json5"] {
            let run = try jsonq("--keep-going", option, "-c", input: input)
            expectEqual(run.text, strict.text)
            expectEqual(run.status, strict.status)
        }
    }

    @Test("Sequences are written and read")
    func sequencesAreWrittenAndRead() throws {
        let input =
            "\u{1E}[1,] // one\n\u{1E}[2,\n\u{1E}{a:0x3}\n"
            + "\u{1E}4 \u{1E}5/* five */\u{1E}'\u{1E}Infinity\u{1E}/* \u{1E}6\n"
        let run = try jsonq("--seq", "--json5", "-c", input: input)
        expectEqual(run.text, "\u{1E}[1]\n\u{1E}{\"a\":3}\n\u{1E}4\n\u{1E}5\n\u{1E}6\n")
        expectEqual(
            run.errors.split(separator: "\n").filter { $0.contains("error:") },
            [
                "<stdin>:3:1: error: expected a value, found U+001E",
                "<stdin>:4:18: error: expected control characters to be escaped, found U+001E",
                "<stdin>:4:19: error: expected a finite number, found Infinity",
                "<stdin>:4:28: error: expected '*/' after a comment, found the end of the text",
            ])
        expectEqual(run.status, 5)
    }

    @Test("A scalar that may be cut off is an error", arguments: ["1", "null", "-0x1f", ".5", "true"])
    func aScalarThatMayBeCutOffIsAnError(_ scalar: String) throws {
        for text in ["\u{1E}\(scalar)", "\u{1E}\(scalar)\u{1E}"] {
            let run = try jsonq("--seq", "--json5", "-c", input: text + "\u{1E}[]\n")
            expectEqual(run.text, "\u{1E}[]\n")
            expect(run.errors.contains(": error: "))
            expectEqual(run.status, 5)
        }
        try expectEqual(jsonq("--seq", "--json5", "-c", input: "\u{1E}\(scalar)").status, 5)
        try expectEqual(jsonq("--seq", "--json5", "-c", input: "\u{1E}\(scalar)\n").errors, "")
    }

    /// Every token, and every error, meets the end of a read at every offset in it.
    @Test("Values may arrive in pieces", arguments: [1, 2, 3, 5])
    func valuesMayArriveInPieces(_ size: Int) throws {
        let folder = try TemporaryFolder()
        let rest = String(repeating: " ", count: 200)
        let text = Array(
            "\u{1E}{a:'x\\\n',/* c */} \n\u{1E}null\n\u{1E}tru\u{1E}12 // x\n\u{1E}'cut\u{1E}[0x1f]\n\u{1E}/* \(rest)\u{1E}7\n"
                .utf8)
        for arguments in [["--seq", "--json5", "-c"], ["--seq", "--json5", "-c", "--keep-going", "."]] {
            let output = try Jsonq.makePipe()
            defer { close(output.reading) }
            var process = try Jsonq(arguments, outputTo: output.writing, in: folder)
            close(output.writing)
            for start in stride(from: 0, to: text.count, by: size) {
                process.write(Array(text[start..<min(start + size, text.count)]))
            }
            let run = process.finish()
            expectEqual(run.status, 5)
            expectEqual(run.errors.split(separator: "\n").filter { $0.contains("error:") }.count, 3)
            var found: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while case let count = read(output.reading, &buffer, buffer.count), count > 0 { found += buffer[..<count] }
            let expected = ["{\"a\":\"x\"}", "null", "12", "[31]", "7"].map { "\u{1E}\($0)\n" }.joined()
            expectEqual(String(decoding: found, as: UTF8.self), expected)
        }
    }

    @Test("A long invalid line is passed over")
    func aLongInvalidLineIsPassedOver() throws {
        let long = String(repeating: "x", count: 1_000_000)
        let input = "[1]\n[\(long)]\n{'a':'\(long)'}\n['x' \(long)\n[2]\n"
        let run = try jsonq("--keep-going", "--json5", "-c", input: input)
        expectEqual(run.text, "[1]\n{\"a\":\"\(long)\"}\n[2]\n")
        expectEqual(run.status, 5)
    }
}
