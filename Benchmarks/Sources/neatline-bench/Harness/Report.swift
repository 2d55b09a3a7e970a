import Foundation

/// Prints the rows as they come, and the means of the ratios at the end of each task.
final class Report {
    private let printsJSON: Bool
    private(set) var wrongAnswers = 0
    private(set) var rows: [Measurement] = []

    init(printsJSON: Bool) {
        self.printsJSON = printsJSON
    }

    /// Tells the reader something that is no figure. With `--json` it goes to the standard error.
    func note(_ text: String) {
        if printsJSON {
            FileHandle.standardError.write(Data((text + "\n").utf8))
        } else {
            print(text)
        }
    }

    func wrongAnswer(task: String, corpus: String, peer: String, mismatch: String) {
        wrongAnswers += 1
        note("WRONG ANSWER: \(task), \(corpus), \(peer): \(mismatch)")
    }

    /// Adds the rows of one task over one corpus.
    func add(_ measurements: [Measurement]) {
        rows += measurements
        if printsJSON {
            measurements.forEach { print($0.jsonLine) }
        } else {
            measurements.forEach { print(line(for: $0, among: measurements)) }
            print("")
        }
        fflush(nil)
    }

    /// Prints how the peers' costs compare with ours: geometric means over the corpora of a task. Without our rows they
    /// are relative to the first peer.
    func summarize(task: String) {
        // The time to start has no size, and says nothing about speed.
        let ours = rows.filter { $0.task == task && $0.bytes > 0 }
        guard let baseline = ours.first(where: { $0.peer == Peer.neatline })?.peer ?? ours.first?.peer else {
            return
        }
        var names: [String] = []
        for row in ours where row.peer != baseline && !names.contains(row.peer) {
            names.append(row.peer)
        }
        for name in names {
            let median = ratio(mean(of: name, relativeTo: baseline, in: ours, .median))
            let best = ratio(mean(of: name, relativeTo: baseline, in: ours, .best))
            if task == MemoryTask.name {
                note("\(task): \(name) takes \(median) the memory of \(baseline)")
            } else {
                var text = "\(task): \(baseline) is \(median) as fast as \(name) by medians, \(best) by best times"
                if ours.contains(where: { $0.measuresProcessor }) {
                    text += ", \(ratio(mean(of: name, relativeTo: baseline, in: ours, .processor))) by processor time"
                }
                note(text)
            }
        }
        note("")
    }

    private func mean(
        of peer: String, relativeTo baseline: String, in rows: [Measurement], _ statistic: Measurement.Statistic
    ) -> Double {
        var logarithms: [Double] = []
        for row in rows where row.peer == peer {
            if let base = rows.first(where: { $0.corpus == row.corpus && $0.peer == baseline }) {
                logarithms.append(log(row.cost(statistic) / base.cost(statistic)))
            }
        }
        return logarithms.isEmpty ? .nan : exp(logarithms.reduce(0, +) / Double(logarithms.count))
    }
}

extension Report {
    private func line(for row: Measurement, among others: [Measurement]) -> String {
        var columns = [padded(row.task, 16), padded(row.corpus, 20), padded(row.peer, 18)]
        switch row.figures {
        case .time(let time):
            columns.append(columnsOf(time: time, bytes: row.bytes))
        case .operation(let time, let count):
            columns.append("median" + aligned("\(time.nanoseconds(\.median, of: count))", 10) + " ns")
            columns.append(" best" + aligned("\(time.nanoseconds(\.best, of: count))", 10) + " ns")
        case .requests(let wall, let processor, let count):
            let rate = 1_000_000_000 / max(1, wall.nanoseconds(\.median, of: count))
            let best = 1_000_000_000 / max(1, wall.nanoseconds(\.best, of: count))
            columns.append("median" + aligned(String(format: "%.0f", rate), 8) + " req/s")
            columns.append(" best" + aligned(String(format: "%.0f", best), 8) + " req/s")
            let microseconds = processor.nanoseconds(\.median, of: count) / 1_000
            columns.append("processor" + aligned(String(format: "%.1f", microseconds), 8) + " us")
        case .memory(let peakBytes):
            columns.append(aligned(megabytes(peakBytes), 10) + " MB")
            columns.append(aligned(String(format: "%.2f", Double(peakBytes) / Double(row.bytes)), 7) + " x input")
        case .process(let wall, let processor, let peakBytes):
            columns.append(columnsOf(time: wall, bytes: row.bytes))
            columns.append("processor" + aligned(milliseconds(processor.median), 10) + " ms")
            columns.append("peak" + aligned(megabytes(peakBytes), 7) + " MB")
        }
        if let base = others.first(where: { $0.peer == Peer.neatline }) ?? others.first, base.peer != row.peer {
            columns.append(aligned(ratio(row.cost(.median) / base.cost(.median)), 8) + " \(base.peer)'s")
        }
        return columns.joined(separator: " ")
    }

    private func columnsOf(time: Measurement.Time, bytes: Int) -> String {
        var text = "median" + aligned(milliseconds(time.median), 10) + " ms"
        text += "  best" + aligned(milliseconds(time.best), 10) + " ms"
        if bytes > 0 {
            let rate = Double(bytes) * 1_000 / Double(max(1, time.median))
            text += aligned(String(format: rate < 100 ? "%.1f" : "%.0f", rate), 8) + " MB/s"
        }
        return text
    }

    private func milliseconds(_ nanoseconds: Int) -> String {
        String(format: "%.3f", Double(nanoseconds) / 1_000_000)
    }

    private func megabytes(_ bytes: Int) -> String {
        String(format: "%.1f", Double(bytes) / 1_000_000)
    }

    private func ratio(_ value: Double) -> String {
        String(format: value < 10 ? "%.2fx" : "%.1fx", value)
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func aligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
