/// Models to compact bytes.
enum EncodeMapTask: SubjectTask {
    static let name = "encode-map"

    static func race<Model: SharedModel>(_ subject: Subject<Model>, in session: Session) throws {
        try session.race(
            task: name, corpus: subject.corpus, bytes: subject.compactBytes(),
            [EncodeMapNeatline.peer(subject), EncoderPeer.foundation(subject)]
        )
    }
}
