import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Layout, order and names of members.
struct EncoderFormattingTests {
    private static let sample: [String: [[String: [Int]]]] = [
        "b": [["x": [1, 2], "a": []], [:]], "a": [], "é": [["/": [0]]], "A": [], "a10": [], "a2": [], "": [],
        "\u{1F600}": [], "\u{FFFF}": [], "q\"\n": [],
    ]

    @Test("Sorted text is foundations byte for byte")
    func sortedTextIsFoundationsByteForByte() throws {
        try expectEqual(
            encodedText(Self.sample) { $0.outputFormatting = .sortedKeys },
            foundationText(Self.sample) { $0.outputFormatting = .sortedKeys })
        try expectEqual(
            encodedText(Self.sample) { $0.outputFormatting = [.sortedKeys, .prettyPrinted] },
            foundationText(Self.sample) { $0.outputFormatting = [.sortedKeys, .prettyPrinted] })
        try expectEqual(
            encodedText(Self.sample) {
                $0.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            },
            foundationText(Self.sample) {
                $0.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            })
    }

    @Test("Indented text looks as foundations")
    func indentedTextLooksAsFoundations() throws {
        struct Model: Encodable {
            var numbers = [1, 2], none: [Int] = [], empty: [String: Int] = [:], text = "x"
        }
        try expectEqual(
            encodedText(Model()) { $0.outputFormatting = .prettyPrinted },
            """
            {
              "numbers" : [
                1,
                2
              ],
              "none" : [

              ],
              "empty" : {

              },
              "text" : "x"
            }
            """)
        try expectEqual(encodedText([Int]()) { $0.outputFormatting = .prettyPrinted }, "[\n\n]")
        try expectEqual(encodedText(5) { $0.outputFormatting = .prettyPrinted }, "5")
    }

    @Test(
        "Snake case is foundations",
        arguments: [
            "fooBar", "imageURL", "URLImage", "aB", "AB", "_fooBar", "__foo_Bar__", "", "_", "foo1Bar", "fooBAr",
            "éCole",
            "fooÉcole", "ABCdef", "a", "A", "foo bar", "xY1Z", "myURLProperty", "oneTwoThree_", "ß", "aİx", "fooBar__B",
            "aBc1D", "1A", "AAaA", "xǅy", "ⅣA", "A\u{301}b", "aA\u{301}b", "aB\u{301}cD", "HTTPServer2x",
        ])
    func snakeCaseIsFoundations(_ name: String) throws {
        let value = encodedObject { try $0.encode(0, forKey: FreeKey(name)) }
        try expectEqual(
            encodedText(value) { $0.keyEncodingStrategy = .convertToSnakeCase },
            foundationText(value) { $0.keyEncodingStrategy = .convertToSnakeCase })
    }

    @Test("Keys of dictionaries are not converted")
    func keysOfDictionariesAreNotConverted() throws {
        struct Model: Encodable { var fooBar = ["barFoo": ["quxQuux": 1]] }
        try expectEqual(
            encodedText(Model()) { $0.keyEncodingStrategy = .convertToSnakeCase },
            #"{"foo_bar":{"barFoo":{"quxQuux":1}}}"#)
    }

    @Test("Names that become the same count as one")
    func namesThatBecomeTheSameCountAsOne() throws {
        let value = encodedObject {
            try $0.encode(1, forKey: FreeKey("fooBar"))
            try $0.encode(2, forKey: FreeKey("foo_bar"))
        }
        try expectEqual(encodedText(value) { $0.keyEncodingStrategy = .convertToSnakeCase }, #"{"foo_bar":2}"#)
    }

    @Test("Custom names are made from the whole path")
    func customNamesAreMadeFromTheWholePath() throws {
        struct Inner: Encodable { var value = 1 }
        struct Outer: Encodable { var inner = [Inner()] }
        let result = try encodedText(Outer()) {
            $0.keyEncodingStrategy = .custom { path in FreeKey(path.map(\.stringValue).joined(separator: "/")) }
        }
        expectEqual(result, #"{"inner":[{"inner\/Index 0\/value":1}]}"#)
    }
}

/// The ways into and out of the encoder.
struct EncoderEntryPointTests {
    private struct Point: Codable, Equatable { var x = 1, y = 2 }

    @Test("Values become data bytes text and JSON")
    func valuesBecomeDataBytesTextAndJSON() throws {
        let encoder = NeatlineJSONEncoder()
        try expectEqual(encoder.encode(Point()), Data(#"{"x":1,"y":2}"#.utf8))
        try expectEqual(encoder.encodeToBytes(Point()), Array(#"{"x":1,"y":2}"#.utf8))
        try expectEqual(encoder.encodeToString(Point()), #"{"x":1,"y":2}"#)
        try expectEqual(encoder.encodeToJSON(Point())["y"].int, 2)
        try expectEqual(JSON(encoding: Point()), ["x": 1, "y": 2])
        encoder.keyEncodingStrategy = .custom { FreeKey("_" + ($0.last?.stringValue ?? "")) }
        try expectEqual(JSON(encoding: Point(), encoder: encoder), ["_x": 1, "_y": 2])
        #expect(throws: EncodingError.self) { try JSON(encoding: [Double.nan]) }
    }

    @Test("Values may need a configuration")
    func valuesMayNeedAConfiguration() throws {
        struct Configured: EncodableWithConfiguration, EncodingConfigurationProviding {
            static let encodingConfiguration = 7
            func encode(to encoder: any Encoder, configuration: Int) throws { try configuration.encode(to: encoder) }
        }
        try expectEqual(NeatlineJSONEncoder().encode(Configured(), configuration: 3), Data("3".utf8))
        try expectEqual(NeatlineJSONEncoder().encode(Configured(), configuration: Configured.self), Data("7".utf8))
    }

    @Test("One encoder serves many threads")
    func oneEncoderServesManyThreads() async throws {
        let encoder = NeatlineJSONEncoder()
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<32 {
                group.addTask {
                    try encoder.encodeToString((0..<200).map { Point(x: $0, y: number) })
                }
            }
            for try await result in group { expect(result.hasPrefix(#"[{"x":0,"y":"#)) }
        }
    }

    @Test("An encoder may be used while another encodes")
    func anEncoderMayBeUsedWhileAnotherEncodes() throws {
        let encoder = NeatlineJSONEncoder()
        let value = encodedObject { try $0.encode(encoder.encodeToString([Point()]), forKey: FreeKey("text")) }
        try expectEqual(encoder.encodeToString(value), #"{"text":"[{\"x\":1,\"y\":2}]"}"#)
    }
}
