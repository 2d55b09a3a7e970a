import NeatlineJSON
import NeatlineTestSupport
import Testing

/// What RFC 8259 leaves open, one test for each row of the table in `Documentation/Conformance.md`.
@Suite("Choices that RFC 8259 leaves open")
struct OpenChoiceTests {
    private func failure(_ text: String, _ change: (inout JSONParsingOptions) -> Void = { _ in }) -> JSONError? {
        var options = JSONParsingOptions()
        change(&options)
        return #expect(throws: JSONError.self) { try JSON(parsing: text, options: options) }
    }

    private func parsed(_ text: String, _ change: (inout JSONParsingOptions) -> Void) throws -> JSON {
        var options = JSONParsingOptions()
        change(&options)
        expect(Disagreement.ofTape(Array(text.utf8), options: options) == nil)
        return try JSON(parsing: text, options: options)
    }

    @Test("one byte order mark is skipped and counts in positions")
    func byteOrderMark() throws {
        try expectEqual(JSON(parsing: "\u{FEFF}[1]"), [1])
        expectEqual(failure("\u{FEFF}[1,]")?.byteOffset, 6)
        expectEqual(failure("\u{FEFF}\u{FEFF}1")?.code, .expectedValue)
        expectEqual(failure("[\u{FEFF}]")?.code, .expectedValue)
        try expectEqual(JSON(parsing: "\u{FEFF}1").serializedString(), "1")
    }

