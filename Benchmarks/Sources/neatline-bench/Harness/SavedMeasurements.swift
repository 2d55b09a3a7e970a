import Neatline

/// The rows of an earlier run, as `--json` has printed them.
struct SavedMeasurements {
    private let rows: [Measurement]

    /// A row that this program does not print.
    struct UnknownRow: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads a file.
    ///
    /// - Throws: `JSONFileError`, `JSONError` if a member of a row is missing or has another type, or `UnknownRow`.
    init(contentsOf path: String) throws {
        rows = try JSON.lines(contentsOfFile: path).map { line in
            let json = try line.get()
            let row = try Measurement(json: json)
            // Otherwise a figure that was not understood would be drawn as another.
            let text = try json.serializedString()
            guard row.jsonLine == text else {
                throw UnknownRow(description: "\(path): --json would print \(row.jsonLine) for \(text)")
            }
            return row
        }
    }

    /// Reports the rows of a task as if they had just been measured.
    func report(task: String, in report: Report) {
        let rows = rows.filter { $0.task == task }
        guard !rows.isEmpty else { return }
        for corpus in rows.map(\.corpus).uniqued() {
            report.add(rows.filter { $0.corpus == corpus })
        }
        report.summarize(task: task)
    }
}

extension Sequence where Element: Hashable {
    /// The elements without those that equal an earlier one.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Measurement {
    /// Reads what `jsonLine` writes, but for the number of operations that were timed: the figures of one are all that it
    /// writes, to a tenth of a nanosecond, which is what ten operations took in whole ones.
    ///
    /// - Throws: `JSONError`, if a member is missing or has another type.
    init(json: JSON) throws {
        task = try json.get("task")
        corpus = try json.get("corpus")
        peer = try json.get("peer")
        bytes = try json.get("bytes")
        figures =
            if !json["median_ns"].exists() {
                .memory(peakBytes: try json.get("peak_bytes"))
            } else if try json.get("median_ns", as: JSONNumber.self).description.contains(".") {
                try Self.figuresOfOne(json)
            } else {
                try Self.figuresOfAll(json)
            }
    }

    private static func figuresOfAll(_ json: JSON) throws -> Figures {
        let time = Time(median: try json.get("median_ns"), best: try json.get("best_ns"))
        guard json["processor_median_ns"].exists() else { return .time(time) }
        let processor = Time(median: try json.get("processor_median_ns"), best: try json.get("processor_best_ns"))
        return .process(wall: time, processor: processor, peakBytes: try json.get("peak_bytes"))
    }

    private static func figuresOfOne(_ json: JSON) throws -> Figures {
        func ofTen(_ name: String) throws -> Int {
            Int((try json.get(name, as: Double.self) * 10).rounded())
        }
        let time = Time(median: try ofTen("median_ns"), best: try ofTen("best_ns"))
        guard json["cpu_ns"].exists() else { return .operation(time, count: 10) }
        // The best processor time is not written.
        let processor = try ofTen("cpu_ns")
        return .requests(wall: time, processor: Time(median: processor, best: processor), count: 10)
    }
}
