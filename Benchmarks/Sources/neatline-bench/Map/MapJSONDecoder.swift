import Foundation

/// One decoder for all texts. What it makes is what our own row is compared with, so its check is that it does not depend
/// on the text that was decoded before.
enum MapJSONDecoder {
    static func peer<Model: SharedModel>(_ subject: Subject<Model>) -> Peer {
        let texts = subject.texts.map { Data($0) }
        let decoder = JSONDecoder()
        return Peer(name: Peer.jsonDecoder) {
            let models = try texts.map { try decoder.decode(Model.self, from: $0) }
            return models == subject.models ? nil : "decoding twice gives different models"
        } repetition: {
            var mapped = 0
            for text in texts {
                let model = try decoder.decode(Model.self, from: text)
                withExtendedLifetime(model) { mapped &+= 1 }
            }
            return mapped
        }
    }
}
