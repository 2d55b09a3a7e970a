import Foundation

/// Foundation's objects, told apart by casts.
enum WalkJSONSerialization {
    static func peer(_ corpus: Corpus, _ reference: Tally) -> Peer {
        WalkTask.peer(Peer.jsonSerialization, corpus.texts.map { Data($0) }, reference, .nineDigits) { text, tally in
            try visit(ParseJSONSerialization.object(from: text), &tally)
        }
    }

    /// Asks for the exact type before it casts: casting between `String`, `NSNumber` and the containers in turn, until
    /// one fits, makes the walk several times slower.
    static func visit(_ value: Any, _ tally: inout Tally) throws {
        let type = type(of: value)
        if type == String.self, let text = value as? String {
            tally.count(text: text)
        } else if type == [String: Any].self, let members = value as? [String: Any] {
            tally.countValue()
            for (key, member) in members {
                tally.count(key: key)
                try visit(member, &tally)
            }
        } else if type == [Any].self, let elements = value as? [Any] {
            tally.countValue()
            for element in elements {
                try visit(element, &tally)
            }
        } else if type == NSNull.self {
            tally.countValue()
        } else if let number = value as? NSNumber {
            // Booleans are numbers here, of the C type `char`.
            if number.objCType.pointee == CChar(bitPattern: UInt8(ascii: "c")) {
                tally.countValue()
            } else {
                tally.count(number: number.doubleValue)
            }
        } else {
            throw PeerFailure.unexpectedShape
        }
    }
}
