@testable import NeatlineMacroExpansion
import Testing

@Suite("Tokens of Swift source")
struct TokenizerTests {
    @Test(
        "Each literal is one token",
        arguments: [
            #""""#, #""a\"b""#, #""a\(f("x", ")"))b""#, ##"#"a"b\"#"##, ##"#"a\#("x")"#"##,
            "\"\"\"\n a \"\" \\\"\"\" \n\"\"\"",
            "/a[b]\\/c/", "#/ a\n/ b /#", "0x1F.2p3", "1_000", "`a b`", "é", "#if", "\"\\(\"\\(1)\")\"",
        ])
    func literals(_ text: String) {
        #expect(Source(text).tokens.map(\.text) == [text])
        #expect(Source("x = " + text + " ;").tokens.map(\.text) == ["x", "=", text, ";"])
    }

    @Test("Comments are left out, and nested ones end where they end")
    func comments() {
        #expect(Source("a /* b /* c */ d */ e // f\ng").tokens.map(\.text) == ["a", "e", "g"])
    }
}
