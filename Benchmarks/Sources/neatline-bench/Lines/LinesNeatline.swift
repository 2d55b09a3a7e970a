import NeatlineJSON

/// Our own rows: the stream's parser, fed 64 KB at a time, and one array.
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
            let found = try read()
            return lines.mismatch(count: found.count, children: found.children)
        } repetition: {
            try read().children
        }
    }

    static func wholePeer(_ lines: Lines) -> Peer {
        Peer(name: "neatline whole") {
            let values = try JSON(parsing: lines.array)
            return lines.mismatch(count: values.count, children: values.reduce(0) { $0 + $1.1.count })
        } repetition: {
            try JSON(parsing: lines.array).count
        }
    }
}
