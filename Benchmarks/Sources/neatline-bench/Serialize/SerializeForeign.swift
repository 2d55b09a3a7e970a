/// RapidJSON's `Writer` and `PrettyWriter` over its document.
enum SerializeForeign {
    static func peer(
        _ library: ForeignLibrary?, _ corpus: Corpus, _ reference: Tally, pretty: Bool
    ) throws -> Peer? {
        guard let library else {
            return nil
        }
        let sessions = try corpus.texts.map { text in
            let session = ForeignSession(library)
            try session.keep(ForeignText(text))
            return session
        }
        return Peer(name: library.name) {
            let texts = try sessions.map { try $0.writtenBytes(pretty: pretty) }
            return SerializeTask.mismatch(of: texts, with: reference, .exact, pretty: pretty)
        } repetition: {
            var written = 0
            for session in sessions {
                written &+= try session.writeKept(pretty: pretty)
            }
            return written
        }
    }
}
