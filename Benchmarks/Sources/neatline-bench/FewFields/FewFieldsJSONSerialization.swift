import Foundation

/// Casts of Foundation's objects.
enum FewFieldsJSONSerialization {
    static func peer(_ corpus: Corpus, _ reference: Int) -> Peer {
        let text = Data(corpus.bytes)
        return FewFieldsTask.peer(Peer.jsonSerialization, reference) {
            guard let sum = sum(in: text) else {
                throw PeerFailure.unexpectedShape
            }
            return sum
        }
    }

    /// Nil when the text has another shape.
    static func sum(in text: Data) -> Int? {
        guard
            let root = try? ParseJSONSerialization.object(from: text) as? [String: Any],
            let statuses = root["statuses"] as? [[String: Any]]
        else {
            return nil
        }
        var sum = 0
        for status in statuses {
            guard let user = status["user"] as? [String: Any], let count = user["followers_count"] as? Int else {
                return nil
            }
            sum += count
        }
        return sum
    }
}
