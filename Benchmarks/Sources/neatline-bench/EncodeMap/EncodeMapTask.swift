import Foundation

/// Models to compact bytes. Rates are over the same size for every peer: what is written when no slash is escaped.
enum EncodeMapTask: SubjectTask {
    static let name = "encode-map"

    static func race<Model: SharedModel>(_ subject: Subject<Model>, in session: Session) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let bytes = try subject.models.reduce(0) { try $0 + encoder.encode($1).count }
        try session.race(
            task: name, corpus: subject.corpus, bytes: bytes,
            [EncodeMapNeatline.peer(subject), EncodeMapJSONEncoder.peer(subject)]
        )
    }

    /// Says what is wrong with the texts that a peer has written: they have to decode to the models.
    static func mismatch<Model: SharedModel>(of texts: [Data], with models: [Model]) throws -> String? {
        let decoder = JSONDecoder()
        for (text, model) in zip(texts, models) where try decoder.decode(Model.self, from: text) != model {
            return "the text of a model decodes to another one"
        }
        return nil
    }
}
