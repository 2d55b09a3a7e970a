import NeatlineJSON
import NeatlineTestSupport
import Testing

/// RFC 8259, production by production: what is accepted, and what is rejected with which code at which byte.
@Suite("The grammar of RFC 8259")
struct GrammarTests {
    @Test(
        "valid texts are accepted",
        arguments: [
            "{}", "[]", "null", "true", "false", "0", "-0", "\"\"", " [ ] ", "\t\r\n {\n}\t", "[[]   ]", "[1\n]",
            " [1]", "[2] ",
            "[null, 1, \"1\", {}]", "[1,null,null,null,2]", "[\"\"]", "[\"a\"]", "[false]", "{\"a\":\"b\"}", "{\"\":0}",
            "{\"a\":[]}",
            "{\"a\":\"b\",\"a\":\"b\"}", "{\"a\":1,\"b\":{\"c\":[{}]}}", "{\"a\\u0000b\":42}", "[-0]", "[-0.0]",
            "[0e1]", "[0e+1]",
            "[0E+0]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e1]", "[123.456789]", "[-1]",
            "[-123]", "[1.0]",
            "[20e1]", "[123123123123123123123123]", "[-0.000000000000000000000000000000000000000000001]",
            #"["\u0060\u012a\u12AB"]"#,
            #"["\ud801\udc37"]"#, #"["\uD83D\uDE00\u20AC"]"#, #"["\"\\\/\b\f\n\r\t"]"#, #"["\\u0000"]"#, #"["\u0000"]"#,
            #"["\u0022"]"#,
            #"["\u005C"]"#, #"["\uFFFF\uDBFF\uDFFE"]"#, "[\"a/*b*/c/*d//e\"]", "[\"asd \"]", "[\"\u{7F}\"]",
            "[\"\u{2028}\u{2029}\"]",
            "[\"é€😀\u{10FFFF}\u{E000}\u{FFFF}\"]", "[\" \"]", "[\"new\u{A0}line\"]", #"["\uA66D"]"#, #"["\u002c"]"#,
            "-3.14e-0",
        ])
    func accepted(_ text: String) throws {
        let bytes = Array(text.utf8)
        let json = try JSON(parsing: text)
        try expectEqual(JSON(parsing: json.serialized()), json)
        expect(Disagreement.ofTape(bytes) == nil)
        expect(Disagreement.ofFormatter(bytes) == nil)
    }

