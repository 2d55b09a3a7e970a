import Foundation

/// Structs that declare the wanted fields and nothing else; one decoder for all messages.
enum SmallJSONDecoder {
    private struct Note: Decodable {
        let id: Int
        let name: String
        let ok: Bool
    }

    private struct Order: Decodable {
        let id: Int
        let customer: Customer
        let total: Double
    }

    private struct Customer: Decodable {
        let email: String
    }

    static func peer(_ messages: Messages) -> Peer {
        let texts = messages.texts.map { Data($0) }
        let decoder = JSONDecoder()
        switch messages.form {
        case .note:
            return SmallNotesTask.peer(Peer.jsonDecoder, texts, messages.reference) { text, fields in
                let note = try decoder.decode(Note.self, from: text)
                fields.integers += note.id + (note.ok ? 1 : 0)
                fields.textBytes += note.name.utf8.count
            }
        case .order:
            return SmallNotesTask.peer(Peer.jsonDecoder, texts, messages.reference) { text, fields in
                let order = try decoder.decode(Order.self, from: text)
                fields.integers += order.id
                fields.textBytes += order.customer.email.utf8.count
                fields.reals += order.total
            }
        }
    }
}
