import NeatlineTestSupport
import Testing

@Suite struct FilterTests {
    @Test(
        "A filter without sense is explained",
        arguments: [
            (".a[", 4, "expected a number, a string in double quotes, ':' or ']', found the end"),
            (".a | ", 6, "expected a filter, found the end"),
            (".a,", 4, "expected a filter, found the end"),
            (".a)", 3, "expected an operator or the end, found ')'"),
            ("(.a", 4, "expected ')', found the end"),
            (". == 1 == 2", 8, "expected an operator or the end, found '='"),
            (".a + 1", 4, "arithmetic ('+') is not supported, use jq for that"),
            ("map(.+1)", 6, "arithmetic ('+') is not supported, use jq for that"),
            (".a -1", 4, "arithmetic ('-') is not supported, use jq for that"),
            (".a // 1", 4, "the alternative operator ('//') is not supported, use jq for that"),
            (".a = 1", 4, "assignment ('=') is not supported, use jq for that"),
            (".a += 1", 4, "assignment ('+=') is not supported, use jq for that"),
            (". as $x | $x", 3, "a variable ('as') is not supported, use jq for that"),
            (". | @csv", 5, "a format ('@') is not supported, use jq for that"),
            (".a b", 4, "expected an operator or the end, found 'b'"),
            (".5", 2, "expected an operator or the end, found '5'"),
            (".[1", 4, "expected ']', found the end"),
            (".[:]", 4, "expected a number, found ']'"),
            (".[a]", 3, "expected a number, a string in double quotes, ':' or ']', found 'a'"),
            (".[01]", 3, "expected a number as in JSON, found '0'"),
            ("- .a", 1, "expected a number as in JSON, found '- '"),
            ("select", 7, "expected '(' after 'select', found the end"),
            ("has()", 5, "expected a filter, found ')'"),
            ("[.a", 4, "expected ']', found the end"),
            ("{a}", 1, "building an object ('{') is not supported, use jq for that; there is '{}'"),
            ("\"a", 1, "this string does not end"),
            (#""a\q""#, 3, #"expected an escape sequence, found a backslash before 'q'"#),
            (#""é\(.a)""#, 3, #"interpolation ('\( … )') is not supported, use jq for that"#),
            (".é", 2, "expected an operator or the end, found 'é'"),
            (".a.", 4, "expected a name after '.', found the end"),
            ("..a", 3, "expected an operator or the end, found 'a'"),
            ("$x", 1, "a variable ('$') is not supported, use jq for that"),
            (
                "sort_by(.a)", 1,
                """
                'sort_by' is not supported, use jq for that; there are empty, false, has, keys, length, map, not, null, \
                paths, select, to_entries, true, type
                """
            ),
            (
                "sortby(.a)", 1,
                """
                there is no function 'sortby'; there are empty, false, has, keys, length, map, not, null, paths, select, \
                to_entries, true, type
                """
            ),
        ])
    func aFilterWithoutSenseIsExplained(_ filter: String, _ column: Int, _ message: String) throws {
        let run = try jsonq("-f", filter, input: "[1]")
        let caret = String(repeating: " ", count: column - 1) + "^"
        expect(run.output.isEmpty)
        expectEqual(
            run.errors, "jsonq: error: the filter, character \(column): \(message)\n    \(filter)\n    \(caret)\n")
        expectEqual(run.status, 3)
    }

    @Test("A long filter is shown around the error")
    func aLongFilterIsShownAroundThePosition() throws {
        let filter = String(repeating: ".abcdefghi", count: 20) + "!" + String(repeating: ".abcdefghi", count: 20)
        let run = try jsonq("-f", filter)
        let before = String(repeating: ".abcdefghi", count: 5)
        expectEqual(
            run.errors,
            """
            jsonq: error: the filter, character 201: expected an operator or the end, found '!'; use 'not', as in '.a | not'
                \(before)!.abcdefghi.abcdefghi.abc
                \(String(repeating: " ", count: 50))^

            """)
    }

    @Test("Parentheses nest to a limit only")
    func parenthesesNestToALimitOnly() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "(", count: count) + "." + String(repeating: ")", count: count)
        }
        try expectEqual(jsonq("-f", nested(200), input: "1").text, "1\n")
        let run = try jsonq("-f", nested(60_000), input: "1")
        expect(run.errors.hasPrefix("jsonq: error: the filter, character 201: more than 200 levels of parentheses\n"))
        expectEqual(run.status, 3)
    }

    @Test("Chains of any length are no nesting")
    func chainsOfAnyLengthAreNoNesting() throws {
        let input = String(repeating: #"{"a":"#, count: 9_000) + "1" + String(repeating: "}", count: 9_000)
        try expectEqual(jsonq("-f", String(repeating: ".a", count: 9_000), input: input).text, "1\n")
        try expectEqual(jsonq("-f", String(repeating: ".a|", count: 9_000) + ".", input: input).text, "1\n")
        try expectEqual(
            jsonq("-f", String(repeating: ".a?", count: 5_000) + "|type", input: input).text, "\"object\"\n")
        let list = String(repeating: "1,", count: 10_000) + "2"
        try expectEqual(jsonq("-f", list, input: "0").text.split(separator: "\n").count, 10_001)
        let condition = String(repeating: "false or ", count: 10_000) + "true"
        try expectEqual(jsonq("-f", condition, input: "0").text, "true\n")
    }

    @Test("Question marks of any number are one")
    func questionMarksOfAnyNumberAreOne() throws {
        for filter in [".a", "..", "(.[0] | keys)", ".[\"a\"][]"] {
            let one = try jsonq("-c", "-f", filter + "?", input: "{\"a\":[1,{}]} [[]] 3")
            let marks = String(repeating: "?", count: 100_000)
            let many = try jsonq("-c", "-f", filter + marks, input: "{\"a\":[1,{}]} [[]] 3")
            expectEqual(one.text, many.text)
            expectEqual(many.status, 0)
        }
        let run = try jsonq("-c", "-f", "(.a?[0]??.b?)??, (.[]?.a)?", input: "{\"a\":[{\"b\":[2]}]}")
        expectEqual(run.text, "[2]\n")
    }

    @Test("Deep values do not overflow the stack")
    func deepValuesDoNotOverflowTheStack() throws {
        let depth = 100_000
        let input = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        func run(_ filter: String) throws -> Run { try jsonq("--max-depth=100000", "-c", "-f", filter, input: input) }
        try expectEqual(run("..|select(length == 0)").text, "[]\n")
        try expectEqual(run(". == .").text, "true\n")
        try expectEqual(run(". < .").text, "false\n")
        try expectEqual(run(".[0][0] | length").text, "1\n")
        try expectEqual(run("to_entries | length").text, "1\n")
        try expectEqual(run(".").output.count, 2 * depth + 1)
        try expectEqual(jsonq("--max-depth=100000", "--dup=last", "-c", input: input).output.count, 2 * depth + 1)
        expect(try jsonq("--max-depth=100000", "--stats", input: input).text.contains("\"depth\": 100000\n"))
        expect(try jsonq("-c", "..", input: input).errors.contains("expected at most 10000 levels of nesting"))
    }

    @Test("The first argument is a filter if it reads like one")
    func theFirstArgumentIsAFilterIfItReadsLikeOne() throws {
        let input = #"{"a":[1]}"#
        for word in ["keys", "keys | .", "length", "(.a)", "select(.a)|.a", "has(\"a\")", "type==\"object\"", "true"] {
            let run = try jsonq("-c", word, input: input)
            expectEqual(run.errors, "", "\(word)")
            expectEqual(run.status, 0)
        }
        for word in ["keys.json", "lengthy", "foo", "missing/keys", "0", "a.json"] {
            let run = try jsonq(word, input: input)
            expect(run.errors.hasPrefix("\(word): error: No such file or directory"))
            expectEqual(run.status, 4)
        }
    }

    @Test("A file of that name is no filter")
    func aFileOfThatNameIsNoFilter() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("[7]".utf8), to: "keys")
        var process = try Jsonq(["-c", folder.path("keys")], in: folder)
        expectEqual(process.finish().text, "[7]\n")
        process = try Jsonq(["-c", "-f", "keys", folder.path("keys")], in: folder)
        expectEqual(process.finish().text, "[0]\n")
    }

    @Test("With the option no argument is a filter")
    func withTheOptionNoArgumentIsAFilter() throws {
        let run = try jsonq("-c", "--filter", ".a", ".b", input: #"{"a":1}"#)
        expectEqual(run.errors, ".b: error: No such file or directory\n")
        try expectEqual(jsonq("-c", "--filter=.a", input: #"{"a":1}"#).text, "1\n")
        try expectEqual(jsonq("-cf.a", input: #"{"a":1}"#).text, "1\n")
        try expectEqual(jsonq("-f", "", input: "1").text, "1\n")
    }

    @Test("Inputs that the filter does not fit do not stop the others")
    func inputsThatTheFilterDoesNotFitDoNotStopTheOthers() throws {
        let run = try jsonq(
            ["-c", ".a", "@one", "@two"],
            files: ["one": Array(#"{"a":1} 5 {"a":2}"#.utf8), "two": Array(#"[] {"a":3}"#.utf8)])
        expectEqual(run.text, "1\n2\n3\n")
        expectEqual(
            run.errors,
            """
            @one:1:9: error: Cannot index number with "a"
            @two:1:1: error: Cannot index array with "a"

            """)
        expectEqual(run.status, 5)
    }

    @Test("An invalid input is reported at its position", arguments: [".a", ".a, empty", "..", "keys"])
    func anInvalidInputIsReportedAtItsPosition(_ filter: String) throws {
        let run = try jsonq("-c", "-f", filter, input: "{\"b\":1,\n\"a\":2,}")
        expectEqual(run.text, "")
        expectEqual(
            run.errors,
            """
            <stdin>:2:7: error: expected another member after ',', found '}'
                "a":2,}
                      ^

            """)
        expectEqual(run.status, 5)
    }

    @Test("Digits stay as they are")
    func digitsStayAsTheyAre() throws {
        let input = #"{"a":[1.10,100000000000000000000,1E400,-0,0.00]}"#
        try expectEqual(jsonq("-c", ".a", input: input).text, "[1.10,100000000000000000000,1E400,-0,0.00]\n")
        try expectEqual(
            jsonq("-c", "..|select(type==\"number\")", input: input).text,
            "1.10\n100000000000000000000\n1E400\n-0\n0.00\n")
        try expectEqual(jsonq("-c", "to_entries", input: #"{"x":1.50}"#).text, "[{\"key\":\"x\",\"value\":1.50}]\n")
    }
}

@Suite struct PointerTests {
    private static let document =
        #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#

    /// RFC 6901, section 5.
    @Test(
        "A pointer selects",
        arguments: [
            ("", document), ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
            ("/c%d", "2"),
            ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
        ])
    func aPointerSelects(_ pointer: String, _ expected: String) throws {
        try expectEqual(jsonq("-c", "--pointer", pointer, input: Self.document).text, expected + "\n")
    }

    @Test(
        "What is not there is an error",
        arguments: [
            ("/foo/2", "$.foo[2]: expected an element 2, found 2 elements"),
            ("/foo/-", "$.foo[2]: expected an element 2, found 2 elements"),
            ("/foo/01", "$.foo: expected an element's number, found \"01\""),
            ("/bar", "$.bar: expected a member \"bar\", found none"),
            ("/foo/0/x", "$.foo[0]: expected an object, found a string"),
        ])
    func whatIsNotThereIsAnError(_ pointer: String, _ message: String) throws {
        let run = try jsonq("-c", "--pointer", pointer, input: Self.document)
        expectEqual(run.errors, "<stdin>:1:1: error: \(message)\n")
        expectEqual(run.status, 5)
    }

    @Test("The filter begins where the pointer ends")
    func theFilterBeginsWhereThePointerEnds() throws {
        try expectEqual(jsonq("-c", "--pointer=/foo", ".[1]", input: Self.document).text, "\"baz\"\n")
    }
}
