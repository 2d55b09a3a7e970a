import NeatlineTestSupport
import Testing

@Suite struct OptionTests {
    private static let stream = #"{"a":"x\n"} {"a":[1]} {"a":null}"#

    @Test("Join writes nothing after a value")
    func joinWritesNothingAfterAValue() throws {
        try expectEqual(jsonq("-cj", ".a", input: Self.stream).text, "x\n[1]null")
        try expectEqual(jsonq("--join-output", input: "1 \"2\" [3]").text, "12[\n  3\n]")
    }

    @Test("Raw0 writes a nul after a value")
    func raw0WritesANulAfterAValue() throws {
        try expectEqual(jsonq("-c0", ".a", input: Self.stream).text, "x\n\0[1]\0null\0")
        let run = try jsonq("--raw-output0", input: #""a" "b\u0000c" "d""#)
        expectEqual(run.text, "a\0d\0")
        expectEqual(run.errors, "<stdin>:1:5: error: Cannot dump a string containing NUL with --raw-output0 option\n")
        expectEqual(run.status, 5)
        // No line feed comes between results because of an error.
        let rest = try jsonq("-0", "--keep-going", input: "1\n{]\n2")
        expect(rest.text == "1\02\0" && rest.status == 5)
        let sequence = try jsonq("-0", "--seq", input: "\u{1E}1\n\u{1E}{]\n\u{1E}2\n")
        expect(sequence.text == "\u{1E}1\0\u{1E}2\0" && sequence.status == 5)
        // A text in quotes has an escape for it.
        try expectEqual(jsonq("-0a", input: #""b\u0000c""#).text, "\"b\\u0000c\"\0")
    }

    @Test("Sequences are written and read")
    func sequencesAreWrittenAndRead() throws {
        try expectEqual(jsonq("--seq", "-c", input: "1 [2]").text, "\u{1E}1\n\u{1E}[2]\n")
        let run = try jsonq("--seq", "-c", input: "\u{1E}[1]\n\u{1E}[2,\n\u{1E}{\"a\":3}\n\u{1E}4")
        expectEqual(run.text, "\u{1E}[1]\n\u{1E}{\"a\":3}\n")
        expectEqual(
            run.errors,
            """
            <stdin>:3:1: error: expected a value, found U+001E
                \u{FFFD}{"a":3}
                ^
            <stdin>:4:3: error: expected a line feed after the value, found the end of the text
                \u{FFFD}4
                  ^

            """)
        expectEqual(run.status, 5)
        let cut = try jsonq("--seq", "-c", input: "\u{1E}12\u{1E}3\n")
        expect(cut.text == "\u{1E}3\n" && cut.status == 5)
        expect(cut.errors.hasPrefix("<stdin>:1:4: error: expected a line feed after the value, found U+001E\n"))
    }

    @Test("Slurping makes one array of all inputs")
    func slurpingMakesOneArrayOfAllInputs() throws {
        let files = ["a": Array("1 [2]\n".utf8), "b": Array("{\"c\":3}".utf8), "bad": Array("[".utf8)]
        try expectEqual(jsonq(["-sc", "@a", "@b"], files: files).text, "[1,[2],{\"c\":3}]\n")
        try expectEqual(jsonq(["-sc", ".[2].c, length", "@a", "@b"], files: files).text, "3\n3\n")
        try expectEqual(jsonq("--slurp", "-c", input: "").text, "[]\n")
        try expectEqual(jsonq("--slurp", "--jsonc", "-c", input: "1 // x\n2").text, "[1,2]\n")
        let run = try jsonq(["-sc", "@a", "@bad"], files: files)
        expectEqual(run.text, "")
        expectEqual(run.status, 5)
    }

    @Test("Without input the filter begins with null")
    func withoutInputTheFilterBeginsWithNull() throws {
        try expectEqual(jsonq("-nc", "1, ., {}", input: "[").text, "1\nnull\n{}\n")
        try expectEqual(jsonq("--null-input").text, "null\n")
        try expectEqual(jsonq("-n", "keys").errors, "<null>: error: null (null) has no keys\n")
    }

    @Test(
        "The exit status says what the last result is",
        arguments: [
            ("1 false", ".", 1), ("1 null", ".", 1), ("null 0", ".", 0), ("\"\"", ".", 0), ("{}", ".a", 1),
            ("1", "empty", 1),
            ("{\"a\":1}", ".a == 1", 0), ("1", "keys", 5), ("[", ".", 5),
        ])
    func theExitStatusSaysWhatTheLastResultIs(_ input: String, _ filter: String, _ status: Int32) throws {
        try expectEqual(jsonq("-e", "-f", filter, input: input).status, status)
        try expectEqual(jsonq("--exit-status", "--jsonc", "-f", filter, input: input).status, status)
    }

    @Test("Without results there is no last one", arguments: [[], ["--keep-going"], ["--dup", "error"]])
    func withoutResultsThereIsNoLastOne(_ options: [String]) throws {
        try expectEqual(jsonq(["-e", "--check"] + options, bytes: Array("null".utf8)).status, 0)
    }

    @Test("Values are counted")
    func valuesAreCounted() throws {
        let run = try jsonq("--stats", "-c", input: #"{"a":[1,2.5,"x"],"b":{"c":null}} true []"#)
        expectEqual(
            run.text,
            """
            {"values":3,"objects":2,"members":3,"arrays":2,"elements":3,"strings":1,"numbers":2,"booleans":1,\
            "nulls":1,"depth":2}

            """)
        try expectEqual(jsonq("--stats", input: "[").status, 5)
    }

    @Test(
        "Duplicates are kept or not",
        arguments: [
            ("keep", #"{"a":1,"b":{"c":1,"c":2},"a":3}"#), ("last", #"{"a":3,"b":{"c":2}}"#),
            ("first", #"{"a":1,"b":{"c":1}}"#),
        ])
    func duplicatesAreKeptOrNot(_ choice: String, _ expected: String) throws {
        let input = #"{"a":1,"b":{"c":1,"c":2},"a":3}"#
        try expectEqual(jsonq("-c", "--dup", choice, input: input).text, expected + "\n")
        try expectEqual(jsonq("-c", "--dup", choice, "--jsonc", input: input).text, expected + "\n")
        try expectEqual(jsonq("-c", "--dup", choice, ".a", input: input).text, choice == "first" ? "1\n" : "3\n")
    }

    @Test("What is left of duplicates may be sorted")
    func whatIsLeftOfDuplicatesMayBeSorted() throws {
        let input = #"{"b":{"d":1,"c":2,"d":3},"a":4,"a":5}"#
        try expectEqual(jsonq("-cS", "--dup=last", input: input).text, #"{"a":5,"b":{"c":2,"d":3}}"# + "\n")
        try expectEqual(jsonq("-cS", "--dup=first", input: input).text, #"{"a":4,"b":{"c":2,"d":1}}"# + "\n")
    }

    @Test("Duplicates may be errors")
    func duplicatesMayBeErrors() throws {
        let input = "{\"a\":1}\n\n  {\"b\":[{\"é\":1,\n\"c\":2, \"c\":3}]}"
        let run = try jsonq("-c", "--dup=error", input: input)
        expectEqual(run.text, "{\"a\":1}\n")
        expectEqual(
            run.errors,
            """
            <stdin>:4:8: error: expected a name not used before, found "c" again
                "c":2, "c":3}]}
                       ^

            """)
        expectEqual(run.status, 5)
        try expectEqual(jsonq("--check", "--dup=error", input: input).status, 5)
        try expectEqual(jsonq("--check", "--dup=error", input: "{\"a\":1} {\"a\":1}").status, 0)
        try expectEqual(
            jsonq("--check", "--dup=error", "--jsonc", input: input).errors,
            "<stdin>:3:3: error: expected a name not used before, found \"c\" again\n")
    }

    @Test("Invalid UTF-8 is replaced or not")
    func invalidUTF8IsReplacedOrNot() throws {
        let input = Array("[\"a".utf8) + [0xFF, 0xE2, 0x82] + Array("b\",\"é\"]".utf8)
        try expectEqual(jsonq(["-c", "--utf8=replace"], bytes: input).text, "[\"a\u{FFFD}\u{FFFD}b\",\"é\"]\n")
        try expectEqual(jsonq(["-c", "--utf8=replace", ".[0]"], bytes: input).text, "\"a\u{FFFD}\u{FFFD}b\"\n")
        let run = try jsonq(["-c", "--utf8=error"], bytes: input)
        expect(run.errors.hasPrefix("<stdin>:1:4: error: expected UTF-8, found byte 0xFF\n"))
        expectEqual(run.status, 5)
    }

    @Test("Characters that come in parts are not replaced")
    func charactersThatComeInPartsAreNotReplaced() throws {
        let text = "[\"" + String(repeating: "é€😀", count: 50_000) + "\"]"
        try expectEqual(jsonq("-c", "--utf8=replace", input: text).text, text + "\n")
    }

    @Test("It goes on behind an invalid line")
    func itGoesOnBehindAnInvalidLine() throws {
        let input = "{\"a\":1}\n{\"a\":\n{\"a\":2}\n{\"a\" 3}\n{\"a\":4}\n[5"
        for filter in [".", ".a?"] {
            let run = try jsonq("--keep-going", "-c", "-f", filter, input: input)
            expectEqual(run.text, filter == "." ? "{\"a\":1}\n{\"a\":4}\n" : "1\n4\n")
            expectEqual(
                run.errors,
                """
                <stdin>:4:1: error: expected ',' or '}' after a member, found '{'
                    {"a" 3}
                    ^
                <stdin>:6:3: error: unexpected end of the text
                    [5
                      ^

                """)
            expectEqual(run.status, 5)
        }
        try expectEqual(jsonq("--keep-going", "--check", input: input).text, "")
        try expectEqual(jsonq("--keep-going", "-c", input: "1\n2").errors, "")
    }

    @Test("The depth is limited")
    func theDepthIsLimited() throws {
        try expectEqual(jsonq("-c", "--max-depth=2", input: "[[1]]").text, "[[1]]\n")
        for filter in [".", ".[0]", "keys"] {
            let run = try jsonq("-c", "--max-depth=2", "-f", filter, input: "[[[1]]]")
            expectEqual(
                run.errors,
                "<stdin>:1:3: error: expected at most 2 levels of nesting, found '['\n    [[[1]]]\n      ^\n")
        }
        try expectEqual(jsonq("-c", "--max-depth=0", input: "1").text, "1\n")
        try expectEqual(jsonq("-c", "--max-depth=0", input: "[]").status, 5)
    }

    @Test("Comments and trailing commas are accepted")
    func commentsAndTrailingCommasAreAccepted() throws {
        let input = "// x\n{\"a\": [1, /* y */ 2,],}"
        for option in ["--jsonc", "--json5"] {
            try expectEqual(jsonq(option, "-c", input: input).text, "{\"a\":[1,2]}\n")
            try expectEqual(jsonq(option, "-c", ".a[1]", input: input).text, "2\n")
        }
        try expectEqual(jsonq("-c", input: input).status, 5)
    }

    @Test("Json5 is accepted and JSON is written")
    func json5IsAcceptedAndJSONIsWritten() throws {
        let input = "{a: 0x1F, 'b\\'c': .5, c: [+1, 'x\\\ny'],}"
        try expectEqual(jsonq("--json5", "-c", input: input).text, #"{"a":31,"b'c":0.5,"c":[1,"xy"]}"# + "\n")
        try expectEqual(jsonq("--json5", "-c", ".c[1], .a", input: input).text, "\"xy\"\n31\n")
        try expectEqual(jsonq("--jsonc", input: input).status, 5)
        let run = try jsonq("--json5", "-c", input: "NaN")
        expectEqual(run.errors, "<stdin>:1:1: error: expected a finite number, found NaN\n    NaN\n    ^\n")
        expectEqual(run.status, 5)
        try expectEqual(jsonq("--json5", "--check", input: "[NaN, -Infinity]").status, 0)
    }

    @Test("What is not formatted is named")
    func whatIsNotFormattedIsNamed() throws {
        let files = [
            "good": Array("{\n  \"a\": 1\n}\n".utf8), "bad": Array("{\"a\":1}\n".utf8), "broken": Array("[".utf8),
            "end": Array("1".utf8), "mark": Array("\u{FEFF}1\n".utf8), "two": Array("1\n2\n".utf8),
        ]
        func run(_ words: String...) throws -> (String, Int32) {
            let run = try jsonq(words, files: files)
            return (run.text.replacing(/\S*\//, with: "@"), run.status)
        }
        expect(try run("--check-format", "@good", "@two") == ("", 0))
        expect(try run("--check-format", "@good", "@bad", "@end", "@mark") == ("@bad\n@end\n@mark\n", 1))
        expect(try run("--check-format", "-c", "@good", "@bad") == ("@good\n", 1))
        expect(try run("--check-format", "@broken", "@bad") == ("@bad\n", 5))
        expect(try run("--check-format", "-S", "@good") == ("", 0))
        try expectEqual(jsonq("--check-format", input: "[ ]").text, "<stdin>\n")
        try expectEqual(jsonq("--check-format", input: "[]\n").status, 0)
    }

    @Test(
        "A sequence has no separator before a string without quotes, as in jq",
        arguments: [
            (["-r"], "a\n\u{1E}1\n\u{1E}{\"b\":2}\nc\n"), (["-j"], "a\u{1E}1\u{1E}{\"b\":2}c"),
            (["-ra"], "\u{1E}\"a\"\n\u{1E}1\n\u{1E}{\"b\":2}\n\u{1E}\"c\"\n"),
            ([], "\u{1E}\"a\"\n\u{1E}1\n\u{1E}{\"b\":2}\n\u{1E}\"c\"\n"),
        ])
    func aSequenceHasNoSeparatorBeforeAStringWithoutQuotes(_ options: [String], _ output: String) throws {
        let input = "\u{1E}\"a\"\n\u{1E}1\n\u{1E}{\"b\":2}\n\u{1E}\"c\"\n"
        try expectEqual(jsonq(["-c", "--seq"] + options, bytes: Array(input.utf8)).text, output)
    }
}
