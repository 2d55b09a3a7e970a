import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("Inputs of init(parsing:)")
struct ParsingInputTests {
    private static let texts = [
        #"{"a": [1, 2.50, "é🙂\n"], "b": null}"#, "[]", "1", "\u{FEFF}[true]", "", "[1,", #"{"a": x}"#, "[\"\u{1}\"]",
        "[" + (0..<500).map(String.init).joined(separator: ", ") + "]",
    ]

    @Test("Every kind of input gives the same value, or the same error", arguments: texts)
    func inputs(text: String) {
        let bytes = Array(text.utf8)
        let expected = outcome { try JSON(parsing: bytes) }
        let padded = Array("xx".utf8) + bytes + Array("[1".utf8)
        let paddedText = "xx" + text + "[1"
        let slice = padded[2..<(2 + bytes.count)]
        expectEqual(outcome { try JSON(parsing: text) }, expected)
        expectEqual(outcome { try JSON(parsing: slice) }, expected)
        expectEqual(outcome { try bytes.withUnsafeBytes { try JSON(parsing: $0) } }, expected)
        expectEqual(outcome { try JSON(parsing: bytes.span) }, expected)
        expectEqual(outcome { try JSON(parsing: bytes.span.bytes) }, expected)
        expectEqual(outcome { try JSON(parsing: ContiguousArray(bytes)) }, expected)
        expectEqual(outcome { try JSON(parsing: Data(bytes)) }, expected)
        expectEqual(outcome { try JSON(parsing: Data(padded)[2..<(2 + bytes.count)]) }, expected)
        expectEqual(
            outcome { try JSON(parsing: (bytes.reversed() as [UInt8]).reversed() as ReversedCollection<[UInt8]>) },
            expected)
        expectEqual(outcome { try JSON(parsing: text.utf8) }, expected)
        let start = paddedText.utf8.index(paddedText.utf8.startIndex, offsetBy: 2)
        let end = paddedText.utf8.index(start, offsetBy: bytes.count)
        expectEqual(outcome { try JSON(parsing: paddedText[start..<end]) }, expected)
    }

    @Test("Options reach every kind of input")
    func options() throws {
        var options = JSONParsingOptions()
        options.allowsTrailingCommas = true
        let text = "[1,]"
        let bytes = Array(text.utf8)
        try expectEqual(JSON(parsing: text, options: options), [1])
        try expectEqual(JSON(parsing: text[...], options: options), [1])
        try expectEqual(JSON(parsing: bytes, options: options), [1])
        try expectEqual(JSON(parsing: bytes[...], options: options), [1])
        try expectEqual(JSON(parsing: bytes.span, options: options), [1])
        try expectEqual(JSON(parsing: bytes.span.bytes, options: options), [1])
        try expectEqual(bytes.withUnsafeBytes { try JSON(parsing: $0, options: options) }, [1])
        try expectEqual(JSON(parsing: Data(bytes), options: options), [1])
    }

    @Test("The input may change after parsing")
    func copies() throws {
        var bytes = Array(#"{"a": "text"}"#.utf8)
        let json = try JSON(parsing: bytes)
        let copy = try bytes.withUnsafeBytes { try JSON(parsing: $0) }
        for index in bytes.indices { bytes[index] = 0 }
        expectEqual(json["a"], "text")
        expectEqual(copy["a"], "text")
    }
}
