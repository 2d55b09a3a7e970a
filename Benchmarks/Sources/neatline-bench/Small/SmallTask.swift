/// Messages of 36 bytes, each parsed and three of its fields read. A figure is for all the messages.
enum SmallNotesTask: BenchmarkTask {
    static let name = "small-36"

    static func run(in session: Session) throws {
        try race(task: name, Messages(.note, count: session.arguments.isQuick ? 200 : 2_000), in: session)
    }

    /// Runs one of the two small tasks.
    static func race(task: String, _ messages: Messages, in session: Session) throws {
        try session.race(
            task: task, corpus: messages.form == .note ? "notes" : "orders", bytes: messages.bytes,
            [
                SmallNeatline.peer(messages),
                SmallNeatline.peerWithOneParser(messages),
                SmallJSONSerialization.peer(messages),
                SmallJSONDecoder.peer(messages),
                try SmallForeign.peer(.rapidjson, messages),
                try SmallForeign.peer(.simdjson, messages),
            ]
        )
    }

    /// A peer that reads the fields of one message after another.
    static func peer<Text>(
        _ name: String, _ texts: [Text], _ reference: Fields, read: @escaping (Text, inout Fields) throws -> Void
    ) -> Peer {
        peer(name, reference) {
            var fields = Fields()
            for text in texts {
                try read(text, &fields)
            }
            return fields
        }
    }

    /// A peer that reads the fields of all messages.
    static func peer(_ name: String, _ reference: Fields, fields: @escaping () throws -> Fields) -> Peer {
        Peer(name: name) {
            try fields().mismatch(with: reference)
        } repetition: {
            let found = try fields()
            return found.integers &+ found.textBytes &+ Int(found.reals)
        }
    }
}

/// The same with orders of about 1 KB.
enum SmallOrdersTask: BenchmarkTask {
    static let name = "small-1k"

    static func run(in session: Session) throws {
        let messages = Messages(.order, count: session.arguments.isQuick ? 200 : 2_000)
        try SmallNotesTask.race(task: name, messages, in: session)
    }
}
