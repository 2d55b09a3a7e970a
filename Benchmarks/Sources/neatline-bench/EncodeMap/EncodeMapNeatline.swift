import Foundation
import Neatline

/// Our own row: one `Mapper` for all models.
enum EncodeMapNeatline {
    static func peer<Model: SharedModel>(_ subject: Subject<Model>) -> Peer {
        let mapper = Mapper<Model>()
        return Peer(name: Peer.neatline) {
            let texts = try subject.models.map { Data(try mapper.tryToJSONBytes($0)) }
            return try subject.mismatch(ofTexts: texts)
        } repetition: {
            var written = 0
            for model in subject.models {
                written &+= try mapper.tryToJSONBytes(model).count
            }
            return written
        }
    }
}
