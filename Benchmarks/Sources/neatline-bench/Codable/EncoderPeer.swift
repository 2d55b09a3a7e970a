import Foundation
import Neatline

/// What encodes models as bytes: the coder of a library.
protocol ModelEncoder {
    func encode<Model: Encodable>(_ value: Model) throws -> Data
}

extension JSONEncoder: ModelEncoder {}
extension NeatlineJSONEncoder: ModelEncoder {}

/// One encoder for all models, as it is without options: it escapes slashes.
enum EncoderPeer {
    static func neatline<Model: SharedModel>(_ subject: Subject<Model>) -> Peer {
        peer(Peer.neatline, NeatlineJSONEncoder(), subject)
    }

    static func foundation<Model: SharedModel>(_ subject: Subject<Model>) -> Peer {
        peer(Peer.jsonEncoder, JSONEncoder(), subject)
    }

    private static func peer<Model: SharedModel>(
        _ name: String, _ encoder: some ModelEncoder, _ subject: Subject<Model>
    ) -> Peer {
        Peer(name: name) {
            try subject.mismatch(ofTexts: subject.models.map { try encoder.encode($0) })
        } repetition: {
            var written = 0
            for model in subject.models {
                written &+= try encoder.encode(model).count
            }
            return written
        }
    }
}
