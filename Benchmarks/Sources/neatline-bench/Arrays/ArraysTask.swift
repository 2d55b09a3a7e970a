import Foundation
import NeatlineJSON

/// The rings of `features[].geometry.coordinates` as `[[[Double]]]`: in one loop over the tape, and by subscripts of a parsed
/// text; beside a `JSONDecoder` that parses and decodes nothing else.
enum ArraysTask: BenchmarkTask {
    static let name = "arrays"

    typealias Rings = [[[Double]]]

    private struct Collection: Decodable {
        struct Feature: Decodable {
            let geometry: Geometry
        }
        struct Geometry: Decodable {
            let coordinates: Rings
        }
        let features: [Feature]
    }

    static func run(in session: Session) throws {
        for corpus in session.corpora where !corpus.isLines {
            guard let reference = try? JSONDecoder().decode(Collection.self, from: Data(corpus.bytes)) else { continue }
            let rings = reference.features.map(\.geometry.coordinates)
            let features = try JSON(parsing: corpus.bytes).get("features", as: JSONArray.self)
            let data = Data(corpus.bytes)
            try session.race(
                task: name, corpus: corpus.name, bytes: corpus.bytes.count,
                [
                    peer(Peer.neatline, rings) {
                        try features.map { try $0.get("geometry", "coordinates", as: Rings.self) }
                    },
                    peer("subscripts", rings) {
                        features.map { feature in
                            feature["geometry"]["coordinates"].elements.map { rings in
                                rings.map { ring in
                                    (ring.elements ?? []).map { ($0.elements ?? []).map(\.doubleValue) }
                                }
                            } ?? []
                        }
                    },
                    peer(Peer.jsonDecoder, rings) {
                        try JSONDecoder().decode(Collection.self, from: data).features.map(\.geometry.coordinates)
                    },
                ])
        }
    }

    private static func peer(_ name: String, _ reference: [Rings], read: @escaping () throws -> [Rings]) -> Peer {
        Peer(name: name) {
            try read() == reference ? nil : "the coordinates differ from those of JSONDecoder"
        } repetition: {
            try read().count
        }
    }
}
