/// A text to whatever the library makes of it, and freeing that.
enum ParseTask: BenchmarkTask {
    static let name = "parse"

    static func run(in session: Session) throws {
        for corpus in session.corpora {
            let reference = corpus.reference().tally
            try session.race(
                task: name, corpus: corpus.name, bytes: corpus.bytes.count,
                [
                    ParseNeatline.peer(corpus, reference),
                    ParseJSONSerialization.peer(corpus, reference),
                    ParseJSONDecoder.peer(corpus, reference),
                    try ParseForeign.peer(.rapidjson, corpus, reference),
                    try ParseForeign.peer(.simdjson, corpus, reference),
                ]
            )
        }
    }
}
