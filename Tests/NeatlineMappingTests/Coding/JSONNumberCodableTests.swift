import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("JSONNumber in Codable types") struct JSONNumberCodableTests {
    struct Box: Codable, Equatable { var n: JSONNumber }

    static let texts = [
        "0", "-1", "9223372036854775807", "18446744073709551615", "0.1", "-2.5", "123456789012345678901234567890",
        "0.12345678901234567890123456789", "1e300", "5e-324", "1e2",
    ]

    @Test("has the same value with Foundation's coders", arguments: texts)
    func foundation(_ text: String) throws {
        let box = try JSONDecoder().decode(Box.self, from: Data("{\"n\":\(text)}".utf8))
        expectEqual(box.n, JSONNumber(text: text))
        try expectEqual(JSONDecoder().decode(Box.self, from: try JSONEncoder().encode(box)), box)
        try expectEqual(PropertyListDecoder().decode(Box.self, from: try PropertyListEncoder().encode(box)), box)
    }

    @Test("keeps its digits with Neatline's coders", arguments: texts + ["1.50", "1e500", "-0"])
    func neatline(_ text: String) throws {
        let bytes = Data("{\"n\":\(text)}".utf8)
        let box = try NeatlineJSONDecoder().decode(Box.self, from: bytes)
        expectEqual(box.n.text, text)
        try expectEqual(NeatlineJSONEncoder().encode(box), bytes)
    }

    @Test("is an error with its path for anything else", arguments: ["true", "null", "\"1\"", "[1]", "{}"])
    func errors(_ text: String) {
        let bytes = Data("{\"n\":\(text)}".utf8)
        for decode in [
            { try JSONDecoder().decode(Box.self, from: bytes) },
            { try NeatlineJSONDecoder().decode(Box.self, from: bytes) },
        ] {
            let error = #expect(throws: DecodingError.self) { try decode() }
            switch error {
            case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
                expectEqual(context.codingPath.map(\.stringValue), ["n"])
            default: Issue.record("\(String(describing: error))")
            }
        }
    }
}
