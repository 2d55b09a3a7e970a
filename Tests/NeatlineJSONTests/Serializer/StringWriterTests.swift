import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite struct StringWriterTests {
    private func bytes(_ body: (inout OutputBuffer) -> Void) -> String {
        String(decoding: OutputBuffer.bytes(estimatedCount: 0, body), as: UTF8.self)
    }

    /// The source form as the document holds it, with or without memory behind it.
    private func source(_ text: String, _ writer: StringWriter = StringWriter(), slack: Int = 0) -> String {
        let content = Array(text.utf8)
        var flags: UInt64 = content.contains(Byte.backslash) ? TapeWord.escapedFlag : 0
        if content.contains(where: { $0 >= 0x80 }) { flags |= TapeWord.nonASCIIFlag }
        let memory = content + [UInt8](repeating: 0x7F, count: slack)
        return memory.withUnsafeBufferPointer { memory in
            bytes { buffer in
                guard let start = memory.baseAddress else { return }
                writer.writeSource(
                    start, count: content.count, flags: flags, readableEnd: start + memory.count, into: &buffer)
            }
        }
    }

    private func text(_ text: String, _ writer: StringWriter = StringWriter()) -> String {
        bytes { buffer in text.withName { writer.writeText($0, into: &buffer) } }
    }

    @Test("Control characters and DEL have their jq form")
    func controlCharactersAndDELHaveTheir() {
        let short: [UInt8: String] = [8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r"]
        for code in Array(UInt8(0)..<0x20) + [0x7F] {
            let hex = "\\u00" + (code < 16 ? "0" : "") + String(code, radix: 16)
            let expected = short[code] ?? hex
            expectEqual(text(String(Unicode.Scalar(code))), expected)
            expectEqual(source(hex), expected)
            expectEqual(source(hex.uppercased().replacing("\\U", with: "\\u")), expected)
        }
    }

    @Test(
        "Source form is normalised",
        arguments: [
            ("", ""), ("plain", "plain"), (#"\""#, #"\""#), (#"\\"#, #"\\"#), (#"\/"#, "/"), ("/", "/"),
            (#"\b\f\n\r\t"#, #"\b\f\n\r\t"#), (#"\u00e9"#, "é"), (#"\u65E5\u672c"#, "日本"), (#"\ud83d\ude00"#, "😀"),
            (#"\u0022\u005c\u002F"#, #"\"\\/"#), ("\u{7F}", #"\u007f"#), ("é\u{7F}日", #"é\u007f日"#),
            (#"\ud800"#, #"\ud800"#), (#"a\uDC00z"#, #"a\uDC00z"#), (#"\ud800\ud83d\ude00"#, #"\ud800😀"#),
            (#"\ud83d\u0041"#, #"\ud83dA"#), (#"\u0000"#, #"\u0000"#), (#"x\u00a0y"#, "x\u{A0}y"),
        ])
    func sourceFormIsNormalised(_ input: String, _ expected: String) {
        expectEqual(source(input), expected)
        expectEqual(source(input, slack: 40), expected)
        let padding = "padding that is wider than a vector"
        expectEqual(source(padding + input + padding), padding + expected + padding)
        expectEqual(source(padding + input + padding, slack: 1), padding + expected + padding)
    }

    @Test(
        "Escapes everything beyond ASCII on demand",
        arguments: [
            ("é", #"\u00e9"#), (#"\u00E9"#, #"\u00e9"#), ("日本", #"\u65e5\u672c"#), ("😀", #"\ud83d\ude00"#),
            (#"\uD83D\uDE00"#, #"\ud83d\ude00"#),
            ("\u{80}\u{7FF}\u{800}\u{FFFF}\u{10FFFF}", #"\u0080\u07ff\u0800\uffff\udbff\udfff"#),
            (#"\ud800"#, #"\ud800"#), ("\u{7F}~", #"\u007f~"#), (#"\/"#, "/"), (#"\n"#, #"\n"#),
        ])
    func escapesEverythingBeyondASCIIOnDemand(_ input: String, _ expected: String) {
        let writer = StringWriter(escapesNonASCII: true)
        expectEqual(source(input, writer), expected)
        let padding = "padding that is wider than a vector"
        expectEqual(source(padding + input + padding, writer, slack: 16), padding + expected + padding)
        if !input.contains("\\") { expectEqual(text(padding + input + padding, writer), padding + expected + padding) }
    }

    @Test("Escapes slashes on demand")
    func escapesSlashesOnDemand() {
        let writer = StringWriter(escapesSlashes: true)
        expectEqual(source(#"</a>\/\u002f"#, writer), #"<\/a>\/\/"#)
        expectEqual(text("</script>é", writer), #"<\/script>é"#)
    }

    @Test("Replaces half a surrogate pair on demand")
    func replacesHalfASurrogatePairOn() {
        let writer = StringWriter(loneSurrogates: .replace)
        expectEqual(source(#"a\ud800b\uDC00\ud83d\ude00"#, writer), "a\u{FFFD}b\u{FFFD}😀")
        expectEqual(source(#"\ud800"#, StringWriter(escapesNonASCII: true, loneSurrogates: .replace)), #"\ufffd"#)
    }

    @Test("Text is escaped, not read")
    func textIsEscapedNotRead() {
        expectEqual(text(#"C:\new "é" / 😀"#), #"C:\\new \"é\" / 😀"#)
        expectEqual(text(""), "")
    }

    @Test("Strings longer than a piece keep every byte")
    func stringsLongerThanAPieceKeep() {
        let unit = "0123456789é\u{7F}日本😀"
        let many = String(repeating: unit, count: 2000)
        let escaped = String(repeating: #"0123456789\u00e9\u007f\u65e5\u672c\ud83d\ude00"#, count: 2000)
        expectEqual(text(many), many.replacing("\u{7F}", with: #"\u007f"#))
        expectEqual(text(many, StringWriter(escapesNonASCII: true)), escaped)
        expectEqual(source(escaped), many.replacing("\u{7F}", with: #"\u007f"#))
        expectEqual(source(escaped, StringWriter(escapesNonASCII: true)), escaped)
    }

    @Test("Every length around a vector is copied exactly")
    func everyLengthAroundAVectorIs() {
        for count in 0..<70 {
            let plain = String((0..<count).map { Character(Unicode.Scalar(UInt8(0x61 + $0 % 26))) })
            expectEqual(source(plain), plain)
            expectEqual(source(plain, slack: 16), plain)
            expectEqual(source(plain + "\u{7F}", slack: 16), plain + #"\u007f"#)
            expectEqual(text(plain + "\""), plain + #"\""#)
        }
    }
}
