import CPeers

/// A visit of RapidJSON's or simdjson's document, with a `std::string` made of every string and key.
enum WalkForeign {
    static func peer(_ library: ForeignLibrary?, _ corpus: Corpus, _ reference: Tally) throws -> Peer? {
        guard let library else {
            return nil
        }
        let session = ForeignSession(library)
        let texts = try corpus.texts.map { try ForeignText($0) }
        return WalkTask.peer(library.name, texts, reference, .exact) { text, tally in
            var found = peer_tally()
            try session.walk(text, into: &found)
            tally += Tally(found)
        }
    }
}
