import Foundation

/// Rows by task, corpus and peer.
struct MeasurementTable {
    let rows: [Measurement]

    func corpora(ofTask task: String) -> [String] {
        rows.filter { $0.task == task }.map(\.corpus).uniqued()
    }

    /// Returns what each peer's rows have in the mean, the geometric one; without the peers that lack a corpus, whose mean
    /// would be of something else.
    func means(
        task: String, corpus: String? = nil, _ value: (Measurement) -> Double
    ) -> [String: Double] {
        let peers = Dictionary(
            grouping: rows.filter { $0.task == task && (corpus == nil || $0.corpus == corpus) }, by: \.peer)
        let count = peers.values.map(\.count).max()
        return peers.filter { $0.value.count == count }.mapValues { rows in
            exp(rows.reduce(0) { $0 + log(value($1)) } / Double(rows.count))
        }
    }
}
