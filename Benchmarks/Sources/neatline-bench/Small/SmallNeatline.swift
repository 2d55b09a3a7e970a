import NeatlineJSON

/// Our own rows: subscripts of values, with a document for each message and with one parser for all.
enum SmallNeatline {
    static func peer(_ messages: Messages) -> Peer {
        switch messages.form {
        case .note:
            SmallNotesTask.peer(Peer.neatline, messages.texts, messages.reference) { text, fields in
                readNote(try JSON(parsing: text), &fields)
            }
        case .order:
            SmallNotesTask.peer(Peer.neatline, messages.texts, messages.reference) { text, fields in
                readOrder(try JSON(parsing: text), &fields)
            }
        }
    }

    /// The memory of each message is that of the one before.
    static func peerWithOneParser(_ messages: Messages) -> Peer {
        let texts = messages.texts
        let isNote = messages.form == .note
        return SmallNotesTask.peer(Peer.neatlineParser, messages.reference) {
            var fields = Fields()
            var parser = JSONParser()
            for text in texts {
                try parser.withJSON(parsing: text) { isNote ? readNote($0, &fields) : readOrder($0, &fields) }
            }
            return fields
        }
    }

    @inline(__always)
    private static func readNote(_ note: JSON, _ fields: inout Fields) {
        fields.integers += note["id"].intValue + (note["ok"].boolValue ? 1 : 0)
        fields.textBytes += note["name"].stringValue.utf8.count
    }

    @inline(__always)
    private static func readOrder(_ order: JSON, _ fields: inout Fields) {
        fields.integers += order["id"].intValue
        fields.textBytes += order["customer"]["email"].stringValue.utf8.count
        fields.reals += order["total"].doubleValue
    }
}
