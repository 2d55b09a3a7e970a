import NeatlineJSON

/// Our own row: subscripts.
enum SmallNeatline {
    static func peer(_ messages: Messages) -> Peer {
        switch messages.form {
        case .note:
            SmallNotesTask.peer(Peer.neatline, messages.texts, messages.reference) { text, fields in
                let note = try JSON(parsing: text)
                fields.integers += note["id"].intValue + (note["ok"].boolValue ? 1 : 0)
                fields.textBytes += note["name"].stringValue.utf8.count
            }
        case .order:
            SmallNotesTask.peer(Peer.neatline, messages.texts, messages.reference) { text, fields in
                let order = try JSON(parsing: text)
                fields.integers += order["id"].intValue
                fields.textBytes += order["customer"]["email"].stringValue.utf8.count
                fields.reals += order["total"].doubleValue
            }
        }
    }
}
