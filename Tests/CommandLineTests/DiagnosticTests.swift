import NeatlineTestSupport
import Testing

@Suite struct DiagnosticTests {
    @Test(
        "An error of a filter names the line and the column of the value",
        arguments: [
            ["-c", ".a.b"], ["-c", "--keep-going", ".a.b"], ["-c", "--json5", ".a.b"],
            ["-c", "--jsonc", "--keep-going", ".a.b"],
            ["-c", ".a | .b"], ["-c", "-S", ".a.b"], ["-c", "--dup=last", ".a.b"],
            ["-c", "--dup=error", ".a.b"],
        ])
    func anErrorOfAFilterNamesThePositionOfTheValue(_ words: [String]) throws {
        // Each is larger than what is read at once.
        let large = String(repeating: "\"\\u00e9é\",\r\n", count: 40_000)
        let input = """
            \u{FEFF}{"a":{"b":1}}
            {"a":[1]}
              {"é":[1,\r\n2], "a":{"b":2}} {"é": 1, "a":true}
             {"b":[\(large)0],"a":[
            ]} {"a":{"b":[\(large)0]}}
            7
            """
        let run = try jsonq(words, bytes: Array(input.utf8))
        expectEqual(
            run.errors,
            """
            <stdin>:2:1: error: $.a: Cannot index array with "b"
            <stdin>:4:18: error: $.a: Cannot index boolean with "b"
            <stdin>:5:2: error: $.a: Cannot index array with "b"
            <stdin>:80007:1: error: Cannot index number with "a"

            """)
        expect(run.text.hasPrefix("1\n2\n[\"éé\""))
        expectEqual(run.status, 5)
    }

