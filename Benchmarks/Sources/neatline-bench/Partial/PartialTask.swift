import NeatlineJSON

/// A text that arrives in pieces of four bytes, with a snapshot after each: 25,000 pieces, and four times as many, which
/// should take four times as long: snapshots that are read at once, such as can be kept, and none.
enum PartialTask: BenchmarkTask {
    static let name = "partial"

    static func run(in session: Session) throws {
        for (shape, make) in shapes {
            for pieces in [25_000, 100_000] {
                let text = Array(make(pieces * pieceSize).utf8)
                try session.race(
                    task: name, corpus: "\(shape)-\(pieces)", bytes: text.count,
                    [
                        peer(Peer.neatline, text) { parser in parser.withSnapshot { $0?.exists() ?? false } },
                        peer("neatline kept", text) { parser in parser.snapshot?.exists() ?? false },
                        peer("neatline feed", text) { _ in false },
                    ])
            }
        }
    }

    private static let pieceSize = 4

    private static let shapes: [(String, @Sendable (Int) -> String)] = [
        (
            "answer",
            { size in
                let text = String(repeating: "An answer, word by word.\\n", count: size / 26)
                return #"{"choices":[{"index":0,"message":{"role":"assistant","content":"\#(text)"}}]}"#
            }
        ),
        (
            "items",
            { size in
                let items = (0..<size / 64).map { #"{"id":\#($0),"name":"item \#($0)","tags":["a","b"],"price":12.5}"# }
                return #"{"items":[\#(items.joined(separator: ","))]}"#
            }
        ),
        ("numbers", { size in "[" + Array(repeating: "12345", count: size / 6).joined(separator: ",") + "]" }),
    ]

    private static func peer(
        _ name: String, _ text: [UInt8], isShown: @escaping @Sendable (inout JSONPartialParser) -> Bool
    ) -> Peer {
        func read() throws -> (json: JSON, shown: Int) {
            var parser = JSONPartialParser()
            var shown = 0
            try text.withUnsafeBytes { text in
                for start in stride(from: 0, to: text.count, by: pieceSize) {
                    let end = min(start + pieceSize, text.count)
                    try parser.feed(UnsafeRawBufferPointer(rebasing: text[start..<end]))
                    if isShown(&parser) { shown += 1 }
                }
            }
            return (try parser.finish(), shown)
        }
        return Peer(name: name) {
            try read().json == JSON(parsing: text) ? nil : "another value"
        } repetition: {
            try read().shown
        }
    }
}
