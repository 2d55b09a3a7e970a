import Foundation

/// Parsing, then the sum of `statuses[].user.followers_count`.
enum FewFieldsTask: BenchmarkTask {
    static let name = "few-fields"

    static func run(in session: Session) throws {
        var isMeasured = false
        for corpus in session.corpora where !corpus.isLines {
            guard let reference = FewFieldsJSONSerialization.sum(in: Data(corpus.bytes)) else {
                continue
            }
            isMeasured = true
            try session.race(
                task: name, corpus: corpus.name, bytes: corpus.bytes.count,
                [
                    FewFieldsNeatline.peer(corpus, reference),
                    FewFieldsJSONSerialization.peer(corpus, reference),
                    FewFieldsJSONDecoder.peer(corpus, reference),
                    try FewFieldsForeign.peer(.rapidjson, corpus, reference),
                    try FewFieldsForeign.peer(.simdjson, corpus, reference),
                ]
            )
        }
        if !isMeasured {
            session.report.note("\(name) skipped: no corpus has statuses with users")
        }
    }

    static func peer(_ name: String, _ reference: Int, sum: @escaping () throws -> Int) -> Peer {
        Peer(name: name) {
            let found = try sum()
            return found == reference ? nil : "followers add up to \(found), expected \(reference)"
        } repetition: {
            try sum()
        }
    }
}
