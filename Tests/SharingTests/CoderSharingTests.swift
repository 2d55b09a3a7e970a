import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// One decoder and one encoder, used on many threads at once.
@Suite("Coders on many threads") struct CoderSharingTests {
    struct Person: Codable, Equatable {
        struct Address: Codable, Equatable {
            var street: String
            var location: [Double]?
        }

        var id: Int
        var name: String
        var email: String?
        var tags: [String]
        var address: Address?
        var scores: [String: Double]
        var born: Date
    }

    @Test("What one thread decodes, encodes and decodes again is what the others get, too")
    func threads() async throws {
        let decoder = NeatlineJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let encoder = NeatlineJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let people = (0..<10).map { index in
            Person(
                id: index, name: "née \(index)", email: index % 2 == 0 ? nil : "\(index)@example.com",
                tags: Array(repeating: "a tag of some length", count: index),
                address: index % 3 == 0 ? nil : .init(street: "Street \(index)", location: [47.5, Double(index)]),
                scores: ["a": 0.5, "b": Double(index)], born: Date(timeIntervalSinceReferenceDate: Double(index)))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        for person in people {
                            let data = try encoder.encode(person)
                            try expectEqual(decoder.decode(Person.self, from: data), person)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
