import NeatlineJSON

/// Realistic documents for random tests: the shared files where they are at hand, otherwise generated ones.
public struct Corpus: Sendable, CustomStringConvertible {
    /// The file's name, or how it was made.
    public let name: String
    /// Whole texts; a file of JSON Lines has many.
    public let texts: [[UInt8]]

    /// The name.
    public var description: String { name }

    /// The shared corpora, or generated ones where there are none.
    public static let all: [Corpus] = shared.isEmpty ? generated : shared

    /// Documents from a seed, one of each kind.
    public static let generated: [Corpus] = DocumentGenerator.Kind.allCases.map { kind in
        var generator = DocumentGenerator(seed: 1)
        return Corpus(name: "generated \(kind.rawValue)", texts: [generator.document(kind, items: 60)])
    }

    /// The files of `../shared/corpora`.
    public static let shared: [Corpus] = SharedFiles.files(in: "corpora").map { file in
        if file.name.hasSuffix(".ndjson") {
            return Corpus(name: file.name, texts: file.bytes.split(separator: 0x0A).map(Array.init))
        }
        return Corpus(name: file.name, texts: [file.bytes])
    }

    /// Parts of the texts of at most some 2 KB, each a valid text: whatever small value stands in them, and, where many
    /// small elements follow one another, runs of these as an array.
    public func pieces(limit: Int = 2048) throws -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        for text in texts {
            var pending = [try JSON(parsing: text)]
            while let value = pending.popLast() {
                let bytes = try value.serialized()
                if bytes.count <= limit {
                    pieces.append(bytes)
                    continue
                }
                var run: [UInt8] = []
                for (_, child) in value {
                    let part = try child.serialized()
                    if part.count > limit {
                        pending.append(child)
                    } else {
                        if run.count + part.count > limit {
                            pieces.append(Array("[".utf8) + run + Array("]".utf8))
                            run = []
                        }
                        run += (run.isEmpty ? [] : Array(",".utf8)) + part
                    }
                }
                if !run.isEmpty { pieces.append(Array("[".utf8) + run + Array("]".utf8)) }
                if pieces.count > 2000 { return pieces }
            }
        }
        return pieces
    }
}
