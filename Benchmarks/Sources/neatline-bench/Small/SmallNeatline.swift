import NeatlineJSON

/// Our own rows: subscripts of values, with a document for each message and with one parser for all.
enum SmallNeatline {
    static func peer(_ messages: Messages) -> Peer {
        SmallNotesTask.peer(Peer.neatline, messages.texts, messages.reference) { text, fields in
            read(try JSON(parsing: text), messages.form, &fields)
        }
    }

    /// The memory of each message is that of the one before.
    static func peerWithOneParser(_ messages: Messages) -> Peer {
        SmallNotesTask.peer(Peer.neatlineParser, messages.reference) {
            var fields = Fields()
            var parser = JSONParser()
            for text in messages.texts {
                try parser.withJSON(parsing: text) { read($0, messages.form, &fields) }
            }
            return fields
        }
    }

    @inline(__always)
    private static func read(_ message: JSON, _ form: MessageForm, _ fields: inout Fields) {
        switch form {
        case .note:
            fields.integers += message["id"].intValue + (message["ok"].boolValue ? 1 : 0)
            fields.textBytes += message["name"].stringValue.utf8.count
        case .order:
            fields.integers += message["id"].intValue
            fields.textBytes += message["customer"]["email"].stringValue.utf8.count
            fields.reals += message["total"].doubleValue
        }
    }
}
