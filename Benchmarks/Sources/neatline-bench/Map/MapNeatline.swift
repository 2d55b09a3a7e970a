import Neatline

/// Our own row: one `Mapper` for all texts, and `<-` in the models.
enum MapNeatline {
    static func peer<Model: SharedModel>(_ subject: Subject<Model>) -> Peer {
        let mapper = Mapper<Model>()
        return Peer(name: Peer.neatline) {
            for (text, expected) in zip(subject.texts, subject.models) {
                let model = mapper.map(bytes: text)
                if let failure = mapper.failures.first {
                    return "\(failure)"
                }
                if model != expected {
                    return "a model differs from the one that JSONDecoder makes"
                }
            }
            return nil
        } repetition: {
            var mapped = 0
            for text in subject.texts {
                guard let model = mapper.map(bytes: text) else {
                    throw PeerFailure.unexpectedShape
                }
                withExtendedLifetime(model) { mapped &+= 1 }
            }
            return mapped
        }
    }
}
