/// A parsed document to compact bytes. Rates are over the compact size of the corpus, for every peer and form.
enum SerializeTask: BenchmarkTask {
    static let name = "serialize"

    static func run(in session: Session) throws {
        try race(task: name, pretty: false, in: session)
    }

    /// Runs one of the two serialize tasks.
    static func race(task: String, pretty: Bool, in session: Session) throws {
        for corpus in session.corpora {
            let reference = corpus.reference()
            try session.race(
                task: task, corpus: corpus.name, bytes: reference.compactBytes,
                [
                    try SerializeNeatline.peer(corpus, reference.tally, pretty: pretty),
                    try SerializeJSONSerialization.peer(corpus, reference.tally, pretty: pretty),
                    try SerializeForeign.peer(.rapidjson, corpus, reference.tally, pretty: pretty),
                ]
            )
        }
    }

    /// Says what is wrong with the texts that a peer has written: they have to hold the same values as the corpus, and
    /// white space only when it was asked for.
    static func mismatch(
        of texts: [[UInt8]], with reference: Tally, _ precision: Tally.Precision, pretty: Bool
    ) -> String? {
        var tally = Tally()
        var blankBytes = 0
        for text in texts {
            let scanner = ReferenceScanner(text[...])
            tally += scanner.tally
            blankBytes += scanner.blankBytes
        }
        if pretty == (blankBytes == 0) {
            return "\(blankBytes) bytes of white space"
        }
        return tally.mismatch(with: reference, precision: precision)
    }
}

/// The same with line breaks and indentation.
enum SerializePrettyTask: BenchmarkTask {
    static let name = "serialize-pretty"

    static func run(in session: Session) throws {
        try SerializeTask.race(task: name, pretty: true, in: session)
    }
}