    @Test(
        "invalid texts are rejected with the code and the byte of what is wrong",
        arguments: [
            // Structure.
            ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("[", .unexpectedEnd, 1), ("{", .unexpectedEnd, 1),
            ("]", .expectedValue, 0), ("[1", .unexpectedEnd, 2), ("[1,", .unexpectedEnd, 3),
            ("[,1]", .expectedValue, 1),
            ("[1,,2]", .expectedValue, 3), ("[1,]", .trailingComma, 3), ("[1 2]", .expectedComma, 3),
            ("[\"a\" 1]", .expectedComma, 5),
            ("[1:2]", .expectedComma, 2), ("[1}", .expectedComma, 2), ("{]", .expectedKey, 1),
            ("[1]]", .trailingContent, 3),
            ("[]x", .trailingContent, 2), ("1 2", .trailingContent, 2), ("{}{}", .trailingContent, 2),
            ("{a:1}", .expectedKey, 1),
            ("{1:1}", .expectedKey, 1), ("{'a':1}", .expectedKey, 1), ("{\"a\"}", .expectedColon, 4),
            ("{\"a\" \"b\"}", .expectedColon, 5),
            ("{\"a\":}", .expectedValue, 5), ("{\"a\":1", .unexpectedEnd, 6), ("{\"a\":1,}", .trailingComma, 7),
            ("{\"a\":1,,}", .expectedKey, 7), ("{,\"a\":1}", .expectedKey, 1), ("{\"a\":1 \"b\":2}", .expectedComma, 7),
            ("{\"a\":1]", .expectedComma, 6), ("{null:1}", .expectedKey, 1), ("[1]/**/", .trailingContent, 3),
            ("/**/1", .expectedValue, 0),
            ("[\u{0C}]", .expectedValue, 1), ("[\u{A0}]", .expectedValue, 1), ("\u{2060}[]", .expectedValue, 0),
            ("\u{FEFF}", .unexpectedEnd, 3),
            ("\u{FEFF}\u{FEFF}1", .expectedValue, 3), ("<.>", .expectedValue, 0), ("[*]", .expectedValue, 1),
            ("\0", .expectedValue, 0),
            ("[1]\0", .trailingContent, 3), ("1\0", .trailingContent, 1), ("[1\0]", .expectedComma, 2),
            ("{\0}", .expectedKey, 1),
            // Literals.
            ("nul", .unexpectedEnd, 3), ("nulL", .invalidLiteral, 3), ("[True]", .expectedValue, 1),
            ("[tru]", .invalidLiteral, 4),
            ("[fals]", .invalidLiteral, 5), ("nullx", .trailingContent, 4), ("[truefalse]", .expectedComma, 5),
            ("[NaN]", .expectedValue, 1),
            ("[Infinity]", .expectedValue, 1), ("[-Infinity]", .invalidNumber, 2), ("[-NaN]", .invalidNumber, 2),
            // Numbers.
            ("-", .unexpectedEnd, 1), ("[-]", .invalidNumber, 2), ("[+1]", .expectedValue, 1),
            ("[01]", .invalidNumber, 2), ("-012", .invalidNumber, 2),
            ("[.5]", .expectedValue, 1), ("[1.]", .invalidNumber, 3), ("1.", .unexpectedEnd, 2),
            ("[1.e1]", .invalidNumber, 3),
            ("[1e]", .invalidNumber, 3), ("[1e+]", .invalidNumber, 4), ("1eE2", .invalidNumber, 2),
            ("[1.2.3]", .expectedComma, 4), ("[0x1]", .expectedComma, 2),
            ("[1_000]", .expectedComma, 2), ("[1+2]", .expectedComma, 2), ("[--1]", .invalidNumber, 2),
            ("[1e1.5]", .expectedComma, 4), ("[１]", .expectedValue, 1),
            // Strings.
            ("\"", .unexpectedEnd, 1), ("[\"a", .unexpectedEnd, 3), ("[\"a\nb\"]", .controlCharacter, 3),
            ("[\"\t\"]", .controlCharacter, 2),
            ("[\"\0\"]", .controlCharacter, 2), ("[\"\u{1F}\"]", .controlCharacter, 2), (#"["\a"]"#, .invalidEscape, 2),
            (#"["\x00"]"#, .invalidEscape, 2),
            (#"["\'"]"#, .invalidEscape, 2), (#"["\"#, .unexpectedEnd, 3), (#"["\u00"#, .unexpectedEnd, 6),
            (#"["\ud83d"#, .unexpectedEnd, 8), (#"["\ud83d\"#, .unexpectedEnd, 9), (#"["\ude00"#, .loneSurrogate, 2),
            (#"["\ud83d\u00x"#, .loneSurrogate, 2), (#"["\u"]"#, .invalidEscape, 2),
            (#"["\u12"]"#, .invalidEscape, 2),
            (#"["\u12G4"]"#, .invalidEscape, 2), (#"["\U0041"]"#, .invalidEscape, 2),
            (#"["\ud800\u"]"#, .loneSurrogate, 2), (#"["\u00+1"]"#, .invalidEscape, 2),
            ("['a']", .expectedValue, 1), ("[a]", .expectedValue, 1), ("[“a”]", .expectedValue, 1),
        ] as [(String, JSONError.Code, Int)])
    func rejected(_ text: String, _ code: JSONError.Code, _ offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
        expectEqual(error?.code, code)
        expectEqual(error?.byteOffset, offset)
        expect(Disagreement.ofTape(Array(text.utf8)) == nil)
        expect(Disagreement.ofFormatter(Array(text.utf8)) == nil)
    }

    @Test(
        "every ill-formed UTF-8 sequence is rejected at its first byte",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
            [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        ] as [[UInt8]])
    func illFormed(_ sequence: [UInt8]) throws {
        for prefix in [0, 1, 14, 15, 16, 17, 62, 63, 64, 65, 100] {
            let head = Array("[\"".utf8) + [UInt8](repeating: 0x61, count: prefix)
            let text = head + sequence + Array("\"]".utf8)
            let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
            expectEqual(error?.code, .invalidUTF8)
            expectEqual(error?.byteOffset, head.count)
            expect(Disagreement.ofTape(text) == nil)
            var options = JSONParsingOptions()
            options.invalidUTF8 = .replace
            try expectEqual(
                JSON(parsing: text, options: options)[0].string,
                String(decoding: text.dropFirst(2).dropLast(2), as: UTF8.self))
        }
    }

    @Test("any two bytes behind letters of two bytes, wherever they stand", arguments: 0..<10)
    func amongLetters(_ distance: Int) throws {
        let bytes: [UInt8] = [
            0x00, 0x1F, 0x20, 0x22, 0x5C, 0x61, 0x6E, 0x7F, 0x80, 0x9F, 0xA4, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xDF, 0xE0,
            0xE2,
            0xEF, 0xF0, 0xF4, 0xF5, 0xFF,
        ]
        for letters in 1...3 {
            let head = Array("[\"a".utf8) + Array(String(repeating: "ä", count: letters).utf8)
            for first in bytes {
                for second in bytes {
                    let text = head + [UInt8](repeating: 0x62, count: distance) + [first, second] + Array("öc\"]".utf8)
                    expect(Disagreement.ofTape(text) == nil)
                }
            }
        }
    }

    @Test("every scalar value is accepted as it is, and comes back")
    func everyScalar() throws {
        for start in stride(from: UInt32(0x80), through: 0x10FFFF, by: 0x400) {
            let scalars = (start..<start + 0x400).compactMap(Unicode.Scalar.init)
            if scalars.isEmpty { continue }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            let json = try JSON(parsing: "[\"\(String(text))\"]")
            expectEqual(json[0].string?.unicodeScalars.elementsEqual(scalars), true)
            var options = JSONWritingOptions.compact
            options.escapesNonASCII = true
            let escaped = try JSON(parsing: json.serialized(options))
            expectEqual(escaped[0].string?.unicodeScalars.elementsEqual(scalars), true)
        }
    }
}
