import NeatlineJSON

/// Our own row: `JSON.serialized`.
enum SerializeNeatline {
    static func peer(_ corpus: Corpus, _ reference: Tally, pretty: Bool) throws -> Peer {
        let documents = try corpus.texts.map { try JSON(parsing: $0) }
        let options: JSONWritingOptions = pretty ? .pretty : .compact
        return Peer(name: Peer.neatline) {
            let texts = try documents.map { try $0.serialized(options) }
            return SerializeTask.mismatch(of: texts, with: reference, .exact, pretty: pretty)
        } repetition: {
            var written = 0
            for document in documents {
                written &+= try document.serialized(options).count
            }
            return written
        }
    }
}
