import NeatlineJSON

/// Our own rows: the stream's parser, fed 64 KB at a time, and the same values as one array.
enum LinesNeatline {
    static func peer(_ lines: Lines) -> Peer {
        let size = 64 << 10
        let chunks = stride(from: 0, to: lines.text.count, by: size).map {
            Array(lines.text[$0..<min($0 + size, lines.text.count)])
        }
        func read() throws -> (count: Int, children: Int) {
            var found = (count: 0, children: 0)
            var parser = JSONStreamParser()
            for chunk in chunks {
                parser.feed(chunk)
                while let value = try parser.next() {
                    found.count += 1
                    found.children += value.count
                }
            }
            return found
        }
        return Peer(name: Peer.neatline) {
            try lines.mismatch(read())
        } repetition: {
            try read().children
        }
    }

    /// One array, of which no element is made.
    static func wholePeer(_ lines: Lines) -> Peer {
        Peer(name: "neatline whole") {
            try lines.mismatch(elements(lines))
        } repetition: {
            try JSON(parsing: lines.array).count
        }
    }

    /// One array, of which each element is made and looked at, as the values of lines are.
    static func elementsPeer(_ lines: Lines) -> Peer {
        Peer(name: "neatline elements") {
            try lines.mismatch(elements(lines))
        } repetition: {
            try elements(lines).children
        }
    }

    private static func elements(_ lines: Lines) throws -> (count: Int, children: Int) {
        var found = (count: 0, children: 0)
        guard case .array(let array) = try JSON(parsing: lines.array) else { return found }
        for value in array {
            found.count += 1
            found.children += value.count
        }
        return found
    }
}
