/// Bytes to models, by `Codable` in both libraries.
enum CodableTask: SubjectTask {
    static let name = "codable"

    static func race<Model: SharedModel>(_ subject: Subject<Model>, in session: Session) throws {
        try session.race(
            task: name, corpus: subject.corpus, bytes: subject.bytes,
            [DecoderPeer.neatline(subject), DecoderPeer.foundation(subject), try ConstantDecoder.peer(subject)]
        )
    }
}

/// Models to compact bytes, by `Codable` in both libraries.
enum EncodeCodableTask: SubjectTask {
    static let name = "encode-codable"

    static func race<Model: SharedModel>(_ subject: Subject<Model>, in session: Session) throws {
        try session.race(
            task: name, corpus: subject.corpus, bytes: subject.compactBytes(),
            [EncoderPeer.neatline(subject), EncoderPeer.foundation(subject)]
        )
    }
}
