import Foundation

/// Casts of what Foundation's dictionary holds.
enum LookupJSONSerialization {
    static func peer(_ object: LargeObject) throws -> Peer {
        guard let dictionary = try ParseJSONSerialization.object(from: Data(object.text)) as? [String: Any] else {
            throw PeerFailure.unexpectedShape
        }
        return LookupTask.peer(Peer.jsonSerialization, object) { keys in
            var sum = 0
            for key in keys {
                guard let value = dictionary[key] as? Int else {
                    throw PeerFailure.unexpectedShape
                }
                sum &+= value
            }
            return sum
        }
    }
}
