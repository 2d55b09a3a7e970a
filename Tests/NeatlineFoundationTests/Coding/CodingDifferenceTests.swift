import Foundation
import Neatline
import Testing

@Suite("Differences from Foundation's coders that are meant") struct CodingDifferenceTests {
    /// What ours makes of one text, as text.
    private func decoded<T: Decodable>(_ type: T.Type, _ text: String, json5: Bool = false) -> String {
        let decoder = NeatlineDecoder(DecodingSettings(allowsJSON5: json5))
        switch CodingOutcome({ try decoder.decode(type, from: Data(text.utf8)) }) {
        case .value(let value): return CodingOutcome<T>.show(value)
        case .failure(let failure): return "\(failure.kind) at \(failure.path)"
        }
    }

    @Test("The list in the documentation has the same names")
    func documentation() throws {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: repository.appending(path: "Documentation/Migrating/FromFoundation.md"), encoding: .utf8)
        for name in DecodingDifference.all.map(\.name) + EncodingDifference.all.map(\.name) {
            #expect(page.contains("| \(name) |"), "\(name)")
        }
    }

    @Test("Trailing commas are refused")
    func trailingCommas() throws {
        #expect(decoded([Int].self, "[1,]") == "dataCorrupted at []")
        #expect(decoded([String: Int].self, #"{"a":1,}"#) == "dataCorrupted at []")
        let decoder = NeatlineJSONDecoder()
        decoder.parsingOptions.allowsTrailingCommas = true
        #expect(try decoder.decode([Int].self, from: "[1,]") == [1])
    }

    @Test("A text with a mistake anywhere is refused")
    func unread() {
        #expect(decoded(Coded.Box<Int>.self, #"{"value":1,"other":01}"#) == "dataCorrupted at []")
        #expect(decoded(Coded.Box<Int>.self, #"{"value":1,"other":"\x"}"#) == "dataCorrupted at []")
    }

    @Test("Of several members with one name the last counts, unless they are refused")
    func duplicates() throws {
        #expect(decoded(Coded.Box<Int>.self, #"{"value":1,"value":2}"#) == #"Box<Int> {"value":2}"#)
        let decoder = NeatlineJSONDecoder()
        decoder.parsingOptions.duplicateKeys = .reject
        #expect(throws: DecodingError.self) { try decoder.decode([String: Int].self, from: #"{"a":1,"a":1}"#) }
    }

    @Test("Paths are whole")
    func paths() throws {
        #expect(
            decoded([Coded.Box<UInt8>].self, #"[{"value":1},{"value":300}]"#) == "dataCorrupted at [Index 1=1, value]")
        let encoder = NeatlineEncoder(EncodingSettings())
        let error = try #require(throws: EncodingError.self) { try encoder.encode([Coded.Shape.circle(radius: .nan)]) }
        #expect(CodingFailure(error).path.map(\.name) == ["Index 0", "circle", "radius"])
    }

    @Test("Numbers are exact")
    func numbers() {
        #expect(decoded(Int.self, "9223372036854775807.0") == "Int 9223372036854775807")
        #expect(decoded(Int.self, "9223372036854775808.0") == "dataCorrupted at []")
        #expect(decoded(Int.self, "1e-400") == "dataCorrupted at []")
        #expect(decoded(Int.self, "6929495644600919.5") == "dataCorrupted at []")
        #expect(decoded(Double.self, "1e-400") == "Double 0")
        #expect(decoded(Float.self, "1e-60") == "Float 0")
        #expect(decoded(Double.self, "0e1") == "Double 0")
        #expect(decoded(Double.self, "1e400") == "dataCorrupted at []")
    }

    @Test("decodeIfPresent counts nothing behind the last element")
    func end() {
        #expect(decoded(Coded.Tuple.self, "[1]").hasSuffix("at [Index 1=1]"))
    }

    @Test("JSON5 is read to the letter")
    func json5() {
        #expect(
            decoded(Coded.Box<String>.self, #"{v\u0061lue: '\v\x41\u0000'}"#, json5: true)
                == #"Box<String> {"value":"\u000bA\u0000"}"#)
        #expect(decoded(Double.self, "1e+", json5: true) == "dataCorrupted at []")
        #expect(decoded(Double.self, "+.5", json5: true) == "Double 0.5")
        #expect(
            decoded(Coded.Box<Double>.self, "{value: 0x10000000000000000}", json5: true)
                == #"Box<Double> {"value":1.8446744073709552e+19}"#)
    }

    @Test("UTF-32 with a byte order mark is read")
    func marks() throws {
        let bytes: [UInt8] = [0xFF, 0xFE, 0, 0, 0x35, 0, 0, 0]
        #expect(try NeatlineJSONDecoder().decode(Int.self, from: Data(bytes)) == 5)
    }

    @Test("UTF-16 without a byte order mark is read, whatever its second character is")
    func unmarkedText() throws {
        let bytes: [UInt8] = [0, 0x22, 0x5C, 0x75, 0, 0x22]
        #expect(try NeatlineJSONDecoder().decode(String.self, from: Data(bytes)) == "\u{5C75}")
    }

    @Test("A Decimal that is no number is an error")
    func decimals() {
        #expect(throws: EncodingError.self) { try NeatlineJSONEncoder().encode(["a": Decimal.nan]) }
    }
}
