import Foundation

/// Foundation's objects to `Data`.
enum SerializeJSONSerialization {
    static func peer(_ corpus: Corpus, _ reference: Tally, pretty: Bool) throws -> Peer {
        let documents = try corpus.texts.map { try ParseJSONSerialization.object(from: Data($0)) }
        var options: JSONSerialization.WritingOptions = .fragmentsAllowed
        if pretty {
            options.insert(.prettyPrinted)
        }
        return Peer(name: Peer.jsonSerialization) { [options] in
            let texts = try documents.map {
                [UInt8](try JSONSerialization.data(withJSONObject: $0, options: options))
            }
            return SerializeTask.mismatch(of: texts, with: reference, .nineDigits, pretty: pretty)
        } repetition: { [options] in
            var written = 0
            for document in documents {
                written &+= try JSONSerialization.data(withJSONObject: document, options: options).count
            }
            return written
        }
    }
}
