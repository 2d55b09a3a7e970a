import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("HexColor") struct HexColorTests {
    @Test(
        "Three, four, six and eight digits are read, with # and without",
        arguments: [
            ("FF8000", [255, 128, 0, 255]), ("ff8000", [255, 128, 0, 255]), ("FF800040", [255, 128, 0, 64]),
            ("F80", [255, 136, 0, 255]), ("f804", [255, 136, 0, 68]), ("000", [0, 0, 0, 255]),
            ("00000000", [0, 0, 0, 0]),
        ] as [(String, [UInt8])])
    func reading(text: String, parts: [UInt8]) {
        let color = HexColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
        expectEqual(HexColor(text), color)
        expectEqual(HexColor("#" + text), color)
    }

    @Test(
        "Anything else is nil",
        arguments: [
            "", "#", "F", "FF", "FFFFF", "FFFFFFF", "FFFFFFFFF", "FFFFFG", "0x1234", "#0x1234", "##FFF", "FFF#", " FFF",
            "FFF ", "-FF", "+FF", "ÄFF", "ＦＦＦ", "red",
        ])
    func failures(text: String) {
        expect(HexColor(text) == nil)
    }

    @Test("Every value of every part is written and read back")
    func roundTrip() {
        for value in UInt8.min ... .max {
            let color = HexColor(red: value, green: 255 - value, blue: 17, alpha: value)
            expectEqual(HexColor(color.text(alpha: true)), color)
            expectEqual(HexColor(color.text(prefix: true))?.alpha, 255)
        }
        let color = HexColor(red: 10, green: 11, blue: 12)
        expectEqual(color.text(), "0A0B0C")
        expectEqual(color.text(prefix: true), "#0A0B0C")
        expectEqual(color.text(prefix: true, alpha: true), "#0A0B0CFF")
    }
}

@Suite("HexColorTransform") struct HexColorTransformTests {
    @Test("Colours are read, and written as asked for")
    func bothWays() throws {
        let color = try #require(try read(HexColorTransform(), ##""#FF8000""##))
        try expectEqual(read(HexColorTransform(), #""ff8000ff""#), color)
        expectEqual(HexColorTransform().transformToJSON(color), "FF8000")
        expectEqual(HexColorTransform(prefixToJSON: true).transformToJSON(color), "#FF8000")
        expectEqual(HexColorTransform(alphaToJSON: true).transformToJSON(color), "FF8000FF")
        expectEqual(HexColorTransform(prefixToJSON: true, alphaToJSON: true).transformToJSON(color), "#FF8000FF")
        expect(HexColorTransform().transformToJSON(nil) == nil)
    }

    @Test("What is no colour is nil", arguments: [#""""#, #""12345G""#, #""red""#, "123456", "255"] + noStrings)
    func failures(text: String) throws {
        expect(try read(HexColorTransform(), text) == nil)
    }

    @Test("Other values are nil")
    func strangeValues() {
        for value in strangers { expect(HexColorTransform().transformFromJSON(value) == nil) }
    }

    private final class Named: HexColorTransform {
        override func transformFromJSON(_ value: Any?) -> Object? {
            super.transformFromJSON(value as? String == "red" ? "F00" : value)
        }
    }

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclass() throws {
        try expectEqual(read(Named(), #""red""#), try read(HexColorTransform(), #""FF0000""#))
        expect(try read(Named(), #""red""#) != nil)
    }
}
