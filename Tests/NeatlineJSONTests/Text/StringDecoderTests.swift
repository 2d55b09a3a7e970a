import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite struct StringDecoderTests {
    private static let cases: [(source: String, text: String)] = [
        ("", ""), ("plain", "plain"), ("plain text wider than one vector", "plain text wider than one vector"),
        ("é日本😀", "é日本😀"), (#"\""#, "\""), (#"\\\/"#, "\\/"), (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"),
        (#"\u0041\u00e9\u65E5\ud83d\uDE00"#, "Aé日😀"), (#"\u0000"#, "\0"),
        (#"\ud800"#, "\u{FFFD}"), (#"\udc00x"#, "\u{FFFD}x"), (#"\ud800\ud83d\ude00"#, "\u{FFFD}😀"),
        (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"é\n日本 and then some plain text \t😀"#, "é\n日本 and then some plain text \t😀"),
    ]

    private func flags(_ source: String) -> UInt64 {
        (source.utf8.contains(Byte.backslash) ? TapeWord.escapedFlag : 0)
            | (source.utf8.contains { $0 >= 0x80 } ? TapeWord.nonASCIIFlag : 0)
    }

    @Test("Decodes the source form", arguments: cases)
    func decodesTheSourceForm(_ source: String, _ text: String) {
        for count in [0, 1, 7, 15, 16, 17, 40] {
            let padding = String(repeating: "x", count: count)
            for padded in [(padding + source, padding + text), (source + padding, text + padding)] {
                let decoded = Array(padded.0.utf8).withUnsafeBufferPointer {
                    StringDecoder.string($0, flags: flags(padded.0))
                }
                expectEqual(decoded, padded.1)
            }
        }
    }

    private func equals(_ source: String, _ text: String) -> Bool {
        Array(source.utf8).withUnsafeBufferPointer { source in
            Array(text.utf8).withUnsafeBufferPointer { text in
                let escaped = source.contains(Byte.backslash) ? TapeWord.escapedFlag : 0
                return StringDecoder.equals(source, flags: escaped, utf8: text)
            }
        }
    }

    @Test("Compares without decoding", arguments: cases)
    func comparesWithoutDecoding(_ source: String, _ text: String) {
        expect(equals(source, text))
        expect(!equals(source, text + "x"))
        expect(!equals(source + "x", text))
        if !text.isEmpty {
            expect(!equals(source, String(text.unicodeScalars.dropLast())))
            expect(!equals(source, ""))
        }
        for other in Self.cases where other.text != text { expect(!equals(source, other.text)) }
    }

    @Test("Plain names of every length are compared to the last byte")
    func plainNamesOfEveryLengthAre() {
        for count in 1..<40 {
            let name = String(repeating: "k", count: count)
            expect(equals(name, name))
            for index in 0..<count {
                var other = Array(name.utf8)
                other[index] = 0x6A
                expect(!equals(name, String(decoding: other, as: UTF8.self)))
            }
        }
    }
}
