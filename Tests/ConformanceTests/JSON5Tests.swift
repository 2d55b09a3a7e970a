import NeatlineJSON
import NeatlineTestSupport
import Testing

/// The specification of JSON5 (spec.json5.org, version 1.0.0), section by section.
@Suite("JSON5")
struct JSON5Tests {
    /// What is read, and what it is in JSON.
    @Test(
        "valid texts are read, and written as JSON by tape and streaming formatter",
        arguments: [
            // Objects (section 3).
            ("{}", "{}"), ("{a:1}", #"{"a":1}"#), ("{$_:1,_$9:2}", #"{"$_":1,"_$9":2}"#), ("{'a b':1}", #"{"a b":1}"#),
            ("{ключ:1,été:2,名:3}", #"{"ключ":1,"été":2,"名":3}"#), (#"{\u0061\u0062c:1}"#, #"{"abc":1}"#),
            ("{a\u{301}b:1}", "{\"a\u{301}b\":1}"), ("{a\u{200D}b\u{200C}:1}", "{\"a\u{200D}b\u{200C}\":1}"),
            ("{null:1,true:2,Infinity:3,if:4}", #"{"null":1,"true":2,"Infinity":3,"if":4}"#),
            ("{a:1,}", #"{"a":1}"#), ("{\"a\":1,a:2}", #"{"a":1,"a":2}"#),
            ("{Ⅷ:1,a٣:2,a‿b:3}", #"{"Ⅷ":1,"a٣":2,"a‿b":3}"#),
            // Arrays (section 4).
            ("[]", "[]"), ("[1,]", "[1]"), ("[[],[1,],]", "[[],[1]]"),
            // Strings (section 5).
            ("'a'", "\"a\""), ("'\"'", #""\"""#), (#"'\''"#, "\"'\""), (#""\'""#, "\"'\""), ("\"'\"", "\"'\""),
            (#"'\b\f\n\r\t\v\0\\\/'"#, #""\b\f\n\r\t\u000b\u0000\\/""#), (#"'\x41\xe9\x00\x7F'"#, #""Aé\u0000\u007f""#),
            (#"'\u0041\uD83D\uDE00'"#, "\"A😀\""), (#"'\A\C\/\D\C'"#, "\"AC/DC\""), (#"'\é\日'"#, "\"é日\""),
            ("'a\\\nb'", "\"ab\""), ("'a\\\r\nb'", "\"ab\""), ("'a\\\rb'", "\"ab\""), ("'a\\\u{2028}b'", "\"ab\""),
            ("'a\\\u{2029}b'", "\"ab\""), ("'\u{2028}\u{2029}'", "\"\u{2028}\u{2029}\""), ("'\t'", #""\t""#),
            ("'\u{1}'", #""\u0001""#), (#"'\0a'"#, #""\u0000a""#), ("''", "\"\""),
            // Numbers (section 6).
            ("0x0", "0"), ("0xdecaf", "912559"), ("-0XC0FFEE", "-12648430"), ("+0x1F", "31"), ("-0x0", "-0"),
            ("0xffffffffffffffffffffffffffffffff", "340282366920938463463374607431768211455"), ("0x000", "0"),
            (".5", "0.5"), ("-.25e2", "-0.25e2"), ("5.", "5"), ("5.e3", "5e3"), ("0.", "0"), ("+1.50", "1.50"),
            ("+0", "0"),
            ("-0", "-0"), ("1E+2", "1E+2"), ("NaN", "NaN"), ("+NaN", "NaN"), ("-NaN", "NaN"), ("Infinity", "Infinity"),
            ("+Infinity", "Infinity"), ("-Infinity", "-Infinity"),
            // Comments (section 7) and white space (section 8).
            ("//c\n1", "1"), ("/*c*/1/**/", "1"), ("1//c", "1"), ("[//]\u{2028}1//]\u{2029}]", "[1]"), ("/***/1", "1"),
            ("\t\u{B}\u{C} \u{A0}\u{FEFF}\n\r\u{2028}\u{2029}\u{1680}\u{2000}\u{200A}\u{202F}\u{205F}\u{3000}1", "1"),
            ("[\u{A0}\u{B}]", "[]"), ("{\u{FEFF}a\u{C}:\u{3000}1\u{2003},\u{2028}}", #"{"a":1}"#),
        ])
    func accepted(_ text: String, _ json: String) throws {
        let bytes = Array(text.utf8)
        var writing = JSONWritingOptions.compact
        writing.nonFiniteNumbers = .literal
        let value = try JSON(parsing: bytes, options: .json5)
        try expectEqual(value.serializedString(writing), json)
        try expectEqual([value].map { JSON($0) }[0].serializedString(writing), json)
        expect(Disagreement.ofTape(bytes, options: .json5) == nil)
        expect(Disagreement.ofFormatter(bytes, options: .json5) == nil)
        expect(Disagreement.ofFormatter(bytes, options: .json5, chunkSize: 1) == nil)
        expect(Exercise.all(bytes, options: .json5) == nil)
    }

    @Test(
        "invalid texts are rejected at the byte that is wrong",
        arguments: [
            ("{,}", .expectedKey, 1), ("{a:1,,}", .expectedKey, 5), ("[,]", .expectedValue, 1),
            ("[1,,]", .expectedValue, 3),
            ("{1a:1}", .expectedKey, 1), ("{a-b:1}", .expectedColon, 2), ("{\u{301}a:1}", .expectedKey, 1),
            (#"{\u0030:1}"#, .invalidEscape, 1), (#"{a\u002d:1}"#, .invalidEscape, 2),
            (#"{\x61:1}"#, .invalidEscape, 1),
            (#"{\ud835\udcb3:1}"#, .invalidEscape, 1), ("{a", .unexpectedEnd, 2), ("{'a", .unexpectedEnd, 3),
            ("'a", .unexpectedEnd, 2), ("'a\"", .unexpectedEnd, 3), ("'a\nb'", .controlCharacter, 2),
            ("'a\rb'", .controlCharacter, 2), (#"'\1'"#, .invalidEscape, 1), (#"'\9'"#, .invalidEscape, 1),
            (#"'\00'"#, .invalidEscape, 1), (#"'\x4'"#, .invalidEscape, 1), (#"'\u004'"#, .invalidEscape, 1),
            (#"'\ud800'"#, .loneSurrogate, 1), ("'\\ud83d\\\nx'", .loneSurrogate, 1),
            ("'\\ud83d\\\n\n\\ude00'", .loneSurrogate, 1), ("'\\\n\\ude00'", .loneSurrogate, 3),
            ("'\\ud83d\\\r\n\\ude0", .unexpectedEnd, 15), ("'\\ud83d\\\r", .unexpectedEnd, 9),
            ("0x", .unexpectedEnd, 2), ("[0x]", .invalidNumber, 3),
            ("0x1G", .trailingContent, 3),
            ("0x1.5", .trailingContent, 3), ("010", .invalidNumber, 1), ("[.]", .invalidNumber, 2),
            ("[+]", .invalidNumber, 2),
            ("+-1", .invalidNumber, 1), ("[--1]", .invalidNumber, 2), ("[1.2.3]", .expectedComma, 4),
            ("[.e1]", .invalidNumber, 2),
            ("[+ 1]", .invalidNumber, 2), ("nan", .invalidLiteral, 1), ("[Infinit]", .expectedValue, 1),
            ("/*", .unterminatedComment, 0),
            ("[/]", .expectedValue, 1), ("\u{200B}1", .expectedValue, 0), ("", .unexpectedEnd, 0),
            ("//", .unexpectedEnd, 2),
        ] as [(String, JSONError.Code, Int)])
    func rejected(_ text: String, _ code: JSONError.Code, _ offset: Int) {
        let bytes = Array(text.utf8)
        let error = #expect(throws: JSONError.self) { try JSON(parsing: bytes, options: .json5) }
        expectEqual(error?.code, code, "\(text)")
        expectEqual(error?.byteOffset, offset, "\(text)")
        expect(Disagreement.ofTape(bytes, options: .json5) == nil)
        expect(Disagreement.ofFormatter(bytes, options: .json5) == nil)
        #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
    }

    @Test("values are read as what they are")
    func reading() throws {
        let text =
            #"{hex: 0x1F, half: .5, five: 5., one: +1, name: 'it\'s', "\x6bey": "\v", k\u0065y2: [NaN, -0x8000000000000000]}"#
        let json = try JSON(parsing: text, options: .json5)
        expectEqual(json["hex"].int, 31)
        expectEqual(json["hex"].double, 31)
        expectEqual(json["half"].double, 0.5)
        expectEqual(json["five"].int, 5)
        expectEqual(json["one"].int, 1)
        expectEqual(json["name"].string, "it's")
        expectEqual(json["key"].string, "\u{B}")
        expect(json["key2"][0].doubleValue.isNaN)
        expectEqual(json["key2"][1].int64, .min)
        expectEqual(json["key2"]["x"].error?.path, "$.key2")
        let plain = try JSON(
            parsing: #"{"hex":31,"half":0.5,"five":5,"one":1,"name":"it's","key":"\u000b","key2":[0,1]}"#)
        expect(json["name"] == plain["name"] && json["hex"] == plain["hex"])
        expectEqual(json["hex"].hashValue, plain["hex"].hashValue)
    }

    @Test("a hexadecimal number of up to 1024 digits keeps all of them, and a longer one is an error")
    func longNumbers() throws {
        var random = SeededGenerator(seed: 50)
        for count in [1, 14, 15, 16, 17, 511, 512, 513, 1023, 1024, 1025, 1026, 3000] {
            for zeros in [0, 1, 2000] {
                let digits = (0..<count).map { index in
                    Array("123456789abcdefABCDEF0".utf8.dropLast(index == 0 ? 1 : 0)).randomElement(using: &random)
                        ?? 0x30
                }
                let text = Array("[-0x".utf8) + repeatElement(0x30, count: zeros) + digits + Array("]".utf8)
                expect(Disagreement.ofTape(text, options: .json5) == nil)
                expect(Disagreement.ofFormatter(text, options: .json5, chunkSize: 100) == nil)
                expect((try? JSON(parsing: text, options: .json5)) != nil || count > 1024)
            }
        }
        // A power of 16 and the number before it: carries run through all digits.
        let power = try JSON(parsing: "0x1" + String(repeating: "0", count: 1023), options: .json5).serializedString()
        let ones = try JSON(parsing: "0x" + String(repeating: "f", count: 1023), options: .json5).serializedString()
        expect(power.count == 1232 && power.dropLast() == ones.dropLast() && power.last == "6" && ones.last == "5")
        let error = #expect(throws: JSONError.self) {
            try JSON(parsing: "[1, 0x00" + String(repeating: "f", count: 1025) + "]", options: .json5)
        }
        expect(error?.code == .invalidNumber && error?.byteOffset == 8 + 1024)
        expectEqual(error?.expected, "at most 1024 hexadecimal digits")
    }

    @Test("repeated names are found in whatever form they stand")
    func duplicates() throws {
        var options = JSONParsingOptions.json5
        options.duplicateKeys = .reject
        for (text, offset, name) in [
            ("{a:1,'a':2}", 5, "'a'"), ("{'a':1,a:2}", 7, "a"), (#"{a:1,"\x61":2}"#, 5, #""\x61""#),
            (#"{a:1,\u0061:2}"#, 5, #"\u0061"#), (#"{a:1, b:{'\'':1,'\'':2}}"#, 16, #"'\''"#),
        ] {
            let error = #expect(throws: JSONError.self) { try JSON(parsing: text, options: options) }
            expectEqual(error?.byteOffset, offset, "\(text)")
            expectEqual(error?.message, "expected a name not used before, found \(name) again", "\(text)")
        }
        try expectEqual(JSON(parsing: #"{a:1,'\x61':2}"#, options: .json5)["a"].int, 2)
    }

    @Test(
        "errors say what is wrong",
        arguments: [
            ("{1:1}", "line 1, column 2: expected a key, found '1'\n    {1:1}\n     ^"),
            (
                #"{a\x:1}"#,
                "line 1, column 3: expected \\u and four digits of a letter in a key, found '\\'\n    {a\\x:1}\n      ^"
            ),
            ("[0xG]", "line 1, column 4: expected a hexadecimal digit after 0x, found 'G'\n    [0xG]\n       ^"),
            (
                #"['\x4z']"#,
                "line 1, column 3: expected two hexadecimal digits after \\x, found 'z'\n    ['\\x4z']\n      ^"
            ),
            (
                #"['\8']"#,
                "line 1, column 3: expected an escape sequence, found a backslash before '8'\n    ['\\8']\n      ^"
            ),
            ("[+x]", "line 1, column 3: expected a digit, found 'x'\n    [+x]\n      ^"),
            ("['a", "line 1, column 4: unexpected end of the text\n    ['a\n       ^"),
        ])
    func messages(_ text: String, _ message: String) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text, options: .json5) }
        expectEqual(error?.description, message)
        expectEqual(Formatted(Array(text.utf8), parsing: .json5).error?.description, message)
    }

    @Test("JSONC has comments and trailing commas, and nothing else")
    func JSONC() throws {
        let text = "// settings\n{\"a\": [1, /* two */ 2,],}\n"
        try expectEqual(JSON(parsing: text, options: .jsonc), ["a": [1, 2]])
        for text in ["{a:1}", "['a']", "[.5]", "[NaN]", "[\u{A0}1]", "[\"\\x41\"]", "[0x1]", "[+1]"] {
            #expect(throws: JSONError.self) { try JSON(parsing: text, options: .jsonc) }
        }
    }
}
