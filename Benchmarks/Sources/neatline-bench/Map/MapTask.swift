/// Bytes to models that declare most members of the texts.
enum MapTask: SubjectTask {
    static let name = "map"

    static func race<Model: SharedModel>(_ subject: Subject<Model>, in session: Session) throws {
        try session.race(
            task: name, corpus: subject.corpus, bytes: subject.bytes,
            [MapNeatline.peer(subject), DecoderPeer.foundation(subject)]
        )
    }
}
