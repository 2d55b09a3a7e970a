import Foundation
import Testing

@testable import NeatlineMacroExpansion

@Suite("Messages of the compiler")
struct MessageTests {
    private func answer(_ message: String) throws -> [String: Any] {
        let data = try #require(Plugin.answer(Data(message.utf8)))
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test(
        "What is no message is not answered",
        arguments: ["", "{", "[1]", "nul", String(repeating: "[", count: 100_000)])
    func invalid(_ text: String) {
        #expect(Plugin.answer(Data(text.utf8)) == nil)
    }

    @Test("Messages that are no requests, or lack something")
    func others() throws {
        #expect(try answer(#"{"getCapability": {}}"#)["getCapabilityResult"] != nil)
        #expect(try answer(#"{"somethingNew": {}}"#)["expandMacroResult"] != nil)
        #expect(try answer(#"{"expandAttachedMacro": {"macroRole": "member"}}"#)["expandMacroResult"] != nil)
    }

    @Test(
        "The name of a macro, with space behind it as the compiler sends it", arguments: ["JSONSchema", "JSONSchema "])
    func name(_ name: String) throws {
        let request: [String: Any] = [
            "macro": ["name": name, "typeName": "JSONSchema"], "macroRole": "extension",
            "extendedTypeSyntax": ["source": "A"], "attributeSyntax": ["source": "@" + name],
            "conformanceListSyntax": ["source": "struct Placeholder: JSONSchemaDescribing {}"],
            "declSyntax": ["source": "@Mappable @JSONSchema enum A { case a }"],
        ]
        let message = try JSONSerialization.data(withJSONObject: ["expandAttachedMacro": request])
        let result = try answer(String(decoding: message, as: UTF8.self))["expandMacroResult"] as? [String: Any]
        let text = try #require(result?["expandedSource"] as? String)
        let beginning =
            "nonisolated extension A: NeatlineSchema.JSONSchemaDescribing {\npublic static func describeJSON"
        #expect(text.hasPrefix(beginning))
    }

    @Test("A request, and the place of what is wrong in its answer")
    func request() throws {
        let location: [String: Any] = ["fileName": "/a/b.swift", "offset": 100]
        let request: [String: Any] = [
            "macro": ["name": "Mappable ", "typeName": "Mappable"], "macroRole": "extension",
            "extendedTypeSyntax": ["source": "A"],
            "attributeSyntax": ["source": "@Mappable ", "location": location],
            "conformanceListSyntax": ["source": "struct Placeholder: Mappable {}"],
            "declSyntax": ["source": "\n@Mappable struct A { /* é */ let a = 1 }", "location": location],
        ]
        let message = try JSONSerialization.data(withJSONObject: ["expandAttachedMacro": request])
        let result = try #require(
            answer(String(decoding: message, as: UTF8.self))["expandMacroResult"] as? [String: Any])
        #expect(result["expandedSource"] as? String == "")
        let diagnostic = try #require((result["diagnostics"] as? [[String: Any]])?.first)
        #expect(diagnostic["severity"] as? String == "error")
        let position = diagnostic["position"] as? [String: Any]
        #expect(position?["fileName"] as? String == "/a/b.swift" && position?["offset"] as? Int == 135)
        let repair = (diagnostic["fixIts"] as? [[String: Any]])?.first
        let change = try #require((repair?["changes"] as? [[String: Any]])?.first)
        let range = change["range"] as? [String: Any]
        #expect(change["newText"] as? String == "var")
        #expect(range?["startOffset"] as? Int == 131 && range?["endOffset"] as? Int == 134)
    }
}
