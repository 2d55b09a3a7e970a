import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Texts in UTF-16 and UTF-32 whose last unit is cut off") struct CutEncodingTests {
    @Test(
        "are errors, not shorter texts",
        arguments: [
            String.Encoding.utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian, .utf16, .utf32,
        ])
    func cutUnit(encoding: String.Encoding) throws {
        let whole = try #require("[1]".data(using: encoding))
        try expectEqual(JSON(data: whole), [1])
        // Three characters, perhaps behind a byte order mark.
        let unit = whole.count <= 8 ? 2 : 4
        for rest in 1..<unit {
            let cut = whole + Data(repeating: 0x31, count: rest)
            #expect(throws: (any Error).self) { try JSON(data: cut) }
            #expect(throws: DecodingError.self) { try NeatlineJSONDecoder().decode([Int].self, from: cut) }
        }
    }

    @Test("found by fuzzing: a digit in UTF-16 and half of another")
    func digit() {
        for bytes: [UInt8] in [[0, 0x31, 0x31], [0x31, 0, 0x31], [0, 0x31, 0]] {
            #expect(throws: DecodingError.self) { try NeatlineJSONDecoder().decode(Double.self, from: Data(bytes)) }
        }
    }
}
