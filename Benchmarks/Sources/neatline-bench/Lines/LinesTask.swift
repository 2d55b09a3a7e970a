import Foundation

/// Values one a line, each read on its own; beside them the same values in one array, parsed at once.
///
/// The corpora of lines, and the elements of a corpus that is one array, or of its first member that is one; repeated to
/// 10 MB.
enum LinesTask: BenchmarkTask {
    static let name = "lines"

    static func run(in session: Session) throws {
        let size = session.arguments.isQuick ? 1_000_000 : 10_000_000
        for corpus in session.corpora {
            guard let lines = try Lines(corpus, size: size) else { continue }
            try session.race(
                task: name, corpus: corpus.name, bytes: lines.text.count,
                [
                    LinesNeatline.peer(lines),
                    LinesNeatline.wholePeer(lines),
                    LinesNeatline.elementsPeer(lines),
                    LinesJSONSerialization.peer(lines),
                ]
            )
        }
    }
}
