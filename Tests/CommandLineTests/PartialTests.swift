import Foundation
import NeatlineTestSupport
import Testing

/// `--partial`: texts that are cut off are written as far as they go.
@Suite("Partial input")
struct PartialTests {
    @Test(
        "What has come of a value is written before the error",
        arguments: [
            (#"{"a": [1, 2"#, #"{"a":[1]}"#, "1:12: error: unexpected end of the text"),
            (#"{"a": "x\u00e9\ud8"#, #"{"a":"xé"}"#, "1:19: error: unexpected end of the text"),
            (#"[1, {"a": tru"#, "[1,{}]", "1:14: error: unexpected end of the text"),
            ("[1, x]", "[1]", "1:5: error: expected a value, found 'x'"),
            ("[1]\n{\"a\":2}\n{\"a\":[3", "[1]\n{\"a\":2}\n{\"a\":[]}", "3:8: error: unexpected end of the text"),
            ("1 2 \"x", "1\n2\n\"x\"", "1:7: error: unexpected end of the text"),
            ("[1]]", "[1]", "1:4: error: expected a value, found ']'"),
        ])
    func cutOff(_ input: String, _ output: String, _ error: String) throws {
        let run = try jsonq("-c", "--partial", input: input)
        expectEqual(run.text, output + "\n")
        expect(run.errors.hasPrefix("<stdin>:\(error)"), "\(run.errors)")
        expectEqual(run.status, 5)
    }

    @Test(
        "A text that is whole is written as without the option", arguments: ["[1] [2]\n3", "{}\n", "\"x\" [true]null "])
    func whole(_ input: String) throws {
        for options in [["-c"], ["-s"], ["."], ["-S"]] {
            let run = try jsonq(options + ["--partial"], bytes: Array(input.utf8))
            let expected = try jsonq(options, bytes: Array(input.utf8))
            expect(run.text == expected.text && run.errors == expected.errors && run.status == expected.status)
        }
    }

    @Test(
        "Errors are those without the option, at the same places",
        arguments: [
            (["--dup", "error"], "[1]\n{\"b\":[{\"x\":1,\"x\":2}]} 3"), (["--dup", "error"], "1 {\"a\":1,\"a\":2}"),
            ([".a"], "1\n2 {\"a\":1} [3]"), (["--jsonc", ".a"], "\u{FEFF}1 // x\n/* \n */ 2"),
            (["."], "truefalse"), (["."], "1-1"), (["."], "[1]2[3]4\"x\"5"), (["."], "null,1"), (["--jsonc"], "1/**/2"),
            (["--jsonc"], "1 /"), (["--jsonc"], "[1]/"), (["--jsonc"], "// c"), (["--jsonc"], "/* c"), (["-s"], "\n"),
        ])
    func errors(_ options: [String], _ input: String) throws {
        /// The first lines of the messages: a line of the input is shown from its last value on.
        func places(_ run: Run) -> [Substring] { run.errors.split(separator: "\n").filter { $0.hasPrefix("<stdin>") } }
        let run = try jsonq(options + ["-c", "--partial"], bytes: Array(input.utf8))
        let expected = try jsonq(options + ["-c"], bytes: Array(input.utf8))
        expect(run.text == expected.text && places(run) == places(expected) && run.status == expected.status)
    }

    @Test("An input without a value is an error as without the option", arguments: ["", " \n"])
    func blank(_ input: String) throws {
        let run = try jsonq("--partial", input: input)
        expectEqual(run.errors, (try jsonq("-S", input: input)).errors)
        expect(run.status == 5 && run.output.isEmpty)
    }

    @Test("Values that lie across the pieces that are read are whole, and errors have their place")
    func pieces() throws {
        let line = "{\"text\":\"" + String(repeating: "0123456789", count: 300) + "\"}\n"
        let run = try jsonq("-c", "--partial", input: String(repeating: line, count: 40) + "{\"text\":\"0")
        expectEqual(run.text, String(repeating: line, count: 40) + "{\"text\":\"0\"}\n")
        expect(run.errors.hasPrefix("<stdin>:41:11: error: unexpected end of the text"), "\(run.errors)")
    }

    @Test("The filter is applied to what has come")
    func filter() throws {
        let run = try jsonq("-r", "--partial", ".choices[].text", input: #"{"choices": [{"text": "one"}, {"text": "tw"#)
        expectEqual(run.text, "one\ntw\n")
    }
}
