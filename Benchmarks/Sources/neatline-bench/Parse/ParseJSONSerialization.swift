import Foundation

/// Foundation's dictionaries and arrays of `Any`.
enum ParseJSONSerialization {
    static func peer(_ corpus: Corpus, _ reference: Tally) -> Peer {
        let texts = corpus.texts.map { Data($0) }
        return Peer(name: Peer.jsonSerialization) {
            var tally = Tally()
            for text in texts {
                try WalkJSONSerialization.visit(object(from: text), &tally)
            }
            return tally.mismatch(with: reference, precision: .nineDigits)
        } repetition: {
            var children = 0
            for text in texts {
                children &+= countOfChildren(in: try object(from: text))
            }
            return children
        }
    }

    static func object(from text: Data) throws -> Any {
        try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
    }

    private static func countOfChildren(in value: Any) -> Int {
        (value as? [String: Any])?.count ?? (value as? [Any])?.count ?? 0
    }
}
