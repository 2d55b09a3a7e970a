import Foundation

/// One encoder for all models, as it is without options: it escapes slashes.
enum EncodeMapJSONEncoder {
    static func peer<Model: SharedModel>(_ subject: Subject<Model>) -> Peer {
        let encoder = JSONEncoder()
        return Peer(name: Peer.jsonEncoder) {
            let texts = try subject.models.map { try encoder.encode($0) }
            return try EncodeMapTask.mismatch(of: texts, with: subject.models)
        } repetition: {
            var written = 0
            for model in subject.models {
                written &+= try encoder.encode(model).count
            }
            return written
        }
    }
}
