import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Ways in and out of the coders") struct CodingEntryPointTests {
    private func outcome<T>(_ body: () throws -> T) -> CodingOutcome<T> { CodingOutcome(body) }

    @Test("Data, bytes, a string and a value give the same, errors included")
    func decoding() throws {
        let decoder = NeatlineJSONDecoder()
        for text in Subjects.person.texts {
            let data = outcome { try decoder.decode(Coded.Person.self, from: Data(text.utf8)) }
            expect(
                data.isSame(as: outcome { try decoder.decode(Coded.Person.self, from: Array(text.utf8)) }), "\(text)")
            expect(data.isSame(as: outcome { try decoder.decode(Coded.Person.self, from: text) }), "\(text)")
            let json = try JSON(parsing: text)
            expect(data.isSame(as: outcome { try decoder.decode(Coded.Person.self, from: json) }), "\(text)")
            expect(data.isSame(as: outcome { try json.decode(Coded.Person.self) }), "\(text)")
            let outer = try JSON(parsing: #"[0, {"a": \#(text)}]"#)
            expect(data.isSame(as: outcome { try outer[1]["a"].decode(Coded.Person.self) }), "\(text)")
        }
    }

    @Test("A value that code has built is decoded as its text is")
    func built() throws {
        let json: JSON = ["id": 1, "name": "Ada", "tags": ["a"], "scores": ["x": 1.5], "email": JSON.null]
        let person = Coded.Person(id: 1, name: "Ada", email: nil, tags: ["a"], address: nil, scores: ["x": 1.5])
        try expectEqual(json.decode(Coded.Person.self), person)
        try expectEqual(JSON(encoding: person).decode(), person)
        #expect(throws: DecodingError.self) { try json["missing"].decode(Int.self) }
        try expectEqual(JSON(5).decode(Int.self), 5)
        try expectEqual(JSON("a").decode(String?.self), "a")
    }

    @Test("Data, bytes, a string and a value are the same text")
    func encoding() throws {
        let encoder = NeatlineJSONEncoder()
        let person = Coded.Person(id: 1, name: "a/b", email: nil, tags: ["é"], address: nil, scores: ["x": 1.5])
        let text = #"{"id":1,"name":"a\/b","tags":["é"],"scores":{"x":1.5}}"#
        try expectEqual(encoder.encode(person), Data(text.utf8))
        try expectEqual(encoder.encodeToBytes(person), Array(text.utf8))
        try expectEqual(encoder.encodeToString(person), text)
        try expectEqual(encoder.encodeToJSON(person), JSON(parsing: text))
        try expectEqual(JSON(encoding: person, encoder: encoder), JSON(parsing: text))
    }

    @Test("A coder's settings are those that it was given last")
    func settings() throws {
        let decoder = NeatlineJSONDecoder()
        #expect(throws: DecodingError.self) {
            try decoder.decode(Coded.Box<Date>.self, from: #"{"value": "2016-03-15T00:00:00Z"}"#)
        }
        decoder.dateDecodingStrategy = .iso8601
        let box = try decoder.decode(Coded.Box<Date>.self, from: #"{"value": "2016-03-15T00:00:00Z"}"#)
        expectEqual(box.value, Date(timeIntervalSince1970: 1_458_000_000))
        let encoder = NeatlineJSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        try expectEqual(encoder.encodeToString(box), #"{"value":"2016-03-15T00:00:00Z"}"#)
    }
}
