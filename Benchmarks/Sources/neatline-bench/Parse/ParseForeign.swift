/// RapidJSON's document, freed each time, and simdjson's, whose parser is reused.
enum ParseForeign {
    static func peer(_ library: ForeignLibrary?, _ corpus: Corpus, _ reference: Tally) throws -> Peer? {
        guard let library else {
            return nil
        }
        let session = ForeignSession(library)
        let texts = try corpus.texts.map { try ForeignText($0) }
        return Peer(name: library.name) {
            var tally = Tally()
            for text in texts {
                try session.keep(text)
                tally += try session.tallyKept()
            }
            return tally.mismatch(with: reference, precision: .exact)
        } repetition: {
            var children = 0
            for text in texts {
                children &+= try session.parse(text)
            }
            return children
        }
    }
}
