import NeatlineJSON

/// Our own row: every value as a `JSON`.
enum WalkNeatline {
    static func peer(_ corpus: Corpus, _ reference: Tally) -> Peer {
        WalkTask.peer(Peer.neatline, corpus.texts.map { [UInt8]($0) }, reference, .exact) { text, tally in
            visit(try JSON(parsing: text), &tally)
        }
    }

    static func visit(_ value: JSON, _ tally: inout Tally) {
        switch value {
        case .null, .bool:
            tally.countValue()
        case .number:
            tally.count(number: value.doubleValue)
        case .string(let text):
            tally.count(text: text)
        case .array(let elements):
            tally.countValue()
            for element in elements {
                visit(element, &tally)
            }
        case .object(let members):
            tally.countValue()
            for (key, member) in members {
                tally.count(key: key)
                visit(member, &tally)
            }
        case .error:
            break
        }
    }
}
