import Foundation
import Neatline

/// What decodes bytes to models: the coder of a library.
protocol ModelDecoder {
    func decode<Model: Decodable>(_ type: Model.Type, from data: Data) throws -> Model
}

extension JSONDecoder: ModelDecoder {}
extension NeatlineJSONDecoder: ModelDecoder {}

/// One decoder for all texts. What `JSONDecoder` makes is what the others are compared with, so the check of its own row is
/// that it does not depend on the text that was decoded before.
enum DecoderPeer {
    static func neatline<Model: SharedModel>(_ subject: Subject<Model>) -> Peer {
        peer(Peer.neatline, NeatlineJSONDecoder(), subject)
    }

    static func foundation<Model: SharedModel>(_ subject: Subject<Model>) -> Peer {
        peer(Peer.jsonDecoder, JSONDecoder(), subject)
    }

    private static func peer<Model: SharedModel>(
        _ name: String, _ decoder: some ModelDecoder, _ subject: Subject<Model>
    ) -> Peer {
        let texts = subject.texts.map { Data($0) }
        return Peer(name: name) {
            let models = try texts.map { try decoder.decode(Model.self, from: $0) }
            return models == subject.models ? nil : "a model differs from the one that JSONDecoder made first"
        } repetition: {
            var decoded = 0
            for text in texts {
                let model = try decoder.decode(Model.self, from: text)
                withExtendedLifetime(model) { decoded &+= 1 }
            }
            return decoded
        }
    }
}
