import Foundation

/// Rows by task, corpus and peer.
struct MeasurementTable {
    let rows: [Measurement]

    func corpora(ofTask task: String) -> [String] {
        rows.filter { $0.task == task }.map(\.corpus).uniqued()
    }

    /// Returns what each peer's rows have in the mean, the geometric one.
    func means(
        task: String, corpus: String? = nil, _ value: (Measurement) -> Double
    ) -> [String: Double] {
        let chosen = rows.filter { $0.task == task && (corpus == nil || $0.corpus == corpus) }
        return Dictionary(grouping: chosen, by: \.peer).mapValues { rows in
            exp(rows.reduce(0) { $0 + log(value($1)) } / Double(rows.count))
        }
    }
}
