/// Parsing, then every value visited: numbers read as `Double`, strings and keys made.
enum WalkTask: BenchmarkTask {
    static let name = "walk"

    static func run(in session: Session) throws {
        for corpus in session.corpora {
            let reference = corpus.reference().tally
            try session.race(
                task: name, corpus: corpus.name, bytes: corpus.bytes.count,
                [
                    WalkNeatline.peer(corpus, reference),
                    WalkJSONSerialization.peer(corpus, reference),
                    WalkJSONDecoder.peer(corpus, reference),
                    try WalkForeign.peer(.rapidjson, corpus, reference),
                    try WalkForeign.peer(.simdjson, corpus, reference),
                ]
            )
        }
    }

    /// A peer that visits the values of all texts.
    static func peer<Text>(
        _ name: String, _ texts: [Text], _ reference: Tally, _ precision: Tally.Precision,
        walk: @escaping (Text, inout Tally) throws -> Void
    ) -> Peer {
        func tally() throws -> Tally {
            var tally = Tally()
            for text in texts {
                try walk(text, &tally)
            }
            return tally
        }
        return Peer(name: name) {
            try tally().mismatch(with: reference, precision: precision)
        } repetition: {
            let found = try tally()
            return found.values &+ found.textBytes &+ found.keyBytes &+ Int(truncatingIfNeeded: found.bits)
        }
    }
}
