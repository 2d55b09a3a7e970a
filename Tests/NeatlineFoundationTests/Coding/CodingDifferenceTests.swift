import Foundation
import Neatline
import NeatlineTestSupport
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
            expect(page.contains("| \(name) |"), "\(name)")
        }
    }

    @Test("Trailing commas are refused")
    func trailingCommas() throws {
        expectEqual(decoded([Int].self, "[1,]"), "dataCorrupted at []")
        expectEqual(decoded([String: Int].self, #"{"a":1,}"#), "dataCorrupted at []")
        let decoder = NeatlineJSONDecoder()
        decoder.parsingOptions.allowsTrailingCommas = true
        try expectEqual(decoder.decode([Int].self, from: "[1,]"), [1])
    }

    @Test("A text with a mistake anywhere is refused")
    func unread() {
        expectEqual(decoded(Coded.Box<Int>.self, #"{"value":1,"other":01}"#), "dataCorrupted at []")
        expectEqual(decoded(Coded.Box<Int>.self, #"{"value":1,"other":"\x"}"#), "dataCorrupted at []")
    }

    @Test("Of several members with one name the last counts, unless they are refused")
    func duplicates() throws {
        expectEqual(decoded(Coded.Box<Int>.self, #"{"value":1,"value":2}"#), #"Box<Int> {"value":2}"#)
        let decoder = NeatlineJSONDecoder()
        let settings = DecodingSettings(assumesTopLevelDictionary: true)
        expect(CodingSubject([String: Int].self).decodingDisagreement(Array(#""a":0, "a":12"#.utf8), settings) == nil)
        decoder.parsingOptions.duplicateKeys = .reject
        #expect(throws: DecodingError.self) { try decoder.decode([String: Int].self, from: #"{"a":1,"a":1}"#) }
    }

    @Test("Paths are whole")
    func paths() throws {
        expectEqual(
            decoded([Coded.Box<UInt8>].self, #"[{"value":1},{"value":300}]"#), "dataCorrupted at [Index 1=1, value]")
        let encoder = NeatlineEncoder(EncodingSettings())
        let error = try #require(throws: EncodingError.self) { try encoder.encode([Coded.Shape.circle(radius: .nan)]) }
        expectEqual(CodingFailure(error).path.map(\.name), ["Index 0", "circle", "radius"])
    }

    @Test("Numbers are exact")
    func numbers() {
        expectEqual(decoded(Int.self, "9223372036854775807.0"), "Int 9223372036854775807")
        expectEqual(decoded(Int.self, "9223372036854775808.0"), "dataCorrupted at []")
        expectEqual(decoded(Int.self, "1e-400"), "dataCorrupted at []")
        expectEqual(decoded(Int.self, "6929495644600919.5"), "dataCorrupted at []")
        expectEqual(decoded(Double.self, "1e-400"), "Double 0")
        expectEqual(decoded(Float.self, "1e-60"), "Float 0")
        expectEqual(decoded(Double.self, "0e1"), "Double 0")
        expectEqual(decoded(Double.self, "1e400"), "dataCorrupted at []")
    }

    @Test("A number that JSON5 ends with its point is the integer before it")
    func points() {
        expectEqual(
            decoded(UInt128.self, "922337203685477580752.//[]", json5: true), "UInt128 922337203685477580752")
        for subject in [CodingSubject(UInt128.self), CodingSubject(Int.self)] {
            for text in ["922337203685477580752.//[]", "9007199254740993./**/", "5. "] {
                let settings = DecodingSettings(allowsJSON5: true)
                expect(subject.decodingDisagreement(Array(text.utf8), settings) == nil)
            }
        }
    }

    @Test("Of several mistakes in a dictionary the first in the text is told")
    func firstMistakes() {
        expectEqual(decoded([Coded.Grade: Int].self, #"{"3":4,"L>":""}"#), "dataCorrupted at [3=3]")
        expectEqual(decoded([Coded.Grade: Int].self, #"{"L>":"","3":4}"#), "dataCorrupted at [L>]")
        expectEqual(decoded([String: Coded.Refusing].self, #"{"om":0,"6y":1}"#), #"other("read") at [om]"#)
        // Foundation's is another one from time to time.
        for _ in 0..<20 {
            let grades = CodingSubject([Coded.Grade: Int].self)
            for text in [#"{"3":4,"L>":""}"#, #"{"82":0,"":"r"}"#] {
                expect(grades.decodingDisagreement(Array(text.utf8), DecodingSettings()) == nil)
            }
            let refusing = CodingSubject([String: Coded.Refusing].self)
            expect(refusing.decodingDisagreement(Array(#"{"om":0,"6y":1}"#.utf8), DecodingSettings()) == nil)
            let dates = CodingSubject([String: Date?].self)
            let settings = DecodingSettings(dates: .customThrowing)
            expect(dates.decodingDisagreement(Array(#"{"p":"T","y":1}"#.utf8), settings) == nil)
        }
    }

    @Test("decodeIfPresent counts nothing behind the last element")
    func end() {
        expect(decoded(Coded.Tuple.self, "[1]").hasSuffix("at [Index 1=1]"))
    }

    @Test("JSON5 is read to the letter")
    func json5() {
        expectEqual(
            decoded(Coded.Box<String>.self, #"{v\u0061lue: '\v\x41\u0000'}"#, json5: true),
            #"Box<String> {"value":"\u000bA\u0000"}"#)
        expectEqual(decoded(Double.self, "1e+", json5: true), "dataCorrupted at []")
        expectEqual(decoded(Double.self, "+.5", json5: true), "Double 0.5")
        expectEqual(decoded([Double].self, "[.5,5.,0x1F,+1,]", json5: true), "Array<Double> [0.5,5,31,1]")
        expectEqual(
            decoded(Coded.Box<Double>.self, "{value: 0x10000000000000000}", json5: true),
            #"Box<Double> {"value":1.8446744073709552e+19}"#)
    }

    @Test("UTF-32 with a byte order mark is read")
    func marks() throws {
        let bytes: [UInt8] = [0xFF, 0xFE, 0, 0, 0x35, 0, 0, 0]
        try expectEqual(NeatlineJSONDecoder().decode(Int.self, from: Data(bytes)), 5)
    }

    @Test("Of several byte order marks the second is a mistake, as in UTF-8")
    func repeatedMarks() throws {
        for mark in [[0xFE, 0xFF], [0xFF, 0xFE], [0, 0, 0xFE, 0xFF], [0xFF, 0xFE, 0, 0], [0xEF, 0xBB, 0xBF]]
            as [[UInt8]]
        {
            for settings in [DecodingSettings(), DecodingSettings(assumesTopLevelDictionary: true)] {
                let subject = CodingSubject(Coded.Box<UInt16?>.self)
                expect(subject.decodingDisagreement(mark, settings) == nil)
                expect(subject.decodingDisagreement(mark + mark, settings) == nil)
                #expect(throws: DecodingError.self) {
                    try NeatlineDecoder(settings).decode(Coded.Box<UInt16?>.self, from: Data(mark + mark))
                }
            }
            let error = #expect(throws: JSONError.self) {
                try JSON(data: Data(mark + mark), options: .fragmentsAllowed)
            }
            expect(error?.code == .expectedValue && error?.byteOffset == 3)
        }
    }

    @Test("UTF-16 without a byte order mark is read, whatever its second character is")
    func unmarkedText() throws {
        let bytes: [UInt8] = [0, 0x22, 0x5C, 0x75, 0, 0x22]
        try expectEqual(NeatlineJSONDecoder().decode(String.self, from: Data(bytes)), "\u{5C75}")
    }

    @Test("A Decimal that is no number is an error")
    func decimals() {
        #expect(throws: EncodingError.self) { try NeatlineJSONEncoder().encode(["a": Decimal.nan]) }
    }
}
