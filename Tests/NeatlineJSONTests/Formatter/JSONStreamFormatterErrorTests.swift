import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite struct JSONStreamFormatterErrorTests {
    private static let faulty: [(text: String, code: JSONError.Code, offset: Int)] = [
        ("[", .unexpectedEnd, 1), ("{", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2), ("[1,", .unexpectedEnd, 3),
        ("{\"a", .unexpectedEnd, 3), ("{\"a\"", .unexpectedEnd, 4), ("{\"a\":", .unexpectedEnd, 5),
        ("{\"a\":1", .unexpectedEnd, 6), ("\"abc", .unexpectedEnd, 4), ("tru", .unexpectedEnd, 3),
        ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3),
        ("]", .expectedValue, 0), ("[1]]", .expectedValue, 3), ("[,1]", .expectedValue, 1),
        ("[1,,2]", .expectedValue, 3),
        ("[1,]", .trailingComma, 3), ("{\"a\":1,}", .trailingComma, 7), ("[1 2]", .expectedComma, 3),
        ("[1}", .expectedComma, 2), ("{\"a\":1]", .expectedComma, 6), ("{\"a\" 1}", .expectedColon, 5),
        ("{1:2}", .expectedKey, 1), ("{\"a\":1,,}", .expectedKey, 7), ("{\"a\":}", .expectedValue, 5),
        ("[nul]", .invalidLiteral, 4), ("[01]", .invalidNumber, 2), ("[1.x]", .invalidNumber, 3),
        ("[-]", .invalidNumber, 2), ("[\"a\u{1}\"]", .controlCharacter, 3), ("[\"\\x\"]", .invalidEscape, 2),
        ("[\"\\u12g4\"]", .invalidEscape, 2), ("\u{0}", .expectedValue, 0), ("[1,\u{0}]", .expectedValue, 3),
        ("nan", .invalidLiteral, 1), ("[1]\n[2]\n[x]", .expectedValue, 9), ("// no", .expectedValue, 0),
    ]

    @Test("Errors name the first offending byte", arguments: faulty)
    func errorsNameTheFirstOffendingByte(_ text: String, _ code: JSONError.Code, _ offset: Int) {
        let error = format(text).error
        expectEqual(error?.code, code)
        expectEqual(error?.byteOffset, offset)
        let other = format(Array(text.utf8), validatesOnly: true).error
        expectEqual(other, error)
    }

    @Test("An error does not depend on the split", arguments: faulty)
    func anErrorDoesNotDependOn(_ text: String, _ code: JSONError.Code, _ offset: Int) {
        let follower = "\n\"what follows\" " + String(repeating: "[1, 2, 3] ", count: 40)
        for prefix in ["", "[1]\n{\"a\": \"é\"}\r\n  ", String(repeating: "[\"日本語\"]\n", count: 60)] {
            for suffix in ["", follower] {
                let bytes = Array((prefix + text + suffix).utf8)
                let whole = format(bytes)
                expect(whole.error != nil)
                for size in [1, 3, 64, 127] { expectEqual(format(bytes, part: { size }).error, whole.error) }
            }
        }
    }

    @Test("An error far into a stream has its true position")
    func anErrorFarIntoAStream() {
        let line = "{\"key\": \"日本語 and more\", \"n\": [1, 2, 3]}\n"
        let count = 20_000
        let text = String(repeating: line, count: count) + "  {\"é\": tru }\n" + String(repeating: line, count: 100)
        let bytes = Array(text.utf8)
        for size in [Int.max, 4096, 99_999] {
            let result = format(bytes, .pretty, part: { size })
            expectEqual(result.error?.code, .invalidLiteral)
            expectEqual(result.error?.line, count + 1)
            expectEqual(result.error?.column, 12)
            expectEqual(result.error?.byteOffset, line.utf8.count * count + 12)
            expectEqual(result.error?.excerpt, "  {\"é\": tru }\n           ^")
            expectEqual(result.valueCount, count)
        }
    }

    @Test("A line longer than the windows has its true column")
    func aLineLongerThanTheWindows() {
        let text = "[" + String(repeating: "\"é\",", count: 200_000) + "?]"
        for size in [Int.max, 50_000] {
            let error = format(text, part: { size }).error
            expectEqual(error?.line, 1)
            expectEqual(error?.column, 800_002)
            expectEqual(error?.byteOffset, 1_000_001)
        }
    }

    @Test("An error inside a string longer than the windows is found")
    func anErrorInsideAStringLonger() {
        let text =
            "[\"" + String(repeating: "é", count: 300_000) + "\\q" + String(repeating: "x", count: 300_000) + "\"]"
        for size in [Int.max, 65_536] {
            let error = format(text, part: { size }).error
            expectEqual(error?.code, .invalidEscape)
            expectEqual(error?.byteOffset, 600_002)
            expectEqual(error?.column, 300_003)
        }
        let open = format("[\"" + String(repeating: "é", count: 300_000), part: { 65_536 }).error
        expectEqual(open?.code, .unexpectedEnd)
        expectEqual(open?.byteOffset, 600_002)
    }

    @Test("Bytes that are not UTF-8 are an error at the first")
    func bytesThatAreNotUTF8() {
        for (bytes, offset) in [
            ([0x22, 0xFF, 0x22], 1), ([0x22, 0x61, 0xC3], 2), ([0x5B, 0x22, 0xE6, 0x97, 0x22, 0x5D], 2),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0xFF], 0), ([0xEF, 0xBB], 0),
        ] as [([UInt8], Int)] {
            let whole = format(bytes)
            expectEqual(whole.error?.byteOffset, offset)
            expectEqual(format(bytes, part: { 1 }), whole)
        }
    }

    @Test("The depth is limited")
    func theDepthIsLimited() {
        var options = JSONParsingOptions()
        options.maximumDepth = 3
        expect(format("[[{}]]", parsing: options).error == nil)
        expectEqual(format("[[{\"a\":[]}]]", parsing: options).error?.code, .tooDeep)
        expectEqual(format("[[{\"a\":[]}]]", parsing: options).error?.byteOffset, 7)
        options.maximumDepth = 0
        expect(format("1", parsing: options).error == nil)
        expectEqual(format("[]", parsing: options).error?.code, .tooDeep)
    }

    @Test("Scalars at the top can be forbidden")
    func scalarsAtTheTopCanBe() {
        var options = JSONParsingOptions()
        options.allowsTopLevelScalars = false
        expect(format("[1] {}", parsing: options).error == nil)
        expectEqual(format("[1] 2", parsing: options).error?.code, .topLevelScalar)
        expectEqual(format("[1] 2", parsing: options).error?.byteOffset, 4)
    }

    @Test("Half a surrogate pair is an error by default")
    func halfASurrogatePairIsAn() {
        let text = #"["a", "b\ud800"]"#
        expectEqual(format(text, parsing: .init()).error?.code, .loneSurrogate)
        expectEqual(format(text, parsing: .init()).error?.byteOffset, 8)
        expectEqual(format(text, parsing: .init(), part: { 1 }), format(text, parsing: .init()))
    }

    @Test("A comment that does not end is an error at its start")
    func aCommentThatDoesNotEnd() {
        for text in ["[1, /* x", "[1] /* x *", "/*"] {
            let error = format(text, parsing: .relaxed).error
            expectEqual(error?.code, .unterminatedComment)
            expectEqual(error?.byteOffset, text.utf8.count - text[text.firstIndex(of: "/")!...].utf8.count)
            expectEqual(format(text, parsing: .relaxed, part: { 1 }).error, error)
        }
    }

    @Test("What was complete before an error is written")
    func whatWasCompleteBeforeAnError() {
        expectEqual(format("[1] {\"a\":2} [3 x").text, "[1]\n{\"a\":2}\n[3")
    }

    @Test("The formatter accepts and rejects what the scanner does")
    func theFormatterAcceptsAndRejectsWhat() {
        var generator = SeededGenerator(seed: 4711)
        let pieces = [
            "[", "]", "{", "}", ",", ":", "\"a\"", "1", "-", "0", ".5", "e3", "true", "nul", "l", " ", "\n", "\"", "\\",
            "u00e9", "é", "NaN", "/", "/**/", "//", "-Infinity",
        ]
        for _ in 0..<5000 {
            var text = ["[", "{\"k\":", "[{", "[1,"].randomElement(using: &generator)!
            for _ in 0..<Int.random(in: 0...6, using: &generator) { text += pieces.randomElement(using: &generator)! }
            let bytes = Array(text.utf8)
            var options = Bool.random(using: &generator) ? JSONParsingOptions.relaxed : .lenientSurrogates
            options.maximumDepth = 4
            var failure: JSONError?
            do throws(JSONError) {
                _ = try JSON(utf8: bytes, options: options)
            } catch {
                failure = error
            }
            let result = format(bytes, parsing: options, validatesOnly: true)
            if failure?.code == .trailingContent {
                expect(result.valueCount >= 1)
            } else {
                expectEqual(result.error, failure, "\(text)")
                expectEqual(result.valueCount, failure == nil ? 1 : 0, "\(text)")
            }
        }
    }
}
