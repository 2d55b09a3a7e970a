import NeatlineTestSupport
import Testing

@Suite struct FidelityTests {
    @Test(
        "Numbers keep their digits",
        arguments: [
            "0", "-0", "-0.0", "1.10", "1.000", "1E5", "1e+5", "1e-0005", "1E400", "-1E-400",
            "100000000000000000001", "18446744073709551616",
            "0.1000000000000000055511151231257827021181583404541015625",
            "123456789.123456789e123456789123456789",
        ])
    func numbersKeepTheirDigits(_ number: String) throws {
        try expectEqual(
            jsonq("-c", input: "[\(number), {\"n\": \(number)}] \(number)").text,
            "[\(number),{\"n\":\(number)}]\n\(number)\n")
    }

    @Test("A number of many digits is kept")
    func aNumberOfManyDigitsIsKept() throws {
        let number = String(repeating: "1234567890", count: 30_000)
        try expectEqual(jsonq(input: number).text, number + "\n")
    }

    @Test(
        "Results are whole, however long their numbers are",
        arguments: [
            [], ["-S"], ["-e"], ["--dup", "last"], ["--keep-going"], ["--partial"], ["--jsonc", "-e"],
            ["--json5", "-S"],
            ["--jobs", "2"], ["-j"], ["-0"], ["--seq"],
        ])
    func resultsAreWholeHoweverLongTheirNumbersAre(_ options: [String]) throws {
        for count in [256, 131_073] {
            let number = String(repeating: "7", count: count)
            let text = "[\(number),\(number)]"
            let filters = [
                (".", text), (".[0]", number), (".[]", number + number), (".[0], .", number + text),
                ("[.[1]]", "[\(number)]"),
            ]
            for (filter, results) in TestScale.share(of: filters, offset: count + options.count) {
                let run = try jsonq(options + ["-c", filter], bytes: Array(text.utf8))
                let found = run.text.split { "\n\0\u{1E}".contains($0) }.joined()
                // The texts are too long to be shown.
                let isWhole = found == results
                expect(isWhole, "\(count) digits, \(filter)")
                expectEqual(run.status, 0)
            }
        }
    }

    @Test("Duplicate keys and their order are kept")
    func duplicateKeysAndTheirOrderAreKept() throws {
        let text = #"{"b":1,"a":2,"b":3,"B":4,"a":5}"#
        try expectEqual(jsonq("-c", input: text).text, text + "\n")
    }

    @Test(
        "Escapes keep their meaning",
        arguments: [
            (#""\u0041\/\b\f\n\r\t\\\"""#, #""A/\b\f\n\r\t\\\"""#),
            (#""\u00e9\u20AC\uD83D\uDE00""#, #""é€😀""#),
            (#""\u0000\u001F\u001f""#, #""\u0000\u001f\u001f""#),
        ])
    func escapesKeepTheirMeaning(_ text: String, _ expected: String) throws {
        try expectEqual(jsonq("-c", input: text).text, expected + "\n")
    }

    @Test(
        "Halves of surrogate pairs are kept",
        arguments: [#""\ud800""#, #""\uDC00x""#, #""\ud800\ud800\udc00""#, #"{"\udfff":"a\ud83dz"}"#])
    func halvesOfSurrogatePairsAreKept(_ text: String) throws {
        let kept = try jsonq("-c", input: text)
        expect(kept.status == 0 && kept.errors == "")
        let escaped = try jsonq("-ca", input: text)
        expectEqual(escaped.text.lowercased(), text.lowercased() + "\n")
        // What was written means the same.
        try expectEqual(jsonq("-ca", input: kept.text).output, escaped.output)
    }

    @Test(
        "Halves of surrogate pairs are kept by all options",
        arguments: [
            ["-S"], ["-e"], ["--keep-going"], ["--partial"], ["--seq"], ["--jsonc", "--keep-going"], ["--json5"],
            ["--jobs", "2"], ["--dup", "first"],
        ])
    func halvesOfSurrogatePairsAreKeptByAllOptions(_ options: [String]) throws {
        let lines = [#""\ud800""#, #""a\udc00\u0041""#, #"["\udfff"]"#]
        let input = (options == ["--seq"] ? lines.map { "\u{1E}" + $0 } : lines).joined(separator: "\n") + "\n"
        let plain = try jsonq("-c", input: lines.joined(separator: "\n"))
        let run = try jsonq(["-c"] + options, bytes: Array(input.utf8))
        expectEqual(run.text.replacing("\u{1E}", with: ""), plain.text)
        expect(run.errors == "" && run.status == 0)
    }

    @Test("Half of a surrogate pair is kept in a string that is cut off, and in the array of all values")
    func halfOfASurrogatePairIsKeptInAStringThatIsCutOff() throws {
        try expectEqual(jsonq("-c", "--partial", input: #""\ud800 a\udc"#).text, "\"\\ud800 a\"\n")
        try expectEqual(jsonq("-cs", "--partial", input: #""\ud800" 1"#).text, "[\"\\ud800\",1]\n")
    }

    @Test(
        "Invalid UTF-8 is an error",
        arguments: [
            ([0xFF], "1:3: error: expected UTF-8, found byte 0xFF"),
            ([0xC3, 0x28], "1:3: error: expected UTF-8, found byte 0xC3"),
            ([0x61, 0xED, 0xA0, 0x80], "1:4: error: expected UTF-8, found byte 0xED"),
            ([0xC0, 0x80], "1:3: error: expected UTF-8, found byte 0xC0"),
            ([0xF4, 0x90, 0x80, 0x80], "1:3: error: expected UTF-8, found byte 0xF4"),
        ] as [([UInt8], String)])
    func invalidUTF8IsAnError(_ bytes: [UInt8], _ message: String) throws {
        for options in [["-c"], ["--check"], ["-S"]] {
            let run = try jsonq(options, bytes: Array("[\"".utf8) + bytes + Array("\"]".utf8))
            expect(run.errors.hasPrefix("<stdin>:\(message)\n"))
            expectEqual(run.status, 5)
        }
    }

    @Test("A zero byte is not the end")
    func aZeroByteIsNotTheEnd() throws {
        let run = try jsonq(["-c"], bytes: Array("[1] \0 [2]".utf8))
        expectEqual(run.text, "[1]\n")
        expect(run.errors.hasPrefix("<stdin>:1:5: error: expected a value, found U+0000\n"))
        expectEqual(run.status, 5)
    }

    @Test("What is written compactly is a fixed point")
    func whatIsWrittenCompactlyIsAFixedPoint() throws {
        let text = #"{"a":[1.50,"x\u0001",{"":null}],"a":[[],{}],"é":"😀"}"# + "\n"
        try expectEqual(jsonq("-c", input: text).text, text)
        try expectEqual(jsonq("-c", input: try jsonq("--tab", input: text).text).text, text)
    }

    @Test("Ten thousand levels are fine and more are an error")
    func tenThousandLevelsAreFineAndMoreAreAnError() throws {
        let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        try expectEqual(jsonq("-c", input: deep).text, deep + "\n")
        try expectEqual(jsonq("-cS", input: deep).text, deep + "\n")
        let deeper = try jsonq("-c", input: "[" + deep + "]")
        let message = "<stdin>:1:10001: error: expected at most 10000 levels of nesting, found '['\n"
        expect(deeper.errors.hasPrefix(message))
        expectEqual(deeper.status, 5)
    }
}
