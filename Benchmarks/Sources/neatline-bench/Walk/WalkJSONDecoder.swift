import Foundation

/// A visit of the `JSONValue` that `JSONDecoder` made.
enum WalkJSONDecoder {
    static func peer(_ corpus: Corpus, _ reference: Tally) -> Peer {
        let decoder = JSONDecoder()
        return WalkTask.peer(Peer.jsonDecoder, corpus.texts.map { Data($0) }, reference, .exact) { text, tally in
            visit(try decoder.decode(JSONValue.self, from: text), &tally)
        }
    }

    static func visit(_ value: JSONValue, _ tally: inout Tally) {
        switch value {
        case .null, .bool:
            tally.countValue()
        case .number(let number):
            tally.count(number: number)
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
        }
    }
}