    @Test(
        "An error of a filter says which of the values it was",
        arguments: [
            (".a.b[]", #"{"a":{"b":null}}"#, "$.a.b: Cannot iterate over null (null)"),
            (".[] | .a[0] | .b", #"[{"a":[5]}]"#, "$[].a[0]: Cannot index number with \"b\""),
            (".. | .a", #"{"a":{"a":1}}"#, "Cannot index number with \"a\""),
            ("[.[].a[]]", #"[{"a":[1]},{"a":null}]"#, "$[1].a: Cannot iterate over null (null)"),
            ("map(.[\"x y\"].b2 | keys)", #"{"k":{"x y":{"b2":1}}}"#, "$.k[\"x y\"].b2: number (1) has no keys"),
            ("(.a, .b) | .c[]", #"{"a":{"c":[]},"b":{"c":1}}"#, "Cannot iterate over number (1)"),
            (".[-1][]", "[1,2]", "$[-1]: Cannot iterate over number (2)"),
            ("(.a?, .a.b[])", #"{"a":{"b":7}}"#, "$.a.b: Cannot iterate over number (7)"),
            ("(.a[]?) | .b | .c", #"{"a":[{"b":1}]}"#, "$.a[0].b: Cannot index number with \"c\""),
            ("select(.a | .b)", #"{"a":1}"#, "$.a: Cannot index number with \"b\""),
            ("null | .[]", "{}", "Cannot iterate over null (null)"),
            (".[]", "3", "Cannot iterate over number (3)"),
        ])
    func anErrorOfAFilterSaysWhichOfTheValuesItWas(_ filter: String, _ input: String, _ message: String) throws {
        for options in [["-c"], ["--jsonc"]] {
            let errors = try jsonq(options + ["-f", filter], bytes: Array(input.utf8)).errors
            // Of the steps that are taken while the input is read, the elements are not known.
            expect(
                errors == "<stdin>:1:1: error: \(message)\n"
                    || errors == "<stdin>:1:1: error: \(message.replacing("$[].a", with: "$[0].a"))\n"
                    || errors == "<stdin>:1:1: error: \(message.replacing("$.a[0]", with: "$.a[]"))\n")
        }
    }

    @Test("An error of a pointer names the line and the column of the value; a value without a text has no position")
    func anErrorOfAPointerNamesThePositionOfTheValue() throws {
        let input = "{\"a\":{\"b\":1}}\n{\"a\":[1]}\n"
        try expectEqual(
            jsonq("--pointer", "/a/b", input: input).errors,
            "<stdin>:2:1: error: $.a: expected an element's number, found \"b\"\n")
        try expectEqual(jsonq("-s", ".a", input: input).errors, "<stdin>: error: Cannot index array with \"a\"\n")
        try expectEqual(jsonq("-n", "1 | .a").errors, "<null>: error: Cannot index number with \"a\"\n")
        let folder = try TemporaryFolder()
        for name in ["a", "b"] { try folder.write(Array("\n7".utf8), to: name) }
        var process = try Jsonq([".a", folder.path("a"), folder.path("b")], in: folder)
        expectEqual(
            process.finish().errors.replacing(folder.path(""), with: ""),
            "a:2:1: error: Cannot index number with \"a\"\nb:2:1: error: Cannot index number with \"a\"\n")
    }

    @Test(
        "An invalid text is shown with the position",
        arguments: [
            (
                "{\"a\": tru}",
                "@f:1:10: error: expected null, true or false, found '}'\n    {\"a\": tru}\n             ^\n"
            ),
            (
                "[1,\n 2\n 3]",
                "@f:3:2: error: expected ',' or ']' after an element, found '3'\n     3]\n     ^\n"
            ),
            (
                "{\"é\" 1}",
                "@f:1:6: error: expected ':' after a key, found '1'\n    {\"é\" 1}\n         ^\n"
            ),
            (
                "[1] [1,]",
                "@f:1:8: error: expected another element after ',', found ']'\n    [1] [1,]\n           ^\n"
            ),
            (
                "{\"a\":1}\n01",
                "@f:2:2: error: expected no digit after a leading zero, found '1'\n    01\n     ^\n"
            ),
            (
                "[\"a\\x\"]",
                "@f:1:4: error: expected an escape sequence, found a backslash before 'x'\n    [\"a\\x\"]\n       ^\n"
            ),
            (
                "[\"a\tb\"]",
                "@f:1:4: error: expected control characters to be escaped, found U+0009\n    [\"a b\"]\n       ^\n"
            ),
            (
                "{\"a\":[1",
                "@f:1:8: error: unexpected end of the text\n    {\"a\":[1\n           ^\n"
            ),
        ])
    func anInvalidTextIsShownWithThePosition(_ text: String, _ message: String) throws {
        for options in [["-c"], ["--check"], ["-cS"]] {
            let run = try jsonq(options + ["@f"], files: ["f": Array(text.utf8)])
            expectEqual(run.errors, message)
            expectEqual(run.status, 5)
        }
    }

    @Test("Standard input has a name")
    func standardInputHasAName() throws {
        try expectEqual(
            jsonq("-", input: "]").errors, "<stdin>:1:1: error: expected a value, found ']'\n    ]\n    ^\n")
    }

    @Test("Lines are counted across reads")
    func linesAreCountedAcrossReads() throws {
        let text = String(repeating: "{\"line\": \"é\"}\n", count: 20_000) + "  [1 2]\n"
        for options in [["-c"], ["--check"], ["-cS"]] {
            let run = try jsonq(options, bytes: Array(text.utf8))
            expectEqual(
                run.errors,
                "<stdin>:20001:6: error: expected ',' or ']' after an element, found '2'\n      [1 2]\n         ^\n"
            )
            expectEqual(run.status, 5)
            if options != ["--check"] { expect(run.text.hasPrefix("{\"line\":\"é\"}\n")) }
        }
    }

    @Test("The excerpt of a long line is short")
    func theExcerptOfALongLineIsShort() throws {
        let text = "[" + String(repeating: "1, ", count: 100_000) + "x" + String(repeating: ", 2", count: 100_000) + "]"
        let run = try jsonq("--check", input: text)
        expectEqual(
            run.errors,
            """
            <stdin>:1:300002: error: expected a value, found 'x'
                , 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, x, 2, 2, 2, 2, 2, 2, 2, 2,
                                                                  ^

            """)
    }

    @Test("What is complete is written before the error")
    func whatIsCompleteIsWrittenBeforeTheError() throws {
        let run = try jsonq("-c", input: "[1]\n[2]\n[3")
        expectEqual(run.text, "[1]\n[2]\n")
        expectEqual(run.status, 5)
    }

    @Test(
        "Nothing is written of a value that is invalid",
        arguments: [["-c"], [], ["--tab"], ["-C"], [".[]"], ["--json5", "-c"], ["-S"], ["--keep-going"], [".[].a"]])
    func nothingIsWrittenOfAValueThatIsInvalid(_ options: [String]) throws {
        let elements = String(repeating: "{\"a\": [1, \"text\"]}, ", count: 500)
        for input in ["[1, 2", "[{\"a\": }]", "[\(elements)", "[\(elements) x]"] {
            // Elements that no object is around are results of their own.
            let isSelected = options.first?.hasPrefix(".[]") == true
            let run = try jsonq(options, bytes: Array((isSelected ? "[{\"b\": [\(input)" : input).utf8))
            expect(run.output.isEmpty, "\(options)")
            expectEqual(run.status, 5)
        }
        let run = try jsonq(options, bytes: Array("[{\"a\":7}] [{\"a\":8".utf8))
        expect(run.text.contains("7"))
        expect(!run.text.contains("8"))
    }

    @Test("Of a value that is larger than what is held back the beginning is written")
    func ofAValueThatIsLargerThanWhatIsHeldBackTheBeginningIsWritten() throws {
        let run = try jsonq("-c", input: "[1] [" + String(repeating: "\"0123456789\", ", count: 500_000) + "x]")
        expect(run.text.hasPrefix("[1]\n[\"0123456789\",\"0123456789\","))
        expect(run.text.hasSuffix("\n"))
        expect(run.errors.hasPrefix("<stdin>:1:7000006: error: expected a value, found 'x'"))
        expectEqual(run.status, 5)
    }

    @Test(
        "With a check first nothing is written of an invalid file",
        arguments: [["-c"], ["-cS"], ["-c", ".[]"], ["-s"]])
    func withACheckFirstNothingIsWrittenOfAnInvalidFile(_ options: [String]) throws {
        let large = "[1] [" + String(repeating: "\"0123456789\", ", count: 50_000) + "x]"
        let files = ["bad": Array(large.utf8), "good": Array("[7]".utf8)]
        let run = try jsonq(options + ["--check-first", "@bad", "@good", "@missing"], files: files)
        expect(!run.text.contains("1"))
        expectEqual(run.text.contains("7"), options != ["-s"])
        expect(run.errors.hasPrefix("@bad:1:700006: error: expected a value, found 'x'"))
        expect(run.errors.hasSuffix("\n@missing: error: No such file or directory\n"))
        expectEqual(run.status, 5)
        // A pipe can be read only once.
        expect(try jsonq(options + ["--check-first"], bytes: Array("[7]".utf8)).text.contains("7"))
    }

    @Test("A value of any size is written as a whole if it is valid", arguments: [1, 2, 3, 30])
    func aValueOfAnySizeIsWrittenAsAWholeIfItIsValid(_ size: Int) throws {
        let string = "\"" + String(repeating: "x", count: 65_530) + "\""
        let value = "[" + Array(repeating: string, count: size).joined(separator: ",") + "]\n"
        for separator in ["1\n", "[]\n"] {
            try expectEqual(jsonq("-c", input: value + separator + value).text, value + separator + value)
            try expectEqual(jsonq("-c", input: separator + value + separator + "[").text, separator + value + separator)
        }
    }

    @Test("The next file begins on a line of its own")
    func theNextFileBeginsOnALineOfItsOwn() throws {
        let run = try jsonq(
            ["-c", "@bad", "@good"], files: ["bad": Array("{\"a\":[1,2,}".utf8), "good": Array("{}".utf8)])
        expect(run.text.hasSuffix("\n{}\n") || run.text == "{}\n")
        expectEqual(run.status, 5)
    }
}
