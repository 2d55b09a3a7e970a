import NeatlineTestSupport
import Testing

@Suite struct LayoutTests {
    static let input = #"{"b": [1, {"c": []}], "a": {}}"#

    @Test("Two spaces a level unless told otherwise")
    func twoSpacesALevelUnlessToldOtherwise() throws {
        let run = try jsonq(input: Self.input)
        expectEqual(
            run.text,
            """
            {
              "b": [
                1,
                {
                  "c": []
                }
              ],
              "a": {}
            }

            """)
        expectEqual(run.errors, "")
        expectEqual(run.status, 0)
    }

    @Test(
        "The filter and the options stand anywhere",
        arguments: [["-c"], ["--compact-output"], ["."], ["-c", "."], [".", "-c"], ["-c", "-"], ["-", "-c"]])
    func theFilterAndTheOptionsStandAnywhere(_ arguments: [String]) throws {
        let run = try jsonq(arguments, bytes: Array("[1, 2]".utf8))
        expectEqual(run.text, arguments.count == 1 && arguments[0] == "." ? "[\n  1,\n  2\n]\n" : "[1,2]\n")
        expectEqual(run.status, 0)
    }

    @Test("Any number of spaces", arguments: [0, 1, 2, 3, 7, 8, 40, 300])
    func anyNumberOfSpaces(_ count: Int) throws {
        let unit = String(repeating: " ", count: count)
        let expected = "[\n\(unit)[\n\(unit)\(unit)1\n\(unit)]\n]\n"
        try expectEqual(jsonq("--indent", "\(count)", input: "[[1]]").text, expected)
        try expectEqual(jsonq("--indent=\(count)", input: "[[1]]").text, expected)
    }

    @Test("A tab a level")
    func aTabALevel() throws {
        expect(try jsonq("--tab", input: Self.input).text.hasPrefix("{\n\t\"b\": [\n\t\t1,\n\t\t{\n\t\t\t\"c\": []\n"))
    }

    @Test("The last of the layouts counts")
    func theLastOfTheLayoutsCounts() throws {
        try expectEqual(jsonq("-c", "--tab", input: "[1]").text, "[\n\t1\n]\n")
        try expectEqual(jsonq("--tab", "--indent", "1", input: "[1]").text, "[\n 1\n]\n")
        try expectEqual(jsonq("--indent", "1", "-c", input: "[1]").text, "[1]\n")
    }

    @Test("One value is one line", arguments: ["1", "-0.5e+3", #""text""#, "true", "false", "null", "[]", "{}"])
    func oneValueIsOneLine(_ value: String) throws {
        for layout in ["-c", "--tab", "--indent=4"] {
            try expectEqual(jsonq(layout, input: "  \(value)\r\n").text, value + "\n")
        }
    }
}

@Suite struct ValueOptionTests {
    @Test("Keys are sorted by code point at every level")
    func keysAreSortedByCodePointAtEveryLevel() throws {
        let input = #"{"b":1,"a":{"z":[{"y":1,"x":2}],"\u0061a":2},"\ud83d\ude00":3,"\uffff":4,"B":5,"":6}"#
        let expected = #"{"":6,"B":5,"a":{"aa":2,"z":[{"x":2,"y":1}]},"b":1,"# + "\"\u{FFFF}\":4,\"\u{1F600}\":3}\n"
        for options in [["-cS"], ["-c", "-S"], ["--sort-keys", "--compact-output"]] {
            try expectEqual(jsonq(options, bytes: Array(input.utf8)).text, expected)
        }
    }

    @Test("Sorting keeps duplicates in their order and numbers as written")
    func sortingKeepsDuplicatesInTheirOrderAndNumbersAsWritten() throws {
        let run = try jsonq("-cS", input: #"{"b":1.10,"a":1e400,"b":-0,"a":123456789012345678901234567890}"#)
        expectEqual(run.text, #"{"a":1e400,"a":123456789012345678901234567890,"b":1.10,"b":-0}"# + "\n")
    }

    @Test("Sorting goes with every other option")
    func sortingGoesWithEveryOtherOption() throws {
        let input = #"{"b":"é","a":[]} "ü" {"d":1,"c":2}"#
        try expectEqual(
            jsonq("-Sar", "--indent", "1", input: input).text,
            "{\n \"a\": [],\n \"b\": \"\\u00e9\"\n}\n\"\\u00fc\"\n{\n \"c\": 2,\n \"d\": 1\n}\n")
        expect(try jsonq("-Sr", "--tab", input: input).text.contains("\n}\nü\n{\n\t\"c\": 2,\n"))
        try expectEqual(jsonq("-S", "--check", input: input).text, "")
    }

    @Test("Sorting reports errors where they are and keeps what came before")
    func sortingReportsErrorsWhereTheyAreAndKeepsWhatCameBefore() throws {
        let run = try jsonq("-cS", input: "{\"b\":1,\n\"a\":2}\n{\"d\":1,\n  x}")
        expectEqual(run.text, "{\"a\":2,\"b\":1}\n")
        expect(run.errors.hasPrefix("<stdin>:4:3: error: expected a key in double quotes, found 'x'\n"))
        expectEqual(run.status, 5)
    }

    @Test("Non ASCII text is escaped on demand")
    func nonASCIITextIsEscapedOnDemand() throws {
        let input = #"{"é":"€😀\u00e9"}"#
        try expectEqual(jsonq("-ac", input: input).text, #"{"\u00e9":"\u20ac\ud83d\ude00\u00e9"}"# + "\n")
        expect(try jsonq("--ascii-output", "-c", input: input).output.allSatisfy { $0 < 0x80 })
        try expectEqual(jsonq("-c", input: input).text, #"{"é":"€😀é"}"# + "\n")
    }

    @Test("Only strings at the top are written raw")
    func onlyStringsAtTheTopAreWrittenRaw() throws {
        let input = #""a\n\"b\"\u00e9" ["c\n"] {"d":"\t"} 1"#
        let expected = "a\n\"b\"é\n[\"c\\n\"]\n{\"d\":\"\\t\"}\n1\n"
        try expectEqual(jsonq("-rc", input: input).text, expected)
        try expectEqual(jsonq("--raw-output", "--compact-output", input: input).text, expected)
    }

    @Test("Checking writes nothing")
    func checkingWritesNothing() throws {
        let fine = try jsonq("--check", "-C", input: "[1] {}")
        expect(fine.output.isEmpty && fine.errors.isEmpty && fine.status == 0)
        let broken = try jsonq("--check", input: "[1] {]")
        expect(broken.output.isEmpty && broken.status == 5)
        expectEqual(
            broken.errors,
            """
            <stdin>:1:6: error: expected a key in double quotes, found ']'
                [1] {]
                     ^

            """)
    }
}
