import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite struct JSONStreamFormatterTests {
    @Test("The layouts are those of jq")
    func theLayoutsAreThoseOfJq() {
        let input = #" { "a" : [ 1 , -2.50 , { } , [ ] , { "b" : null } ] , "c":{"d":"e"},"c":[[true],false] } "#
        expectEqual(format(input).text, #"{"a":[1,-2.50,{},[],{"b":null}],"c":{"d":"e"},"c":[[true],false]}"# + "\n")
        let lines = """
            {
              "a": [
                1,
                -2.50,
                {},
                [],
                {
                  "b": null
                }
              ],
              "c": {
                "d": "e"
              },
              "c": [
                [
                  true
                ],
                false
              ]
            }

            """
        expectEqual(format(input, .pretty).text, lines)
        expectEqual(format(input, .init(indentation: .tabs(1))).text, lines.replacing("  ", with: "\t"))
        expectEqual(
            format(input, .init(indentation: .spaces(7))).text,
            lines.replacing("  ", with: String(repeating: " ", count: 7)))
        let flush = lines.replacing("  ", with: "")
        expectEqual(format(input, .init(indentation: .spaces(0))).text, flush)
        expectEqual(format(input, .init(indentation: .tabs(-3))).text, flush)
    }

    @Test(
        "Values follow one another",
        arguments: [
            ("", ""), (" \n\t\r ", ""), ("1", "1\n"), ("-0.0e+00", "-0.0e+00\n"), ("null", "null\n"),
            ("\"\"", "\"\"\n"),
            ("[]{}", "[]\n{}\n"), ("1 2\n3", "1\n2\n3\n"), (#""a""b"1"c""#, "\"a\"\n\"b\"\n1\n\"c\"\n"),
            ("[1][2]{}", "[1]\n[2]\n{}\n"), ("true[]", "true\n[]\n"),
            ("{\"a\":1}\r\n{\"a\":2}\r\n", "{\"a\":1}\n{\"a\":2}\n"),
            ("\u{FEFF}[1]", "[1]\n"), ("\u{FEFF}", ""), (#""\u00e9\/\u007F""#, "\"é/\\u007f\"\n"),
            (
                "100000000000000000000000000000000000000000000000001",
                "100000000000000000000000000000000000000000000000001\n"
            ),
            (
                "[1.0000000000000000000000000000000000000000000000010]",
                "[1.0000000000000000000000000000000000000000000000010]\n"
            ),
        ])
    func valuesFollowOneAnother(_ input: String, _ expected: String) {
        let whole = format(input)
        expectEqual(whole.text, expected)
        expect(whole.error == nil)
        expectEqual(whole.valueCount, expected.split(separator: "\n").count)
        expectEqual(format(input, part: { 1 }), whole)
    }

    @Test("Scalars are kept apart", arguments: ["1-2", "1true", "nulltrue", "null1", "truefalse", "0\u{FEFF}"])
    func scalarsAreKeptApart(_ input: String) {
        expectEqual(format(input).error?.code, .trailingContent)
        expectEqual(format(input, part: { 1 }), format(input))
    }

    private static let document = #"""
        {"name":"Zoë \u00e9\ud83d\ude00 \"q\" \\ \/", "list" : [1, -2.5e+10, true , false,null,"日本語",[],{}, [ [ ] ]],
        "nested":{"a":{"b":{"c":"a string that is a good deal longer than a vector\n"}}} , "n":0.125}
        [ "x" , 12345678901234567890 ]
        "scalar" 17 null
        """#

    @Test(
        "Every split gives the same bytes",
        arguments: [JSONWritingOptions.compact, .pretty, .init(escapesNonASCII: true)])
    func everySplitGivesTheSameBytes(_ options: JSONWritingOptions) {
        let bytes = Array(Self.document.utf8)
        let whole = format(bytes, options)
        expect(whole.error == nil)
        expectEqual(whole.valueCount, 5)
        for first in 1..<bytes.count {
            var parts = [first, bytes.count].makeIterator()
            expectEqual(format(bytes, options, part: { parts.next() ?? 1 }), whole)
        }
        for size in 1...20 { expectEqual(format(bytes, options, part: { size }), whole) }
    }

    @Test("Random text has the form that its generator says, however it is split", arguments: 0..<60)
    func randomTextHasTheFormThat(seed: Int) {
        let random = RandomText(seed: UInt64(seed), values: 20)
        let bytes = Array(random.source.utf8)
        var generator = SeededGenerator(seed: UInt64(seed) &* 77)
        for largest in [Int.max, 1, 7, 300, 5000] {
            let part = { largest == .max ? largest : Int.random(in: 1...largest, using: &generator) }
            let compact = format(bytes, part: part)
            expect(compact.error == nil)
            expectEqual(compact.text, random.compact)
            expectEqual(format(bytes, .pretty, part: part).text, random.indented)
            let valid = format(bytes, validatesOnly: true, part: part)
            expectEqual(valid, Formatted(text: "", error: nil, valueCount: compact.valueCount))
        }
    }

    @Test("Text larger than the windows is formatted")
    func textLargerThanTheWindowsIs() {
        let random = RandomText(seed: 5, values: 4000)
        expect(random.source.utf8.count > 500_000)
        let bytes = Array(random.source.utf8)
        expectEqual(format(bytes).text, random.compact)
        expectEqual(format(bytes, .pretty, part: { 60_001 }).text, random.indented)
    }

    @Test(
        "Strings larger than the windows are formatted", arguments: ["x", "é", #"\n"#, #"\ud83d\ude00"#, "日本語 text "])
    func stringsLargerThanTheWindowsAre(_ unit: String) {
        let content = String(repeating: unit, count: 600_000 / unit.utf8.count)
        let normal = content.replacing(#"\ud83d\ude00"#, with: "😀")
        let input = Array(#"{"\#(content)":"\#(content)","l":["\#(content)",1]}"\#(content)""#.utf8)
        let expected = #"{"\#(normal)":"\#(normal)","l":["\#(normal)",1]}"# + "\n\"\(normal)\"\n"
        for size in [Int.max, 65_536, 100_003] { expectEqual(format(input, part: { size }).text, expected) }
        let valid = format(input, validatesOnly: true, part: { 65_536 })
        expectEqual(valid, Formatted(text: "", error: nil, valueCount: 2))
    }

    @Test("Numbers and comments larger than the windows are formatted")
    func numbersAndCommentsLargerThanThe() {
        let digits = String(repeating: "1234567890", count: 50_000)
        let input = "[\(digits),-\(digits).\(digits)] /* \(digits) */ \(digits)"
        let expected = "[\(digits),-\(digits).\(digits)]\n\(digits)\n"
        for size in [Int.max, 65_536] {
            expectEqual(format(input, parsing: .relaxed, part: { size }).text, expected)
        }
    }

    @Test("Nesting beyond a machine word is kept")
    func nestingBeyondAMachineWordIs() {
        var options = JSONParsingOptions()
        options.maximumDepth = 10_000
        for depth in [63, 64, 65, 127, 128, 129, 1000] {
            var text = ""
            for level in 0..<depth { text += level % 3 == 0 ? #"{"k":"# : "[" }
            text += "1"
            for level in (0..<depth).reversed() { text += level % 3 == 0 ? "}" : "]" }
            expectEqual(format(text, parsing: options).text, text + "\n")
            expectEqual(format(text, parsing: options, part: { 1 }).text, text + "\n")
        }
    }

    @Test("Deep indentation has its full width")
    func deepIndentationHasItsFullWidth() {
        let text = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        let lines = format(text, .init(indentation: .spaces(5000))).text.split(separator: "\n")
        expectEqual(lines.count, 119)
        for (index, line) in lines.enumerated() {
            let level = index < 60 ? index : 118 - index
            expectEqual(line.utf8.count, level * 4096 + (index == 59 ? 2 : 1))
            expect(line.utf8.prefix(level * 4096).allSatisfy { $0 == Byte.space })
        }
    }

    @Test("Raw strings are decoded at the top only")
    func rawStringsAreDecodedAtThe() {
        let input = #""a\n\u00e9\ud800" ["b\n"] "" 1"#
        expectEqual(format(input, rawStrings: true).text, "a\né\u{FFFD}\n[\"b\\n\"]\n\n1\n")
        expectEqual(format(input, rawStrings: true, part: { 1 }).text, "a\né\u{FFFD}\n[\"b\\n\"]\n\n1\n")
    }

    @Test("Options of the strings are passed on")
    func optionsOfTheStringsArePassed() {
        var parsing = JSONParsingOptions()
        parsing.loneSurrogates = .replace
        let input = #"["é/\ud800"]"#
        let options = JSONWritingOptions(escapesNonASCII: true, escapesSlashes: true)
        expectEqual(format(input, options, parsing: parsing).text, #"["\u00e9\/\ufffd"]"# + "\n")
        expectEqual(format(input, options).text, #"["\u00e9\/\ud800"]"# + "\n")
    }

    @Test("Comments and trailing commas are dropped")
    func commentsAndTrailingCommasAreDropped() {
        let input = """
            // first
            { /* a */ "a" /* b */ : /* c */ [ 1, /* d */ 2 /* e */ , ] , // f
              "b" : {"c":null,}, /**/ "d":[/*g*/],"e":{/*h*/} } // last
            """
        let expected = #"{"a":[1,2],"b":{"c":null},"d":[],"e":{}}"# + "\n"
        expectEqual(format(input, parsing: .relaxed), Formatted(text: expected, error: nil, valueCount: 1))
        for size in 1...5 { expectEqual(format(input, parsing: .relaxed, part: { size }).text, expected) }
    }

    @Test("Non-finite numbers are written as the options say")
    func nonFiniteNumbersAreWrittenAs() {
        let input = #"[NaN,1,-Infinity,{"a":Infinity}] NaN"#
        func formatted(_ choice: JSONWritingOptions.NonFiniteNumbers, part: Int = .max) -> Formatted {
            format(
                input, .init(indentation: .spaces(1), nonFiniteNumbers: choice), parsing: .relaxed, part: { part })
        }
        let expected = "[\n NaN,\n 1,\n -Infinity,\n {\n  \"a\": Infinity\n }\n]\nNaN\n"
        expectEqual(formatted(.literal).text, expected)
        expectEqual(formatted(.literal, part: 1).text, expected)
        let nulls = expected.replacing("NaN", with: "null").replacing("-Infinity", with: "null")
            .replacing("Infinity", with: "null")
        expectEqual(formatted(.null).text, nulls)
        expectEqual(formatted(.reject).error?.code, .nonFiniteNumber)
        expectEqual(formatted(.reject).error?.byteOffset, 1)
        expectEqual(formatted(.reject, part: 1).error, formatted(.reject).error)
    }

    @Test("An error of the sink ends the work")
    func anErrorOfTheSinkEnds() throws {
        struct Full: Error {}
        var formatter = JSONStreamFormatter(options: .compact) { _ in throw Full() }
        _ = formatter.withInputSpace { space in
            space.copyBytes(from: Array("[1]".utf8))
            return 3
        }
        try formatter.process()
        #expect(throws: Full.self) { try formatter.finish() }
    }

    @Test("What is complete is written before the rest has come")
    func whatIsCompleteIsWrittenBefore() throws {
        final class Output { var text = "" }
        let output = Output()
        var formatter = JSONStreamFormatter(options: .compact) { output.text += String(decoding: $0, as: UTF8.self) }
        func feed(_ text: String, _ formatter: inout JSONStreamFormatter) throws {
            _ = formatter.withInputSpace { space in
                space.copyBytes(from: Array(text.utf8))
                return text.utf8.count
            }
            try formatter.process()
            try formatter.flush()
        }
        try feed("{\"a\": 1}", &formatter)
        expectEqual(output.text, "{\"a\":1}\n")
        try feed("\n[2, \"x\", tr", &formatter)
        expectEqual(output.text, "{\"a\":1}\n[2,\"x\"")
        try feed("ue] 12", &formatter)
        expectEqual(output.text, "{\"a\":1}\n[2,\"x\",true]\n")
        try formatter.finish()
        expectEqual(output.text, "{\"a\":1}\n[2,\"x\",true]\n12\n")
        expectEqual(formatter.valueCount, 3)
    }
}

extension JSONParsingOptions {
    /// Everything beyond the RFC.
    static var relaxed: JSONParsingOptions {
        var options = JSONParsingOptions.lenientSurrogates
        options.allowsComments = true
        options.allowsTrailingCommas = true
        options.allowsNonFiniteNumbers = true
        return options
    }

    @Test("Strings are escaped as in a value that is written")
    func escapes() throws {
        let strings = [
            #""a/b""#, #""a\/b""#, #""/""#, #""é/""#, "\"\u{7F}\"", #""\n/é""#, #""plain""#,
            #""a/b, which is longer than 32 bytes/""#,
        ]
        for string in strings {
            for text in [string, "[\(string)]", "{\(string):\(string)}"] {
                for bits in 0..<4 {
                    let options = JSONWritingOptions(escapesNonASCII: bits & 1 != 0, escapesSlashes: bits & 2 != 0)
                    let written = try JSON(parsing: text).serializedString(options)
                    expectEqual(format([UInt8](text.utf8), options).text, written + "\n", "\(text)")
                }
            }
        }
    }
}
