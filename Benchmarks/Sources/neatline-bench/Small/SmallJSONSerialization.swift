import Foundation

/// Casts of Foundation's objects.
enum SmallJSONSerialization {
    static func peer(_ messages: Messages) -> Peer {
        let texts = messages.texts.map { Data($0) }
        let read = messages.form == .note ? readNote : readOrder
        return SmallNotesTask.peer(Peer.jsonSerialization, texts, messages.reference) { text, fields in
            guard let root = try ParseJSONSerialization.object(from: text) as? [String: Any], read(root, &fields) else {
                throw PeerFailure.unexpectedShape
            }
        }
    }

    private static func readNote(_ root: [String: Any], _ fields: inout Fields) -> Bool {
        guard let id = root["id"] as? Int, let ok = root["ok"] as? Bool, let name = root["name"] as? String else {
            return false
        }
        fields.integers += id + (ok ? 1 : 0)
        fields.textBytes += name.utf8.count
        return true
    }

    private static func readOrder(_ root: [String: Any], _ fields: inout Fields) -> Bool {
        guard
            let id = root["id"] as? Int, let total = root["total"] as? Double,
            let customer = root["customer"] as? [String: Any], let email = customer["email"] as? String
        else {
            return false
        }
        fields.integers += id
        fields.textBytes += email.utf8.count
        fields.reals += total
        return true
    }
}
