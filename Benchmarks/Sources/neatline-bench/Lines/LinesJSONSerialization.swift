import Foundation

/// Foundation, line by line.
enum LinesJSONSerialization {
    static func peer(_ lines: Lines) -> Peer {
        let text = Data(lines.text)
        func read() throws -> (count: Int, children: Int) {
            var found = (count: 0, children: 0)
            for line in text.split(separator: UInt8(ascii: "\n")) {
                let value = try ParseJSONSerialization.object(from: line)
                found.count += 1
                found.children += (value as? [String: Any])?.count ?? (value as? [Any])?.count ?? 0
            }
            return found
        }
        return Peer(name: Peer.jsonSerialization) {
            try lines.mismatch(read())
        } repetition: {
            try read().children
        }
    }
}
