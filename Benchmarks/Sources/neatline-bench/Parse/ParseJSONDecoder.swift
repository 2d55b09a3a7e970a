import Foundation

/// Any JSON value through `Codable`, as it is usually written down.
enum JSONValue: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    var count: Int {
        switch self {
        case .array(let elements): elements.count
        case .object(let members): members.count
        default: 0
        }
    }
}

/// Foundation's `JSONDecoder` making a `JSONValue`.
enum ParseJSONDecoder {
    static func peer(_ corpus: Corpus, _ reference: Tally) -> Peer {
        let texts = corpus.texts.map { Data($0) }
        let decoder = JSONDecoder()
        return Peer(name: Peer.jsonDecoder) {
            var tally = Tally()
            for text in texts {
                WalkJSONDecoder.visit(try decoder.decode(JSONValue.self, from: text), &tally)
            }
            return tally.mismatch(with: reference, precision: .exact)
        } repetition: {
            var children = 0
            for text in texts {
                children &+= try decoder.decode(JSONValue.self, from: text).count
            }
            return children
        }
    }
}
