import CPeers

/// RapidJSON's and simdjson's documents, subscripted.
enum SmallForeign {
    static func peer(_ library: ForeignLibrary?, _ messages: Messages) throws -> Peer? {
        guard let library else {
            return nil
        }
        let session = ForeignSession(library)
        let texts = try messages.texts.map { try ForeignText($0) }
        return SmallNotesTask.peer(library.name, texts, messages.reference) { text, fields in
            var found = peer_fields()
            try session.read(messages.form, text, into: &found)
            fields.integers += Int(found.integers)
            fields.textBytes += Int(found.text_bytes)
            fields.reals += found.reals
        }
    }
}
