import NeatlineJSON

/// Our own row: bytes to `JSON`.
enum ParseNeatline {
    static func peer(_ corpus: Corpus, _ reference: Tally) -> Peer {
        let texts = corpus.texts.map { [UInt8]($0) }
        return Peer(name: Peer.neatline) {
            var tally = Tally()
            for text in texts {
                WalkNeatline.visit(try JSON(parsing: text), &tally)
            }
            return tally.mismatch(with: reference, precision: .exact)
        } repetition: {
            var children = 0
            for text in texts {
                children &+= try JSON(parsing: text).count
            }
            return children
        }
    }
}
