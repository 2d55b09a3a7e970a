import Foundation

/// `JSONDecoder` making a `JSONValue`; the input is a `Data`.
enum MemoryJSONDecoder: MemoryPeer {
    static let name = Peer.jsonDecoder
    static let precision = Tally.Precision.exact

    static func input(_ source: InputSource) throws -> Data {
        try InputBuffer(source).data
    }

    static func parse(_ input: Data) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: input)
    }

    static func tally(_ document: JSONValue) -> Tally {
        var tally = Tally()
        WalkJSONDecoder.visit(document, &tally)
        return tally
    }
}
