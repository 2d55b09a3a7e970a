import Foundation

/// A file's worth of JSON: one document, or one a line.
struct Corpus {
    let name: String
    let bytes: [UInt8]
    /// Where the documents are; one for `.json`, one per line that is not blank for `.ndjson`.
    let documents: [Range<Int>]
    /// Whether there are several documents, one after the other.
    let isLines: Bool

    init(name: String, bytes: [UInt8], isLines: Bool) {
        self.name = name
        self.bytes = bytes
        self.isLines = isLines
        guard isLines else {
            documents = [bytes.indices]
            return
        }
        documents = bytes.split(separator: UInt8(ascii: "\n"))
            .filter { line in line.contains { $0 > UInt8(ascii: " ") } }
            .map(\.indices)
    }

    /// Several documents, which may have line breaks inside.
    init(name: String, texts: [[UInt8]]) {
        self.name = name
        bytes = Array(texts.joined())
        var end = 0
        documents = texts.map { text in
            end += text.count
            return end - text.count..<end
        }
        isLines = true
    }

    /// The documents' bytes, for the peers to bring into the form they want.
    var texts: [ArraySlice<UInt8>] {
        documents.map { bytes[$0] }
    }

    /// What every peer has to find in all the documents together.
    func reference() -> (tally: Tally, compactBytes: Int) {
        var total = Tally()
        var compactBytes = 0
        for text in texts {
            let scanner = ReferenceScanner(text)
            total += scanner.tally
            compactBytes += text.count - scanner.blankBytes
        }
        return (total, compactBytes)
    }
}

extension Corpus {
    struct EmptyDirectory: Error, CustomStringConvertible {
        let path: String

        var description: String {
            "there are no .json or .ndjson files in \(path)"
        }
    }

    /// Reads the `.json` and `.ndjson` files of a directory in the order of their names.
    static func load(from directory: String) throws -> [Corpus] {
        let folder = URL(fileURLWithPath: directory, isDirectory: true)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { ["json", "ndjson"].contains($0.pathExtension) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        guard !files.isEmpty else {
            throw EmptyDirectory(path: directory)
        }
        return try files.map { file in
            Corpus(
                name: file.deletingPathExtension().lastPathComponent,
                bytes: [UInt8](try Data(contentsOf: file)),
                isLines: file.pathExtension == "ndjson"
            )
        }
    }

    /// Makes the same corpora on every machine and in every run.
    static func generated(isQuick: Bool) -> [Corpus] {
        let size = isQuick ? 200_000 : 2_000_000
        return [
            Corpus(name: "tweets", bytes: TweetGenerator.document(bytes: size), isLines: false),
            Corpus(name: "coordinates", bytes: CoordinateGenerator.document(bytes: size), isLines: false),
            Corpus(name: "catalogue", bytes: CatalogueGenerator.document(bytes: size), isLines: false),
            Corpus(name: "events", bytes: EventGenerator.lines(bytes: size / 2), isLines: true),
            Corpus(name: "log", bytes: LogGenerator.lines(bytes: size / 2), isLines: true),
            Corpus(name: "escaped-text", bytes: EscapedTextGenerator.document(bytes: size / 2), isLines: false),
            Corpus(name: "tile", bytes: TileGenerator.document(bytes: size / 2), isLines: false),
            Corpus(name: "answers", texts: AnswerGenerator.documents(bytes: size / 2)),
            Corpus(name: "vocabulary", bytes: VocabularyGenerator.document(bytes: size), isLines: false),
            Corpus(name: "package-lock", bytes: PackageLockGenerator.document(bytes: size / 2), isLines: false),
        ]
    }
}

extension Tally {
    static func += (left: inout Tally, right: Tally) {
        left.values += right.values
        left.textBytes += right.textBytes
        left.keyBytes += right.keyBytes
        left.numbers += right.numbers
        left.sum += right.sum
        left.magnitude += right.magnitude
        left.bits &+= right.bits
    }
}