    @Test("of members with one name the last counts, or the first, or the second is an error; all are written")
    func duplicateMembers() throws {
        let text = #"{"a":1,"b":0,"\u0061":2}"#
        let last = try JSON(parsing: text)
        expectEqual(last["a"].int, 2)
        expectEqual(last.count, 3)
        expectEqual(last, ["a": 2, "b": 0])
        expect(last != ["a": 1, "b": 0])
        try expectEqual(last.serializedString(), #"{"a":1,"b":0,"a":2}"#)
        let first = try parsed(text) { $0.duplicateKeys = .firstWins }
        expectEqual(first["a"].int, 1)
        expectEqual(first, ["a": 1, "b": 0])
        expectEqual(first.dictionaryValue, ["a": 1, "b": 0])
        let error = failure(text) { $0.duplicateKeys = .reject }
        expectEqual(error?.code, .duplicateKey)
        expectEqual(error?.byteOffset, 13)
        expectEqual(failure(#"[{"x":[{"k":1,"k":1}]}]"#) { $0.duplicateKeys = .reject }?.byteOffset, 14)
    }

    @Test("names are compared byte for byte, without Unicode normalisation")
    func unnormalisedNames() throws {
        let json = try parsed("{\"\u{E9}\":1,\"e\u{301}\":2}") { $0.duplicateKeys = .reject }
        expectEqual(json["\u{E9}"].int, 1)
        expectEqual(json["e\u{301}"].int, 2)
    }

    @Test("numbers keep every digit, whatever their range and precision")
    func numbers() throws {
        for text in [
            "0.1000000000000000055511151231257827", "123456789012345678901234567890", "1.0", "1e2", "1E+2", "100", "-0",
            "-0.0",
        ] {
            try expectEqual(JSON(parsing: text).serializedString(), text)
        }
        try expectEqual(JSON(parsing: "[1.0,1e2]"), [1, 100])
        expect(try JSON(parsing: "9007199254740993") != JSON(parsing: "9007199254740992.0"))
        try expectEqual(JSON(parsing: "18446744073709551615").uInt64, .max)
        try expectEqual(JSON(parsing: "-9223372036854775808").int64, .min)
    }

    @Test("minus zero keeps its sign as text and as a double, and equals zero")
    func minusZero() throws {
        let json = try JSON(parsing: "-0")
        expectEqual(json.double?.sign, .minus)
        expectEqual(json.int, 0)
        expectEqual(json, 0)
        expectEqual(json.hashValue, JSON(0).hashValue)
    }

    @Test("a number beyond Double is kept; it has no double, and its doubleValue is infinite")
    func beyondDouble() throws {
        let json = try JSON(parsing: "1e400")
        expect(json.double == nil)
        expectEqual(json.doubleValue, .infinity)
        try expectEqual(json.serializedString(), "1e400")
        try expectEqual(JSON(parsing: "1e-400").double, 0)
        expect(try JSON(parsing: "1e400") != JSON(parsing: "1e401"))
    }

    @Test("512 levels are accepted and 513 are not, unless the limit is another")
    func depth() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        try expectEqual(JSON(parsing: nested(512)).serializedString(), nested(512))
        expectEqual(failure(nested(513))?.code, .tooDeep)
        expectEqual(failure(nested(513))?.byteOffset, 512)
        _ = try parsed(nested(3)) { $0.maximumDepth = 3 }
        expectEqual(failure(nested(4)) { $0.maximumDepth = 3 }?.byteOffset, 3)
        for limit in [0, -1, .min] {
            expectEqual(failure("[]") { $0.maximumDepth = limit }?.code, .tooDeep)
            try expectEqual(parsed("1") { $0.maximumDepth = limit }, 1)
        }
        expectEqual(failure(#"{"a":{"b":[]}}"#) { $0.maximumDepth = 2 }?.byteOffset, 10)
    }

    @Test("half a surrogate pair is an error, or kept, or replaced")
    func loneSurrogates() throws {
        let text = #"["\ud83d","\ude00\ud83d","\ud83d\ude00"]"#
        expectEqual(failure(text)?.code, .loneSurrogate)
        expectEqual(failure(text)?.byteOffset, 2)
        let kept = try parsed(text) { $0.loneSurrogates = .keep }
        try expectEqual(kept.serializedString(), #"["\ud83d","\ude00\ud83d","😀"]"#)
        expectEqual(kept[0].string, "\u{FFFD}")
        expectEqual(kept[1].string, "\u{FFFD}\u{FFFD}")
        let replaced = try parsed(text) { $0.loneSurrogates = .replace }
        try expectEqual(replaced.serializedString(), "[\"\u{FFFD}\",\"\u{FFFD}\u{FFFD}\",\"😀\"]")
    }

    @Test("invalid UTF-8 is an error, or each ill-formed part becomes U+FFFD")
    func invalidUTF8() throws {
        let text = Array("[\"a".utf8) + [0xF0, 0x9F, 0x98, 0x80, 0xE2, 0x82] + Array("b\"]".utf8)
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
        expectEqual(error?.byteOffset, 7)
        var options = JSONParsingOptions()
        options.invalidUTF8 = .replace
        try expectEqual(JSON(parsing: text, options: options), ["a😀\u{FFFD}b"])
        // Outside strings a repaired byte is still no token.
        let outside = #expect(throws: JSONError.self) { try JSON(parsing: [0x5B, 0xFF, 0x5D], options: options) }
        expectEqual(outside?.code, .expectedValue)
    }

    @Test("an escaped NUL is a character like others, a NUL byte is an error")
    func nul() throws {
        let json = try JSON(parsing: #"{"a\u0000b":"\u0000"}"#)
        expectEqual(json["a\0b"].string, "\0")
        expect(json["a"].string == nil)
        try expectEqual(json.serializedString(), #"{"a\u0000b":"\u0000"}"#)
        expectEqual(failure("\"\0\"")?.code, .controlCharacter)
        expectEqual(failure("[1]\0")?.code, .trailingContent)
    }

    @Test("a text may be a single scalar, unless the options forbid it")
    func topLevelScalars() throws {
        try expectEqual(JSON(parsing: " \"a\" "), "a")
        let error = failure(" 1") { $0.allowsTopLevelScalars = false }
        expectEqual(error?.code, .topLevelScalar)
        expectEqual(error?.byteOffset, 1)
        try expectEqual(parsed("[1]") { $0.allowsTopLevelScalars = false }, [1])
        expectEqual(failure("") { $0.allowsTopLevelScalars = false }?.code, .unexpectedEnd)
    }

    @Test("whitespace may follow the value, nothing else")
    func trailingContent() throws {
        try expectEqual(JSON(parsing: "1 \t\r\n"), 1)
        expectEqual(failure("1 x")?.code, .trailingContent)
        expectEqual(failure("[] []")?.byteOffset, 3)
    }

    @Test("comments, trailing commas and non-finite numbers are accepted only if so wished")
    func extensions() throws {
        let text = "// a\n{\"a\" /* b */ : [NaN, -Infinity, Infinity,], /**/ }//"
        expectEqual(failure(text)?.byteOffset, 0)
        let json = try parsed(text) {
            $0.allowsComments = true
            $0.allowsTrailingCommas = true
            $0.allowsNonFiniteNumbers = true
        }
        expectEqual(json["a"].count, 3)
        expectEqual(json["a"][0].double?.isNaN, true)
        expectEqual(json["a"][1].double, -.infinity)
        #expect(throws: JSONError.self) { try json.serialized() }
        try expectEqual(json.serializedString(JSONWritingOptions(nonFiniteNumbers: .null)), #"{"a":[null,null,null]}"#)
        expectEqual(failure("[1,,]") { $0.allowsTrailingCommas = true }?.byteOffset, 3)
        expectEqual(failure("[,]") { $0.allowsTrailingCommas = true }?.byteOffset, 1)
        expectEqual(failure("{,}") { $0.allowsTrailingCommas = true }?.byteOffset, 1)
        expectEqual(failure("[1 /* x") { $0.allowsComments = true }?.code, .unterminatedComment)
        expectEqual(failure("[1 /* x") { $0.allowsComments = true }?.byteOffset, 3)
        expectEqual(failure("[1 /*/]") { $0.allowsComments = true }?.code, .unterminatedComment)
        expectEqual(failure("[1 /]") { $0.allowsComments = true }?.code, .expectedComma)
    }

    @Test("strings are compared by their scalars, as RFC 6902 does, not by canonical equivalence")
    func canonicalStrings() throws {
        expect(try JSON(parsing: "\"\u{E9}\"") != JSON(parsing: "\"e\u{301}\""))
        try expectEqual(JSON(parsing: "\"\u{E9}\""), JSON(parsing: "\"\\u00e9\""))
        try expectEqual(JSON(parsing: "\"\u{E9}\"").hashValue, JSON(parsing: "\"\\u00e9\"").hashValue)
    }
}
