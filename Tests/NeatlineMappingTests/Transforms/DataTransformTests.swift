import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("DataTransform") struct DataTransformTests {
    @Test("Bytes are read and written in base64")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 5)
        for count in 0..<100 {
            let data = Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
            let text = try #require(DataTransform().transformToJSON(data))
            expectEqual(text, data.base64EncodedString())
            try expectEqual(read(DataTransform(), try quoted(text)), data)
        }
        expect(DataTransform().transformToJSON(nil) == nil)
    }

    @Test("Every encoding writes what it reads")
    func encodings() throws {
        let data = Data([0xFB, 0xEF, 0xFF, 0x00])
        let texts: [(DataTransform.Encoding, String)] = [
            (.base64, "++//AA=="), (.base64URL, "--__AA"), (.hexadecimal, "fbefff00"),
        ]
        for (encoding, text) in texts {
            let transform = DataTransform(encoding: encoding)
            expectEqual(transform.transformToJSON(data), text)
            try expectEqual(read(transform, try quoted(text)), data)
            for count in 0..<10 {
                let zeroes = Data(count: count)
                expectEqual(transform.transformFromJSON(transform.transformToJSON(zeroes)), zeroes)
            }
        }
        try expectEqual(read(DataTransform(encoding: .base64URL), #""--__AA==""#), data)
        try expectEqual(read(DataTransform(encoding: .hexadecimal), #""FBefFF00""#), data)
    }

    @Test("Base64 for URLs is read with all of its padding or with none")
    func padding() {
        let transform = DataTransform(encoding: .base64URL)
        for count in 0..<10 {
            let data = Data((0..<count).map { UInt8($0 * 27) })
            let text = transform.transformToJSON(data) ?? ""
            let whole = (4 - text.utf8.count % 4) % 4
            for padding in 0...8 {
                let read = transform.transformFromJSON(text + String(repeating: "=", count: padding))
                expectEqual(read, padding == 0 || padding == whole ? data : nil, "\(count) \(padding)")
            }
        }
    }

    @Test(
        "Text of another encoding is nil",
        arguments: [
            (.base64URL, "++//AA"), (.base64URL, "A"), (.base64URL, "AAAAA"), (.base64URL, "--_ _"), (.base64URL, "é"),
            (.hexadecimal, "f"), (.hexadecimal, "fg"), (.hexadecimal, "0x00"), (.hexadecimal, "ff "),
            (.hexadecimal, "éé"),
        ] as [(DataTransform.Encoding, String)])
    func otherEncodings(encoding: DataTransform.Encoding, text: String) throws {
        expect(try read(DataTransform(encoding: encoding), try quoted(text)) == nil)
    }

    @Test(
        "What is not base64 is nil",
        arguments: [#""A""#, #""AA""#, #""AAA""#, #""A A A=""#, #""%%%%""#, #""-_-_""#, #""ÄÄÄÄ""#] + noStrings)
    func failures(text: String) throws {
        expect(try read(DataTransform(), text) == nil)
    }

    @Test("Other values are nil")
    func strangeValues() {
        for value in strangers { expect(DataTransform().transformFromJSON(value) == nil) }
    }

    private final class Spaced: DataTransform {
        override func transformFromJSON(_ value: Any?) -> Data? {
            super.transformFromJSON((value as? String)?.filter { $0 != " " })
        }
    }

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclass() throws {
        try expectEqual(read(Spaced(), #""A A A=""#), Data([0, 0]))
    }
}
