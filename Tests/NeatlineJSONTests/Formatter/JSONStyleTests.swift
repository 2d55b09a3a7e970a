import Testing

@testable import NeatlineJSON

@Suite struct JSONStyleTests {
    private let plain = "\u{1B}[0m"

    @Test("JQ_COLORS is read field by field")
    func jqCOLORSIsReadFieldBy() throws {
        let style = try #require(JSONStyle(jqColors: "0;90:0;31:0;32::1;35"))
        #expect(style.null == "0;90")
        #expect(style.false == "0;31")
        #expect(style.true == "0;32")
        #expect(style.number == "")
        #expect(style.string == "1;35")
        #expect(style.key == JSONStyle.standard.key)
        #expect(JSONStyle(jqColors: "1:2:3:4:5:6:7:38;5;9:more")?.key == "38;5;9")
        #expect(JSONStyle(jqColors: "red") == nil)
        #expect(JSONStyle(jqColors: "0;31m") == nil)
    }

    @Test("Every kind of value has its colour")
    func everyKindOfValueHasIts() throws {
        let style = try #require(JSONStyle(jqColors: "1:2:3:4:5:6:7:8"))
        func colored(_ color: Int, _ text: String) -> String { "\u{1B}[\(color)m\(text)\(plain)" }
        let input = #"{"k":[null,false],"t":true} "s\"" -1 [] {}"#
        var expected = "\u{1B}[7m{" + plain + colored(8, "\"k\"") + colored(7, ":")
        expected += "\u{1B}[6m[" + plain + colored(1, "null") + colored(6, ",") + colored(2, "false")
        expected += colored(6, "]") + colored(7, ",") + colored(8, "\"t\"") + colored(7, ":") + colored(3, "true")
        expected += colored(7, "}") + "\n" + colored(5, #""s\"""#) + "\n" + colored(4, "-1") + "\n"
        expected += colored(6, "[]") + "\n" + colored(7, "{}") + "\n"
        #expect(format(Array(input.utf8), style: style).text == expected)
        #expect(format(Array(input.utf8), style: style, part: { 1 }).text == expected)
    }

    @Test("Without its colours coloured text is the plain text", arguments: 0..<20)
    func withoutItsColoursColouredTextIs(seed: Int) {
        let random = RandomText(seed: UInt64(seed), values: 10)
        let text = format(Array(random.source.utf8), .pretty, style: .standard).text
        #expect(text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == random.indented)
    }

    @Test("Raw strings are not coloured")
    func rawStringsAreNotColoured() {
        let text = format(Array(#""a\n" 1 "b""#.utf8), style: .standard, rawStrings: true).text
        #expect(text == "a\n\n\u{1B}[0;39m1\(plain)\nb\n")
    }
}
